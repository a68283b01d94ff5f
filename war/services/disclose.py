"""Disclose at the end of a campaign what was corrected on the map while it was secret."""

from campaign.services.corrections import disclose_corrections
from campaign.services.record import Act
from war.models import Brigade, Contact, Force, Leader, Marker, Sighting, StrengthPoint

ON_THE_MAP = (Contact, Force, Leader, StrengthPoint, Marker, Sighting, Brigade)


def disclose_map(act: Act) -> None:
    """Tell everyone of each secret correction, table by table, in the order they were made."""
    for model in ON_THE_MAP:
        disclose_corrections(act, list(model.of_campaign(act.campaign_id).order_by("id")))
