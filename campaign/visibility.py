"""Decide who may see what. Only this code compares audiences (design.md 3.3); audiences.py has their labels.

The umpire is in every audience except `list:`.
"""

from typing import Protocol, TypeVar

from django.db.models import Model, Q, QuerySet
from django.http import Http404

from campaign.audiences import PUBLIC, UMPIRE, list_audience, scope_audience, seat_audience, side_audience
from campaign.ids import hex_id
from campaign.models import CampaignState, Feed, Role, Seat, SideCode, UmpireKind, User, seat_name
from campaign.parts import Audience
from campaign.prepared import prepared
from rulesets.core.records import dataclass

RowT = TypeVar("RowT", bound=Model)


class Reader(Protocol):
    """Someone who may see a row: a viewer, or the journal of a seat."""

    @property
    def role(self) -> str: ...
    @property
    def side(self) -> str: ...
    @property
    def scope(self) -> str: ...
    @property
    def seat_id(self) -> int | None: ...
    @property
    def feed_id(self) -> int: ...


@dataclass(frozen=True)
class Viewer:
    """The person asking: made once per request, from the seat they hold in this campaign."""

    user_id: int
    seat_id: int
    campaign_id: int
    side: str
    role: str
    scope: str
    feed_id: int
    version: int
    campaign_state: str
    campaign_name: str = ""
    book: str = ""
    sheet: str = ""
    sheet_hash: str = ""
    scenario: str = ""
    scenario_hash: str = ""
    sight: str = ""
    site_is_umpire: bool = False
    viewing_as: bool = False

    @property
    def is_umpire(self) -> bool:
        return self.role == Role.UMPIRE

    @property
    def is_commander(self) -> bool:
        return self.role == Role.COMMANDER

    @property
    def is_observer(self) -> bool:
        return self.role == Role.OBSERVER

    @property
    def seat_name(self) -> str:
        return seat_name(self.role, self.side, self.scope)

    @property
    def actor(self) -> str:
        """Return who acts from this seat, as a journal entry begins; never the person."""
        if self.is_commander:
            return f"The {SideCode(self.side).label} side"
        return f"{'An' if self.is_observer else 'The'} {self.role}"

    @property
    def game_is_on(self) -> bool:
        """Return whether the game is being played: the campaign is neither paused nor over."""
        return self.campaign_state == CampaignState.RUNNING

    @property
    def club_is_open(self) -> bool:
        """Return whether seats, messages, and house rules may change: until the campaign is over, paused or not."""
        return self.game_is_on or self.campaign_state == CampaignState.PAUSED

    @property
    def leads_side(self) -> bool:
        """Return whether this is a whole-side commander's own seat."""
        return self.is_commander and not self.scope and not self.viewing_as

    @property
    def speaks_for_side(self) -> bool:
        """Return whether this seat asks and answers the other side: a whole-side commander where the site umpires."""
        return self.site_is_umpire and self.leads_side

    @property
    def decides(self) -> bool:
        """Return whether this seat makes the umpire's decisions, alone or with the other side."""
        return (self.is_umpire or self.speaks_for_side) and not self.viewing_as

    @property
    def label(self) -> str:
        """Return the audience of only this seat and the umpire; its ids and secrets are drawn under it."""
        return seat_audience(self.seat_id)


def may_know(audience: str, who: Reader) -> bool:
    """Return whether `who` may see a row or sentence with this audience."""
    kind, _, rest = audience.partition(":")
    if kind == "list":
        return rest == hex_id(who.feed_id)
    if who.role == Role.UMPIRE or kind == PUBLIC:
        return True
    if who.role != Role.COMMANDER:
        return False
    if kind == "side":
        return who.side == rest
    if kind == "scope":
        side, _, scope = rest.partition(":")
        return who.side == side and who.scope in ("", scope)
    return kind == "seat" and who.seat_id is not None and rest == hex_id(who.seat_id)


def is_addressed(audience: str, who: Reader) -> bool:
    """Return whether `who` has to act: the umpire may see everything but acts only on the umpire's own."""
    return may_know(audience, who) and (who.role != Role.UMPIRE or audience == UMPIRE)


