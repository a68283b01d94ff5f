"""docs/rulings.md, made from the rulings of all books: `manage.py rules rulings > docs/rulings.md`."""

from rulesets.core import registry
from rulesets.core.context import Ruling

HEAD = """# Rulings

Where a book is silent, contradicts itself or misprints. Made from the code by `manage.py rules rulings >
docs/rulings.md`; a test compares. A switch is set for each campaign: its first value is the default, and any other
shows wherever it is used.
"""


def rulings_page() -> str:
    """The whole page."""
    parts = [HEAD]
    for book in registry.books():
        found = registry.rulings(book.id).values()
        if found:
            parts.append(f"\n## {book.title}\n")
            parts += ["| id | rule | question | answer | reason | switch |", "|---|---|---|---|---|---|"]
            parts += map(_line, found)
    return "\n".join(parts) + "\n"


def _line(ruling: Ruling) -> str:
    switch = " / ".join(ruling.options)
    cells = (ruling.id, str(ruling.cites), ruling.question, ruling.answer, ruling.reason, switch)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
