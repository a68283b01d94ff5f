from django.apps import AppConfig


class CampaignConfig(AppConfig):
    name = "campaign"

    def ready(self) -> None:
        """What is rewound, swept, waited for and decided stands in its registry before the first request."""
        from campaign.services import club_waiting, contacts, cup_rewinds, deadlines, lifecycle, sighting, site_rewind

        cup_rewinds.connect()
        for part in (club_waiting, contacts, deadlines, lifecycle, sighting, site_rewind):
            part.ready()
