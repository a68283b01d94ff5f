"""Turn notices into emails: one per seat for everything due, if its holder wants it, without any content."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial, reduce
from operator import or_

from django.db import transaction
from django.db.models import Q

from campaign.models import Feed, Notify, Seat, Topic, User
from campaign.selectors.todos import todos_of
from campaign.services import emails
from campaign.services.sweep import run_isolated
from campaign.sources import SOURCES
from campaign.visibility import is_addressed, viewer_of

DIGEST_AFTER = timedelta(days=1)
EAGERNESS = (Notify.AT_ONCE, Notify.DAILY, Notify.NEVER)
SINCE = {topic.value: f"{topic.value}_since" for topic in Topic}  # the columns of a feed
Oldest = dict[str, datetime]


def post_due() -> None:
    """Queue the emails that are due. Safe to run twice at once."""
    now = SOURCES.now()
    for feed_id, oldest in _waiting().items():
        run_isolated("a seat's notices", partial(_post, feed_id, oldest, now))


def _waiting() -> dict[int, Oldest]:
    """Return since when each feed has had news of a topic that no email has told of; the oldest come first."""
    rows = Feed.objects.filter(reduce(or_, (Q(**{f"{column}__isnull": False}) for column in SINCE.values())))
    found = {
        feed_id: {topic: since for topic, since in zip(SINCE, times, strict=True) if since}
        for feed_id, *times in rows.values_list("id", *SINCE.values())
    }
    return dict(sorted(found.items(), key=lambda item: min(item[1].values())))


def _post(feed_id: int, oldest: Oldest, now: datetime) -> None:
    """Queue one email for all topics that are due; drop unwanted ones, and keep those for the daily email."""
    seat = _seat(feed_id)
    choices = {topic: _choice(seat, topic) for topic in oldest}
    _settle(feed_id, [topic for topic, choice in choices.items() if choice == Notify.NEVER])
    daily = [topic for topic, choice in choices.items() if choice == Notify.DAILY]
    due = [topic for topic, choice in choices.items() if choice == Notify.AT_ONCE]
    if any(now - oldest[topic] >= DIGEST_AFTER for topic in daily):
        due += daily
    with transaction.atomic():
        if seat is not None and seat.user is not None and _settle(feed_id, due):
            emails.write("notice", address=seat.user.email, reference=seat.user.display_name)


def _seat(feed_id: int) -> Seat | None:
    held = Seat.objects.filter(feed_id=feed_id, removed_at=None, user__is_active=True)
    return held.select_related("user", "feed", "campaign").first()


def _choice(seat: Seat | None, topic: str) -> str:
    """Return a holder's choice; while it's their move, the more eager of their choices for moves and news."""
    reader = seat.user if seat else None
    if seat is None or reader is None or not reader.email:
        return Notify.NEVER
    if topic == Topic.TALK:
        return reader.notify_talk
    return min(_of_game(seat, reader), key=EAGERNESS.index)


def _of_game(seat: Seat, reader: User) -> list[str]:
    viewer = viewer_of(seat)
    things = todos_of([viewer]) if reader.notify_moves != reader.notify_news else []
    is_their_move = any(is_addressed(thing.audience, viewer) for thing in things)
    return [reader.notify_news, *([reader.notify_moves] if is_their_move else [])]


def _settle(feed_id: int, topics: Sequence[str]) -> bool:
    """Note that these topics have been dealt with; return whether one still was due."""
    due = [SINCE[topic] for topic in topics]
    if not due:
        return False
    rows = Feed.objects.filter(reduce(or_, (Q(**{f"{column}__isnull": False}) for column in due)), id=feed_id)
    return rows.update(**dict.fromkeys(due, None)) > 0
