"""Reads of a battle shared by pages and, inside their lock, by services."""

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import JSONObject
from django.http import Http404

from battles.conduct import SomeConduct, conduct_of
from battles.conduct.arrivals import Brought
from battles.conduct.base import BookPlan, Clock, EnteredResult, Unit
from battles.conduct.plain import TABLE
from battles.models import (
    Battle,
    BattleReport,
    BattleState,
    Card,
    ClockRequest,
    ExcessChoice,
    HiddenStart,
    PlacedUnit,
    Plan,
    SecretResult,
    SideResult,
)
from battles.shapes import Shown, SideResultBody, entered_result
from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.models import Deadline, JournalLine, SideCode, UmpireKind
from campaign.parts import Audience
from campaign.parts import Deadline as Due
from campaign.prepared import prepared
from campaign.selectors.house import as_first_typed, typed_cells, typed_numbers
from campaign.selectors.moves import shown
from campaign.sources import SOURCES
from campaign.together import Together
from campaign.visibility import Viewer, may_know
from rulesets.core.brief import Brief, PublicBrief
from rulesets.core.context import Context
from rulesets.core.plain import Json
from rulesets.core.registry import NoSuchProcedure, hand_over_of, unit_cards_of
from rulesets.core.units import Card as UnitCard
from rulesets.core.units import UnitCards
from war.selectors.retreats import with_sightings

SIDES = tuple(sorted(SideCode.values))
SHOWN = tuple(reversed(SIDES))  # on pages the Union stands left or above (look)
REQUEST_WORDS = {
    ClockRequest.ON: "is ready for the next turn",
    ClockRequest.BACK: "asked to go back one turn",
    ClockRequest.END: "proposed to end the battle",
}
SUBJECTS = {
    BattleState.PLANS: "plan",
    BattleState.PREPARED: "opening",
    BattleState.DAY: "day",
    BattleState.NIGHT: "night",
    BattleState.RESULT: "result",
}
AFTER = {
    BattleState.PLANS: "the site seals an empty plan",
    BattleState.DAY: "the site ends the fighting",
    BattleState.NIGHT: "a silent army stays",
    BattleState.RESULT: "the site settles with what was entered",
}
NOTICES = "battle.notice"
SEEN, HIDDEN, EXCESS = "seen", "hidden_start", "excess"  # what is read with a plan
REPORTED = "reported"  # what is read with a side's result
NOT_THE_DAY = "The battle isn’t being fought now."
NOT_THE_NIGHT = "It isn’t night at this battle."
NOT_SEALED = "Your side hasn’t sealed a plan."
OPEN_ALREADY = "The battle is prepared, so plans are final."
TURN_LIMITS = 7  # time limits for a turn where the site umpires: the players have to meet at a table


def stream_of(battle_id: int) -> str:
    return f"battle:{hex_id(battle_id)}"


def find_battle(viewer: Viewer, battle_id: int) -> Battle:
    """Return a battle of the viewer's campaign; battles are public to everyone in it."""
    for battle in _battle(viewer.campaign_id, battle_id):
        return battle
    raise Http404


def find_notice(viewer: Viewer, battle_id: int, n: int) -> JournalLine:
    """Return a notice of this battle in the viewer's own journal."""
    about = stream_of(find_battle(viewer, battle_id).id)
    line = JournalLine.objects.filter(feed_id=viewer.feed_id, n=n, kind=NOTICES, about=about).first()
    if line is None:
        raise Http404
    return line


def require_not_over(battle: Battle) -> None:
    if battle.is_over:
        raise Refusal(f"{battle.name} is already over.")


@prepared
def _battle(campaign_id: int, battle_id: int) -> QuerySet[Battle]:
    return whole_battles().filter(campaign_id=campaign_id, id=battle_id)


def whole_battles() -> QuerySet[Battle]:
    """Return battles with their setups, and with the sightings of both sides, in one read."""
    battles = Battle.objects.select_related("campaign", "contact", "setup", "public_setup", "ground")
    return with_sightings(battles.annotate(has_typed=Exists(typed_cells(OuterRef("campaign_id")))))


def house_of_battle(battle: Battle) -> Context:
    """Return the numbers and rulings that the battle began with, and the unknown numbers typed while it is fought.

    Everyone knows them.
    """
    if battle.typed_numbers is None:
        battle.typed_numbers = typed_numbers(battle.campaign_id) if getattr(battle, "has_typed", True) else ()
    typed = (cell for cell in battle.typed_numbers if not battle.is_over or _is_before(cell.typed_at, battle.since))
    return Context.from_json(battle.public_setup.house).with_more(map(as_first_typed, typed))


