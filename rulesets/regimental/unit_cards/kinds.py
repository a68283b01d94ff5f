"""The kinds of cards: what each holds, what fits together, and what a new turn resets."""

from collections.abc import Iterable, Iterator
from enum import StrEnum

from rulesets.core.errors import IllegalOrder
from rulesets.core.units import (
    Card,
    CardField,
    CardKind,
    Change,
    ChoiceField,
    Strength,
    TextField,
    WholeField,
    YesNoField,
)
from rulesets.core.words import many
from rulesets.regimental.base import base_rule
from rulesets.regimental.state import Commander, Cover, Formation, Gun, Quality, Weapon

MOST_TURNS, MOST_STANDS, MOST_SECTIONS = 999, 40, 12
CHART = range(2, 17)  # the stands that the base game's chart has a triple for


class Troops(StrEnum):
    INFANTRY = "infantry"
    CAVALRY = "cavalry"


class Colors(StrEnum):
    FLYING = "flying"
    DOWN = "down"
    CAPTURED = "captured"


class Rank(StrEnum):
    BRIGADE = "brigade"
    DIVISIONAL = "divisional"


def _triple_problem(text: str) -> str:
    if not text:
        return ""
    try:
        base_rule("effectiveness").run({"triple": text})
    except IllegalOrder as refused:
        return refused.sentence.partition(": ")[2].removesuffix(".")
    return ""


def _turn(name: str, label: str, cites: str, help: str) -> WholeField:
    return WholeField(name=name, label=label, cites=cites, running=True, most=MOST_TURNS, default=0, help=help)


def _stands(name: str, label: str, cites: str, help: str = "") -> WholeField:
    return WholeField(
        name=name, label=label, cites=cites, running=True, most=MOST_STANDS, unit="stand", default=0, help=help
    )


def _sections(name: str, label: str, cites: str) -> WholeField:
    return WholeField(name=name, label=label, cites=cites, running=True, most=MOST_SECTIONS, unit="section", default=0)


def _yes_no(name: str, label: str, cites: str, help: str = "") -> YesNoField:
    return YesNoField(name=name, label=label, cites=cites, running=True, help=help)


BRIGADE_NAME = TextField(name="brigade", label="Brigade", cites="RG-CMD", most=40)
COMMANDER: tuple[CardField, ...] = (
    ChoiceField(
        name="commander",
        label="Commander",
        cites="RG-LEADERS",
        running=True,
        options=Commander,
        default=Commander.AVERAGE.value,
    ),
    _yes_no("on_foot", "Commander on foot", "RG-FALLEN"),
    _turn("out_until", "Commander out until turn", "RG-FALLEN", "0 if he isn't stunned."),
    _turn("lost_on", "Turn in which the commander fell", "RG-LEADERS", "0, or until a successor is rolled for."),
    WholeField(name="fallen", label="Commanders lost", cites="RG-FALLEN", running=True, most=20, default=0),
)

