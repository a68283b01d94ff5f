"""Checks that a corrected record of a battle must pass: its form, and that its book can still play it."""

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from contextlib import suppress
from typing import Any

from battles.conduct.base import EnteredResult
from battles.models import (
    Battle,
    BattleGround,
    BattleReport,
    BattleState,
    Card,
    CardRoll,
    ExcessChoice,
    HiddenStart,
    LeaderPlace,
    LossRuling,
    NightChoice,
    Objection,
    PlacedUnit,
    Plan,
    PositionNote,
    PublicSetup,
    SecretResult,
    Setup,
    SideResult,
    TableRoll,
    Tick,
    TurnRequest,
    UmpireWork,
    WrittenOrder,
)
from battles.selectors.reads import (
    SIDES,
    brief_of_battle,
    clock_of,
    conduct,
    house_of_battle,
    plans_of,
    public_brief_of,
    side_word,
    stream_of,
    whole_result,
)
from battles.selectors.report import counts_points
from battles.services.cards import right_card
from battles.services.common import reload, require
from battles.services.result import check_result
from battles.shapes import House, SecretResultBody, Shown, SideResultBody
from campaign.app_part import RowCheck
from campaign.audiences import PUBLIC, UMPIRE
from campaign.errors import NumberNeeded, Refusal, RewindFirst
from campaign.ids import hex_id
from campaign.selectors.correctable import all_columns
from campaign.selectors.house import switchable
from campaign.services.corrections import of_column
from campaign.services.house import fitting_value
from rulesets.core.brief import Brief
from rulesets.core.plain import as_json
from rulesets.core.registry import books
from rulesets.core.report import End, Report
from rulesets.core.typed import read_as
from war.models import StrengthPoint
from war.selectors.aftermath import work_out_side

NO_LOSS = EnteredResult(End.HELD)


def _battle(row: Battle, changed: Set[str]) -> None:
    if "book" in changed:
        known = sorted(book.id for book in books())
        with of_column("book"):
            require(row.book in known, f"use one of {', '.join(known)}.")
            _rests_on_its_setup(row)


def _setup(row: Setup, changed: Set[str]) -> None:
    """Check each column's form, and that the book can still play the battle."""
    if "scopes" in changed:
        with of_column("scopes"):
            row.scopes = _read_scopes(row.scopes)
    if changed & {"brief", "house"}:
        with of_column("brief"):
            row.brief = _read_brief(row.brief).to_json()
        with of_column("house"):
            _read_house(row.house)
        with of_column("brief" if "brief" in changed else "house"):
            _rests_on_its_setup(row.battle)


def _rests_on_its_setup(battle: Battle) -> None:
    """Check that the book can use the setup, and that it fits everything done since."""
    _is_playable(battle)
    _fits_what_stands(battle)
    _read_clock(battle)


def _read_clock(battle: Battle) -> None:
    clock_of(battle, max(battle.turn, 1))


def _read_scopes(plain: Any) -> dict[str, str]:
    scopes = read_as(dict[str, str], plain)
    require(set(scopes) <= set(SIDES), f"its sides must be {' and '.join(SIDES)}.")
    return scopes


def _read_brief(plain: Any) -> Brief:
    require(isinstance(plain, Mapping), "must be an object with fields.")
    brief = Brief.read(dict(plain))
    _both_sides(brief)
    return brief


def _read_house(house: Any) -> None:
    """Check that numbers fit their cells and options their rulings."""
    if house == {}:
        return
    known, switches = read_as(House, house), {ruling.id: ruling for _, ruling in switchable()}
    for ruling, option in known.switches.items():
        found = switches.get(ruling)
        require(found and option in found.options, f"switches: no book has a ruling {ruling} with {option!r}.")
    for cell in known.overrides:
        try:
            fitting_value(cell.table, cell.row, cell.column, cell.value)
        except ValueError as fault:
            raise Refusal(f"overrides: {fault}") from None


def _both_sides(brief: Brief) -> None:
    require(set(brief.sides) == set(SIDES), f"sides: name {' and '.join(SIDES)}.")
    require({brief.attacker, brief.defender} == set(SIDES), "attacker: one side must attack and the other defend.")
    for side, army in brief.sides.items():
        ids = Counter([*(item.id for item in army.strength), *(leader.id for leader in army.leaders)])
        twice = next((name for name, count in ids.items() if count > 1), "")
        require(not twice, f"sides.{side}: {twice} is listed twice.")


