"""`manage.py api_schema`: rewrite the API's checked-in schema, `campaign/api/openapi.json`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from campaign.api.docs import SCHEMA
from campaign.api.schema import drawn, warnings_of


class Command(BaseCommand):
    help = "Rewrite the API's checked-in OpenAPI schema."

    def handle(self, *args: Any, **options: Any) -> None:
        text = drawn()
        if said := warnings_of():
            raise CommandError("\n".join(said))
        SCHEMA.write_text(text, encoding="utf-8")
        self.stdout.write(f"{SCHEMA.name}: {len(text)} characters")
