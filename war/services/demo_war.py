"""The demo's war: Shiloh to Corinth with a turn of history, stopped where the Union may attack in turn 5."""

from campaign import visibility
from campaign.models import Role, Seat, SideCode
from campaign.services.sweep import sweep
from campaign.visibility import Viewer
from rulesets.civil_war.war import State, View, awaited, default_order, legal_orders, view
from rulesets.civil_war.war.orders import Move, MoveOffer, Order
from rulesets.civil_war.words import Side
from war.models import Contact, ContactState
from war.selectors import agreement as reads
from war.selectors.war_state import state_of
from war.services import agreement, war_course
from war.services.war_orders import give

SCENARIO = "shiloh_to_corinth"
STOPS_IN = 5  # the turn
MOST_STEPS = 400
ATTACKS = 2  # battles of the history


def play_history(campaign_id: int) -> None:
    """Begin the war and play it by the rules' defaults, with a few attacks, until the Union may attack in turn 5."""
    war_course.begin(_umpire(campaign_id))
    sweep(campaign_id)
    for _ in range(MOST_STEPS):
        state = _state(campaign_id)
        if _is_far_enough(state):
            return
        _step(campaign_id, state)
        sweep(campaign_id)


def _is_far_enough(state: State) -> bool:
    """Tell whether the Union may attack, which gives the Confederates a contact to answer, or the war is over."""
    clock = state.clock
    is_due = clock.turn == STOPS_IN and clock.spending == "USA" and state.contact is None
    return clock.phase == "over" or (is_due and attack_of(view(state, "USA")) is not None)


def _step(campaign_id: int, state: State) -> None:
    """Give one order of the side awaited, or leave a contact to the combat table."""
    side = awaited(state)
    if side is None:
        _decline(campaign_id)
        return
    seen = view(state, side)
    fought = Contact.objects.filter(campaign_id=campaign_id).count()
    order: Order | None = (attack_of(seen) if fought < ATTACKS else None) or default_order(seen)
    if order is not None:
        give(_commander(campaign_id, side), order=order, waits=False)


def attack_of(seen: View) -> Move | None:
    """Return a side's largest attack with all that a leader may take, or None."""
    attacks = [attack for leader in seen.leaders for attack in _attacks(seen, leader)]
    return max(attacks, key=lambda attack: (len(attack.points), attack.leader), default=None)


def _attacks(seen: View, leader: str) -> list[Move]:
    found = []
    for offer in legal_orders(seen, leader):
        if isinstance(offer, MoveOffer):
            fit = [id_ for id_ in offer.points if not seen.points[id_].demoralized][: offer.most]
            enough = len(fit) >= max(1, offer.least)
            for to in offer.to if enough else ():
                if to in seen.enemy:
                    path, along = offer.route(to).path, frozenset(offer.along)
                    found.append(Move(offer.leader, frozenset(fit), path, offer.pots[0], along, offer.by_water))
    return found


def _decline(campaign_id: int) -> None:
    """Let the attacker offer the table, and the defender decline it."""
    contact = Contact.objects.filter(campaign_id=campaign_id, state=ContactState.WAITING).first()
    if contact is None:
        return
    attacker, defender = contact.attacker, next(side for side in SideCode.values if side != contact.attacker)
    ratio = reads.ratio_of(contact)
    agreement.offer(_commander(campaign_id, attacker), contact_id=contact.pk, combat="table", ratio=ratio)
    found = reads.open_offer(contact)
    if found is not None:
        agreement.decline(_commander(campaign_id, defender), contact_id=contact.pk, answers=found.pk)


def _state(campaign_id: int) -> State:
    return state_of(Seat.objects.select_related("campaign").filter(campaign_id=campaign_id)[0].campaign)


def _commander(campaign_id: int, side: Side | str) -> Viewer:
    return _holder(Seat.objects.get(campaign_id=campaign_id, side=side, scope=""))


def _umpire(campaign_id: int) -> Viewer:
    return _holder(Seat.objects.get(campaign_id=campaign_id, role=Role.UMPIRE))


def _holder(seat: Seat) -> Viewer:
    return visibility.enter(seat.user_id or 0, seat.campaign_id)
