"""The curtains of a practice campaign."""

from django.urls import path

from campaign.views import curtain

app_name = "curtain"
urlpatterns = [
    path("curtain/lift/", curtain.lift, name="lift"),
    path("curtain/switch/", curtain.switch, name="switch"),
]
