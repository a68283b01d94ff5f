"""A side's plan: its flank marches (VG-5, 7C, 7D)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from battles.conduct.base import Chances, Chosen, ChosenPlan, Option, PlanChoices, Unit
from battles.conduct.cw_to_ff.army import (
    Asked,
    arm_of,
    divisions_of,
    ground,
    items_of,
    marching,
    rank_of,
    stands_of,
    total,
)
from battles.conduct.cw_to_ff.day import TableDay
from battles.conduct.cw_to_ff.orders import TableOrders
from battles.conduct.cw_to_ff.words import (
    counted,
    day_of,
    edge_words,
    item_words,
    leader_words,
    own_words,
    side_words,
)
from battles.conduct.plain import TABLE
from campaign.errors import Refusal
from campaign.models import SideCode
from campaign.selectors.procedures import odds_of, refusing, run
from rulesets.core.brief import LIMITS, Brief, BriefLeader, PublicBrief
from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.plain import Json
from rulesets.cw_to_ff.battlefield import breastworks
from rulesets.cw_to_ff.flank_marches import FlankCheck, check_flank_march, flank_march_arrival
from rulesets.cw_to_ff.named_order import Booked, NamedOrder, booking, is_whole
from rulesets.cw_to_ff.order_of_battle import MOST_LEADERS
from rulesets.cw_to_ff.orders import ORDER, FlankMarch, FlankMarches
from rulesets.cw_to_ff.site_order import Given, troops_of
from rulesets.cw_to_ff.state import Edge, edge_of

SIDES = tuple(sorted(SideCode.values))
BANS = ("VG-7C2", "VG-7D1")
TOO_MANY_LEADERS = (  # of which army, the enemy doesn't learn
    f"An army here has more than {MOST_LEADERS} leaders, the most that a battle on the table can have (R-59)."
)
NOBODY_MARCHES = FlankMarches()
Marching = tuple[str, FlankMarch | None]
ON_TABLE: Marching = (TABLE, None)


@dataclass(frozen=True)
class _Marches:
    """The marches of a plan written by hand."""

    left: FlankMarch | None = None
    right: FlankMarch | None = None


@dataclass(frozen=True)
class FlankMarchPlanning:
    """Planning with the conversion book."""

    house: Context = BY_THE_BOOK

    def check_brief(self, brief: Brief) -> None:
        for side in SIDES:
            if not brief.sides[side].strength:
                raise Refusal(f"{side_words(side)} has no strength points.")
            if len(brief.sides[side].leaders) > MOST_LEADERS:
                raise Refusal(TOO_MANY_LEADERS, cites="VG-4B")
            for leader in brief.sides[side].leaders:
                _check_ratings(leader)
            stands_of(brief, side, self.house)
        day_of(brief.date)
        day, public = TableDay(self.house), self.public_part(brief)
        day.clock(public, 1)
        day.terms(public)

    def public_part(self, brief: Brief) -> PublicBrief:
        """Return everything except the armies; demoralization markers are public."""
        return brief.public_part(demoralized=tuple(side for side in SIDES if brief.sides[side].demoralized))

    def choices(self, brief: Brief, side: str) -> PlanChoices:
        """Return table edges, leaders of flank forces, and strength points."""
        army, defends = brief.sides[side], side == brief.defender
        stands = stands_of(brief, side, self.house)
        ban, cites = self._ban(brief, side, stands)
        if ban:
            return PlanChoices(ban=ban, ban_cites=cites)
        whole = sum(stands.values())
        return PlanChoices(
            edges=tuple(Option(edge_of(f, defends=defends).value, f"Your {f.value}") for f in Edge),
            leaders=tuple(Option(leader.id, leader_words(leader)) for leader in army.leaders),
            items=tuple(
                Option(item.id, f"{item_words(item)}, no. {n}, {stands[item.id]} stands")
                for n, item in enumerate(army.strength, start=1)
            ),
            notes=(f"At most {whole // 2} of your {whole} stands may flank march. VG-5A",),
        )

    def _ban(self, brief: Brief, side: str, stands: Mapping[str, int]) -> tuple[str, str]:
        """Check whether ground or demoralization forbids flank marches, before anything is chosen (R-2)."""
        force: Asked = {"edge": Edge.LEFT, "stands": 0, "leader_rank": "division"}
        check = self._check(brief, side, stands, [force])
        bans = [fault for fault in check.faults if fault.cites in BANS]
        return (bans[0].sentence, bans[0].cites) if bans else ("", "")

    def _check(self, brief: Brief, side: str, stands: Mapping[str, int], forces: list[Asked]) -> FlankCheck:
        asked: Asked = {
            **ground(brief),
            "army_stands": sum(stands.values()),
            "stands_per_sp": brief.ratio.stands_per_sp,
            "defends": side == brief.defender,
            "demoralized": brief.sides[side].demoralized,
            "forces": forces,
        }
        return run(check_flank_march, asked, house=self.house).result

    def chances(self, brief: Brief, side: str) -> tuple[Chances, ...]:
        """Return arrival odds under each leader, grouped by initiative, best first."""
        if any(self._ban(brief, side, stands_of(brief, side, self.house))):
            return ()
        leaders: dict[int, list[str]] = {}
        for leader in brief.sides[side].leaders:
            leaders.setdefault(leader.initiative, []).append(leader.name)
        return tuple(
            Chances(
                f"Under {', '.join(names)} (initiative {initiative})",
                odds_of(flank_march_arrival, marching(brief, side, initiative), house=self.house)[::-1],
            )
            for initiative, names in sorted(leaders.items())
        )

    def settle(self, brief: Brief, side: str, chosen: ChosenPlan, order: Json | None = None) -> FlankMarches:
        """Check edges, leaders, and items, each used once; then every clause of the rules at once."""
        marches = self._settled_marches(brief, side, chosen)
        return replace(marches, order=TableOrders(self.house).final(brief, side, order))

    def _settled_marches(self, brief: Brief, side: str, chosen: ChosenPlan) -> FlankMarches:
        known: dict[str, Edge] = {edge.value: edge for edge in Edge}
        settled = {known[at]: _march(brief, side, known[at], one) for at, one in chosen.items() if at in known}
        if chosen.keys() - known.keys():
            raise Refusal("A flank march goes around the left or right edge.")
        items = [item for march in settled.values() for item in march.items]
        if len(items) != len(set(items)):
            raise Refusal("A strength point can join only one flank march.", cites="VG-5A")
        leading = [march.leader for march in settled.values()]
        if len(leading) != len(set(leading)):
            raise Refusal("A leader can lead only one flank march.", cites="VG-5B")
        plan, stands = FlankMarches.of(settled), stands_of(brief, side, self.house)
        check = self._check(brief, side, stands, list(self._forces(brief, side, plan, stands)))
        if check.faults:
            raise Refusal(" ".join(f"{fault.sentence} {fault.cites}." for fault in check.faults))
        return plan

    def _forces(self, brief: Brief, side: str, plan: FlankMarches, stands: Mapping[str, int]) -> Iterator[Asked]:
        """Return a plan's forces as inputs of `check_flank_march`."""
        army, ratio = brief.sides[side], brief.ratio.stands_per_sp
        for edge, march in plan.by_edge.items():
            items = items_of(army, march)
            yield {
                "edge": edge,
                "stands": total(stands, items),
                "nominal_stands": sum(item.size * ratio for item in items),
                "leader": march.leader,
                "leader_rank": rank_of(army, army.leader(march.leader), self.house),
                "from_counter": True,
                "divisions": max(1, divisions_of(brief, side, items, self.house)),
                "called": f"the force on {own_words(brief, side, edge)}",
            }

    def read(self, brief: Brief, side: str, plain: Json) -> FlankMarches:
        from rulesets.core.typed import read_as  # slow to import, and needed only by corrections

        marches = read_as(_Marches, {name: part for name, part in plain.items() if name != ORDER})
        chosen: dict[str, Chosen] = {
            edge.value: Chosen(march.leader, march.items)
            for edge, march in ((Edge.LEFT, marches.left), (Edge.RIGHT, marches.right))
            if march is not None
        }
        settled = self._settled_marches(brief, side, chosen)
        if ORDER not in plain:
            return replace(settled, order=TableOrders(self.house).final(brief, side, None))
        return replace(settled, order=read_as(NamedOrder, plain[ORDER]))

    def from_json(self, plain: Json) -> FlankMarches:
        return FlankMarches.from_json(plain)

    def in_words(self, brief: Brief, side: str, plan: FlankMarches) -> tuple[str, ...]:
        if not plan.by_edge:
            return ("No flank marches; everything is on the table.",)
        stands = stands_of(brief, side, self.house)
        return tuple(_march_words(brief, side, edge, march, stands) for edge, march in plan.by_edge.items())

    def units(self, brief: Brief, side: str, plan: FlankMarches | None) -> tuple[Unit, ...]:
        """Return the brigades of the order of battle. One whose points march apart from each other is several units."""
        marches = (plan or NOBODY_MARCHES).by_edge
        place = {item: (edge.value, march) for edge, march in marches.items() for item in march.items}
        if plan is not None and plan.order is not None:
            with refusing():
                troops = troops_of(Given.of(brief, side, self.house))
            if is_whole(plan.order, troops):
                return _brigades(brief, side, plan.order, booking(plan.order, troops), place)
        return self._by_kind(brief, side, place)

    def _by_kind(self, brief: Brief, side: str, place: Mapping[str, Marching]) -> tuple[Unit, ...]:
        """Return a unit of one arm and quality in one place: what is left if the army has changed since the seal."""
        stands = stands_of(brief, side, self.house)
        groups: dict[tuple[str, str, str], list[tuple[str, int]]] = {}
        for item in brief.sides[side].strength:
            where, march = place.get(item.id, (TABLE, None))
            arm = arm_of(item, brief.sides[side], march)
            groups.setdefault((where, item.quality, arm.value), []).append((item.id, stands[item.id]))
        ordered = sorted(groups.items(), key=lambda group: (group[0][0] != TABLE, group[0]))
        return tuple(Unit("-".join(key), _unit_words(brief, *key), key[0], tuple(booked)) for key, booked in ordered)

    def breastworks(self, brief: Brief, side: str, plan: FlankMarches) -> str:
        if side != brief.defender:
            return ""
        away = {item for march in plan.by_edge.values() for item in march.items}
        on_table = [item for item in brief.sides[side].strength if item.id not in away]
        stands = total(stands_of(brief, side, self.house), on_table)
        works = run(breastworks, {**ground(brief), "stands_on_table": stands}, house=self.house).result
        return f"{works}. The enemy sees only those in its sight. VG-7C" if works.inches else ""


