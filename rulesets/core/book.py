"""A book, a place in it, and what kind of number stands there."""

from dataclasses import dataclass
from enum import StrEnum


class Mark(StrEnum):
    """Where a number comes from. Nothing but `PRINTED` is ever shown as if it stood in the book."""

    PRINTED = "printed"
    DECODED = "decoded"
    SOURCED = "sourced"
    RECONSTRUCTED = "reconstructed"
    HOUSE = "house"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Citation:
    """A section of a book, spelt as in the catalogue where the catalogue has it: VG-7B1."""

    book: str
    section: str
    page: int = 0

    def __str__(self) -> str:
        return f"{self.book}-{self.section}" + (f" p. {self.page}" if self.page else "")


@dataclass(frozen=True)
class Book:
    """One rule document. `id` is its folder, `short` what its citations begin with.

    A bridge names in `bridges` the strategic book whose battles it brings to a table.
    """

    id: str
    short: str
    title: str
    edition: str = ""
    about: str = ""
    bridges: str = ""

    def at(self, section: str, *, page: int = 0) -> Citation:
        return Citation(self.short, section, page)
