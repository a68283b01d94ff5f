"""`manage.py campaign verify`: prove every campaign's rows, journals, and cups from the record.

`manage.py campaign corrections` prints docs/corrections.md; `export-sheet` prints a map, `export-scenario` a scenario,
and `import-scenario` offers a club's own scenario at founding (docs/scenarios.md).
"""

from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from campaign.app_part import INSTALLED
from campaign.errors import Refusal
from campaign.ids import hex_id, read_id
from campaign.models import Campaign
from campaign.selectors.corrections_page import corrections_page
from campaign.selectors.verify import verify
from rulesets.core.sheet_form import export_text


class Command(BaseCommand):
    help = (
        "Work on whole campaigns. `verify` proves them from their journals; `corrections` prints docs/corrections.md; "
        "`export-sheet` prints a map as JSON; `export-scenario` prints a scenario, and `import-scenario` reads one."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=["verify", "corrections", "export-sheet", *INSTALLED.commands()])
        parser.add_argument(
            "campaign",
            nargs="?",
            help="the campaign's id, all campaigns by default; the map's or scenario's; or a file",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["what"] == "corrections":
            self.stdout.write(corrections_page(), ending="")
            return
        if options["what"] == "export-sheet":
            self._export_sheet(options["campaign"] or "")
            return
        if run := INSTALLED.commands().get(options["what"]):
            self._run(run, options["campaign"] or "")
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

    def _run(self, run: Callable[[str], str], word: str) -> None:
        try:
            self.stdout.write(run(word), ending="")
        except Refusal as error:
            raise CommandError("\n".join(error.sentences)) from error
        except DatabaseError as error:
            raise CommandError(f"The site’s data can’t be read ({error}). Start the site once, with ./play.") from error

    def _verify(self, campaign: Campaign) -> int:
        problems = verify(campaign.pk)
        self.stdout.write(f"{hex_id(campaign.pk)} {campaign.name}: {len(problems) or 'no'} problems")
        for problem in problems:
            self.stdout.write(f"  {problem}")
        return len(problems)
