"""The night between two days of a battle: what each side may do, and who has chosen (VG-8A, 8B)."""

from collections.abc import Mapping, Sequence

from django.db.models import QuerySet
from django.http import Http404

from battles.models import Battle, BattleState, NightChoice
from battles.selectors.reads import (
    NOT_THE_NIGHT,
    SIDES,
    clock_of,
    clocks_of,
    due_of,
    find_battle,
    may_know_plan,
    not_yet,
    side_word,
    umpire_word,
)
from campaign.errors import Refusal
from campaign.parts import Audience, NextMove
from campaign.prepared import prepared
from campaign.routes import reverse
from campaign.visibility import Viewer, audience_words, may_know
from rulesets.core.carries import carries
from rulesets.core.records import dataclass

SEALED = "has sealed its choice"


@carries("VG-8A1", "VG-8A3")
def night_limits() -> tuple[str, ...]:
    """Return what two armies that stay may do overnight, in words."""
    return (
        "Only brigades and batteries on the table at nightfall take part the next day. The others are out for good, "
        "and their stands aren’t lost. VG-8A1",
        "A unit hidden where it was deployed is on the table. One that never arrived isn’t. VG-8A1",
        "Skedaddlers return to their brigades. All other losses stay, and each brigade’s effectiveness follows from "
        "the stands it has left. VG-8A2",
        "Neither army may move nearer to the enemy than it was at nightfall. It may fall back freely. VG-8A3",
        "Brigades, batteries, and leaders may move up to three standard moves from where they were at nightfall, as "
        "one night move without maneuver rolls. VG-8A3",
    )


def is_night_move(battle: Battle) -> bool:
    """Return whether the night's limits count now: at night, and before the first turn of the next day."""
    if battle.state == BattleState.NIGHT:
        return True
    if battle.state != BattleState.DAY:
        return False
    clock = clock_of(battle, battle.turn)
    return clock.day > 1 and clock.turn_of_day == 1


def choices_of(battle: Battle) -> dict[str, NightChoice]:
    """Return what the sides have sealed for this night."""
    return {row.side: row for row in _choices(battle.id, battle.step)} if battle.state == BattleState.NIGHT else {}


@prepared
def _choices(battle_id: int, step: int) -> QuerySet[NightChoice]:
    return NightChoice.objects.filter(battle_id=battle_id, step=step).order_by("side")


def choice_in_words(viewer: Viewer, battle: Battle, row: NightChoice | None) -> str:
    """Say what a side has done: whether it sealed, and what, to those who may know."""
    if row is None:
        return ""
    if not may_know(row.audience_in(battle), viewer):
        return SEALED
    return f"{SEALED}: {'withdraw' if row.withdraws else 'stay'}"


@dataclass(frozen=True)
class NightPage:
    """The input of the form that seals a side's choice for the night."""

    battle_id: int
    name: str
    turn: int
    next_day: int
    side: str
    audience: Audience
    limits: Sequence[str]


def night_page(viewer: Viewer, battle_id: int) -> NightPage:
    """Return the choice of a night, to the side that may make it."""
    battle = find_battle(viewer, battle_id)
    if not viewer.is_commander or not may_know_plan(viewer, battle, viewer.side):
        raise Http404
    if battle.state != BattleState.NIGHT:
        raise Refusal(NOT_THE_NIGHT)
    if viewer.side in choices_of(battle):
        raise Refusal(f"{side_word(viewer.side)} has already sealed its choice for this night.")
    return NightPage(
        battle_id=battle.id,
        name=battle.name,
        turn=battle.turn,
        next_day=clock_of(battle, battle.turn + 1).day,
        side=viewer.side,
        audience=audience_words(viewer, battle.plan_audience(viewer.side)),
        limits=night_limits(),
    )


def night_to_open(viewer: Viewer, battle_id: int) -> Battle:
    """Return a battle whose night the umpire can open."""
    battle = find_battle(viewer, battle_id)
    if not viewer.is_umpire:
        raise Http404
    if battle.state != BattleState.NIGHT:
        raise Refusal(NOT_THE_NIGHT)
    return battle


def night_box(viewer: Viewer, battle: Battle, chosen: Mapping[str, NightChoice]) -> NextMove:
    """Return whose move it is at night."""
    missing = [side for side in SIDES if side not in chosen]
    if battle.waits_for_umpire_work:
        return NextMove(whose=umpire_word(battle), sentence="Working on this turn")
    due = due_of(battle, clocks_of(battle), missing)
    if viewer.is_commander and viewer.side in missing and may_know_plan(viewer, battle, viewer.side):
        return NextMove(
            whose="Your move",
            sentence="Stay on the field overnight, or withdraw",
            more="Both choices are opened together.",
            deadline=due_of(battle, clocks_of(battle), [viewer.side]),
            button="Choose for the night",
            url=reverse("battles:night", args=[battle.campaign_id, battle.id]),
        )
    whose = "Both sides" if len(missing) == len(SIDES) else side_word(missing[0])
    return NextMove(whose=whose, sentence=not_yet(missing, "chosen for the night"), deadline=due)


def open_night_url(viewer: Viewer, battle: Battle) -> str:
    """Return where the umpire opens the night without waiting for a silent side."""
    is_due = battle.state == BattleState.NIGHT and not battle.waits_for_umpire_work and not battle.is_postponed
    may = viewer.is_umpire and viewer.game_is_on
    return reverse("battles:open-night", args=[battle.campaign_id, battle.id]) if is_due and may else ""
