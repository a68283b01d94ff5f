"""The plans that a side sealed in other battles of its campaign."""

from django.db.models import QuerySet

from battles.models import Battle, Plan
from campaign.prepared import prepared
from campaign.visibility import Viewer, may_know


def sealed_elsewhere(viewer: Viewer, battle: Battle) -> list[Plan]:
    """Return the plans of the viewer's side in other battles that the viewer may know, the last one first."""
    plans = _sealed(battle.campaign_id, viewer.side, battle.book, battle.id)
    return [plan for plan in plans if may_know(plan.who_may_know(), viewer)]


@prepared
def _sealed(campaign_id: int, side: str, book: str, battle_id: int) -> QuerySet[Plan]:
    """Read these plans; what is large comes only when it is asked for."""
    plans = Plan.objects.filter(campaign_id=campaign_id, side=side, battle__book=book).exclude(battle_id=battle_id)
    slim = plans.select_related("battle__setup").defer("body", "battle__setup__brief", "battle__setup__house")
    return slim.order_by("-sealed_at", "-id")
