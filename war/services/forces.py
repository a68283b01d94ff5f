"""Let a side manage its forces."""

from typing import Any

from django.http import Http404

from campaign.audiences import side_audience
from campaign.errors import Refusal
from campaign.models import CAMPAIGN_STREAM, SideCode
from campaign.services.record import Act, open_act
from campaign.sources import SOURCES
from campaign.visibility import Viewer
from war.models import Force, Leader, StrengthPoint
from war.selectors.locks import why_locked


def detach(
    viewer: Viewer,
    *,
    force_id: int,
    strength_points: set[int],
    leaders: set[int],
    name: str = "",
    version: int | None = None,
    key: str | None = None,
) -> Force:
    """Detach strength points and leaders from a force; they stay in its hex as a new force.

    The enemy sees a hex's stack, not its forces, so enemy knowledge doesn't change.
    """
    own_force(viewer, force_id)
    payload = {"force": f"{force_id:016x}", "points": len(strength_points), "leaders": len(leaders)}
    with open_act(
        viewer, stream=CAMPAIGN_STREAM, kind="force.detached", payload=payload, version=version, key=key
    ) as act:
        old = own_force(viewer, force_id)
        require_unlocked(old.campaign_id, old.hex)
        points, chosen = _parts(old, strength_points, leaders)
        new = _new_force(act, old, name)
        for point in points:
            point.force = new
            act.save(point)
        for leader in chosen:
            leader.force = new
            act.save(leader)
        audience = side_audience(old.side)
        act.tell(audience, f"{SideCode(old.side).label} detached {_count(points, chosen)} from {old} as {new}.")
    return new


def require_unlocked(campaign_id: int, *hexes: str) -> None:
    """Refuse a move, detachment, or joining in a locked hex; called for every hex touched, inside the act."""
    for hex_id in hexes:
        if refusal := why_locked(campaign_id, hex_id):
            raise Refusal(refusal)


def own_force(viewer: Viewer, force_id: int) -> Force:
    """Return a force that this viewer commands, or raise 404."""
    force = Force.objects.filter(campaign_id=viewer.campaign_id, id=force_id, side=viewer.side).first()
    if not viewer.is_commander or force is None:
        raise Http404
    if viewer.scope and viewer.scope != force.scope:
        raise Refusal(f"{force} is outside your theater.")
    return force


def _parts(force: Force, points: set[int], leaders: set[int]) -> tuple[list[StrengthPoint], list[Leader]]:
    """Return the chosen records if they belong to the force and something stays behind."""
    present = list(StrengthPoint.objects.filter(force=force, lost=False).order_by("id"))
    commanding = list(Leader.objects.filter(force=force).order_by("stars", "seniority"))
    going = [p for p in present if p.id in points]
    chosen = [leader for leader in commanding if leader.id in leaders]
    if len(going) != len(points) or len(chosen) != len(leaders):
        raise Refusal("Some of your choices are no longer in this force.", field="parts")
    if not going:
        raise Refusal("Choose at least one strength point to detach.", field="parts")
    if len(going) == len(present):
        raise Refusal("Leave at least one strength point behind.", field="parts")
    return going, chosen


def _new_force(act: Act, old: Force, name: str) -> Force:
    values: dict[str, Any] = {f: getattr(old, f) for f in ("side", "hex", "scope", "demoralized", "in_supply")}
    audience = side_audience(old.side)
    label = name or f"{str(old)[:49]} detachment"
    return act.create(Force(id=SOURCES.new_id(audience), campaign_id=old.campaign_id, name=label, **values))


def _count(points: list[StrengthPoint], leaders: list[Leader]) -> str:
    number = f"{len(points)} strength point{'' if len(points) == 1 else 's'}"
    names = ", ".join(leader.name for leader in leaders)
    return f"{number} with {names}" if names else number
