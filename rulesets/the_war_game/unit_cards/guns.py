"""Artillery from cards: at troops, guns, and houses, and the fire that spreads in a house."""

from collections.abc import Iterator
from typing import Any

from rulesets.core.units import Card, Change, Chosen, Role, Use, Whose
from rulesets.the_war_game.artillery import GunDamage
from rulesets.the_war_game.houses import HouseShell, HouseShot, Spread
from rulesets.the_war_game.state import HouseState
from rulesets.the_war_game.unit_cards.fire import TARGETS, Filled, killed_by_fire, whose
from rulesets.the_war_game.unit_cards.kinds import (
    COUNTER,
    FOOT,
    GUN,
    GUNS,
    HOUSE,
    HOUSES,
    HOWITZER,
    MOST_DAMAGE,
    NAPOLEON,
    at,
)

SHOT, SHELL = (GUN.id, NAPOLEON.id), (HOWITZER.id, NAPOLEON.id)
MOST_BEFORE = 19  # with more, a gun or house is gone
SECTIONS = {"round_shot": at("Roundshot"), "canister": at("Canister"), "howitzer": at("Howitzer")}


def _fires(gun: Card, chosen: Chosen) -> Iterator[Change]:
    yield from gun.changed("fired_on", chosen.turn, cites=COUNTER)


# At troops.


def _at_troops(chosen: Chosen) -> Filled:
    return whose(chosen.one("gun"), chosen)


def _shell(chosen: Chosen) -> Filled:
    gun = chosen.one("gun")
    return {**whose(gun, chosen), "piece": NAPOLEON.title if gun.kind == NAPOLEON.id else "howitzer"}


def _killing(name: str) -> Any:
    """Return the effects of fire that kills figures of the target."""

    def effects(inputs: Any, found: Any, chosen: Chosen) -> Iterator[Change]:
        yield from _fires(chosen.one("gun"), chosen)
        yield from killed_by_fire(chosen.one("target"), found.killed, cites=SECTIONS[name])

    return effects


# At guns.


def _at_gun(chosen: Chosen) -> Filled:
    gun, target = chosen.one("gun"), chosen.one("target")
    return {
        **whose(gun, chosen),
        "total": min(target.whole("damage"), MOST_BEFORE),
        "shot": "shell" if gun.kind == HOWITZER.id else "ball",
    }


def _gun_hit(inputs: Any, found: GunDamage, chosen: Chosen) -> Iterator[Change]:
    target = chosen.one("target")
    yield from _fires(chosen.one("gun"), chosen)
    yield from target.changed("damage", min(found.total, MOST_DAMAGE), cites=COUNTER)
    yield from target.changed("state", found.state, cites=COUNTER)


# At houses.


def _at_house(chosen: Chosen) -> Filled:
    house, garrison = chosen.one("house"), chosen.maybe("garrison")
    inside = {"garrison": garrison.whole("figures")} if garrison else {}
    return {**whose(chosen.one("gun"), chosen), "total": min(house.whole("damage"), MOST_BEFORE), **inside}


def _house_hit(inputs: Any, found: HouseShot | HouseShell, chosen: Chosen) -> Iterator[Change]:
    house, garrison = chosen.one("house"), chosen.maybe("garrison")
    yield from _fires(chosen.one("gun"), chosen)
    yield from house.changed("damage", min(found.total, MOST_DAMAGE), cites=HOUSES)
    if found.state in (HouseState.RUINED, HouseState.BURNING):
        yield from house.changed("state", found.state, cites=HOUSES)
    if garrison:
        yield from killed_by_fire(garrison, found.killed, cites=HOUSES)


def _burning(chosen: Chosen) -> Filled:
    house = chosen.one("house")
    return {"turn": chosen.turn, "unit": house.name[:40]}


def _spread(inputs: Any, found: Spread, chosen: Chosen) -> Iterator[Change]:
    if found.caught_on:
        yield from chosen.one("house").changed("second_burns", after=True, cites=HOUSES)


def _troops_use(name: str, kinds: tuple[str, ...]) -> Use:
    return Use(
        f"the_war_game.{name}",
        (Role("gun", "Gun", kinds=kinds), Role("target", "Target", whose=Whose.ENEMY, kinds=TARGETS)),
        fill=_shell if name == "howitzer" else _at_troops,
        effects=_killing(name),
    )


def _house_use(name: str, kinds: tuple[str, ...]) -> Use:
    return Use(
        f"the_war_game.{name}",
        (
            Role("gun", "Gun", kinds=kinds),
            Role("house", "House", whose=Whose.ANY, kinds=(HOUSE.id,)),
            Role("garrison", "Garrison", whose=Whose.ENEMY, kinds=FOOT, least=0),
        ),
        fill=_at_house,
        effects=_house_hit,
    )


USES = (
    _troops_use("round_shot", SHOT),
    _troops_use("canister", GUNS),
    _troops_use("howitzer", SHELL),
    Use(
        "the_war_game.counter_battery",
        (Role("gun", "Gun", kinds=GUNS), Role("target", "Enemy gun", whose=Whose.ENEMY, kinds=GUNS)),
        fill=_at_gun,
        effects=_gun_hit,
    ),
    _house_use("house_shot", SHOT),
    _house_use("house_shell", SHELL),
    Use(
        "the_war_game.fire_spread",
        (Role("house", "House on fire", whose=Whose.ANY, kinds=(HOUSE.id,)),),
        fill=_burning,
        effects=_spread,
    ),
)
