"""Two armies typed in rows: strength points of one kind in a row, a leader by name in a row.

A field is named side, part, and row: usa_points_0, usa_leader_2. Blank rows count for nothing.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from difflib import get_close_matches
from typing import Any

from django import forms
from django.forms import BoundField

from battles.selectors.reads import SHOWN, side_word
from rulesets.core.brief import MOST_LEADERS, Brief, BriefLeader
from rulesets.core.brief_values import ARMS, QUALITIES
from rulesets.core.kinds import Fault
from rulesets.core.plain import Json, as_json
from rulesets.core.records import dataclass
from rulesets.core.words import listed, quoted

MOST_ROWS = 40
MOST_POINTS = 100
MOST_HINTS = 5
LEADER, POINTS = "leader", "points"
COLUMNS = {LEADER: (LEADER,), POINTS: (POINTS, "quality", "arm")}
KINDS = (("veteran", "infantry"), ("green", "infantry"), ("veteran", "cavalry"))  # of the first rows
ROW = re.compile(r"(usa|csa)_(points|leader)_(\d{1,2})")
NEEDS_LEADER = "Cavalry needs a cavalry leader in its army. Add one, or choose infantry."


def rows_field(side: str, part: str, row: int) -> str:
    return f"{side.lower()}_{part}_{row}"


@dataclass(frozen=True)
class Row:
    """A row of fields, and what its button sends to remove it."""

    number: int
    fields: list[BoundField]
    remove: str

    @property
    def errors(self) -> list[str]:
        return [str(error) for each in self.fields for error in each.errors]


@dataclass(frozen=True)
class ArmyFields:
    """One side's rows as its part of the page shows them."""

    side: str
    name: str
    demoralized: BoundField
    points: list[Row]
    leaders: list[Row]


def number_of_rows(data: Mapping[str, Any], side: str, part: str) -> int:
    """Count the rows up to the last one that was sent."""
    found = (ROW.fullmatch(name) for name in data if isinstance(name, str))
    rows = [int(match[3]) + 1 for match in found if match and (match[1], match[2]) == (side.lower(), part)]
    return min(max(rows, default=0), MOST_ROWS)


def edited(data: Any) -> Any:
    """Return the sent form with a row more or fewer, as its button asks: usa_points, or -usa_points_2 to remove one."""
    asked, typed = str(data.get("rows", "")), data.copy()
    for side in SHOWN:
        for part in COLUMNS:
            rows, name = number_of_rows(data, side, part), f"{side.lower()}_{part}"
            if asked == name and rows < MOST_ROWS:
                typed[rows_field(side, part, rows)] = ""
            match = re.fullmatch(rf"-{name}_(\d{{1,2}})", asked)
            if match and int(match[1]) < rows:
                _remove(typed, side, part, int(match[1]), rows)
    return typed


def _remove(typed: Any, side: str, part: str, row: int, rows: int) -> None:
    for column in COLUMNS[part]:
        for number in range(row, rows - 1):
            typed[rows_field(side, column, number)] = typed.get(rows_field(side, column, number + 1), "")
        typed.pop(rows_field(side, column, rows - 1), None)


def fields_of_rows(rows: Mapping[tuple[str, str], int]) -> Iterator[tuple[str, forms.Field]]:
    """Yield the fields of so many rows, by side and part."""
    for side in SHOWN:
        for row in range(rows[side, POINTS]):
            yield from _fields_of_points(side, row)
        for row in range(rows[side, LEADER]):
            label = f"{side_word(side)} leader {row + 1}"
            listed_in = {"list": f"{side.lower()}_leaders", "autocomplete": "off"}
            yield (
                rows_field(side, LEADER, row),
                _in_row(forms.CharField(max_length=60), label, forms.TextInput, listed_in),
            )


def _fields_of_points(side: str, row: int) -> Iterator[tuple[str, forms.Field]]:
    label = f"{side_word(side)} row {row + 1}, "
    points = forms.IntegerField(min_value=1, max_value=MOST_POINTS)
    yield (
        rows_field(side, POINTS, row),
        _in_row(points, f"{label}strength points", forms.NumberInput, {"inputmode": "numeric"}),
    )
    for column, choices, of_kind in (("quality", QUALITIES, 0), ("arm", ARMS, 1)):
        choice = forms.ChoiceField(choices=[(each, each.capitalize()) for each in choices])
        choice.initial = KINDS[row][of_kind] if row < len(KINDS) else KINDS[0][of_kind]
        yield rows_field(side, column, row), _in_row(choice, f"{label}{column}", forms.Select, {})


def _in_row(made: forms.Field, label: str, widget: type[forms.Widget], attrs: Mapping[str, str]) -> forms.Field:
    made.label, made.required = label, False
    made.widget = widget(attrs={"class": "input", "aria-label": label, **attrs})
    if isinstance(made, forms.ChoiceField):
        made.widget.choices = made.choices
    elif isinstance(made, forms.CharField):
        made.widget.attrs["maxlength"] = made.max_length
    return made


@dataclass
class ReadArmies:
    """The armies as a file would hold them, the faults in typed names, and which field each path came from."""

    sides: dict[str, Json] = field(default_factory=dict)
    faults: list[tuple[str, str]] = field(default_factory=list)
    known: list[Fault] = field(default_factory=list)
    field_of: dict[str, str] = field(default_factory=dict)
    hints: int = 0


