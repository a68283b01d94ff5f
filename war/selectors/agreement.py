"""What the sides of a contact offered each other, who may answer, and what silence means (VG-1, 4A; R-58)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from django.db.models import OuterRef, QuerySet, Subquery
from django.http import Http404

from campaign.ids import hex_id
from campaign.models import CampaignState, Deadline, RowImage
from campaign.prepared import prepared
from campaign.selectors.current import REWIND
from campaign.selectors.house import house_of
from campaign.visibility import Viewer
from rulesets.civil_war.war.state import Stance, ToTheTable
from rulesets.core.brief import Ratio
from rulesets.core.carries import carries
from rulesets.core.context import Context
from rulesets.core.registry import agreement_of
from rulesets.core.words import many
from war.models import UNDECIDED, Combat, Contact, ContactOffer, ContactState, Force, OfferState, Purse
from war.selectors.briefs import SIDES
from war.selectors.state import bridge_or_none
from war.selectors.war_state import read_value

WRITTEN_BY = "written_by"
NOT_YOURS = "These armies are outside your theater."
WHY_NOT = {
    ContactState.AGREED: "Both sides have already agreed to fight {name} on the table.",
    ContactState.TAKEN_UP: "{name} is already a battle on the table.",
    ContactState.SETTLED: "{name} is already settled.",
}
BEING_FOUGHT = "{name} is being fought on the combat table."


def undecided(campaign_id: int) -> list[Contact]:
    """Return the contacts of a running campaign whose combat isn't decided, in the order of their ids."""
    images = RowImage.objects.filter(table=Contact._meta.db_table, row=OuterRef("pk"), pin=False)
    written_by = Subquery(images.order_by("-seq", "-id").values("entry__kind")[:1])
    found = Contact.objects.filter(
        campaign_id=campaign_id, campaign__state=CampaignState.RUNNING, state__in=UNDECIDED, postponed=False
    )
    return list(found.annotate(**{WRITTEN_BY: written_by}).order_by("id"))


def is_rewound(contact: Contact) -> bool:
    """Return whether a rewind was the last to write an undecided contact."""
    return bool(getattr(contact, WRITTEN_BY) == REWIND)


def find_public_contact(campaign_id: int, contact_id: int) -> Contact:
    """Return a contact of a campaign, to anyone in it: contacts are public."""
    for contact in _contact(campaign_id, contact_id):
        return contact
    raise Http404


@prepared
def _contact(campaign_id: int, contact_id: int) -> QuerySet[Contact]:
    return Contact.objects.filter(campaign_id=campaign_id, id=contact_id).select_related("campaign")


def open_offer(contact: Contact) -> ContactOffer | None:
    return ContactOffer.objects.filter(contact=contact, state=OfferState.OPEN).first()


@prepared
def offers_of(contact_id: int) -> QuerySet[ContactOffer]:
    """Return every offer of a contact, the latest first."""
    return ContactOffer.objects.filter(contact__id=contact_id).order_by("-at", "-id")


def ratio_of(row: Contact | ContactOffer) -> Ratio:
    return Ratio(row.stands_per_sp, row.batteries_per_sp)


def words_of(found: ContactOffer) -> str:
    """Say what an offer is: on the table, 20 stands and 2 batteries for a strength point."""
    if found.combat == Combat.STRATEGIC:
        return "by strategic combat"
    return f"on the table, {ratio_in_words(ratio_of(found))}"


def ratio_in_words(ratio: Ratio) -> str:
    stands, batteries = many(ratio.stands_per_sp, "stand"), many(ratio.batteries_per_sp, "battery")
    return f"{stands} and {batteries} for each strength point"


def why_not_to_agree(viewer: Viewer, contact: Contact) -> str:
    """Return why this seat can't make or answer offers now, or ""."""
    if not speaks_at(viewer, contact):
        return NOT_YOURS
    if contact.postponed:
        return f"{contact.name} is postponed. Resume it first."
    if viewer.scenario and contact.state == ContactState.STRATEGIC:
        return BEING_FOUGHT.format(name=contact.name)  # its dice may have been rolled
    return WHY_NOT.get(ContactState(contact.state), "").format(name=contact.name)


