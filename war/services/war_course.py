"""Let a war go on by itself: the steps that are no side's own, taken in the sweep, each in an act of its own."""

from datetime import datetime
from functools import partial

from django.db.models import Q

from campaign.app_part import Decision, Payload, some
from campaign.audiences import PUBLIC, side_audience
from campaign.errors import AlreadyDone, Refusal
from campaign.models import CAMPAIGN_STREAM
from campaign.services import decisions
from campaign.services.record import RUNNING, Act, open_act
from campaign.visibility import Viewer
from rulesets.civil_war.war import State, can_proceed, view
from rulesets.civil_war.war.orders import Proceed
from rulesets.civil_war.war.scenario import SIDES
from rulesets.civil_war.war.turning import STEPS
from war.models import Contact, ContactState, TurnTrack
from war.selectors.war_state import WarRows, running_track, under_way
from war.services.turn_cups import begin_turn, end_turn, publish
from war.services.war_contacts import decided
from war.services.war_orders import NO_WAR, carry_out
from war.services.war_steps import take_steps

PROCEEDED, DECIDED, BEGUN = "war.proceeded", "war.decided", "war.begun"
NOT_RUNNING = ("", "over")
PUBLIC_STEPS = frozenset({"pulse", "rally"})  # phases after which each cup's head is published


def proceed(campaign_id: int, now: datetime) -> None:
    """Take the game's own steps until an order is awaited."""
    take_steps(campaign_id, PROCEEDED, _step, is_due=partial(_may_proceed, campaign_id))


def may_proceed() -> Q:
    return under_way(~Q(phase__in=NOT_RUNNING))


def carry_out_decided(campaign_id: int, now: datetime) -> None:
    """Carry out what both sides have decided on their contacts."""
    take_steps(campaign_id, DECIDED, _as_decided, is_due=lambda: decided(campaign_id) is not None)


def may_be_decided() -> Q:
    return under_way() & some(Contact.objects.exclude(state=ContactState.SETTLED))


def _as_decided(act: Act, found: WarRows, state: State) -> None:
    order = decided(act.campaign_id)
    assert order is not None
    carry_out(act, found, state, order)


def _may_proceed(campaign_id: int) -> bool:
    """Return whether a war waits for a step of its own, from its turn track alone."""
    track = running_track(campaign_id)
    if track is None or track.phase in NOT_RUNNING:
        return False
    if track.pending:
        return track.pending["step"] in STEPS
    return track.phase != "action"


def _step(act: Act, found: WarRows, state: State) -> None:
    if not can_proceed(state):
        raise AlreadyDone
    _roll_cups(act, state)
    carry_out(act, found, state, Proceed())
    _touch_onlookers(act, state)


def _touch_onlookers(act: Act, before: State) -> None:
    """Refresh the pages of those who saw that a move was open: that nobody reacts is told to nobody."""
    if before.contact is None or before.contact.step != "reaction":
        return
    for side in SIDES:
        if view(before, side).contact is not None:
            act.touch(side_audience(side))


def _roll_cups(act: Act, state: State) -> None:
    """Freeze a turn's cups as it begins, publish heads at its public steps, and reveal the public one at its end."""
    clock = state.clock
    if state.contact is not None:
        return
    if clock.phase == "reinforcement":
        begin_turn(act, clock.turn, last=state.world.scenario.turns[1])
    elif clock.phase in PUBLIC_STEPS:
        publish(act, state)
    elif clock.phase == "end":
        end_turn(act, clock.turn)


def begin(viewer: Viewer, *, version: int | None = None, key: str | None = None) -> None:
    """Begin the war, as the umpire; where the site umpires, both sides have to agree."""
    if viewer.is_umpire:
        with open_act(viewer, stream=CAMPAIGN_STREAM, kind=BEGUN, version=version, key=key) as act:
            _begin(act)
        return
    decisions.decide(viewer, kind=BEGUN, payload={"words": "begin the war"}, version=version, key=key)


def _begin(act: Act) -> None:
    track = TurnTrack.objects.filter(campaign_id=act.campaign_id).first()
    if track is None or not track.phase:
        raise Refusal(NO_WAR)
    if track.since is not None:
        raise Refusal("The war has already begun.")
    track.since = act.at
    act.save(track)
    act.tell(PUBLIC, "The war begins.", turn=track.turn)


def _note(act: Act, payload: Payload) -> None:
    act.tell(PUBLIC, "Both sides agreed to begin the war.")


def _begin_agreed(campaign_id: int, payload: Payload) -> None:
    with open_act(None, stream=CAMPAIGN_STREAM, kind=BEGUN, campaign_id=campaign_id) as act:
        _begin(act)


DECISIONS = (Decision(BEGUN, "Begin the war", _note, allowed=RUNNING, afterwards=_begin_agreed),)
