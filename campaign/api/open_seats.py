"""Open seats for programs: the list, your request, and the answers of those who fill seats."""

from typing import cast

from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.actions import open_seats as acts
from campaign.api.base import PROBLEMS, Done, answers, do, endpoint, parameters_of, plain, query_of, shown, twin_of
from campaign.api.body import body_of
from campaign.api.described import described
from campaign.api.forms import schema_of
from campaign.forms.dice import PageForm
from campaign.forms.open_seats import AskSeatForm, WithdrawRequestForm
from campaign.selectors.open_seats import ListingPage, ListingState, OpenSeatsPage, listing_page, listing_state
from campaign.selectors.open_seats import open_seats_page as read_page
from campaign.services import open_seats


@described(
    operation_id="open_seats", parameters=parameters_of(PageForm), responses={200: answers(OpenSeatsPage), **PROBLEMS}
)
@endpoint("GET")
def listed(request: Request) -> Response:
    """Return the campaigns that look for players, by name, and your own requests."""
    return Response(plain(read_page(_own_id(request), page=query_of(request, PageForm)["page"] or 1)))


@described(methods=["GET"], operation_id="listing", responses={200: answers(ListingPage), **PROBLEMS})
@described(
    methods=["POST"],
    operation_id="ask_for_seat",
    request=schema_of(AskSeatForm),
    responses={200: Done, **PROBLEMS},
)
@endpoint("GET", "POST")
def listing(request: Request, listing_id: int) -> Response:
    """Return one listing, or ask for a seat of one of its sides."""
    page = listing_page(_own_id(request), listing_id)
    if request.method == "GET":
        return Response(plain(page))
    form = AskSeatForm(body_of(request), sides=page.listing.sides)
    return do(form, lambda said: open_seats.ask(user_id=_own_id(request), listing_id=listing_id, **said))


@described(operation_id="withdraw_request", request=schema_of(WithdrawRequestForm), responses={200: Done, **PROBLEMS})
@endpoint("POST")
def withdraw(request: Request) -> Response:
    """Withdraw your open request for a seat."""
    form = WithdrawRequestForm(body_of(request))
    return do(form, lambda said: open_seats.withdraw_request(user_id=_own_id(request), request_id=said["request"]))


def _own_id(request: Request) -> int:
    return cast(int, request.user.pk)


SEATS = "c/<id:campaign_id>/seats/"
urlpatterns = [
    path("open-seats/", listed, name="open-seats"),
    path("open-seats/withdraw/", withdraw, name="withdraw-request"),
    path("open-seats/<id:listing_id>/", listing, name="listing"),
    path(
        f"{SEATS}requests/",
        shown(
            "seat_requests",
            "Return how the campaign is listed, and the requests that you can answer.",
            page=ListingState,
            read=listing_state,
        ),
    ),
    path(f"{SEATS}listing/", twin_of(acts.list_seats)),
    path(f"{SEATS}listing/end/", twin_of(acts.unlist_seats)),
    path(f"{SEATS}admit/", twin_of(acts.admit)),
    path(f"{SEATS}decline/", twin_of(acts.decline_request)),
]