def _brigades(
    brief: Brief, side: str, order: NamedOrder, booked: Mapping[str, Booked], place: Mapping[str, Marching]
) -> tuple[Unit, ...]:
    """Return the units of each brigade by place, those on the table first."""
    items = {item.id: item for item in brief.sides[side].strength}
    units: list[Unit] = []
    n = 0
    for address, _, division in order.all_divisions():
        for m, brigade in enumerate(division.brigades):
            n += 1
            parts: dict[str, list[tuple[str, int]]] = {}
            for item, stands in booked[f"{address}b{m}"]:
                parts.setdefault(place.get(item, ON_TABLE)[0], []).append((item, stands))
            for where, mine in parts.items():
                unit = f"b{n}" if where == TABLE else f"b{n}-{where}"
                march = place.get(mine[0][0], ON_TABLE)[1]
                arm = arm_of(items[mine[0][0]], brief.sides[side], march) if march else brigade.arm
                name = f"{brigade.name}, {brigade.quality} {arm}"
                units.append(Unit(unit, _with_place(brief, name, where), where, tuple(mine)))
    return tuple(sorted(units, key=lambda unit: (unit.place != TABLE, unit.place)))


def _check_ratings(leader: BriefLeader) -> None:
    """Refuse ratings that the rules can't use, before a battle is built on them."""
    for name, given in (
        ("rank_stars", leader.rank_stars),
        ("initiative", leader.initiative),
        ("tactical", leader.tactical),
    ):
        least, most = LIMITS[name]
        if not least <= given <= most:
            raise Refusal(f"{leader.name}: {name} must be from {least} to {most}, not {given}.", field=name)


