"""Read pictures through the censor: what a page shows of them, and the file itself."""

from base64 import b64encode
from collections.abc import Mapping, Sequence

from django.db.models import QuerySet
from django.http import Http404

from campaign.ids import read_id
from campaign.models import Picture
from campaign.photos import MEDIA_TYPE
from campaign.visibility import Viewer, visible_to
from rulesets.core.records import dataclass

MOST_CAPTION = 80
Reference = Mapping[str, str]


@dataclass(frozen=True)
class PictureShown:
    """A picture on a page; its caption says what it shows, also to those who can't see it."""

    id: int
    caption: str
    width: int
    height: int
    may_erase: bool


@dataclass(frozen=True)
class PictureFile:
    """A picture for a program: `data` is the file in base64."""

    id: int
    caption: str
    width: int
    height: int
    media_type: str
    data: str


def kept_pictures(campaign_id: int) -> QuerySet[Picture]:
    """Return the pictures of a campaign that nobody has erased."""
    return Picture.objects.filter(campaign_id=campaign_id).exclude(nonce="")


def still_kept(campaign_id: int, references: Sequence[Reference]) -> list[Reference]:
    """Return the references whose pictures nobody has erased, in their order."""
    known = set(kept_pictures(campaign_id).filter(id__in=_ids(references)).values_list("id", flat=True))
    return [each for each in references if read_id(each["id"]) in known]


def shown_pictures(viewer: Viewer, references: Sequence[Reference]) -> tuple[PictureShown, ...]:
    """Return the referenced pictures that this viewer may see, in their order."""
    if not references:
        return ()
    rows = visible_to(kept_pictures(viewer.campaign_id), viewer).defer("body").in_bulk(_ids(references))
    found = (rows.get(number) for number in _ids(references))
    return tuple(_shown(viewer, row) for row in found if row is not None)


def _ids(references: Sequence[Reference]) -> list[int]:
    return [read_id(each["id"]) or 0 for each in references]


def _shown(viewer: Viewer, row: Picture) -> PictureShown:
    return PictureShown(row.id, row.caption, row.width, row.height, may_erase(viewer, row))


def may_erase(viewer: Viewer, row: Picture) -> bool:
    """Return whether this seat may erase a picture it sees: whoever added it, and whoever decides."""
    return not viewer.viewing_as and (row.author_id == viewer.user_id or viewer.decides)


def find_picture(viewer: Viewer, picture_id: int) -> Picture:
    """Return a picture that this viewer may see; raise the same 404 for any other."""
    row = visible_to(kept_pictures(viewer.campaign_id), viewer).filter(id=picture_id).first()
    if row is None:
        raise Http404
    return row


def picture_body(viewer: Viewer, picture_id: int) -> bytes:
    return bytes(find_picture(viewer, picture_id).body)


def picture_file(viewer: Viewer, picture_id: int) -> PictureFile:
    row = find_picture(viewer, picture_id)
    data = b64encode(bytes(row.body)).decode()
    return PictureFile(row.id, row.caption, row.width, row.height, MEDIA_TYPE, data)
