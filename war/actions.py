"""Acts on the map."""

from campaign.actions.base import Action, Question, address, only
from campaign.errors import Refusal
from campaign.visibility import Viewer
from campaign.web import ActForm
from war.forms.agreement import AnswerForm, OfferForm
from war.forms.forces import DetachForm
from war.forms.orders import WarOrderForm
from war.forms.outcome import OutcomeForm
from war.forms.queue import DropForm, QueueForm, ReadyForm
from war.forms.set_right import AddForm, BuildForm, HolderForm, MoveForm, RemoveForm
from war.selectors.contact_page import own_contact_page
from war.selectors.find import contact_to_call_off, find_contact
from war.selectors.map import ForcePage, force_page
from war.selectors.outcome import OutcomePage, outcome_page
from war.selectors.set_right import set_right_page
from war.selectors.war_page import may_begin
from war.services import agreement, contacts, forces, outcome, war_course, war_orders, war_queue, war_umpire

MAP, QUEUE = "map:sheet", "map:queue"


def _force_to_detach_from(viewer: Viewer, force_id: int) -> ForcePage:
    page = force_page(viewer, force_id)
    if page.may_detach is None:
        raise Refusal(forces.NOT_TO_DETACH)
    return page


@Action(DetachForm, offer=_force_to_detach_from, to=MAP)
def detach(viewer: Viewer, form: DetachForm, force_id: int) -> None:
    """Detach troops from your own force."""
    forces.detach(viewer, force_id=force_id, **form.parts(), **form.action())


def _is_a_war_of(viewer: Viewer) -> bool:
    return viewer.is_commander and bool(viewer.scenario)


@Action(WarOrderForm, offer=only(_is_a_war_of), to=MAP)
def give_order(viewer: Viewer, form: WarOrderForm) -> None:
    """Give one order in a war: to a piece of your side, or for the side itself."""
    war_orders.give(viewer, order=form.order, **form.said("entropy"))


@Action(ActForm, offer=only(may_begin), to=MAP)
def begin_war(viewer: Viewer, form: ActForm) -> None:
    """Begin the war. Where the site umpires, both sides must agree."""
    war_course.begin(viewer, **form.action())


@Action(QueueForm, offer=only(_is_a_war_of), to=QUEUE)
def queue_order(viewer: Viewer, form: QueueForm) -> None:
    """Queue an order for a coming half-pulse, with the conditions on which it is carried out."""
    war_queue.add(viewer, queued=form.queued, **form.action())


@Action(DropForm, offer=only(_is_a_war_of), to=QUEUE)
def drop_queued(viewer: Viewer, form: DropForm) -> None:
    """Take an order out of your side's queue."""
    war_queue.drop(viewer, **form.said("n"))


@Action(ReadyForm, offer=only(_is_a_war_of), to=QUEUE)
def stand_ready(viewer: Viewer, form: ReadyForm) -> None:
    """Stand ready, or no longer: everybody sees it, and your half-pulses end once your queue has run."""
    war_queue.stand_ready(viewer, **form.said("ready"))


@Action(ActForm, offer=only(_is_a_war_of), to=QUEUE)
def end_early(viewer: Viewer, form: ActForm) -> None:
    """End your half-pulse once your queue has run; what has to be spent is spent by standing fast."""
    war_queue.end_early(viewer, **form.action())


@Action(MoveForm, offer=set_right_page, template="war/set_right.html", to=MAP)
def move_pieces(viewer: Viewer, form: MoveForm) -> None:
    """Put pieces of one side in a hex, as the umpire."""
    war_umpire.move(viewer, **form.said("pieces", "hex", "reason"))


@Action(RemoveForm, offer=set_right_page, template="war/set_right.html", to=MAP)
def remove_pieces(viewer: Viewer, form: RemoveForm) -> None:
    """Take pieces, works, depots, or headquarters of one side off the map, as the umpire."""
    war_umpire.remove(viewer, **form.said("pieces", "leaders_to", "reason"))


@Action(AddForm, offer=set_right_page, template="war/set_right.html", to=MAP)
def add_pieces(viewer: Viewer, form: AddForm) -> None:
    """Add new strength points in a hex, as the umpire."""
    war_umpire.add(viewer, **form.said("side", "hex", "sp", "arm", "quality", "reason"))


@Action(BuildForm, offer=set_right_page, template="war/set_right.html", to=MAP)
def put_down(viewer: Viewer, form: BuildForm) -> None:
    """Put a work, a depot, or an army's headquarters in a hex, as the umpire."""
    war_umpire.build(viewer, **form.said("side", "what", "hex", "reason"))


@Action(HolderForm, offer=set_right_page, template="war/set_right.html", to=MAP)
def give_hex(viewer: Viewer, form: HolderForm) -> None:
    """Let a side hold a place or hex, as the umpire."""
    war_umpire.give_hex(viewer, **form.said("side", "hex", "reason"))


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
    loses = contacts.meaning_of(contacts.POSTPONED, is_war=bool(viewer.scenario))
    return _question(viewer, form, yes="Postpone battle", loses=loses)


def _resuming(viewer: Viewer, form: ActForm, contact_id: int) -> Question:
    loses = contacts.meaning_of(contacts.RESUMED, is_war=bool(viewer.scenario))
    return _question(viewer, form, yes="Resume battle", loses=loses)


def _calling_off(viewer: Viewer, form: ActForm, contact_id: int) -> Question:
    loses = "Both sides have to agree again how to fight it; if they don’t, the combat table decides."
    return _question(viewer, form, yes="Call off the table", loses=loses)


def _question(viewer: Viewer, form: ActForm, *, yes: str, loses: str) -> Question:
    first = "The other side must agree first. " if viewer.is_commander else ""
    return Question(f"{form.offer.name}: {yes.lower()}?", first + loses, yes, back=MAP)


@Action(ActForm, offer=find_contact, sure=_postponing, to=MAP)
def postpone(viewer: Viewer, form: ActForm, contact_id: int) -> None:
    """Postpone a battle that waits for the table; play no longer waits. Without an umpire, both sides must agree."""
    contacts.postpone(viewer, contact_id=contact_id, **form.action())


@Action(ActForm, offer=contact_to_call_off, sure=_calling_off, to=_to_contact)
def call_off_table(viewer: Viewer, form: ActForm, contact_id: int) -> None:
    """Call off the table agreed for a contact. Only the umpire can alone; both sides can if they agree."""
    contacts.call_off(viewer, contact_id=contact_id, **form.action())


@Action(ActForm, offer=find_contact, sure=_resuming, to=MAP)
def resume(viewer: Viewer, form: ActForm, contact_id: int) -> None:
    """Resume a postponed battle. Without an umpire, both sides must agree."""
    contacts.resume(viewer, contact_id=contact_id, **form.action())
