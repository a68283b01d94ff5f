"""The app of the strategic game."""

from django.apps import AppConfig


class WarConfig(AppConfig):
    name = "war"
