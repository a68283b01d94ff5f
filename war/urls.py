"""The map and the forces on it."""

from django.urls import URLPattern, URLResolver, include, path

from campaign import ids as _register_the_id_converter  # noqa: F401
from campaign.urls.lazy import LazyInclude
from war.views import map as views

app_name = "map"
of_map: list[URLPattern | URLResolver] = [
    path("", views.sheet, name="sheet"),
    path("force/<id:force_id>/", views.force, name="force"),
    path("contact/<id:contact_id>/postpone/", views.postpone, name="postpone"),
    path("contact/<id:contact_id>/resume/", views.resume, name="resume"),
]
urlpatterns: list[URLPattern | URLResolver] = [
    path("c/<id:campaign_id>/map/", include(of_map)),
    LazyInclude("api/", "war.api", namespace="api"),
]
