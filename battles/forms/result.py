"""Forms of a result: a side's own losses, typed with few keys, and what a viewer says of the enemy's."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django import forms

from battles.conduct.base import EnteredResult, Option, Unit
from battles.conduct.booking import ENDS, FATES
from battles.conduct.short_losses import LONGEST, in_short, read_losses
from battles.conduct.wear import OF_COMMAND
from battles.selectors.objections import EnemyRow, ObjectionPage, RulingPage
from battles.selectors.reads import SHOWN, side_word
from battles.selectors.result_form import SideResultPage
from battles.services.objections import LONGEST_REASON
from battles.services.result import MOST_POINTS, Contradictory
from campaign.errors import Refusal
from campaign.web import ActForm
from rulesets.core.ground import Objective
from rulesets.core.report import NO_LOSS, End, Fate, LeaderSaid, StandsLost

POINTS_MISSING = {"required": "Enter this side's victory points, 0 if it has none."}
UNHURT = LeaderSaid()


class LossField(forms.CharField):
    """The losses of one unit in short, such as 3 1c 2s."""

    def __init__(self, stands: int, *, label: str, help_text: str = "") -> None:
        keys = {"class": "input", "autocomplete": "off", "autocapitalize": "none", "size": "8"}
        widget = forms.TextInput(attrs=keys)
        super().__init__(required=False, max_length=LONGEST, label=label, help_text=help_text, widget=widget)
        self.stands = stands

    def clean(self, value: Any) -> StandsLost | None:
        """Return what was typed, or nothing."""
        text = super().clean(value)
        try:
            return read_losses(text, self.stands) if text else None
        except ValueError as wrong:
            raise forms.ValidationError(str(wrong)) from None


class ResultRow(NamedTuple):
    """A unit or a leader in a result form, with its fields and what is wrong with them, said once."""

    name: str
    fields: list[Any]
    wrong_id: str
    wrong: str
    about: str
    ruled: str = ""


def name_of(about: str, part: str) -> str:
    """Return the name of a field of a unit or leader, with no sign that a page's addresses can't have."""
    return f"{about.replace(OF_COMMAND, 'of-')}-{part}"


class SideResultForm(ActForm):
    """A side's result: losses by unit, who fell, objectives, and points if the book doesn't count them. The battle
    itself says how it ended; a program may repeat it."""

    end = forms.ChoiceField(choices=list(ENDS.items()), required=False)

    has_fixed_fields = False

    def __init__(self, *args: Any, offer: SideResultPage, **kwargs: Any) -> None:
        super().__init__(*args, auto_id=f"{offer.side.lower()}_%s", offer=offer, **kwargs)
        self.contradictions: Mapping[str, str] = {}
        start = offer.start
        self.initial.update(points=start.points, promotion=start.promotion, retreat=start.retreat)
        for unit in (*offer.units, *offer.batteries):
            if unit.id not in offer.ruled:
                self._add_unit(unit, start.losses.get(unit.id, NO_LOSS))
        for leader in (*offer.leaders, *offer.commanders):
            self._add_leader(leader, start.leaders.get(leader.value, UNHURT))
        for n, each in enumerate(offer.objectives):
            self._add_objective(n, each)
        if not offer.counts_points:
            self.fields["points"] = forms.IntegerField(
                min_value=0, max_value=MOST_POINTS, label="Victory points", error_messages=POINTS_MISSING
            )
        self.fields["promotion"] = forms.ChoiceField(
            choices=[("", "Nobody"), *((o.value, o.label) for o in offer.items)],
            required=False,
            label="Promote this strength point if this side wins",
        )
        if offer.retreats:
            self._add_retreat(offer.retreats)

    def _add_retreat(self, hexes: Sequence[Option]) -> None:
        """Offer the hexes around, if this side has to retreat; the first is the default."""
        names = [(each.value, f"{each.label} ({each.detail})" if each.detail else each.label) for each in hexes]
        self.fields["retreat"] = forms.ChoiceField(
            choices=[("", "The first of these"), *names], required=False, label="Retreat to, if this side must"
        )

    def _add_unit(self, unit: Unit, lost: StandsLost) -> None:
        name = name_of(unit.id, "lost")
        self.fields[name] = LossField(self.offer.size_of(unit), label=f"{unit.name}, losses")
        self.initial[name] = in_short(lost)

    def _add_leader(self, leader: Option, said: LeaderSaid) -> None:
        """Ask of a leader who is a counter also whether he came on the table."""
        fate, seen = (name_of(leader.value, part) for part in ("fate", "seen"))
        choose = forms.Select(attrs={"class": "input"})
        is_counter = not leader.value.startswith(OF_COMMAND)
        self.fields[fate] = forms.ChoiceField(
            choices=list(FATES.items()), label=leader.label, widget=choose, required=is_counter
        )
        self.initial[fate] = said.fate.value
        if is_counter:
            self.fields[seen] = forms.BooleanField(required=False, label=f"{leader.label} was on the table")
            self.initial[seen] = said.on_table

    def _add_objective(self, n: int, objective: Objective) -> None:
        name = f"objective-{n}"
        self.fields[name] = forms.ChoiceField(
            choices=[("", "Nobody"), *((side, side_word(side)) for side in SHOWN)],
            required=False,
            label=f"{objective.name}, {objective.points} VP, is held by",
            widget=forms.Select(attrs={"class": "input"}),
        )
        self.initial[name] = self.offer.start.objectives.get(objective.name, "")

    @property
    def cites(self) -> str:
        return "VG-9A" if self.offer.items else ""

    def refuse(self, error: Refusal) -> None:
        """Show each contradiction in its own row, and any other refusal above the form."""
        if isinstance(error, Contradictory):
            self.contradictions = error.found
        else:
            super().refuse(error)

    def focus(self) -> None:
        """Let the page begin in the first field, so that a whole result can be typed without a mouse."""
        first = next((name for name in self.fields if name.endswith("-lost")), None)
        if first is not None:
            self.fields[first].widget.attrs["autofocus"] = True

    def unit_rows(self) -> list[ResultRow]:
        return [self._unit_row(unit) for unit in self.offer.units]

    def battery_rows(self) -> list[ResultRow]:
        return [self._unit_row(battery) for battery in self.offer.batteries]

    def _unit_row(self, unit: Unit) -> ResultRow:
        about = str(self.offer.size_of(unit))
        if unit.id in self.offer.ruled:
            return ResultRow(unit.name, [], self._wrong_id(unit.id), "", about, self.offer.ruled[unit.id])
        return self._row(unit.id, unit.name, ("lost",), about=about)

    def leader_rows(self) -> list[ResultRow]:
        return [self._row(leader.value, leader.label, ("fate", "seen")) for leader in self.offer.leaders]

    def commander_rows(self) -> list[ResultRow]:
        return [self._row(each.value, each.label, ("fate",), about=each.detail) for each in self.offer.commanders]

    @property
    def has_fallen_commander(self) -> bool:
        """Return whether a commander who is no counter fell, so that his row has to be seen."""
        fell = [self[name_of(each.value, "fate")].value() for each in self.offer.commanders]
        return any(value not in (None, "", Fate.UNHURT.value) for value in fell)

    def _row(self, at: str, name: str, parts: Iterable[str], *, about: str = "") -> ResultRow:
        fields = [self[name_of(at, part)] for part in parts]
        wrong = [str(error) for field in fields for error in field.errors]
        said = [self.contradictions[at]] if at in self.contradictions else wrong
        return ResultRow(name, fields, self._wrong_id(at), " ".join(said), about)

    def _wrong_id(self, at: str) -> str:
        return f"{self.offer.side.lower()}_{at.replace(OF_COMMAND, 'of-')}_wrong"

    def objective_fields(self) -> list[Any]:
        return [self[f"objective-{n}"] for n in range(len(self.offer.objectives))]

    def whole_fields(self) -> list[Any]:
        chosen = [self[name] for name in ("points", "promotion", "retreat") if name in self.fields]
        return [*self.objective_fields(), *chosen]

    def all_rows(self) -> list[ResultRow]:
        return [*self.unit_rows(), *self.battery_rows(), *self.leader_rows(), *self.commander_rows()]

    def wrong_rows(self) -> list[ResultRow]:
        return [row for row in self.all_rows() if row.wrong]

    def entered(self) -> EnteredResult:
        """Return the result for the service."""
        data, offer = self.cleaned_data, self.offer
        return EnteredResult(
            end=End(data["end"] or offer.end or End.HELD),
            points=data.get("points") or 0,
            losses={
                unit.id: data.get(name_of(unit.id, "lost")) or NO_LOSS for unit in (*offer.units, *offer.batteries)
            },
            leaders={each.value: self._fate(each.value) for each in (*offer.leaders, *offer.commanders)},
            promotion=data["promotion"] or None,
            retreat=data.get("retreat", ""),
            objectives={each.name: data[f"objective-{n}"] for n, each in enumerate(offer.objectives)},
        )

    def _fate(self, who: str) -> LeaderSaid:
        fate, seen = (name_of(who, part) for part in ("fate", "seen"))
        return LeaderSaid(Fate(self.cleaned_data[fate] or Fate.UNHURT), self.cleaned_data.get(seen, True))


class TypedResultForm(SideResultForm):
    """A result that is still being typed: nothing is required yet."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.required = False

    def other_wrong(self) -> str:
        """Return what is wrong outside the rows."""
        fields = [*self.whole_fields(), self["end"], *self.hidden_fields()]
        return " ".join(f"{field.label}: {error}" for field in fields for error in field.errors)


