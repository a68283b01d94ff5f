"""What this campaign plays differently from the books: for all to read, for the umpire to change."""

from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from campaign.audiences import PUBLIC
from campaign.forms.house import SwitchForm, TableFileForm
from campaign.selectors.house import house_page
from campaign.services.house import import_table, switch_ruling
from campaign.visibility import Viewer, audience_words
from campaign.web import act_on, seated


@require_GET
@seated
def house(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    may = viewer.decides and viewer.club_is_open
    forms = (TableFileForm(viewer=viewer), SwitchForm(viewer=viewer)) if may else (None, None)
    return _drawn(request, viewer, *forms)


@require_POST
@seated
def table(request: HttpRequest, viewer: Viewer) -> HttpResponseBase:
    _need_say(viewer)
    form = TableFileForm(request.POST, request.FILES, viewer=viewer)

    def action(data: dict[str, Any]) -> None:
        import_table(viewer, text=data["text"], name=data["name"], reason=data["reason"], **form.action())

    return act_on(
        form,
        action=action,
        page=lambda status: _drawn(request, viewer, form, SwitchForm(viewer=viewer), status=status),
        to=reverse("house:page", args=[viewer.campaign_id]),
    )


@require_POST
@seated
def switch(request: HttpRequest, viewer: Viewer) -> HttpResponseBase:
    _need_say(viewer)
    form = SwitchForm(request.POST, viewer=viewer)

    def action(data: dict[str, Any]) -> None:
        book, ruling, option = form.chosen()
        switch_ruling(viewer, book=book, ruling=ruling, option=option, reason=data["reason"], **form.action())

    return act_on(
        form,
        action=action,
        page=lambda status: _drawn(request, viewer, TableFileForm(viewer=viewer), form, status=status),
        to=reverse("house:page", args=[viewer.campaign_id]),
    )


def _need_say(viewer: Viewer) -> None:
    if not viewer.decides:
        raise Http404


def _drawn(
    request: HttpRequest,
    viewer: Viewer,
    table_form: TableFileForm | None,
    switch_form: SwitchForm | None,
    *,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    context = {
        "page": house_page(viewer.campaign_id),
        "table_form": table_form,
        "switch_form": switch_form,
        "seen_by": audience_words(viewer, PUBLIC),
    }
    return render(request, "campaign/house.html", context, status=status)
