"""Read a campaign's page and its settings."""

from collections.abc import Sequence
from dataclasses import field
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.http import Http404

from campaign import parts
from campaign.app_part import INSTALLED
from campaign.ids import hex_id, read_id
from campaign.models import (
    Campaign,
    CampaignState,
    ErasableText,
    JournalLine,
    Proposal,
    ProposalState,
    Role,
    Seat,
    SideCode,
    Sight,
    seat_name,
)
from campaign.prepared import prepared
from campaign.routes import reverse
from campaign.selectors.moves import FAR, Move, Thing, clocks_of, moves, shown
from campaign.selectors.todos import todos_of
from campaign.visibility import Viewer, audience_words, may_know, told_to
from rulesets.core.records import dataclass
from rulesets.core.registry import books
from rulesets.core.sheet_form import pinned_sheet

LINES = 6
ORDER = (*SideCode.values, Role.UMPIRE, Role.OBSERVER)  # of seats on the page


@dataclass(frozen=True)
class LatestLine:
    n: int
    at: datetime
    text: str
    is_current: bool = True
    told_to: parts.Audience | None = None


@dataclass(frozen=True)
class SeatLine:
    name: str
    side: str
    holder: str


class SeatRow(NamedTuple):
    """A seat, the names of its holder if someone holds it, and what the page says of the campaign."""

    id: int
    role: str
    side: str
    scope: str
    user__display_name: str | None
    user__username: str | None
    campaign__hours_per_move: int
    campaign__begun_at: datetime
    campaign__delete_at: datetime | None


@dataclass(frozen=True)
class CampaignPage:
    name: str
    book: str
    sheet_title: str
    sheet_hash: str
    scenario_title: str
    scenario_hash: str
    sight: str
    state: str
    hours_per_move: int
    begun_at: datetime
    delete_at: datetime | None
    umpire_is_site: bool
    turn: parts.NextMove
    more: tuple[Thing, ...]
    seats: tuple[SeatLine, ...]
    lines: tuple[LatestLine, ...]


@dataclass(frozen=True)
class Asked:
    """A proposal, and whether it is this viewer's side's own."""

    id: str
    title: str
    side: str
    is_ours: bool
    at: datetime
    words: str = ""
    url: str = ""
    may_answer: bool = False


@dataclass(frozen=True)
class Clock:
    """A running or stopped clock in the settings."""

    subject: str
    sentence: str
    whose: str
    deadline: parts.Deadline
    paused: bool


@dataclass(frozen=True)
class SettingsPage:
    name: str
    state: str
    hours_per_move: int
    delete_at: datetime | None
    decides: bool
    site_is_umpire: bool
    choices: tuple[str, ...]
    asked: tuple[Asked, ...] = ()
    clocks: tuple[Clock, ...] = field(default=())


def campaign_page(viewer: Viewer) -> CampaignPage:
    rows = [SeatRow(*row) for row in _seats(viewer.campaign_id)]
    row = rows[0]
    sheet = pinned_sheet(viewer.sheet, viewer.sheet_hash)
    move = moves([viewer])[viewer.campaign_id]
    return CampaignPage(
        name=viewer.campaign_name,
        book=book_title(viewer.book),
        sheet_title=sheet.title if sheet else "",
        sheet_hash=viewer.sheet_hash,
        scenario_title=INSTALLED.scenario_title(viewer.scenario, viewer.scenario_hash),
        scenario_hash=viewer.scenario_hash,
        sight=str(Sight(viewer.sight).label) if viewer.sight else "",
        state=viewer.campaign_state,
        hours_per_move=row.campaign__hours_per_move,
        begun_at=row.campaign__begun_at,
        delete_at=row.campaign__delete_at,
        umpire_is_site=viewer.site_is_umpire,
        turn=_turn(viewer, move),
        more=move.mine[1:],
        seats=_seat_lines(rows),
        lines=_latest_lines(viewer),
    )


def _turn(viewer: Viewer, move: Move) -> parts.NextMove:
    """Return the box that opens the page."""
    first = move.first
    if first is None:
        deadline = move.others_deadline if move.others_deadline.due else None
        return parts.NextMove(whose="No moves to make", sentence=move.others, deadline=deadline)
    timed = first.deadline if first.due != FAR else None
    button, url = ("", "") if viewer.viewing_as else (first.button, first.url)
    return parts.NextMove(whose="Your move", sentence=first.sentence, deadline=timed, button=button, url=url)


@prepared
def _seats(campaign_id: int) -> "QuerySet[Seat, tuple[Any, ...]]":
    """Return all seats with their holders and the campaign; the viewer's own is always among them."""
    return Seat.objects.filter(campaign_id=campaign_id, removed_at=None).values_list(*SeatRow._fields)