def read_armies(cleaned: Mapping[str, Any], leaders: Mapping[str, Mapping[str, BriefLeader]]) -> ReadArmies:
    """Turn the rows of both sides into the two armies of a file."""
    read = ReadArmies()
    for side in SHOWN:
        found = list(_leaders(read, cleaned, side, leaders[side]))
        cavalry = next((leader.id for leader in found if leader.cavalry), None)
        read.sides[side] = {
            "demoralized": bool(cleaned.get(f"{side.lower()}_demoralized")),
            "leaders": [_plain(leader) for leader in found],
            "strength": list(_points(read, cleaned, side, cavalry)),
        }
        read.field_of[f"sides.{side}.strength"] = rows_field(side, POINTS, 0)
        read.field_of[f"sides.{side}.leaders"] = rows_field(side, LEADER, 0)
    return read


def _plain(leader: BriefLeader) -> Json:
    plain = as_json(leader)
    return {name: value for name, value in plain.items() if name not in ("counter", "state")}


def _points(read: ReadArmies, cleaned: Mapping[str, Any], side: str, cavalry: str | None) -> Iterator[Json]:
    """Yield an item for each strength point; cavalry is under the first cavalry leader."""
    items = 0
    for row in range(MOST_ROWS):
        name = rows_field(side, POINTS, row)
        points = cleaned.get(name) or 0
        if items + points > MOST_POINTS:
            read.faults.append((name, f"Enter at most {MOST_POINTS} strength points for an army."))
            read.known.append(Fault(f"sides.{side}.strength", ""))
            return
        for _ in range(points):
            at, arm = f"sides.{side}.strength[{items}]", cleaned.get(rows_field(side, "arm", row)) or ARMS[0]
            read.field_of |= {at: name, f"{at}.under": rows_field(side, "arm", row)}
            items += 1
            yield {
                "id": f"{side.lower()}-{items:02}",
                "arm": arm,
                "quality": cleaned.get(rows_field(side, "quality", row)) or KINDS[0][0],
                "under": cavalry if arm == "cavalry" else None,
            }


def _leaders(
    read: ReadArmies, cleaned: Mapping[str, Any], side: str, known: Mapping[str, BriefLeader]
) -> Iterator[BriefLeader]:
    count = 0
    for row in range(min(MOST_ROWS, MOST_LEADERS)):
        name = rows_field(side, LEADER, row)
        typed = cleaned.get(name)
        if not typed:
            continue
        found = find_leaders(typed, known)
        if len(found) == 1:
            read.field_of[f"sides.{side}.leaders[{count}]"] = name
            count += 1
            yield found[0]
        else:
            read.faults.append((name, _not_found(read, typed, side, found, known)))
            read.known.append(Fault(f"sides.{side}.leaders", ""))


def find_leaders(typed: str, known: Mapping[str, BriefLeader]) -> list[BriefLeader]:
    """Return the counters that a typed name means: with its stars one, without them all of that name."""
    said = " ".join(typed.casefold().replace(",", " ").split())
    match = re.fullmatch(r"(.*?) (\d) stars?", said)
    name, stars = (match[1], int(match[2])) if match else (said, 0)
    return [
        leader
        for leader in known.values()
        if name in (leader.name.casefold(), f"{leader.given_name} {_surname(leader)}".casefold())
        and stars in (0, leader.rank_stars)
    ]


def _surname(leader: BriefLeader) -> str:
    """Return a name without its initials: R.E. Lee is Lee."""
    return leader.name.rpartition(". ")[2] or leader.name


def _not_found(
    read: ReadArmies, typed: str, side: str, found: Sequence[BriefLeader], known: Mapping[str, BriefLeader]
) -> str:
    if found:
        choices = [name for name, leader in known.items() if leader in found]
        return f"{found[0].name} has several counters. Enter {listed(map(quoted, choices), 'or')}."
    read.hints += 1
    names = sorted({leader.name for leader in known.values()})
    near = get_close_matches(typed.partition(",")[0], names, n=1) if read.hints <= MOST_HINTS else []
    meant = f" Did you mean {quoted(near[0])}?" if near else " Choose a name from the list."
    return f"{quoted(typed)} isn’t a {side_word(side)} leader.{meant}"


def initial_rows(brief: Brief, names: Mapping[str, Mapping[str, BriefLeader]]) -> dict[str, Any]:
    """Return what the rows of a setup's armies would hold."""
    initial: dict[str, Any] = {}
    for side in SHOWN:
        army, kinds = brief.sides[side], dict[tuple[str, str], int]()
        for item in army.strength:
            kinds[item.quality, item.arm] = kinds.get((item.quality, item.arm), 0) + item.size
        for row, ((quality, arm), points) in enumerate(kinds.items()):
            for column, value in ((POINTS, points), ("quality", quality), ("arm", arm)):
                initial[rows_field(side, column, row)] = value
        by_id = {leader.id: name for name, leader in names[side].items()}
        for row, leader in enumerate(army.leaders):
            initial[rows_field(side, LEADER, row)] = by_id.get(leader.id, leader.name)
        initial[f"{side.lower()}_demoralized"] = army.demoralized
    return initial
