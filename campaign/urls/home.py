"""The home page."""

from django.urls import path

from campaign.views import home

urlpatterns = [path("", home.home, name="home")]
