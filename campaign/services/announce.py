"""Announce an act: write each journal's own lines, move views, and note that emails are due."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import datetime
from functools import cache
from itertools import chain
from typing import Any

from django.db import connection

from campaign.inserts import insert
from campaign.models import Announcement, Entry, Feed, JournalLine, Role, Topic, topic_of
from campaign.parts import TraceLine
from campaign.sources import SOURCES
from campaign.visibility import may_know
from rulesets.core.plain import as_json
from rulesets.core.records import dataclass

TALK = "talk."


@dataclass(frozen=True)
class Line:
    """A sentence and its audience."""

    audience: str
    kind: str
    turn: int
    text: str
    trace: Sequence[TraceLine]
    about: str
    move: Mapping[str, Any] = field(default_factory=dict)


@dataclass
class Announcer:
    """Collect an act's sentences and write them to every journal when the act closes."""

    feeds: list[Feed]
    at: datetime
    actor_feed_id: int | None
    lines: list[Line] = field(default_factory=list, init=False)
    touched: set[str] = field(default_factory=set, init=False)

    def admit(self, feed: Feed, past: Sequence[Announcement] = ()) -> Feed:
        """Open a journal; people who join late get the lines their seat would have had."""
        known = [each for each in past if may_know(each.audience, feed)]
        feed.changed_at, feed.last = self.at, len(known)
        insert([feed])
        insert([self._line_of(feed, n, each) for n, each in enumerate(known, 1)])
        self.feeds.append(feed)
        return feed

    def announce(self, entry: Entry) -> list[tuple[int, int]]:
        """Write each journal's own lines and move each view that changed; return feeds with their new versions."""
        announcements = [self._announcement(entry, n, line) for n, line in enumerate(self.lines)]
        insert(announcements)
        written, moved, grown = [], [], Counter[int]()
        for feed in self.feeds:
            known = [each for each in announcements if may_know(each.audience, feed)]
            if known or any(may_know(audience, feed) for audience in self.touched):
                moved.append(feed)
                grown[feed.id] = len(known)
                written += [self._line_of(feed, feed.last + n, each) for n, each in enumerate(known, 1)]
        topic = Topic.TALK if entry.kind.startswith(TALK) else Topic.GAME
        self._move(moved, grown, topic, self._due(moved, grown))
        insert(written)
        return [(feed.id, feed.version + 1) for feed in moved]

    def _announcement(self, entry: Entry, position: int, line: Line) -> Announcement:
        plain = vars(line) | {"trace": as_json(line.trace), "move": dict(line.move)}
        return Announcement(id=SOURCES.new_id(line.audience), entry=entry, position=position, **plain)

    def _line_of(self, feed: Feed, number: int, announcement: Announcement) -> JournalLine:
        return JournalLine(
            feed=feed,
            n=number,
            version=feed.version + 1,
            announcement=announcement,
            kind=announcement.kind,
            topic=topic_of(announcement.kind),
            turn=announcement.turn,
            about=announcement.about,
            at=self.at,
        )

    def _move(self, moved: Sequence[Feed], grown: Counter[int], topic: Topic, due: Sequence[Feed]) -> None:
        """Move all views in one statement: how many it took would tell whether some got more lines than others."""
        if not moved:
            return
        at, notified = connection.ops.adapt_datetimefield_value(self.at), {feed.id for feed in due}
        rows = chain.from_iterable((feed.id, grown[feed.id], int(feed.id in notified)) for feed in moved)
        with connection.cursor() as cursor:
            cursor.execute(_move_sql(topic, len(moved)), [at, at, *rows])

    def _due(self, moved: Sequence[Feed], grown: Counter[int]) -> list[Feed]:
        """Return the journals that an email may tell of: those with a new line, but for the actor's and observers'."""
        return [f for f in moved if grown[f.id] and f.id != self.actor_feed_id and f.role != Role.OBSERVER]


@cache
def _move_sql(topic: Topic, moved: int) -> str:
    """Return an update of this many views; both engines name the columns of VALUES `column1`, `column2`, `column3`."""
    table, since, rows = Feed._meta.db_table, f"{topic}_since", ", ".join(["(%s, %s, %s)"] * moved)
    return (
        f"UPDATE {table} SET last = last + moved.column2, version = version + 1, changed_at = %s, "
        f"{since} = CASE moved.column3 WHEN 1 THEN COALESCE({since}, %s) ELSE {since} END "
        f"FROM (VALUES {rows}) AS moved WHERE {table}.id = moved.column1"
    )
