"""Find what a viewer may act on; to anyone else it does not exist."""

from django.http import Http404

from campaign.errors import Refusal
from campaign.visibility import Viewer
from war.models import Contact, Force


def find_contact(viewer: Viewer, contact_id: int) -> Contact:
    """Return a contact that this viewer may decide on, alone or with the other side."""
    contact = Contact.objects.filter(campaign_id=viewer.campaign_id, id=contact_id).first()
    if contact is None or not viewer.decides:
        raise Http404
    return contact


def own_force(viewer: Viewer, force_id: int) -> Force:
    """Return a force that this viewer commands, or raise 404."""
    force = Force.objects.filter(campaign_id=viewer.campaign_id, id=force_id, side=viewer.side).first()
    if not viewer.is_commander or force is None:
        raise Http404
    if viewer.scope and viewer.scope != force.scope:
        raise Refusal(f"{force} is outside your theater.")
    return force
