"""What is read of a battle again and again, by pages and by services inside their lock."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.http import Http404

from battles.conduct import Conduct, Unit, conduct_of
from battles.conduct.base import Json
from battles.models import Battle, BattleState, ClockRequest, Plan, SecretResult, SideResult
from campaign.ids import hex_id
from campaign.models import Deadline, SideCode, UmpireKind
from campaign.parts import Deadline as Due
from campaign.prepared import prepared
from campaign.selectors.moves import shown
from campaign.visibility import Viewer, may_know
from war.services.aftermath import CRACK, OTHER, SideAftermath, class_of, work_out_side

SIDES = tuple(sorted(SideCode.values))
SHOWN = tuple(reversed(SIDES))  # on pages the Union stands left or above (look)
CLASS_WORDS = {CRACK: "Crack", OTHER: "Green and veteran"}
REQUEST_WORDS = {
    ClockRequest.ON: "is ready for the next turn",
    ClockRequest.BACK: "asks to go one turn back",
    ClockRequest.END: "says that the fighting is over",
}
FOREVER = timedelta(days=36500)


def stream_of(battle_id: int) -> str:
    return f"battle:{hex_id(battle_id)}"


def find_battle(viewer: Viewer, battle_id: int) -> Battle:
    """A battle of the viewer's campaign; battles are public to everyone in it."""
    for battle in _battle(viewer.campaign_id, battle_id):
        return battle
    raise Http404


@prepared
def _battle(campaign_id: int, battle_id: int) -> QuerySet[Battle]:
    return whole_battles().filter(campaign_id=campaign_id, id=battle_id)


def whole_battles() -> QuerySet[Battle]:
    """Battles with all that they are fought from, in one read."""
    return Battle.objects.select_related("campaign", "contact", "setup", "public_setup")


def conduct(battle: Battle) -> Conduct:
    return conduct_of(battle.book)


def brief_of_battle(battle: Battle) -> Json:
    return with_house(battle.setup.brief, battle.setup.house)


def public_brief_of(battle: Battle) -> Json:
    return with_house(battle.public_setup.brief, battle.public_setup.house)


def with_house(brief: Json, house: Json) -> Json:
    return {**brief, "house": house} if house else brief


def may_know_plan(viewer: Viewer, battle: Battle, side: str) -> bool:
    return may_know(battle.plan_audience(side), viewer)


def may_take_back(viewer: Viewer, battle: Battle, plans: Collection[str]) -> bool:
    """Whether the viewer's sealed plan may still be taken back: only until both sides have sealed."""
    is_open = battle.state == BattleState.PLANS and len(plans) == 1 and viewer.side in plans
    is_on = not battle.is_postponed and viewer.game_is_on
    return is_open and is_on and viewer.is_commander and may_know_plan(viewer, battle, viewer.side)


def plans_of(battle: Battle) -> dict[str, Plan]:
    return {plan.side: plan for plan in _plans(battle.id)}


@prepared
def _plans(battle_id: int) -> QuerySet[Plan]:
    return Plan.objects.filter(battle_id=battle_id).order_by("side")


def side_results_of(battle: Battle) -> dict[str, SideResult]:
    return {half.side: half for half in _halves(battle.id)}


@prepared
def _halves(battle_id: int) -> QuerySet[SideResult]:
    return SideResult.objects.filter(battle_id=battle_id).order_by("side")


def secret_results_of(battle: Battle) -> list[SecretResult]:
    return _findings(battle.id)


@prepared
def _findings(battle_id: int) -> QuerySet[SecretResult]:
    return SecretResult.objects.filter(battle_id=battle_id).order_by("subject")


def side_word(side: str) -> str:
    return str(SideCode(side).label)


def site_is_umpire(battle: Battle) -> bool:
    return battle.campaign.umpire_kind == UmpireKind.SITE


def units_of(battle: Battle, side: str, plans: dict[str, Plan]) -> list[Unit]:
    """A side's units with their booking, as its sealed plan has them."""
    body = plans[side].body if side in plans else {}
    return conduct(battle).units(brief_of_battle(battle), side, body)


