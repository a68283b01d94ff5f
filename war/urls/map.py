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
    path("orders/", page_of(actions.give_order, view=views.orders), name="orders"),
    path("queue/", shows(views.queue), name="queue"),
    path("queue/add/", act_of(actions.queue_order, on=views.orders), name="queue-order"),
    path("queue/drop/", act_of(actions.drop_queued, on=views.queue), name="drop-queued"),
    path("queue/ready/", act_of(actions.stand_ready, on=views.queue), name="stand-ready"),
    path("queue/end/", act_of(actions.end_early, on=views.queue), name="end-early"),
    path("replay/", shows(views.replay), name="replay"),
    path("set-right/move/", page_of(actions.move_pieces), name="move-pieces"),
    path("set-right/remove/", page_of(actions.remove_pieces), name="remove-pieces"),
    path("set-right/add/", page_of(actions.add_pieces), name="add-pieces"),
    path("set-right/put-down/", page_of(actions.put_down), name="put-down"),
    path("set-right/holder/", page_of(actions.give_hex), name="give-hex"),
    path("begin/", act_of(actions.begin_war), name="begin"),
    path("brigades/", shows(views.brigades), name="brigades"),
    path("force/<id:force_id>/", page_of(actions.detach, view=views.force), name="force"),
    path("contact/<id:contact_id>/", page_of(actions.offer_combat, view=views.contact), name="contact"),
    path("contact/<id:contact_id>/agree/", act_of(actions.agree_to_offer, on=views.contact), name="agree"),
    path("contact/<id:contact_id>/decline/", act_of(actions.decline_offer, on=views.contact), name="decline"),
    path("contact/<id:contact_id>/outcome/<slug:side>/", page_of(actions.enter_outcome), name="outcome"),
    path("contact/<id:contact_id>/postpone/", page_of(actions.postpone), name="postpone"),
    path("contact/<id:contact_id>/resume/", page_of(actions.resume), name="resume"),
    path("contact/<id:contact_id>/call-off/", page_of(actions.call_off_table), name="call-off-table"),
]
urlpatterns: list[URLPattern | URLResolver] = [
    path("c/<id:campaign_id>/map/", include(of_map)),
    LazyInclude("api/", "war.api", namespace="api"),
]
