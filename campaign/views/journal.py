"""The journal: each seat its own lines."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaign.errors import BadInput
from campaign.forms.journal import AskRewindForm, JournalFilter
from campaign.selectors.journal import entry_page, journal_page
from campaign.visibility import Viewer
from campaign.web import draw


def journal(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    asked = JournalFilter(request.GET)
    if not asked.is_valid():
        raise BadInput.from_form(asked)
    page = journal_page(viewer, **{name: asked.cleaned_data[name] for name in ("before", "kind", "turn")})
    return draw(request, "campaign/journal.html", {"page": page, "filter": asked}, part="lines")


def entry(
    request: HttpRequest,
    viewer: Viewer,
    n: int,
    *,
    form: AskRewindForm | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    page = entry_page(viewer, n)
    context = {"page": page, "form": (form or AskRewindForm(viewer=viewer)) if page.may_ask_rewind else None}
    return render(request, "campaign/journal_entry.html", context, status=status)
