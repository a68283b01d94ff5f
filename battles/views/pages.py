"""The pages of a battle, its phone page, its result, and the list of battles."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from battles.selectors.battle_list import battles_page
from battles.selectors.hidden import seen_page
from battles.selectors.opening import opening_page
from battles.selectors.order_of_battle import order_file as read_order_file
from battles.selectors.order_of_battle import order_sheet as read_order
from battles.selectors.page import battle_page
from campaign.actions.base import address
from campaign.sources import SOURCES
from campaign.views.numbers import wanted
from campaign.visibility import Viewer
from campaign.web import ActForm, draw


def battles(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show a campaign's battles, as a page or as the part that the campaign page fetches."""
    context = {"viewer": viewer, "page": battles_page(viewer)}
    return draw(request, "battles/battles.html", context, part="battles")


def battle(
    request: HttpRequest,
    viewer: Viewer,
    battle_id: int,
    *,
    form: ActForm | None = None,
    status: HTTPStatus = HTTPStatus.OK,
    is_table: bool = False,
    **_: object,
) -> HttpResponse:
    """Show the battle page, or its changing part to an open page, with any refusal of one of its buttons."""
    template = "battles/table.html" if is_table or _is_from_table(request) else "battles/battle.html"
    page = battle_page(viewer, battle_id, now=SOURCES.now())
    fresh = ActForm(viewer=viewer)
    hidden = {"version": viewer.version, "key": fresh.initial["key"]}
    context: dict[str, object] = {"viewer": viewer, "page": page, "form": form, "hidden": hidden}
    if page.unknown:
        context["wanted"] = wanted(request, page.unknown[0].refusal, back=request.path)
    return draw(request, template, context, part="live", status=status)


def table(request: HttpRequest, viewer: Viewer, battle_id: int) -> HttpResponse:
    """Show the battle to a phone at the table: clock, notices, next request."""
    return battle(request, viewer, battle_id, is_table=True)


def back_to_battle(request: HttpRequest, viewer: Viewer, done: object, battle_id: int, **_: object) -> HttpResponse:
    """Return to the page of the button: the battle's or the table's."""
    return redirect(address(viewer, "battles:table" if _is_from_table(request) else "battles:detail", battle_id))


def _is_from_table(request: HttpRequest) -> bool:
    return request.POST.get("from") == "table"


def opening(request: HttpRequest, viewer: Viewer, battle_id: int, side: str) -> HttpResponse:
    """Show what a side places at the opening, and its ratings."""
    page = opening_page(viewer, battle_id, side)
    return draw(request, "battles/opening.html", {"viewer": viewer, "page": page}, part="list")


def seen(request: HttpRequest, viewer: Viewer, battle_id: int) -> HttpResponse:
    """Show the units of both sides that stand on the table for everyone to see."""
    return draw(request, "battles/seen.html", {"viewer": viewer, "page": seen_page(viewer, battle_id)}, part="seen")


def order_sheet(request: HttpRequest, viewer: Viewer, battle_id: int, side: str) -> HttpResponse:
    """Show an order of battle to print."""
    page = read_order(viewer, battle_id, side)
    return render(request, "battles/order_sheet.html", {"viewer": viewer, "page": page})


def order_export(request: HttpRequest, viewer: Viewer, battle_id: int) -> HttpResponse:
    """Send the viewer's order of battle as a file."""
    answer = HttpResponse(read_order_file(viewer, battle_id).text, content_type="application/json")
    answer["Content-Disposition"] = 'attachment; filename="order-of-battle.json"'
    return answer