class ObjectionForm(ActForm):
    """A viewer's own figures for the enemy's rows that they saw."""

    has_fixed_fields = False

    def __init__(self, *args: Any, offer: ObjectionPage, **kwargs: Any) -> None:
        super().__init__(*args, auto_id="enemy_%s", offer=offer, **kwargs)
        for row in offer.rows:
            if not row.ruled:
                name = name_of(row.key, "said")
                self.fields[name] = LossField(row.stands, label=f"{row.name}, as you saw it")
                self.initial[name] = row.you_say

    def rows(self) -> list[tuple[EnemyRow, Any]]:
        """Return the rows, each with its field unless the umpire has ruled on it."""
        names = {row.key: name_of(row.key, "said") for row in self.offer.rows}
        return [(row, self[names[row.key]] if names[row.key] in self.fields else None) for row in self.offer.rows]

    def refuse(self, error: Refusal) -> None:
        """Show what is wrong with a row at its own field."""
        if (name := name_of(error.field, "said")) in self.fields:
            self.add_error(name, error.sentence)
        else:
            super().refuse(error)

    def figures(self) -> dict[str, StandsLost]:
        data = {row.key: self.cleaned_data.get(name_of(row.key, "said")) for row in self.offer.rows}
        return {key: lost for key, lost in data.items() if lost is not None}


class RulingForm(ActForm):
    """The umpire's figure for the losses of a unit, and the reason."""

    losses = LossField(
        0, label="Losses", help_text="Stands killed, then letters for the rest: 3 1c 2s. Leave blank for none."
    )
    reason = forms.CharField(
        max_length=LONGEST_REASON,
        label="Reason",
        help_text="Everyone who saw the unit reads it.",
        widget=forms.TextInput(attrs={"class": "input"}),
    )

    def __init__(self, *args: Any, offer: RulingPage, **kwargs: Any) -> None:
        super().__init__(*args, offer=offer, **kwargs)
        losses = self.fields["losses"]
        assert isinstance(losses, LossField)
        losses.stands = offer.row.stands
        self.initial["losses"] = offer.start

    def ruling(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {"losses": data["losses"] or NO_LOSS, "reason": data["reason"]} | self.action()
