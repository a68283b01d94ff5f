"""What cards give to forms, and how results are written back to them, for several rules alike."""

from collections.abc import Iterator
from typing import Any

from rulesets.core.units import Card, Change
from rulesets.regimental.command import FallenLeader
from rulesets.regimental.state import Commander, Condition, Cover, Fall, Formation
from rulesets.regimental.unit_cards.kinds import CHART, Colors, Troops, left_of

COLUMNS = (Formation.COLUMN, Formation.ROAD_COLUMN)
REGIMENTS, BATTERIES, LEADERS = ("regiment",), ("battery",), ("leader",)
TROOPS = ("regiment", "battery")
COMMANDED = ("regiment", "leader")


def condition_of(card: Card) -> str:
    """Return good order or disordered."""
    return Condition.DISORDERED.value if card.is_so("disordered") else Condition.GOOD_ORDER.value


def commander_of(card: Card, turn: int) -> str:
    """Return the quality of the commander, who counts as average while he is out or not yet replaced."""
    is_out = card.whole("lost_on") > 0 or card.whole("out_until") >= turn > 0
    return Commander.AVERAGE.value if is_out else card.text("commander")


def troops_of(card: Card) -> str:
    """Return what the forms call its troops."""
    if card.kind == "battery":
        return "battery"
    if card.text("arm") == Troops.INFANTRY:
        return "infantry"
    return "mounted cavalry" if card.is_so("mounted") else "dismounted cavalry"


def fighting_stands(card: Card) -> int:
    """Return the stands that fire and fight: all but the crews of captured guns."""
    return left_of(card) - (card.whole("crews") if card.kind == "regiment" else 0)


def state_of_card(card: Card) -> dict[str, Any]:
    """Return what gives a regiment's state."""
    given: dict[str, Any] = {"triple": card.text("triple"), "quality": card.text("quality")}
    if not card.text("triple") and card.whole("full") in CHART:
        given["full"] = card.whole("full")
    return given


def in_cover(card: Card) -> bool:
    """Tell whether a unit is in works or a building."""
    return card.text("cover") != Cover.NONE


def lose(card: Card, stands: int, cites: str, *, field: str = "lost") -> Iterator[Change]:
    """Yield the loss of stands or sections, at most those that are left."""
    yield from card.changed(field, card.whole(field) + min(stands, left_of(card)), cites=cites)


def lose_to_fire(card: Card, stands: int, cites: str) -> Iterator[Change]:
    """Yield the loss of stands to fire, which also weighs in a charge of the same turn."""
    lost = min(stands, left_of(card))
    yield from lose(card, lost, cites)
    yield from card.changed("lost_to_fire", card.whole("lost_to_fire") + lost, cites="FF-Charge combat")


def disorder(card: Card, cites: str) -> Iterator[Change]:
    """Yield that a unit is disordered."""
    yield from card.changed("disordered", after=True, cites=cites)


def hit_battery(card: Card, said: str, cites: str) -> Iterator[Change]:
    """Yield what a result of the base game does to a battery (R-332)."""
    if "wrecked" in said:
        yield from lose(card, left_of(card), cites)
    elif "damaged" in said:
        yield from lose(card, 1, cites)
    if said:
        yield from disorder(card, "RG-DISBAT")


def fall(card: Card, fallen: FallenLeader, turn: int) -> Iterator[Change]:
    """Yield what befalls the commander, or the colors, of a card."""
    here = "RG-FALLEN"
    if fallen.out_for_good:
        yield from card.changed("lost_on", max(turn, 1), cites="RG-LEADERS")
        yield from card.changed("fallen", min(card.whole("fallen") + 1, 20), cites=here)
        yield from card.changed("commander", Commander.AVERAGE.value, cites="RG-LEADERS")
    if fallen.turns_out:
        yield from card.changed("out_until", turn + fallen.turns_out, cites=here)
    if fallen.fate is Fall.HORSE:
        yield from card.changed("on_foot", after=True, cites=here)
    if card.kind != "regiment":
        return
    if fallen.colors_captured:
        yield from card.changed("colors", Colors.CAPTURED.value, cites=here)
    elif fallen.fate is Fall.COLORS and card.text("colors") == Colors.FLYING:
        yield from card.changed("colors", Colors.DOWN.value, cites=here)
        yield from card.changed("colors_down_until", turn + 1, cites=here)
