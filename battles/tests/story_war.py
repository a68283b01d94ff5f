"""The story's war: Shiloh to Corinth where sides see only nearby hexes, from its founding through its first turn."""

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from campaign.errors import Refusal
from campaign.models import Role, SideCode
from campaign.services.campaigns import SeatPlan, found_campaign
from rulesets.civil_war.war import awaited, legal_orders, view
from rulesets.civil_war.war.legal import SIDE
from rulesets.civil_war.war.orders import EndHalf, Instruct, Order, TakeStance
from rulesets.civil_war.war.queueing import Queued
from rulesets.civil_war.words import enemy_of
from war.models import Combat, Contact
from war.selectors.scenarios import offer_of
from war.services import agreement, contacts, war_course, war_queue, war_umpire
from war.services.war_orders import give
from war.tests.builders import offer_from
from war.tests.war_builders import WHO, now_of, until_contact

if TYPE_CHECKING:
    from battles.tests.story import Story

MOST_SWEEPS = 60


def a_war_by_sight(story: "Story") -> None:
    found(story)
    war_course.begin(story.viewer("umpire"))
    story.later()
    first_orders(story)
    story.later(hours=80)  # the side that is silent stands fast
    a_battle(story)
    set_right(story)
    the_rest_of_the_turn(story)


def found(story: "Story") -> None:
    seats = {
        "umpire": SeatPlan(Role.UMPIRE),
        "union": SeatPlan(Role.COMMANDER, SideCode.UNION),
        "confederate": SeatPlan(Role.COMMANDER, SideCode.CONFEDERATE),
        "observer": SeatPlan(Role.OBSERVER),
    }
    story.campaign = found_campaign(
        name="Spring 1862",
        book="",
        founder_id=story.users["umpire"].pk,
        seats=[SeatPlan(seat.role, seat.side, user_id=story.users[who].pk) for who, seat in seats.items()],
        scenario=offer_of("shiloh_to_corinth"),
        sight="near",
    )
    story.later()


def first_orders(story: "Story") -> None:
    """Try to give the other side's orders; queue one order, change the standing instructions, and stand ready."""
    side = awaited(now_of(story.campaign))
    assert side is not None
    enemy = WHO["CSA" if side == "USA" else "USA"]
    with suppress(Refusal):
        give(story.viewer(enemy), order=EndHalf())
    give(story.viewer(enemy), order=offered(story, "CSA" if side == "USA" else "USA", TakeStance))
    for kind in (TakeStance, Instruct):
        war_queue.add(story.viewer(WHO[side]), queued=Queued(offered(story, side, kind)))
    war_queue.drop(story.viewer(WHO[side]), n=1)
    story.later()
    for ready in (True, False):
        war_queue.stand_ready(story.viewer(enemy), ready=ready)


def offered(story: "Story", side: str, kind: type[Order]) -> Order:
    """Return the first order of a kind that a side is offered."""
    seen = view(now_of(story.campaign), side)  # type: ignore[arg-type]
    pieces = [SIDE, *sorted(seen.leaders)]
    return next(each for piece in pieces for each in legal_orders(seen, piece) if isinstance(each, kind))


def a_battle(story: "Story") -> None:
    """Attack as soon as anybody can, agree on miniatures, call that off, and agree on the combat table instead."""
    contact: Contact = until_contact(story)  # type: ignore[arg-type]
    miniatures = offer_from(story.viewer("union"), contact)
    agreement.agree(story.viewer("confederate"), contact_id=contact.pk, answers=miniatures)
    contacts.call_off(story.viewer("umpire"), contact_id=contact.pk)
    made = offer_from(story.viewer("union"), contact, combat=Combat.STRATEGIC)
    agreement.agree(story.viewer("confederate"), contact_id=contact.pk, answers=made)
    story.later()


def set_right(story: "Story") -> None:
    """Let the umpire move a leader who went where nobody wanted him."""
    state = now_of(story.campaign)
    fought_over = {state.contact.hex if state.contact else "", *state.waiting, ""}
    leader = next(each for _, each in sorted(state.leaders.items()) if each.hex not in fought_over)
    elsewhere = {point.hex for point in state.points.values() if point.side == leader.side} - fought_over
    to = min(elsewhere - {leader.hex})
    now: dict[str, Any] = {"reason": "A slip.", "version": None, "key": None}
    war_umpire.move(story.viewer("umpire"), pieces=[leader.id], hex=to, **now)
    free = sorted(hex_ for hex_ in state.held if (leader.side, hex_) not in state.points_at and hex_ not in state.works)
    own = next(hex_ for hex_ in free if state.held[hex_] == leader.side and hex_ not in fought_over)
    war_umpire.build(story.viewer("umpire"), side=leader.side, what="fort", hex=own, **now)
    war_umpire.remove(story.viewer("umpire"), pieces=[f"work:{own}"], **now)
    war_umpire.give_hex(story.viewer("umpire"), side=enemy_of(leader.side), hex=own, **now)
    war_umpire.give_hex(story.viewer("umpire"), side=leader.side, hex=own, **now)
    story.later()


def the_rest_of_the_turn(story: "Story") -> None:
    """Let both sides be silent until the turn is over."""
    turn = now_of(story.campaign).clock.turn
    for _ in range(MOST_SWEEPS):
        state = now_of(story.campaign)
        if state.clock.turn > turn or state.clock.phase == "over":
            return
        story.later(hours=80)
    raise LookupError(f"turn {turn} never ended")
