"""URLs of battles, loaded with their first use."""

from campaign.urls.lazy import LazyInclude

urlpatterns = [LazyInclude("", "battles.urls.battles", namespace="battles")]
