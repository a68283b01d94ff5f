"""The deployment's page: what a seat drafted, and after the seal what its side sealed (VG-6)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.http import Http404

from battles.conduct.base import Option, PlanCommand
from battles.models import Battle, BattleState, Plan
from battles.selectors.drafts import plan_drafts
from battles.selectors.ground import deployment_problems, own_zones
from battles.selectors.order_of_battle import saved_in
from battles.selectors.reads import brief_of_battle, conduct, find_battle, may_know_plan, plan_of, plans_of, side_word
from battles.shapes import chosen_from_json, deployment_from_json
from campaign.errors import NumberNeeded
from campaign.models import Draft
from campaign.parts import Audience
from campaign.selectors.pictures import PictureShown, Reference, shown_pictures
from campaign.visibility import Viewer
from rulesets.core.deployment import NO_DEPLOYMENT, Deployment
from rulesets.core.ground import SECTORS
from rulesets.core.records import dataclass

NOTHING: dict[str, Any] = {
    "commands": (),
    "marching": {},
    "zones": (),
    "sectors": (),
    "lines": (),
    "notes": (),
    "problems": (),
    "draft_version": 0,
    "draft_saved_at": None,
    "sealed": False,
}


@dataclass(frozen=True)
class DeploymentPage:
    """A side's deployment: its divisions and brigades, what is drafted or sealed, and where it can be set up."""

    battle_id: int
    name: str
    side: str
    audience: Audience
    commands: tuple[PlanCommand, ...]
    marching: Mapping[str, str]
    zones: tuple[Option, ...]
    sectors: tuple[Option, ...]
    deployment: Deployment
    lines: tuple[str, ...]
    notes: tuple[str, ...]
    problems: tuple[str, ...]
    draft_version: int
    draft_saved_at: datetime | None
    is_open: bool
    sealed: bool
    pictures: tuple[PictureShown, ...]

    @property
    def may_edit(self) -> bool:
        return self.is_open and not self.sealed


def references_in(deployment: Deployment) -> list[Reference]:
    """Return the references of a deployment's pictures: one or none."""
    return [{"id": deployment.picture}] if deployment.picture else []


def deployment_of(draft: Draft | None) -> Deployment:
    """Return the deployment in a stored draft."""
    return deployment_from_json(draft.body) if draft else NO_DEPLOYMENT


def deployment_page(viewer: Viewer, battle_id: int) -> DeploymentPage:
    """Return the deployment of the viewer's side, to those who may know its plan; a book without any has no page."""
    battle = find_battle(viewer, battle_id)
    if not viewer.is_commander or not may_know_plan(viewer, battle, viewer.side) or conduct(battle).orders is None:
        raise Http404
    sealed = plans_of(battle).get(viewer.side)
    return _sealed_page(viewer, battle, sealed) if sealed else _draft_page(viewer, battle)


def _sealed_page(viewer: Viewer, battle: Battle, sealed: Plan) -> DeploymentPage:
    lines = conduct(battle).planning.deployment_in_words(plan_of(battle, sealed))
    return _page(viewer, battle, deployment=deployment_from_json(sealed.body), lines=lines, sealed=True)


def _draft_page(viewer: Viewer, battle: Battle) -> DeploymentPage:
    planning, brief = conduct(battle).planning, brief_of_battle(battle)
    marches, order_draft, draft = plan_drafts(viewer, battle)
    order = saved_in(order_draft)
    chosen = chosen_from_json(marches.body) if marches else {}
    commands: tuple[PlanCommand, ...] = ()
    notes = []
    try:
        commands = planning.commands(brief, viewer.side, order)
    except NumberNeeded as needed:
        notes.append(f"No order of battle yet, for lack of a number: {needed.where}.")
    if not battle.ground.edge:
        notes.append("Your army has no edge of the table yet, so no zone there can be chosen. VG-3")
    return _page(
        viewer,
        battle,
        commands=tuple(command for command in commands if command.kind == "division"),
        marching={unit: edge for edge, one in chosen.items() for unit in one.units},
        zones=tuple(Option(zone.name, zone.name) for zone in own_zones(battle, viewer.side)),
        sectors=tuple(Option(name, name.capitalize()) for name in SECTORS),
        deployment=deployment_of(draft),
        notes=tuple(notes),
        problems=deployment_problems(battle, viewer.side, order, deployment_of(draft)) if draft else (),
        draft_version=draft.version if draft else 0,
        draft_saved_at=draft.saved_at if draft else None,
    )


def _page(viewer: Viewer, battle: Battle, **more: Any) -> DeploymentPage:
    is_sealed = bool(more.get("sealed"))
    words = f"Visible only to {side_word(viewer.side)} and the umpire" if is_sealed else "Visible only to you"
    about: dict[str, Any] = {"battle_id": battle.id, "name": battle.name, "side": viewer.side}
    about |= {"audience": Audience(side=viewer.side, words=words), "is_open": battle.state == BattleState.PLANS}
    about["pictures"] = shown_pictures(viewer, references_in(more["deployment"]))
    return DeploymentPage(**about | NOTHING | more)
