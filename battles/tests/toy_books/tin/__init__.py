"""A book of twenty lines, to show that a battle's tables fit any book."""

from rulesets.core.book import Book

BOOK = Book(id="tin", short="TIN", title="Tin soldiers", about="For the tests alone.")
