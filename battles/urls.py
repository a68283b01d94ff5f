"""Battles: one page for everyone, the acts on it, the table's page and the fragment of the campaign page."""

from django.urls import URLPattern, URLResolver, include, path

from battles.views import acts, pages
from campaign import ids as _register_the_id_converter  # noqa: F401
from campaign.urls.lazy import LazyInclude

app_name = "battles"
of_battle: list[URLPattern | URLResolver] = [
    path("", pages.battle, name="detail"),
    path("table/", pages.table, name="table"),
    path("plan/", acts.plan, name="plan"),
    path("plan/draft/", acts.draft, name="draft"),
    path("plan/take-back/", acts.take_back, name="take-back"),
    path("open/", acts.open_battle, name="open"),
    path("request/", acts.request_step, name="request"),
    path("result/", acts.result, name="result"),
    path("result/<slug:side>/", acts.side_result, name="side-result"),
    path("result/<slug:side>/removals/", acts.removals, name="removals"),
    path("confirm/", acts.confirm, name="confirm"),
    path("settle/", acts.settle, name="settle"),
]
urlpatterns: list[URLPattern | URLResolver] = [
    path("c/<id:campaign_id>/contact/<id:contact_id>/fight/", acts.fight_on_table, name="fight-on-table"),
    path("c/<id:campaign_id>/battles/", pages.battles, name="list"),
    path("c/<id:campaign_id>/battles/set-up/", acts.set_up, name="set-up"),
    path("c/<id:campaign_id>/b/<id:battle_id>/", include(of_battle)),
    LazyInclude("api/", "battles.api", namespace="api"),
]