def visible_to(rows: QuerySet[RowT], viewer: Reader) -> QuerySet[RowT]:
    """Return the rows, each with an `audience`, that this viewer may see."""
    own_list = list_audience(viewer.feed_id)
    if viewer.role == Role.UMPIRE:
        return rows.filter(Q(audience=own_list) | ~Q(audience__startswith="list:"))
    labels = Q(audience__in=[PUBLIC, own_list])
    if viewer.role == Role.COMMANDER and viewer.seat_id is not None:
        labels |= Q(audience__in=[side_audience(viewer.side), seat_audience(viewer.seat_id)])
        scopes = scope_audience(viewer.side, viewer.scope)
        labels |= Q(audience=scopes) if viewer.scope else Q(audience__startswith=scopes)
    return rows.filter(labels)


def viewer_of(seat: Seat, *, viewing_as: bool = False) -> Viewer:
    """Return the viewer for a seat; `seat` comes with its feed and campaign selected.

    An umpire who views as a seat isn't its holder: its version would show when the holder writes a draft.
    """
    return Viewer(
        user_id=0 if viewing_as else seat.user_id or 0,
        seat_id=seat.id,
        campaign_id=seat.campaign_id,
        side=seat.side,
        role=seat.role,
        scope=seat.scope,
        feed_id=seat.feed_id,
        version=0 if viewing_as else seat.feed.version,
        campaign_state=seat.campaign.state,
        campaign_name=seat.campaign.name,
        book=seat.campaign.book,
        sheet=seat.campaign.sheet,
        sheet_hash=seat.campaign.sheet_hash,
        scenario=seat.campaign.scenario,
        scenario_hash=seat.campaign.scenario_hash,
        sight=seat.campaign.sight,
        site_is_umpire=seat.campaign.umpire_kind == UmpireKind.SITE,
        viewing_as=viewing_as,
    )


def held_seats() -> QuerySet[Seat]:
    """Return the seats people hold, with what a viewer needs."""
    return Seat.objects.select_related("feed", "campaign").filter(removed_at=None, user__isnull=False)


@prepared
def _seat_held(campaign_id: int, user_id: int) -> QuerySet[Seat]:
    return held_seats().filter(campaign_id=campaign_id, user_id=user_id)


def enter(user_id: int, campaign_id: int) -> Viewer:
    """Return a person's viewer in a campaign; raise 404 for anyone without a seat."""
    for seat in _seat_held(campaign_id, user_id):
        return viewer_of(seat)
    raise Http404


def enter_as(user: User, campaign_id: int) -> Viewer:
    """Return the same for the account of a request, which may have been read with its seat (config/sessions.py)."""
    seat: Seat | None = getattr(user, "seat", None)
    if seat is None or seat.campaign_id != campaign_id:
        return enter(user.pk, campaign_id)
    seat.campaign = seat.feed.campaign
    return viewer_of(seat)


def view_as(umpire: Viewer, seat_id: int) -> Viewer:
    """Return the viewer for an umpire who views the site as a seat."""
    seat = Seat.objects.select_related("feed", "campaign").filter(campaign_id=umpire.campaign_id, id=seat_id).first()
    if not umpire.is_umpire or seat is None:
        raise Http404
    return viewer_of(seat, viewing_as=True)


def audience_words(viewer: Viewer, audience: str) -> Audience:
    """Return who may see a page or an entry, in the badge's words for this viewer."""
    kind, _, rest = audience.partition(":")
    if kind == PUBLIC:
        return Audience(side=PUBLIC, words="Visible to all")
    if kind in ("side", "scope"):
        side, _, scope = rest.partition(":")
        return Audience(
            side=side, words=f"{SideCode(side).label}, {scope or ('all seats' if kind == 'side' else 'whole side')}"
        )
    if audience == UMPIRE or (viewer.is_umpire and kind == "list"):
        return Audience(side=UMPIRE, words="Only the umpire")
    if kind == "list" and viewer.is_observer:
        return Audience(side=PUBLIC, words="All observers")
    return Audience(side=viewer.side or PUBLIC, words="Only you and the umpire" if kind == "seat" else "Only you")


def told_to(viewer: Viewer, audience: str) -> Audience | None:
    """Return an entry's audience for the umpire, who sees every side's entries; nobody else needs it."""
    return audience_words(viewer, audience) if viewer.is_umpire else None


def own_audience(viewer: Viewer) -> Audience:
    """Return the badge of a page that belongs to this seat."""
    if viewer.is_umpire:
        return audience_words(viewer, UMPIRE)
    return audience_words(viewer, PUBLIC if viewer.is_observer else viewer.label)


def open_feeds(campaign_id: int) -> QuerySet[Feed]:
    """Return every open journal of a campaign, oldest first."""
    return Feed.objects.filter(campaign_id=campaign_id, closed=False).order_by("id")
