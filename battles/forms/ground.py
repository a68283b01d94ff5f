"""Forms of the ground: its size, zones, objectives, and notes in rows; and the defender's edge.

A field is named part, column, and row: zone_name_0, objective_points_2. A row without a name counts for nothing.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.forms import BoundField

from battles.forms.brief import words
from battles.selectors.ground import GroundPage, HexPage
from campaign.forms.names import NameField
from campaign.web import ActForm
from rulesets.core.brief_values import HEXSIDES, TERRAINS
from rulesets.core.ground import (
    LEAST_INCHES,
    MOST_INCHES,
    MOST_NAME,
    MOST_NOTES,
    MOST_OBJECTIVES,
    MOST_POINTS,
    MOST_ZONES,
    Box,
    Ground,
    GroundFault,
    Objective,
    TableEdge,
    Zone,
    ZoneUse,
    faults_of,
)
from rulesets.core.records import dataclass

BLANK_ROWS = 2
ZONE, OBJECTIVE = "zone", "objective"
MOST_ROWS = {ZONE: MOST_ZONES, OBJECTIVE: MOST_OBJECTIVES}
NUMBERS = {
    ZONE: {"left": MOST_INCHES, "top": MOST_INCHES, "width": MOST_INCHES, "depth": MOST_INCHES},
    OBJECTIVE: {"points": MOST_POINTS, "left": MOST_INCHES, "top": MOST_INCHES},
}
LABELS = {
    "name": "Name",
    "use": "For",
    "left": "From west",
    "top": "From north",
    "width": "Width",
    "depth": "Depth",
    "points": "Points",
}
ROW = re.compile(r"(zone|objective)_[a-z]+_(\d{1,2})")
INCOMPLETE = "Enter all numbers of this row, or clear its name."
UNNAMED = "Name this row, or clear it."


def _uses() -> list[tuple[str, str]]:
    """Return what a zone may be for: to deploy or enter at one of the edges, or something else."""
    at_edges = [
        (f"{use.value}-{edge.value}", f"{verb} {edge}")
        for use, verb in ((ZoneUse.DEPLOYMENT, "Deploy"), (ZoneUse.ENTRY, "Enter"))
        for edge in TableEdge
    ]
    return [*at_edges, (ZoneUse.OTHER.value, "Other")]


USES = _uses()


def row_field(part: str, column: str, row: int) -> str:
    return f"{part}_{column}_{row}"


@dataclass(frozen=True)
class GroundRow:
    """A row of fields as the page shows it."""

    title: str
    cells: list[tuple[str, BoundField]]


class GroundForm(ActForm):
    """The whole ground; what isn't sent stays out of it."""

    has_fixed_fields = False
    width = forms.IntegerField(min_value=LEAST_INCHES, max_value=MOST_INCHES, label="Inches west to east")
    depth = forms.IntegerField(min_value=LEAST_INCHES, max_value=MOST_INCHES, label="Inches north to south")
    notes = forms.CharField(
        max_length=MOST_NOTES,
        required=False,
        label="Notes",
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="What a picture doesn’t show: woods, roads, house rules for this table.",
    )

    def __init__(self, data: Any = None, *args: Any, offer: GroundPage, **kwargs: Any) -> None:
        super().__init__(data, *args, offer=offer, **kwargs)
        ground = offer.ground or Ground()
        self.initial.update(width=ground.width, depth=ground.depth, notes=ground.notes)
        self.initial.update(values_of(ground))
        self.rows = {part: self._count(part, data) for part in MOST_ROWS}
        for part, rows in self.rows.items():
            for row in range(rows):
                self.fields.update(_fields_of(part, row))
        for each in self.fields.values():
            each.widget.attrs.setdefault("class", "input")
        self.ground: Ground | None = None

    def _count(self, part: str, data: Mapping[str, Any] | None) -> int:
        """Count the rows that were sent, or those filled in and some blank ones."""
        found = (ROW.fullmatch(name) for name in (self.initial if data is None else data) if isinstance(name, str))
        rows = max((int(match[2]) + 1 for match in found if match and match[1] == part), default=0)
        return min(rows + BLANK_ROWS if data is None else rows, MOST_ROWS[part])

    def whole_fields(self) -> list[BoundField]:
        return [self["width"], self["depth"]]

    def zone_rows(self) -> list[GroundRow]:
        return self._rows(ZONE)

    def objective_rows(self) -> list[GroundRow]:
        return self._rows(OBJECTIVE)

    def _rows(self, part: str) -> list[GroundRow]:
        return [
            GroundRow(
                f"{part.capitalize()} {row + 1}",
                [(LABELS[column], self[row_field(part, column, row)]) for column in _columns(part)],
            )
            for row in range(self.rows[part])
        ]

    def clean_notes(self) -> str:
        notes = str(self.cleaned_data["notes"]).replace("\r\n", "\n").replace("\r", "\n")
        if any(unicodedata.category(sign) == "Cc" and sign not in "\n\t" for sign in notes):
            raise forms.ValidationError("Remove the control characters.")
        return notes

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if self.errors:
            return data
        self.where = {
            part: [row for row in range(count) if self._is_used(part, row)] for part, count in self.rows.items()
        }
        if self.errors:
            return data
        self.ground = Ground(
            data["width"],
            data["depth"],
            tuple(self._zone(row) for row in self.where[ZONE]),
            tuple(self._objective(row) for row in self.where[OBJECTIVE]),
            data["notes"],
        )
        for fault in faults_of(self.ground):
            self._show(fault)
        return data

    def _is_used(self, part: str, row: int) -> bool:
        """Return whether a row is named; refuse numbers without a name, and a name without them."""
        numbers = [self.cleaned_data[row_field(part, column, row)] for column in NUMBERS[part]]
        name = self.cleaned_data[row_field(part, "name", row)]
        if name and None in numbers:
            self.add_error(row_field(part, "name", row), INCOMPLETE)
        elif not name and any(number is not None for number in numbers):
            self.add_error(row_field(part, "name", row), UNNAMED)
        return bool(name)

    def _zone(self, row: int) -> Zone:
        of = {column: self.cleaned_data[row_field(ZONE, column, row)] for column in ("name", "use", *NUMBERS[ZONE])}
        use, _, edge = (of.pop("use") or ZoneUse.OTHER.value).partition("-")
        return Zone(of.pop("name"), ZoneUse(use), TableEdge(edge) if edge else None, Box(**of))

    def _objective(self, row: int) -> Objective:
        columns = ("name", *NUMBERS[OBJECTIVE])
        return Objective(**{column: self.cleaned_data[row_field(OBJECTIVE, column, row)] for column in columns})

    def _show(self, fault: GroundFault) -> None:
        if fault.part in MOST_ROWS:
            self.add_error(row_field(fault.part, "name", self.where[fault.part][fault.row]), fault.sentence)
        else:
            self.add_error(fault.part if fault.part in self.fields else None, fault.sentence)

    def whole(self) -> Ground:
        assert self.ground is not None
        return self.ground


