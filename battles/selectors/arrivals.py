"""A flank force that comes on in part: what its owner may choose, and what was chosen (VG-7B5a)."""

from collections.abc import Mapping, Sequence

from django.http import Http404

from battles.conduct.arrivals import Brought, Excess
from battles.conduct.base import Option
from battles.models import Battle, BattleState, ExcessChoice, Plan, SecretResult
from battles.selectors.reads import (
    brief_of_battle,
    brought_of,
    conduct,
    excess_choices_of,
    facts_in,
    find_battle,
    may_know_plan,
    plan_of,
    plans_of,
    secret_results_of,
    side_word,
)
from campaign.parts import Audience
from campaign.visibility import Viewer
from rulesets.core.records import dataclass


@dataclass(frozen=True)
class ExcessPage:
    """What comes on around one edge, and whether its owner can still choose it."""

    battle_id: int
    name: str
    side: str
    audience: Audience
    excess: Excess
    brought: Brought
    lines: tuple[Option, ...]
    is_open: bool
    is_made: bool


@dataclass(frozen=True)
class Choice:
    """What comes on of a reduced force: as chosen, or by default; `is_open` while it can still be chosen."""

    excess: Excess
    where: str
    lines: tuple[Option, ...]
    is_open: bool


def own_choice(battle: Battle, side: str, edge: str) -> ExcessChoice | None:
    """Return the choice of a side around an edge; inside an act, read so that it can be written."""
    return ExcessChoice.objects.filter(battle_id=battle.id, side=side, edge=edge).first()


def excess_of(
    battle: Battle, row: ExcessChoice, plans: Mapping[str, Plan], results: Sequence[SecretResult]
) -> Excess | None:
    """Return what may come on, from the sealed plan and what the rolls gave; none if a correction changed that."""
    arrivals, plan, facts = conduct(battle).arrivals, plan_of(battle, plans[row.side]), facts_in(battle, results)
    return arrivals.excess(brief_of_battle(battle), row.side, plan, row.edge, facts) if arrivals else None


def choices_of(
    battle: Battle, side: str, plans: Mapping[str, Plan], results: Sequence[SecretResult]
) -> Mapping[str, Choice]:
    """Return what comes on of each reduced force of a side, by edge."""
    arrivals = conduct(battle).arrivals
    if arrivals is None:
        return {}
    found = {}
    for row in excess_choices_of(plans):
        if row.side == side and (excess := excess_of(battle, row, plans, results)) is not None:
            brought = brought_of(row) or arrivals.bring_on(excess, None)
            where, lines = arrivals.where(brief_of_battle(battle), "", row.edge), arrivals.in_words(excess, brought)
            found[row.edge] = Choice(excess, where, lines, is_open(battle, row))
    return found


def excess_page(viewer: Viewer, battle_id: int, edge: str) -> ExcessPage:
    """Return the choice to its owner; to everyone else there is no such page."""
    battle = find_battle(viewer, battle_id)
    if not viewer.is_commander or not may_know_plan(viewer, battle, viewer.side):
        raise Http404
    row, arrivals = own_choice(battle, viewer.side, edge), conduct(battle).arrivals
    excess = excess_of(battle, row, plans_of(battle), secret_results_of(battle)) if row else None
    if row is None or excess is None or arrivals is None:
        raise Http404
    brought = brought_of(row) or arrivals.bring_on(excess, None)
    return ExcessPage(
        battle_id=battle.id,
        name=battle.name,
        side=viewer.side,
        audience=Audience(side=viewer.side, words=f"Visible only to {side_word(viewer.side)} and the umpire"),
        excess=excess,
        brought=brought,
        lines=arrivals.in_words(excess, brought),
        is_open=is_open(battle, row),
        is_made=row.is_made,
    )


def is_open(battle: Battle, row: ExcessChoice) -> bool:
    """Return whether the choice can be made now: until the turn ends on which the force entered."""
    return battle.state == BattleState.DAY and row.turn == battle.turn and not row.is_made and not battle.is_postponed
