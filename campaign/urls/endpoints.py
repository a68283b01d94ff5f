"""The API's endpoints."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("campaign.api.accounts")),
    path("", include("campaign.api.journal")),
    path("", include("campaign.api.rules")),
    path("", include("campaign.api.house")),
    path("", include("campaign.api.rulebook")),
    path("", include("campaign.api.club")),
    path("", include("campaign.api.open_seats")),
    path("", include("campaign.api.games")),
    path("", include("campaign.api.dice")),
    path("", include("campaign.api.pictures")),
]
