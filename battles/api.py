"""Battles for programs: the endpoints of their pages, with the same forms and services."""

from django.urls import path

from battles import actions
from battles.selectors.forms import OpenPage, PlanPage, RemovalsPage, SetupPage, SideResultPage, TakeUpPage
from battles.selectors.page import BattlePage, BattlesPage, battle_page, battles_page
from campaign.api.base import shown, twin_of
from campaign.sources import SOURCES
from campaign.visibility import Viewer


def _battle(viewer: Viewer, battle_id: int) -> BattlePage:
    return battle_page(viewer, battle_id, now=SOURCES.now())


B = "c/<id:campaign_id>/b/<id:battle_id>/"
urlpatterns = [
    path("c/<id:campaign_id>/contact/<id:contact_id>/fight/", twin_of(actions.fight_on_table, page=TakeUpPage)),
    path("c/<id:campaign_id>/battles/set-up/", twin_of(actions.set_up_battle, page=SetupPage)),
    path(
        "c/<id:campaign_id>/battles/",
        shown("battles", "Return the campaign's battles; all of it is public.", page=BattlesPage, read=battles_page),
    ),
    path(B, shown("battle", "Return the battle as your seat sees it.", page=BattlePage, read=_battle)),
    path(f"{B}plan/", twin_of(actions.seal_plan, page=PlanPage)),
    path(f"{B}plan/draft/", twin_of(actions.draft_plan)),
    path(f"{B}plan/unseal/", twin_of(actions.unseal_plan)),
    path(f"{B}open/", twin_of(actions.open_battle, page=OpenPage)),
    path(f"{B}request/", twin_of(actions.request_step)),
    path(f"{B}result/<slug:side>/", twin_of(actions.enter_result, page=SideResultPage)),
    path(f"{B}result/<slug:side>/removals/", twin_of(actions.choose_removals, page=RemovalsPage)),
    path(f"{B}call-off/", twin_of(actions.call_off)),
    path(f"{B}confirm/", twin_of(actions.confirm_result)),
    path(f"{B}settle/", twin_of(actions.settle_battle)),
]
