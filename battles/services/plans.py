"""Plans: drafted by each seat, sealed, and unsealed until both sides have sealed or time is up (VG-5, R-57)."""

from collections.abc import Callable

from django.db import IntegrityError, transaction

from battles.conduct.base import ChosenPlan, OrderEdit
from battles.models import Battle, BattleState, Plan
from battles.selectors.ground import require_open
from battles.selectors.order_of_battle import orders_of, saved_in
from battles.selectors.reads import (
    NOT_SEALED,
    OPEN_ALREADY,
    brief_of_battle,
    conduct,
    draft_subject,
    find_battle,
    order_draft_of,
    order_subject,
    plans_of,
    side_word,
    why_final,
)
from battles.services.common import (
    open_battle_act,
    reload,
    require,
    require_commander,
    require_entropy,
    require_own_view,
    require_state,
)
from campaign.audiences import PUBLIC
from campaign.errors import Refusal, Stale
from campaign.models import CampaignState, Draft
from campaign.services import cups
from campaign.services.record import Act, lock_campaign, touch_own
from campaign.sources import SOURCES
from campaign.visibility import Viewer
from rulesets.core.carries import carries
from rulesets.core.plain import Json, as_json

SEALED = "Your side has sealed its plan. Unseal it to change it."
NOT_RUNNING = "The campaign isn’t running, so you can’t plan now."


def save_draft(viewer: Viewer, battle_id: int, *, plan: ChosenPlan, draft_version: int) -> int:
    """Save a seat's draft: one row per seat and battle, visible only to the seat, and not journaled."""
    battle = find_battle(viewer, battle_id)
    require_commander(viewer, battle)
    require_own_view(viewer)
    require(viewer.campaign_state == CampaignState.RUNNING, NOT_RUNNING)
    require_state(battle, BattleState.PLANS, OPEN_ALREADY)
    subject, body = draft_subject(battle), as_json(plan)
    if _is_kept(viewer, subject, body, draft_version + 1):
        return draft_version + 1
    with transaction.atomic():
        lock_campaign(viewer.campaign_id)  # so that the version changes before an act or after it
        version = _write_draft(viewer, subject, body, draft_version)
        touch_own(viewer)
    return version


def _is_kept(viewer: Viewer, subject: str, body: Json, version: int) -> bool:
    """Return whether the same page was sent before."""
    return Draft.objects.filter(seat_id=viewer.seat_id, subject=subject, version=version, body=body).exists()


def _write_draft(viewer: Viewer, subject: str, body: Json, version: int) -> int:
    rows = Draft.objects.filter(seat_id=viewer.seat_id, subject=subject)
    now = SOURCES.now()
    if rows.filter(version=version).update(version=version + 1, body=body, saved_at=now):
        return version + 1
    try:
        with transaction.atomic():
            return Draft.objects.create(seat_id=viewer.seat_id, subject=subject, body=body, saved_at=now).version
    except IntegrityError:
        raise Stale(news=["Your draft changed on another page."], version=viewer.version) from None


def edit_order(viewer: Viewer, battle_id: int, *, edit: OrderEdit, draft_version: int, key: str | None = None) -> str:
    """Save a seat's order of battle with one edit: its own draft, visible only to the seat, and not journaled.

    Return the address that the edit leads to.
    """

    def change(battle: Battle, side: str, saved: Json | None) -> Json:
        return orders_of(battle).edited(brief_of_battle(battle), side, saved, edit)

    _save_order(viewer, battle_id, change, draft_version=draft_version, key=key)
    return edit.to or edit.what


def import_order(viewer: Viewer, battle_id: int, *, text: str, draft_version: int, key: str | None = None) -> None:
    """Save a seat's order of battle from a file; one with a fault changes nothing."""

    def change(battle: Battle, side: str, saved: Json | None) -> Json:
        return orders_of(battle).read_file(brief_of_battle(battle), side, text)

    _save_order(viewer, battle_id, change, draft_version=draft_version, key=key)


def _save_order(
    viewer: Viewer,
    battle_id: int,
    change: Callable[[Battle, str, Json | None], Json],
    *,
    draft_version: int,
    key: str | None,
) -> None:
    """Change a seat's own order of battle once, however often the same page is sent."""
    battle = find_battle(viewer, battle_id)
    side = require_commander(viewer, battle)
    require_own_view(viewer)
    require(viewer.campaign_state == CampaignState.RUNNING, NOT_RUNNING)
    require_state(battle, BattleState.PLANS, OPEN_ALREADY)
    require(side not in plans_of(battle), SEALED)
    draft = order_draft_of(viewer, battle)
    if draft and key and draft.version == draft_version + 1 and draft.body["key"] == key:
        return
    if (draft.version if draft else 0) != draft_version:
        raise Stale(news=["Your draft changed on another page."], version=viewer.version)
    order = change(battle, side, saved_in(draft))
    with transaction.atomic():
        lock_campaign(viewer.campaign_id)  # so that the version changes before an act or after it
        _write_draft(viewer, order_subject(battle), {"order": order, "key": key or ""}, draft_version)
        touch_own(viewer)


@carries("VG-5")
def seal(
    viewer: Viewer,
    battle_id: int,
    *,
    plan: ChosenPlan,
    entropy: str = "",
    version: int | None = None,
    key: str | None = None,
) -> Plan:
    """Seal a side's plan, even an empty one. Others learn only that it is sealed."""
    battle = find_battle(viewer, battle_id)
    side = require_commander(viewer, battle)
    with open_battle_act(viewer, battle, "battle.sealed", payload={"side": side}, version=version, key=key) as act:
        battle = reload(battle)
        require_state(battle, BattleState.PLANS, OPEN_ALREADY)
        require(side not in plans_of(battle), SEALED)
        sealed = seal_in(act, battle, side, plan, order=saved_in(order_draft_of(viewer, battle)))
        cups.add_entropy(battle.cups, side, require_entropy(entropy))
        act.tell(PUBLIC, f"{side_word(side)} sealed its plan for {battle.name}.")
    return sealed


def seal_in(act: Act, battle: Battle, side: str, plan: ChosenPlan, *, order: Json | None = None) -> Plan:
    """Keep a side's plan in its final form, with a saved order of battle or the site's draft."""
    settled = conduct(battle).planning.settle(brief_of_battle(battle), side, plan, order)
    require_open(battle, plan)
    new_id = SOURCES.new_id(battle.plan_audience(side))
    sealed = Plan(id=new_id, campaign_id=battle.campaign_id, battle=battle, side=side)
    sealed.body, sealed.sealed_at = settled.to_json(), act.at
    return act.create(sealed)


def unseal(viewer: Viewer, battle_id: int, *, version: int | None = None, key: str | None = None) -> None:
    """Unseal a side's plan, whatever is in it: allowed until both sides have sealed, and not after the deadline."""
    battle = find_battle(viewer, battle_id)
    side = require_commander(viewer, battle)
    with open_battle_act(viewer, battle, "battle.unsealed", payload={"side": side}, version=version, key=key) as act:
        battle = reload(battle)
        require_state(battle, BattleState.PLANS, OPEN_ALREADY)
        plans = plans_of(battle)
        require(side in plans, NOT_SEALED)
        if final := why_final(battle, side, plans):
            raise Refusal(final)
        act.delete(plans[side])
        act.tell(PUBLIC, f"{side_word(side)} unsealed its plan for {battle.name}.")
