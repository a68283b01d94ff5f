"""What club life itself lets wait: a proposal to be answered, seats to be filled."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet

from campaign.ids import hex_id
from campaign.models import Invitation, InvitationState, Proposal, ProposalState, Role, Seat, SideCode
from campaign.prepared import prepared
from campaign.services import chair, waiting
from campaign.services.waiting import Waiting
from campaign.sources import SOURCES
from campaign.visibility import UMPIRE, Viewer, scope_audience


def proposals_to_answer(viewers: Sequence[Viewer]) -> Iterable[Waiting]:
    """Where the site is the umpire, the other side's yes or no is asked for."""
    campaigns = [v.campaign_id for v in viewers if v.is_commander and v.site_is_umpire]
    for row in _open_proposals(campaigns):
        yield Waiting(
            campaign_id=row.campaign_id,
            subject=f"proposal:{hex_id(row.id)}",
            audience=chair.asked_side_audience(row),
            sentence=f"Answer what the other side asks: {chair.title_within(row.kind)}.",
            url_name="campaigns:settings",
            url_args=(row.campaign_id,),
            button="Answer",
            since=row.at,
            is_public=True,
            topic="an answer to the other side",
            of_club=True,
        )


@prepared
def _open_proposals(campaign_ids: Sequence[int]) -> QuerySet[Proposal]:
    return Proposal.objects.filter(campaign__id__in=campaign_ids, state=ProposalState.OPEN).order_by("at", "id")


def seats_to_fill(viewers: Sequence[Viewer]) -> Iterable[Waiting]:
    """A commander's seat where nobody sits and to which nobody is invited is the umpire's to fill.

    Where the site is the umpire, who commands a side fills its seats, and the other side's until somebody sits there.
    """
    chairs = {v.campaign_id: v.site_is_umpire for v in viewers if v.club_is_open and (v.is_umpire or v.speaks_for_side)}
    seats = _commanders_seats(list(chairs), SOURCES.now())
    for campaign_id, is_site in chairs.items():
        here = [seat for seat in seats if seat.campaign_id == campaign_id]
        for side in SideCode.values if is_site else [""]:
            empty = [str(s) for s in here if _is_empty(s) and _may_fill(side, s, here)]
            if empty:
                yield _to_fill(campaign_id, scope_audience(side, "") if side else UMPIRE, empty)


@prepared
def _commanders_seats(campaign_ids: Sequence[int], now: datetime) -> QuerySet[Seat]:
    offers = Invitation.objects.filter(seat=OuterRef("pk"), state=InvitationState.OPEN, expires_at__gt=now)
    seats = Seat.objects.filter(campaign__id__in=campaign_ids, role=Role.COMMANDER, removed_at=None)
    return seats.annotate(is_offered=Exists(offers)).order_by("-side", "scope", "id")


def _is_empty(seat: Seat) -> bool:
    return seat.user_id is None and not getattr(seat, "is_offered", False)


def _may_fill(side: str, seat: Seat, seats: Sequence[Seat]) -> bool:
    """As selectors/people.py has it; the umpire has no side and fills them all."""
    return side in ("", seat.side) or not any(other.user_id for other in seats if other.side == seat.side)


def _to_fill(campaign_id: int, audience: str, names: Sequence[str]) -> Waiting:
    return Waiting(
        campaign_id=campaign_id,
        subject="seats" if audience == UMPIRE else f"seats:{audience}",
        audience=audience,
        sentence=f"Fill {'an empty seat' if len(names) == 1 else 'the empty seats'}: {'; '.join(names)}.",
        url_name="seats:list",
        url_args=(campaign_id,),
        button="Invite",
        since=SOURCES.now(),
        timed=False,
        of_club=True,
    )


def ready() -> None:
    """Called once at start-up."""
    waiting.register("proposals", proposals_to_answer)
    waiting.register("seats", seats_to_fill)
