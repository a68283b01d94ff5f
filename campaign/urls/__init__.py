"""URLs of campaigns, seats, journals, and dice, one file a noun."""

from django.urls import include, path

from campaign import ids as _register_the_id_converter  # noqa: F401
from campaign.views.site import help_page

urlpatterns = [
    path("", include("campaign.urls.home")),
    path("", include("campaign.urls.campaigns")),
    path("help/", help_page, name="help"),
    path("rules/", include("campaign.urls.rules")),
    path("open-seats/", include("campaign.urls.open_seats")),
    path("games/", include("campaign.urls.games")),
    path("accounts/", include("campaign.urls.accounts")),
    path("c/<id:campaign_id>/", include("campaign.urls.journal")),
    path("c/<id:campaign_id>/", include("campaign.urls.house")),
    path("c/<id:campaign_id>/rulebook/", include("campaign.urls.rulebook")),
    path("c/<id:campaign_id>/", include("campaign.urls.seats")),
    path("c/<id:campaign_id>/", include("campaign.urls.talk")),
    path("c/<id:campaign_id>/", include("campaign.urls.pictures")),
    path("c/<id:campaign_id>/", include("campaign.urls.curtain")),
    path("", include("campaign.urls.dice")),
    path("api/", include("campaign.urls.api")),
]
