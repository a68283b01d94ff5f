"""The home page, new campaigns, and invitations."""

from http import HTTPStatus
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaign.errors import BadInput, Refusal
from campaign.forms.club import AnswerForm, BeginForm
from campaign.routes import reverse
from campaign.selectors.home import home_page
from campaign.selectors.landing import landing_page
from campaign.selectors.people import offer_by_token
from campaign.services import accounts, invitations, throttle
from campaign.services.campaigns import begin_campaign
from campaign.web import caller_of, is_refetch


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the member's moves, or the landing page to strangers."""
    if not request.user.is_authenticated:
        return render(request, "campaign/landing.html", {"page": landing_page()})
    since = request.user.before_at if is_refetch(request) else accounts.was_here(request.user)
    page = home_page(user_id=_own_id(request), since=since)
    listen = reverse("home-live")
    live = {"token_url": listen, "poll_url": listen, "version": page.version, "key": "home", "is_opaque": True}
    return render(request, "campaign/home.html", {"page": page, "live": live})


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: HttpRequest) -> HttpResponse:
    form, status = BeginForm(request.POST if request.method == "POST" else None), HTTPStatus.OK
    if form.is_valid():
        try:
            campaign_id = begin_campaign(user_id=_own_id(request), **form.cleaned_data)
            messages.success(request, "Campaign created. Invite people to its seats.")
            return redirect("seats:list", campaign_id)
        except Refusal as error:
            form.refuse(error)
            status = error.status
    elif form.is_bound:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    return render(request, "campaign/begin.html", {"form": form}, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show the seat that a link offers. A used link and an invented one look the same."""
    throttle.spend(throttle.INVITATION_LINK, caller_of(request))
    offer = offer_by_token(invitations.hash_of(token))
    if offer is None:
        context = {"sentence": invitations.USED_UP}
        return render(request, "campaign/invitation_dead.html", context, status=HTTPStatus.GONE)
    if request.method == "POST":
        if not request.user.is_authenticated:
            return redirect_to_login(request.path)
        return _answer(request, secret=token)
    return render(request, "campaign/invitation.html", {"offer": offer})


@login_required
@require_POST
def answer(request: HttpRequest) -> HttpResponse:
    """Answer an invitation addressed to the member."""
    return _answer(request, secret="")


def _answer(request: HttpRequest, *, secret: str) -> HttpResponse:
    form = AnswerForm(request.POST)
    if not form.is_valid():
        raise BadInput.from_form(form)
    offer_id, user_id = form.cleaned_data["offer"], _own_id(request)
    if form.cleaned_data["answer"] == "decline":
        invitations.decline(user_id=user_id, invitation_id=offer_id, secret=secret)
        messages.success(request, "Invitation declined.")
        return redirect("home")
    campaign_id = invitations.accept(user_id=user_id, invitation_id=offer_id, secret=secret)
    messages.success(request, "You took the seat.")
    return redirect("campaigns:page", campaign_id)


def _own_id(request: HttpRequest) -> int:
    return cast(int, request.user.pk)
