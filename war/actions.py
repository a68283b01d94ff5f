"""What is done on the map."""

from campaign.actions.base import Action, Question
from campaign.errors import Refusal
from campaign.visibility import Viewer
from campaign.web import ActForm
from war.forms.forces import DetachForm
from war.selectors.map import ForcePage, force_page
from war.services import contacts, forces

MAP = "map:sheet"
NOT_TO_DETACH = "You can’t detach troops from this force now."


def _force_to_detach_from(viewer: Viewer, force_id: int) -> ForcePage:
    page = force_page(viewer, force_id)
    if not page.may_detach:
        raise Refusal(NOT_TO_DETACH)
    return page


@Action(DetachForm, offer=_force_to_detach_from, to=MAP)
def detach(viewer: Viewer, form: DetachForm, force_id: int) -> None:
    """Detach troops from your own force."""
    forces.detach(viewer, force_id=force_id, **form.parts(), **form.action())


def _postponing(viewer: Viewer, form: ActForm, contact_id: int) -> Question:
    loses = "Nothing is done in it until it goes on, and the forces in its hexes are free to go."
    return _question(viewer, form, yes="Postpone it", loses=loses)


def _resuming(viewer: Viewer, form: ActForm, contact_id: int) -> Question:
    loses = "It waits for the table again, and locks its hex and those around it."
    return _question(viewer, form, yes="Go on with it", loses=loses)


def _question(viewer: Viewer, form: ActForm, *, yes: str, loses: str) -> Question:
    first = "The other side is asked first. " if viewer.speaks_for_side else ""
    return Question(f"{form.offer.name}: {yes.lower()}?", first + loses, yes, back=MAP)


@Action(ActForm, offer=contacts.find_contact, sure=_postponing, to=MAP)
def postpone(viewer: Viewer, form: ActForm, contact_id: int) -> None:
    """Postpone a battle that waits for the table, and free its hexes: the umpire, or both sides together."""
    contacts.postpone(viewer, contact_id=contact_id, **form.action())


@Action(ActForm, offer=contacts.find_contact, sure=_resuming, to=MAP)
def resume(viewer: Viewer, form: ActForm, contact_id: int) -> None:
    """Resume a postponed battle: the umpire, or both sides together."""
    contacts.resume(viewer, contact_id=contact_id, **form.action())
