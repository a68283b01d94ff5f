"""Wars to test with: Shiloh to Corinth with the usual people, and whole turns of it."""

from datetime import datetime
from unittest import mock

from campaign.models import Campaign
from campaign.services.campaigns import SeatPlan, found_campaign
from campaign.services.sweep import sweep
from campaign.sources import SOURCES, SeededSources
from campaign.tests.builders import Club, enroll
from campaign.tests.kept import kept
from rulesets.civil_war.war import State, View, awaited, default_order, legal_orders, view
from rulesets.civil_war.war.orders import Move, MoveOffer, Order
from war.models import Contact, ContactState
from war.selectors.scenarios import offer_of
from war.selectors.war_state import state_of
from war.services import war_clock, war_course, war_steps
from war.services.war_orders import give

SEED = "spring 6"


@kept
def a_war(
    *, scenario: str = "shiloh_to_corinth", umpire_kind: str = "person", sight: str = "board", dice: str = SEED
) -> Club:
    """Found a campaign on a scenario, with an umpire, both commanders, Union West, and an observer.

    The dice of its first turn are always the same, so that no tie ends that turn before a test has begun; without
    a seed for them they come from wherever the test draws.
    """
    users = enroll("umpire", "union", "union_west", "confederate", "observer", "outsider")
    has_umpire = umpire_kind == "person"
    seats = [
        *([SeatPlan("umpire", user_id=users["umpire"].pk)] if has_umpire else []),
        SeatPlan("commander", "USA", user_id=users["union"].pk),
        SeatPlan("commander", "USA", "West", user_id=users["union_west"].pk),
        SeatPlan("commander", "CSA", user_id=users["confederate"].pk),
        SeatPlan("observer", user_id=users["observer"].pk),
    ]
    offer = offer_of(scenario)
    with SOURCES.using(SeededSources(dice, now=SOURCES.now()) if dice else SOURCES.backend):
        campaign = found_campaign(
            name="Spring 1862",
            book="",
            founder_id=users["umpire" if has_umpire else "union"].pk,
            seats=seats,
            scenario=offer,
            sight=sight,
            umpire_kind=umpire_kind,
        )
    return Club(campaign, users)


def begun(club: Club) -> Club:
    """Begin a war, and let it come to its first half-pulse."""
    war_course.begin(club.viewer("umpire"))
    sweep(club.campaign.pk)
    return club


def now_of(campaign: Campaign) -> State:
    """Return the state of a war as its rows have it."""
    return state_of(campaign)


WHO: dict[str, str] = {"USA": "union", "CSA": "confederate"}


def order_of(club: Club, order: Order) -> None:
    """Give an order for the side awaited, and let the game go on."""
    side = awaited(now_of(club.campaign))
    assert side is not None
    give(club.viewer(WHO[side]), order=order)
    sweep(club.campaign.pk)


def attack_in(seen: View) -> Move | None:
    """Return an attack that a side may order with all it may lead, the largest first."""
    found = []
    for piece in [*seen.leaders, *seen.points]:
        for offer in legal_orders(seen, piece):
            if isinstance(offer, MoveOffer):
                fit = [id_ for id_ in offer.points if not seen.points[id_].demoralized][: offer.most]
                found += [(offer, fit, to) for to in offer.to if to in seen.enemy and len(fit) >= max(1, offer.least)]
    if not found:
        return None
    offer, fit, to = max(found, key=lambda each: len(each[1]))
    along = frozenset(offer.along)
    return Move(offer.leader, frozenset(fit), offer.route(to).path, offer.pots[0], along, offer.by_water)


def until_contact(club: Club, *, attacker: str = "") -> Contact:
    """Play by the rules' defaults until a side can attack, attack, and return the contact to be decided."""
    while True:
        state = now_of(club.campaign)
        if state.contact is not None and state.contact.step == "decision":
            return Contact.objects.get(campaign=club.campaign, state=ContactState.WAITING)
        side = awaited(state)
        assert side is not None, "the war ended without a contact"
        seen = view(state, side)
        attack = attack_in(seen) if attacker in ("", side) else None
        order = attack or default_order(seen)
        assert order is not None
        order_of(club, order)


def give_one_by_default(campaign_id: int, now: datetime) -> None:
    """Give one order for a side whose time is up, and leave what else it owes to the next sweep."""
    with mock.patch.object(war_steps, "MOST_STEPS", 1):
        war_clock.act_for_the_silent(campaign_id, now)
