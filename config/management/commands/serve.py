"""Serve the embedded site; ./play runs this once everything is installed."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config import prepare, site_lock
from config.databases import SQLITE
from config.old_data import OldData
from config.supervisor import OnlyOne, become


class Command(BaseCommand):
    help = "Run web server and worker in one process tree, on SQLite."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *, host: str, port: int, **_: Any) -> None:
        if settings.PRODUCTION or settings.DATABASES["default"]["ENGINE"] != SQLITE:
            raise CommandError("`serve` is for the embedded site; docker-compose.yml names the commands of a server.")
        with OnlyOne(settings.DATA_DIR):
            site_lock.share()
            self.serve(host, port)

    def serve(self, host: str, port: int) -> None:
        say = prepare.Say()
        try:
            prepare.database(say)
        except OldData as error:
            raise CommandError(f"{error} To start over, move that file away and run ./play again.") from None
        prepare.static_files(say)
        logins = prepare.demo_logins(say)
        address = f"\nNeutral Party is at  {settings.SITE_URL}/"
        welcome = "\n\n".join(filter(None, [address, logins, "Ctrl-C ends it."]))
        become(host=host, port=port, data=settings.DATA_DIR, welcome=welcome)
