"""Shows an order of battle as a tree: leaders by name, then divisions, strength points, and brigades."""

from collections import Counter
from collections.abc import Iterator, Mapping

from rulesets.core.tree import Branch
from rulesets.core.words import first_up, listed, many, possessive
from rulesets.cw_to_ff.order_of_battle import INVENTED, Brigade, Corps, Division, OrderOfBattle, Present


def order_tree(order: OrderOfBattle, present: Present) -> Iterator[str]:
    """Yield the lines of the tree."""
    names = {leader.id: leader.name or leader.id for leader in present.leaders}
    corps = [_corps(each, names) for each in order.corps]
    divisions = [_division(each, names) for each in order.divisions]
    spare = [Branch(f"{names.get(leader, leader)}, supernumerary") for leader in order.supernumerary]
    chief = names.get(order.army_leader, order.army_leader)
    led = f"{chief}, army leader" if chief != INVENTED else "No army leader"
    yield from Branch(_with_batteries(led, order), (*corps, *divisions, *spare)).lines()


def _corps(corps: Corps, names: Mapping[str, str]) -> Branch:
    points = sum(len(division.items) for division in corps.divisions)
    label = _with_batteries(f"{_led_by(corps.leader, names)} corps, {many(points, 'SP')}", corps)
    return Branch(label, tuple(_division(division, names) for division in corps.divisions))


def _division(division: Division, names: Mapping[str, str]) -> Branch:
    items = listed(f"{count} of {item}" for item, count in Counter(division.items).items())
    label = f"{_led_by(division.leader, names)} division, {many(len(division.items), 'SP')} ({items})"
    brigades = Counter(map(_brigade, division.brigades))
    return Branch(
        _with_batteries(label, division),
        tuple(Branch(f"{many(count, 'brigade')} of {each}") for each, count in brigades.items()),
    )


def _brigade(brigade: Brigade) -> str:
    stands = many(brigade.stands, f"{brigade.quality} {brigade.arm} stand")
    batteries = many(brigade.batteries, "battery") if brigade.batteries else ""
    return ", ".join(filter(None, (stands, brigade.triple, batteries, brigade.name)))


def _led_by(leader: str, names: Mapping[str, str]) -> str:
    return possessive(first_up(names.get(leader, leader)) if leader != INVENTED else "An invented leader")


def _with_batteries(label: str, holder: OrderOfBattle | Corps | Division) -> str:
    foot = many(holder.batteries, "foot battery") if holder.batteries else ""
    horse = many(holder.horse_batteries, "horse battery") if holder.horse_batteries else ""
    return ", ".join(filter(None, (label, foot, horse)))
