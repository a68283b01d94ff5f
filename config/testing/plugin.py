"""pytest plug-in: markers for tests that use the database or the browser, private engines, and whole sites."""

import gc
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from _pytest import runner
from django.conf import settings
from django.test import TransactionTestCase

from config.testing import templates
from config.testing.apart import missed
from config.testing.embedded import EmbeddedSite
from config.testing.frames import with_room
from config.testing.production import ProductionStack
from config.testing.services import Postgres, Redis
from config.testing.turns import MARKER, out_of_turn

DATABASE_FIXTURES = frozenset({"db", "transactional_db", "live_server", "django_db_setup"})
RARELY = 20_000, 20, 20  # when to collect garbage: a test leaves little, and there is much to look through
INPUT_EVENTS = "input events"  # the property under which a test keeps its count


def pytest_report_header() -> str:
    engine = settings.DATABASES["default"]["ENGINE"].rsplit(".", 1)[-1]
    return f"engines: {engine}, {'redis' if settings.REDIS_URL else 'jobs on a SQLite file'}"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "database: uses the database (added by the plug-in)")
    config.addinivalue_line("markers", MARKER)
    templates.install()
    _quick_and_quiet()


def _quick_and_quiet() -> None:
    """Let tests hash passwords quickly and send no messages to a worker; sites that they start do as always."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.SWEEP_NUDGE = False
    settings.SWEEP_RAISES = True
    settings.WAR_TICK_SECONDS = 0  # orders take effect at once
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }


def pytest_collection_finish() -> None:
    """Leave what was imported and collected out of the garbage collector's sight: it was a twelfth of a test's time.

    By now Django's models may be imported.
    """
    from config.testing import idle_steps

    idle_steps.install()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*RARELY)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print how many clicks, key chords, and typed fields each counted play took."""
    passed = terminalreporter.getreports("passed")
    counted = [said for report in passed for name, said in report.user_properties if name == INPUT_EVENTS]
    if counted:
        terminalreporter.section(INPUT_EVENTS)
        for said in sorted(map(str, counted)):
            terminalreporter.write_line(said)


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> object:
    """Run each test as pytest does, with room for its frames."""
    return with_room(runner.pytest_runtest_protocol, item, nextitem)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        fixtures = frozenset(getattr(item, "fixturenames", ()))
        in_class = (
            isinstance(item, pytest.Function) and item.cls is not None and issubclass(item.cls, TransactionTestCase)
        )
        if in_class or item.get_closest_marker("django_db") or fixtures & DATABASE_FIXTURES:
            item.add_marker("database")
        if "chromium" in fixtures:  # its event loop stays open, so such tests get their own process
            item.add_marker("browser")
    if lines := missed(items):
        raise pytest.UsageError("\n".join(lines))
    if waiting := out_of_turn(items, config.option.in_turn):
        config.hook.pytest_deselected(items=[*waiting])
        items[:] = [item for item in items if item not in waiting]


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any]) -> Generator[None, Any, Any]:
    """Fill a test's database from an earlier run where nothing has changed since."""
    if fixturedef.argname != "django_db_setup":
        return (yield)
    from config.testing.migrated import kept_database

    with kept_database():
        return (yield)


@pytest.fixture(scope="session")
def private_redis() -> Iterator[Redis]:
    """Start a Redis for this test run, whatever engines it runs on."""
    redis = Redis()
    yield redis
    redis.stop()


@pytest.fixture(scope="session")
def private_postgres() -> Iterator[Postgres]:
    """Start a PostgreSQL for this test run, whatever engines it runs on."""
    postgres = Postgres()
    yield postgres
    postgres.stop()


@pytest.fixture(scope="session")
def production_stack(
    private_postgres: Postgres, private_redis: Redis, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ProductionStack]:
    """Start the site as docker-compose.yml does; `production_stack.url` is its address."""
    stack = ProductionStack({}, tmp_path_factory.mktemp("production"))
    try:
        stack.begin(private_postgres, private_redis, "production")
        yield stack
    finally:
        stack.stop()


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the data folder of a site that ./play started from nothing, and that has stopped: copy it, don't use it.

    A first start takes four times as long as any other.
    """
    site = EmbeddedSite({}, tmp_path_factory.mktemp("played"))
    try:
        site.begin()
    finally:
        site.stop()
    return site.folder
