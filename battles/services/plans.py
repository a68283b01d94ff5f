"""Plans: drafted by each seat, sealed, and unsealed until both sides have sealed or time is up (VG-5, R-57)."""

from collections.abc import Callable

from django.db import IntegrityError, transaction
from django.db.models import F

from battles.conduct.base import ChosenPlan
from battles.conduct.orders import OrderEdit
from battles.models import Battle, BattleState, Plan
from battles.selectors.deployment import deployment_of
from battles.selectors.drafts import (
    deployment_draft_of,
    deployment_subject,
    draft_subject,
    order_draft_of,
    order_subject,
)
from battles.selectors.ground import closed_flanks, strange_zones
from battles.selectors.order_copy import copy_of_last
from battles.selectors.order_of_battle import orders_of, saved_in
from battles.selectors.reads import (
    NOT_SEALED,
    OPEN_ALREADY,
    brief_of_battle,
    conduct,
    find_battle,
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
from battles.shapes import DEPLOYMENT, chosen_from_json
from campaign.audiences import PUBLIC
from campaign.errors import Refusal, Stale
from campaign.models import CampaignState, Draft, RowImage
from campaign.services import cups
from campaign.services.record import Act, lock_campaign, touch_own
from campaign.sources import SOURCES
from campaign.visibility import Viewer
from rulesets.core.carries import carries
from rulesets.core.deployment import NO_DEPLOYMENT, Deployment
from rulesets.core.plain import Json, as_json

SEALED = "Your side has sealed its plan. Unseal it to change it."
NOT_RUNNING = "The campaign isn’t running, so you can’t plan now."


def save_draft(viewer: Viewer, battle_id: int, *, plan: ChosenPlan, draft_version: int) -> int:
    """Save a seat's flank marches: one row per seat and battle, visible only to the seat, and not journaled."""
    battle = find_to_draft(viewer, battle_id)
    return _save(viewer, draft_subject(battle), as_json(plan), draft_version)


def save_deployment(viewer: Viewer, battle_id: int, *, deployment: Deployment, draft_version: int) -> int:
    """Save a seat's deployment, like its flank marches."""
    battle = find_to_draft(viewer, battle_id)
    return _save(viewer, deployment_subject(battle), {DEPLOYMENT: as_json(deployment)}, draft_version)


def find_to_draft(viewer: Viewer, battle_id: int) -> Battle:
    """Return a battle that this seat can draft a plan for."""
    battle = find_battle(viewer, battle_id)
    require_commander(viewer, battle)
    require_own_view(viewer)
    require(viewer.campaign_state == CampaignState.RUNNING, NOT_RUNNING)
    require_state(battle, BattleState.PLANS, OPEN_ALREADY)
    return battle


def _save(viewer: Viewer, subject: str, body: Json, draft_version: int) -> int:
    if _is_kept(viewer, subject, body, draft_version + 1):
        return draft_version + 1
    with transaction.atomic():
        lock_campaign(viewer.campaign_id)  # so that the version changes before an act or after it
        version = write_draft(viewer, subject, body, draft_version)
        touch_own(viewer)
    return version


def _is_kept(viewer: Viewer, subject: str, body: Json, version: int) -> bool:
    """Return whether the same page was sent before."""
    return Draft.objects.filter(seat_id=viewer.seat_id, subject=subject, version=version, body=body).exists()


def write_draft(viewer: Viewer, subject: str, body: Json, version: int) -> int:
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


def copy_order(viewer: Viewer, battle_id: int, *, draft_version: int, key: str | None = None) -> None:
    """Save a seat's order of battle as a copy of its side's last one, in its own draft like an edit."""

    def change(battle: Battle, side: str, saved: Json | None) -> Json:
        return copy_of_last(viewer, battle).order

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
    battle, side = find_to_draft(viewer, battle_id), viewer.side
    require(side not in plans_of(battle), SEALED)
    draft = order_draft_of(viewer, battle)
    if draft and key and draft.version == draft_version + 1 and draft.body["key"] == key:
        return
    if (draft.version if draft else 0) != draft_version:
        raise Stale(news=["Your draft changed on another page."], version=viewer.version)
    order = change(battle, side, saved_in(draft))
    with transaction.atomic():
        lock_campaign(viewer.campaign_id)  # so that the version changes before an act or after it
        write_draft(viewer, order_subject(battle), {"order": order, "key": key or ""}, draft_version)
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
        placed = deployment_of(deployment_draft_of(viewer, battle))
        order = saved_in(order_draft_of(viewer, battle))
        sealed = seal_in(act, battle, side, plan, order=order, deployment=placed)
        cups.add_entropy(battle.cups, side, require_entropy(entropy))
        act.tell(PUBLIC, f"{side_word(side)} sealed its plan for {battle.name}.")
    return sealed


def seal_in(
    act: Act,
    battle: Battle,
    side: str,
    plan: ChosenPlan,
    *,
    order: Json | None = None,
    deployment: Deployment = NO_DEPLOYMENT,
) -> Plan:
    """Keep a side's plan in its final form: flank marches, a saved order of battle or the site's draft, deployment."""
    settled = conduct(battle).planning.settle(brief_of_battle(battle), side, plan, order, deployment)
    if wrong := [*closed_flanks(battle.ground, plan), *strange_zones(battle, side, deployment)]:
        raise Refusal(" ".join(wrong))
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
        keep_as_draft(act, plans[side])
        act.delete(plans[side])
        act.tell(PUBLIC, f"{side_word(side)} unsealed its plan for {battle.name}.")


def keep_as_draft(act: Act, plan: Plan) -> None:
    """Make a sealed plan's flank marches the draft of the seat that sealed it; its other drafts are still there.

    It takes as many queries whether the seat has a draft or not: only the seat may know.
    """
    sealed = RowImage.objects.filter(table=Plan._meta.db_table, row=plan.pk, entry__kind="battle.sealed")
    seat_id = sealed.order_by("-seq").values_list("entry__seat_id", flat=True).first()
    if seat_id is None:  # time was up, and the site sealed
        return
    subject, body = draft_subject(plan.battle), as_json(chosen_from_json(plan.body))
    own = Draft.objects.filter(seat_id=seat_id, subject=subject)
    own.update(version=F("version") + 1, body=body, saved_at=act.at)
    new = Draft(seat_id=seat_id, subject=subject, body=body, saved_at=act.at)
    Draft.objects.bulk_create([new], ignore_conflicts=True)
