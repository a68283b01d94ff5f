"""Forms of a battle: plans, requests, typed dice, results."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django import forms

from battles.conduct.base import EnteredResult, Option, Unit
from battles.conduct.booking import ENDS, FATES
from battles.selectors.forms import RemovalsPage, SideResultPage
from battles.selectors.opening import PreparePage
from battles.selectors.result import CAUSE_WORDS
from battles.services.result import MOST_POINTS, Contradictory
from campaign.errors import Refusal
from campaign.web import ActForm
from rulesets.core.report import CAUSES, End, Fate, LeaderSaid, StandsLost

MOST_STANDS = 999
POINTS_MISSING = {"required": "Enter this side's victory points, 0 if it has none."}
MOST_DRAFTS = 10**6
NO_LOSS, UNHURT = StandsLost(), LeaderSaid()


class EntropyForm(ActForm):
    entropy = forms.RegexField(r"^[0-9a-f]{0,128}\Z", required=False, widget=forms.HiddenInput)


class PrepareForm(ActForm):
    """Fields for real dice, if the umpire rolls by hand; the same for every plan."""

    has_fixed_fields = False

    def __init__(self, *args: Any, offer: PreparePage, **kwargs: Any) -> None:
        super().__init__(*args, offer=offer, **kwargs)
        self.throws = offer.throws
        for throw in offer.throws:
            self.fields[throw.field] = forms.IntegerField(
                min_value=1, max_value=throw.sides, required=False, label=throw.label, help_text=f"1 to {throw.sides}"
            )

    def typed(self) -> dict[str, int]:
        return {t.field: self.cleaned_data[t.field] for t in self.throws if self.cleaned_data[t.field] is not None}


class ResultRow(NamedTuple):
    """A unit or a leader in a result form, with its fields and what is wrong with them, said once."""

    name: str
    fields: list[tuple[str, Any]]
    wrong_id: str
    wrong: str
    stands: int


class SideResultForm(ActForm):
    """A side's result: losses by unit and cause, leaders, and points. The battle itself says how it ended; a program
    may repeat it."""

    points = forms.IntegerField(
        min_value=0, max_value=MOST_POINTS, label="Victory points", error_messages=POINTS_MISSING
    )
    end = forms.ChoiceField(choices=list(ENDS.items()), required=False)

    has_fixed_fields = False

    def __init__(self, *args: Any, offer: SideResultPage, **kwargs: Any) -> None:
        super().__init__(*args, auto_id=f"{offer.side.lower()}_%s", offer=offer, **kwargs)
        self.contradictions: Mapping[str, str] = {}
        self.units, self.leaders, start = offer.units, offer.leaders, offer.start
        self.initial.update(points=start.points, promotion=start.promotion, retreat=start.retreat)
        for unit in offer.units:
            self._add_unit(unit, start.losses.get(unit.id, NO_LOSS))
        for leader in offer.leaders:
            self._add_leader(leader, start.leaders.get(leader.value, UNHURT))
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
        for cause, stands in lost.by_cause.items():
            name = f"{unit.id}-{cause}"
            self.fields[name] = forms.IntegerField(
                min_value=0,
                max_value=MOST_STANDS,
                required=False,
                label=f"{unit.name}, {CAUSE_WORDS[cause].lower()}",
                widget=forms.NumberInput(attrs={"class": "input", "inputmode": "numeric"}),
            )
            self.initial[name] = stands

    def _add_leader(self, leader: Option, said: LeaderSaid) -> None:
        fate, seen = f"{leader.value}-fate", f"{leader.value}-seen"
        choose = forms.Select(attrs={"class": "input"})
        self.fields[fate] = forms.ChoiceField(choices=list(FATES.items()), label=leader.label, widget=choose)
        self.fields[seen] = forms.BooleanField(required=False, label=f"{leader.label} was on the table")
        self.initial[fate], self.initial[seen] = said.fate.value, said.on_table

    def refuse(self, error: Refusal) -> None:
        """Show each contradiction in its own row, and any other refusal above the form."""
        if isinstance(error, Contradictory):
            self.contradictions = error.found
        else:
            super().refuse(error)

    def unit_rows(self) -> list[ResultRow]:
        return [self._row(unit.id, unit.name, CAUSES, stands=unit.stands) for unit in self.units]

    def leader_rows(self) -> list[ResultRow]:
        return [self._row(leader.value, leader.label, ("fate", "seen")) for leader in self.leaders]

    def _row(self, about: str, name: str, parts: Iterable[str], *, stands: int = 0) -> ResultRow:
        fields = [(CAUSE_WORDS.get(part, part), self[f"{about}-{part}"]) for part in parts]
        wrong = [f"{word}: {error}" for word, field in fields for error in field.errors]
        said = [self.contradictions[about]] if about in self.contradictions else wrong
        return ResultRow(name, fields, f"{self.offer.side.lower()}_{about}_wrong", " ".join(said), stands)

    def whole_fields(self) -> list[Any]:
        return [self[name] for name in ("points", "promotion", "retreat") if name in self.fields]

    def wrong_rows(self) -> list[ResultRow]:
        return [row for row in (*self.unit_rows(), *self.leader_rows()) if row.wrong]

    def entered(self) -> EnteredResult:
        """Return the result for the service."""
        data = self.cleaned_data
        return EnteredResult(
            end=End(data["end"] or self.offer.end or End.HELD),
            points=data["points"],
            losses={
                unit.id: StandsLost(**{cause: data[f"{unit.id}-{cause}"] or 0 for cause in CAUSES})
                for unit in self.units
            },
            leaders={
                leader.value: LeaderSaid(Fate(data[f"{leader.value}-fate"]), data[f"{leader.value}-seen"])
                for leader in self.leaders
            },
            promotion=data["promotion"] or None,
            retreat=data.get("retreat", ""),
        )


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

    def clean(self) -> dict[str, Any]:
        """Read what is still missing as a result without losses."""
        missing = {"points": 0} | {f"{each.value}-fate": Fate.UNHURT for each in self.leaders}
        data = self.cleaned_data
        return data | {name: data.get(name) or value for name, value in missing.items()}


class RemovalsForm(ActForm):
    """A checkbox for each strength point of a class with losses."""

    has_fixed_fields = False

    def __init__(self, *args: Any, offer: RemovalsPage, **kwargs: Any) -> None:
        super().__init__(*args, offer=offer, **kwargs)
        self.classes = offer.classes
        for each in offer.classes:
            self.fields[each.name] = forms.MultipleChoiceField(
                choices=[(point.value, point.label) for point in each.points],
                label=f"{each.words}: remove {each.lost} of {len(each.points)}",
                widget=forms.CheckboxSelectMultiple,
                error_messages={"required": f"{each.words}: choose {each.lost} to remove."},
            )
            self.initial[each.name] = each.chosen

    def items(self) -> list[str]:
        return [item for each in self.classes for item in self.cleaned_data[each.name]]
