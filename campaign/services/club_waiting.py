"""What club life itself lets wait: a proposal to be answered, seats to be filled."""

from collections.abc import Iterable, Sequence

from django.db.models import Exists, OuterRef

from campaign.ids import hex_id
from campaign.models import CampaignState, Invitation, InvitationState, Proposal, ProposalState, Role, Seat
from campaign.services import chair, waiting
from campaign.services.waiting import Waiting
from campaign.sources import SOURCES
from campaign.visibility import UMPIRE, Viewer

OPEN_STATES = (CampaignState.RUNNING, CampaignState.PAUSED)


def proposals_to_answer(viewers: Sequence[Viewer]) -> Iterable[Waiting]:
    """Where the site is the umpire, the other side's yes or no is asked for."""
    campaigns = [v.campaign_id for v in viewers if v.is_commander and v.site_is_umpire]
    if not campaigns:
        return
    for row in Proposal.objects.filter(campaign_id__in=campaigns, state=ProposalState.OPEN).order_by("at", "id"):
        yield Waiting(
            campaign_id=row.campaign_id,
            subject=f"proposal:{hex_id(row.id)}",
            audience=chair.asked_side_audience(row),
            sentence=f"Answer what the other side asks: {chair.title_of(row.kind).lower()}.",
            url_name="campaigns:settings",
            url_args=(row.campaign_id,),
            button="Answer",
            since=row.at,
            is_public=True,
            topic="an answer to the other side",
            of_club=True,
        )


def seats_to_fill(viewers: Sequence[Viewer]) -> Iterable[Waiting]:
    """A commander's seat where nobody sits and to which nobody is invited is the umpire's to fill."""
    campaigns = {v.campaign_id for v in viewers if v.is_umpire and v.campaign_state in OPEN_STATES}
    if not campaigns:
        return
    offers = Invitation.objects.filter(seat=OuterRef("pk"), state=InvitationState.OPEN, expires_at__gt=SOURCES.now())
    empty = Seat.objects.filter(campaign_id__in=campaigns, role=Role.COMMANDER, removed_at=None, user=None)
    found: dict[int, list[str]] = {}
    for seat in empty.filter(~Exists(offers)).order_by("-side", "scope", "id"):
        found.setdefault(seat.campaign_id, []).append(str(seat))
    for campaign_id, names in found.items():
        yield Waiting(
            campaign_id=campaign_id,
            subject="seats",
            audience=UMPIRE,
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
