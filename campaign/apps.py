from django.apps import AppConfig


class CampaignConfig(AppConfig):
    name = "campaign"

    def ready(self) -> None:
        """What is rewound, swept, waited for and decided stands in its registry before the first request."""
        from campaign.forms import words
        from campaign.services import (
            club_waiting,
            contacts,
            cup_rewinds,
            deadlines,
            house,
            lifecycle,
            row_cares,
            sighting,
            site_corrections,
            site_rewind,
        )

        words.ready()
        cup_rewinds.connect()
        parts = (club_waiting, contacts, deadlines, house, lifecycle, row_cares, sighting)
        for part in (*parts, site_corrections, site_rewind):
            part.ready()
