"""`manage.py api_schema`: write the API's schema anew into `campaign/api/openapi.json`, where it is checked in."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from campaign.api.docs import SCHEMA
from campaign.api.schema import drawn, warnings_of


class Command(BaseCommand):
    help = "Write the API's OpenAPI schema to the file that is checked in."

    def handle(self, *args: Any, **options: Any) -> None:
        text = drawn()
        if said := warnings_of():
            raise CommandError("\n".join(said))
        SCHEMA.write_text(text, encoding="utf-8")
        self.stdout.write(f"{SCHEMA.name}: {len(text)} characters")
