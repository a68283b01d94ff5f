"""Rewind the game where the site umpires: only to a public entry, and only if both sides agree (secrecy.md)."""

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
    """Ask the other side to rewind the whole game to an entry that everyone can see."""
    line = JournalLine.objects.filter(feed_id=viewer.feed_id, n=n).select_related("announcement__entry").first()
    if line is None or not viewer.site_is_umpire:
        raise Http404
    entry, announcement = line.announcement.entry, line.announcement
    if announcement.audience != PUBLIC or entry.stream == CLUB_STREAM:
        raise Refusal("You can rewind only to a game entry that everyone can see. Choose another.")
    quoted = announcement.text.splitlines()[0][:120].rstrip(".")
    words = f"rewind the game to “{quoted}.” {reason}".rstrip(".")
    payload = {"entry": hex_id(entry.pk), "reason": reason, "words": words}
    decisions.decide(viewer, kind=KIND, payload=payload, version=version, key=key)


def _note(act: Act, payload: Payload) -> None:
    act.tell(PUBLIC, f"Both sides agreed to {payload['words']}.")


def _rewind(campaign_id: int, payload: Payload) -> None:
    to = Entry.objects.get(campaign_id=campaign_id, id=read_id(payload["entry"]) or 0)
    rewind_game(campaign_id=campaign_id, to_seq=to.seq, reason=payload["reason"])


DECISION = Decision(KIND, "Rewind the game", _note, allowed=RUNNING, in_sweep=_rewind)
