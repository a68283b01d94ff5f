"""Acts on the map."""

from campaign.actions.base import Action, Question, address
from campaign.errors import Refusal
from campaign.visibility import Viewer
from campaign.web import ActForm
from war.forms.agreement import AnswerForm, OfferForm
from war.forms.forces import DetachForm
from war.forms.outcome import OutcomeForm
from war.selectors.contact_page import own_contact_page
from war.selectors.find import find_contact
from war.selectors.map import ForcePage, force_page
from war.selectors.outcome import OutcomePage, outcome_page
from war.services import agreement, contacts, forces, outcome

MAP = "map:sheet"


def _force_to_detach_from(viewer: Viewer, force_id: int) -> ForcePage:
    page = force_page(viewer, force_id)
    if page.may_detach is None:
        raise Refusal(forces.NOT_TO_DETACH)
    return page


@Action(DetachForm, offer=_force_to_detach_from, to=MAP)
def detach(viewer: Viewer, form: DetachForm, force_id: int) -> None:
    """Detach troops from your own force."""
    forces.detach(viewer, force_id=force_id, **form.parts(), **form.action())


def _to_contact(viewer: Viewer, done: object, contact_id: int, **_: object) -> str:
    return address(viewer, "map:contact", contact_id)


@Action(OfferForm, offer=own_contact_page, to=_to_contact)
def offer_combat(viewer: Viewer, form: OfferForm, contact_id: int) -> None:
    """Offer to fight a contact on the table, at a ratio, or by strategic combat; the other side has to agree."""
    agreement.offer(viewer, contact_id=contact_id, **form.offered())


@Action(AnswerForm, offer=own_contact_page, to=_to_contact)
def agree_to_offer(viewer: Viewer, form: AnswerForm, contact_id: int) -> None:
    """Agree to the other side's offer."""
    agreement.agree(viewer, contact_id=contact_id, **form.answered())


@Action(AnswerForm, offer=own_contact_page, to=_to_contact)
def decline_offer(viewer: Viewer, form: AnswerForm, contact_id: int) -> None:
    """Decline the other side's offer of the table: then strategic combat decides."""
    agreement.decline(viewer, contact_id=contact_id, **form.answered())


def _outcome_of(viewer: Viewer, contact_id: int, side: str) -> OutcomePage:
    return outcome_page(viewer, contact_id, side.upper())


@Action(OutcomeForm, offer=_outcome_of, template="war/outcome.html", to=_to_contact)
def enter_outcome(viewer: Viewer, form: OutcomeForm, contact_id: int, side: str) -> None:
    """Enter one side's part of a strategic combat's outcome. What the other side enters never outdates it."""
    key = form.action()["key"]
    outcome.enter_outcome(viewer, contact_id=contact_id, side=form.offer.side, entered=form.entered(), key=key)


def _postponing(viewer: Viewer, form: ActForm, contact_id: int) -> Question:
    loses = "The battle waits until it resumes, and the forces in its hexes are free to move."
    return _question(viewer, form, yes="Postpone battle", loses=loses)


def _resuming(viewer: Viewer, form: ActForm, contact_id: int) -> Question:
    loses = "The battle waits for the table again and locks its hex and the hexes around it."
    return _question(viewer, form, yes="Resume battle", loses=loses)


def _question(viewer: Viewer, form: ActForm, *, yes: str, loses: str) -> Question:
    first = "The other side must agree first. " if viewer.speaks_for_side else ""
    return Question(f"{form.offer.name}: {yes.lower()}?", first + loses, yes, back=MAP)


@Action(ActForm, offer=find_contact, sure=_postponing, to=MAP)
def postpone(viewer: Viewer, form: ActForm, contact_id: int) -> None:
    """Postpone a battle that waits for the table, and free its hexes. Without an umpire, both sides must agree."""
    contacts.postpone(viewer, contact_id=contact_id, **form.action())


@Action(ActForm, offer=find_contact, sure=_resuming, to=MAP)
def resume(viewer: Viewer, form: ActForm, contact_id: int) -> None:
    """Resume a postponed battle. Without an umpire, both sides must agree."""
    contacts.resume(viewer, contact_id=contact_id, **form.action())
