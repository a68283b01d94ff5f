"""The journal: each seat its own lines; the umpire may rewind to an entry and put a row right."""

from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaign.errors import BadInput
from campaign.forms.journal import AskRewindForm, CorrectionForm, JournalFilter, RewindForm
from campaign.ids import read_id
from campaign.selectors.journal import entry_page, journal_page, rewind_page, umpires_entry
from campaign.services.corrections import correct, find_row
from campaign.services.rewind import rewind
from campaign.services.site_corrections import ask_correction, askable_fields, find_askable
from campaign.services.site_rewind import ask_rewind
from campaign.visibility import Viewer, audience_words
from campaign.web import act_on, draw, posted, seated


@require_GET
@seated
def journal(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    asked = JournalFilter(request.GET)
    if not asked.is_valid():
        raise BadInput.from_form(asked)
    page = journal_page(viewer, **{name: asked.cleaned_data[name] for name in ("before", "kind", "turn")})
    return draw(request, "campaign/journal.html", {"viewer": viewer, "page": page, "filter": asked}, part="lines")


@require_GET
@seated
def entry(request: HttpRequest, viewer: Viewer, n: int) -> HttpResponse:
    return _entry(request, viewer, n, AskRewindForm(viewer=viewer))


def _entry(
    request: HttpRequest, viewer: Viewer, n: int, form: AskRewindForm, status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    page = entry_page(viewer, n)
    context = {"viewer": viewer, "page": page, "form": form if page.may_ask_rewind else None}
    return render(request, "campaign/journal_entry.html", context, status=status)


@require_POST
@seated
def ask_rewind_to(request: HttpRequest, viewer: Viewer, n: int) -> HttpResponseBase:
    """Without a human umpire: ask the other side to set the game back to here."""
    form = AskRewindForm(request.POST, viewer=viewer)
    if not entry_page(viewer, n).may_ask_rewind:
        raise Http404

    def action(data: dict[str, Any]) -> None:
        ask_rewind(viewer, n=n, reason=data["reason"], **form.action())

    return act_on(
        form,
        action=action,
        page=lambda status: _entry(request, viewer, n, form, status),
        to=reverse("campaigns:settings", args=[viewer.campaign_id]),
    )


@require_http_methods(["GET", "POST"])
@seated
def rewind_to(request: HttpRequest, viewer: Viewer, n: int) -> HttpResponseBase:
    """First what would be taken back, who acted on it, which faces were seen; then the reason and the act."""
    page = rewind_page(viewer, n)
    form = RewindForm(posted(request), viewer=viewer, faces=page.faces)

    def drawn(status: HTTPStatus) -> HttpResponse:
        context = {"viewer": viewer, "page": page, "form": form}
        return render(request, "campaign/rewind.html", context, status=status)

    def action(data: dict[str, Any]) -> None:
        entry_id = read_id(page.entry) or 0
        said = {"reason": data["reason"], "private": data["private"], "voids": data.get("void", [])}
        rewind(viewer, entry_id=entry_id, **said, **form.action())

    if request.method != "POST":
        return drawn(HTTPStatus.OK)
    return act_on(form, action=action, page=drawn, to=reverse("journal:list", args=[viewer.campaign_id]))


@require_http_methods(["GET", "POST"])
@seated
def correct_row(request: HttpRequest, viewer: Viewer, n: int, table: str, row_id: int) -> HttpResponseBase:
    page = umpires_entry(viewer, n)
    row = find_row(viewer, table, row_id)
    form = CorrectionForm(posted(request), viewer=viewer, row=row)

    def drawn(status: HTTPStatus) -> HttpResponse:
        context = {"viewer": viewer, "page": page, "form": form, "title": row._meta.verbose_name}
        return render(request, "campaign/correct.html", context, status=status)

    def action(data: dict[str, Any]) -> None:
        correct(viewer, table=table, row_id=row_id, values=form.values(), reason=data["reason"], **form.action())

    if request.method != "POST":
        return drawn(HTTPStatus.OK)
    return act_on(form, action=action, page=drawn, to=reverse("journal:list", args=[viewer.campaign_id]))


@require_http_methods(["GET", "POST"])
@seated
def ask_correct_row(request: HttpRequest, viewer: Viewer, table: str, row_id: int) -> HttpResponseBase:
    """Without a human umpire: ask the other side that a row of one's own sight be put right."""
    row = find_askable(viewer, table, row_id)
    form = CorrectionForm(posted(request), viewer=viewer, row=row, offered=askable_fields(row))
    settings = reverse("campaigns:settings", args=[viewer.campaign_id])

    def drawn(status: HTTPStatus) -> HttpResponse:
        seen_by = audience_words(viewer, row.who_may_know())
        context = {"viewer": viewer, "form": form, "title": row._meta.verbose_name, "back": settings}
        return render(request, "campaign/ask_correct.html", context | {"seen_by": seen_by}, status=status)

    def action(data: dict[str, Any]) -> None:
        ask_correction(viewer, table=table, row_id=row_id, values=form.values(), reason=data["reason"], **form.action())

    if request.method != "POST":
        return drawn(HTTPStatus.OK)
    return act_on(form, action=action, page=drawn, to=settings)
