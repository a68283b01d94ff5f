"""Plans in words, with the secret rolls that they caused."""

from collections.abc import Sequence
from datetime import datetime

from battles.models import Battle, Plan, SecretResult
from battles.selectors.reads import brief_of_battle, conduct, plan_of, side_word
from battles.shapes import SecretResultBody
from campaign.parts import TraceLine
from campaign.routes import reverse
from campaign.selectors.pictures import PictureShown
from rulesets.core.records import dataclass


@dataclass(frozen=True)
class PlanView:
    """A sealed plan, for those who may read it."""

    side: str
    name: str
    sealed_at: datetime
    lines: tuple[str, ...]
    breastworks: str
    deployment: tuple[str, ...] = ()
    order_url: str = ""
    rolls: "tuple[SecretRoll, ...]" = ()
    pictures: tuple[PictureShown, ...] = ()


@dataclass(frozen=True)
class SecretRoll:
    """A secret result and why, for the umpire only."""

    words: str
    trace: tuple[TraceLine, ...]


def plan_view(
    battle: Battle, row: Plan, secret_results: Sequence[SecretResult] = (), *, reads_order: bool = True
) -> PlanView:
    """Return a plan in words, with the secret rolls that its side alone caused.

    Only those who may know the plan before the battle read what marches by name, and the deployment.
    """
    planning, brief, plan = conduct(battle).planning, brief_of_battle(battle), plan_of(battle, row)
    lines, works = planning.in_words(brief, row.side, plan), planning.breastworks(brief, row.side, plan)
    orders = conduct(battle).orders if reads_order else None
    order_url = ""
    if orders and orders.sealed(row.body):
        order_url = reverse("battles:order-sheet", args=[battle.campaign_id, battle.id, row.side.lower()])
    placed = planning.deployment_in_words(plan) if reads_order else ()
    rolls = rolls_of(secret_results, row.side)
    return PlanView(row.side, side_word(row.side), row.sealed_at, lines, works, placed, order_url, rolls)


def rolls_of(secret_results: Sequence[SecretResult], side: str = "") -> tuple[SecretRoll, ...]:
    """Return the secret results of one side or, without one, of both together."""
    bodies = (SecretResultBody.from_json(result.body) for result in secret_results)
    return tuple(SecretRoll(body.disclosure, body.trace) for body in bodies if body.side == side and body.disclosure)
