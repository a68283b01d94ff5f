"""Let the umpire view the site as a seat for a while: recorded, and read-only."""

from datetime import timedelta

from campaign.audiences import UMPIRE
from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.models import CLUB_STREAM
from campaign.services.record import ANY_STATE, open_act
from campaign.services.seats import seat_of
from campaign.sources import SOURCES
from campaign.visibility import Viewer

LASTS = timedelta(minutes=30)


def begin_view_as(viewer: Viewer, *, seat_id: int, key: str | None = None) -> dict[str, object]:
    """Begin a view, and return what the session keeps: the seat and the end."""
    if not viewer.is_umpire:
        raise Refusal("Only the umpire can view as another seat.")
    payload = {"seat": hex_id(seat_id)}
    with open_act(
        viewer, stream=CLUB_STREAM, kind="umpire.viewed_as", payload=payload, key=key, allowed=ANY_STATE
    ) as act:
        seat = seat_of(viewer.campaign_id, seat_id)
        if seat.id == viewer.seat_id:
            raise Refusal("This is your own seat. Choose another.")
        act.tell(UMPIRE, f"The umpire viewed as {seat}.")
    return {"seat": hex_id(seat_id), "until": (SOURCES.now() + LASTS).timestamp()}
