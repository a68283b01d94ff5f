"""Acts on seats."""

from campaign.actions.base import Action, Question, only
from campaign.forms.club import AddSeatForm, InviteForm, MoveForm, OfferForm, SeatForm
from campaign.selectors.people import may_add, seat_card, seat_to_offer
from campaign.services import invitations, seats
from campaign.visibility import Viewer
from campaign.web import ActForm

LIST = "seats:list"
umpire_only = only(lambda viewer, **path: viewer.is_umpire)


@Action(AddSeatForm, offer=only(may_add), to=LIST)
def add_seat(viewer: Viewer, form: AddSeatForm) -> None:
    """Open a seat."""
    seats.add_seat(viewer, **form.said("role", "side", "scope"))


@Action(InviteForm, offer=seat_to_offer, template="campaign/invite.html", to=LIST)
def invite(viewer: Viewer, form: InviteForm, seat_id: int) -> str:
    """Offer a seat. The link is shown only once: sending the same key again doesn't show it."""
    return invitations.invite(viewer, seat_id=seat_id, **form.said("how", "email", "username"))


@Action(OfferForm, to=LIST)
def withdraw(viewer: Viewer, form: OfferForm) -> None:
    """Withdraw an invitation."""
    invitations.withdraw(viewer, invitation_id=form.cleaned_data["offer"], **form.action())


def _leaving(viewer: Viewer, form: ActForm) -> Question:
    chair = " If nobody else umpires, the site does from then on." if viewer.is_umpire else ""
    return Question(
        title="Leave your seat?",
        loses=f"You no longer see the campaign. The seat {viewer.seat_name} keeps its journal.{chair}",
        yes="Leave the seat",
        back=LIST,
    )


@Action(ActForm, sure=_leaving, to=LIST)
def leave(viewer: Viewer, form: ActForm) -> None:
    """Leave your seat."""
    seats.leave(viewer, **form.action())


def _emptying(viewer: Viewer, form: SeatForm) -> Question:
    card = seat_card(viewer, form.cleaned_data["seat"])
    return Question(
        title=f"Empty the seat {card.name}?",
        loses=f"{card.holder or 'Nobody'} no longer sees the campaign. The seat keeps its journal.",
        yes="Empty the seat",
        back=LIST,
        hidden={"seat": card.id},
    )


@Action(SeatForm, offer=umpire_only, sure=_emptying, to=LIST)
def empty_seat(viewer: Viewer, form: SeatForm) -> None:
    """Remove whoever holds a seat. Only the umpire can."""
    seats.empty_seat(viewer, seat_id=form.cleaned_data["seat"], **form.action())


def _closing(viewer: Viewer, form: SeatForm) -> Question:
    card = seat_card(viewer, form.cleaned_data["seat"])
    return Question(
        title=f"Close the seat {card.name}?",
        loses="Nobody can take it again. Its journal stays on record.",
        yes="Close the seat",
        back=LIST,
        hidden={"seat": card.id},
    )


@Action(SeatForm, sure=_closing, to=LIST)
def close_seat(viewer: Viewer, form: SeatForm) -> None:
    """Close an empty seat."""
    seats.close_seat(viewer, seat_id=form.cleaned_data["seat"], **form.action())


@Action(MoveForm, offer=umpire_only, to=LIST)
def move_holder(viewer: Viewer, form: MoveForm) -> None:
    """Move a person to another seat. Only the umpire can."""
    data = form.cleaned_data
    seats.move_holder(viewer, seat_id=data["seat"], to_seat_id=data["to"], **form.action())
