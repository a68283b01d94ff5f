"""The order of battle's page: what a seat drafted, or the site did, and after the seal what its side sealed."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from django.http import Http404

from battles.conduct.base import Option
from battles.conduct.orders import Orders, OrderView
from battles.models import Battle, BattleState, Plan
from battles.selectors.drafts import order_draft_of
from battles.selectors.earlier_plans import sealed_elsewhere
from battles.selectors.reads import SIDES, brief_of_battle, conduct, find_battle, may_know_plan, plans_of, side_word
from campaign.errors import NumberNeeded
from campaign.models import Draft
from campaign.parts import Audience
from campaign.visibility import Viewer
from rulesets.core.plain import Json
from rulesets.core.records import dataclass
from war.selectors.brigades import records_of


@dataclass(frozen=True)
class OrderPage:
    """A side's order of battle, and what its owner can do with it."""

    battle_id: int
    name: str
    side: str
    side_name: str
    audience: Audience
    order: OrderView
    targets: tuple[Option, ...]
    brigades: tuple[Option, ...]
    draft_version: int
    draft_saved_at: datetime | None
    is_open: bool
    sealed: bool
    has_earlier: bool

    @property
    def may_edit(self) -> bool:
        return self.is_open and not self.sealed


@dataclass(frozen=True)
class OrderSheet(OrderPage):
    """An order of battle to print."""


@dataclass(frozen=True)
class OrderImport(OrderPage):
    """The order of battle that a file would replace."""


def orders_of(battle: Battle) -> Orders:
    """Return the book's orders of battle; a book without them has no such page."""
    orders = conduct(battle).orders
    if orders is None:
        raise Http404
    return orders


def order_page(viewer: Viewer, battle_id: int) -> OrderPage:
    """Return the order of battle of the viewer's side, to those who may know its plan."""
    battle = find_own(viewer, battle_id)
    sealed = plans_of(battle).get(viewer.side)
    has_earlier = sealed is None and bool(sealed_elsewhere(viewer, battle))
    return _page(viewer, battle, viewer.side, sealed, order_draft_of(viewer, battle), has_earlier=has_earlier)


def find_own(viewer: Viewer, battle_id: int) -> Battle:
    """Return a battle to those who may know the plan of their side."""
    battle = find_battle(viewer, battle_id)
    if not viewer.is_commander or not may_know_plan(viewer, battle, viewer.side):
        raise Http404
    return battle


def order_sheet(viewer: Viewer, battle_id: int, side: str) -> OrderPage:
    """Return an order of battle to print: a side's own, and to the umpire one that is sealed."""
    if viewer.is_commander and side.upper() == viewer.side:
        return order_page(viewer, battle_id)
    battle, side = find_battle(viewer, battle_id), side.upper()
    sealed = plans_of(battle).get(side) if side in SIDES and viewer.is_umpire else None
    if sealed is None:
        raise Http404
    return _page(viewer, battle, side, sealed, None)


def order_about(battle: Battle, side: str, plans: Mapping[str, Plan], drafted: Json | None) -> str:
    """Return the size of a side's order of battle, for the plan page; "" for a book without any.

    An unknown number stops the drafter, but not the page: it's asked for when the plan is sealed.
    """
    orders, sealed = conduct(battle).orders, plans.get(side)
    if orders is None:
        return ""
    try:
        return orders.about(brief_of_battle(battle), side, orders.sealed(sealed.body) if sealed else drafted)
    except NumberNeeded as needed:
        return f"not drafted yet, for lack of a number ({needed.where})"


@dataclass(frozen=True)
class OrderFile:
    """An order of battle as the text of a file."""

    text: str


def order_file(viewer: Viewer, battle_id: int) -> OrderFile:
    """Return the order of battle of the viewer's side as a file, to those who may know its plan."""
    battle = find_own(viewer, battle_id)
    orders, sealed = orders_of(battle), plans_of(battle).get(viewer.side)
    saved = orders.sealed(sealed.body) if sealed else saved_in(order_draft_of(viewer, battle))
    return OrderFile(orders.file(brief_of_battle(battle), viewer.side, saved))


def saved_in(draft: Draft | None) -> Json | None:
    """Return the order of battle in a stored draft."""
    return draft.body["order"] if draft else None


def _page(
    viewer: Viewer,
    battle: Battle,
    side: str,
    sealed: Plan | None,
    draft: Draft | None,
    *,
    has_earlier: bool = False,
) -> OrderPage:
    orders, brief = orders_of(battle), brief_of_battle(battle)
    saved = orders.sealed(sealed.body) if sealed else saved_in(draft)
    view = _with_records(viewer, orders.view(brief, side, saved))
    return OrderPage(
        battle_id=battle.id,
        name=battle.name,
        side=side,
        side_name=side_word(side),
        audience=order_audience(side, is_sealed=sealed is not None),
        order=view,
        targets=tuple(_targets(view)),
        brigades=tuple(
            Option(brigade.at, f"{command.name}: {brigade.name}")
            for command in view.commands
            for brigade in command.brigades
        ),
        draft_version=draft.version if draft else 0,
        draft_saved_at=draft.saved_at if draft else None,
        is_open=battle.state == BattleState.PLANS,
        sealed=sealed is not None,
        has_earlier=has_earlier,
    )


def _with_records(viewer: Viewer, view: OrderView) -> OrderView:
    """Give each brigade the record of the one that it continues, if this viewer may know that."""
    if not any(brigade.continues for command in view.commands for brigade in command.brigades):
        return view
    records = records_of(viewer)
    return replace(
        view,
        commands=tuple(
            replace(
                command,
                brigades=tuple(
                    replace(brigade, record=records.get(brigade.continues, ())) for brigade in command.brigades
                ),
            )
            for command in view.commands
        ),
    )


def _targets(view: OrderView) -> list[Option]:
    """Return where things can move: every command, and new divisions."""
    found = [Option(command.at or "army", command.name) for command in view.commands]
    corps = [command for command in view.commands if command.kind == "corps"]
    found += [Option(f"new{command.at}", f"A new division in {command.name}") for command in corps]
    return [*found, Option("new", "A new division outside any corps")]


def order_audience(side: str, *, is_sealed: bool) -> Audience:
    if is_sealed:
        return Audience(side=side, words=f"Visible only to {side_word(side)} and the umpire")
    return Audience(side=side, words="Visible only to you")
