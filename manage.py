#!/usr/bin/env python3
"""Django's command line for Neutral Party; `rules` starts without Django unless it needs the site, and so do maps."""

import os
import sys

SITE = ("import-table", "--campaign")  # what `rules` needs the site for


def main() -> None:
    words = sys.argv[1:]
    if words[:1] == ["rules"] and not any(word.startswith(SITE) for word in words):
        from rulesets.core.cli import main as rules

        sys.exit(rules(words[1:]))
    if words[:2] == ["campaign", "export-sheet"]:
        from rulesets.core.sheet_form import export_command

        sys.exit(export_command(words[2:], sys.stdout, sys.stderr))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
