"""Try it: a practice battle without an account."""

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from battles.services.practice import begin_practice
from campaign.curtain import COOKIE, PATH, keep_key
from campaign.routes import reverse
from campaign.services.practice_campaigns import new_key
from campaign.web import caller_of

KEY = re.compile(r"[0-9a-f]{64}")


@require_POST
def begin(request: HttpRequest) -> HttpResponse:
    """Start a practice battle, and lead the visitor to its first curtain. Members have campaigns of their own."""
    if request.user.is_authenticated:
        return redirect("home")
    kept = request.COOKIES.get(COOKIE, "")
    key = kept if KEY.fullmatch(kept) else new_key()
    battle = begin_practice(key=key, caller=caller_of(request))
    page = reverse("battles:detail", args=[battle.campaign_id, battle.pk])
    response = redirect(f"{PATH}union{page}")
    keep_key(response, key)
    response.headers["Cache-Control"] = "private, no-store"
    return response