def never_arrived(battle: Battle, side: str, units: list[Unit], secret_results: list[SecretResult]) -> dict[str, int]:
    """Stands of each unit that had not come on the table when the fighting ended: what the form starts with."""
    return conduct(battle).never_arrived(units, [f.body["facts"] for f in secret_results], side, battle.turn)


def whole_result(half: SideResult) -> Json:
    return {**half.body, **half.shown}


def report_of(battle: Battle, plans: dict[str, Plan], side_results: dict[str, SideResult]) -> Json:
    """The Report as it would be applied now."""
    said = {side: whole_result(half) for side, half in side_results.items()}
    units = {side: units_of(battle, side, plans) for side in said}
    return conduct(battle).report(brief_of_battle(battle), said, units)


def lost_of(battle: Battle, side: str, plans: dict[str, Plan], half: SideResult) -> SideAftermath | None:
    """The dry run of what the campaign's aftermath would do to a side; a one-off battle has no map to act on."""
    if battle.contact_id is None:
        return None
    return work_out_side(brief_of_battle(battle), report_of(battle, plans, {side: half}), side)


def classes_of(battle: Battle, side: str) -> dict[str, str]:
    """The class of each strength point of a side (VG-9A)."""
    return {item["id"]: class_of(item["quality"]) for item in brief_of_battle(battle)["sides"][side]["strength"]}


def points_in_words(battle: Battle, side: str) -> dict[str, str]:
    """A side's strength points as their owner tells one from another."""
    names = {option.value: option.label for option in conduct(battle).promotable(brief_of_battle(battle), side)}
    items = brief_of_battle(battle)["sides"][side]["strength"]
    return {item["id"]: f"{names[item['id']]}, {_battles(item['battles'])}" for item in items}


def _battles(number: int) -> str:
    return f"{number} battle{'' if number == 1 else 's'} before" if number else "no battle before"


def plan_subject(battle: Battle, side: str) -> str:
    return f"battle:{hex_id(battle.id)}:plan:{side}"


def result_subject(battle: Battle, side: str) -> str:
    return f"battle:{hex_id(battle.id)}:result:{side}"


def plan_due(battle: Battle, sides: Sequence[str]) -> Due | None:
    """Until when the plans of these sides are waited for, the soonest. Whose move it is, is public."""
    clocks = _clocks(battle.campaign_id, [plan_subject(battle, side) for side in sides])
    return shown(clocks[0]) if clocks else None


@prepared
def _clocks(campaign_id: int, subjects: Sequence[str]) -> QuerySet[Deadline]:
    return Deadline.objects.filter(campaign_id=campaign_id, subject__in=subjects).order_by("due_at")


def deadlines_of(battle: Battle, *, now: datetime) -> dict[str, datetime]:
    """Until when each side may confirm: its clock on record, or all its time where the next sweep gives it one."""
    subjects = {result_subject(battle, side): side for side in SIDES}
    default = now + timedelta(hours=battle.campaign.hours_per_move)
    due = dict.fromkeys(SIDES, default)
    for row in _clocks(battle.campaign_id, list(subjects)):
        due[subjects[row.subject]] = row.due_at if row.paused_at is None else row.due_at + FOREVER
    return due


def not_yet(sides: Sequence[str], done: str) -> str:
    """Who has not done it: "Neither side has sealed its plan yet", "Union has not sealed its plan yet"."""
    if len(sides) == len(SIDES):
        return f"Neither side has {done} yet"
    return f"{side_word(sides[0])} has not {done} yet"


def why_not_settled(side_results: dict[str, SideResult], *, deadlines: dict[str, datetime], now: datetime) -> str:
    """Why the result cannot be settled yet; empty when it can. All of it is public."""
    missing = [side for side in SIDES if side not in side_results]
    if missing:
        return f"{not_yet(missing, 'entered its result')}."
    if all(half.shown["end"] == "held" for half in side_results.values()):
        return "Both armies cannot have held the field: a battle ends when one withdraws or is driven off. VG-8"
    silent = [side for side in SIDES if not side_results[side].confirmed and now < deadlines[side]]
    if silent:
        return f"{not_yet(silent, 'confirmed its half')}."
    return ""
