"""The API's pages and its schema, which any process serves, and its endpoints."""

from django.urls import URLPattern, URLResolver, include, path

from campaign.urls.lazy import LazyInclude

app_name = "api"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("campaign.api.docs")),
    LazyInclude("", "campaign.urls.endpoints", namespace="endpoints"),
]
