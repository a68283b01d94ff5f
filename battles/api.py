"""Battles for programs: twins of the pages, over the same forms and services."""

from typing import Any

from django.urls import path

from battles.forms.battle import EntropyForm, OpenForm, PlanForm, RemovalsForm, SideResultForm, TurnRequestForm
from battles.forms.brief import BriefForm
from battles.selectors.forms import (
    OpenPage,
    PlanPage,
    RemovalsPage,
    SetupPage,
    SideResultPage,
    TakeUpPage,
    open_page,
    plan_page,
    plan_start,
    removals_page,
    setup_page,
    side_result_page,
    take_up_page,
)
from battles.selectors.page import BattlePage, BattlesPage, battle_page, battles_page
from battles.services import begin, day, plans, setup
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
    setup.set_up_chosen(viewer, form.chosen, name=form.cleaned_data["brief"], **form.action())


def _plan_form(body: Body, viewer: Viewer, battle_id: int) -> ActForm:
    return PlanForm(body, viewer=viewer, start=plan_start(viewer, battle_id))


def _seal(viewer: Viewer, form: ActForm, battle_id: int) -> None:
    assert isinstance(form, PlanForm)
    plans.seal(viewer, battle_id, plan=form.plan(), entropy=form.cleaned_data["entropy"], **form.action())


def _draft(viewer: Viewer, form: ActForm, battle_id: int) -> None:
    assert isinstance(form, PlanForm)
    plans.save_draft(viewer, battle_id, plan=form.plan(), draft_version=form.cleaned_data["draft_version"] or 0)


def _open_form(body: Body, viewer: Viewer, battle_id: int) -> ActForm:
    return OpenForm(body, viewer=viewer, throws=open_page(viewer, battle_id).throws)


def _open(viewer: Viewer, form: ActForm, battle_id: int) -> None:
    assert isinstance(form, OpenForm)
    day.open_battle(viewer, battle_id, typed=form.typed(), **form.action())


def _tap(viewer: Viewer, form: ActForm, battle_id: int) -> None:
    data = form.cleaned_data
    day.request_step(
        viewer,
        battle_id,
        asks_for=data["asks_for"] or "on",
        turn=data["turn"],
        entropy=data["entropy"],
        **form.action(),
    )


def _side_result_form(body: Body, viewer: Viewer, battle_id: int, side: str) -> ActForm:
    return SideResultForm(body, viewer=viewer, page=side_result_page(viewer, battle_id, side.upper()))


def _enter(viewer: Viewer, form: ActForm, battle_id: int, side: str) -> None:
    assert isinstance(form, SideResultForm)
    results.enter_result(viewer, battle_id, side=side.upper(), half=form.half(), **form.action())


def _leaving_form(body: Body, viewer: Viewer, battle_id: int, side: str) -> ActForm:
    return RemovalsForm(body, viewer=viewer, classes=removals_page(viewer, battle_id, side.upper()).classes)


def _choose_leaving(viewer: Viewer, form: ActForm, battle_id: int, side: str) -> None:
    assert isinstance(form, RemovalsForm)
    results.choose_removals(viewer, battle_id, side=side.upper(), items=form.items(), **form.action())


def _button(body: Body, viewer: Viewer, battle_id: int) -> ActForm:
    return EntropyForm(body, viewer=viewer)


B = "c/<id:campaign_id>/b/<id:battle_id>/"
urlpatterns = [
    path(
        "c/<id:campaign_id>/contact/<id:contact_id>/fight/",
        twin(
            "fight_on_table",
            "Take a waiting contact up as a battle. The umpire's alone.",
            make=_take_up_form,
            body=ActForm,
            page=TakeUpPage,
            read=take_up_page,
            action=lambda viewer, form, contact_id: begin.fight_on_table(
                viewer, contact_id=contact_id, **form.action()
            ),
        ),
    ),
    path(
        "c/<id:campaign_id>/battles/set-up/",
        twin(
            "set_up_battle",
            "Lay a Brief out, on the map or as a one-off battle. The umpire's; without one, both sides'.",
            make=lambda body, viewer: BriefForm(body, viewer=viewer, page=setup_page(viewer)),
            body=BriefForm,
            page=SetupPage,
            read=setup_page,
            action=_lay_out,
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
            action=_seal,
        ),
    ),
    path(f"{B}plan/draft/", twin("draft_plan", "Keep what is written so far.", make=_plan_form, action=_draft)),
    path(
        f"{B}plan/take-back/",
        twin(
            "take_back_plan",
            "Take a sealed plan back, until both sides have sealed.",
            make=_button,
            body=EntropyForm,
            action=lambda viewer, form, battle_id: plans.take_back(viewer, battle_id, **form.action()),
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
            action=_open,
        ),
    ),
    path(
        f"{B}request/",
        twin(
            "request_step",
            "Wish the clock on or back, or the fighting over.",
            make=lambda body, viewer, battle_id: TurnRequestForm(body, viewer=viewer),
            body=TurnRequestForm,
            action=_tap,
        ),
    ),
    path(
        f"{B}result/<slug:side>/",
        twin(
            "enter_result",
            "Enter a side's half of the result.",
            make=_side_result_form,
            page=SideResultPage,
            read=lambda viewer, battle_id, side: side_result_page(viewer, battle_id, side.upper()),
            action=_enter,
        ),
    ),
    path(
        f"{B}result/<slug:side>/removals/",
        twin(
            "choose_removals",
            "Choose which strength points leave the map: as many of each class as the half's dry run says.",
            make=_leaving_form,
            page=RemovalsPage,
            read=lambda viewer, battle_id, side: removals_page(viewer, battle_id, side.upper()),
            action=_choose_leaving,
        ),
    ),
    path(
        f"{B}confirm/",
        twin(
            "confirm_result",
            "Confirm the halves.",
            make=_button,
            body=EntropyForm,
            action=lambda viewer, form, battle_id: results.confirm_result(viewer, battle_id, **form.action()),
        ),
    ),
    path(
        f"{B}settle/",
        twin(
            "settle_battle",
            "Settle the result: the Report goes back to the map.",
            make=_button,
            body=EntropyForm,
            action=lambda viewer, form, battle_id: settling.settle(viewer, battle_id, **form.action()),
        ),
    ),
]
