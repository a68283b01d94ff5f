"""The map and its forces."""

from django.urls import URLPattern, URLResolver, include, path

from campaign import ids as _register_the_id_converter  # noqa: F401
from campaign.urls.lazy import LazyInclude
from campaign.views.base import act_of, page_of, shows
from war import actions
from war.views import map as views

app_name = "map"
of_map: list[URLPattern | URLResolver] = [
    path("", shows(views.sheet), name="sheet"),
    path("places/", shows(views.places), name="places"),
    path("brigades/", shows(views.brigades), name="brigades"),
    path("force/<id:force_id>/", page_of(actions.detach, view=views.force), name="force"),
    path("contact/<id:contact_id>/", page_of(actions.offer_combat, view=views.contact), name="contact"),
    path("contact/<id:contact_id>/agree/", act_of(actions.agree_to_offer, on=views.contact), name="agree"),
    path("contact/<id:contact_id>/decline/", act_of(actions.decline_offer, on=views.contact), name="decline"),
    path("contact/<id:contact_id>/outcome/<slug:side>/", page_of(actions.enter_outcome), name="outcome"),
    path("contact/<id:contact_id>/postpone/", page_of(actions.postpone), name="postpone"),
    path("contact/<id:contact_id>/resume/", page_of(actions.resume), name="resume"),
]
urlpatterns: list[URLPattern | URLResolver] = [
    path("c/<id:campaign_id>/map/", include(of_map)),
    LazyInclude("api/", "war.api", namespace="api"),
]
