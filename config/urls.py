"""Root URLs: each app owns its own."""

from django.urls import URLPattern, URLResolver, include, path

from config.health import healthz, readyz
from config.packages import APPS

handler404 = "campaign.views.site.nowhere"
urlpatterns: list[URLPattern | URLResolver] = [path("healthz", healthz), path("readyz", readyz)]
urlpatterns += [path("", include(f"{app}.urls")) for app in APPS]
