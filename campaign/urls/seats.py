"""Seats of a campaign."""

from django.urls import path

from campaign.actions import open_seats as open_acts
from campaign.actions import seats as acts
from campaign.views import seats
from campaign.views.base import act_of, page_of, shows

app_name = "seats"
urlpatterns = [
    path("seats/", shows(seats.listed), name="list"),
    path("seats/add/", act_of(acts.add_seat, on=seats.listed), name="add"),
    path("seats/leave/", page_of(acts.leave, after=seats.left), name="leave"),
    path("seats/withdraw/", act_of(acts.withdraw), name="withdraw"),
    path("seats/empty/", page_of(acts.empty_seat), name="empty"),
    path("seats/close/", page_of(acts.close_seat), name="close"),
    path("seats/listing/", page_of(open_acts.list_seats), name="list-open"),
    path("seats/listing/end/", page_of(open_acts.unlist_seats), name="unlist"),
    path("seats/admit/", act_of(open_acts.admit), name="admit"),
    path("seats/decline/", act_of(open_acts.decline_request), name="decline"),
    path("seats/move/", act_of(acts.move_holder), name="move"),
    path("seats/<id:seat_id>/invite/", page_of(acts.invite, after=seats.invited), name="invite"),
]
