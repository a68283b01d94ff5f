"""A side's last order of battle, and what it comes to in another battle."""

from battles.conduct.orders import CopiedOrder
from battles.models import Battle, BattleState, Plan
from battles.selectors.drafts import order_draft_of
from battles.selectors.earlier_plans import sealed_elsewhere
from battles.selectors.order_of_battle import find_own, order_audience, orders_of
from battles.selectors.reads import brief_of_battle, plans_of
from campaign.errors import Refusal
from campaign.parts import Audience
from campaign.visibility import Viewer
from rulesets.core.records import dataclass

NOTHING_TO_COPY = "Your side hasn’t sealed an order of battle in another battle of this campaign."


@dataclass(frozen=True)
class OrderCopyPage:
    """What a copy of the side's last order of battle would be: its size, what isn't the same, and broken clauses."""

    battle_id: int
    name: str
    audience: Audience
    earlier: str
    about: str
    changes: tuple[str, ...]
    broken: int
    draft_version: int
    may_copy: bool


def order_copy_page(viewer: Viewer, battle_id: int) -> OrderCopyPage:
    """Return what a copy would be, to those who may know the side's plan."""
    battle = find_own(viewer, battle_id)
    orders, draft = orders_of(battle), order_draft_of(viewer, battle)
    last = last_sealed(viewer, battle)
    copy = _copy(battle, last) if last else CopiedOrder({}, ())
    view = orders.view(brief_of_battle(battle), viewer.side, copy.order) if last else None
    is_open = battle.state == BattleState.PLANS and viewer.side not in plans_of(battle)
    return OrderCopyPage(
        battle_id=battle.id,
        name=battle.name,
        audience=order_audience(viewer.side, is_sealed=False),
        earlier=last.battle.name if last else "",
        about=view.about if view else "",
        changes=copy.changes,
        broken=view.broken if view else 0,
        draft_version=draft.version if draft else 0,
        may_copy=is_open and last is not None,
    )


def copy_of_last(viewer: Viewer, battle: Battle) -> CopiedOrder:
    """Return a copy of the viewer's side's last order of battle for this battle; refuse if there is none."""
    last = last_sealed(viewer, battle)
    if last is None:
        raise Refusal(NOTHING_TO_COPY)
    return _copy(battle, last)


def _copy(battle: Battle, last: Plan) -> CopiedOrder:
    orders = orders_of(battle)
    saved = orders.sealed(last.body)
    assert saved is not None
    return orders.copied(brief_of_battle(battle), last.side, last.battle.setup.whole_brief, saved)


def last_sealed(viewer: Viewer, battle: Battle) -> Plan | None:
    """Return the last plan with an order of battle that the viewer's side sealed in another battle it knows of."""
    orders = orders_of(battle)
    return next((plan for plan in sealed_elsewhere(viewer, battle) if orders.sealed(plan.body)), None)
