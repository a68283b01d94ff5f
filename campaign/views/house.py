"""What this campaign plays differently from the books: for all to read, for the umpire to change."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaign.audiences import PUBLIC
from campaign.forms.house import SwitchForm, TableForm
from campaign.selectors.house import house_page
from campaign.visibility import Viewer, audience_words


def house(
    request: HttpRequest,
    viewer: Viewer,
    *,
    table_form: TableForm | None = None,
    switch_form: SwitchForm | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    context = {"page": house_page(viewer.campaign_id), "seen_by": audience_words(viewer, PUBLIC)}
    if table_form or switch_form or (viewer.decides and viewer.club_is_open):
        context["table_form"] = table_form or TableForm(viewer=viewer)
        context["switch_form"] = switch_form or SwitchForm(viewer=viewer)
    return render(request, "campaign/house.html", context, status=status)
