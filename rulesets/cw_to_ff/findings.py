"""Secret results: flank forces, edges where two of them march (VG-7B), and ratings (VG-7A)."""

from rulesets.core.errors import IllegalOrder
from rulesets.core.plain import Json
from rulesets.core.records import dataclass
from rulesets.cw_to_ff.state import Edge, Rating, Speed

SIDES = ("CSA", "USA")


@dataclass(frozen=True)
class ForceFacts:
    """A flank force: how it marches, when it enters, and how many of its stands and batteries do."""

    side: str
    edge: Edge
    speed: Speed
    stands: int
    arrives: int
    entry_turn: int
    batteries: int = 0

    @property
    def is_reduced(self) -> bool:
        """Tell whether only a part of the force arrives."""
        return 0 < self.arrives < self.stands


@dataclass(frozen=True)
class MeetingFacts:
    """An edge around which both sides march."""

    edge: Edge
    meets: bool


@dataclass(frozen=True)
class Rated:
    """A leader or a brigade in its slot, where it began, and its rating; without a die the rating was certain."""

    id: str
    slot: str
    name: str
    rating: Rating
    place: str
    about: str = ""
    die: int | None = None


@dataclass(frozen=True)
class RatingFacts:
    """The ratings that one side's units got on one turn: on turn 0 those on the table, later those that arrive."""

    side: str
    turn: int
    rated: tuple[Rated, ...] = ()

    def with_rating(self, rating: Rating) -> list[str]:
        """Return the names of those with a rating."""
        return [each.name for each in self.rated if each.rating is rating]


@dataclass(frozen=True)
class ExcessFacts:
    """The part of a flank force that comes on after a meeting; its owner learns of it on the entry turn."""

    side: str
    edge: Edge
    excess: int
    batteries: int


FlankFacts = ForceFacts | MeetingFacts | RatingFacts | ExcessFacts


def facts_from_json(plain: Json) -> FlankFacts:
    """Read what `as_json` made of the facts."""
    if "rated" in plain:
        rated = (Rated(**{**each, "rating": Rating(each["rating"])}) for each in plain["rated"])
        return RatingFacts(plain["side"], plain["turn"], tuple(rated))
    edge = Edge(plain["edge"])
    if "side" not in plain:
        return MeetingFacts(edge, plain["meets"])
    if "excess" in plain:
        return ExcessFacts(**{**plain, "edge": edge})
    return ForceFacts(**{**plain, "edge": edge, "speed": Speed(plain["speed"])})


def read_facts(plain: Json) -> FlankFacts:
    """Read facts written by hand, of a force, of a meeting or what comes on after it, or of ratings."""
    from rulesets.core.typed import read_as  # slow to import, and needed only by corrections

    if "side" not in plain:
        return read_as(MeetingFacts, plain)
    if plain["side"] not in SIDES:
        raise IllegalOrder(f"a side must be {' or '.join(SIDES)}.", field="side")
    if "rated" in plain:
        return read_as(RatingFacts, plain)
    if "excess" in plain:
        return read_as(ExcessFacts, plain)
    found = read_as(ForceFacts, plain)
    if not 0 <= found.arrives <= found.stands:
        raise IllegalOrder(f"arriving stands must be from 0 to {found.stands}.", field="arrives")
    return found