def _is_before(typed_at: datetime | None, end: datetime) -> bool:
    return typed_at is not None and typed_at <= end


def conduct(battle: Battle) -> SomeConduct:
    return conduct_of(battle.book, house_of_battle(battle))


def brief_of_battle(battle: Battle) -> Brief:
    return battle.setup.whole_brief


def public_brief_of(battle: Battle) -> PublicBrief:
    return battle.public_setup.public_brief


def clock_of(battle: Battle, turn: int) -> Clock:
    return conduct(battle).day.clock(public_brief_of(battle), turn)


def may_know_plan(viewer: Viewer, battle: Battle, side: str) -> bool:
    return may_know(battle.plan_audience(side), viewer)


def commands(viewer: Viewer, battle: Battle, side: str) -> bool:
    """Return whether this seat commands a side's army in a battle."""
    return viewer.is_commander and viewer.side == side and may_know_plan(viewer, battle, side)


def half_audience(viewer: Viewer, side: str) -> Audience:
    """Return who else sees what belongs to one side: the side and the umpire."""
    if viewer.is_umpire:
        return Audience(side="umpire", words=f"Visible only to {side_word(side)} and you")
    return Audience(side=side, words="Visible only to you and the umpire")


def may_unseal(viewer: Viewer, battle: Battle, plans: Collection[str]) -> bool:
    """Return whether the viewer's plan can still be unsealed."""
    is_own = viewer.is_commander and viewer.side in plans and may_know_plan(viewer, battle, viewer.side)
    is_on = battle.state == BattleState.PLANS and not battle.is_postponed and viewer.game_is_on
    return is_own and is_on and not why_final(battle, viewer.side, plans)


def why_final(battle: Battle, side: str, plans: Collection[str]) -> str:
    """Return why a plan sealed in this phase can't be unsealed, or "". All of it is public (VG-5, R-57)."""
    if len(plans) == len(SIDES):
        return "Both sides have sealed, so plans are final."
    if side in late_sides(clocks_of(battle), now=SOURCES.now()):
        return "The deadline has passed, so a sealed plan is final. (House rule R-57.)"
    return ""


def plans_of(battle: Battle) -> dict[str, Plan]:
    """Return the sealed plans by side, each with which of its units start hidden, which the enemy has seen, and what
    its owner chose to bring on of reduced flank forces."""
    return {plan.side: plan for plan in _plans(battle.id)}


@prepared
def _plans(battle_id: int) -> QuerySet[Plan]:
    seen = PlacedUnit.objects.filter(battle_id=OuterRef("battle_id"), side=OuterRef("side"))
    columns = JSONObject(id="id", unit="unit", name="name", arm="arm", stands="stands", turn="turn")
    chosen = ExcessChoice.objects.filter(battle_id=OuterRef("battle_id"), side=OuterRef("side"))
    names = {name: name for name in ("id", "edge", "turn", "units", "reduced", "is_made")}
    excess = Together(chosen.values(**{EXCESS: JSONObject(**names)}))
    start = HiddenStart.objects.filter(battle_id=OuterRef("battle_id"), side=OuterRef("side")).values("units")
    read_with = {SEEN: Together(seen.values(**{SEEN: columns})), HIDDEN: Subquery(start), EXCESS: excess}
    return Plan.objects.filter(battle_id=battle_id).annotate(**read_with).order_by("side")


def side_results_of(battle: Battle) -> dict[str, SideResult]:
    """Return both sides' results, each with the report that was applied, if one was."""
    return {row.side: row for row in _side_results(battle.id)}


@prepared
def _side_results(battle_id: int) -> QuerySet[SideResult]:
    return with_report(battle_id)


def with_report(battle_id: Any) -> "QuerySet[SideResult]":
    """Return both sides' results, each with the report that was applied, if one was."""
    report = BattleReport.objects.filter(battle_id=OuterRef("battle_id")).values("body")
    return SideResult.objects.filter(battle_id=battle_id).annotate(**{REPORTED: Subquery(report)}).order_by("side")


def secret_results_of(battle: Battle) -> list[SecretResult]:
    rows = _findings(battle.id)
    for row in rows:
        row.battle = battle
    return rows


@prepared
def _findings(battle_id: int) -> QuerySet[SecretResult]:
    return SecretResult.objects.filter(battle_id=battle_id).order_by("subject")


