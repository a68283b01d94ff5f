"""Report template lines of more than 120 characters: `python -m config.testing.line_length`, part of ./test."""

import sys
from pathlib import Path

from config.bootstrap import ROOT

LONGEST = 120
FOLDERS = ("templates", "*/templates", "*/tests/templates")
KINDS = (".html", ".txt")


def long_lines(root: Path) -> list[str]:
    """Return a sentence for each long line of the templates under a root."""
    files = (file for folder in FOLDERS for file in root.glob(f"{folder}/**/*") if file.suffix in KINDS)
    return [
        f"{file.relative_to(root)}:{number} has {len(line)} characters; the limit is {LONGEST}."
        for file in sorted(files)
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST
    ]


def main(root: Path = ROOT) -> int:
    """Print what is wrong; return the exit code."""
    found = long_lines(root)
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
