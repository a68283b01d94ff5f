"""Flank marches of an order of battle: who can lead one, and what is wrong with those chosen (VG-5, 7C, 7D)."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property

from battles.conduct.base import Chosen, ChosenPlan
from battles.conduct.cw_to_ff.army import Asked, ground
from battles.conduct.cw_to_ff.words import own_words
from campaign.errors import NumberNeeded
from campaign.selectors.procedures import refusing, run
from rulesets.core.brief import Brief, BriefLeader
from rulesets.core.context import Context
from rulesets.core.records import dataclass
from rulesets.core.words import first_up, many
from rulesets.cw_to_ff.flank_marches import Fault, FlankCheck, check_flank_march
from rulesets.cw_to_ff.named_order import NamedOrder
from rulesets.cw_to_ff.orders import FlankMarch
from rulesets.cw_to_ff.own_command import Command, Commands, can_be_formed
from rulesets.cw_to_ff.site_order import Given, troops_of
from rulesets.cw_to_ff.state import Edge, Rank
from rulesets.cw_to_ff.tables import COMMAND, FLANK_LIMITS, PARTS

BANS = ("VG-7C2", "VG-7D1")
EDGES = {edge.value: edge for edge in Edge}
NOT_AN_EDGE = "A flank march goes around the left or right edge."
NOT_HERE = "The plan names a leader who is not in this army."
NOT_UNDER = "it has a brigade or battery that isn’t under its leader. Choose from the leader’s own command."
TWICE = "A brigade or battery can join only one flank march."


@dataclass(frozen=True)
class Marches:
    """What may march around a flank out of one order of battle. The order is judged whole, before any march."""

    brief: Brief
    side: str
    house: Context
    order: NamedOrder

    @cached_property
    def commands(self) -> Commands:
        with refusing():
            return Commands.of(self.order, troops_of(Given.of(self.brief, self.side, self.house)))

    @cached_property
    def leaders(self) -> Mapping[str, BriefLeader]:
        return {leader.id: leader for leader in self.brief.sides[self.side].leaders}

    def check(self, forces: list[Asked]) -> FlankCheck:
        return check(self.brief, self.side, self.commands.stands, forces, self.house)

    # Who can lead.

    @property
    def may_march(self) -> int:
        """Return how many stands may march in all (VG-5A)."""
        return self.check([]).most

    def why_not(self, leader: str) -> str:
        """Return why a leader can't lead a flank march, or ""; what an unknown number decides isn't ruled out."""
        command = self.commands.of_leader(leader)
        if command is None:
            return "no command in your order of battle. VG-5B"
        if command.rank is Rank.ARMY:
            return "an army leader may not lead a flank march. VG-5B"
        try:
            with refusing():
                return self._why_too_small(command)
        except NumberNeeded:
            return ""

    def units_of(self, leader: str) -> tuple[str, ...]:
        """Return the units that may march with a leader, in the order of the tree."""
        command = self.commands.of_leader(leader)
        if command is None:
            return ()
        return (*(each.at for each in command.brigades), *(at for at, _ in command.batteries))

    def _why_too_small(self, command: Command) -> str:
        least, most = (self._sp(command.rank, which) * self.brief.ratio.stands_per_sp for which in ("least", "most"))
        parts = PARTS.at("fewest divisions of a corps", context=self.house) if command.rank is Rank.CORPS else 1
        if can_be_formed(command, least=least, most=most, may_march=self.may_march, divisions=parts):
            return ""
        of = f" of at least {many(parts, 'division')}" if command.rank is Rank.CORPS else ""
        return (
            f"a force under a {command.rank} leader has {least} to {most} stands{of}, and at most {self.may_march} of "
            f"your {self.commands.stands} stands may march: this command has none of that size. VG-5A, VG-5B"
        )

    def _sp(self, rank: Rank, which: str) -> int:
        limit = COMMAND.at(rank, which, context=self.house)
        if which == "most":
            return limit
        return max(limit, FLANK_LIMITS.at("strength points of a force", context=self.house))

    # What is wrong with the marches chosen.

    def settled(self, chosen: ChosenPlan) -> dict[Edge, FlankMarch]:
        """Return the marches by edge, each with its units in the order of the tree."""
        known = [at for at, _, _ in (*self.order.all_brigades(), *self.order.batteries_by_address())]
        return {
            EDGES[at]: FlankMarch(one.leader, tuple(unit for unit in known if unit in one.units))
            for at, one in sorted(chosen.items())
            if at in EDGES
        }

    def problems(self, chosen: ChosenPlan) -> Iterator[str]:
        """Yield everything that is wrong: edges, leaders, and units first, then every clause of the rules."""
        if chosen.keys() - EDGES.keys():
            yield NOT_AN_EDGE
        marches = {EDGES[at]: one for at, one in sorted(chosen.items()) if at in EDGES}
        for edge, one in marches.items():
            yield from self._not_own(edge, one)
        times = Counter(unit for one in marches.values() for unit in set(one.units))
        if any(n > 1 for n in times.values()):
            yield f"{TWICE} VG-5A."
        leading = Counter(one.leader for one in marches.values() if one.leader)
        if any(n > 1 for n in leading.values()):
            yield "A leader can lead only one flank march. VG-5B."
        forces = [self._asked(edge, one) for edge, one in marches.items() if self._is_own(one)]
        yield from (_said(fault) for fault in self.check(forces).faults if not _is_said(fault))

    def _not_own(self, edge: Edge, one: Chosen) -> Iterator[str]:
        where = own_words(self.brief, self.side, edge).capitalize()
        if not one.leader or not one.units:
            lacks = "a leader" if one.units else "brigades"
            yield f"{where}: a flank march needs a leader and brigades. Choose {lacks}. VG-5B."
            return
        if one.leader not in self.leaders:
            yield NOT_HERE
            return
        command = self.commands.of_leader(one.leader)
        if command is None:
            yield f"{where}: {self.leaders[one.leader].name} has no command in your order of battle. VG-5B."
        elif not set(one.units) <= command.units:
            yield f"{where}: {NOT_UNDER} VG-5B."

    def _is_own(self, one: Chosen) -> bool:
        """Tell whether a march has units, all of its leader's command: only then are its sizes judged."""
        command = self.commands.of_leader(one.leader)
        return command is not None and bool(one.units) and set(one.units) <= command.units

    def _asked(self, edge: Edge, one: Chosen) -> Asked:
        """Return a march as an input of `check_flank_march`."""
        command = self.commands.of_leader(one.leader)
        assert command is not None
        units = self.commands.marching(one.units)
        return {
            "edge": edge,
            "stands": units.stands,
            "nominal_stands": units.nominal,
            "leader": one.leader,
            "leader_rank": command.rank,
            "from_counter": True,
            "divisions": max(1, units.divisions),
            "called": f"the force on {own_words(self.brief, self.side, edge)}",
        }


def check(brief: Brief, side: str, army_stands: int, forces: Collection[Asked], house: Context) -> FlankCheck:
    asked: Asked = {
        **ground(brief),
        "army_stands": army_stands,
        "stands_per_sp": brief.ratio.stands_per_sp,
        "defends": side == brief.defender,
        "demoralized": brief.sides[side].demoralized,
        "forces": list(forces),
    }
    return run(check_flank_march, asked, house=house).result


def ban(brief: Brief, side: str, army_stands: int, house: Context) -> tuple[str, str]:
    """Return why ground or demoralization forbids flank marches, before anything is chosen (R-2)."""
    force: Asked = {"edge": Edge.LEFT, "stands": 0, "leader_rank": "division"}
    bans = [fault for fault in check(brief, side, army_stands, [force], house).faults if fault.cites in BANS]
    return (bans[0].sentence, bans[0].cites) if bans else ("", "")


def _said(fault: Fault) -> str:
    return f"{first_up(fault.sentence)} {fault.cites}."


def _is_said(fault: Fault) -> bool:
    """Tell whether a fault was named with the leaders."""
    return "a leader may lead only 1" in fault.sentence
