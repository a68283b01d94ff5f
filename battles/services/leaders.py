"""Say where a leader is: with a brigade, or in the army radius (VG-7A2, 11). That he fell is ticked with the losses."""

from collections.abc import Mapping

from battles.models import Battle, BattleState, LeaderPlace, Plan
from battles.selectors.leaders import LeaderPage, leader_page
from battles.selectors.reads import NOT_THE_DAY, conduct, find_battle, plan_of
from battles.services.common import open_battle_act, reload, require, require_own_view
from campaign.audiences import UMPIRE
from campaign.services.record import Act
from campaign.sources import SOURCES
from campaign.visibility import Viewer
from rulesets.core.carries import carries

KIND = "battle.leader"
NOT_FOUGHT = "Roll while the battle is fought."
SAME = "Nothing would change. Choose another place."


def require_fought(battle: Battle, sentence: str = NOT_FOUGHT) -> None:
    require(battle.state == BattleState.DAY and not battle.is_postponed, sentence)


@carries("VG-7A2a", "VG-7A2b", "VG-11A", "VG-11C")
def place_leader(
    viewer: Viewer,
    battle_id: int,
    *,
    side: str,
    post: str,
    attached_to: str = "",
    in_army_radius: bool = True,
    version: int | None = None,
    key: str | None = None,
) -> None:
    """State a leader's place, for his side or the umpire; only they learn of it."""
    page = leader_page(viewer, battle_id, side, post)
    require_own_view(viewer)
    battle = find_battle(viewer, battle_id)
    with open_battle_act(viewer, battle, KIND, payload={"side": page.side}, version=version, key=key) as act:
        battle = reload(battle)
        require_fought(battle, NOT_THE_DAY)
        page = leader_page(viewer, battle_id, side, post)
        require(page.post.is_here, "This leader isn’t on the table.")
        known = {"", *(option.value for option in page.joins)}
        require(attached_to in known, "Choose a brigade that he commands.", field="attached_to")
        row = _row(battle, page.side, page.post.id)
        row.attached_to, row.in_army_radius = attached_to, in_army_radius
        _keep(act, row)
        act.tell(battle.plan_audience(page.side), _in_words(page, row), kind=KIND, turn=battle.turn)
        act.touch(UMPIRE)


def attach(act: Act, battle: Battle, side: str, post: str, unit: str) -> None:
    """Keep that a leader joins a brigade as it rolls; the roll says so itself (VG-11C)."""
    row = _row(battle, side, post)
    row.attached_to = unit
    if row.loaded is None:
        act.create(row)
    else:
        act.save(row)


def leave_brigade(act: Act, battle: Battle, side: str, who: str, plans: Mapping[str, Plan]) -> None:
    """Take whoever fell from his brigade, so that his replacement begins unattached."""
    rolls = conduct(battle).rolls
    post = rolls.post_of(plan_of(battle, plans[side]), who) if rolls is not None and side in plans else ""
    row = _place_of(battle, side, post) if post else None
    if row is not None and row.attached_to:
        row.attached_to = ""
        act.save(row)


def _place_of(battle: Battle, side: str, post: str) -> LeaderPlace | None:
    return LeaderPlace.objects.filter(battle=battle, side=side, post=post).first()


def _row(battle: Battle, side: str, post: str) -> LeaderPlace:
    row = _place_of(battle, side, post)
    if row is not None:
        return row
    new_id = SOURCES.new_id(battle.plan_audience(side))
    return LeaderPlace(id=new_id, campaign_id=battle.campaign_id, battle=battle, side=side, post=post)


def _keep(act: Act, row: LeaderPlace) -> None:
    if row.loaded is None:
        act.create(row)
        return
    changed = any(row.loaded[name] != getattr(row, name) for name in ("attached_to", "in_army_radius"))
    require(changed, SAME)
    act.save(row)


def _in_words(page: LeaderPage, row: LeaderPlace) -> str:
    """Say where the leader is now, as his side reads it."""
    name = f"{page.post.name} ({page.post.rank} leader)"
    joined = next((option.label for option in page.joins if option.value == row.attached_to), "")
    where = f"is with {joined}" if joined else "is with no brigade"
    outside = "" if row.in_army_radius or page.post.rank != "corps" else ", outside the army radius"
    return f"{name} {where}{outside}. VG-7A2"
