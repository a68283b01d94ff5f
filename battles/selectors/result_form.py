"""The page on which a side enters its result: both sides' rows, as far as the viewer may see them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property

from battles.conduct.base import EnteredResult, Option, Unit
from battles.conduct.booking import ENDS
from battles.conduct.wear import OF_COMMAND
from battles.models import Battle, ExcessChoice, Plan, SecretResult, SideResult
from battles.selectors.cards import losses_of, points_of, seen_cards
from battles.selectors.forms import find_half
from battles.selectors.losses import Ticked, roster_of, tally, ticks_by_side, with_late_ticks
from battles.selectors.objections import (
    ObjectionPage,
    Said,
    SeenRow,
    enemy_half,
    losses_entered,
    ruled_rows,
    ruling_in_words,
    said_in_short,
    said_of,
    seen_rows,
)
from battles.selectors.reads import (
    SHOWN,
    SIDES,
    as_unit,
    brief_of_battle,
    cards_book,
    conduct,
    excess_choices_of,
    find_battle,
    half_audience,
    other_side,
    plans_of,
    secret_results_of,
    shown_result,
    side_results_of,
    side_word,
    whole_result,
)
from battles.selectors.report import counts_points, objectives_of
from battles.selectors.retreat import hexes_of
from campaign.parts import Audience
from campaign.routes import reverse
from campaign.visibility import Viewer
from rulesets.core.ground import Objective
from rulesets.core.records import dataclass
from rulesets.core.report import NO_LOSS, End, LeaderSaid, StandsLost


@dataclass(frozen=True)
class ResultStart:
    """The initial values of a side's result form."""

    points: int | None = None
    losses: Mapping[str, StandsLost] = field(default_factory=dict)
    leaders: Mapping[str, LeaderSaid] = field(default_factory=dict)
    promotion: str | None = None
    retreat: str = ""
    objectives: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, entered: EnteredResult) -> "ResultStart":
        chosen = entered.promotion, entered.retreat, entered.objectives
        return cls(entered.points, entered.losses, entered.leaders, *chosen)


@dataclass(frozen=True)
class ObjectedRow:
    """A row of this result for which the enemy has a figure of its own; the umpire rules at `rule_url`."""

    unit: str
    name: str
    enemy_says: str
    rule_url: str


@dataclass(frozen=True)
class SideResultPage:
    """The input of a side's result form; `end` is how the battle ended for it.

    `leaders` are counters and `commanders` everyone else who may fall. `ruled` says which rows the umpire has set,
    and `enemy` are the rows of the other result that this viewer may object to.
    """

    battle_id: int
    name: str
    side: str
    side_name: str
    audience: Audience
    units: tuple[Unit, ...]
    batteries: tuple[Unit, ...]
    leaders: tuple[Option, ...]
    commanders: tuple[Option, ...]
    items: tuple[Option, ...]
    objectives: tuple[Objective, ...]
    counts_points: bool
    start: ResultStart
    end: End | None
    end_words: str
    is_open: bool
    is_entered: bool
    retreats: tuple[Option, ...] = ()
    ruled: Mapping[str, str] = field(default_factory=dict)
    objected: tuple[ObjectedRow, ...] = ()
    enemy: ObjectionPage | None = None

    def size_of(self, unit: Unit) -> int:
        """Return the stands of a unit, or 1 for a battery."""
        return unit.stands if unit in self.units else 1


def side_result_page(viewer: Viewer, battle_id: int, side: str) -> SideResultPage:
    """Return a side's result form, for that side or the umpire."""
    battle = find_half(viewer, battle_id, side)
    plans = plans_of(battle)
    return _half_page(viewer, battle, side, plans, side_results_of(battle), _Recorded(battle, plans, [side]))


def side_result_pages(viewer: Viewer, battle_id: int) -> list[SideResultPage]:
    """Return both sides' result forms, for the umpire."""
    battle = find_battle(viewer, battle_id)
    plans = plans_of(battle)
    side_results, known = side_results_of(battle), _Recorded(battle, plans, SIDES)
    return [_half_page(viewer, battle, side, plans, side_results, known) for side in SHOWN]


