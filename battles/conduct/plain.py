"""Any book without a conduct: the Brief's items are the units, plans are empty, the clock counts."""

import importlib
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from types import ModuleType

from battles.conduct.arrivals import Brought
from battles.conduct.base import (
    NOTHING_CHOSEN,
    Chances,
    ChosenPlan,
    Clock,
    EnteredResult,
    Found,
    HandThrow,
    Option,
    PlanChoices,
    PlanCommand,
    RatingLine,
    SecretDice,
    Terms,
    Unit,
)
from battles.conduct.booking import book_losses
from battles.conduct.wear import OF_COMMAND
from campaign.errors import Refusal
from campaign.selectors.procedures import refusing
from rulesets.core.brief import Brief, PublicBrief
from rulesets.core.deployment import NO_DEPLOYMENT, Deployment
from rulesets.core.plain import Json
from rulesets.core.records import dataclass
from rulesets.core.registry import books
from rulesets.core.report import FELL, NO_LOSS, Report, ReportBrigade, ReportSide, StandsLost

TABLE = "table"
NO_PLAN = "This book has no plans. Seal an empty one."


@dataclass(frozen=True)
class NoPlan:
    """Everything is on the table."""

    def to_json(self) -> Json:
        return {}


@dataclass(frozen=True)
class PlainPlanning:
    """Offer no choices; let the book check the Brief's units."""

    book: str

    def check_brief(self, brief: Brief) -> None:
        """Check each unit's JSON with the book's `state.check_unit`, if it has one."""
        check = getattr(self._state(), "check_unit", None)
        for side in brief.sides.values():
            for item in side.strength:
                if item.stands is None:
                    raise Refusal(f"{item.name or item.id}: the Brief doesn't give its number of stands.")
                if check is not None:
                    with refusing():
                        check(item.state)

    def _state(self) -> ModuleType | None:
        name = f"rulesets.{self.book}.state"
        return importlib.import_module(name) if self._is_known() and find_spec(name) else None

    def _is_known(self) -> bool:
        return any(book.id == self.book for book in books())

    def public_part(self, brief: Brief) -> PublicBrief:
        return brief.public_part()

    def choices(self, brief: Brief, side: str, order: Json | None = None) -> PlanChoices:
        return PlanChoices()

    def chances(self, brief: Brief, side: str, order: Json | None = None) -> tuple[Chances, ...]:
        return ()

    def commands(self, brief: Brief, side: str, order: Json | None = None) -> tuple[PlanCommand, ...]:
        return ()

    def problems(
        self,
        brief: Brief,
        side: str,
        chosen: ChosenPlan,
        order: Json | None = None,
        deployment: Deployment = NO_DEPLOYMENT,
    ) -> tuple[str, ...]:
        is_empty = deployment == NO_DEPLOYMENT and not any(one.leader or one.units for one in chosen.values())
        return () if is_empty else (NO_PLAN,)

    def settle(
        self,
        brief: Brief,
        side: str,
        chosen: ChosenPlan,
        order: Json | None = None,
        deployment: Deployment = NO_DEPLOYMENT,
    ) -> NoPlan:
        for problem in self.problems(brief, side, chosen, order, deployment):
            raise Refusal(problem)
        return NoPlan()

    def read(self, brief: Brief, side: str, plain: Json) -> NoPlan:
        if plain != {}:
            raise Refusal(NO_PLAN)
        return NoPlan()

    def from_json(self, plain: Json) -> NoPlan:
        return NoPlan()

    def in_words(self, brief: Brief, side: str, plan: NoPlan) -> tuple[str, ...]:
        return ("Put everything on the table.",)

    def marches_by_slot(self, brief: Brief, side: str, plan: NoPlan) -> tuple[str, ...]:
        return self.in_words(brief, side, plan)

    def deployment_in_words(self, plan: NoPlan) -> tuple[str, ...]:
        return ()

    def batteries(self, brief: Brief, side: str, plan: NoPlan | None) -> tuple[Unit, ...]:
        return ()

    def hidden(self, plan: NoPlan) -> frozenset[str]:
        return frozenset()

    def units(self, brief: Brief, side: str, plan: NoPlan | None) -> tuple[Unit, ...]:
        items = brief.sides[side].strength
        return tuple(Unit(item.id, item.name or item.id, TABLE, ((item.id, item.stands or 0),)) for item in items)

    def breastworks(self, brief: Brief, side: str, plan: NoPlan) -> str:
        return ""


@dataclass(frozen=True)
class PlainDay:
    """A day with a counting clock and no secrets."""

    def about(self, public: PublicBrief) -> str:
        return ""

    def terms(self, public: PublicBrief) -> Terms:
        return Terms()

    def clock(self, public: PublicBrief, turn: int) -> Clock:
        return Clock(turn, 1, turn, 0, "", "")

    def phases(self) -> Sequence[str]:
        return ()

    def hand_throws(self) -> Sequence[HandThrow]:
        return ()

    def secret_tables(self) -> Sequence[str]:
        return ()

    def find(
        self, brief: Brief, plans: Mapping[str, NoPlan], turn: int, dice: SecretDice[None]
    ) -> Sequence[Found[None]]:
        return ()

    def ratings(self, facts: None) -> Sequence[RatingLine]:
        return ()

    def facts_from_json(self, plain: Json) -> None:
        return None

    def read_facts(self, plain: Json) -> None:
        if plain != {}:
            raise Refusal("facts: this book has no secret results.")


class CommonResult:
    """The results of every book: leaders, and losses by unit."""

    def leaders(self, brief: Brief, side: str) -> tuple[Option, ...]:
        return tuple(Option(leader.id, leader.name) for leader in brief.sides[side].leaders)

    def report(self, brief: Brief, results: Mapping[str, EnteredResult], units: Mapping[str, Sequence[Unit]]) -> Report:
        return Report({side: side_report(results[side], units[side]) for side in sorted(results)}, turn=brief.turn)


@dataclass(frozen=True)
class PlainResult(CommonResult):
    """Promote nobody; everything was on the table."""

    def promotable(self, brief: Brief, side: str) -> tuple[Option, ...]:
        return ()

    def never_arrived(
        self,
        units: Sequence[Unit],
        found: Sequence[object],
        side: str,
        turn: int,
        brought: Mapping[str, Brought] = NOTHING_CHOSEN,
    ) -> dict[str, int]:
        return {}


def side_report(entered: EnteredResult, units: Sequence[Unit]) -> ReportSide:
    """Return a side's part of the report: losses item by item, as assigned."""
    items: dict[str, StandsLost] = {}
    for unit in units:
        for item, lost in book_losses(unit.booked, entered.losses.get(unit.id, NO_LOSS)).items():
            items[item] = items.get(item, NO_LOSS) + lost
    return ReportSide(
        end=entered.end,
        points=entered.points,
        items=items,
        leaders={who: said for who, said in entered.leaders.items() if not who.startswith(OF_COMMAND)},
        promotion=entered.promotion,
        removals=entered.removals,
        retreat=entered.retreat,
        brigades=tuple(_brigade(unit, entered) for unit in units if unit.called and unit.booked),
    )


def _brigade(unit: Unit, entered: EnteredResult) -> ReportBrigade:
    """Return a brigade with its losses; a commander who fell leads it no more."""
    led = entered.leaders.get(f"{OF_COMMAND}{unit.id}")
    commander = "" if led and led.fate in FELL else unit.commander
    return ReportBrigade(unit.called, commander, dict(unit.booked), entered.losses.get(unit.id, NO_LOSS))