def _seat_lines(rows: Sequence[SeatRow]) -> tuple[SeatLine, ...]:
    listed = sorted(rows, key=lambda row: (ORDER.index(row.side or row.role), row.scope, row.id))
    return tuple(
        SeatLine(
            seat_name(row.role, row.side, row.scope),
            row.side or ("umpire" if row.role == Role.UMPIRE else "public"),
            row.user__display_name or row.user__username or "",
        )
        for row in listed
    )


def _latest_lines(viewer: Viewer) -> tuple[LatestLine, ...]:
    rows = _latest(viewer.feed_id)
    return tuple(LatestLine(n, at, text, current, told_to(viewer, to)) for n, at, text, current, to in rows)


@prepared
def _latest(feed_id: int) -> "QuerySet[JournalLine, tuple[int, datetime, str, bool, str]]":
    lines = JournalLine.objects.filter(feed_id=feed_id).order_by("-n")
    return lines.values_list("n", "at", "announcement__text", "is_current", "announcement__audience")[:LINES]


def settings_page(viewer: Viewer) -> SettingsPage:
    """Return what this viewer may decide now, and the open requests."""
    campaign = Campaign.objects.get(id=viewer.campaign_id)
    site = viewer.site_is_umpire
    return SettingsPage(
        name=campaign.name,
        state=campaign.state,
        hours_per_move=campaign.hours_per_move,
        delete_at=campaign.delete_at,
        decides=viewer.decides,
        site_is_umpire=site,
        choices=_choices(campaign) if viewer.decides else (),
        asked=_asked(viewer),
        clocks=_clocks(viewer) if viewer.decides and viewer.club_is_open else (),
    )


def choices_of(viewer: Viewer) -> tuple[str, ...]:
    """Return the decisions open now to those who decide, and none to anyone else."""
    if not viewer.decides:
        raise Http404
    return _choices(Campaign.objects.get(id=viewer.campaign_id))


def _choices(campaign: Campaign) -> tuple[str, ...]:
    by_state: dict[str, tuple[str, ...]] = {
        CampaignState.RUNNING: ("campaign.paused", "campaign.closed"),
        CampaignState.PAUSED: ("campaign.resumed", "campaign.closed"),
        CampaignState.CLOSED: ("campaign.archived", "campaign.deletion"),
        CampaignState.ARCHIVED: ("campaign.deletion",),
    }
    open_now = by_state[campaign.state]
    if campaign.delete_at:
        return (*(kind for kind in open_now if kind != "campaign.deletion"), "campaign.kept")
    return open_now


def _asked(viewer: Viewer) -> tuple[Asked, ...]:
    rows = Proposal.objects.filter(campaign_id=viewer.campaign_id, state=ProposalState.OPEN).order_by("at", "id")
    return tuple(
        Asked(
            hex_id(row.id),
            row.kind,
            SideCode(row.side).label,
            row.side == viewer.side,
            row.at,
            _words(viewer, row),
            _page_of(row),
            may_answer=viewer.leads_side,
        )
        for row in rows
        if viewer.site_is_umpire or INSTALLED.decisions[row.kind].by_sides
    )


def _page_of(row: Proposal) -> str:
    """Return the address of the page that shows all of a proposal, or ""."""
    page = INSTALLED.decisions[row.kind].page
    return reverse(page, args=[row.campaign_id, row.id]) if page else ""


def _words(viewer: Viewer, row: Proposal) -> str:
    """Return a request's words: all of them for those who may know, the public ones for the others."""
    knows = bool(row.own) and may_know(row.own["audience"], viewer)
    if "person" in row.payload:
        name = ErasableText.objects.filter(id=read_id(row.payload["person"]) or 0).first()
        return f"invite {name.text if name and name.text else 'a former member'} as umpire"
    return str((row.own if knows else row.payload).get("words", ""))


def _clocks(viewer: Viewer) -> tuple[Clock, ...]:
    """Return every clock this viewer may know of; the umpire knows all."""
    clocks = clocks_of([viewer.campaign_id])
    known = {thing.subject: thing for thing in todos_of([viewer])}
    listed = []
    for (_, subject), row in sorted(clocks.items(), key=lambda item: (item[1].due_at, item[0][1])):
        thing = known.get(subject)
        if thing is not None and (viewer.is_umpire or thing.is_public):
            whose = audience_words(viewer, thing.audience).words
            deadline = shown(row, after=thing.after)
            listed.append(Clock(subject, thing.sentence, whose, deadline, row.paused_at is not None))
    return tuple(listed)


def book_title(book: str) -> str:
    return next((known.title for known in books() if known.id == book), book)
