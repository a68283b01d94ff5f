"""A side's plan: its flank marches, order of battle, and deployment (VG-4 to 7D)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from battles.conduct.base import Chances, Chosen, ChosenPlan, Option, PlanChoices, PlanCommand, PlanLeader, Unit
from battles.conduct.cw_to_ff.army import ground, marching, stands_of
from battles.conduct.cw_to_ff.day import TableDay
from battles.conduct.cw_to_ff.deployment import command_of, deployment_problems, deployment_words
from battles.conduct.cw_to_ff.marches import NOT_HERE, Marches, ban
from battles.conduct.cw_to_ff.orders import TableOrders
from battles.conduct.cw_to_ff.words import day_of, edge_words, leader_words, side_words
from battles.conduct.plain import TABLE
from campaign.errors import NumberNeeded, Refusal
from campaign.models import SideCode
from campaign.selectors.procedures import odds_of, refusing, run
from rulesets.core.brief import Brief, BriefLeader, PublicBrief
from rulesets.core.brief_values import LIMITS
from rulesets.core.carries import carries
from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.deployment import NO_DEPLOYMENT, Deployment
from rulesets.core.plain import Json
from rulesets.core.records import dataclass
from rulesets.core.words import many
from rulesets.cw_to_ff.battlefield import breastworks
from rulesets.cw_to_ff.flank_marches import flank_march_arrival
from rulesets.cw_to_ff.named_order import NamedOrder, booking, is_whole
from rulesets.cw_to_ff.order_of_battle import MOST_LEADERS
from rulesets.cw_to_ff.orders import DEPLOYMENT, ORDER, FlankMarch, Plan
from rulesets.cw_to_ff.site_order import Given, troops_of
from rulesets.cw_to_ff.state import Edge, edge_of

SIDES = tuple(sorted(SideCode.values))
TOO_MANY_LEADERS = (  # of which army, the enemy doesn't learn
    f"An army here has more than {MOST_LEADERS} leaders, the most that a battle on the table can have (R-59)."
)


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

    def choices(self, brief: Brief, side: str, order: Json | None = None) -> PlanChoices:
        """Return table edges, the leaders who can lead a flank force, those who can't, and the units of all commands.

        An unknown number stops the drafter, but not the page: it's asked for when the plan is sealed.
        """
        banned, cites = self._ban(brief, side)
        if banned:
            return PlanChoices(ban=banned, ban_cites=cites)
        edges = tuple(Option(edge_of(f, defends=side == brief.defender).value, f"Your {f.value}") for f in Edge)
        try:
            marches = self._marches(brief, side, order)
        except NumberNeeded as needed:
            return PlanChoices(
                edges=edges, notes=(f"Without this number there is no order of battle: {needed.where}.",)
            )
        leaders = [(leader, marches.why_not(leader.id)) for leader in marches.leaders.values()]
        able = tuple(
            PlanLeader(leader.id, leader_words(leader), units=marches.units_of(leader.id))
            for leader, why in leaders
            if not why
        )
        most = f"At most {marches.may_march} of your {marches.commands.stands} stands may flank march. VG-5A"
        return PlanChoices(
            edges=edges if able else (),
            leaders=able,
            refused=tuple(Option(leader.id, leader.name, why) for leader, why in leaders if why),
            commands=tuple(_offered(self.commands(brief, side, order), able)),
            notes=(most,),
        )

    def _ban(self, brief: Brief, side: str) -> tuple[str, str]:
        return ban(brief, side, sum(stands_of(brief, side, self.house).values()), self.house)

    def _marches(self, brief: Brief, side: str, order: Json | None) -> Marches:
        return Marches(brief, side, self.house, TableOrders(self.house).current(brief, side, order))

    def chances(self, brief: Brief, side: str, order: Json | None = None) -> tuple[Chances, ...]:
        """Return arrival odds under each leader who can lead a force, the best first."""
        if any(self._ban(brief, side)):
            return ()
        try:
            marches = self._marches(brief, side, order)
        except NumberNeeded:
            return ()
        leaders = [leader for leader in marches.leaders.values() if not marches.why_not(leader.id)]
        return tuple(
            Chances(
                f"{leader.name} (initiative {leader.initiative})",
                odds_of(flank_march_arrival, marching(brief, side, leader.initiative), house=self.house)[::-1],
            )
            for leader in sorted(leaders, key=lambda leader: leader.initiative)
        )

    def commands(self, brief: Brief, side: str, order: Json | None = None) -> tuple[PlanCommand, ...]:
        return tuple(map(command_of, TableOrders(self.house).view(brief, side, order).commands))

    @carries("VG-5")
    def problems(
        self,
        brief: Brief,
        side: str,
        chosen: ChosenPlan,
        order: Json | None = None,
        deployment: Deployment = NO_DEPLOYMENT,
    ) -> tuple[str, ...]:
        marches = self._marches(brief, side, order)
        return (*marches.problems(chosen), *deployment_problems(marches.order, deployment))

    @carries("VG-5")
    def settle(
        self,
        brief: Brief,
        side: str,
        chosen: ChosenPlan,
        order: Json | None = None,
        deployment: Deployment = NO_DEPLOYMENT,
    ) -> Plan:
        """Check the order of battle, then the marches and the deployment in it."""
        final = TableOrders(self.house).final(brief, side, order)
        return self._settled(brief, side, chosen, final, deployment)

    def _settled(self, brief: Brief, side: str, chosen: ChosenPlan, order: NamedOrder, deployment: Deployment) -> Plan:
        marches = Marches(brief, side, self.house, order)
        if problems := [*marches.problems(chosen), *deployment_problems(order, deployment)]:
            raise Refusal(" ".join(problems))
        return Plan.of(marches.settled(chosen), order, deployment)

    def read(self, brief: Brief, side: str, plain: Json) -> Plan:
        """Read a plan; where the army has been corrected since the seal, an order of battle need not fit it."""
        from rulesets.core.typed import read_as  # slow to import, and needed only by corrections

        marches = read_as(_Marches, {name: part for name, part in plain.items() if name not in (ORDER, DEPLOYMENT)})
        chosen: dict[str, Chosen] = {
            edge.value: Chosen(march.leader, march.units)
            for edge, march in ((Edge.LEFT, marches.left), (Edge.RIGHT, marches.right))
            if march is not None
        }
        deployment = read_as(Deployment, plain[DEPLOYMENT]) if DEPLOYMENT in plain else NO_DEPLOYMENT
        if ORDER not in plain:
            return self.settle(brief, side, chosen, None, deployment)
        order = read_as(NamedOrder, plain[ORDER])
        known = {leader.id for leader in brief.sides[side].leaders}
        if not known.issuperset([*order.all_leaders(), *(one.leader for one in chosen.values())]):
            raise Refusal(NOT_HERE)
        if self._is_whole(brief, side, order):
            return self._settled(brief, side, chosen, order, deployment)
        return Plan(marches.left, marches.right, order, deployment)

    def _is_whole(self, brief: Brief, side: str, order: NamedOrder) -> bool:
        with refusing():
            return is_whole(order, troops_of(Given.of(brief, side, self.house)))

    def from_json(self, plain: Json) -> Plan:
        return Plan.from_json(plain)

    def in_words(self, brief: Brief, side: str, plan: Plan) -> tuple[str, ...]:
        return _marches(brief, plan, {leader.id: leader.name for leader in brief.sides[side].leaders})

    def marches_by_slot(self, brief: Brief, side: str, plan: Plan) -> tuple[str, ...]:
        return _marches(brief, plan, {x.id: f"leader {n}" for n, x in enumerate(brief.sides[side].leaders, start=1)})

    def deployment_in_words(self, plan: Plan) -> tuple[str, ...]:
        return tuple(deployment_words(plan))

    def units(self, brief: Brief, side: str, plan: Plan | None) -> tuple[Unit, ...]:
        """Return the brigades of the order of battle, those on the table first; each is whole and in one place."""
        if plan is None or plan.order is None or not self._is_whole(brief, side, plan.order):
            return self._by_kind(brief, side)
        with refusing():
            booked = booking(plan.order, troops_of(Given.of(brief, side, self.house)))
        place = plan.place_of
        units = [
            Unit(
                at,
                _with_place(brief, f"{b.name}, {b.quality} {b.arm}", place.get(at)),
                place.get(at, TABLE),
                booked[at],
                _with_place(brief, f"Brigade {n}, {b.quality} {b.arm}", place.get(at)),
                called=b.name,
                arm=str(b.arm),
                commander=b.commander,
            )
            for n, (at, _, b) in enumerate(plan.order.all_brigades(), start=1)
        ]
        return tuple(sorted(units, key=lambda unit: (unit.place != TABLE, unit.place)))

    def batteries(self, brief: Brief, side: str, plan: Plan | None) -> tuple[Unit, ...]:
        if plan is None or plan.order is None:
            return ()
        place = plan.place_of
        return tuple(
            Unit(
                at,
                _with_place(brief, battery.name, place.get(at)),
                place.get(at, TABLE),
                (),
                _with_place(brief, f"Battery {n}", place.get(at)),
                called=battery.name,
                arm="battery",
            )
            for n, (at, _, battery) in enumerate(plan.order.batteries_by_address(), start=1)
        )

    def hidden(self, plan: Plan) -> frozenset[str]:
        return plan.hidden

    def _by_kind(self, brief: Brief, side: str) -> tuple[Unit, ...]:
        """Return a unit for each arm and quality on the table: all there is to say of an army without an order."""
        stands = stands_of(brief, side, self.house)
        groups: dict[tuple[str, str, str], list[tuple[str, int]]] = {}
        for item in brief.sides[side].strength:
            groups.setdefault((TABLE, item.quality, item.arm), []).append((item.id, stands[item.id]))
        named = [(key, f"{key[1]} {key[2]}".capitalize(), booked) for key, booked in sorted(groups.items())]
        return tuple(Unit("-".join(key), name, TABLE, tuple(booked), name) for key, name, booked in named)

    def breastworks(self, brief: Brief, side: str, plan: Plan) -> str:
        if side != brief.defender:
            return ""
        stands = sum(unit.stands for unit in self.units(brief, side, plan) if unit.place == TABLE)
        works = run(breastworks, {**ground(brief), "stands_on_table": stands}, house=self.house).result
        return f"{works}. The enemy sees only those in its sight. VG-7C" if works.inches else ""


def _offered(commands: Iterable[PlanCommand], leaders: Iterable[PlanLeader]) -> Iterator[PlanCommand]:
    """Yield the commands with those parts that some leader may take along."""
    offered = {unit for leader in leaders for unit in leader.units}
    for command in commands:
        parts = tuple(part for part in command.parts if part.at in offered)
        if parts:
            yield replace(command, parts=parts)


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


def _marches(brief: Brief, plan: Plan, leaders: Mapping[str, str]) -> tuple[str, ...]:
    """Say what marches, with these words for its leaders and no names of units: the enemy reads it after the battle."""
    if not plan.by_edge:
        return ("No flank marches; everything is on the table.",)
    stands = {at: brigade.stands for at, _, brigade in plan.order.all_brigades()} if plan.order else {}
    return tuple(
        _march_words(brief, edge, march, leaders[march.leader], stands) for edge, march in plan.by_edge.items()
    )


def _march_words(brief: Brief, edge: Edge, march: FlankMarch, leader: str, stands: Mapping[str, int]) -> str:
    own = [stands[at] for at in march.units if at in stands]
    brigades = f"{many(len(own), 'brigade')} of {many(sum(own), 'stand')}"
    batteries = many(len(march.units) - len(own), "battery")
    return f"Around {edge_words(brief, edge)}: {leader} with {brigades}, {batteries}."


def _with_place(brief: Brief, name: str, edge: Edge | None) -> str:
    return name if edge is None else f"{name}, marching around {edge_words(brief, edge)}"
