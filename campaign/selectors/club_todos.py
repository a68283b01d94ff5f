"""List the moves that seats and proposals call for: requests to answer, seats to fill."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import DateTimeField, Exists, OuterRef, Q, QuerySet, Value

from campaign.app_part import INSTALLED
from campaign.audiences import UMPIRE, scope_audience, side_audience
from campaign.ids import hex_id
from campaign.models import (
    Invitation,
    InvitationState,
    Proposal,
    ProposalState,
    Role,
    Seat,
    SideCode,
    other_side,
    seat_name,
)
from campaign.prepared import prepared
from campaign.selectors.people import fills_side
from campaign.selectors.todos import Todo
from campaign.sources import SOURCES
from campaign.visibility import Viewer


class Row(NamedTuple):
    """An open proposal, or a commander's seat."""

    campaign_id: int
    id: int
    side: str
    name: str  # the proposal's kind or the seat's scope
    asked_at: datetime | None  # only of a proposal
    is_held: bool
    is_offered: bool


def club_todos(viewers: Sequence[Viewer]) -> Iterable[Todo]:
    """Yield both kinds from one read, so that a campaign the site umpires costs no more reads than any other."""
    asked = {v.campaign_id: v.site_is_umpire for v in viewers if v.is_commander}
    filling = [v for v in viewers if v.club_is_open and (v.is_umpire or v.speaks_for_side)]
    fillers = {viewer.campaign_id: viewer.site_is_umpire for viewer in filling}
    rows = [Row(*row) for row in _rows(sorted(asked.keys() | fillers.keys()), SOURCES.now())]
    yield from _proposals_to_answer([row for row in rows if row.asked_at and _is_for_sides(row, asked)])
    for campaign_id, is_site in fillers.items():
        seats = [row for row in rows if row.asked_at is None and row.campaign_id == campaign_id]
        yield from _seats_to_fill(campaign_id, seats, is_site=is_site)


def _is_for_sides(row: Row, asked: Mapping[int, bool]) -> bool:
    """Return whether the sides answer a proposal: any where the site umpires, elsewhere what is theirs to decide."""
    return row.campaign_id in asked and (asked[row.campaign_id] or INSTALLED.decisions[row.name].by_sides)


@prepared
def _rows(campaign_ids: Sequence[int], now: datetime) -> "QuerySet[Any, tuple[Any, ...]]":
    of_these = Q(campaign__id__in=campaign_ids)
    proposals = Proposal.objects.filter(of_these, state=ProposalState.OPEN)
    proposals = proposals.annotate(is_held=Value(value=False), is_offered=Value(value=False))
    offers = Invitation.objects.filter(seat=OuterRef("pk"), state=InvitationState.OPEN, expires_at__gt=now)
    seats = Seat.objects.filter(of_these, role=Role.COMMANDER, removed_at=None).annotate(
        asked_at=Value(None, DateTimeField()), is_held=Q(user__isnull=False), is_offered=Exists(offers)
    )
    flags = ("is_held", "is_offered")
    return proposals.values_list("campaign_id", "id", "side", "kind", "at", *flags).union(
        seats.values_list("campaign_id", "id", "side", "scope", "asked_at", *flags), all=True
    )


def _proposals_to_answer(rows: Sequence[Row]) -> Iterable[Todo]:
    """Yield the requests the other side has to answer."""
    for row in sorted(rows, key=lambda row: (row.asked_at, row.id)):
        decision = INSTALLED.decisions[row.name]
        yield Todo(
            campaign_id=row.campaign_id,
            subject=f"proposal:{hex_id(row.id)}",
            audience=side_audience(other_side(row.side)),
            sentence=f"Answer the other side’s request: {decision.title_within}.",
            url_name="campaigns:settings",
            url_args=(row.campaign_id,),
            button="Answer the request",
            since=row.asked_at or SOURCES.now(),
            is_public=True,
            topic="answer to a request",
            of_club=True,
            after="silence counts as agreement" if decision.silence_agrees else "it still waits for an answer",
        )


def _seats_to_fill(campaign_id: int, seats: Sequence[Row], *, is_site: bool) -> Iterable[Todo]:
    """Yield the commanders' seats that are empty and not offered to anyone.

    The umpire fills them. Where the site umpires, whole-side commanders fill their side's seats, and the other side's
    until someone holds one.
    """
    empty = [seat for seat in seats if not seat.is_held and not seat.is_offered]
    held = {seat.side for seat in seats if seat.is_held}
    empty.sort(key=lambda seat: (SideCode.values.index(seat.side), seat.name, seat.id))
    for side in SideCode.values if is_site else [""]:
        names = [seat_name(Role.COMMANDER, s.side, s.name) for s in empty if not side or fills_side(side, s.side, held)]
        if names:
            yield _to_fill(campaign_id, scope_audience(side, "") if side else UMPIRE, names)


def _to_fill(campaign_id: int, audience: str, names: Sequence[str]) -> Todo:
    return Todo(
        campaign_id=campaign_id,
        subject="seats" if audience == UMPIRE else f"seats:{audience}",
        audience=audience,
        sentence=f"Fill {'an empty seat' if len(names) == 1 else 'the empty seats'}: {'; '.join(names)}.",
        url_name="seats:list",
        url_args=(campaign_id,),
        button="Invite a player",
        since=SOURCES.now(),
        timed=False,
        of_club=True,
    )
