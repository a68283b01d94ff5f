"""The pages that only show: the battle, its phone page for the table, the list of a campaign's battles."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from battles.selectors.page import battle_page, battles_page
from campaign.sources import SOURCES
from campaign.visibility import Viewer
from campaign.web import ActForm, draw, seated


@require_safe
@seated
def battle(request: HttpRequest, viewer: Viewer, battle_id: int) -> HttpResponse:
    return draw_battle(request, viewer, battle_id)


@require_safe
@seated
def table(request: HttpRequest, viewer: Viewer, battle_id: int) -> HttpResponse:
    """The same battle for a phone at the table: clock, notices, next tap."""
    return draw_battle(request, viewer, battle_id, template="battles/table.html")


@require_safe
@seated
def battles(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """The battles of a campaign: a page of its own, and the part that the campaign's page fetches."""
    context = {"viewer": viewer, "page": battles_page(viewer)}
    return draw(request, "battles/battles.html", context, part="battles")


def draw_battle(
    request: HttpRequest,
    viewer: Viewer,
    battle_id: int,
    *,
    template: str = "battles/battle.html",
    form: ActForm | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    """The page, or for a page that is open already the part of it that changes."""
    page = battle_page(viewer, battle_id, now=SOURCES.now())
    fresh = ActForm(viewer=viewer)
    hidden = {"version": viewer.version, "key": fresh.initial["key"]}
    context = {"viewer": viewer, "page": page, "form": form, "hidden": hidden}
    return draw(request, template, context, part="live", status=status)
