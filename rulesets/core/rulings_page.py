"""Makes docs/rulings.md from the rulings of all books: `manage.py rules rulings > docs/rulings.md`."""

from rulesets.core import registry
from rulesets.core.context import Ruling

HEAD = """# Rulings

What we play where a book is silent, contradicts itself, or has a misprint. `manage.py rules rulings > docs/rulings.md`
makes this page from the code, and a test compares the two. Each campaign sets its own options; the first is the
default, and any other shows wherever it is used.
"""


def rulings_page() -> str:
    """Return the whole page."""
    parts = [HEAD]
    for book in registry.books():
        found = registry.rulings(book.id).values()
        if found:
            parts.append(f"\n## {book.title}\n")
            parts += ["| id | rule | question | answer | reason | options |", "|---|---|---|---|---|---|"]
            parts += map(_line, found)
    return "\n".join(parts) + "\n"


def _line(ruling: Ruling) -> str:
    switch = " / ".join(ruling.options_in_words)
    cells = (ruling.id, str(ruling.cites), ruling.question, ruling.answer, ruling.reason, switch)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
