"""`manage.py rules`: use the rule books on the command line; a thin shell over rulesets/core/cli.py."""

import argparse
import sys
from typing import Any

from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "The rule books: list, show, run (--campaign ID for its house rules), coverage, rulings, import-table."
    requires_system_checks: list[str] = []

    def run_from_argv(self, argv: list[str]) -> None:
        sys.exit(self.carry_out(argv[2:]))

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("words", nargs=argparse.REMAINDER)

    def handle(self, *args: Any, **options: Any) -> None:
        code = self.carry_out(options["words"])
        if code:
            sys.exit(code)

    def carry_out(self, words: list[str]) -> int:
        if words[:1] == ["import-table"]:
            from campaign.management.import_table import import_table_file

            return import_table_file(words[1:])
        from campaign.management.house_rules import house_rules
        from rulesets.core.cli import main

        return main(words, out=sys.stdout, err=sys.stderr, house=house_rules)
