"""`manage.py demo`: create the demo accounts and their campaign, and print the logins."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from battles.services.demo import make_demo, remove_demo


class Command(BaseCommand):
    help = "Create the demo accounts and the campaign Shiloh if they are missing, and print the logins."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--remove", action="store_true", help="remove the demo accounts; their record stays")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["remove"]:
            self.stdout.write(f"{remove_demo()} demo accounts removed.")
            return
        if settings.PRODUCTION:
            raise CommandError("Production sites cannot have demo accounts.")
        for login in make_demo():
            self.stdout.write(f"{login.name}  {login.password}")
