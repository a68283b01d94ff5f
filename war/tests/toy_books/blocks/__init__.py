"""A strategic book of one page, to show that the map serves any book."""

from rulesets.core.book import Book

BOOK = Book(id="blocks", short="BLK", title="Blocks", about="For the tests alone.", sheets=("pittsburg_landing",))
