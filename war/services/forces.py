"""What an owner does with his own forces."""

from typing import Any

from django.http import Http404

from campaign.audiences import side_audience
from campaign.errors import Refusal
from campaign.models import CAMPAIGN_STREAM
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
    """Part some strength points and leaders from a force; they stay in its hex as a force of their own.

    The enemy sees the stack of a hex, not its parts: what he knows does not change.
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
        act.tell(audience, f"{_count(points, chosen)} part from {old} as {new}.")
    return new


def require_unlocked(campaign_id: int, *hexes: str) -> None:
    """Whatever moves, parts or joins forces asks this of every hex that it touches, inside its act."""
    for hex_id in hexes:
        if refusal := why_locked(campaign_id, hex_id):
            raise Refusal(refusal)


def own_force(viewer: Viewer, force_id: int) -> Force:
    """A force that this viewer commands; to anyone else there is no such force."""
    force = Force.objects.filter(campaign_id=viewer.campaign_id, id=force_id, side=viewer.side).first()
    if not viewer.is_commander or force is None:
        raise Http404
    if viewer.scope and viewer.scope != force.scope:
        raise Refusal(f"{force} is outside your theater.")
    return force


def _parts(force: Force, points: set[int], leaders: set[int]) -> tuple[list[StrengthPoint], list[Leader]]:
    """The rows that part, if they are the force's own and something is left behind."""
    present = list(StrengthPoint.objects.filter(force=force, lost=False).order_by("id"))
    commanding = list(Leader.objects.filter(force=force).order_by("stars", "seniority"))
    going = [p for p in present if p.id in points]
    chosen = [leader for leader in commanding if leader.id in leaders]
    if len(going) != len(points) or len(chosen) != len(leaders):
        raise Refusal("Some of what you chose no longer stands in this force.", field="parts")
    if not going:
        raise Refusal("A force has at least one strength point; choose what parts.", field="parts")
    if len(going) == len(present):
        raise Refusal("At least one strength point stays behind.", field="parts")
    return going, chosen


def _new_force(act: Act, old: Force, name: str) -> Force:
    values: dict[str, Any] = {f: getattr(old, f) for f in ("side", "hex", "scope", "demoralized", "in_supply")}
    audience = side_audience(old.side)
    label = name or f"Detachment of {old}"[:60]
    return act.create(Force(id=SOURCES.new_id(audience), campaign_id=old.campaign_id, name=label, **values))


def _count(points: list[StrengthPoint], leaders: list[Leader]) -> str:
    number = f"{len(points)} strength point{'' if len(points) == 1 else 's'}"
    names = ", ".join(leader.name for leader in leaders)
    return f"{number} with {names}" if names else number
