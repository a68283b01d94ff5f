"""Acts on the list of open seats, by those who fill them."""

from django.http import Http404

from campaign.actions.base import Action, Question, only
from campaign.forms.open_seats import AdmitForm, ListForm, SeatRequestForm
from campaign.selectors.open_seats import ListingState, listing_state
from campaign.selectors.people import may_add
from campaign.services import decisions, open_seats
from campaign.visibility import Viewer
from campaign.web import ActForm

LIST = "seats:list"
who_fills = only(may_add)


def _to_list(viewer: Viewer) -> ListingState:
    state = listing_state(viewer)
    if not state.may_change:
        raise Http404
    return state


@Action(ListForm, offer=_to_list, template="open_seats/list_form.html", to=LIST)
def list_seats(viewer: Viewer, form: ListForm) -> None:
    """List the campaign's open seats, so that people can ask for one. Without an umpire, both sides must agree."""
    decisions.decide(viewer, kind=open_seats.LISTED, payload=form.payload(), **form.action())


def _unlisting(viewer: Viewer, form: ActForm) -> Question:
    return Question(
        title="Take the open seats off the list?",
        loses="Nobody new can ask for a seat, and every open request is declined.",
        yes="Take them off the list",
        back=LIST,
    )


@Action(ActForm, offer=_to_list, sure=_unlisting, to=LIST)
def unlist_seats(viewer: Viewer, form: ActForm) -> None:
    """Take the campaign's open seats off the list and decline its open requests."""
    decisions.decide(viewer, kind=open_seats.UNLISTED, **form.action())


@Action(AdmitForm, offer=who_fills, to=LIST)
def admit(viewer: Viewer, form: AdmitForm) -> None:
    """Seat a person who asked."""
    data = form.cleaned_data
    open_seats.admit(viewer, request_id=data["request"], seat_id=data["seat"], **form.action())


@Action(SeatRequestForm, offer=who_fills, to=LIST)
def decline_request(viewer: Viewer, form: SeatRequestForm) -> None:
    """Decline a request for a seat, without a reason."""
    open_seats.decline(viewer, request_id=form.cleaned_data["request"], **form.action())
