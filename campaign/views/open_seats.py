"""The list of open seats for everyone with an account, and a listing with its request."""

from http import HTTPStatus
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaign.errors import BadInput, Refusal
from campaign.forms.dice import PageForm
from campaign.forms.open_seats import AskSeatForm, WithdrawRequestForm
from campaign.selectors.open_seats import ListingPage, listing_page, open_seats_page
from campaign.services import open_seats
from campaign.web import posted, retry_later


@never_cache
@login_required
@require_safe
def listed(request: HttpRequest) -> HttpResponse:
    asked = PageForm(request.GET)
    if not asked.is_valid():
        raise BadInput.from_form(asked)
    page = open_seats_page(_own_id(request), page=asked.cleaned_data["page"] or 1)
    return render(request, "open_seats/list.html", {"page": page})


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def listing(request: HttpRequest, listing_id: int) -> HttpResponse:
    """Show a listing, and ask for one of its seats."""
    page = listing_page(_own_id(request), listing_id)
    form = AskSeatForm(posted(request), sides=page.listing.sides)
    if not form.is_valid():
        status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
        return _draw_listing(request, page, form, status)
    try:
        open_seats.ask(user_id=_own_id(request), listing_id=listing_id, **form.cleaned_data)
    except Refusal as error:
        form.refuse(error)
        return retry_later(_draw_listing(request, page, form, error.status), error)
    messages.success(request, "You asked for a seat. The answer appears here.")
    return redirect("open-seats:list")


def _draw_listing(request: HttpRequest, page: ListingPage, form: AskSeatForm, status: HTTPStatus) -> HttpResponse:
    return render(request, "open_seats/listing.html", {"page": page, "form": form}, status=status)


@login_required
@require_POST
def withdraw(request: HttpRequest) -> HttpResponse:
    form = WithdrawRequestForm(request.POST)
    if not form.is_valid():
        raise BadInput.from_form(form)
    open_seats.withdraw_request(user_id=_own_id(request), request_id=form.cleaned_data["request"])
    messages.success(request, "Request withdrawn.")
    return redirect("open-seats:list")


def _own_id(request: HttpRequest) -> int:
    return cast(int, request.user.pk)