def known_to(viewer: Viewer, results: Sequence[SecretResult]) -> list[SecretResult]:
    """Return the secret results that a viewer may know: all to the umpire, its own to a side."""
    return [row for row in results if may_know(row.who_may_know(), viewer)]


def facts_in(battle: Battle, results: Sequence[SecretResult]) -> list[Any]:
    """Return the facts of secret results, as the battle's book has them."""
    day = conduct(battle).day
    return [day.facts_from_json(row.body["facts"]) for row in results]


def placed_units(battle: Battle, side: str, plans: Mapping[str, Plan]) -> list[Unit]:
    """Return the units and batteries that a side has on the table from the start."""
    return [unit for unit in units_and_batteries(battle, side, plans) if unit.place == TABLE] if side in plans else []


def units_and_batteries(battle: Battle, side: str, plans: Mapping[str, Plan]) -> list[Unit]:
    """Return the units and batteries of a side that has sealed, on and off the table."""
    planning, brief, plan = conduct(battle).planning, brief_of_battle(battle), plan_of(battle, plans[side])
    return [*planning.units(brief, side, plan), *planning.batteries(brief, side, plan)]


def hidden_of(battle: Battle, side: str, plans: Mapping[str, Plan]) -> frozenset[str]:
    """Return the ids of a side's units that start hidden: by the umpire's decision, else by the side's own marks."""
    if side not in plans:
        return frozenset()
    decided = decided_hidden(plans[side])
    return conduct(battle).planning.hidden(plan_of(battle, plans[side])) if decided is None else frozenset(decided)


def decided_hidden(plan: Plan) -> list[str] | None:
    """Return which units the umpire decided to hide, or none where the side's own marks count."""
    found: list[str] | None = getattr(plan, HIDDEN, None)
    return found


def excess_choices_of(plans: Mapping[str, Plan]) -> list[ExcessChoice]:
    """Return what the owners of reduced flank forces chose, as read with their plans."""
    rows = [(plan, each) for plan in plans.values() for each in getattr(plan, EXCESS, None) or []]
    return sorted((_excess_choice(plan, each) for plan, each in rows), key=lambda row: (row.side, row.edge))


def _excess_choice(plan: Plan, plain: Json) -> ExcessChoice:
    units = plain["units"]
    if isinstance(units, str):  # SQLite gives JSON within JSON as text
        units = json.loads(units)
    said = {name: plain[name] for name in ("id", "edge", "turn", "reduced")}
    of_side = {"battle_id": plan.battle_id, "campaign_id": plan.campaign_id, "side": plan.side}
    return ExcessChoice(**said, **of_side, units=units, is_made=bool(plain["is_made"]))


def brought_of(choice: ExcessChoice) -> Brought | None:
    """Return what was chosen, or none while the default counts."""
    return Brought(tuple(choice.units), choice.reduced) if choice.is_made else None


