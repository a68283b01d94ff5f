"""Whose move it is in a battle, in one sentence with one button."""

from dataclasses import field

from battles.models import Battle, BattleState, ExcessChoice, NightChoice, Plan, SecretResult, TurnRequest
from battles.selectors.adjourned import adjourned_box
from battles.selectors.drafts import draft_of
from battles.selectors.ending import request_in_words
from battles.selectors.night import night_box
from battles.selectors.numbers import secret_numbers
from battles.selectors.reads import (
    SIDES,
    clocks_of,
    due_of,
    may_know_plan,
    not_yet,
    side_word,
    site_is_umpire,
    umpire_word,
)
from battles.selectors.result import ResultPart
from campaign.parts import NextMove
from campaign.routes import reverse
from campaign.selectors.dice import check_url_of
from campaign.visibility import Viewer
from rulesets.core.records import dataclass

UNTIL = "can unseal it until both sides have sealed, but not after the deadline."


@dataclass
class Loaded:
    """Everything a page reads from the database, read once."""

    battle: Battle
    plans: dict[str, Plan]
    requests: list[TurnRequest] = field(default_factory=list)
    secret_results: list[SecretResult] = field(default_factory=list)
    choices: list[ExcessChoice] = field(default_factory=list)
    nights: dict[str, NightChoice] = field(default_factory=dict)


def in_scope(viewer: Viewer, battle: Battle) -> bool:
    return viewer.is_commander and may_know_plan(viewer, battle, viewer.side)


def next_move(viewer: Viewer, loaded: Loaded, result: ResultPart | None) -> NextMove:
    """Return whose move it is, in one sentence with one button."""
    state = loaded.battle.state
    if loaded.battle.is_over:
        return _over_box(loaded.battle)
    if not viewer.game_is_on:
        return NextMove(whose=viewer.campaign_state.capitalize(), sentence="This battle isn’t running.")
    if is_held(loaded.battle):
        return NextMove(whose="Postponed", sentence="This battle is postponed until someone resumes it.")
    if state == BattleState.PLANS:
        return _plans_box(viewer, loaded)
    if state == BattleState.PREPARED:
        return _opening_box(viewer, loaded.battle)
    if state == BattleState.DAY:
        return _day_box(viewer, loaded)
    if state == BattleState.NIGHT:
        return night_box(viewer, loaded.battle, loaded.nights)
    assert result is not None
    return result.next_move


def _over_box(battle: Battle) -> NextMove:
    was_called_off = battle.state == BattleState.OFF
    again = " If it is begun again, the same rolls count." if was_called_off else ""
    return NextMove(
        whose="Over",
        sentence="The battle was called off" if was_called_off else "The battle report is applied",
        more=f"The cups are revealed: anyone can check every roll.{again}",
        button="Check the dice",
        url=check_url_of(battle.cups),
    )


def _plans_box(viewer: Viewer, loaded: Loaded) -> NextMove:
    battle, plans = loaded.battle, loaded.plans
    missing = [side for side in SIDES if side not in plans]
    args = [battle.campaign_id, battle.id]
    if in_scope(viewer, battle) and viewer.side not in plans:
        is_drafted = draft_of(viewer, battle) is not None
        return NextMove(
            whose="Your move",
            sentence="Finish and seal your plan" if is_drafted else "Make and seal your plan",
            deadline=due_of(battle, clocks_of(battle), [viewer.side]),
            more=f"You {UNTIL}",
            button="Finish the plan" if is_drafted else "Make the plan",
            url=reverse("battles:plan", args=args),
        )
    if missing:
        whose = "Both sides" if len(missing) == len(SIDES) else side_word(missing[0])
        sentence = not_yet(missing, "sealed its plan")
        return NextMove(whose=whose, sentence=sentence, deadline=due_of(battle, clocks_of(battle), missing))
    if viewer.is_umpire:
        return NextMove(
            whose="Umpire",
            sentence="Both sides have sealed",
            more="Preparing freezes the dice and makes every secret roll. You check them before you open the battle.",
            button="Prepare the battle",
            url=reverse("battles:prepare", args=args),
            post=True,
        )
    if site_is_umpire(battle) and secret_numbers(battle):
        return NextMove(whose="Both sides", sentence="Agree on the unknown numbers, so that the battle can begin")
    return NextMove(whose=umpire_word(battle), sentence="Both sides have sealed. The battle is about to be prepared")


def _opening_box(viewer: Viewer, battle: Battle) -> NextMove:
    if battle.waits_for_umpire_work:
        return NextMove(whose=umpire_word(battle), sentence="Rolling everything secret")
    if viewer.is_umpire:
        return NextMove(
            whose="Umpire",
            sentence="Everything is rolled. Check it, then open the battle",
            more="Each side then gets its own list and nothing else.",
            button="Check the opening",
            url=reverse("battles:open", args=[battle.campaign_id, battle.id]),
        )
    return NextMove(whose=umpire_word(battle), sentence="The battle is prepared and about to open")


def _day_box(viewer: Viewer, loaded: Loaded) -> NextMove:
    battle = loaded.battle
    if battle.is_adjourned:
        return adjourned_box(viewer, battle)
    if battle.waits_for_umpire_work:
        return NextMove(whose=umpire_word(battle), sentence="Working on this turn")
    asked = {request_step.side: request_step for request_step in loaded.requests}
    more = " ".join(map(request_in_words, asked.values()))
    if viewer.is_umpire:
        return NextMove(whose="Both sides", sentence="Play this turn at the table", more=more)
    due = due_of(battle, clocks_of(battle), SIDES) if site_is_umpire(battle) else None
    if in_scope(viewer, battle) and viewer.side not in asked:
        sentence = "Play this turn at the table, then ask for the next"
        return NextMove(whose="Your move", sentence=sentence, more=more, deadline=due)
    waiting = [side_word(side) for side in SIDES if side not in asked]
    whose = " and ".join(waiting) or "Both sides"
    return NextMove(whose=whose, sentence="Waiting for both sides to agree", more=more, deadline=due)


def is_held(battle: Battle) -> bool:
    return battle.is_postponed and not battle.is_over
