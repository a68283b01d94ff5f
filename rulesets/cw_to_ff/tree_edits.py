"""Carries out edits of an order of battle: each makes a new tree or is refused in words. None loses a stand."""

from collections import Counter
from dataclasses import replace
from math import ceil
from typing import TypeVar

from rulesets.core.context import Context
from rulesets.core.records import dataclass
from rulesets.core.words import many
from rulesets.cw_to_ff.named_order import (
    Kind,
    NamedBrigade,
    NamedCorps,
    NamedDivision,
    NamedOrder,
    Troops,
)
from rulesets.cw_to_ff.order_names import NameGiver, called_after, names_in
from rulesets.cw_to_ff.order_of_battle import INVENTED
from rulesets.cw_to_ff.site_order import Given, giver_of, troops_of
from rulesets.cw_to_ff.state import Arm
from rulesets.cw_to_ff.tables import BRIGADE_STANDS, PARTS
from rulesets.cw_to_ff.tree_changes import (
    Appoint,
    Edit,
    Merge,
    Move,
    Rename,
    Shift,
    Split,
    division_moved,
    pruned,
    renamed,
)
from rulesets.cw_to_ff.tree_places import (
    BATTERY,
    NEW,
    POINT,
    brigade_address,
    changed,
    command_at,
    corps_at,
    division_at,
    part_at,
    refuse,
    taken,
    without,
)

Command = TypeVar("Command", NamedCorps, NamedDivision)


