"""Write the whole site into one file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config import backup
from config.backup_file import BadBackup


class Command(BaseCommand):
    help = "Write the whole site into one file, which `restore` reads on either engine. The site can keep running."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **_: Any) -> None:
        try:
            count = backup.write(file)
        except (BadBackup, OSError) as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"Wrote {count} rows to {file}. It holds every secret of the site: keep it safe.")
