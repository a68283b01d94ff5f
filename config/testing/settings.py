"""The settings of a test run: the site's settings, read in the run's own environment.

A run keeps its data in a temporary folder and never touches var/. With TEST_SERVICES=yes, every test runs on a private
PostgreSQL and Redis, both from wheels.
"""

import atexit
import os
import shutil
import tempfile

from config.testing.services import Postgres, Redis

PREPARED = "NEUTRAL_TEST_RUN"  # xdist's workers and child processes share what the first process prepared
UNWANTED = (
    "PRODUCTION",
    "DEBUG",
    "DATABASE_URL",
    "REDIS_URL",
    "STATIC_ROOT",
    "SECRET_KEY",
    "SITE_URL",
    "ALLOWED_HOSTS",
)


def _prepare() -> None:
    folder = tempfile.mkdtemp(prefix="neutral-test-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for name in UNWANTED:
        os.environ.pop(name, None)
    os.environ.update({PREPARED: str(os.getpid()), "DATA_DIR": folder})
    if os.environ.get("TEST_SERVICES", "no") in ("1", "yes"):
        postgres, redis = Postgres(), Redis()
        atexit.register(redis.stop)
        atexit.register(postgres.stop)
        os.environ.update(DATABASE_URL=postgres.url("neutral"), REDIS_URL=redis.url())


if PREPARED not in os.environ:
    _prepare()

from config.settings import *  # noqa: E402, F403
from config.settings import BASE_DIR, TEMPLATES  # noqa: E402

TEMPLATES[0]["DIRS"].append(BASE_DIR / "campaign" / "tests" / "templates")  # type: ignore[attr-defined]