@dataclass(frozen=True)
class Desk:
    """What edits need to know besides the tree: the army, free names, and this campaign's numbers."""

    troops: Troops
    giver: NameGiver
    house: Context

    def after(self, order: NamedOrder, edit: Edit) -> NamedOrder:
        """Return the edited order of battle."""
        match edit:
            case Move():
                return self.moved(order, edit)
            case Shift():
                return self.shifted(order, edit)
            case Split():
                return self.split(order, edit)
            case Merge():
                return self.merged(order, edit)
            case Rename():
                return renamed(order, edit)
            case Appoint():
                return self.appointed(order, edit)

    # moves between commands

    def moved(self, order: NamedOrder, move: Move) -> NamedOrder:
        _, division, kind, _ = taken(move.what, "what")
        if kind == BATTERY:
            return self.battery_moved(order, move)
        if kind == POINT:
            return self.point_moved(order, move)
        if kind == "" and division is not None:
            return division_moved(order, move)
        raise refuse("Choose a strength point, a battery, or a division to move.", field="what")

    def point_moved(self, order: NamedOrder, move: Move) -> NamedOrder:
        at, _, n = move.what.rpartition(POINT)
        source = division_at(order, at, "what")
        point = part_at(source.points, int(n), "what")
        if move.to == at:
            raise refuse("That strength point is already in this division.", field="to")
        stay = max(0, len(source.batteries) - self.batteries_per_sp)
        guns = source.batteries[stay:]
        points = without(source.points, int(n))
        carried = tuple(each for each in source.carried if each in points)
        left = replace(source, points=points, batteries=source.batteries[:stay], carried=carried)
        order, to = self.destination(changed(order, at, left), move.to)
        target = division_at(order, to, "to")
        grown = replace(target, points=(*target.points, point), batteries=(*target.batteries, *guns))
        order = changed(order, to, grown)
        return pruned(self.redrawn(order))

    def destination(self, order: NamedOrder, to: str) -> tuple[NamedOrder, str]:
        """Return the address of a division to move to, and the order with it, new if it must be."""
        if not to.startswith(NEW):
            return order, to
        commander, name = self.giver.invented(Arm.INFANTRY, "division")
        new = NamedDivision(INVENTED, commander, name, (), ())
        corps = to.removeprefix(NEW)
        if not corps:
            return replace(order, divisions=(*order.divisions, new)), f"d{len(order.divisions)}"
        holder = corps_at(order, corps, "to")
        return changed(order, corps, replace(holder, divisions=(*holder.divisions, new))), (
            f"{corps}d{len(holder.divisions)}"
        )

    @property
    def batteries_per_sp(self) -> int:
        """Return how many batteries go with a strength point."""
        return self.troops.present.batteries_per_sp or 0

    def battery_moved(self, order: NamedOrder, move: Move) -> NamedOrder:
        at, _, n = move.what.rpartition(BATTERY)
        source = command_at(order, at, "what")
        battery = part_at(source.batteries, int(n), "what")
        if move.to == at:
            raise refuse("That battery is already in this command.", field="to")
        command_at(order, move.to, "to")
        order = changed(order, at, replace(source, batteries=without(source.batteries, int(n))))
        target = command_at(order, move.to, "to")
        return changed(order, move.to, replace(target, batteries=(*target.batteries, battery)))

    # brigades drawn again after points have moved

    def redrawn(self, order: NamedOrder) -> NamedOrder:
        """Draw the brigades again wherever they no longer have their points' stands, and fit arms of batteries."""
        shares = self.troops.shares(order)
        for address, _, division in order.all_divisions():
            wanted: Counter[Kind] = Counter()
            for kind, _, stands in shares[address]:
                wanted[kind] += stands
            have: Counter[Kind] = Counter()
            for brigade in division.brigades:
                have[brigade.kind] += brigade.stands
            if +wanted != +have:
                order = changed(order, address, replace(division, brigades=self.brigades(division, +wanted)))
        return self.with_fitting_guns(order)

    def with_fitting_guns(self, order: NamedOrder) -> NamedOrder:
        """Mount or dismount batteries until there are as many of each arm as the points give (4A)."""
        arms = {
            address: {self.troops.arm_of(point, corps, division) for point in division.points}
            for address, corps, division in order.all_divisions()
        }
        points = (
            self.troops.arm_of(point, corps, division)
            for _, corps, division in order.all_divisions()
            for point in division.points
        )
        wanted = self.batteries_per_sp * sum(arm is Arm.CAVALRY for arm in points)
        over = sum(battery.arm is Arm.CAVALRY for battery in order.all_batteries()) - wanted
        to, left = (Arm.INFANTRY if over > 0 else Arm.CAVALRY), abs(over)
        holders = [*sorted(arms, key=lambda at: to not in arms[at]), *(f"c{n}" for n in range(len(order.corps))), ""]
        for address in holders if left else ():
            holder = command_at(order, address, "what")
            turned = [battery for battery in holder.batteries if battery.arm is not to][:left]
            batteries = tuple(replace(b, arm=to) if b in turned else b for b in holder.batteries)
            left -= len(turned)
            order = changed(order, address, replace(holder, batteries=batteries))
        return order

    def brigades(self, division: NamedDivision, stands: Counter[Kind]) -> tuple[NamedBrigade, ...]:
        """Return brigades as even as possible; those of a kind that is still there keep their names."""
        old = {kind: [brigade for brigade in division.brigades if brigade.kind == kind] for kind in stands}
        counts = self.counts(stands)
        found = []
        for kind, count in counts.items():
            for n, size in enumerate(even(stands[kind], count)):
                kept = old[kind][n] if n < len(old[kind]) else self.giver.brigade(NamedBrigade("", "", *kind, size))
                found.append(replace(kept, stands=size))
        return tuple(found)

    def counts(self, stands: Counter[Kind]) -> dict[Kind, int]:
        """Return the number of brigades of each kind: of about the usual size, and as many as a division may have."""
        aim = BRIGADE_STANDS.at("aimed at", context=self.house)
        most = PARTS.at("most brigades of a division", context=self.house)
        fewest = PARTS.at("fewest brigades of a division", context=self.house)
        counts = {kind: max(1, ceil(count / aim)) for kind, count in stands.items()}
        while sum(counts.values()) > most and any(count > 1 for count in counts.values()):
            counts[min((k for k in counts if counts[k] > 1), key=lambda k: stands[k] / (counts[k] - 1))] -= 1
        while sum(counts.values()) < fewest:
            divisible = [kind for kind in counts if counts[kind] < stands[kind]]
            if not divisible:
                break
            counts[max(divisible, key=lambda k: stands[k] / counts[k])] += 1
        return counts

    # inside a division

    def shifted(self, order: NamedOrder, shift: Shift) -> NamedOrder:
        at, division, one, other = self.two_brigades(order, shift.what, shift.to)
        giver, taker = division.brigades[one], division.brigades[other]
        if not 1 <= shift.stands < giver.stands:
            has = f"{giver.name} has {many(giver.stands, 'stand')}"
            if giver.stands == 1:
                raise refuse(f"{has}, so merge it instead.", field="stands")
            raise refuse(f"{has}; shift from 1 to {giver.stands - 1}, or merge it.", field="stands")
        brigades = list(division.brigades)
        brigades[one] = replace(giver, stands=giver.stands - shift.stands)
        brigades[other] = replace(taker, stands=taker.stands + shift.stands)
        return changed(order, at, replace(division, brigades=tuple(brigades)))

    def split(self, order: NamedOrder, split: Split) -> NamedOrder:
        at, n = brigade_address(split.what, "what")
        division = division_at(order, at, "what")
        brigade = part_at(division.brigades, n, "what")
        if brigade.stands == 1:
            raise refuse(f"{brigade.name} has 1 stand and can’t be split.", field="what")
        if not 1 <= split.stands < brigade.stands:
            has = f"{brigade.name} has {many(brigade.stands, 'stand')}"
            raise refuse(f"{has}; split off from 1 to {brigade.stands - 1}.", field="stands")
        new = self.giver.brigade(replace(brigade, stands=split.stands))
        rest = replace(brigade, stands=brigade.stands - split.stands)
        brigades = (*division.brigades[:n], rest, new, *division.brigades[n + 1 :])
        return changed(order, at, replace(division, brigades=brigades))

    def merged(self, order: NamedOrder, merge: Merge) -> NamedOrder:
        at, division, one, other = self.two_brigades(order, merge.what, merge.to)
        brigades = list(division.brigades)
        brigades[other] = replace(brigades[other], stands=brigades[other].stands + brigades[one].stands)
        del brigades[one]
        return changed(order, at, replace(division, brigades=tuple(brigades)))

    def two_brigades(self, order: NamedOrder, what: str, to: str) -> tuple[str, NamedDivision, int, int]:
        """Return two different brigades of one kind in one division: its address, itself, and their places."""
        at, one = brigade_address(what, "what")
        beside, other = brigade_address(to, "to")
        division = division_at(order, at, "what")
        giver = part_at(division.brigades, one, "what")
        if beside != at:
            division_at(order, beside, "to")
            raise refuse("Stands stay in their division. Choose another brigade of it.", field="to", cites="VG-4E")
        taker = part_at(division.brigades, other, "to")
        if one == other:
            raise refuse("Choose another brigade of the division.", field="to")
        if giver.kind != taker.kind:
            kinds = f"{giver.quality} {giver.arm} and {taker.quality} {taker.arm}"
            raise refuse(f"A brigade is of one quality and arm; these are {kinds}.", field="to", cites="VG-4E")
        return at, division, one, other

    # leaders

    def appointed(self, order: NamedOrder, edit: Appoint) -> NamedOrder:
        """Trade places between a leader and whoever leads there; points may change their arm with a cavalry leader."""
        if edit.leader not in self.troops.leaders:
            raise refuse("That leader isn’t in this army. Choose one from the page.", field="leader")
        target = command_at(order, edit.to, "to")
        if target.leader == edit.leader:
            raise refuse("That leader already commands there.", field="leader")
        other = target.leader
        spare = [leader for leader in order.supernumerary if leader != edit.leader]
        was_spare = len(spare) < len(order.supernumerary)
        order = self._led_instead(order, edit.leader, other, edit.to)
        if was_spare and other != INVENTED:
            spare.append(other)
        return self.redrawn(replace(order, supernumerary=tuple(spare)))

    def _led_instead(self, order: NamedOrder, leader: str, other: str, to: str) -> NamedOrder:
        """Put the leader at the address, and whoever led there where the leader was."""
        corps = tuple(
            replace(
                self._led(each, f"c{n}", "corps", leader, other, to),
                divisions=tuple(
                    self._led(division, f"c{n}d{m}", "division", leader, other, to)
                    for m, division in enumerate(each.divisions)
                ),
            )
            for n, each in enumerate(order.corps)
        )
        divisions = tuple(
            self._led(each, f"d{n}", "division", leader, other, to) for n, each in enumerate(order.divisions)
        )
        chief = leader if to == "" else other if order.leader == leader else order.leader
        return replace(order, leader=chief, corps=corps, divisions=divisions)

    def _led(self, command: Command, address: str, what: str, leader: str, other: str, to: str) -> Command:
        """Return a command under its new leader; a name given by hand stays."""
        if address != to and command.leader != leader:
            return command
        new = leader if address == to else other
        commander, name = "", ""
        if new == INVENTED:
            commander, name = self.giver.invented(Arm.INFANTRY, what)
        else:
            name = called_after(self.troops.leaders[new], what)
        is_ours = command.name.endswith(f"’s {what}") or not command.name
        return replace(command, leader=new, commander=commander, name=name if is_ours else command.name)


def edited(given: Given, order: NamedOrder, edit: Edit) -> NamedOrder:
    """Return the edited order of battle of one side of a setup."""
    return Desk(troops_of(given), giver_of(given, names_in(order)), given.house).after(order, edit)


def even(stands: int, parts: int) -> list[int]:
    """Divide stands as evenly as possible, larger parts first."""
    share, over = divmod(stands, parts)
    return [share + (n < over) for n in range(parts)]
