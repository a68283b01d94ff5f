"""The battles that come with the books, as people choose them: picture, sizes, and expected length."""

from typing import Protocol

from battles.conduct import SomeConduct
from battles.selectors.reads import SHOWN, side_word
from rulesets.core.brief import Brief
from rulesets.core.context import Context
from rulesets.core.records import dataclass
from rulesets.core.setups import Setups
from war.parts import SheetView
from war.selectors.ground import ground_of


class Rules(Protocol):
    """The part of a campaign's setup rules that measures an army."""

    @property
    def setups(self) -> Setups: ...
    @property
    def house(self) -> Context: ...
    @property
    def table(self) -> SomeConduct: ...


@dataclass(frozen=True)
class SampleArmy:
    """The size of one army."""

    side: str
    name: str
    attacks: bool
    points: int
    stands: int
    batteries: int
    leaders: int


@dataclass(frozen=True)
class Sample:
    """A setup at a glance. `turns` and `hours` are those of one game day: the battle may be shorter or longer."""

    id: str
    name: str
    about: str
    ground: tuple[tuple[str, str], ...]
    armies: tuple[SampleArmy, ...]
    turns: int
    hours: str
    picture: SheetView


def sample_of(sample_id: str, brief: Brief, rules: Rules) -> Sample:
    """Return a setup at a glance, measured by the campaign's rules."""
    public = rules.table.planning.public_part(brief)
    clock = rules.table.day.clock(public, 1)
    return Sample(
        id=sample_id,
        name=brief.name,
        about=rules.table.day.about(public),
        ground=rules.table.day.terms(public).facts,
        armies=tuple(_army(brief, side, rules) for side in SHOWN),
        turns=clock.turns_a_day,
        hours=f"{clock.hour} to {clock.dusk}",
        picture=ground_of(brief, sheet=None, figures={side: str(brief.sides[side].total_sp) for side in SHOWN}),
    )


def _army(brief: Brief, side: str, rules: Rules) -> SampleArmy:
    army = brief.sides[side]
    return SampleArmy(
        side=side,
        name=side_word(side),
        attacks=side == brief.attacker,
        points=army.total_sp,
        stands=sum(unit.stands for unit in rules.table.planning.units(brief, side, None)),
        batteries=rules.setups.batteries(brief, side, rules.house),
        leaders=len(army.leaders),
    )
