"""Run part of the attack in this process: a private database, quick passwords, and no message to any worker."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

QUICK = {
    "SWEEP_NUDGE": False,
    "SWEEP_RAISES": True,
    "PASSWORD_HASHERS": ["django.contrib.auth.hashers.MD5PasswordHasher"],
    "EMAIL_BACKEND": "django.core.mail.backends.locmem.EmailBackend",
    "STORAGES": {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    },
}


def begin(*, on_services: bool) -> None:
    """Set up Django on a private SQLite file or, with services, on a private PostgreSQL and Redis."""
    os.environ.update(DJANGO_SETTINGS_MODULE="config.testing.settings", TEST_SERVICES="yes" if on_services else "no")
    import django
    from django.db import connection
    from django.test.utils import setup_test_environment

    django.setup()
    setup_test_environment()
    connection.creation.create_test_db(verbosity=0, autoclobber=True)


@contextmanager
def fresh(*, commits: bool = False) -> Iterator[None]:
    """Provide an empty database, and empty it again: by a rollback or, if the attack `commits`, by a flush."""
    from django.core.management import call_command
    from django.db import transaction
    from django.test import override_settings

    from campaign.sources import SOURCES, SeededSources

    with ExitStack() as stack:
        stack.enter_context(SOURCES.using(SeededSources("attack", now=datetime.now(UTC))))
        stack.enter_context(override_settings(**QUICK))
        if commits:
            stack.callback(call_command, "flush", verbosity=0, interactive=False)
            yield
            return
        with transaction.atomic():
            yield
            transaction.set_rollback(True)


@contextmanager
def a_try() -> Iterator[None]:
    """Undo everything done inside."""
    from django.db import transaction

    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@contextmanager
def a_folder() -> Iterator[Path]:
    with TemporaryDirectory(prefix="neutral-attack-") as folder:
        yield Path(folder)
