"""`manage.py campaign verify`: prove every campaign's rows, journals, and cups from the record.

`manage.py campaign corrections` prints docs/corrections.md; `manage.py campaign export-sheet` prints a map.
"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from campaign.ids import hex_id, read_id
from campaign.models import Campaign
from campaign.selectors.corrections_page import corrections_page
from campaign.selectors.verify import verify
from rulesets.core.sheet_form import export_text


class Command(BaseCommand):
    help = (
        "Work on whole campaigns. `verify` proves them from their journals; `corrections` prints docs/corrections.md; "
        "`export-sheet` prints a map as JSON."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=["verify", "corrections", "export-sheet"])
        parser.add_argument("campaign", nargs="?", help="the campaign's id, all campaigns by default; or the map's")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["what"] == "corrections":
            self.stdout.write(corrections_page(), ending="")
            return
        if options["what"] == "export-sheet":
            self._export_sheet(options["campaign"] or "")
            return
        campaigns = Campaign.objects.order_by("begun_at")
        if options["campaign"]:
            campaigns = campaigns.filter(id=read_id(options["campaign"]) or 0)
            if not campaigns:
                raise CommandError(f"No campaign has the id {options['campaign']}.")
        problems = [self._verify(campaign) for campaign in campaigns]
        if any(problems):
            raise CommandError(f"{sum(problems)} problems")

    def _export_sheet(self, sheet_id: str) -> None:
        try:
            self.stdout.write(export_text(sheet_id), ending="")
        except LookupError as error:
            raise CommandError(error.args[0]) from error

    def _verify(self, campaign: Campaign) -> int:
        problems = verify(campaign.pk)
        self.stdout.write(f"{hex_id(campaign.pk)} {campaign.name}: {len(problems) or 'no'} problems")
        for problem in problems:
            self.stdout.write(f"  {problem}")
        return len(problems)
