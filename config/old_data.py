"""Data that this program can't read: a database or backup whose migrations it doesn't know, refused untouched."""

from collections.abc import Iterable

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from config.packages import APPS

ONE_WAY = "It can't be brought up to date; the program that made it can still read it. Nothing was changed."


class OldData(Exception):
    """A sentence for the person at the terminal."""


def shipped() -> set[str]:
    """Return every migration of this program, whatever the database has of them."""
    return {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}


def applied() -> set[str]:
    return {f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations()}


def refuse_database() -> None:
    """Refuse a database that another program made, such as one from before the first release."""
    if unknown := _ours_unknown(applied()):
        name = connection.settings_dict["NAME"]
        raise OldData(f"The database {name} was made by another version of this program ({unknown}). {ONE_WAY}")


def refuse_older_database() -> None:
    """Refuse a database with tables of an older release, which a restore would migrate before it can prove the file."""
    refuse_database()
    if applied() and (behind := _ours(shipped()) - applied()):
        raise OldData(
            f"The database is older than the program ({', '.join(sorted(behind))}). Run `manage.py migrate` first."
        )


def refuse_backup(path: object, made_with: Iterable[str]) -> None:
    if unknown := _ours_unknown(made_with):
        raise OldData(f"{path} was made by another version of this program ({unknown}). {ONE_WAY}")


def _ours_unknown(migrations: Iterable[str]) -> str:
    return ", ".join(sorted(_ours(migrations) - shipped()))


def _ours(migrations: Iterable[str]) -> set[str]:
    return {name for name in migrations if name.partition(".")[0] in APPS}
