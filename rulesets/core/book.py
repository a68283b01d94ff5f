"""A book, a place in it, and where a number comes from."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from enum import StrEnum

from rulesets.core.records import dataclass


class Mark(StrEnum):
    """Where a number comes from. Only `PRINTED` is ever shown as the book's own."""

    PRINTED = "printed"
    DECODED = "decoded"
    SOURCED = "sourced"
    RECONSTRUCTED = "reconstructed"
    HOUSE = "house"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Citation:
    """A section of a book, spelled as in the catalogue where the catalogue has it: VG-7B1."""

    book: str
    section: str
    page: int = 0

    def __str__(self) -> str:
        return f"{self.book}-{self.section}" + (f" p. {self.page}" if self.page else "")


@dataclass(frozen=True)
class Book:
    """One rule document. `id` is its folder, `short` what its citations begin with.

    A strategic book names its maps in `sheets`; a bridge names in `bridges` the strategic book whose battles it brings
    to a table. `phases` lists the names of its rules by phase, as play needs them. `former` maps old names of its
    rules, tables, rows, and columns to those of today: people have stored them.
    """

    id: str
    short: str
    title: str
    edition: str = ""
    about: str = ""
    sheets: tuple[str, ...] = ()
    bridges: str = ""
    phases: Mapping[str, Sequence[str]] = field(default_factory=dict)
    former: Mapping[str, str] = field(default_factory=dict)

    def at(self, section: str, *, page: int = 0) -> Citation:
        """Cite a section."""
        return Citation(self.short, section, page)