def why_not_begun(contact: Contact) -> str:
    """Return why a contact can't be fought on the table now, or ""."""
    if contact.state == ContactState.AGREED:
        return f"{contact.name} is postponed. Resume it first." if contact.postponed else ""
    if contact.state in (ContactState.WAITING, ContactState.STRATEGIC):
        return f"{contact.name} is fought on the table only if both sides agree."
    return WHY_NOT[ContactState(contact.state)].format(name=contact.name)


def why_not_called_off(contact: Contact) -> str:
    """Return why an agreement on the table can't be called off now, or ""."""
    if contact.state == ContactState.TAKEN_UP:
        return f"{contact.name} is already a battle on the table. Call off that battle."
    if contact.state != ContactState.AGREED:
        return f"No table is agreed for {contact.name}."
    return f"{contact.name} is postponed. Resume it first." if contact.postponed else ""


def speaks_at(viewer: Viewer, contact: Contact) -> bool:
    """Return whether a commander speaks for their side here: the whole side's, or that of all its forces' theater."""
    return not viewer.scope or theaters_at(contact, viewer.side) == {viewer.scope}


def theaters_at(contact: Contact, side: str) -> set[str]:
    forces = Force.objects.filter(campaign_id=contact.campaign_id, hex=contact.hex, side=side)
    return set(forces.values_list("scope", flat=True))


def subject_of(contact_id: int, side: str) -> str:
    """Return the name of a side's move in agreeing; its deadline is kept under it."""
    return f"contact:{hex_id(contact_id)}:agree:{side}"


def clocks_of(contact: Contact) -> dict[str, Deadline]:
    """Return each side's deadline since the contact came into its state."""
    subjects = {subject_of(contact.pk, side): side for side in SIDES}
    rows = _clocks(contact.campaign_id, list(subjects))
    return {subjects[row.subject]: row for row in rows if row.since == contact.since}


@prepared
def _clocks(campaign_id: int, subjects: Sequence[str]) -> QuerySet[Deadline]:
    return Deadline.objects.filter(campaign_id=campaign_id, subject__in=subjects).order_by("due_at", "subject")


@carries("VG-1")
def silent_sides(contact: Contact, now: datetime) -> tuple[str, ...]:
    """Return the sides whose answer is missing, once time is up for all of them; a stopped clock never runs out."""
    found, clocks = open_offer(contact), clocks_of(contact)
    asked = tuple(side for side in SIDES if found is None or side != found.side)
    is_up = all(side in clocks and clocks[side].paused_at is None and clocks[side].due_at <= now for side in asked)
    return asked if is_up else ()


def why_silence_agrees(contact: Contact, found: ContactOffer, silent: str) -> Literal["instructed", "by the rule", ""]:
    """Return why a side's silence agrees to the other's offer: its instructions for the table, or the campaign's rule.

    Instructions that decline the table read like none: nobody learns which it was.
    """
    wants = instructed(contact, silent, offers_of(contact.pk))
    is_rule = silence_agrees(contact, found)
    if wants == "accept" and found.combat == Combat.TABLE and ratio_of(found) == ratio_of(contact):
        return "instructed"
    return "by the rule" if is_rule and wants != "decline" else ""


def instructed(contact: Contact, side: str, offers: Sequence[ContactOffer]) -> ToTheTable:
    """Return how a side's standing instructions answer a contact; once it is asked again, they leave it to the side."""
    purse = next(iter(_purse(contact.campaign_id, side)), None)
    was_asked = any(offer.state == OfferState.LAPSED for offer in offers)
    stance = purse.body.get("stance", {}) if purse is not None and not was_asked else {}
    return read_value(Stance, stance).table


@prepared
def _purse(campaign_id: int, side: str) -> QuerySet[Purse]:
    return Purse.objects.filter(campaign_id=campaign_id, side=side).order_by("id")


def silence_agrees(contact: Contact, found: ContactOffer) -> bool:
    """Return whether the other side's silence agrees to this offer: where a campaign plays so, to an early one."""
    bridge = bridge_or_none(contact.campaign_id, book=contact.campaign.book)
    if not bridge or found.combat == Combat.STRATEGIC or not agreement_of(bridge).silence_agrees(_house(contact)):
        return False
    due = max(row.due_at for side, row in clocks_of(contact).items() if side != found.side)
    return found.at <= contact.since + (due - contact.since) / 2


def _house(contact: Contact) -> Context:
    return house_of(contact.campaign_id)
