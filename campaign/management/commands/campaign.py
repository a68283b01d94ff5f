"""`manage.py campaign verify`: prove every campaign's rows, journals, and cups from the record.

`manage.py campaign corrections` prints docs/corrections.md.
"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from campaign.ids import hex_id, read_id
from campaign.models import Campaign
from campaign.selectors.corrections_page import corrections_page
from campaign.selectors.verify import verify


class Command(BaseCommand):
    help = (
        "Work on whole campaigns. `verify` proves them from their journals; `corrections` prints docs/corrections.md."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=["verify", "corrections"])
        parser.add_argument("campaign", nargs="?", help="the campaign's id; all campaigns by default")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["what"] == "corrections":
            self.stdout.write(corrections_page(), ending="")
            return
        campaigns = Campaign.objects.order_by("begun_at")
        if options["campaign"]:
            campaigns = campaigns.filter(id=read_id(options["campaign"]) or 0)
            if not campaigns:
                raise CommandError(f"No campaign has the id {options['campaign']}.")
        problems = [self._verify(campaign) for campaign in campaigns]
        if any(problems):
            raise CommandError(f"{sum(problems)} problems")

    def _verify(self, campaign: Campaign) -> int:
        problems = verify(campaign.pk)
        self.stdout.write(f"{hex_id(campaign.pk)} {campaign.name}: {len(problems) or 'no'} problems")
        for problem in problems:
            self.stdout.write(f"  {problem}")
        return len(problems)
