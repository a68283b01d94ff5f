"""Make the umpire's decisions: by the umpire, or by both sides together where the site umpires."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet

from campaign.app_part import INSTALLED, Decision, Payload, some
from campaign.audiences import PUBLIC
from campaign.errors import Refusal
from campaign.models import (
    CLUB_STREAM,
    Proposal,
    ProposalState,
    SideCode,
    UmpireKind,
    other_side,
)
from campaign.prepared import prepared
from campaign.services.record import CLUB_OPEN, Act, open_act
from campaign.sources import SOURCES
from campaign.visibility import Viewer

ONLY_UMPIRE = "Only the umpire can do this."
ONLY_WHOLE_SIDE = "Only a whole-side commander can do this."
ALREADY_DECIDED = "This has already been decided."


def decide(
    viewer: Viewer,
    *,
    kind: str,
    payload: Payload | None = None,
    own: Payload | None = None,
    version: int | None = None,
    key: str | None = None,
) -> None:
    """Carry out the umpire's decision at once, or propose a commander's to the other side.

    `own` holds what only `own["audience"]` may know of a proposal; the other side answers without it.
    """
    decision, payload = INSTALLED.decisions[kind], payload or {}
    if viewer.is_umpire:
        with open_act(
            viewer,
            stream=CLUB_STREAM,
            kind=kind,
            payload=payload,
            version=version,
            key=key,
            allowed=decision.allowed or CLUB_OPEN,
        ) as act:
            decision.carry_out(act, payload)
        return
    check_may_propose(viewer, decision)
    with transaction.atomic():
        if _propose(viewer, decision, payload, own or {}, version=version, key=key):
            _follow_up(decision, viewer.campaign_id, payload)


def _follow_up(decision: Decision, campaign_id: int, payload: Payload) -> None:
    """Do what follows in other streams: separate acts in the same transaction."""
    if decision.afterwards is not None:
        decision.afterwards(campaign_id, payload)


def check_may_propose(viewer: Viewer, decision: Decision | None = None) -> None:
    """Refuse anyone but a whole-side commander, and what only the umpire decides where a person umpires."""
    by_sides = viewer.site_is_umpire or (decision is not None and decision.by_sides)
    if not viewer.is_commander or not by_sides:
        raise Refusal(ONLY_UMPIRE)
    if viewer.scope:
        raise Refusal(ONLY_WHOLE_SIDE)


def _propose(
    viewer: Viewer, decision: Decision, payload: Payload, own: Payload, *, version: int | None, key: str | None
) -> bool:
    """Ask the other side; return true if it had asked for the same, so that both agree."""
    with open_act(
        viewer,
        stream=CLUB_STREAM,
        kind="proposal.made",
        payload={"kind": decision.kind, **payload},
        version=version,
        key=key,
        allowed=decision.allowed or CLUB_OPEN,
    ) as act:
        asked = _open_proposals(viewer.campaign_id).filter(kind=decision.kind)
        same = next((found for found in asked if (found.payload, found.own) == (payload, own)), None)
        if same is not None and same.side == viewer.side:
            raise Refusal("Your side already asked for this. Wait for the other side’s answer.")
        if same is not None:
            _agree(act, same)
            return True
        act.create(
            Proposal(
                id=SOURCES.new_id(PUBLIC),
                campaign_id=viewer.campaign_id,
                kind=decision.kind,
                payload=payload,
                own=own,
                side=viewer.side,
                at=act.at,
            )
        )
        asker = SideCode(viewer.side).label
        asked_for = payload.get("words") or decision.title_within
        act.tell(PUBLIC, f"The {asker} side asked to {asked_for}. It happens once the other side agrees.")
        if own:
            act.tell(own["audience"], f"Your side asked to {own['words']}.")
    return False


@transaction.atomic
def agree(viewer: Viewer, *, proposal_id: int, version: int | None = None, key: str | None = None) -> None:
    """Agree to a proposal and carry it out in the same act."""
    found = _to_answer(viewer, proposal_id)
    decision = INSTALLED.decisions[found.kind]
    with open_act(
        viewer,
        stream=CLUB_STREAM,
        kind=found.kind,
        payload=found.payload,
        version=version,
        key=key,
        allowed=decision.allowed or CLUB_OPEN,
    ) as act:
        proposal = _still_open(proposal_id)
        if proposal.side == viewer.side:
            raise Refusal("Your side asked for this. Only the other side can agree.")
        _agree(act, proposal)
    _follow_up(decision, viewer.campaign_id, found.payload)


def agree_by_silence(campaign_id: int, now: datetime) -> None:
    """Agree for a side that didn't answer in time, where its silence would stop the game."""
    for proposal, due_at in _silent(campaign_id):
        if due_at <= now:
            _agree_for_silent(proposal)