def other_side(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


def side_word(side: str) -> str:
    return str(SideCode(side).label)


def site_is_umpire(battle: Battle) -> bool:
    return battle.campaign.umpire_kind == UmpireKind.SITE


def umpire_word(battle: Battle) -> str:
    return "The site" if site_is_umpire(battle) else "Umpire"


def plan_of(battle: Battle, plan: Plan) -> BookPlan:
    return conduct(battle).planning.from_json(plan.body)


def cards_book(battle: Battle) -> UnitCards | None:
    """Return what the battle's book says of unit cards, if it is fought from them."""
    if battle.contact_id is not None:
        return None
    try:
        return unit_cards_of(battle.book)
    except NoSuchProcedure:
        return None


def cards_of(battle: Battle) -> list[Card]:
    """Return all unit cards of a battle, read once."""
    if battle.unit_cards is None:
        battle.unit_cards = _cards(battle.id)
    found: list[Card] = battle.unit_cards
    return found


@prepared
def _cards(battle_id: int) -> QuerySet[Card]:
    return Card.objects.filter(battle_id=battle_id).order_by("side", "name")


def as_unit(card: Card) -> UnitCard:
    """Return a card as its book takes it."""
    return UnitCard(hex_id(card.id), card.side, card.kind, card.name, card.values)


def units_of(battle: Battle, side: str, plans: Mapping[str, Plan]) -> tuple[Unit, ...]:
    """Return a side's units with their items, from its unit cards or its sealed plan."""
    if (book := cards_book(battle)) is not None:
        own = [as_unit(card) for card in cards_of(battle) if card.side == side]
        return tuple(unit_of(book, card) for card in own if book.strength(card).of)
    plan = plan_of(battle, plans[side]) if side in plans else None
    return conduct(battle).planning.units(brief_of_battle(battle), side, plan)


def unit_of(book: UnitCards, card: UnitCard) -> Unit:
    """Return a card as a unit of a result: what it began with is what it can lose."""
    return Unit(card.id, card.name, "table", ((card.id, book.strength(card).of),))


def never_arrived(
    battle: Battle,
    side: str,
    units: Sequence[Unit],
    secret_results: Sequence[SecretResult],
    choices: Sequence[ExcessChoice],
) -> dict[str, int]:
    """Return each unit's stands that never came on the table: initial values of the result form."""
    facts = facts_in(battle, secret_results)
    chosen = {row.edge: brought for row in choices if row.side == side and (brought := brought_of(row))}
    return conduct(battle).result.never_arrived(units, facts, side, battle.turn, chosen)


def shown_result(row: SideResult) -> Shown:
    return Shown.from_json(row.shown)


def whole_result(row: SideResult) -> EnteredResult:
    return entered_result(shown_result(row), SideResultBody.from_json(row.body))


def classes_of(battle: Battle, side: str) -> dict[str, str]:
    """Return the class of each strength point of a side on the map (VG-9A)."""
    class_of = hand_over_of(battle.book).class_of
    return {item.id: class_of(item) for item in brief_of_battle(battle).sides[side].strength}


def class_words(battle: Battle) -> Mapping[str, str]:
    """Return the names of the classes in which strength points are lost."""
    return hand_over_of(battle.book).classes()


def points_in_words(battle: Battle, side: str) -> dict[str, str]:
    """Return the names by which a side tells its strength points apart."""
    brief = brief_of_battle(battle)
    names = {option.value: option.label for option in conduct(battle).result.promotable(brief, side)}
    return {item.id: f"{names[item.id]}, {_battles(item.battles)}" for item in brief.sides[side].strength}


def _battles(number: int) -> str:
    return f"{number} battle{'' if number == 1 else 's'} before" if number else "no battles before"


def subject_of(battle: Battle, side: str) -> str:
    """Return the name of a side's move in the battle's phase; its deadline is kept under it."""
    return f"battle:{hex_id(battle.id)}:{SUBJECTS[BattleState(battle.state)]}:{side}"


def clocks_of(battle: Battle) -> dict[str, Deadline]:
    """Return each side's deadline in the battle's phase, the earliest first. Whose move it is is public.

    A clock of the step before doesn't count: the sweep is about to replace it.
    """
    subjects = {subject_of(battle, side): side for side in SIDES}
    rows = _clocks(battle.campaign_id, list(subjects))
    return {subjects[row.subject]: row for row in rows if row.since >= battle.since}


@prepared
def _clocks(campaign_id: int, subjects: Sequence[str]) -> QuerySet[Deadline]:
    return Deadline.objects.filter(campaign_id=campaign_id, subject__in=subjects).order_by("due_at", "subject")


def due_of(battle: Battle, clocks: Mapping[str, Deadline], sides: Sequence[str]) -> Due | None:
    """Return the earliest deadline of these sides, and what follows it."""
    own = [row for side, row in clocks.items() if side in sides]
    if not own:
        return None
    return shown(own[0], after=AFTER[BattleState(battle.state)] if site_is_umpire(battle) else Due.after)


def late_sides(clocks: Mapping[str, Deadline], *, now: datetime) -> frozenset[str]:
    """Return the sides whose time is up; a stopped clock never runs out."""
    return frozenset(side for side, row in clocks.items() if row.paused_at is None and row.due_at <= now)


def not_yet(sides: Sequence[str], done: str) -> str:
    """Say who hasn't done it: "Union has not sealed its plan yet"."""
    if len(sides) == len(SIDES):
        return f"Neither side has {done} yet"
    return f"{side_word(sides[0])} has not {done} yet"


def why_not_settled(battle: Battle, side_results: Mapping[str, SideResult], *, late: Collection[str]) -> str:
    """Return why the result cannot be settled yet, or "". All of it is public.

    A human umpire decides what is missing; the site waits for the sides whose time isn't up (R-54).
    """
    decided = late if site_is_umpire(battle) else ()
    missing = [side for side in SIDES if side not in side_results and side not in decided]
    if missing:
        return f"{not_yet(missing, 'entered its result')}."
    silent = [side for side, row in side_results.items() if not row.confirmed and side not in late]
    if silent:
        return f"{not_yet(silent, 'confirmed its result')}."
    return ""