def _is_playable(row: Battle) -> None:
    """Check that the book can compute what pages show of the Brief."""
    row.public_setup.house = row.setup.house
    played, brief = conduct(row), brief_of_battle(row)
    played.planning.check_brief(brief)
    row.public_setup.brief = played.planning.public_part(brief).to_json()
    played.day.terms(public_brief_of(row))
    for side in SIDES:
        played.planning.choices(brief, side)
        played.planning.chances(brief, side)
        units = played.planning.units(brief, side, None)
        with suppress(NumberNeeded):  # pages ask for it
            if played.orders is not None:
                played.orders.about(brief, side, None)
        if row.contact_id is not None:
            said = played.result.report(brief, {side: NO_LOSS}, {side: units}).sides[side]
            work_out_side(row.book, brief, side, said, house_of_battle(row))


def _fits_what_stands(row: Battle) -> None:
    """Check that map, sealed plans, and entered results still fit this Brief."""
    brief = brief_of_battle(row)
    if row.contact_id is not None:
        for side in SIDES:
            _stand_on_the_map(row, side)
    for side, plan in plans_of(row).items():
        settled = conduct(row).planning.read(brief, side, plan.body).to_json()
        require(settled == plan.body, f"the sealed {side_word(side)} plan would no longer fit.")
    for side_result in SideResult.objects.filter(battle=row).order_by("side"):
        _check_side_result(row, side_result)


def _stand_on_the_map(row: Battle, side: str) -> None:
    named = {item.id for item in brief_of_battle(row).sides[side].strength}
    points = StrengthPoint.objects.filter(campaign_id=row.campaign_id, side=side).values_list("id", flat=True)
    strange = sorted(named - {hex_id(point) for point in points})
    require(not strange, f"sides.{side}.strength: {strange[0] if strange else ''} isn’t a strength point of that side.")


def _plan(row: Plan, changed: Set[str]) -> None:
    if "body" in changed:
        with of_column("body"):
            plan = conduct(row.battle).planning.read(brief_of_battle(row.battle), row.side, row.body)
            row.body = plan.to_json()


def _half(row: SideResult, changed: Set[str]) -> None:
    if changed & {"shown", "body"}:
        for column, kind in (("shown", Shown), ("body", SideResultBody)):
            with of_column(column):
                setattr(row, column, as_json(read_as(kind, getattr(row, column))))
        with of_column("body" if "body" in changed else "shown"):
            _check_side_result(reload(row.battle), row)
        _require_unsettled(row.battle)


def _require_unsettled(battle: Battle) -> None:
    """Refuse a correction that the map would never see, and say what to rewind to."""
    if battle.state == BattleState.APPLIED and battle.contact_id is not None:
        before = f"the line before “The report of {battle.name} was applied”"
        sentence = f"{battle.name} is settled, so a corrected result would change nothing on the map. Rewind to"
        sentence = f"{sentence} {before}, correct the result, and settle again: the rolls stay the same."
        raise RewindFirst(sentence, cites="VG-9", kind="battle.settled", about=stream_of(battle.id))


def _check_side_result(battle: Battle, row: SideResult) -> None:
    """Check a result as its page does, unit by unit and leader by leader."""
    said = whole_result(row)
    settled = check_result(battle, row.side, said)
    typed = counts_points(battle) and said.points
    require(not typed, "points: the site counts them from the losses and objectives, so correct those. R-32")
    strange = settled.losses.keys() ^ said.losses.keys()
    require(not strange, f"losses: name every unit of the plan and no others; see {', '.join(sorted(strange))}.")
    strange = settled.leaders.keys() ^ said.leaders.keys()
    require(not strange, f"leaders: name every leader of the army and no others; see {', '.join(sorted(strange))}.")
    known = {item.id for item in brief_of_battle(battle).sides[row.side].strength}
    require(set(said.removals) <= known, "removals: one strength point is not in this army.")


def _finding(row: SecretResult, changed: Set[str]) -> None:
    with of_column("body"):
        body = read_as(SecretResultBody, row.body)
        conduct(row.battle).day.read_facts(body.facts)
        require(body.side in SIDES if body.is_own else True, f"side: what a side knows needs {' or '.join(SIDES)}.")
        for dispatch in body.dispatches:
            require(dispatch.side in ("", *SIDES), f"dispatches: use {' or '.join(SIDES)}, or leave the side empty.")
            require(1 <= dispatch.turn <= 999, "dispatches: a turn must be from 1 to 999.")
            require(1 <= len(dispatch.kind) <= 40, "dispatches: a kind must have 1 to 40 characters.")
        sent = len(body.dispatches) > max(row.told, default=-1)
        require(sent, f"dispatches: those already sent stay, so list at least {max(row.told, default=-1) + 1}.")


def _report(row: BattleReport, changed: Set[str]) -> None:
    with of_column("body"):
        report = read_as(Report, row.body)
        require(report.schema == 1, "schema: this site reads only schema 1.")
        require(set(report.sides) == set(SIDES), f"sides: name {' and '.join(SIDES)}.")


