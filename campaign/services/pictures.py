"""Keep uploaded pictures, each for an audience, and erase them for good.

A picture is kept beside the record, in the transaction of the act or draft whose row refers to it.
"""

from collections.abc import Iterable

from django.db.models import QuerySet

from campaign.audiences import PUBLIC
from campaign.errors import Refusal
from campaign.gate import heavy
from campaign.ids import hex_id
from campaign.models import CLUB_STREAM, Picture, Practice
from campaign.photos import Photo, redraw
from campaign.selectors.pictures import find_picture, kept_pictures, may_erase
from campaign.services import throttle
from campaign.services.record import ANY_STATE, open_act
from campaign.services.talk import hash_under
from campaign.sources import SOURCES
from campaign.visibility import Viewer

MOST_PICTURES = 24  # of a campaign under one audience: a common limit would tell a side of the other's pictures
ID_BITS_CUT = 1


@heavy
def read_photo(viewer: Viewer, data: bytes, *, field: str = "") -> Photo:
    """Return an uploaded picture drawn again; do this before taking any lock."""
    throttle.spend(throttle.PICTURE, hex_id(viewer.user_id))
    try:
        return redraw(data)
    except Refusal as error:
        error.field = field
        raise


def keep(viewer: Viewer, photo: Photo, *, audience: str, caption: str) -> Picture:
    """Keep a picture, inside the transaction that also writes a reference to it."""
    _require_room(viewer.campaign_id, audience)
    nonce = SOURCES.secret(audience).hex()
    digest = hash_under(nonce, photo.body)
    row = Picture(
        id=int(digest[:16], 16) >> ID_BITS_CUT,
        campaign_id=viewer.campaign_id,
        author_id=viewer.user_id,
        audience=audience,
        nonce=nonce,
        digest=digest,
        caption=caption,
        width=photo.width,
        height=photo.height,
        body=photo.body,
        at=SOURCES.now(),
    )
    row.save(force_insert=True)
    return row


def _require_room(campaign_id: int, audience: str) -> None:
    if Practice.objects.filter(campaign_id=campaign_id).exists():
        raise Refusal("A practice battle takes no pictures.")
    if kept_pictures(campaign_id).filter(audience=audience).count() >= MOST_PICTURES:
        raise Refusal(f"A campaign can keep {MOST_PICTURES} pictures for the same readers. Erase one first.")


def erase(viewer: Viewer, picture_id: int, *, key: str | None = None) -> None:
    """Erase a picture for good, at any time; that it was there stays recorded."""
    row = find_picture(viewer, picture_id)
    if not may_erase(viewer, row):
        raise Refusal("Only the umpire and the person who added a picture can erase it.")
    with open_act(viewer, stream=CLUB_STREAM, kind="picture.erased", key=key, allowed=ANY_STATE) as act:
        wipe(Picture.objects.filter(id=picture_id))
        act.tell(row.audience, f"{viewer.actor} erased a picture.")


def wipe(rows: QuerySet[Picture]) -> None:
    """Empty pictures; their rows stay, since the journal refers to them."""
    rows.update(body=b"", nonce="", caption="", width=0, height=0)


def disclose(campaign_id: int, picture_ids: Iterable[int]) -> None:
    """Show pictures to everyone in the campaign, once what they belong to is public."""
    kept_pictures(campaign_id).filter(id__in=list(picture_ids)).update(audience=PUBLIC)
