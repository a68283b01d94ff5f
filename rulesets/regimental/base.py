"""The base game, Fire and Fury, which this book extends: its rolls and tables by name, as the campaign plays them.

This book doesn't import it. Its rules are asked for by their ids, with inputs as their forms take them.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from rulesets.core import registry
from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, whole, words
from rulesets.core.procedure import Procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.table import Table
from rulesets.regimental.extras import Modifier
from rulesets.regimental.state import Quality

State = Literal["Fresh", "Worn", "Spent"]
OURS = {"stands_left": "stands"}
STATE_TABLES = ("fire_and_fury.effectiveness", "fire_and_fury.status_modifier")


def base_rule(name: str) -> Procedure[Any, Any]:
    """Return a rule of the base game."""
    return registry.procedure(f"fire_and_fury.{name}")


def by_base(name: str, inputs: Mapping[str, Any], work: Reckoning, *, ours: Mapping[str, str] | None = None) -> Any:
    """Carry out a rule of the base game as a step of ours; `ours` are our names of its fields, for its refusals."""
    rule = base_rule(name)
    try:
        return rule(rule.read(inputs), work)
    except IllegalOrder as refused:
        field = (ours or {}).get(refused.field, refused.field)
        refused.sentence, refused.field = refused.sentence.replace(refused.field, field, 1), field
        raise


def read_base(name: str, row: str, work: Reckoning, *, says: str) -> Any:
    """Read a table of the base game that has one column."""
    found: Table[Any] = registry.tables("fire_and_fury")[f"fire_and_fury.{name}"]
    return work.read(found, row, says=says)


def is_played(ruling: str, work: Reckoning, option: str) -> bool:
    """Tell whether the campaign plays a ruling of the base game in this way."""
    return work.chosen(registry.rulings("fire_and_fury")[ruling]) == option


def as_extras(modifiers: Sequence[Modifier]) -> list[dict[str, Any]]:
    """Return our modifiers as the base game takes modifiers from other books."""
    return [{"label": each.label, "value": each.value, "cites": each.cites, "mark": each.mark} for each in modifiers]


class Strength(Inputs):
    """What gives the state of a regiment: its triple, its stands at first, or the state itself."""

    stands: int = whole("Stands", least=1, most=40, unit="stands", default=1)
    triple: str = words("Triple", default="", most=12, help="As on the roster, such as 8.6.4.")
    full: int | None = whole(
        "Stands at first", least=2, most=16, unit="stands", default=None, help="For the chart, if there is no triple."
    )
    quality: Quality = choice("Quality", default=Quality.VETERAN)
    status: State = choice("State", default="Fresh", help="If neither triple nor stands at first are given.")


def triple_of(unit: Strength, who: str, work: Reckoning) -> str:
    """Return a regiment's triple, from the chart if need be, or "" where only its state is given."""
    if unit.triple or unit.full is None:
        return unit.triple
    if unit.stands > unit.full:
        field = f"{who}.stands" if who else "stands"
        sentence = f"{field}: must be the {unit.full} at first or fewer, not {unit.stands}."
        raise IllegalOrder(sentence, cites="FF-Effectiveness", field=field)
    return str(by_base("effectiveness", {"stands": unit.full, "quality": unit.quality}, work).triple)


def state_of(unit: Strength, work: Reckoning) -> State:
    """Return a regiment's state for the stands it has left."""
    triple = triple_of(unit, "", work)
    if not triple:
        return unit.status
    found = by_base("effectiveness", {"triple": triple, "stands_left": unit.stands}, work, ours=OURS)
    states: dict[str, State] = {"Fresh": "Fresh", "Worn": "Worn", "Spent": "Spent"}
    return states[str(found.status)]
