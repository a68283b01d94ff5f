"""The toy book, placed where the registry finds it."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import rulesets
from rulesets.core import registry, words
from rulesets.core.packages import MORE_BOOKS

TOY_BOOKS = Path(__file__).parent / "toy_books"


def forget_books() -> None:
    for found in (registry.books, registry.procedures, registry.tables, registry.rulings, registry.strategic_book):
        found.cache_clear()
    words.words_of_books.cache_clear()


@contextmanager
def more_books(folder: Path = TOY_BOOKS) -> Iterator[None]:
    """Register a folder's books while the context is open."""
    before, path = os.environ.get(MORE_BOOKS), list(rulesets.__path__)
    os.environ[MORE_BOOKS] = str(folder)
    forget_books()
    try:
        yield
    finally:
        os.environ.pop(MORE_BOOKS)
        if before is not None:
            os.environ[MORE_BOOKS] = before
        rulesets.__path__[:] = path
        for name in [m for m in sys.modules if m.startswith("rulesets.") and _is_in(m, folder)]:
            del sys.modules[name]
        forget_books()


def _is_in(module: str, folder: Path) -> bool:
    return str(getattr(sys.modules[module], "__file__", None) or "").startswith(str(folder))
