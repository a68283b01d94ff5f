"""Read the home page: a person's campaigns and moves, invitations, and news, at a cost that doesn't grow."""

import hmac
from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256

from django.conf import settings
from django.db.models import F, OuterRef, QuerySet, Subquery

from campaign.ids import hex_id
from campaign.models import (
    CampaignState,
    Invitation,
    InvitationState,
    JournalLine,
    Role,
    RowImage,
    Seat,
    SideCode,
    UmpireKind,
    User,
)
from campaign.parts import Audience
from campaign.prepared import prepared
from campaign.selectors.moves import Move, moves
from campaign.sources import SOURCES
from campaign.visibility import Viewer, held_seats, told_to, viewer_of
from rulesets.core.records import dataclass

NEWS = 6
MOST_FEEDS = 64  # a stream token names each


@dataclass(frozen=True)
class MyCampaign:
    """One of the reader's campaigns, from their seat."""

    id: str
    name: str
    seat: str
    side: str
    state: str
    delete_at: datetime | None
    move: Move


@dataclass(frozen=True)
class Offer:
    """An invitation the reader hasn't answered; `role` says what the seat's holder does."""

    id: str
    inviter: str
    campaign: str
    seat: str
    side: str
    role: str
    is_hand_over: bool
    until: datetime


@dataclass(frozen=True)
class News:
    at: datetime
    campaign_id: str
    campaign: str
    n: int
    text: str
    is_current: bool = True
    told_to: Audience | None = None


@dataclass(frozen=True)
class HomePage:
    waiting: list[MyCampaign]
    resting: list[MyCampaign]
    archived: list[MyCampaign]
    offers: list[Offer]
    news: list[News]
    version: int

    @property
    def is_empty(self) -> bool:
        return not (self.waiting or self.resting or self.archived)


def home_page(*, user_id: int, since: datetime) -> HomePage:
    """Return everything a person's home page shows."""
    seats = _seats_of(user_id)
    viewers = [viewer_of(seat) for seat in seats]
    found = moves(viewers) if viewers else {}
    mine = [_mine(seat, viewer, found[seat.campaign_id]) for seat, viewer in zip(seats, viewers, strict=True)]
    archived = [one for one in mine if one.state == CampaignState.ARCHIVED]
    waiting = [one for one in mine if one.move.first and one not in archived]
    waiting.sort(key=lambda one: (one.move.mine[0].due, one.name))
    resting = [one for one in mine if one not in archived and one not in waiting]
    offers = offers_to(user_id)
    return HomePage(waiting, resting, archived, offers, _news(seats, since), _version(seats, offers))


@dataclass(frozen=True)
class HomeFeeds:
    """What a home page listens to: the newest of its reader's feeds."""

    ids: list[int]
    viewers: list[Viewer]
    version: int


def home_feeds(user_id: int) -> HomeFeeds:
    """Return the feeds behind a person's home page; the first is their own, so that the list is never empty."""
    seats = list(_seats_of(user_id))
    ids = [user_id, *(seat.feed_id for seat in seats[-MOST_FEEDS:])]
    return HomeFeeds(ids, [viewer_of(seat) for seat in seats], _version(seats, offers_to(user_id)))


def _version(seats: Sequence[Seat], offers: Sequence[Offer]) -> int:
    """Return a number that changes whenever the home page may, and says nothing else."""
    shown = repr([[(seat.feed_id, seat.feed.version) for seat in seats], [offer.id for offer in offers]])
    digest = hmac.new(b"home:" + settings.SECRET_KEY.encode(), shown.encode(), sha256).digest()
    return int.from_bytes(digest[:6]) + 1  # a number in JavaScript, and never 0


@prepared
def _seats_of(user_id: int) -> QuerySet[Seat]:
    return held_seats().filter(user_id=user_id).order_by("campaign__begun_at", "id")


def _mine(seat: Seat, viewer: Viewer, move: Move) -> MyCampaign:
    return MyCampaign(
        id=hex_id(seat.campaign_id),
        name=seat.campaign.name,
        seat=viewer.seat_name,
        side=viewer.side or ("umpire" if viewer.is_umpire else "public"),
        state=seat.campaign.state,
        delete_at=seat.campaign.delete_at,
        move=move,
    )


def offers_to(user_id: int) -> list[Offer]:
    """Return invitations by username; those by link or email are opened by their link."""
    return [offer_of(row) for row in _invitations_of(user_id, SOURCES.now())]


@prepared
def _invitations_of(user_id: int, now: datetime) -> QuerySet[Invitation]:
    rows = open_offers().filter(user_id=user_id, expires_at__gt=now)
    return rows.order_by("asked_at", "id")


def open_offers() -> QuerySet[Invitation]:
    """Return unanswered invitations, each with the name of the person who made it, whoever sits there now."""
    images = RowImage.objects.filter(table=Invitation._meta.db_table, row=OuterRef(OuterRef("pk")))
    made = images.filter(before__isnull=True, pin=False)
    inviter = User.objects.filter(pk__in=made.values("entry__actor_id")).values("display_name")[:1]
    rows = Invitation.objects.filter(state=InvitationState.OPEN).annotate(inviter=Subquery(inviter))
    return rows.select_related("seat", "campaign")


def offer_of(row: Invitation) -> Offer:
    side = row.seat.side or ("umpire" if row.seat.role == Role.UMPIRE else "public")
    return Offer(
        id=hex_id(row.id),
        inviter=_inviter(row),
        campaign=row.campaign.name,
        seat=str(row.seat),
        side=side,
        role=_role_words(row.seat),
        is_hand_over=row.hand_over,
        until=row.expires_at,
    )


def _inviter(row: Invitation) -> str:
    """Return who invites; both sides together invite an umpire where the site umpires."""
    if row.seat.role == Role.UMPIRE and row.campaign.umpire_kind == UmpireKind.SITE:
        return "Both sides"
    return getattr(row, "inviter", None) or "Someone"


def _role_words(seat: Seat) -> str:
    """Return what the holder of a seat does, for people who are new here."""
    if seat.role == Role.UMPIRE:
        return "You’d run the campaign, see both sides, and settle what the rules leave open."
    if seat.role == Role.OBSERVER:
        return "You’d watch, and see only what both sides may see."
    whose = f"the {SideCode(seat.side).label} forces"
    return f"You’d command {whose}{f' in one theater, {seat.scope}' if seat.scope else ''}."


def _news(seats: Sequence[Seat], since: datetime) -> list[News]:
    """Return the latest lines of the reader's own journals."""
    viewers = {seat.feed_id: viewer_of(seat) for seat in seats}
    return [_news_line(viewers[row.feed_id], row) for row in _latest_since(list(viewers), since)]


@prepared
def _latest_since(feed_ids: Sequence[int], since: datetime) -> QuerySet[JournalLine]:
    """Read each journal from its end, so that its length doesn't matter."""
    lines = JournalLine.objects.filter(feed__id__in=feed_ids, n__gt=F("feed__last") - NEWS, at__gt=since)
    return lines.select_related("announcement").order_by("-at", "feed_id", "-n")[:NEWS]


def _news_line(viewer: Viewer, row: JournalLine) -> News:
    whom = told_to(viewer, row.announcement.audience)
    return News(
        row.at, hex_id(viewer.campaign_id), viewer.campaign_name, row.n, row.announcement.text, row.is_current, whom
    )
