"""A minimal book to show that battles work with any book."""

from rulesets.core.book import Book

BOOK = Book(id="tin", short="TIN", title="Tin soldiers", about="For the tests alone.")
