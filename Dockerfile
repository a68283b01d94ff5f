# Small, and without root: the packages are installed in a first stage, the second holds what runs.

FROM python:3.11.14-slim-bookworm AS packages
WORKDIR /build
COPY requirements.txt .
RUN python -m venv /venv \
    && /venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.txt \
    && find /venv -name tests -type d -prune -exec rm -rf {} +

FROM python:3.11.14-slim-bookworm
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DATA_DIR=/tmp/neutral \
    STATIC_ROOT=/app/collected
RUN useradd --system --uid 10001 --no-create-home neutral
WORKDIR /app
COPY --from=packages /venv /venv
COPY . .
RUN python manage.py collectstatic --verbosity 0 --no-input \
    && python -m compileall -q . \
    && rm -rf /tmp/neutral
USER 10001
EXPOSE 8000
CMD ["python", "-m", "config.web", "--pages", "--host", "0.0.0.0", "--port", "8000"]
