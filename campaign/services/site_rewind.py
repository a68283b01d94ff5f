"""Without a human umpire the game goes back only to a public entry, and only with both sides' yes (secrecy.md)."""

from django.http import Http404

from campaign.app_part import Decision, Payload
from campaign.audiences import PUBLIC
from campaign.errors import Refusal
from campaign.ids import hex_id, read_id
from campaign.models import CLUB_STREAM, Entry, JournalLine
from campaign.services import decisions
from campaign.services.record import RUNNING, Act
from campaign.services.rewind import rewind_game
from campaign.visibility import Viewer

KIND = "rewind.agreed"


def ask_rewind(viewer: Viewer, *, n: int, reason: str, version: int | None = None, key: str | None = None) -> None:
    """Ask the other side to set the whole game back to a line that everybody was told."""
    told = JournalLine.objects.filter(feed_id=viewer.feed_id, n=n).select_related("announcement__entry").first()
    if told is None or not viewer.site_is_umpire:
        raise Http404
    entry, line = told.announcement.entry, told.announcement
    if line.audience != PUBLIC or entry.stream == CLUB_STREAM:
        raise Refusal("The game goes back only to a line of the game that all have been told.")
    quoted = line.text.splitlines()[0][:120].rstrip(".")
    words = f"set the game back to “{quoted}”. {reason}".rstrip(".")
    payload = {"entry": hex_id(entry.pk), "reason": reason, "words": words}
    decisions.decide(viewer, kind=KIND, payload=payload, version=version, key=key)


def _note(act: Act, payload: Payload) -> None:
    act.tell(PUBLIC, "Both sides agree: " + payload["words"] + ".")


def _rewind(campaign_id: int, payload: Payload) -> None:
    to = Entry.objects.get(campaign_id=campaign_id, id=read_id(payload["entry"]) or 0)
    rewind_game(campaign_id=campaign_id, to_seq=to.seq, reason=payload["reason"])


DECISION = Decision(KIND, "Set the game back", _note, allowed=RUNNING, in_sweep=_rewind)
