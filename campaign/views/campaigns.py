"""A campaign's own page, and what the umpire (or both sides) decide about its course."""

from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaign.app_part import INSTALLED
from campaign.errors import BadInput
from campaign.forms.club import ClockForm, DecideForm, PaceForm, ProposalForm
from campaign.ids import hex_id
from campaign.selectors.campaigns import SettingsPage, campaign_page, settings_page
from campaign.services import decisions
from campaign.services.view_as import begin_view_as
from campaign.visibility import Viewer
from campaign.web import VIEWING_AS, ActForm, act_on, confirm, draw, seated

GRAVE = {
    "campaign.closed": "It stays open to read for everyone who has a seat, and never runs again.",
    "campaign.deletion": "After a week all of it goes: the game, the journal, the dice, what was said. Every seat is "
    "told now and can object; until then you can keep it after all.",
}


@require_safe
@seated
def page(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Whose move it is, the battles, the seats, the last lines."""
    return draw(request, "campaign/campaign.html", {"page": campaign_page(viewer)}, part="now")


@require_safe
@seated
def settings(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    return _settings(request, viewer)


@require_http_methods(["GET", "HEAD", "POST"])
@seated
def decide(request: HttpRequest, viewer: Viewer) -> HttpResponseBase:
    """Pause, go on, close, archive, delete, keep. What cannot be taken back is asked once more."""
    shown = _who_decides(viewer)
    form = DecideForm(request.POST or request.GET, viewer=viewer, choices=shown.choices)
    if not form.is_valid():
        raise BadInput.from_form(form)
    kind, back = form.cleaned_data["kind"], reverse("campaigns:settings", args=[viewer.campaign_id])
    if request.method != "POST":
        title, loses = INSTALLED.decisions[kind].title, GRAVE.get(kind, "")
        return confirm(request, viewer, title=f"{title}?", loses=loses, yes=title, back=back, kind=kind)
    decisions.decide(viewer, kind=kind, **form.action())
    return redirect(back)


@require_POST
@seated
def pace(request: HttpRequest, viewer: Viewer) -> HttpResponseBase:
    _who_decides(viewer)
    form = PaceForm(request.POST, viewer=viewer)

    def action(data: dict[str, Any]) -> None:
        decisions.decide(viewer, kind="campaign.time_limit", payload={"hours": data["hours"]}, **form.action())

    def drawn(status: HTTPStatus) -> HttpResponse:
        return _settings(request, viewer, pace=form, status=status)

    return act_on(form, action=action, page=drawn, to=reverse("campaigns:settings", args=[viewer.campaign_id]))


@require_POST
@seated
def clock(request: HttpRequest, viewer: Viewer) -> HttpResponseBase:
    """More time for a waiting thing; its clock stopped, or let run."""
    _who_decides(viewer)
    form = ClockForm(request.POST, viewer=viewer)

    def action(data: dict[str, Any]) -> None:
        decisions.decide(viewer, kind=f"deadline.{data['what']}", payload=form.payload(), **form.action())

    def drawn(status: HTTPStatus) -> HttpResponse:
        return _settings(request, viewer, clock=form, status=status)

    return act_on(form, action=action, page=drawn, to=reverse("campaigns:settings", args=[viewer.campaign_id]))


@require_POST
@seated
def proposal(request: HttpRequest, viewer: Viewer) -> HttpResponseBase:
    """The other side's yes or no, where the site is the umpire."""
    form = ProposalForm(request.POST, viewer=viewer)
    if not form.is_valid():
        raise BadInput.from_form(form)
    answer = decisions.agree if form.cleaned_data["answer"] == "agree" else decisions.refuse
    answer(viewer, proposal_id=form.cleaned_data["proposal"], **form.action())
    return redirect("campaigns:settings", viewer.campaign_id)


@require_POST
@seated
def view_as(request: HttpRequest, viewer: Viewer, seat_id: int) -> HttpResponseBase:
    """The umpire looks as a seat sees it. On record; to read only; for half an hour."""
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
    """Back to the umpire's own view."""
    view_as = dict(request.session.get(VIEWING_AS, {}))
    view_as.pop(hex_id(viewer.campaign_id), None)
    request.session[VIEWING_AS] = view_as
    return redirect("seats:list", viewer.campaign_id)


def _who_decides(viewer: Viewer) -> SettingsPage:
    """To who decides nothing these addresses do not exist."""
    shown = settings_page(viewer)
    if not shown.decides:
        raise Http404
    return shown


def _settings(
    request: HttpRequest,
    viewer: Viewer,
    *,
    pace: PaceForm | None = None,
    clock: ClockForm | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    """The page; a refused form with its reason, and what was typed into it."""
    shown = settings_page(viewer)
    hours = pace or PaceForm(viewer=viewer, initial={"hours": shown.hours_per_move})
    context = {
        "page": shown,
        "pace": hours,
        "clock": clock,
        "act": ActForm(viewer=viewer),
        "titles": _titles(shown),
        "asked": [(one, one.words or INSTALLED.decisions[one.title].title_within) for one in shown.asked],
    }
    return render(request, "campaign/settings.html", context, status=status)


def _titles(shown: SettingsPage) -> list[tuple[str, str, bool]]:
    """Each choice that nobody has asked for yet, what it is called, and whether it is asked twice."""
    asked = {one.title for one in shown.asked}
    return [(kind, INSTALLED.decisions[kind].title, kind in GRAVE) for kind in shown.choices if kind not in asked]
