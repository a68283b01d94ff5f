"""Secret results of the opening: flank forces, and edges where two of them march (VG-7B)."""

from dataclasses import dataclass

from rulesets.core.errors import IllegalOrder
from rulesets.core.plain import Json
from rulesets.cw_to_ff.state import Edge, Speed

SIDES = ("CSA", "USA")


@dataclass(frozen=True)
class ForceFacts:
    """A flank force: how it marches, when it enters, and how many of its stands do."""

    side: str
    edge: Edge
    speed: Speed
    stands: int
    arrives: int
    entry_turn: int

    def absent_on(self, turn: int) -> int:
        """Return how many of its stands are not on the table at the end of a turn."""
        return self.stands if self.entry_turn > turn else self.stands - self.arrives


@dataclass(frozen=True)
class MeetingFacts:
    """An edge around which both sides march."""

    edge: Edge
    meets: bool


FlankFacts = ForceFacts | MeetingFacts


def facts_from_json(plain: Json) -> FlankFacts:
    """Read what `as_json` made of the facts."""
    edge = Edge(plain["edge"])
    if "side" not in plain:
        return MeetingFacts(edge, plain["meets"])
    return ForceFacts(**{**plain, "edge": edge, "speed": Speed(plain["speed"])})


def read_facts(plain: Json) -> FlankFacts:
    """Read facts written by hand, of a force or of a meeting."""
    from rulesets.core.typed import read_as  # slow to import, and needed only by corrections

    if "side" not in plain:
        return read_as(MeetingFacts, plain)
    found = read_as(ForceFacts, plain)
    if found.side not in SIDES:
        raise IllegalOrder(f"a side must be {' or '.join(SIDES)}.", field="side")
    if not 0 <= found.arrives <= found.stands:
        raise IllegalOrder(f"arriving stands must be from 0 to {found.stands}.", field="arrives")
    return found
