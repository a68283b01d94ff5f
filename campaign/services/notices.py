"""Turn notices into emails: one per seat for everything due, if its holder wants it, without any content."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import Min

from campaign.models import Notify, Outbox, Seat, Topic, User
from campaign.selectors.todos import todos_of
from campaign.services import emails
from campaign.services.sweep import run_isolated
from campaign.sources import SOURCES
from campaign.visibility import is_addressed, viewer_of

DIGEST_AFTER = timedelta(days=1)
EAGERNESS = (Notify.AT_ONCE, Notify.DAILY, Notify.NEVER)
Oldest = dict[str, datetime]


def post_due() -> None:
    """Queue the emails that are due. Safe to run twice at once."""
    now = SOURCES.now()
    for feed_id, oldest in _waiting().items():
        run_isolated("a seat's notices", partial(_post, feed_id, oldest, now))


def _waiting() -> dict[int, Oldest]:
    """Return for each feed when the oldest open notice of each topic came."""
    rows = Outbox.objects.filter(sent_at=None).values("feed_id", "topic").annotate(oldest=Min("at"))
    found: dict[int, Oldest] = defaultdict(dict)
    for feed_id, topic, oldest in rows.order_by("oldest").values_list("feed_id", "topic", "oldest"):
        found[feed_id][topic] = oldest
    return found


def _post(feed_id: int, oldest: Oldest, now: datetime) -> None:
    """Queue one email for all topics that are due; drop unwanted ones, and keep those for the daily email."""
    seat = _seat(feed_id)
    choices = {topic: _choice(seat, topic) for topic in oldest}
    _settle(feed_id, [topic for topic, choice in choices.items() if choice == Notify.NEVER], now)
    daily = [topic for topic, choice in choices.items() if choice == Notify.DAILY]
    due = [topic for topic, choice in choices.items() if choice == Notify.AT_ONCE]
    if any(now - oldest[topic] >= DIGEST_AFTER for topic in daily):
        due += daily
    with transaction.atomic():
        if seat is not None and seat.user is not None and _settle(feed_id, due, now):
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


def _settle(feed_id: int, topics: Iterable[str], now: datetime) -> int:
    return Outbox.objects.filter(feed_id=feed_id, topic__in=list(topics), sent_at=None).update(sent_at=now)
