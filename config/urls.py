"""Root URLs: each app owns its own."""

from importlib.util import find_spec

from django.urls import URLPattern, URLResolver, include, path

from config.health import healthz, readyz

handler404 = "campaign.views.site.nowhere"
urlpatterns: list[URLPattern | URLResolver] = [path("healthz", healthz), path("readyz", readyz)]
urlpatterns += [path("", include(f"{app}.urls")) for app in ("campaign", "battles") if find_spec(f"{app}.urls")]
