"""What is done in a battle. Each act is a form of its own; the same service answers page and API."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from battles.forms.battle import EntropyForm, HalfForm, LeavingForm, OpenForm, PlanForm, TapForm
from battles.forms.brief import BriefForm
from battles.models import Battle
from battles.selectors.forms import (
    HalfPage,
    PlanPage,
    half_page,
    half_pages,
    lay_out_page,
    leaving_page,
    open_page,
    plan_page,
    take_up_page,
)
from battles.services import begin, day, laying, plans
from battles.services import result as results
from battles.services import settle as settling
from battles.views.pages import draw_battle
from campaign.visibility import Viewer
from campaign.web import ActForm, act_on, posted, seated

Deed = Callable[[dict[str, Any]], object]
form_page = require_http_methods(["GET", "HEAD", "POST"])


def _to_battle(viewer: Viewer, battle_id: int) -> str:
    return reverse("battles:detail", args=[viewer.campaign_id, battle_id])


def _on_battle(request: HttpRequest, viewer: Viewer, battle_id: int, form: ActForm, deed: Deed) -> HttpResponseBase:
    """An act of one button: back to the battle, or the battle again with the reason."""
    from_table = request.POST.get("from") == "table"
    template = "battles/table.html" if from_table else "battles/battle.html"

    def page(status: HTTPStatus) -> HttpResponse:
        return draw_battle(request, viewer, battle_id, template=template, form=form, status=status)

    name = "battles:table" if from_table else "battles:detail"
    return act_on(form, deed=deed, page=page, to=reverse(name, args=[viewer.campaign_id, battle_id]))


@form_page
@seated
def lay_out(request: HttpRequest, viewer: Viewer) -> HttpResponseBase:
    """Two armies from a Brief: the umpire lays them out, or a side asks the other to."""
    page = lay_out_page(viewer)
    form = BriefForm(posted(request), viewer=viewer, page=page)
    battles: list[int] = []

    def drawn(status: HTTPStatus) -> HttpResponse:
        return render(request, "battles/lay_out.html", {"viewer": viewer, "page": page, "form": form}, status=status)

    def deed(data: dict[str, Any]) -> None:
        laid = laying.lay_chosen(viewer, form.chosen, name=data["brief"], **form.deed())
        battles.extend([laid.id] if isinstance(laid, Battle) else [])

    def to() -> str:
        if battles:
            return _to_battle(viewer, battles[0])
        return reverse("campaigns:page" if viewer.is_umpire else "campaigns:settings", args=[viewer.campaign_id])

    if request.method != "POST":
        return drawn(HTTPStatus.OK)
    return act_on(form, deed=deed, page=drawn, to=to)


@form_page
@seated
def take_up(request: HttpRequest, viewer: Viewer, contact_id: int) -> HttpResponseBase:
    page = take_up_page(viewer, contact_id)
    form = ActForm(posted(request), viewer=viewer)
    begun: list[int] = []

    def drawn(status: HTTPStatus) -> HttpResponse:
        return render(request, "battles/take_up.html", {"viewer": viewer, "page": page, "form": form}, status=status)

    def deed(data: dict[str, Any]) -> None:
        begun.append(begin.take_up(viewer, contact_id=contact_id, **form.deed()).id)

    def to() -> str:
        if not begun:
            return reverse("battles:list", args=[viewer.campaign_id])
        return _to_battle(viewer, begun[0])

    if request.method != "POST":
        return drawn(HTTPStatus.OK)
    return act_on(form, deed=deed, page=drawn, to=to)


@form_page
@seated
def plan(request: HttpRequest, viewer: Viewer, battle_id: int) -> HttpResponseBase:
    """Draft and seal. Bans are worked out before the choice; the page is the same size for every choice."""
    page = plan_page(viewer, battle_id)
    form = _plan_form(request, viewer, page)

    def drawn(status: HTTPStatus) -> HttpResponse:
        return render(request, "battles/plan.html", {"viewer": viewer, "page": page, "form": form}, status=status)

    def deed(data: dict[str, Any]) -> None:
        plans.seal(viewer, battle_id, plan=form.plan(), entropy=data["entropy"], **form.deed())

    if request.method != "POST":
        return drawn(HTTPStatus.OK)
    return act_on(form, deed=deed, page=drawn, to=_to_battle(viewer, battle_id))


def _plan_form(request: HttpRequest, viewer: Viewer, page: PlanPage) -> PlanForm:
    return PlanForm(
        posted(request), viewer=viewer, choices=page.choices, draft=page.draft, draft_version=page.draft_version
    )


@require_POST
@seated
def draft(request: HttpRequest, viewer: Viewer, battle_id: int) -> HttpResponseBase:
    """Keep what is written so far, for this seat alone."""
    page = plan_page(viewer, battle_id)
    form = _plan_form(request, viewer, page)

    def drawn(status: HTTPStatus) -> HttpResponse:
        return render(request, "battles/plan.html", {"viewer": viewer, "page": page, "form": form}, status=status)

    def deed(data: dict[str, Any]) -> None:
        plans.save_draft(viewer, battle_id, plan=form.plan(), draft_version=data["draft_version"] or 0)

    return act_on(form, deed=deed, page=drawn, to=reverse("battles:plan", args=[viewer.campaign_id, battle_id]))


@require_POST
@seated
def take_back(request: HttpRequest, viewer: Viewer, battle_id: int) -> HttpResponseBase:
    form = EntropyForm(request.POST, viewer=viewer)
    return _on_battle(request, viewer, battle_id, form, lambda _: plans.take_back(viewer, battle_id, **form.deed()))


@form_page
@seated
def open_battle(request: HttpRequest, viewer: Viewer, battle_id: int) -> HttpResponseBase:
    """The umpire opens; the faces of real dice may be typed, none need be."""
    page = open_page(viewer, battle_id)
    form = OpenForm(posted(request), viewer=viewer, throws=page.throws)

    def drawn(status: HTTPStatus) -> HttpResponse:
        return render(request, "battles/open.html", {"viewer": viewer, "page": page, "form": form}, status=status)

    def deed(data: dict[str, Any]) -> None:
        day.open_battle(viewer, battle_id, typed=form.typed(), **form.deed())

    if request.method != "POST":
        return drawn(HTTPStatus.OK)
    return act_on(form, deed=deed, page=drawn, to=_to_battle(viewer, battle_id))


@require_POST
@seated
def tap(request: HttpRequest, viewer: Viewer, battle_id: int) -> HttpResponseBase:
    form = TapForm(request.POST, viewer=viewer)

    def deed(data: dict[str, Any]) -> None:
        wish = data["wish"] or "on"
        day.tap(viewer, battle_id, wish=wish, turn=data["turn"], entropy=data["entropy"], **form.deed())

    return _on_battle(request, viewer, battle_id, form, deed)


@require_safe
@seated
def result(request: HttpRequest, viewer: Viewer, battle_id: int) -> HttpResponseBase:
    """Both halves on one screen for the umpire; a side is led to its own."""
    if not viewer.is_umpire:
        return half(request, viewer.campaign_id, battle_id=battle_id, side=viewer.side.lower() or "none")
    pages = half_pages(viewer, battle_id)
    forms = [(page, _half_form(request, viewer, page, bound=False)) for page in pages]
    return render(request, "battles/result.html", {"viewer": viewer, "page": pages[0], "forms": forms})


@form_page
@seated
def half(request: HttpRequest, viewer: Viewer, battle_id: int, side: str) -> HttpResponseBase:
    page = half_page(viewer, battle_id, side.upper())
    form = _half_form(request, viewer, page, bound=request.method == "POST")

    def drawn(status: HTTPStatus) -> HttpResponse:
        context = {"viewer": viewer, "page": page, "forms": [(page, form)]}
        return render(request, "battles/result.html", context, status=status)

    def deed(data: dict[str, Any]) -> None:
        results.enter_half(viewer, battle_id, side=page.side, half=form.half(), **form.deed())

    if request.method != "POST":
        return drawn(HTTPStatus.OK)
    return act_on(form, deed=deed, page=drawn, to=_to_battle(viewer, battle_id))


@form_page
@seated
def leaving(request: HttpRequest, viewer: Viewer, battle_id: int, side: str) -> HttpResponseBase:
    """Which strength points leave the map is their owner's choice within the class."""
    page = leaving_page(viewer, battle_id, side.upper())
    form = LeavingForm(posted(request), viewer=viewer, classes=page.classes)

    def drawn(status: HTTPStatus) -> HttpResponse:
        return render(request, "battles/leaving.html", {"viewer": viewer, "page": page, "form": form}, status=status)

    def deed(data: dict[str, Any]) -> None:
        results.choose_leaving(viewer, battle_id, side=page.side, items=form.items(), **form.deed())

    if request.method != "POST":
        return drawn(HTTPStatus.OK)
    return act_on(form, deed=deed, page=drawn, to=_to_battle(viewer, battle_id))


def _half_form(request: HttpRequest, viewer: Viewer, page: HalfPage, *, bound: bool) -> HalfForm:
    return HalfForm(
        request.POST if bound else None,
        viewer=viewer,
        auto_id=f"{page.side.lower()}_%s",
        units=page.units,
        leaders=page.leaders,
        items=page.items,
        start=page.start,
    )


@require_POST
@seated
def confirm(request: HttpRequest, viewer: Viewer, battle_id: int) -> HttpResponseBase:
    form = EntropyForm(request.POST, viewer=viewer)
    return _on_battle(
        request, viewer, battle_id, form, lambda _: results.confirm_half(viewer, battle_id, **form.deed())
    )


@require_POST
@seated
def settle(request: HttpRequest, viewer: Viewer, battle_id: int) -> HttpResponseBase:
    form = EntropyForm(request.POST, viewer=viewer)
    return _on_battle(request, viewer, battle_id, form, lambda _: settling.settle(viewer, battle_id, **form.deed()))
