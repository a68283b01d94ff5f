"""What kinds of entries are called where people read them."""

from collections import Counter
from collections.abc import Iterable, Mapping

TITLES = {
    "campaign.begun": "campaign begun",
    "campaign.paused": "campaign paused",
    "campaign.resumed": "campaign goes on",
    "campaign.closed": "campaign closed",
    "campaign.archived": "campaign put into the archive",
    "campaign.pace": "pace changed",
    "campaign.deletion": "campaign to be deleted",
    "campaign.kept": "campaign kept",
    "club.table": "numbers of a marked table",
    "club.ruling": "ruling answered",
    "contact.postponed": "contact postponed",
    "contact.resumed": "contact goes on",
    "correct": "correction",
    "deadline.set": "clock set",
    "deadline.extended": "more time given",
    "deadline.stopped": "clock stopped",
    "deadline.run": "clock let run",
    "deadline.reminded": "reminder",
    "deadline.passed": "deadline over",
    "force.detached": "force parted",
    "house.numbers": "numbers agreed to",
    "house.ruling": "ruling agreed to",
    "invitation.made": "invitation",
    "invitation.declined": "invitation declined",
    "invitation.withdrawn": "invitation withdrawn",
    "map.mustered": "armies laid out",
    "proposal.made": "question to the other side",
    "proposal.refused": "answer of no",
    "proposal.done": "what both sides agreed to",
    "rewind": "rewind",
    "rewind.agreed": "rewind agreed to",
    "row.corrected": "correction agreed to",
    "seat.opened": "seat opened",
    "seat.closed": "seat closed",
    "seat.taken": "seat taken",
    "seat.emptied": "seat emptied",
    "seat.changed": "change of seat",
    "seat.left": "seat left",
    "sighting": "sighting",
    "talk.said": "message",
    "talk.erased": "message erased",
    "umpire.looked": "look over a shoulder",
}


def name_kinds(titles: Mapping[str, str]) -> None:
    """Apps name theirs at start-up."""
    TITLES.update(titles)


def kind_title(kind: str) -> str:
    return TITLES.get(kind) or kind.replace(".", " ")


def counted(kinds: Iterable[str]) -> list[str]:
    """Kinds of entries as they are read, each once: sighting (2 times)."""
    found = Counter(kind_title(kind) for kind in kinds)
    return [title if times == 1 else f"{title} ({times} times)" for title, times in found.items()]


def stream_words(stream: str) -> str:
    kind = stream.partition(":")[0]
    return {"campaign": "in the campaign", "battle": "in a battle", "club": "in the club"}[kind]
