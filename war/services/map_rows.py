"""Write a strategic book's results: new forces and pieces, and pieces that changed forces."""

from collections.abc import Iterable
from dataclasses import field

from campaign.audiences import side_audience
from campaign.services.record import Act
from campaign.sources import SOURCES
from rulesets.core.brief import BriefItem, BriefLeader
from rulesets.core.records import dataclass
from rulesets.core.strategic import ForceOnMap
from war.models import Force, Leader, StrengthPoint


@dataclass(frozen=True)
class MapRows:
    """The rows of some forces, by the ids of their values."""

    forces: dict[str, Force] = field(default_factory=dict)
    leaders: dict[str, Leader] = field(default_factory=dict)
    points: dict[str, StrengthPoint] = field(default_factory=dict)

    def write(self, act: Act, forces: Iterable[ForceOnMap]) -> None:
        """Create missing rows, and save pieces that changed forces."""
        for on_map in forces:
            row = self.forces.get(on_map.id)
            if row is None:
                row = self.forces[on_map.id] = act.create(_new_force(act, on_map))
            for leader in on_map.leaders:
                self._place_leader(act, row, leader)
            for item in on_map.strength:
                self._place_point(act, row, item)

    def _place_leader(self, act: Act, force: Force, leader: BriefLeader) -> None:
        row = self.leaders.get(leader.id)
        if row is None:
            self.leaders[leader.id] = act.create(_new_leader(force, leader))
        elif row.force_id != force.id:
            row.force = force
            act.save(row)

    def _place_point(self, act: Act, force: Force, item: BriefItem) -> None:
        row = self.points.get(item.id)
        if row is None:
            under = self.leaders[item.under] if item.under else None
            self.points[item.id] = act.create(_new_point(force, under, item))
        elif row.force_id != force.id:
            row.force = force
            act.save(row)


def _new_force(act: Act, force: ForceOnMap) -> Force:
    return Force(
        id=SOURCES.new_id(side_audience(force.side)),
        campaign_id=act.campaign_id,
        side=force.side,
        hex=force.hex,
        name=force.name,
        scope=force.scope,
        demoralized=force.demoralized,
        in_supply=force.in_supply,
    )


def _new_leader(force: Force, leader: BriefLeader) -> Leader:
    return Leader(
        id=SOURCES.new_id(side_audience(force.side)),
        campaign_id=force.campaign_id,
        side=force.side,
        force=force,
        counter=leader.counter or leader.id,
        name=leader.name,
        given_name=leader.given_name,
        stars=leader.rank_stars,
        initiative=leader.initiative,
        tactical=leader.tactical,
        command=leader.command,
        cavalry=leader.cavalry,
        seniority=leader.seniority,
    )


def _new_point(force: Force, under: Leader | None, item: BriefItem) -> StrengthPoint:
    return StrengthPoint(
        id=SOURCES.new_id(side_audience(force.side)),
        campaign_id=force.campaign_id,
        side=force.side,
        force=force,
        arm=item.arm,
        quality=item.quality,
        under=under,
        carry=str(item.carried_loss),
    )
