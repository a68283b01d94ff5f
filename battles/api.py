"""Battles for programs: twins of the pages, over the same forms and services."""

from typing import Any

from django.urls import path

from battles.forms.battle import EntropyForm, HalfForm, LeavingForm, OpenForm, PlanForm, TapForm
from battles.forms.brief import BriefForm
from battles.selectors.forms import (
    HalfPage,
    LayOutPage,
    LeavingPage,
    OpenPage,
    PlanPage,
    TakeUpPage,
    half_page,
    lay_out_page,
    leaving_page,
    open_page,
    plan_page,
    take_up_page,
)
from battles.selectors.page import BattlePage, BattlesPage, battle_page, battles_page
from battles.services import begin, day, laying, plans
from battles.services import result as results
from battles.services import settle as settling
from campaign.api.base import shown, twin
from campaign.sources import SOURCES
from campaign.visibility import Viewer
from campaign.web import ActForm

Body = dict[str, Any]


def _take_up_form(body: Body, viewer: Viewer, contact_id: int) -> ActForm:
    take_up_page(viewer, contact_id)
    return ActForm(body, viewer=viewer)


def _lay_out(viewer: Viewer, form: ActForm) -> None:
    assert isinstance(form, BriefForm)
    laying.lay_chosen(viewer, form.chosen, name=form.cleaned_data["brief"], **form.deed())


def _plan_form(body: Body, viewer: Viewer, battle_id: int) -> ActForm:
    page = plan_page(viewer, battle_id)
    return PlanForm(body, viewer=viewer, choices=page.choices, draft=page.draft, draft_version=page.draft_version)


def _seal(viewer: Viewer, form: ActForm, battle_id: int) -> None:
    assert isinstance(form, PlanForm)
    plans.seal(viewer, battle_id, plan=form.plan(), entropy=form.cleaned_data["entropy"], **form.deed())


def _draft(viewer: Viewer, form: ActForm, battle_id: int) -> None:
    assert isinstance(form, PlanForm)
    plans.save_draft(viewer, battle_id, plan=form.plan(), draft_version=form.cleaned_data["draft_version"] or 0)


def _open_form(body: Body, viewer: Viewer, battle_id: int) -> ActForm:
    return OpenForm(body, viewer=viewer, throws=open_page(viewer, battle_id).throws)


def _open(viewer: Viewer, form: ActForm, battle_id: int) -> None:
    assert isinstance(form, OpenForm)
    day.open_battle(viewer, battle_id, typed=form.typed(), **form.deed())


def _tap(viewer: Viewer, form: ActForm, battle_id: int) -> None:
    data = form.cleaned_data
    day.tap(viewer, battle_id, wish=data["wish"] or "on", turn=data["turn"], entropy=data["entropy"], **form.deed())


def _half_form(body: Body, viewer: Viewer, battle_id: int, side: str) -> ActForm:
    page = half_page(viewer, battle_id, side.upper())
    return HalfForm(body, viewer=viewer, units=page.units, leaders=page.leaders, items=page.items, start=page.start)


def _enter(viewer: Viewer, form: ActForm, battle_id: int, side: str) -> None:
    assert isinstance(form, HalfForm)
    results.enter_half(viewer, battle_id, side=side.upper(), half=form.half(), **form.deed())


def _leaving_form(body: Body, viewer: Viewer, battle_id: int, side: str) -> ActForm:
    return LeavingForm(body, viewer=viewer, classes=leaving_page(viewer, battle_id, side.upper()).classes)


def _choose_leaving(viewer: Viewer, form: ActForm, battle_id: int, side: str) -> None:
    assert isinstance(form, LeavingForm)
    results.choose_leaving(viewer, battle_id, side=side.upper(), items=form.items(), **form.deed())


def _button(body: Body, viewer: Viewer, battle_id: int) -> ActForm:
    return EntropyForm(body, viewer=viewer)


B = "c/<id:campaign_id>/b/<id:battle_id>/"
urlpatterns = [
    path(
        "c/<id:campaign_id>/contact/<id:contact_id>/take-up/",
        twin(
            "take_up",
            "Take a waiting contact up as a battle. The umpire's alone.",
            make=_take_up_form,
            body=ActForm,
            page=TakeUpPage,
            read=take_up_page,
            deed=lambda viewer, form, contact_id: begin.take_up(viewer, contact_id=contact_id, **form.deed()),
        ),
    ),
    path(
        "c/<id:campaign_id>/battles/lay-out/",
        twin(
            "lay_out",
            "Lay a Brief out, on the map or as a one-off battle. The umpire's; without one, both sides'.",
            make=lambda body, viewer: BriefForm(body, viewer=viewer, page=lay_out_page(viewer)),
            body=BriefForm,
            page=LayOutPage,
            read=lay_out_page,
            deed=_lay_out,
        ),
    ),
    path(
        "c/<id:campaign_id>/battles/",
        shown("battles", "The battles of the campaign, all of it public.", page=BattlesPage, read=battles_page),
    ),
    path(
        B,
        shown(
            "battle",
            "The battle as your seat sees it.",
            page=BattlePage,
            read=lambda viewer, battle_id: battle_page(viewer, battle_id, now=SOURCES.now()),
        ),
    ),
    path(
        f"{B}plan/",
        twin(
            "seal_plan",
            "Seal your side's plan; an empty one too.",
            make=_plan_form,
            page=PlanPage,
            read=plan_page,
            deed=_seal,
        ),
    ),
    path(f"{B}plan/draft/", twin("draft_plan", "Keep what is written so far.", make=_plan_form, deed=_draft)),
    path(
        f"{B}plan/take-back/",
        twin(
            "take_back_plan",
            "Take a sealed plan back, until both sides have sealed.",
            make=_button,
            body=EntropyForm,
            deed=lambda viewer, form, battle_id: plans.take_back(viewer, battle_id, **form.deed()),
        ),
    ),
    path(
        f"{B}open/",
        twin(
            "open_battle",
            "Open the battle. The umpire's alone.",
            make=_open_form,
            page=OpenPage,
            read=open_page,
            deed=_open,
        ),
    ),
    path(
        f"{B}tap/",
        twin(
            "tap",
            "Wish the clock on or back, or the fighting over.",
            make=lambda body, viewer, battle_id: TapForm(body, viewer=viewer),
            body=TapForm,
            deed=_tap,
        ),
    ),
    path(
        f"{B}result/<slug:side>/",
        twin(
            "enter_result",
            "Enter a side's half of the result.",
            make=_half_form,
            page=HalfPage,
            read=lambda viewer, battle_id, side: half_page(viewer, battle_id, side.upper()),
            deed=_enter,
        ),
    ),
    path(
        f"{B}result/<slug:side>/leaving/",
        twin(
            "choose_leaving",
            "Choose which strength points leave the map: as many of each class as the half's dry run says.",
            make=_leaving_form,
            page=LeavingPage,
            read=lambda viewer, battle_id, side: leaving_page(viewer, battle_id, side.upper()),
            deed=_choose_leaving,
        ),
    ),
    path(
        f"{B}confirm/",
        twin(
            "confirm_result",
            "Confirm the halves.",
            make=_button,
            body=EntropyForm,
            deed=lambda viewer, form, battle_id: results.confirm_half(viewer, battle_id, **form.deed()),
        ),
    ),
    path(
        f"{B}settle/",
        twin(
            "settle_battle",
            "Settle the result: the Report goes back to the map.",
            make=_button,
            body=EntropyForm,
            deed=lambda viewer, form, battle_id: settling.settle(viewer, battle_id, **form.deed()),
        ),
    ),
]
