"""Forms of the journal: filters, rewinds, corrections."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from django import forms
from django.db import models

from campaign.forms.json_text import HELP, JsonText, same_kind
from campaign.models import Recorded
from campaign.selectors.journal import KINDS, RewindPage
from campaign.web import ActForm

Column: TypeAlias = "models.Field[Any, Any]"
LARGEST = 2**31 - 1


class JournalFilter(forms.Form):
    before = forms.IntegerField(min_value=1, max_value=LARGEST, required=False)
    kind = forms.ChoiceField(choices=[("", "Everything"), *KINDS.items()], required=False)
    turn = forms.IntegerField(min_value=1, max_value=LARGEST, required=False)


class RewindForm(ActForm):
    reason = forms.CharField(max_length=300, label="Reason", help_text="Told to everyone whose lines are taken back.")
    private = forms.CharField(
        max_length=300, required=False, label="Note for umpires", help_text="Only umpires read this."
    )
    void = forms.MultipleChoiceField(
        required=False,
        label="Throws to void",
        help_text="Without a tick a throw keeps its faces, also after the rewind. Who may see the cup is told.",
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args: Any, offer: RewindPage, **kwargs: Any) -> None:
        super().__init__(*args, offer=offer, **kwargs)
        void = self.fields["void"]
        assert isinstance(void, forms.MultipleChoiceField)
        void.choices = [(throw["place"], _throw_words(throw)) for throw in offer.faces if throw["may_void"]]
        if not void.choices:
            del self.fields["void"]


def _throw_words(throw: dict[str, Any]) -> str:
    """Arrival of a flank force, Confederate, right, VG-7B1: 4"""
    key = ", ".join(part for part in (throw["words"], throw["rule"], throw["more"]) if part)
    return f"{key}: {', '.join(map(str, throw['faces']))}"


class AskRewindForm(ActForm):
    reason = forms.CharField(max_length=200, label="Reason", help_text="All are told.")


@dataclass(frozen=True)
class Correctable:
    """A row, and those of its columns that may be corrected."""

    row: Recorded
    columns: Sequence[Column]

    @property
    def title(self) -> str:
        return str(self.row._meta.verbose_name)

    @property
    def present(self) -> dict[str, Any]:
        """What stands in the columns now, for a body that names only what is to change."""
        return {column.name: _present(column, self.row) for column in self.columns}


class CorrectionForm(ActForm):
    """One field for each column that may be put right, and the reason."""

    reason = forms.CharField(max_length=300, label="Reason", help_text="On record, and told to the side concerned.")

    def __init__(self, *args: Any, offer: Correctable, **kwargs: Any) -> None:
        super().__init__(*args, offer=offer, **kwargs)
        self.columns = [column.name for column in offer.columns]
        for column in offer.columns:
            self.fields[column.name] = _field(column)
            self.initial[column.name] = getattr(offer.row, column.name)
        self.order_fields([*self.columns, "reason"])

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or self.cleaned_data
        for name in given.keys() & set(self.columns):
            wrong = isinstance(self.fields[name], JsonText) and same_kind(given[name], self.initial[name])
            if wrong:
                self.add_error(name, wrong)
        return given

    def values(self) -> dict[str, Any]:
        """The columns that are given another value than they have."""
        changed = {name: self.cleaned_data[name] for name in self.columns if name in self.changed_data}
        return {name: value for name, value in changed.items() if value != self.initial[name]}


def _present(column: Column, row: Recorded) -> Any:
    value = getattr(row, column.name)
    return value if value is None or isinstance(value, bool) else column.value_to_string(row)


def _field(column: Column) -> forms.Field:
    is_json = isinstance(column, models.JSONField)
    field = column.formfield(form_class=JsonText, help_text=HELP) if is_json else column.formfield()
    if field is None:
        raise TypeError(f"{column.name} has no form field")
    if column.null or is_json:
        field.required = False  # nothing, or an empty list, is a value there
    return field
