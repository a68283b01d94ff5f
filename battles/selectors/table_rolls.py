"""Rolls at the table: those that were made, which everyone sees, and what can be rolled with one's own units."""

from collections.abc import Iterator, Sequence

from django.db.models import QuerySet
from django.http import Http404

from battles.conduct.rolls import Army, TableUse
from battles.models import Battle, TableRoll
from battles.selectors.at_table import find_army, find_own_army, may_roll, rolls_of
from battles.selectors.cards import page_audience
from battles.selectors.reads import (
    SHOWN,
    conduct,
    find_battle,
    half_audience,
    side_word,
)
from campaign.audiences import PUBLIC
from campaign.parts import Audience, TraceLine
from campaign.prepared import prepared
from campaign.routes import reverse
from campaign.visibility import Viewer, audience_words
from rulesets.core.records import dataclass

ROLLS_SHOWN = 30


@dataclass(frozen=True)
class RuleLine:
    """A rule that a side can roll."""

    name: str
    title: str
    url: str


@dataclass(frozen=True)
class SideRules:
    """What a side can roll, and where its leaders are."""

    side: str
    name: str
    rules: tuple[RuleLine, ...]
    leaders_url: str


@dataclass(frozen=True)
class TableRollLine:
    """A roll in the list."""

    id: int
    title: str
    side: str
    unit: str
    turn: int
    result: str
    again: str
    url: str


@dataclass(frozen=True)
class TableRollsPage:
    """What this viewer can roll, and what was rolled, the newest first."""

    battle_id: int
    name: str
    audience: Audience
    sides: tuple[SideRules, ...]
    rolls: tuple[TableRollLine, ...]


@dataclass(frozen=True)
class UnitLine:
    """A unit that can roll a rule; `note` says why it can't now."""

    id: str
    label: str
    about: str
    note: str
    url: str


@dataclass(frozen=True)
class RuleUnitsPage:
    """The units of a side that can roll a rule."""

    battle_id: int
    battle: str
    side: str
    name: str
    title: str
    audience: Audience
    units: tuple[UnitLine, ...]
    leaders_url: str


@dataclass(frozen=True)
class TableRollPage:
    """A roll, its result, and why; `reroll_url` is for those who may reroll it now."""

    id: int
    battle_id: int
    battle: str
    title: str
    side: str
    unit: str
    turn: int
    result: str
    again: str
    audience: Audience
    trace: tuple[TraceLine, ...]
    is_replaced: bool
    reroll_url: str


def table_rolls_page(viewer: Viewer, battle_id: int) -> TableRollsPage:
    """Return what can be rolled and what was."""
    battle = find_table(viewer, battle_id)
    return TableRollsPage(
        battle_id=battle.id,
        name=battle.name,
        audience=page_audience(viewer, battle),
        sides=tuple(_rules(battle, side) for side in SHOWN if may_roll(viewer, battle, side)),
        rolls=tuple(_line(row) for row in rolls_in(battle.id)[:ROLLS_SHOWN]),
    )


def find_table(viewer: Viewer, battle_id: int) -> Battle:
    """Return a battle whose book is rolled at the table, from its first turn on."""
    battle = find_battle(viewer, battle_id)
    if conduct(battle).rolls is None or battle.turn == 0:
        raise Http404
    return battle


@prepared
def _rolls(battle_id: int) -> QuerySet[TableRoll]:
    return TableRoll.objects.filter(battle_id=battle_id).order_by("-at", "-id")


def rolls_in(battle_id: int) -> list[TableRoll]:
    return _rolls(battle_id)


def _rules(battle: Battle, side: str) -> SideRules:
    args = [battle.campaign_id, battle.id, side.lower()]
    rolls = rolls_of(battle)
    assert rolls is not None
    rules = (
        RuleLine(each.name, each.procedure.title, reverse("battles:table-units", args=[*args, each.name]))
        for each in rolls.uses()
    )
    return SideRules(side, side_word(side), tuple(rules), reverse("battles:leaders", args=args))


def _line(row: TableRoll) -> TableRollLine:
    url = reverse("battles:table-roll", args=[row.campaign_id, row.battle_id, row.id])
    return TableRollLine(row.id, row.title, row.side, row.unit, row.turn, row.result, again_words(row), url)


def again_words(row: TableRoll) -> str:
    """Say which reroll of a maneuver it is, or which roll of this rule this turn."""
    if not row.again:
        return ""
    return f"reroll {row.again}" if row.name == "maneuver" else f"time {row.again + 1} this turn"


def find_use(battle: Battle, name: str) -> TableUse:
    """Return the rule with this name, or raise 404."""
    rolls = rolls_of(battle)
    for use in rolls.uses() if rolls else ():
        if use.name == name:
            return use
    raise Http404


