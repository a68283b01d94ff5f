"""What is done in a battle. Each act is a form of its own; the same service answers page and API."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from battles.forms.battle import EntropyForm, OpenForm, PlanForm, RemovalsForm, SideResultForm, TurnRequestForm
from battles.forms.brief import BriefForm
from battles.models import Battle
from battles.selectors.forms import (
    PlanPage,
    SideResultPage,
    open_page,
    plan_page,
    plan_start,
    removals_page,
    setup_page,
    side_result_page,
    side_result_pages,
    take_up_page,
)
from battles.services import begin, day, plans, setup
from battles.services import result as results
from battles.services import settle as settling
from battles.views.pages import draw_battle
from campaign.visibility import Viewer
from campaign.web import ActForm, act_on, posted, seated

RollRequest = Callable[[dict[str, Any]], object]
form_page = require_http_methods(["GET", "HEAD", "POST"])


def _to_battle(viewer: Viewer, battle_id: int) -> str:
    return reverse("battles:detail", args=[viewer.campaign_id, battle_id])


def _on_battle(
    request: HttpRequest, viewer: Viewer, battle_id: int, form: ActForm, action: RollRequest
) -> HttpResponseBase:
    """An act of one button: back to the battle, or the battle again with the reason."""
    from_table = request.POST.get("from") == "table"
    template = "battles/table.html" if from_table else "battles/battle.html"

    def page(status: HTTPStatus) -> HttpResponse:
        return draw_battle(request, viewer, battle_id, template=template, form=form, status=status)

    name = "battles:table" if from_table else "battles:detail"
    return act_on(form, action=action, page=page, to=reverse(name, args=[viewer.campaign_id, battle_id]))


@form_page
@seated
def set_up(request: HttpRequest, viewer: Viewer) -> HttpResponseBase:
    """Two armies from a Brief: the umpire lays them out, or a side asks the other to."""
    page = setup_page(viewer)
    form = BriefForm(posted(request), viewer=viewer, page=page)
    battles: list[int] = []

    def drawn(status: HTTPStatus) -> HttpResponse:
        return render(request, "battles/setup.html", {"viewer": viewer, "page": page, "form": form}, status=status)

    def action(data: dict[str, Any]) -> None:
        laid = setup.set_up_chosen(viewer, form.chosen, name=data["brief"], **form.action())
        battles.extend([laid.id] if isinstance(laid, Battle) else [])

    def to() -> str:
        if battles:
            return _to_battle(viewer, battles[0])
        return reverse("campaigns:page" if viewer.is_umpire else "campaigns:settings", args=[viewer.campaign_id])

    if request.method != "POST":
        return drawn(HTTPStatus.OK)
    return act_on(form, action=action, page=drawn, to=to)


@form_page
@seated
def fight_on_table(request: HttpRequest, viewer: Viewer, contact_id: int) -> HttpResponseBase:
    page = take_up_page(viewer, contact_id)
    form = ActForm(posted(request), viewer=viewer)
    begun: list[int] = []

    def drawn(status: HTTPStatus) -> HttpResponse:
        return render(
            request, "battles/fight_on_table.html", {"viewer": viewer, "page": page, "form": form}, status=status
        )

    def action(data: dict[str, Any]) -> None:
        begun.append(begin.fight_on_table(viewer, contact_id=contact_id, **form.action()).id)

    def to() -> str:
        if not begun:
            return reverse("battles:list", args=[viewer.campaign_id])
        return _to_battle(viewer, begun[0])

    if request.method != "POST":
        return drawn(HTTPStatus.OK)
    return act_on(form, action=action, page=drawn, to=to)


@form_page
@seated
def plan(request: HttpRequest, viewer: Viewer, battle_id: int) -> HttpResponseBase:
    """Draft and seal. Bans are worked out before the choice; the page is the same size for every choice."""
    if request.method != "POST":
        page = plan_page(viewer, battle_id)
        return _plan_page(request, viewer, page, PlanForm(viewer=viewer, start=page), status=HTTPStatus.OK)
    form = PlanForm(request.POST, viewer=viewer, start=plan_start(viewer, battle_id))

    def drawn(status: HTTPStatus) -> HttpResponse:
        return _plan_page(request, viewer, plan_page(viewer, battle_id), form, status=status)

    def action(data: dict[str, Any]) -> None:
        plans.seal(viewer, battle_id, plan=form.plan(), entropy=data["entropy"], **form.action())

    return act_on(form, action=action, page=drawn, to=_to_battle(viewer, battle_id))


def _plan_page(
    request: HttpRequest, viewer: Viewer, page: PlanPage, form: PlanForm, *, status: HTTPStatus
) -> HttpResponse:
    return render(request, "battles/plan.html", {"viewer": viewer, "page": page, "form": form}, status=status)


@require_POST
@seated
def draft(request: HttpRequest, viewer: Viewer, battle_id: int) -> HttpResponseBase:
    """Keep what is written so far, for this seat alone."""
    form = PlanForm(request.POST, viewer=viewer, start=plan_start(viewer, battle_id))

    def drawn(status: HTTPStatus) -> HttpResponse:
        return _plan_page(request, viewer, plan_page(viewer, battle_id), form, status=status)

    def action(data: dict[str, Any]) -> None:
        plans.save_draft(viewer, battle_id, plan=form.plan(), draft_version=data["draft_version"] or 0)

    return act_on(form, action=action, page=drawn, to=reverse("battles:plan", args=[viewer.campaign_id, battle_id]))


@require_POST
@seated
def take_back(request: HttpRequest, viewer: Viewer, battle_id: int) -> HttpResponseBase:
    form = EntropyForm(request.POST, viewer=viewer)
    return _on_battle(request, viewer, battle_id, form, lambda _: plans.take_back(viewer, battle_id, **form.action()))


@form_page
@seated
def open_battle(request: HttpRequest, viewer: Viewer, battle_id: int) -> HttpResponseBase:
    """The umpire opens; the faces of real dice may be typed, none need be."""
    page = open_page(viewer, battle_id)
    form = OpenForm(posted(request), viewer=viewer, throws=page.throws)

    def drawn(status: HTTPStatus) -> HttpResponse:
        return render(request, "battles/open.html", {"viewer": viewer, "page": page, "form": form}, status=status)

    def action(data: dict[str, Any]) -> None:
        day.open_battle(viewer, battle_id, typed=form.typed(), **form.action())

    if request.method != "POST":
        return drawn(HTTPStatus.OK)
    return act_on(form, action=action, page=drawn, to=_to_battle(viewer, battle_id))


@require_POST
@seated
def request_step(request: HttpRequest, viewer: Viewer, battle_id: int) -> HttpResponseBase:
    form = TurnRequestForm(request.POST, viewer=viewer)

    def action(data: dict[str, Any]) -> None:
        asks_for = data["asks_for"] or "on"
        day.request_step(
            viewer, battle_id, asks_for=asks_for, turn=data["turn"], entropy=data["entropy"], **form.action()
        )

    return _on_battle(request, viewer, battle_id, form, action)


@require_safe
@seated
def result(request: HttpRequest, viewer: Viewer, battle_id: int) -> HttpResponseBase:
    """Both halves on one screen for the umpire; a side is led to its own."""
    if not viewer.is_umpire:
        return side_result(request, viewer.campaign_id, battle_id=battle_id, side=viewer.side.lower() or "none")
    pages = side_result_pages(viewer, battle_id)
    forms = [(page, _side_result_form(request, viewer, page, bound=False)) for page in pages]
    return render(request, "battles/result.html", {"viewer": viewer, "page": pages[0], "forms": forms})


@form_page
@seated
def side_result(request: HttpRequest, viewer: Viewer, battle_id: int, side: str) -> HttpResponseBase:
    page = side_result_page(viewer, battle_id, side.upper())
    form = _side_result_form(request, viewer, page, bound=request.method == "POST")

    def drawn(status: HTTPStatus) -> HttpResponse:
        context = {"viewer": viewer, "page": page, "forms": [(page, form)]}
        return render(request, "battles/result.html", context, status=status)

    def action(data: dict[str, Any]) -> None:
        results.enter_result(viewer, battle_id, side=page.side, half=form.half(), **form.action())

    if request.method != "POST":
        return drawn(HTTPStatus.OK)
    return act_on(form, action=action, page=drawn, to=_to_battle(viewer, battle_id))


@form_page
@seated
def removals(request: HttpRequest, viewer: Viewer, battle_id: int, side: str) -> HttpResponseBase:
    """Which strength points leave the map is their owner's choice within the class."""
    page = removals_page(viewer, battle_id, side.upper())
    form = RemovalsForm(posted(request), viewer=viewer, classes=page.classes)

    def drawn(status: HTTPStatus) -> HttpResponse:
        return render(request, "battles/removals.html", {"viewer": viewer, "page": page, "form": form}, status=status)

    def action(data: dict[str, Any]) -> None:
        results.choose_removals(viewer, battle_id, side=page.side, items=form.items(), **form.action())

    if request.method != "POST":
        return drawn(HTTPStatus.OK)
    return act_on(form, action=action, page=drawn, to=_to_battle(viewer, battle_id))


def _side_result_form(request: HttpRequest, viewer: Viewer, page: SideResultPage, *, bound: bool) -> SideResultForm:
    return SideResultForm(
        request.POST if bound else None,
        viewer=viewer,
        auto_id=f"{page.side.lower()}_%s",
        page=page,
    )


@require_POST
@seated
def confirm(request: HttpRequest, viewer: Viewer, battle_id: int) -> HttpResponseBase:
    form = EntropyForm(request.POST, viewer=viewer)
    return _on_battle(
        request, viewer, battle_id, form, lambda _: results.confirm_result(viewer, battle_id, **form.action())
    )


@require_POST
@seated
def settle(request: HttpRequest, viewer: Viewer, battle_id: int) -> HttpResponseBase:
    form = EntropyForm(request.POST, viewer=viewer)
    return _on_battle(request, viewer, battle_id, form, lambda _: settling.settle(viewer, battle_id, **form.action()))
