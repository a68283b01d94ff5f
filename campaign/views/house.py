"""The house rules page: everyone reads it, the umpire changes it."""

from collections.abc import Callable
from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from campaign.audiences import PUBLIC
from campaign.forms.house import SwitchForm, TableForm
from campaign.selectors.house import house_page
from campaign.selectors.house_tables import as_csv, as_json, blank_file, filled_file, table_cards
from campaign.visibility import Viewer, audience_words
from rulesets.core import registry

FILES = {"blank": blank_file, "filled": filled_file}
KINDS = {"csv": (as_csv, "text/csv; charset=utf-8"), "json": (as_json, "application/json")}


def house(
    request: HttpRequest,
    viewer: Viewer,
    *,
    table_form: TableForm | None = None,
    switch_form: SwitchForm | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    context = {
        "page": house_page(viewer.campaign_id),
        "tables": table_cards(viewer.campaign_id),
        "seen_by": audience_words(viewer, PUBLIC),
    }
    if table_form or switch_form or (viewer.decides and viewer.club_is_open):
        context["table_form"] = table_form or TableForm(viewer=viewer)
        context["switch_form"] = switch_form or SwitchForm(viewer=viewer)
    return render(request, "campaign/house.html", context, status=status)


def number_file(which: str, kind: str) -> Callable[[HttpRequest, Viewer], HttpResponse]:
    """Return the view that sends a blank or filled file, of all tables or of the one asked for."""
    lines_of, write, mime = FILES[which], *KINDS[kind]

    def send(request: HttpRequest, viewer: Viewer) -> HttpResponse:
        table = request.GET.get("table", "")
        if table and registry.table(table) is None:
            raise Http404
        answer = HttpResponse(write(lines_of(viewer.campaign_id, table)), content_type=mime)
        answer["Content-Disposition"] = f'attachment; filename="{table or "numbers"}-{which}.{kind}"'
        return answer

    return send
