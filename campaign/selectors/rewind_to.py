"""Find the line to rewind to before something can be done again."""

from campaign.audiences import PUBLIC
from campaign.models import JournalLine
from campaign.visibility import Viewer


def line_before(viewer: Viewer, kind: str, about: str) -> int | None:
    """Return the viewer's own line to rewind to so that an entry of this kind about a stream is undone."""
    mine = JournalLine.objects.filter(feed_id=viewer.feed_id, is_current=True).select_related("announcement__entry")
    undone = mine.filter(kind=kind, about=about).order_by("-n").first()
    if undone is None:
        return None
    entry = undone.announcement.entry
    earlier = mine.filter(announcement__entry__stream=entry.stream, announcement__entry__seq__lt=entry.seq)
    if not viewer.is_umpire:
        earlier = earlier.filter(announcement__audience=PUBLIC)
    return earlier.order_by("-announcement__entry__seq", "-n").values_list("n", flat=True).first()