def values_of(ground: Ground) -> Iterator[tuple[str, Any]]:
    """Yield the values of a ground's rows, by field."""
    for row, zone in enumerate(ground.zones):
        use = f"{zone.use.value}-{zone.edge.value}" if zone.edge else zone.use.value
        for column, value in {"name": zone.name, "use": use, **vars(zone.box)}.items():
            yield row_field(ZONE, column, row), value
    for row, objective in enumerate(ground.objectives):
        for column, value in vars(objective).items():
            yield row_field(OBJECTIVE, column, row), value


def _columns(part: str) -> tuple[str, ...]:
    return ("name", *(("use",) if part == ZONE else ()), *NUMBERS[part])


def _fields_of(part: str, row: int) -> Iterator[tuple[str, forms.Field]]:
    for column in _columns(part):
        yield row_field(part, column, row), _field(part, column, f"{part.capitalize()} {row + 1}, ")


def _field(part: str, column: str, said: str) -> forms.Field:
    label = f"{said}{LABELS[column].lower()}"
    if column == "name":
        return NameField(max_length=MOST_NAME, required=False, label=label)
    if column == "use":
        return forms.ChoiceField(choices=USES, required=False, label=label)
    least, most = 1 if column in ("width", "depth") else 0, NUMBERS[part][column]
    return forms.IntegerField(min_value=least, max_value=most, required=False, label=label)


class EdgeForm(ActForm):
    """The defender's edge."""

    edge = forms.ChoiceField(label="Your edge", choices=[(edge.value, edge.capitalize()) for edge in TableEdge])


class HexForm(ActForm):
    """The hex and the hexside, corrected with a reason."""

    hex_terrain = forms.ChoiceField(label="Hex", choices=words(TERRAINS))
    hexside_crossed = forms.ChoiceField(label="Attacker crossed", choices=words(HEXSIDES))
    reason = forms.CharField(max_length=300, label="Reason", help_text="Everyone can read it in the journal.")

    def __init__(self, *args: Any, offer: HexPage, **kwargs: Any) -> None:
        super().__init__(*args, offer=offer, **kwargs)
        self.initial.update(hex_terrain=offer.hex_terrain, hexside_crossed=offer.hexside_crossed)
