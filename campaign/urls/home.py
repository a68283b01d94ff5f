"""The home page."""

from django.urls import path

from campaign.views import home, live

urlpatterns = [path("", home.home, name="home"), path("home/live/", live.home_token, name="home-live")]
