"""URLs of campaigns, seats, journals, and dice, one file a noun, each loaded with its first use."""

from django.urls import URLPattern, URLResolver, include, path

from campaign import ids as _register_the_id_converter  # noqa: F401
from campaign.urls.lazy import LazyInclude
from campaign.views.site import help_page

CAMPAIGN = "c/<id:campaign_id>/"


def of_noun(route: str, noun: str) -> LazyInclude:
    """Include the file of a noun, which is its namespace too."""
    return LazyInclude(route, f"campaign.urls.{noun.replace('-', '_')}", namespace=noun)


urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("campaign.urls.home")),
    of_noun("", "campaigns"),  # tried first, since its pages are the most visited
    path("help/", help_page, name="help"),
    of_noun("accounts/", "accounts"),
    of_noun("rules/", "rules"),
    of_noun("open-seats/", "open-seats"),
    of_noun("games/", "games"),
    of_noun("api/", "api"),
    of_noun(CAMPAIGN, "journal"),
    of_noun(CAMPAIGN, "house"),
    of_noun(f"{CAMPAIGN}rulebook/", "rulebook"),
    of_noun(CAMPAIGN, "seats"),
    of_noun(CAMPAIGN, "talk"),
    of_noun(CAMPAIGN, "pictures"),
    of_noun(CAMPAIGN, "curtain"),
    of_noun("", "dice"),
]
