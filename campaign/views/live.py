"""What an open page polls: a stream token, the version of its view, and marks of its reader's moves."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaign.services.pulse import home_pulse, pulse_of
from campaign.visibility import Viewer
from campaign.web import own_id


def live_token(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Return a token for the stream and the version of the view; polling pages ask for the same."""
    return JsonResponse(vars(pulse_of(viewer, moves="moves" in request.GET)))


@never_cache
@login_required
@require_safe
def home_token(request: HttpRequest) -> HttpResponse:
    """Return the same for the home page."""
    return JsonResponse(vars(home_pulse(own_id(request), moves="moves" in request.GET)))
