"""The map and the forces on it."""

from django.urls import URLPattern, URLResolver, include, path

from campaign import ids as _register_the_id_converter  # noqa: F401
from campaign.urls.lazy import LazyInclude
from campaign.views.base import page_of, shows
from war import actions
from war.views import map as views

app_name = "map"
of_map: list[URLPattern | URLResolver] = [
    path("", shows(views.sheet), name="sheet"),
    path("force/<id:force_id>/", page_of(actions.detach, view=views.force), name="force"),
    path("contact/<id:contact_id>/postpone/", page_of(actions.postpone), name="postpone"),
    path("contact/<id:contact_id>/resume/", page_of(actions.resume), name="resume"),
]
urlpatterns: list[URLPattern | URLResolver] = [
    path("c/<id:campaign_id>/map/", include(of_map)),
    LazyInclude("api/", "war.api", namespace="api"),
]
