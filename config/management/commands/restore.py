"""Read a whole site from one file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from config import backup
from config.backup_file import BadBackup
from config.old_data import OldData


class Command(BaseCommand):
    help = "Read a site from a file that `backup` wrote, on either engine. Stop the site first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="delete everything in the database first")

    def handle(self, *, file: Path, replace: bool, **_: Any) -> None:
        try:
            backup.check(file)
            call_command("migrate", verbosity=0, interactive=False)
            count = backup.read(file, replace=replace)
        except (BadBackup, OldData) as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"Restored {count} rows.")
