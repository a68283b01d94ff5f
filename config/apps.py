"""The app that installs the others' parts."""

from importlib import import_module

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        """Run once every model is loaded: install what each app adds, from the ground up."""
        from campaign.app_part import INSTALLED
        from config import checks  # noqa: F401
        from config.packages import APPS

        INSTALLED.install([import_module(f"{app}.part").PART for app in APPS])