def silence_ends(campaign_id: int, now: datetime) -> datetime | None:
    """Return when a side's silence next counts as its agreement."""
    return min((due_at for _, due_at in _silent(campaign_id) if due_at > now), default=None)


def _silent(campaign_id: int) -> list[tuple[Proposal, datetime]]:
    """Return the open proposals that nobody may stop by silence, each with when it counts as agreed to."""
    kinds = [kind for kind, decision in INSTALLED.decisions.items() if decision.silence_agrees]
    found = _to_answer_in_time(campaign_id, kinds)
    return [(each, each.at + timedelta(hours=each.campaign.hours_per_move)) for each in found]


@prepared
def _to_answer_in_time(campaign_id: int, kinds: list[str]) -> QuerySet[Proposal]:
    found = _open_proposals(campaign_id).filter(kind__in=kinds, campaign__umpire_kind=UmpireKind.SITE)
    return found.select_related("campaign")


def silence_may_agree() -> Q:
    return Q(umpire_kind=UmpireKind.SITE) & some(Proposal.objects.filter(state=ProposalState.OPEN))


@transaction.atomic
def _agree_for_silent(found: Proposal) -> None:
    decision = INSTALLED.decisions[found.kind]
    with open_act(
        None,
        stream=CLUB_STREAM,
        kind=found.kind,
        payload=found.payload,
        campaign_id=found.campaign_id,
        allowed=decision.allowed or CLUB_OPEN,
    ) as act:
        proposal = _still_open(found.pk)
        silent = SideCode(other_side(proposal.side)).label
        act.tell(
            PUBLIC, f"The {silent} side didn’t answer the request to {decision.title_within} in time, so it agrees."
        )
        _agree(act, proposal)
    _follow_up(decision, found.campaign_id, found.payload)


def refuse(viewer: Viewer, *, proposal_id: int, version: int | None = None, key: str | None = None) -> None:
    """Decline the other side's proposal, or withdraw your own side's."""
    allowed = INSTALLED.decisions[_to_answer(viewer, proposal_id).kind].allowed or CLUB_OPEN
    with open_act(
        viewer, stream=CLUB_STREAM, kind="proposal.refused", version=version, key=key, allowed=allowed
    ) as act:
        proposal = _still_open(proposal_id)
        own = proposal.side == viewer.side
        proposal.state = ProposalState.WITHDRAWN if own else ProposalState.REFUSED
        act.save(proposal)
        INSTALLED.decisions[proposal.kind].dropped(proposal.payload)
        what = "withdrew its request to" if own else "declined to"
        asked = INSTALLED.decisions[proposal.kind].title_within
        act.tell(PUBLIC, f"The {SideCode(viewer.side).label} side {what} {asked}.")


def _to_answer(viewer: Viewer, proposal_id: int) -> Proposal:
    """Return an open proposal to a seat that may answer it; anyone else learns nothing of it."""
    if not viewer.is_commander:
        raise Refusal(ONLY_UMPIRE)
    found = find_proposal(viewer, proposal_id)
    check_may_propose(viewer, INSTALLED.decisions[found.kind])
    return found


def find_proposal(viewer: Viewer, proposal_id: int) -> Proposal:
    proposal = _open_proposals(viewer.campaign_id).filter(id=proposal_id).first()
    if proposal is None:
        raise Refusal(ALREADY_DECIDED)
    return proposal


def _still_open(proposal_id: int) -> Proposal:
    proposal = Proposal.objects.filter(id=proposal_id, state=ProposalState.OPEN).first()
    if proposal is None:
        raise Refusal(ALREADY_DECIDED)
    return proposal


def _open_proposals(campaign_id: int) -> QuerySet[Proposal]:
    return Proposal.objects.filter(campaign_id=campaign_id, state=ProposalState.OPEN).order_by("at", "id")


def _agree(act: Act, proposal: Proposal) -> None:
    proposal.state = ProposalState.AGREED
    act.save(proposal)
    INSTALLED.decisions[proposal.kind].carry_out(act, proposal.payload)
