"""The kinds of cards: what each holds, what fits together, and what a new turn resets."""

from collections.abc import Iterable, Iterator
from enum import StrEnum

from rulesets.core.report import Fate
from rulesets.core.units import (
    Card,
    CardKind,
    Change,
    ChoiceField,
    Strength,
    TextField,
    WholeField,
    YesNoField,
)
from rulesets.core.words import many
from rulesets.fire_and_fury.effectiveness import Effectiveness, effectiveness
from rulesets.fire_and_fury.state import Battery, Firing, Quality, Triple

MOST_STANDS, MOST_TURNS = 40, 999
CHART = range(2, 17)  # the stands that the chart has a triple for
OUT = frozenset({Battery.WRECKED.value, Battery.CAPTURED.value})
FIRE, CHARGE, MANEUVER = "FF-Musketry and cannonade", "FF-Charge combat", "FF-Maneuver"


class Troops(StrEnum):
    INFANTRY = "infantry"
    CAVALRY = "cavalry"


class Rank(StrEnum):
    DIVISION = "division"
    CORPS = "corps"
    ARMY = "army"


class Gun(StrEnum):
    """The guns of a battery."""

    SIX_POUNDER = Firing.SIX_POUNDER.value
    HOWITZER = Firing.HOWITZER.value
    NAPOLEON = Firing.NAPOLEON.value
    ORDNANCE = Firing.ORDNANCE.value
    PARROTT = Firing.PARROTT.value
    HEAVY_PARROTT = Firing.HEAVY_PARROTT.value
    HORSE = Firing.HORSE.value


def _triple_problem(text: str) -> str:
    try:
        if text:
            Triple.parse(text)
    except ValueError as error:
        return str(error)
    return ""


def _stands(name: str, label: str, cites: str, help: str = "") -> WholeField:
    return WholeField(
        name=name, label=label, cites=cites, running=True, most=MOST_STANDS, unit="stand", default=0, help=help
    )


def _yes_no(name: str, label: str, cites: str, help: str = "") -> YesNoField:
    return YesNoField(name=name, label=label, cites=cites, running=True, help=help)


DIVISION = TextField(name="division", label="Division", cites="FF-Leaders", most=40)

BRIGADE = CardKind(
    "brigade",
    "Brigade",
    (
        DIVISION,
        ChoiceField(name="arm", label="Troops", cites="FF-Movement", options=Troops, default=Troops.INFANTRY.value),
        WholeField(
            name="full", label="Stands at first", cites="FF-Effectiveness", least=1, most=MOST_STANDS, unit="stand"
        ),
        TextField(
            name="triple",
            label="Triple",
            cites="FF-Effectiveness",
            most=12,
            problem=_triple_problem,
            help="Such as 8.6.4. Leave blank to take it from the chart.",
        ),
        ChoiceField(
            name="quality", label="Quality", cites="FF-Effectiveness", options=Quality, default=Quality.VETERAN.value
        ),
        YesNoField(name="exceptional", label="Exceptional commander", cites=MANEUVER),
        _yes_no("disordered", "Disordered", MANEUVER),
        _yes_no("low_on_ammunition", "Low on ammunition", FIRE),
        _yes_no("in_column", "In column", MANEUVER),
        _yes_no("mounted", "Mounted", CHARGE, "Only cavalry."),
        _yes_no("behind_works", "Behind works", FIRE),
        _stands("lost", "Stands lost to fire and charges", FIRE),
        _stands("skedaddled", "Stands that skedaddled", MANEUVER),
        _stands("quit", "Stands that quit the field", MANEUVER),
        _stands("lost_to_fire", "Stands lost to fire this turn", CHARGE, "They count among the lost."),
    ),
)

BATTERY = CardKind(
    "battery",
    "Battery",
    (
        DIVISION,
        ChoiceField(name="gun", label="Guns", cites="FF-Fire points", options=Gun, default=Gun.NAPOLEON.value),
        ChoiceField(name="state", label="State", cites=FIRE, running=True, options=Battery, default=Battery.GOOD.value),
        _yes_no("limbered", "Limbered", "FF-Artillery"),
        _yes_no("behind_works", "Behind works", FIRE),
    ),
)

LEADER = CardKind(
    "leader",
    "Leader",
    (
        DIVISION,
        ChoiceField(name="rank", label="Rank", cites="FF-Leaders", options=Rank, default=Rank.DIVISION.value),
        YesNoField(name="exceptional", label="Exceptional", cites="FF-Leaders"),
        ChoiceField(
            name="fate",
            label="Fate",
            cites="FF-Fallen leaders",
            running=True,
            options=Fate,
            default=Fate.UNHURT.value,
        ),
        WholeField(
            name="out_until",
            label="Out until turn",
            cites="FF-Fallen leaders",
            running=True,
            most=MOST_TURNS,
            default=0,
            help="0 if not stunned.",
        ),
    ),
)

LOSSES = ("lost", "skedaddled", "quit")


def strength(card: Card) -> Strength:
    """Return what is left of a unit: stands, a battery, or a leader."""
    if card.kind == "brigade":
        left = card.whole("full") - sum(card.whole(cause) for cause in LOSSES)
        causes = {cause: card.whole(cause) for cause in LOSSES if cause != "lost" and card.whole(cause)}
        return Strength(left, card.whole("full"), "stand", causes)
    if card.kind == "battery":
        state = card.text("state")
        causes = {"captured": 1} if state == Battery.CAPTURED else {}
        return Strength(int(state not in OUT), 1, "battery", causes)
    return Strength(int(card.text("fate") in (Fate.UNHURT, Fate.STUNNED)), 1, "leader")


def left_of(card: Card) -> int:
    """Return what is left of a unit."""
    return strength(card).left


def effectiveness_of(card: Card, stands: int) -> Effectiveness:
    """Return the state of a brigade with this many stands, by its triple or the chart."""
    triple = card.text("triple")
    known = {"triple": triple} if triple else {"stands": card.whole("full"), "quality": card.text("quality")}
    return effectiveness.run({**known, "stands_left": stands}).result


def check(card: Card) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a card whose fields are each within their limits."""
    if card.kind != "brigade":
        return
    full, triple = card.whole("full"), card.text("triple")
    if left_of(card) < 0:
        yield "lost", f"must be at most the {full} at first, with all other losses (FF-Effectiveness)"
    if card.whole("lost_to_fire") > card.whole("lost"):
        yield "lost_to_fire", f"must be at most the {card['lost']} lost (FF-Charge combat)"
    if not triple and full not in CHART:
        yield "triple", f"must be given for {many(full, 'stand')}: the chart has 2 to 16 (FF-Effectiveness)"
    if triple and Triple.parse(triple).most != full:
        yield "triple", f"must begin with the {many(full, 'stand')} at first (FF-Effectiveness)"
    if card.is_so("mounted") and card.text("arm") != Troops.CAVALRY:
        yield "mounted", "must be no: only cavalry is mounted (FF-Movement)"


def new_turn(card: Card, turn: int) -> Iterable[Change]:
    """Yield what a new turn resets: losses of the turn, and leaders who were stunned."""
    if card.kind == "brigade":
        yield from card.changed("lost_to_fire", 0, cites=CHARGE)
    if card.kind == "leader" and 0 < card.whole("out_until") < turn:
        yield from card.changed("out_until", 0, cites="FF-Fallen leaders")
        if card.text("fate") == Fate.STUNNED:
            yield from card.changed("fate", Fate.UNHURT.value, cites="FF-Fallen leaders")
