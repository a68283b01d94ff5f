"""The contract for rolling a book's rules at the table, with the battle's own units filled in."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any, Protocol, TypeVar

from battles.conduct.base import BookPlan, RatingLine
from campaign.parts import TraceLine
from rulesets.core.brief import Brief
from rulesets.core.dice import Dice
from rulesets.core.outcome import Outcome
from rulesets.core.plain import Json
from rulesets.core.procedure import Procedure
from rulesets.core.records import dataclass
from rulesets.core.report import Fate

PlanIn = TypeVar("PlanIn", bound=BookPlan, contravariant=True)


@dataclass(frozen=True)
class LeaderState:
    """A leader's place as his side states it, and what its ticks say of him.

    `fell_on` is the turn on which whoever has the post last fell, or 0. One who is stunned `returns` when that turn is
    over; otherwise the post `is_replaced` from the next turn on.
    """

    attached_to: str = ""
    in_army_radius: bool = True
    fell_on: int = 0
    returns: bool = False
    is_replaced: bool = False


NOWHERE = LeaderState()


@dataclass(frozen=True)
class TablePost:
    """A leader's post this turn, as his side reads it.

    `places` are the brigades that he can join. `effects` say what his place does, each with its rule.
    """

    id: str
    rank: str
    name: str
    command: str
    letter: str
    words: str
    state: LeaderState
    is_here: bool
    where: str
    places: tuple[str, ...]
    effects: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class ArmyCommand:
    """What the army leader commands by this turn: his radius in inches, and his maneuver rerolls."""

    name: str
    radius: str
    rerolls: int
    left: int
    chooser: str
    trace: tuple[TraceLine, ...]


@dataclass(frozen=True)
class TableUnit:
    """A brigade, a battery, or a leader with a brigade, that can roll.

    `label` is what everyone calls it; two units of a side never share one.
    """

    id: str
    kind: str
    label: str
    about: str = ""
    stands: int = 0
    most: int = 0
    with_unit: str = ""


@dataclass(frozen=True)
class TableUse:
    """A rule that is rolled for one unit: its name in addresses, its procedure, and which kinds of units roll it.

    `target` is the part of its inputs that describes a unit of the enemy, of the kinds in `targets`.
    """

    name: str
    procedure: Procedure[Any, Any]
    kinds: tuple[str, ...]
    has_rerolls: bool = False
    notes: tuple[tuple[str, str], ...] = ()
    hidden_inputs: tuple[str, ...] = ()
    target: str = ""
    targets: tuple[str, ...] = ()


@dataclass(frozen=True)
class Army:
    """One side at the table this turn, as its owner knows it: the plan, the ratings, and where its leaders are.

    `stands` has the stands present by unit, `unseen` the units that the enemy hasn't seen, and `falls` each turn and
    fate of those who fell.
    """

    brief: Brief
    side: str
    plan: Any
    turn: int
    rated: Mapping[str, RatingLine]
    states: Mapping[str, LeaderState]
    stands: Mapping[str, int]
    unseen: frozenset[str] = frozenset()
    falls: Mapping[str, Sequence[tuple[int, Fate]]] = field(default_factory=dict)


class Rolls(Protocol):
    """A book's rolls at the table."""

    def uses(self) -> Sequence[TableUse]:
        """Return the rules that can be rolled."""

    def posts(self, army: Army) -> Sequence[TablePost]:
        """Return the leaders of an army, in the order of its order of battle."""

    def post_of(self, plan: Any, who: str) -> str:
        """Return the post of someone who may fall, or ""."""

    def command(self, army: Army, used: int) -> ArmyCommand | None:
        """Return the radius and the rerolls of the army leader, or none without one; `used` counts this turn's."""

    def units(self, army: Army) -> Sequence[TableUnit]:
        """Return the brigades and batteries of an army, and its leaders who are with a brigade."""

    def fill(self, use: TableUse, army: Army, unit: TableUnit, before: Json) -> Json:
        """Return the inputs of a rule as far as the army knows them; `before` are those of the unit's last roll."""

    def fill_target(self, use: TableUse, enemy: Army, unit: TableUnit) -> Json:
        """Return the target's part of the inputs, for those who know the enemy's side too."""

    def notes(self, use: TableUse, army: Army) -> Sequence[tuple[str, str]]:
        """Return what a rule's form says first, each sentence with its rule."""

    def shows(self, use: TableUse, army: Army, unit: TableUnit, whose: str) -> Sequence[str]:
        """Say which hidden ratings a roll shows to everyone, and whose they are."""

    def identified(self, use: TableUse, army: Army, unit: TableUnit, asked: Json, again: int) -> Json:
        """Return the inputs with the side, unit, and turn that key the dice, whatever was sent."""

    def check(self, use: TableUse, army: Army, unit: TableUnit, asked: Json) -> None:
        """Refuse inputs that claim what the army doesn't have."""

    def joins(self, use: TableUse, army: Army, unit: TableUnit, asked: Json) -> str:
        """Return the post of a leader who joins the unit as it rolls, or ""."""

    def carry_out(self, use: TableUse, army: Army, unit: TableUnit, asked: Json, dice: Dice) -> Outcome[Any]:
        """Roll, and return the result with its steps."""
