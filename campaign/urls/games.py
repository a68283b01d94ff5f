"""Finished games: the public list, their revealed cups, and each person's answer; `battles` adds the games' pages."""

from django.urls import path

from campaign.views import games

app_name = "games"
urlpatterns = [
    path("", games.listed, name="list"),
    path("<id:campaign_id>/consent/", games.consent, name="consent"),
    path("<id:campaign_id>/cups/<id:cup_id>/", games.cup, name="cup"),
    path("<id:campaign_id>/cups/<id:cup_id>.json", games.document, name="document"),
    path("<id:campaign_id>/cups/<id:cup_id>/all.json", games.documents, name="documents"),
]
