"""Migrate a server's database and refuse to start an unsafe site."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from config import site_lock


class Command(BaseCommand):
    help = "Migrate the database, then run the deployment checks; fail if any check fails."
    requires_system_checks: list[str] = []

    def handle(self, **_: Any) -> None:
        site_lock.share()
        call_command("migrate", interactive=False, stdout=self.stdout)
        call_command("check", deploy=True, databases=["default"], fail_level="WARNING", stdout=self.stdout)
