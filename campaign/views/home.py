"""Serve the home page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaign.routes import reverse
from campaign.selectors.home import home_page
from campaign.selectors.landing import landing_page
from campaign.services import accounts
from campaign.web import is_refetch, own_id


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the member's moves, or the landing page to strangers."""
    if not request.user.is_authenticated:
        return render(request, "campaign/landing.html", {"page": landing_page()})
    since = request.user.before_at if is_refetch(request) else accounts.was_here(request.user)
    page = home_page(user_id=own_id(request), since=since)
    listen = reverse("home-live")
    live = {"token_url": listen, "poll_url": listen, "version": page.version, "key": "home", "is_opaque": True}
    return render(request, "campaign/home.html", {"page": page, "live": live})
