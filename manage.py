#!/usr/bin/env python3
"""Django's command line for Neutral Party; `rules` starts without Django unless it needs the site."""

import os
import sys

SITE = ("import-table", "--campaign")  # what `rules` needs the site for


def main() -> None:
    words = sys.argv[1:]
    if words[:1] == ["rules"] and not any(word.startswith(SITE) for word in words):
        from rulesets.core.cli import main as rules

        sys.exit(rules(words[1:]))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
