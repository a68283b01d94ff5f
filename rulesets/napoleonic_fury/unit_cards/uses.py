"""Which cards each procedure of this book takes, and what it reads from them."""

from rulesets.core.units import Card, Chosen, Role, Use, Whose
from rulesets.napoleonic_fury.state import Formation, Nation, Rank, Troops
from rulesets.napoleonic_fury.unit_cards import effects
from rulesets.napoleonic_fury.unit_cards.kinds import (
    BATTERY_CARD,
    CAVALRY_CARD,
    INFANTRY_CARD,
    LEADER_CARD,
    MOVERS,
    UNIT_CARDS,
)
from rulesets.napoleonic_fury.unit_cards.reading import (
    NOT_COUNTED,
    Filled,
    all_of,
    counts_twice,
    fighter,
    firer,
    in_command,
    is_exceptional,
    is_there,
    maneuvering,
    name_of,
    of_unit,
    player_turn,
    rating_of,
    roll_key,
    stands_lost,
    target_of,
    under_fire,
)

BOOK_ID = "napoleonic_fury"
MOST_FIRERS, MOST_OFFICERS, MOST_UNITS = 12, 10, 60
FIGHTERS = (*UNIT_CARDS, BATTERY_CARD)
UNIT = Role("unit", "Unit", kinds=UNIT_CARDS)
CAVALRY = Role("unit", "Cavalry", kinds=(CAVALRY_CARD,))
BATTERY = Role("battery", "Battery", kinds=(BATTERY_CARD,))
OFFICERS = Role("officers", "Officers who help it", kinds=(LEADER_CARD,), least=0, most=MOST_OFFICERS)
COMMANDER = Role("commander", "Corps or army commander", kinds=(LEADER_CARD,), least=0)
LEVELS = {Rank.DIVISION: "division", Rank.CORPS: "corps", Rank.WING: "army", Rank.ARMY: "army"}


def _use(name: str, *roles: Role, fill: object, writes: object = None) -> Use:
    return Use(f"{BOOK_ID}.{name}", roles, fill=fill, **({"effects": writes} if writes else {}))  # type: ignore[arg-type]


def _nations(chosen: Chosen) -> Filled:
    unit = chosen.one("unit")
    arm = "cavalry" if unit.kind == CAVALRY_CARD else "infantry"
    return {"arm": arm, **of_unit(unit, "nation", "year", "trained")}


def _scale(chosen: Chosen) -> Filled:
    units, guns = chosen.all("units"), chosen.all("batteries")
    heavy = [each for each in guns if each["nation"] == Nation.RUSSIA and each["troops"] == Troops.HEAVY_BATTERY]
    return {
        "infantry_stands": sum(unit.whole("stands") for unit in units if unit.kind == INFANTRY_CARD),
        "cavalry_stands": sum(unit.whole("stands") for unit in units if unit.kind == CAVALRY_CARD),
        "turns": chosen.turn,
        "russian_heavy": len(heavy),
    }


def _command_range(chosen: Chosen) -> Filled:
    leader = chosen.one("leader")
    commands_army = leader["rank"] in (Rank.WING, Rank.ARMY)
    return {
        **of_unit(leader, "nation", "rank", "replacement"),
        "exceptional": is_exceptional(leader),
        **(rating_of(leader) if commands_army else {}),
    }


def _rolls(chosen: Chosen) -> Filled:
    return maneuvering(chosen) | roll_key(chosen)


def _rolls_under(chosen: Chosen) -> Filled:
    return _rolls(chosen) | rating_of(chosen.maybe("commander"))


def _reaction(chosen: Chosen) -> Filled:
    return _rolls_under(chosen) | of_unit(chosen.one("unit"), "disordered")


def _movement(chosen: Chosen) -> Filled:
    mover = chosen.one("mover")
    if mover.kind == LEADER_CARD:
        return {"troops": Troops.LEADER.value, **of_unit(mover, "nation")}
    return of_unit(mover, "nation", "troops", "formation", "year", "allowed")


def _functions(chosen: Chosen) -> Filled:
    battery = chosen.one("battery")
    return {"battery": battery["troops"], "limbered": battery["limbered"]}


