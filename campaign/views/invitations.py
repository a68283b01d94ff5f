"""Serve invitations: what a link offers, and a member's answer."""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from campaign.errors import BadInput
from campaign.forms.club import AnswerForm
from campaign.selectors.people import offer_by_token
from campaign.services import invitations, throttle
from campaign.web import caller_of, own_id


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
    offer_id, user_id = form.cleaned_data["offer"], own_id(request)
    if form.cleaned_data["answer"] == "decline":
        invitations.decline(user_id=user_id, invitation_id=offer_id, secret=secret)
        messages.success(request, "Invitation declined.")
        return redirect("home")
    campaign_id = invitations.accept(user_id=user_id, invitation_id=offer_id, secret=secret)
    messages.success(request, "You took the seat.")
    return redirect("campaigns:page", campaign_id)
