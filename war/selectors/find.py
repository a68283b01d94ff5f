"""Find what a viewer may act on; to anyone else it does not exist."""

from django.http import Http404

from campaign.errors import Refusal
from campaign.visibility import Viewer
from war.models import Contact, Force
from war.selectors.agreement import why_not_called_off


def find_contact(viewer: Viewer, contact_id: int, *, by_sides: bool = False) -> Contact:
    """Return a contact that this viewer may decide on, alone or with the other side; `by_sides` always with it."""
    contact = Contact.objects.filter(campaign_id=viewer.campaign_id, id=contact_id).first()
    if contact is None or not (viewer.decides or (by_sides and viewer.leads_side)):
        raise Http404
    return contact


def contact_to_call_off(viewer: Viewer, contact_id: int) -> Contact:
    """Return a contact agreed for the table to whoever may call that off, alone or with the other side."""
    contact = find_contact(viewer, contact_id, by_sides=True)
    if why_not := why_not_called_off(contact):
        raise Refusal(why_not)
    return contact


def own_force(viewer: Viewer, force_id: int) -> Force:
    """Return a force that this viewer commands, or raise 404."""
    force = Force.objects.filter(campaign_id=viewer.campaign_id, id=force_id, side=viewer.side).first()
    if not viewer.is_commander or force is None:
        raise Http404
    if viewer.scope and viewer.scope != force.scope:
        raise Refusal(f"{force} is outside your theater.")
    return force
