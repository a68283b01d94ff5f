"""Small arms from cards: who fires first, volleys, which figures fall, skirmishers, and saves for officers."""

from collections.abc import Iterator
from typing import Any

from rulesets.core.units import Card, Change, Chosen, Role, Use, Whose
from rulesets.the_war_game.morale import Saved
from rulesets.the_war_game.musketry import Casualties, Hits, Target
from rulesets.the_war_game.skirmishers import Killed
from rulesets.the_war_game.state import Cover, Fate, Formation, Prey
from rulesets.the_war_game.unit_cards.kinds import (
    CAVALRY,
    FIRE,
    GENERAL,
    GUNS,
    INFANTRY,
    MOST_CASUALTIES,
    REGIMENTS,
    SAVE,
    SKIRMISHERS,
    TROOPS,
    at,
    name_of,
    officers_who_are,
)

SKIRMISH = at("Skirmishing infantry musketry")
TARGETS = (*TROOPS, *GUNS)
Filled = dict[str, Any]


def whose(card: Card, chosen: Chosen) -> Filled:
    """Fill in what names a roll: the move, the side, and the unit."""
    return {"turn": chosen.turn, "side": card.side, "unit": name_of(card)}


def some(name: str, count: int) -> Filled:
    """Fill in a number unless it is 0, which people must then enter themselves."""
    return {name: count} if count else {}


def in_cover(card: Card) -> bool:
    """Tell whether a unit stands in cover."""
    return "cover" in card.values and card["cover"] != Cover.NONE


def killed_by_fire(card: Card, killed: int, *, cites: str) -> Iterator[Change]:
    """Yield the figures that a unit loses to fire; they count in a melee of the same move."""
    fallen = min(killed, card.whole("figures"))
    yield from card.reduced("figures", by=fallen, cites=cites)
    yield from card.changed("fire_lost", min(card.whole("fire_lost") + fallen, card.whole("original")), cites=cites)


# Ranges, and who fires first.


def _range(chosen: Chosen) -> Filled:
    return {"weapon": chosen.one("firer").text("weapon")}


def _first(chosen: Chosen) -> Filled:
    both = {card.side: name_of(card) for card in (chosen.one("unit"), chosen.one("enemy"))}
    return {"turn": chosen.turn, "union": both.get("USA", ""), "confederate": both.get("CSA", "")}


# A volley, and who is hit.


def _volley(chosen: Chosen) -> Filled:
    firer = chosen.one("firer")
    return {
        **whose(firer, chosen),
        **some("firers", firer.whole("figures")),
        "weapon": firer.text("weapon"),
        "first_volley": not firer.is_so("has_fired"),
        "in_cover": in_cover(chosen.one("target")),
    }


def _volleyed(inputs: Any, found: Casualties, chosen: Chosen) -> Iterator[Change]:
    target = chosen.one("target")
    yield from chosen.one("firer").changed("has_fired", after=True, cites=FIRE)
    waiting = min(target.whole("to_place") + found.casualties, MOST_CASUALTIES)
    yield from target.changed("to_place", waiting, cites=FIRE)


def _target(chosen: Chosen) -> Filled:
    target = chosen.one("target")
    men, officers = target.whole("figures"), officers_who_are(target, Fate.PRESENT)
    numbers = {"officers": [men + n + 1 for n in range(len(officers))]}
    there, waiting = some("figures", men + len(officers)), some("casualties", target.whole("to_place"))
    return {**whose(target, chosen), **there, **numbers, **waiting}


def _hit(inputs: Target, hits: Hits, chosen: Chosen) -> Iterator[Change]:
    """Take off the dead; officers who are hit roll to be saved."""
    target = chosen.one("target")
    yield from killed_by_fire(target, hits.killed, cites=FIRE)
    officers = zip(sorted(inputs.officers), officers_who_are(target, Fate.PRESENT), strict=False)
    for number, officer in officers:
        if number in hits.numbers:
            yield from target.changed(officer, Fate.HIT.value, cites=SAVE)
    yield from target.changed("to_place", 0, cites=FIRE)


# Skirmishers.


def _skirmish(chosen: Chosen) -> Filled:
    firer, target = chosen.one("firer"), chosen.one("target")
    prey = _prey(target)
    covered = in_cover(target) and prey in (Prey.BODY, Prey.OPEN)
    return {
        **whose(firer, chosen),
        **some("firers", firer.whole("figures")),
        "target": prey.value,
        "in_cover": covered,
    }


def _prey(target: Card) -> Prey:
    if target.kind == GENERAL.id:
        return Prey.MOUNTED if target.is_so("mounted") else Prey.PICKED
    is_open = target.kind == INFANTRY.id and target["formation"] == Formation.OPEN
    return Prey.OPEN if is_open or target.kind == SKIRMISHERS.id else Prey.BODY


def _skirmished(inputs: Any, found: Killed, chosen: Chosen) -> Iterator[Change]:
    """Take off the dead; an officer who is picked off is the senior there (R-234)."""
    target = chosen.one("target")
    if not found.one_man and target.kind != GENERAL.id:
        yield from killed_by_fire(target, found.killed, cites=SKIRMISH)
    elif found.killed:
        for officer in officers_who_are(target, Fate.PRESENT)[:1]:
            yield from target.changed(officer, Fate.HIT.value, cites=SKIRMISH)


# Saves.


def _saves(chosen: Chosen) -> Filled:
    unit = chosen.one("unit")
    return {**whose(unit, chosen), **some("officers", len(officers_who_are(unit, Fate.HIT)))}


def _saved(inputs: Any, found: Saved, chosen: Chosen) -> Iterator[Change]:
    """Write down each officer's own die, by rank."""
    unit = chosen.one("unit")
    for number, officer in enumerate(officers_who_are(unit, Fate.HIT)[: found.saved + found.dead], 1):
        fate = Fate.FALLEN if number in found.dead_numbers else Fate.PRESENT
        yield from unit.changed(officer, fate.value, cites=SAVE)


USES = (
    Use(
        "the_war_game.ranges",
        (Role("firer", "Firing unit", kinds=REGIMENTS),),
        fill=_range,
    ),
    Use(
        "the_war_game.who_fires_first",
        (
            Role("unit", "Your unit", kinds=REGIMENTS),
            Role("enemy", "Enemy unit", whose=Whose.ENEMY, kinds=REGIMENTS),
        ),
        fill=_first,
    ),
    Use(
        "the_war_game.musketry",
        (
            Role("firer", "Firing unit", kinds=REGIMENTS),
            Role("target", "Target", whose=Whose.ENEMY, kinds=TARGETS),
        ),
        fill=_volley,
        effects=_volleyed,
    ),
    Use(
        "the_war_game.who_is_hit",
        (Role("target", "Unit with casualties", whose=Whose.ANY, kinds=TARGETS),),
        fill=_target,
        effects=_hit,
    ),
    Use(
        "the_war_game.skirmish_fire",
        (
            Role("firer", "Skirmishers", kinds=(SKIRMISHERS.id, INFANTRY.id, CAVALRY.id)),
            Role("target", "Target", whose=Whose.ENEMY, kinds=(*TARGETS, GENERAL.id)),
        ),
        fill=_skirmish,
        effects=_skirmished,
    ),
    Use(
        "the_war_game.officer_save",
        (Role("unit", "Unit or general", whose=Whose.ANY, kinds=(*TARGETS, GENERAL.id)),),
        fill=_saves,
        effects=_saved,
    ),
)