def rule_units_page(viewer: Viewer, battle_id: int, side: str, name: str) -> RuleUnitsPage:
    """Return a side's units that can roll a rule: to the side, and to the umpire."""
    battle, army = find_army(viewer, battle_id, side)
    use, rolls = find_use(battle, name), conduct(battle).rolls
    assert rolls is not None
    args = [battle.campaign_id, battle.id, army.side.lower()]
    rolled = {row.unit for row in rolls_in(battle.id) if is_same_turn(row, battle, army.side, name)}
    units = [unit for unit in rolls.units(army) if unit.kind in use.kinds]
    return RuleUnitsPage(
        battle_id=battle.id,
        battle=battle.name,
        side=army.side,
        name=name,
        title=use.procedure.title,
        audience=half_audience(viewer, army.side),
        units=tuple(
            UnitLine(
                unit.id,
                unit.label,
                unit.about,
                "; ".join(_notes(is_unseen=(unit.with_unit or unit.id) in army.unseen, is_rolled=unit.label in rolled)),
                reverse("battles:roll-at-table", args=[*args, name, unit.id]),
            )
            for unit in units
        ),
        leaders_url=reverse("battles:leaders", args=args),
    )


def _notes(*, is_unseen: bool, is_rolled: bool) -> Iterator[str]:
    if is_unseen:
        yield "hidden until it is revealed"
    if is_rolled:
        yield "rolled this turn"


def is_same_turn(row: TableRoll, battle: Battle, side: str, name: str) -> bool:
    """Return whether a roll of this rule was made by this side on this turn."""
    return row.side == side and row.turn == battle.turn and row.name == name


def table_roll_page(viewer: Viewer, battle_id: int, table_roll_id: int) -> TableRollPage:
    """Return a roll; all of it is public, except who may still reroll it."""
    battle = find_table(viewer, battle_id)
    rows = rolls_in(battle.id)
    return _page(viewer, battle, roll_in(rows, table_roll_id), rows)


def _page(
    viewer: Viewer, battle: Battle, row: TableRoll, rows: Sequence[TableRoll], army: Army | None = None
) -> TableRollPage:
    last = newest_of(row, rows)
    return TableRollPage(
        id=row.id,
        battle_id=battle.id,
        battle=battle.name,
        title=row.title,
        side=row.side,
        unit=row.unit,
        turn=row.turn,
        result=row.result,
        again=again_words(row),
        audience=audience_words(viewer, PUBLIC),
        trace=row.trace_lines,
        is_replaced=last.id != row.id and row.name == "maneuver",
        reroll_url=_reroll_url(viewer, battle, row, rows, army) if last.id == row.id else "",
    )


def roll_in(rows: Sequence[TableRoll], table_roll_id: int) -> TableRoll:
    for row in rows:
        if row.id == table_roll_id:
            return row
    raise Http404


def newest_of(row: TableRoll, rows: Sequence[TableRoll]) -> TableRoll:
    """Return the newest roll of the same rule, unit, and turn: of a maneuver, the one that counts."""
    return max((each for each in rows if _is_same(each, row)), key=lambda each: each.again)


def _is_same(row: TableRoll, other: TableRoll) -> bool:
    return (row.side, row.turn, row.name, row.unit) == (other.side, other.turn, other.name, other.unit)


def _reroll_url(viewer: Viewer, battle: Battle, row: TableRoll, rows: Sequence[TableRoll], army: Army | None) -> str:
    """Return where a roll of this turn is rerolled, to its side and the umpire while the army leader has rerolls."""
    may = may_roll(viewer, battle, row.side) and viewer.game_is_on
    if not may or row.turn != battle.turn or battle.is_postponed or not find_use(battle, row.name).has_rerolls:
        return ""
    army = army or find_own_army(viewer, battle, row.side)
    if not rerolls_left(battle, army, rows):
        return ""
    return reverse("battles:reroll", args=[battle.campaign_id, battle.id, row.id])


def rerolls_left(battle: Battle, army: Army, rows: Sequence[TableRoll]) -> int:
    """Return how many maneuver rerolls a side's army leader has left this turn (VG-11D3)."""
    rolls = conduct(battle).rolls
    command = rolls.command(army, rerolls_used(battle, army.side, rows)) if rolls else None
    return command.left if command else 0


def rerolls_used(battle: Battle, side: str, rows: Sequence[TableRoll]) -> int:
    """Count the maneuver rerolls of a side this turn; everyone saw them."""
    return sum(1 for row in rows if row.again and is_same_turn(row, battle, side, "maneuver"))


@dataclass(frozen=True)
class RerollPage:
    """A maneuver that can be rerolled, and the army leader's rerolls: who chooses, and how many are left."""

    roll: TableRollPage
    left: int
    chooser: str


def reroll_page(viewer: Viewer, battle_id: int, table_roll_id: int) -> RerollPage:
    """Return a maneuver of this turn to those who may reroll it; to everyone else there is no such page."""
    battle = find_table(viewer, battle_id)
    rows = rolls_in(battle.id)
    row = roll_in(rows, table_roll_id)
    army = find_own_army(viewer, battle, row.side)
    rolls = conduct(battle).rolls
    command = rolls.command(army, rerolls_used(battle, army.side, rows)) if rolls else None
    if command is None or row.turn != battle.turn or not find_use(battle, row.name).has_rerolls:
        raise Http404
    return RerollPage(_page(viewer, battle, row, rows, army), command.left, command.chooser)