def _unlimber(chosen: Chosen) -> Filled:
    battery = chosen.one("battery")
    officers = [
        {"exceptional": is_exceptional(leader), **of_unit(leader, "rank", "replacement")}
        for leader in chosen.all("officers")
        if in_command(leader)
    ]
    return {"nation": battery["nation"], "attached": bool(battery["attached_to"]), "officers": officers}


def _charge_over_ground(chosen: Chosen) -> Filled:
    return of_unit(chosen.one("unit"), "troops")


def _emergency(chosen: Chosen) -> Filled:
    unit, leader = chosen.one("unit"), chosen.maybe("leader")
    known = of_unit(unit, "nation", "troops", "formation", "elite", "disordered", "exceptional_commander", "year")
    cavalry = {"into": Formation.LINE.value} if unit.kind == CAVALRY_CARD else {}
    return {**known, **roll_key(chosen), **cavalry, "leader": _attached(leader)}


def _attached(leader: Card | None) -> str:
    if leader is None or not is_there(leader):
        return "none"
    return "exceptional attached" if is_exceptional(leader) else "attached"


def _evade(chosen: Chosen) -> Filled:
    unit = chosen.one("unit")
    known = of_unit(unit, "nation", "troops", "french_ally")
    if unit.kind == BATTERY_CARD:
        ready = not unit.is_so("silenced")
        return {**known, **roll_key(chosen), "unlimbered": not unit.is_so("limbered"), "good_order": ready}
    return {**known, **roll_key(chosen), "good_order": not unit.is_so("disordered")}


def _fire_points(chosen: Chosen) -> Filled:
    return {"firers": [firer(card) for card in chosen.all("firers")], **under_fire(chosen.maybe("target"))}


def _fire(chosen: Chosen) -> Filled:
    firers, target = all_of(chosen, "firer"), chosen.one("target")
    return {
        "firers": [_firer(card) for card in firers],
        **under_fire(target),
        **target_of(target),
        "leader_attached": is_there(chosen.maybe("leader")),
        **of_unit(firers[0], "year"),
        "side": firers[0].side,
        "target_name": name_of(target),
        "turn": chosen.turn,
    }


def _firer(card: Card) -> Filled:
    guns = {"moved_guns": card["moved_guns"]} if card.kind == BATTERY_CARD else {}
    return {
        **firer(card),
        "nation": card["nation"],
        "in_square": card.values.get("formation") == Formation.SQUARE,
        **guns,
    }


def _fallen_leader(chosen: Chosen) -> Filled:
    leader = chosen.one("leader")
    attached = bool(leader["attached_to"])
    key = {"side": leader.side, "leader": name_of(leader), "turn": chosen.turn}
    return {**of_unit(leader, "nation", "rank"), "attached": attached, **key}


def _melee(chosen: Chosen) -> Filled:
    attackers, defenders = all_of(chosen, "attacker"), all_of(chosen, "defender")
    turn = player_turn(chosen.turn, attackers[0].side)
    attacker = fighter(attackers, chosen.maybe("attacking_leader"), turn)
    defender = fighter(defenders, chosen.maybe("defending_leader"), turn)
    battery = any(card.kind == BATTERY_CARD for card in defenders)
    stands = any(card.kind in UNIT_CARDS for card in defenders)
    return {
        "attacker": {
            **attacker,
            "breakthrough": attackers[0]["breakthrough"],
            **of_unit(attackers[0], "german_legion"),
        },
        "defender": {**defender, "battery_with_it": battery and stands},
        **of_unit(attackers[0], "year"),
        "side": attackers[0].side,
        "turn": chosen.turn,
    }


def _fatigue(chosen: Chosen) -> Filled:
    units, leader = chosen.all("units"), chosen.maybe("leader")
    lost = {card.id: stands_lost(card) for card in units}
    level = {"level": LEVELS[Rank(leader.text("rank"))]} if leader is not None else {}
    return {
        **rating_of(leader),
        **level,
        "stands": sum(card.whole("stands") for card in units) + sum(lost.values()),
        "lost": sum(lost.values()),
        "counted_twice": sum(lost[card.id] for card in units if counts_twice(card)),
        "not_counted": sum(lost[card.id] for card in units if card["troops"] in NOT_COUNTED),
    }


