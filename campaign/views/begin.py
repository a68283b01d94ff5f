"""Serve the page that founds a campaign."""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaign.errors import Refusal
from campaign.forms.club import BeginForm
from campaign.services.campaigns import begin_campaign
from campaign.web import own_id


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: HttpRequest) -> HttpResponse:
    form, status = BeginForm(request.POST if request.method == "POST" else None), HTTPStatus.OK
    if form.is_valid():
        try:
            campaign_id = begin_campaign(user_id=own_id(request), **form.cleaned_data)
            messages.success(request, "Campaign created. Invite people to its seats.")
            return redirect("seats:list", campaign_id)
        except Refusal as error:
            form.refuse(error)
            status = error.status
    elif form.is_bound:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    return render(request, "campaign/begin.html", {"form": form}, status=status)
