"""The hexes that a contact locks: its own, and those around it, where a side may have to retreat.

Contacts and the map are public, so a lock reveals nothing about positions: a neighboring hex is locked whether or
not a retreat could really go there. A postponement frees the hexes, but in a war on the map only the report does.
"""

from django.db.models import Q

from rulesets.core.sheet_form import pinned_sheet
from war.models import Contact, ContactState


def locking_contact(campaign_id: int, hex_id: str) -> Contact | None:
    """Return the oldest contact that locks a hex, if any."""
    open_ones = Contact.objects.filter(campaign_id=campaign_id).exclude(state=ContactState.SETTLED).order_by("id")
    contacts = open_ones.filter(Q(postponed=False) | ~Q(campaign__scenario="")).select_related("campaign")
    return next((contact for contact in contacts if hex_id in _locked_by(contact)), None)


def _locked_by(contact: Contact) -> set[str]:
    sheet = pinned_sheet(contact.campaign.sheet, contact.campaign.sheet_hash)
    return sheet.within({contact.hex}, 1) | {contact.hex} if sheet else {contact.hex}


def why_locked(campaign_id: int, hex_id: str) -> str:
    """Return the refusal for moving, detaching, or joining in a hex, or "" if no contact locks it."""
    contact = locking_contact(campaign_id, hex_id)
    if contact is None:
        return ""
    in_wait = "is postponed" if contact.postponed else "waits for the table"
    until = "its battle report is applied" + ("" if contact.campaign.scenario else " or it is postponed")
    return (
        f"{contact.name} {in_wait}. You can’t move, detach, or join forces in its hex or the hexes around it until "
        f"{until}."
    )