def _march(brief: Brief, side: str, edge: Edge, chosen: Chosen) -> FlankMarch:
    """Return a chosen flank march: a leader and items of this army."""
    army = brief.sides[side]
    if not chosen.leader or not chosen.items:
        lacks = "a leader" if chosen.items else "strength points"
        where = own_words(brief, side, edge).capitalize()
        raise Refusal(f"{where}: a flank march needs a leader and strength points. Choose {lacks}.", cites="VG-5B")
    known, wanted = [item.id for item in army.strength], set(chosen.items)
    if chosen.leader not in {leader.id for leader in army.leaders} or not wanted <= set(known):
        raise Refusal("The plan names a leader or strength point not in this army.")
    return FlankMarch(chosen.leader, tuple(item for item in known if item in wanted))


def _march_words(brief: Brief, side: str, edge: Edge, march: FlankMarch, stands: Mapping[str, int]) -> str:
    army = brief.sides[side]
    items = items_of(army, march)
    words = (item_words(item, arm_of(item, army, march)) for item in items)
    return (
        f"Around {edge_words(brief, edge)}: {army.leader(march.leader).name} with "
        f"{counted(words)}; {total(stands, items)} stands."
    )


def _unit_words(brief: Brief, place: str, quality: str, arm: str) -> str:
    return _with_place(brief, f"{quality} {arm}".capitalize(), place)


def _with_place(brief: Brief, name: str, place: str) -> str:
    return name if place == TABLE else f"{name}, marching around {edge_words(brief, Edge(place))}"