REGIMENT = CardKind(
    "regiment",
    "Regiment",
    (
        BRIGADE_NAME,
        ChoiceField(name="arm", label="Troops", cites="RG-SCALE", options=Troops, default=Troops.INFANTRY.value),
        WholeField(
            name="full",
            label="Stands at first",
            cites="RG-SCALE",
            least=1,
            most=MOST_STANDS,
            unit="stand",
            help="A stand is 50 men.",
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
        ChoiceField(name="weapon", label="Weapon", cites="RG-FIRE", options=Weapon, default=Weapon.RIFLE.value),
        _yes_no("disordered", "Disordered", "FF-Maneuver"),
        _yes_no("low_on_ammunition", "Low on ammunition", "RG-AMMO"),
        *COMMANDER,
        ChoiceField(
            name="formation",
            label="Formation",
            cites="RG-FORM",
            running=True,
            options=Formation,
            default=Formation.LINE.value,
        ),
        ChoiceField(
            name="cover", label="Cover", cites="RG-WORKS", running=True, options=Cover, default=Cover.NONE.value
        ),
        _yes_no("lying_down", "Lying down", "RG-LYING"),
        _yes_no("mounted", "Mounted", "RG-CHARGE", "Only cavalry."),
        _yes_no("skirmishers_out", "Skirmishers out", "RG-SKIRM"),
        _yes_no("sniper", "Sniper", "RG-SNIPER"),
        ChoiceField(
            name="colors",
            label="Colors",
            cites="RG-FALLEN",
            running=True,
            options=Colors,
            default=Colors.FLYING.value,
        ),
        _turn("colors_down_until", "Colors down until turn", "RG-FALLEN", "0 if they fly."),
        _stands("crews", "Stands serving captured guns", "RG-CAPTURE"),
        _stands("lost", "Stands lost to fire and combat", "FF-Musketry and cannonade"),
        _stands("skedaddled", "Stands that skedaddled", "FF-Maneuver"),
        _stands("quit", "Stands that quit the field", "FF-Maneuver"),
        _stands("lost_to_fire", "Stands lost to fire this turn", "FF-Charge combat", "They count among the lost."),
    ),
)

BATTERY = CardKind(
    "battery",
    "Battery or section",
    (
        BRIGADE_NAME,
        ChoiceField(name="gun", label="Guns", cites="RG-ARTY", options=Gun, default=Gun.NAPOLEON.value),
        WholeField(
            name="full",
            label="Sections at first",
            cites="RG-SCALE",
            least=1,
            most=MOST_SECTIONS,
            unit="section",
            help="A section is 2 guns.",
        ),
        _yes_no("limbered", "Limbered", "FF-Artillery"),
        _yes_no("disordered", "Disordered", "RG-DISBAT"),
        _turn("fired_at", "Turn in which it was last fired at", "RG-DISBAT", "0 if it never was."),
        ChoiceField(
            name="cover", label="Cover", cites="RG-WORKS", running=True, options=Cover, default=Cover.NONE.value
        ),
        _sections("lost", "Sections lost", "FF-Musketry and cannonade"),
        _sections("captured", "Sections captured", "RG-CAPTURE"),
    ),
)

LEADER = CardKind(
    "leader",
    "Commander",
    (
        BRIGADE_NAME,
        ChoiceField(name="rank", label="Rank", cites="RG-CMD", options=Rank, default=Rank.BRIGADE.value),
        *COMMANDER,
    ),
)


LOSSES = {"regiment": ("lost", "skedaddled", "quit"), "battery": ("lost", "captured"), "leader": ()}


def strength(card: Card) -> Strength:
    """Return the stands or sections left of a unit. A commander's card stays, since a successor takes it over."""
    if card.kind == "leader":
        return Strength(1, 1, "commander")
    lost_to = {cause: card.whole(cause) for cause in LOSSES[card.kind]}
    left = card.whole("full") - sum(lost_to.values())
    return Strength(left, card.whole("full"), "stand" if card.kind == "regiment" else "section", _causes(lost_to))


def _causes(lost_to: dict[str, int]) -> dict[str, int]:
    return {cause: lost for cause, lost in lost_to.items() if lost and cause != "lost"}


def left_of(card: Card) -> int:
    """Return the stands or sections left of a unit."""
    return strength(card).left


def check(card: Card) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a card whose fields are each within their limits."""
    if card.kind == "leader":
        return
    causes = LOSSES[card.kind]
    if sum(card.whole(cause) for cause in causes) > card.whole("full"):
        yield "lost", f"must be at most the {card['full']} at first, with all other losses (RG-SCALE)"
    if card.kind == "regiment":
        yield from _check_strength(card)
        yield from _check_arms(card)
        yield from _check_posture(card)


def _check_strength(card: Card) -> Iterator[tuple[str, str]]:
    full, triple = card.whole("full"), card.text("triple")
    if not triple and full not in CHART:
        yield "triple", f"must be given for {many(full, 'stand')}: the chart has 2 to 16 (FF-Effectiveness)"
    if triple and (most := int(base_rule("effectiveness").run({"triple": triple}).result.stands_left)) != full:
        yield "triple", f"must begin with the {many(full, 'stand')} at first, not with {most} (FF-Effectiveness)"
    if card.whole("crews") > max(left_of(card), 0):
        yield "crews", f"must be at most the {many(max(left_of(card), 0), 'stand')} left (RG-CAPTURE)"


def _check_arms(card: Card) -> Iterator[tuple[str, str]]:
    weapon, is_cavalry = card.text("weapon"), card.text("arm") == Troops.CAVALRY
    if weapon == Weapon.REPEATER and card.side == "CSA":
        yield "weapon", "must be another: only the Union has repeaters (RG-FIRE)"
    if weapon == Weapon.PISTOL and not (is_cavalry and card.side == "CSA"):
        yield "weapon", "must be another: only Confederate cavalry fires pistols and shotguns (RG-FIRE)"
    if card.is_so("mounted") and not is_cavalry:
        yield "mounted", "must be no: only cavalry is mounted (RG-CHARGE)"


def _check_posture(card: Card) -> Iterator[tuple[str, str]]:
    if card.is_so("lying_down") and card.is_so("mounted"):
        yield "lying_down", "must be no: mounted cavalry cannot lie down (RG-LYING)"
    if card.text("formation") == Formation.SUPPORTED_LINE and card.text("cover") in (Cover.NONE, Cover.BUILDING):
        yield "formation", "must be another: only works allow a supported line (RG-FORM)"


def new_turn(card: Card, turn: int) -> Iterable[Change]:
    """Yield what a new turn resets: losses of the turn, colors that were down, and commanders who were stunned."""
    if card.kind == "regiment":
        yield from card.changed("lost_to_fire", 0, cites="FF-Charge combat")
        if 0 < card.whole("colors_down_until") < turn:
            yield from card.changed("colors_down_until", 0, cites="RG-FALLEN")
            if card.text("colors") == Colors.DOWN:
                yield from card.changed("colors", Colors.FLYING.value, cites="RG-FALLEN")
    if card.kind != "battery" and 0 < card.whole("out_until") < turn:
        yield from card.changed("out_until", 0, cites="RG-FALLEN")