@dataclass
class _Recorded:
    """What was ticked, and who came on the table late or never, read once for all its sides and only if needed."""

    battle: Battle
    plans: Mapping[str, Plan]
    sides: Sequence[str]

    @cached_property
    def ticks(self) -> dict[str, list[Ticked]]:
        return ticks_by_side(self.battle, self.sides)

    @cached_property
    def results(self) -> list[SecretResult]:
        return secret_results_of(self.battle)

    @cached_property
    def said(self) -> Said:
        return said_of(self.battle)

    @cached_property
    def choices(self) -> list[ExcessChoice]:
        return excess_choices_of(self.plans)


def _half_page(
    viewer: Viewer,
    battle: Battle,
    side: str,
    plans: dict[str, Plan],
    side_results: dict[str, SideResult],
    recorded: _Recorded,
) -> SideResultPage:
    roster, brief = roster_of(battle, side, plans), brief_of_battle(battle)
    side_result, others = side_results.get(side), [row for row in side_results.values() if row.side != side]
    if side_result:
        late = with_late_ticks(whole_result(side_result), side_result, recorded.ticks[side], roster.sizes)
        start = ResultStart.of(late)
    else:
        start = _start(viewer, battle, side, plans, recorded) if battle.takes_results else ResultStart()
        named = shown_result(others[0]).objectives if others else {}
        start = replace(start, objectives=named)
    everyone = tuple(roster.commanders.values())
    rows = seen_rows(battle, side, plans)
    return SideResultPage(
        battle_id=battle.id,
        name=battle.name,
        side=side,
        side_name=side_word(side),
        audience=half_audience(viewer, side),
        units=tuple(roster.units.values()),
        batteries=tuple(roster.batteries.values()),
        leaders=tuple(each for each in everyone if not each.value.startswith(OF_COMMAND)),
        commanders=tuple(each for each in everyone if each.value.startswith(OF_COMMAND)),
        items=conduct(battle).result.promotable(brief, side),
        objectives=objectives_of(battle),
        counts_points=counts_points(battle),
        start=start,
        end=End(battle.ends[side]) if battle.ends else None,
        end_words=f"{side_word(side)} {ENDS[End(battle.ends[side])]}." if battle.ends else "",
        is_open=battle.takes_results,
        is_entered=side_result is not None,
        retreats=_retreats(viewer, battle, side),
        ruled={at: ruling_in_words(each) for at, each in ruled_rows(side, rows, recorded.said.rulings).items()},
        objected=tuple(_objected(viewer, battle, side, rows, side_result, recorded)),
        enemy=enemy_half(viewer, battle, other_side(side), plans, side_results, recorded.said),
    )


def _objected(
    viewer: Viewer,
    battle: Battle,
    side: str,
    rows: Sequence[SeenRow],
    row: SideResult | None,
    recorded: _Recorded,
) -> Iterator[ObjectedRow]:
    """Yield the rows for which the enemy has another figure than their owner, or than nothing before he entered any."""
    entered, said = losses_entered(row), recorded.said.objections.get(other_side(side), {})
    for each in rows:
        if each.key in said and (row is None or said[each.key] != entered.get(each.unit, NO_LOSS)):
            args = [battle.campaign_id, battle.id, side.lower(), each.key]
            may_rule = viewer.is_umpire and row is not None and battle.takes_results
            url = reverse("battles:rule-on-losses", args=args) if may_rule else ""
            yield ObjectedRow(each.unit, each.name, said_in_short(said[each.key]), url)


def _retreats(viewer: Viewer, battle: Battle, side: str) -> tuple[Option, ...]:
    """Return the hexes to which a side may choose to retreat; the umpire may also name the others around."""
    hexes = (
        [each for each in hexes_of(battle, side) if each.is_legal or viewer.is_umpire] if battle.takes_results else []
    )
    return tuple(Option(each.id, each.name, "" if each.is_legal else "only the umpire") for each in hexes)


def _start(viewer: Viewer, battle: Battle, side: str, plans: dict[str, Plan], recorded: _Recorded) -> ResultStart:
    """Return a result to begin with: what the unit cards lost, or what was ticked."""
    if (book := cards_book(battle)) is not None:
        known = [as_unit(card) for card in seen_cards(viewer, battle)]
        own = {card.id: losses_of(book, card) for card in known if card.side == side and book.strength(card).of}
        return ResultStart(points=points_of(book, known, side) or 0, losses=own)
    sums = tally(battle, side, plans, recorded.ticks[side], recorded.results, recorded.choices)
    return ResultStart(
        losses={at: lost for at, lost in sums.all_losses.items() if lost != NO_LOSS},
        leaders={at: LeaderSaid(fate) for at, fate in sums.fates.items()},
    )
