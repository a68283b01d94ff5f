"""The settings read their environment loudly, and production is strict."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PRODUCTION = {
    "PRODUCTION": "yes",
    "SECRET_KEY": "a-long-and-quite-random-secret-for-this-test-0123456789-abcdefgh",
    "SITE_URL": "https://campaign.example.org",
    "DATABASE_URL": "postgresql://u:p@db/neutral",
    "REDIS_URL": "redis://redis/0",
}


def manage(
    *arguments: str, data_dir: Path, without: str = "", **environment: str
) -> "subprocess.CompletedProcess[str]":
    values = {"PATH": os.environ["PATH"], "DATA_DIR": str(data_dir), **environment}
    values.pop(without, None)
    return subprocess.run(
        [sys.executable, "manage.py", *arguments], cwd=ROOT, env=values, text=True, capture_output=True, check=False
    )


def test_check_deploy_is_clean(tmp_path: Path) -> None:
    done = manage("check", "--deploy", "--fail-level", "DEBUG", data_dir=tmp_path, **PRODUCTION)
    assert (done.returncode, done.stdout) == (0, "System check identified no issues (0 silenced).\n"), done.stderr


@pytest.mark.parametrize("name", ["SECRET_KEY", "SITE_URL"])
def test_production_names_what_is_not_set(name: str, tmp_path: Path) -> None:
    done = manage("check", data_dir=tmp_path, without=name, **PRODUCTION)
    assert done.returncode != 0
    assert f"{name} is not set" in done.stderr


def test_production_on_sqlite_fails_the_deploy_check(tmp_path: Path) -> None:
    done = manage("check", "--deploy", data_dir=tmp_path, without="DATABASE_URL", **PRODUCTION)
    assert done.returncode != 0
    assert "neutral.E001" in done.stderr


@pytest.mark.parametrize(
    ("name", "value"), [("PRODUCTION", "perhaps"), ("EMAIL_PORT", "high"), ("DATABASE_URL", "mysql://a/b")]
)
def test_nonsense_is_refused_by_name(name: str, value: str, tmp_path: Path) -> None:
    done = manage("check", data_dir=tmp_path, **{name: value})
    assert done.returncode != 0
    assert name in done.stderr.splitlines()[-1]


def test_an_embedded_site_makes_one_secret_key_and_keeps_it(tmp_path: Path) -> None:
    ask = ("shell", "-v0", "-c", "from django.conf import settings; print(settings.SECRET_KEY)")
    first, second = manage(*ask, data_dir=tmp_path).stdout, manage(*ask, data_dir=tmp_path).stdout
    other = manage(*ask, data_dir=tmp_path / "other").stdout
    assert first == second != other
    assert len(first) > 50
    assert (tmp_path / "secret-key").stat().st_mode & 0o777 == 0o600


def test_nothing_heavy_is_imported_to_serve_pages(tmp_path: Path) -> None:
    """Neither at start nor with the first page, which brings all addresses and so the whole API."""
    heavy = ["celery", "kombu", "numpy", "redis", "hypothesis", "pytest", "django.test", "rest_framework.test"]
    heavy += ["requests", "pygments", "psycopg"]  # what the API's library takes along
    heavy += [f"drf_spectacular.{part}" for part in ("openapi", "plumbing", "generators")]
    code = "import sys, config.wsgi; from django.urls import get_resolver; assert get_resolver().url_patterns; "
    code += f"print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={"DATA_DIR": str(tmp_path), "PATH": os.environ["PATH"]},
        text=True,
        capture_output=True,
        check=False,
    )
    assert done.stdout == "[]\n", done.stderr