def _card(row: Card, changed: Set[str]) -> None:
    """Check a card as its book does."""
    with of_column("values"):
        require(isinstance(row.values, Mapping), "must be an object with fields.")
        right_card(row.battle, row)


def _of_setup(row: Setup, path: Sequence[str]) -> str:
    """Tell a side of its own army; what everyone knows is in the public part."""
    column, *inside = path
    side = inside[1] if inside[:1] == ["sides"] and len(inside) > 1 else inside[0] if column == "scopes" else ""
    return row.battle.plan_audience(side) if side in SIDES else UMPIRE


def _of_side_result(row: SideResult, path: Sequence[str]) -> str:
    return PUBLIC if path[0] in SideResult.PUBLIC else ""


def _of_report(row: BattleReport, path: Sequence[str]) -> str:
    """Everyone saw the ends and the points; each side knows its own losses."""
    inside = list(path[1:])
    if inside[:1] != ["sides"] or len(inside) < 3:
        return PUBLIC
    return PUBLIC if inside[2] in ("end", "points", "score") else row.battle.plan_audience(inside[1])


def _when(row: Any) -> str:
    battle = row if isinstance(row, Battle) else row.battle
    if battle.is_over:
        return f"after {battle.name}"
    return f"on turn {battle.turn}" if battle.turn else f"before the opening of {battle.name}"


BEGUN, CLOCK, GROUND = "battle.begun", "battle.request", "battle.ground"
SEAL, UNSEAL = "battle.sealed", "battle.unsealed"
ROW_CHECKS = (
    RowCheck(
        Battle,
        _battle,
        keeps={
            "state": "battle.called_off",
            "turn": CLOCK,
            "step": CLOCK,
            "since": CLOCK,
            "cup_owner": BEGUN,
            "known_rolls": BEGUN,
            "is_prepared": "battle.prepared",
            "ends": CLOCK,
            "surrenders": "battle.surrender",
            "adjourned": "battle.adjourned",
            "phase": "battle.phase",
        },
        follows=lambda row: [row.public_setup],
        when=_when,
    ),
    RowCheck(UmpireWork, keeps={"step": "rewind"}, when=_when),
    RowCheck(Setup, _setup, follows=lambda row: [row.battle.public_setup], audience=_of_setup, when=_when),
    RowCheck(PublicSetup, keeps={"brief": "correct", "house": "correct"}, when=_when),
    RowCheck(
        BattleGround,
        keeps={"body": GROUND, "edge": "battle.edge", "accepted_at": GROUND, "pictures": "battle.picture"},
        when=_when,
    ),
    RowCheck(Plan, _plan, keeps={"side": SEAL, "sealed_at": UNSEAL}, when=_when),
    RowCheck(
        SideResult,
        _half,
        keeps={"side": "battle.result", "confirmed": "battle.result"},
        audience=_of_side_result,
        when=_when,
    ),
    RowCheck(TurnRequest, keeps=all_columns(TurnRequest, by=CLOCK)),
    RowCheck(Tick, keeps=all_columns(Tick, by="battle.tick")),
    RowCheck(PositionNote, keeps=all_columns(PositionNote, by="battle.positions")),
    RowCheck(Objection, keeps=all_columns(Objection, by="battle.objected")),
    RowCheck(LossRuling, keeps=all_columns(LossRuling, by="battle.ruled")),
    RowCheck(NightChoice, keeps=all_columns(NightChoice, by="battle.night")),
    RowCheck(HiddenStart, keeps=all_columns(HiddenStart, by="battle.hidden")),
    RowCheck(PlacedUnit, keeps=all_columns(PlacedUnit, by="battle.placed")),
    RowCheck(ExcessChoice, keeps=all_columns(ExcessChoice, by="battle.excess")),
    RowCheck(LeaderPlace, keeps=all_columns(LeaderPlace, by="battle.leader")),
    RowCheck(TableRoll, keeps=all_columns(TableRoll, by="battle.rolled")),
    RowCheck(SecretResult, _finding, keeps={"subject": "battle.umpire_work", "told": "rewind"}, when=_when),
    RowCheck(
        Card,
        _card,
        keeps={"side": "card.added", "kind": "card.added", "hidden": "card.revealed", "turn": CLOCK},
        when=_when,
    ),
    RowCheck(CardRoll, keeps=all_columns(CardRoll, by="card.rolled")),
    RowCheck(WrittenOrder, keeps=all_columns(WrittenOrder, by="order.written")),
    RowCheck(BattleReport, _report, audience=_of_report, when=_when),
)
