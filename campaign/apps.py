"""The app of campaigns."""

from django.apps import AppConfig


class CampaignConfig(AppConfig):
    name = "campaign"

    def ready(self) -> None:
        from campaign.forms import error_messages

        error_messages.install()
