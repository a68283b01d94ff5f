"""A seat's drafts of a plan: flank marches, order of battle, and deployment."""

from collections.abc import Sequence

from django.db.models import QuerySet

from battles.models import Battle
from campaign.models import Draft
from campaign.prepared import prepared
from campaign.visibility import Viewer

PLAN_DRAFT, ORDER_DRAFT, DEPLOYMENT_DRAFT = "plan:", "order:", "deployment:"


def draft_subject(battle: Battle) -> str:
    return f"{PLAN_DRAFT}{battle.id}"


def order_subject(battle: Battle) -> str:
    return f"{ORDER_DRAFT}{battle.id}"


def deployment_subject(battle: Battle) -> str:
    return f"{DEPLOYMENT_DRAFT}{battle.id}"


def order_draft_of(viewer: Viewer, battle: Battle) -> Draft | None:
    """Return this seat's draft of an order of battle; whoever views as the seat doesn't see it."""
    return _own_draft(viewer, order_subject(battle))


def draft_of(viewer: Viewer, battle: Battle) -> Draft | None:
    """Return this seat's draft of its flank marches; whoever views as the seat doesn't see it."""
    return _own_draft(viewer, draft_subject(battle))


def deployment_draft_of(viewer: Viewer, battle: Battle) -> Draft | None:
    """Return this seat's draft of a deployment; whoever views as the seat doesn't see it."""
    return _own_draft(viewer, deployment_subject(battle))


def plan_drafts(viewer: Viewer, battle: Battle) -> tuple[Draft | None, Draft | None, Draft | None]:
    """Return this seat's three drafts in one read: flank marches, order of battle, deployment."""
    subjects = [draft_subject(battle), order_subject(battle), deployment_subject(battle)]
    found = {} if viewer.viewing_as else {draft.subject: draft for draft in _drafts(viewer.seat_id, subjects)}
    marches, order, deployment = map(found.get, subjects)
    return marches, order, deployment


def _own_draft(viewer: Viewer, subject: str) -> Draft | None:
    drafts = [] if viewer.viewing_as else _drafts(viewer.seat_id, [subject])
    return drafts[0] if drafts else None


@prepared
def _drafts(seat_id: int, subjects: Sequence[str]) -> QuerySet[Draft]:
    return Draft.objects.filter(seat_id=seat_id, subject__in=subjects)
