"""Agree how to fight a contact: on the table or by strategic combat, and by which ratio (VG-1, 4A).

Either side makes an offer; the other agrees, answers with its own, or declines. Without an agreement the strategic
game's own combat decides. In a war, standing instructions answer for a side that is silent until its deadline. Silence
is decided in the sweep, never by reading (R-58).
"""

from datetime import datetime

from django.db.models import Q
from django.http import Http404

from campaign.app_part import some
from campaign.audiences import PUBLIC
from campaign.errors import AlreadyDone, Refusal
from campaign.ids import hex_id
from campaign.models import CAMPAIGN_STREAM, CampaignState, SideCode
from campaign.services.record import Act, open_act
from campaign.sources import SOURCES
from campaign.visibility import Viewer
from rulesets.core.brief import Ratio
from rulesets.core.carries import carries
from war.models import UNDECIDED, Combat, CombatOutcome, Contact, ContactOffer, ContactState, OfferState
from war.selectors import agreement as reads
from war.selectors.state import bridge_or_none

OFFERED, AGREED, DECLINED = "contact.offered", "contact.agreed", "contact.declined"
SILENT, REOPENED = "contact.silent", "contact.reopened"
R_58 = "(house rule R-58)"
SILENTLY = {
    "instructed": "and its standing instructions accept the table",
    "by the rule": f"so it agrees {R_58}",
}
CITES = "VG-1"


@carries("VG-1")
def offer(
    viewer: Viewer, *, contact_id: int, combat: str, ratio: Ratio, answers: int | None = None, key: str | None = None
) -> None:
    """Offer the table or strategic combat, in place of the open offer `answers`, if there is one.

    If the other side has already offered the same, both agree.
    """
    payload = {"contact": hex_id(contact_id), "combat": combat}
    with open_act(viewer, stream=CAMPAIGN_STREAM, kind=OFFERED, payload=payload, key=key) as act:
        contact = _contact(act, viewer, contact_id)
        found = reads.open_offer(contact)
        if combat == Combat.TABLE and not bridge_or_none(act.campaign_id):
            raise Refusal("No book brings battles of this campaign to a table.", cites=CITES, field="combat")
        if found is not None and found.side != viewer.side and _is_same(found, combat, ratio):
            settle_offer(
                act, contact, found, by=f"The {_word(viewer.side)} side offered the same, so both sides agreed"
            )
            return
        if answers != (found.pk if found else None):
            raise Refusal(_changed(contact, found))
        if found is not None:
            _close(act, found, OfferState.CHANGED if found.side == viewer.side else OfferState.ANSWERED)
        made = act.create(new_offer(act, contact, viewer.side, combat, ratio))
        act.tell(PUBLIC, f"The {_word(viewer.side)} side offered to fight {contact.name} {reads.words_of(made)}.")


def agree(viewer: Viewer, *, contact_id: int, answers: int, key: str | None = None) -> None:
    """Agree to the other side's open offer."""
    with open_act(viewer, stream=CAMPAIGN_STREAM, kind=AGREED, payload=_of(contact_id), key=key) as act:
        contact = _contact(act, viewer, contact_id)
        found = _to_answer(contact, viewer, answers)
        settle_offer(act, contact, found, by=f"The {_word(viewer.side)} side agreed")


def decline(viewer: Viewer, *, contact_id: int, answers: int, key: str | None = None) -> None:
    """Decline the other side's offer of the table: then strategic combat decides."""
    with open_act(viewer, stream=CAMPAIGN_STREAM, kind=DECLINED, payload=_of(contact_id), key=key) as act:
        contact = _contact(act, viewer, contact_id)
        found = _to_answer(contact, viewer, answers)
        if found.combat == Combat.STRATEGIC:
            raise Refusal("Without an agreement strategic combat decides. Agree, or offer the table.", cites=CITES)
        _close(act, found, OfferState.DECLINED)
        act.tell(PUBLIC, f"The {_word(viewer.side)} side declined to fight {contact.name} on the table.")
        leave_to_strategy(act, contact)


def decide_silence(campaign_id: int, now: datetime) -> None:
    """Ask both sides again after a rewind, and decide contacts whose deadline passed without an agreement."""
    for contact in reads.undecided(campaign_id):
        if reads.is_rewound(contact):
            _ask_again(contact.pk, campaign_id)
        elif contact.state == ContactState.WAITING and reads.silent_sides(contact, now):
            _decide(contact.pk, campaign_id, now)


def silence_may_decide() -> Q:
    undecided = Contact.objects.filter(state__in=UNDECIDED, postponed=False)
    return Q(state=CampaignState.RUNNING) & some(undecided)


def ask_anew(act: Act, contact: Contact) -> None:
    """Return a contact to where both sides still have to agree, with a new deadline."""
    for each in ContactOffer.objects.filter(contact=contact, state__in=(OfferState.OPEN, OfferState.AGREED)):
        _close(act, each, OfferState.LAPSED)
    contact.state, contact.since = ContactState.WAITING, act.at
    act.save(contact)


