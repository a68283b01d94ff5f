"""Turn notices into emails: one per seat for everything due, if its holder wants it, without any content."""

from collections import deque
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial, reduce
from operator import or_
from time import monotonic

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from campaign.models import Feed, Notify, Seat, Topic, User
from campaign.selectors.todos import todos_of
from campaign.services import emails, runs
from campaign.services.sweep import LONGEST_RUN, run_isolated
from campaign.sources import SOURCES
from campaign.visibility import is_addressed, viewer_of

DIGEST_AFTER = timedelta(days=1)
EAGERNESS = (Notify.AT_ONCE, Notify.DAILY, Notify.NEVER)
SINCE = {topic.value: f"{topic.value}_since" for topic in Topic}  # the columns of a feed
Oldest = dict[str, datetime]
_reached: deque[tuple[datetime, int]] = deque(maxlen=1)  # where this process's last run stopped before its end


def post_due() -> None:
    """Queue the emails that are due, for a few seconds; the next run continues there. Safe to run twice at once."""
    now, end = SOURCES.now(), monotonic() + LONGEST_RUN
    for since, feed_id, oldest in _in_turn(_waiting(now)):
        run_isolated("a seat's notices", partial(_post, feed_id, oldest, now))
        if monotonic() > end or runs.is_ending():
            _reached.append((since, feed_id))
            return


def _in_turn(waiting: list[tuple[datetime, int, Oldest]]) -> list[tuple[datetime, int, Oldest]]:
    """Return first those that the last run didn't reach."""
    if not _reached:
        return waiting
    reached = _reached.pop()
    return sorted(waiting, key=lambda each: (each[:2] <= reached, each[:2]))


def _waiting(now: datetime) -> list[tuple[datetime, int, Oldest]]:
    """Return the feeds with news of a topic that no email has told of, and since when, the oldest first.

    What nobody reads is settled here, however much there is.
    """
    rows = _with_news().exclude(_is_early(now)).annotate(has_reader=_has_reader())
    found, is_unread = [], False
    for feed_id, has_reader, *times in rows.values_list("id", "has_reader", *SINCE.values()):
        oldest = {topic: since for topic, since in zip(SINCE, times, strict=True) if since}
        if has_reader:
            found.append((min(oldest.values()), feed_id, oldest))
        else:
            is_unread = True
    if is_unread:
        _with_news().exclude(_has_reader()).update(**dict.fromkeys(SINCE.values(), None))
    return sorted(found, key=lambda each: each[:2])


def _with_news(columns: Iterable[str] = SINCE.values()) -> QuerySet[Feed]:
    return Feed.objects.filter(reduce(or_, (Q(**{f"{column}__isnull": False}) for column in columns)))


def _has_reader() -> Exists:
    """Match feeds whose news an email can tell of."""
    return Exists(_held().filter(feed_id=OuterRef("id")).exclude(user__email=""))


def _held() -> QuerySet[Seat]:
    return Seat.objects.filter(removed_at=None, user__is_active=True)


def _is_early(now: datetime) -> Exists:
    """Match feeds whose holder gets one email a day, and not yet: they may be many, and wait for a day."""
    is_daily = {
        Topic.GAME: Q(user__notify_news=Notify.DAILY) & ~Q(user__notify_moves=Notify.AT_ONCE),
        Topic.TALK: Q(user__notify_talk=Notify.DAILY),
    }
    holders = _held().filter(feed_id=OuterRef("id"))
    for topic, column in SINCE.items():
        is_young = Q(**{f"feed__{column}__gt": now - DIGEST_AFTER})
        holders = holders.filter(Q(**{f"feed__{column}": None}) | (is_young & is_daily[Topic(topic)]))
    return Exists(holders.exclude(user__email=""))


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
    return _held().filter(feed_id=feed_id).select_related("user", "feed", "campaign").first()


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
    return _with_news(due).filter(id=feed_id).update(**dict.fromkeys(due, None)) > 0
