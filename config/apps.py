"""The app that installs the others' parts."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        """Name the apps whose parts are installed, lowest app first."""
        from campaign.app_part import INSTALLED
        from config import checks  # noqa: F401
        from config.packages import APPS

        INSTALLED.install(APPS)