def _passed(chosen: Chosen) -> Filled:
    friends = [{"name": name_of(card), "disordered": card["disordered"]} for card in chosen.all("friends")]
    return {"friends": friends, "disordered": chosen.one("unit")["disordered"]}


USES = (
    _use("nations", UNIT, fill=_nations),
    _use(
        "scale",
        Role("units", "Units", kinds=UNIT_CARDS, most=MOST_UNITS),
        Role("batteries", "Batteries", kinds=(BATTERY_CARD,), least=0, most=MOST_UNITS),
        fill=_scale,
    ),
    _use("command_range", Role("leader", "Officer", kinds=(LEADER_CARD,)), fill=_command_range),
    _use("maneuver_modifiers", UNIT, OFFICERS, COMMANDER, fill=maneuvering),
    _use("disorder", UNIT, OFFICERS, COMMANDER, fill=_rolls, writes=effects.rolled),
    _use("good_order", UNIT, COMMANDER, OFFICERS, fill=_rolls_under, writes=effects.ordered),
    _use("movement", Role("mover", "Who moves", kinds=MOVERS), fill=_movement, writes=effects.moved),
    _use("functions", BATTERY, fill=_functions, writes=effects.served),
    _use("unlimber", BATTERY, OFFICERS, fill=_unlimber),
    _use("charge_over_ground", UNIT, fill=_charge_over_ground),
    _use(
        "emergency_formation_change",
        UNIT,
        Role("leader", "Officer attached", kinds=(LEADER_CARD,), least=0),
        fill=_emergency,
        writes=effects.changed_at_once,
    ),
    _use("reaction", CAVALRY, COMMANDER, OFFICERS, fill=_reaction, writes=effects.reacted),
    _use(
        "evade",
        Role("unit", "Who evades", kinds=(CAVALRY_CARD, BATTERY_CARD)),
        fill=_evade,
        writes=effects.evaded,
    ),
    _use(
        "fire_points",
        Role("firers", "Firers", kinds=FIGHTERS, most=MOST_FIRERS),
        Role("target", "Target", whose=Whose.ENEMY, kinds=FIGHTERS, least=0),
        fill=_fire_points,
    ),
    _use(
        "fire",
        Role("firer", "Firer whose modifiers count", kinds=FIGHTERS),
        Role("target", "Target", whose=Whose.ENEMY, kinds=FIGHTERS),
        Role("firers", "Other firers", kinds=FIGHTERS, least=0, most=MOST_FIRERS - 1),
        Role("leader", "Officer attached to the target", whose=Whose.ENEMY, kinds=(LEADER_CARD,), least=0),
        fill=_fire,
        writes=effects.hit,
    ),
    _use(
        "fallen_leader",
        Role("leader", "Officer", kinds=(LEADER_CARD,)),
        fill=_fallen_leader,
        writes=effects.fell,
    ),
    _use(
        "melee",
        Role("attacker", "Attacker whose modifiers count", kinds=UNIT_CARDS),
        Role("defender", "Defender whose modifiers count", whose=Whose.ENEMY, kinds=FIGHTERS),
        Role("attackers", "Other attackers", kinds=UNIT_CARDS, least=0, most=MOST_FIRERS),
        Role("defenders", "Other defenders", whose=Whose.ENEMY, kinds=FIGHTERS, least=0, most=MOST_FIRERS),
        Role("attacking_leader", "Attackers' officer", kinds=(LEADER_CARD,), least=0),
        Role("defending_leader", "Defenders' officer", whose=Whose.ENEMY, kinds=(LEADER_CARD,), least=0),
        fill=_melee,
        writes=effects.fought,
    ),
    _use(
        "pass_through_disorder",
        UNIT,
        Role("friends", "Friends in the way", kinds=UNIT_CARDS, most=MOST_FIRERS),
        fill=_passed,
        writes=effects.passed,
    ),
    _use(
        "fatigue",
        Role("units", "Units of the formation", kinds=UNIT_CARDS, most=MOST_UNITS),
        Role("leader", "Its officer", kinds=(LEADER_CARD,), least=0),
        fill=_fatigue,
        writes=effects.tired,
    ),
)
