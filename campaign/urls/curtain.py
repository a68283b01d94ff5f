"""The curtains of a practice campaign."""

from django.urls import path

from campaign.views import curtain
from campaign.views.base import shows

app_name = "curtain"
urlpatterns = [
    path("curtain/", shows(curtain.strip), name="strip"),
    path("curtain/lift/", curtain.lift, name="lift"),
    path("curtain/switch/", curtain.switch, name="switch"),
]
