"""The list of open seats."""

from django.urls import path

from campaign.views import open_seats

app_name = "open-seats"
urlpatterns = [
    path("", open_seats.listed, name="list"),
    path("withdraw/", open_seats.withdraw, name="withdraw"),
    path("<id:listing_id>/", open_seats.listing, name="listing"),
]
