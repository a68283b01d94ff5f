"""Read a whole site from one file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from config import backup, site_lock
from config.backup_file import BadBackup
from config.old_data import OldData, refuse_older_database


class Command(BaseCommand):
    help = "Read a site from a file that `backup` wrote, on either engine. Stop the site first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="delete everything in the database first")

    def handle(self, *, file: Path, replace: bool, **_: Any) -> None:
        try:
            with site_lock.alone():
                count = self.restore(file, replace=replace)
        except (BadBackup, OldData, site_lock.Busy) as error:
            raise CommandError(str(error)) from None
        except DatabaseError as error:
            raise CommandError(f"The database failed, so nothing was restored: {error}") from None
        self.stdout.write(f"Restored {count} rows.")

    def restore(self, file: Path, *, replace: bool) -> int:
        """Check the file before the database gets its tables; only an empty one gets them here."""
        backup.check(file)
        refuse_older_database()
        call_command("migrate", verbosity=0, interactive=False)
        return backup.read(file, replace=replace)
