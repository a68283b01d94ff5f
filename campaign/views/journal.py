"""The journal pages: each seat reads its own lines."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import SimpleLazyObject

from campaign.errors import BadInput
from campaign.forms.journal import AskRewindForm, JournalFilter
from campaign.selectors.dice import newest_cups
from campaign.selectors.journal import PAGE, JournalPage, entry_page, journal_page
from campaign.visibility import Viewer
from campaign.web import draw


def journal(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the lines, with the newest battle's or turn's cups beside them."""
    context = {"page": _lines(request, viewer), "owner": SimpleLazyObject(lambda: newest_cups(viewer))}
    return draw(request, "campaign/journal.html", context, part="lines")


def _lines(request: HttpRequest, viewer: Viewer, **more: int) -> JournalPage:
    asked = JournalFilter(request.GET)
    if not asked.is_valid():
        raise BadInput.from_form(asked)
    return journal_page(viewer, **asked.cleaned_data | more)


def entry(
    request: HttpRequest,
    viewer: Viewer,
    n: int,
    *,
    form: AskRewindForm | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    """Show an entry beside the lines around it."""
    page = entry_page(viewer, n)
    context = {
        "page": page,
        "around": _lines(request, viewer, before=n + PAGE // 2),
        "form": (form or AskRewindForm(viewer=viewer)) if page.may_ask_rewind else None,
    }
    return render(request, "campaign/journal_entry.html", context, status=status)
