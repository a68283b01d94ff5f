"""Django's `migrate`, but refusing a database that another version of this program made."""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands.migrate import Command as Migrate

from config.old_data import OldData, refuse_database


class Command(Migrate):
    def handle(self, *args: Any, **options: Any) -> None:
        try:
            refuse_database()
        except OldData as error:
            raise CommandError(str(error)) from None
        super().handle(*args, **options)
