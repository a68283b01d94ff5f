"""Put the kinds and streams of entries into words."""

from collections import Counter
from collections.abc import Iterable

from campaign.app_part import INSTALLED


def counted(kinds: Iterable[str]) -> list[str]:
    """Return the titles of entry kinds, each once: sighting (2 times)."""
    found = Counter(INSTALLED.entry_title(kind) for kind in kinds)
    return [title if times == 1 else f"{title} ({times} times)" for title, times in found.items()]


def stream_words(stream: str) -> str:
    kind = stream.partition(":")[0]
    return {"campaign": "in the campaign", "battle": "in a battle", "club": "in the club stream"}[kind]
