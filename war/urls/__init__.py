"""URLs of the map, loaded with their first use."""

from campaign.urls.lazy import LazyInclude

urlpatterns = [LazyInclude("", "war.urls.map", namespace="map")]
