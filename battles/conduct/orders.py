"""The contract for a book's orders of battle, with the values it exchanges."""

from typing import Protocol

from battles.conduct.base import Option
from rulesets.core.brief import Brief
from rulesets.core.plain import Json
from rulesets.core.records import dataclass


@dataclass(frozen=True)
class OrderPart:
    """A brigade, a battery, or a strength point, by its address in the order of battle.

    A brigade of an earlier battle `continues` the one with this ID, and brings its record.
    """

    at: str
    name: str
    about: str
    commander: str = ""
    faults: tuple[str, ...] = ()
    continues: str = ""
    record: tuple[str, ...] = ()


@dataclass(frozen=True)
class OrderCommand:
    """The army, a corps, or a division, with what it has itself."""

    at: str
    kind: str
    name: str
    about: str
    commander: str = ""
    faults: tuple[str, ...] = ()
    brigades: tuple[OrderPart, ...] = ()
    points: tuple[OrderPart, ...] = ()
    batteries: tuple[OrderPart, ...] = ()


@dataclass(frozen=True)
class OrderView:
    """An order of battle as its owner reads it.

    `faults` are of no one place, `unmet` can't be met by any order of battle of this army, and `left_out` says why
    leaders have no command in the site's draft.
    """

    about: str
    commands: tuple[OrderCommand, ...]
    spare: tuple[Option, ...]
    leaders: tuple[Option, ...]
    faults: tuple[str, ...]
    unmet: tuple[str, ...]
    left_out: tuple[str, ...]
    warnings: tuple[str, ...]
    broken: int

    @property
    def is_legal(self) -> bool:
        return not self.broken


@dataclass(frozen=True)
class OrderEdit:
    """One edit of an order of battle, by addresses of the page."""

    kind: str
    what: str = ""
    to: str = ""
    leader: str = ""
    stands: int = 0
    name: str = ""
    commander: str = ""


@dataclass(frozen=True)
class CopiedOrder:
    """An order of battle made from that of an earlier battle, and a sentence for each thing that isn't the same."""

    order: Json
    changes: tuple[str, ...]


class Orders(Protocol):
    """A book's orders of battle. `saved` is what a seat saved, or nothing: then it is the site's draft."""

    def view(self, brief: Brief, side: str, saved: Json | None) -> OrderView:
        """Return an order of battle as its owner reads it, with every broken clause."""

    def about(self, brief: Brief, side: str, saved: Json | None) -> str:
        """Return the size of an order of battle in words."""

    def sealed(self, plan: Json) -> Json | None:
        """Return the order of battle in a stored plan."""

    def file(self, brief: Brief, side: str, saved: Json | None) -> str:
        """Return an order of battle as a file."""

    def read_file(self, brief: Brief, side: str, text: str) -> Json:
        """Return the order of battle of a file, or refuse it with every fault and its line."""

    def edited(self, brief: Brief, side: str, saved: Json | None, edit: OrderEdit) -> Json:
        """Return the edited order of battle, or refuse the edit."""

    def copied(self, brief: Brief, side: str, earlier: Brief, saved: Json) -> CopiedOrder:
        """Return a copy of an earlier battle's order of battle, as far as the army still has what is in it."""
