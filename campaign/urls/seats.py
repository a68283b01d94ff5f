"""Seats of a campaign."""

from django.urls import path

from campaign.views import seats

app_name = "seats"
urlpatterns = [
    path("seats/", seats.listed, name="list"),
    path("seats/add/", seats.add, name="add"),
    path("seats/leave/", seats.leave, name="leave"),
    path("seats/withdraw/", seats.withdraw, name="withdraw"),
    path("seats/empty/", seats.empty, name="empty"),
    path("seats/close/", seats.close, name="close"),
    path("seats/move/", seats.move, name="move"),
    path("seats/<id:seat_id>/invite/", seats.invite, name="invite"),
]
