"""The app that installs the others' parts."""

from importlib import import_module

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        """Install what each app adds, lowest app first, once every model is loaded."""
        from campaign.app_part import INSTALLED
        from config import checks  # noqa: F401
        from config.packages import APPS

        INSTALLED.install([import_module(f"{app}.part").PART for app in APPS])