def _ask_again(contact_id: int, campaign_id: int) -> None:
    """After a rewind an agreement has to be made again, and what is open gets a new deadline."""
    with open_act(None, campaign_id=campaign_id, stream=CAMPAIGN_STREAM, kind=REOPENED, payload=_of(contact_id)) as act:
        contact = next((one for one in reads.undecided(campaign_id) if one.pk == contact_id), None)
        if contact is None or not reads.is_rewound(contact):
            raise AlreadyDone
        if contact.state == ContactState.AGREED:
            ask_anew(act, contact)
            act.tell(PUBLIC, f"After the rewind, both sides have to agree again how to fight {contact.name}.")
        else:
            contact.since = act.at
            act.save(contact)
            act.tell(PUBLIC, f"After the rewind, {contact.name} has a new deadline.")


def _decide(contact_id: int, campaign_id: int, now: datetime) -> None:
    with open_act(None, campaign_id=campaign_id, stream=CAMPAIGN_STREAM, kind=SILENT, payload=_of(contact_id)) as act:
        contact = Contact.objects.get(id=contact_id)
        silent = reads.silent_sides(contact, now) if contact.state == ContactState.WAITING else ()
        if not silent or contact.postponed:
            raise AlreadyDone
        found = reads.open_offer(contact)
        agrees = reads.why_silence_agrees(contact, found, silent[0]) if found is not None else ""
        if found is not None and agrees:
            by = f"The {_word(silent[0])} side gave no answer in time, {SILENTLY[agrees]}"
            settle_offer(act, contact, found, by=by)
            return
        if found is not None:
            _close(act, found, OfferState.LAPSED)
        act.tell(PUBLIC, f"Time is up for an agreement on {contact.name} {R_58}.")
        leave_to_strategy(act, contact)


def settle_offer(act: Act, contact: Contact, found: ContactOffer, *, by: str) -> None:
    """Settle how a contact is fought by an offer that both sides agree to."""
    _close(act, found, OfferState.AGREED)
    if found.combat == Combat.STRATEGIC:
        act.tell(PUBLIC, f"{by}: no table for {contact.name}.")
        leave_to_strategy(act, contact)
        return
    for row in CombatOutcome.objects.filter(contact=contact):
        act.delete(row)
    contact.stands_per_sp, contact.batteries_per_sp = found.stands_per_sp, found.batteries_per_sp
    contact.state, contact.since = ContactState.AGREED, act.at
    act.save(contact)
    act.tell(PUBLIC, f"{by}: {contact.name} will be fought {reads.words_of(found)}.")


def leave_to_strategy(act: Act, contact: Contact) -> None:
    """Leave a contact to the strategic game's own combat."""
    contact.state, contact.since = ContactState.STRATEGIC, act.at
    act.save(contact)
    act.tell(PUBLIC, f"The strategic game’s own combat decides {contact.name}. (VG-1.)")


def _contact(act: Act, viewer: Viewer, contact_id: int) -> Contact:
    """Return the contact under the lock, if this seat may still agree on it."""
    contact = Contact.objects.filter(campaign_id=act.campaign_id, id=contact_id).first()
    if contact is None or not viewer.is_commander:
        raise Http404
    if refusal := reads.why_not_to_agree(viewer, contact):
        raise Refusal(refusal, cites=CITES)
    return contact


def _to_answer(contact: Contact, viewer: Viewer, answers: int) -> ContactOffer:
    found = reads.open_offer(contact)
    if found is None or found.pk != answers:
        raise Refusal(_changed(contact, found))
    if found.side == viewer.side:
        raise Refusal("Your side made this offer. Only the other side can answer it.")
    return found


def _changed(contact: Contact, found: ContactOffer | None) -> str:
    """Say what is on offer now."""
    if found is None:
        return f"No offer is open for {contact.name} now. Make one."
    now = f"The {_word(found.side)} side’s offer is to fight {contact.name} {reads.words_of(found)}"
    return f"The offer changed. {now}. Answer that one."


def _is_same(found: ContactOffer, combat: str, ratio: Ratio) -> bool:
    return found.combat == combat and (combat == Combat.STRATEGIC or reads.ratio_of(found) == ratio)


def _close(act: Act, found: ContactOffer, state: OfferState) -> None:
    found.state = state
    act.save(found)


def new_offer(act: Act, contact: Contact, side: str, combat: str, ratio: Ratio) -> ContactOffer:
    """Return a side's open offer."""
    return ContactOffer(
        id=SOURCES.new_id(PUBLIC),
        campaign_id=contact.campaign_id,
        contact=contact,
        side=side,
        combat=combat,
        stands_per_sp=ratio.stands_per_sp,
        batteries_per_sp=ratio.batteries_per_sp,
        at=act.at,
    )


def _of(contact_id: int) -> dict[str, str]:
    return {"contact": hex_id(contact_id)}


def _word(side: str) -> str:
    return str(SideCode(side).label)
