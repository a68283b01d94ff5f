"""The campaign's main page, its settings, and viewing as a seat."""

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from campaign.actions.settings import GRAVE
from campaign.app_part import INSTALLED
from campaign.errors import BadInput
from campaign.forms.club import ClockForm, PaceForm, UmpireForm
from campaign.ids import hex_id
from campaign.selectors.campaigns import SettingsPage, campaign_page, settings_page
from campaign.services.view_as import begin_view_as
from campaign.visibility import Viewer
from campaign.web import VIEWING_AS, ActForm, draw, seated


def page(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show moves, battles, seats, and the latest journal lines."""
    return draw(request, "campaign/campaign.html", {"page": campaign_page(viewer)}, part="now")


def settings(
    request: HttpRequest,
    viewer: Viewer,
    *,
    pace: PaceForm | None = None,
    clock: ClockForm | None = None,
    umpire: UmpireForm | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    """Show the decisions this viewer can make, with any refused form as typed."""
    shown = settings_page(viewer)
    context = {
        "page": shown,
        "pace": pace or PaceForm(viewer=viewer, initial={"hours": shown.hours_per_move}),
        "clock": clock,
        "umpire": umpire or UmpireForm(viewer=viewer),
        "titles": _titles(shown),
        "asked": [(one, one.words or INSTALLED.decisions[one.title].title_within) for one in shown.asked],
    }
    return render(request, "campaign/settings.html", context, status=status)


def _titles(shown: SettingsPage) -> list[tuple[str, str, bool]]:
    """Return the choices nobody has proposed yet, with titles and whether each is confirmed first."""
    asked = {one.title for one in shown.asked}
    return [(kind, INSTALLED.decisions[kind].title, kind in GRAVE) for kind in shown.choices if kind not in asked]


@require_POST
@seated
def view_as(request: HttpRequest, viewer: Viewer, seat_id: int) -> HttpResponseBase:
    """Let the umpire view as a seat: recorded, read-only, for half an hour."""
    if viewer.viewing_as and viewer.seat_id == seat_id:
        return redirect("campaigns:page", viewer.campaign_id)
    if not viewer.is_umpire:
        raise Http404
    form = ActForm(request.POST, viewer=viewer)
    if not form.is_valid():
        raise BadInput.from_form(form)
    kept = begin_view_as(viewer, seat_id=seat_id, key=form.action()["key"])
    request.session[VIEWING_AS] = {**request.session.get(VIEWING_AS, {}), hex_id(viewer.campaign_id): kept}
    return redirect("campaigns:page", viewer.campaign_id)


@require_POST
@seated
def end_view_as(request: HttpRequest, viewer: Viewer) -> HttpResponseBase:
    """Return the umpire to their own view."""
    view_as = dict(request.session.get(VIEWING_AS, {}))
    view_as.pop(hex_id(viewer.campaign_id), None)
    request.session[VIEWING_AS] = view_as
    return redirect("seats:list", viewer.campaign_id)
