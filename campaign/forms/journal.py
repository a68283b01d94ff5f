"""Forms for journal filters, rewinds, and corrections."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from django import forms
from django.db import models

from campaign.forms.json_text import HELP, JsonText, same_kind
from campaign.models import LineTopic, Recorded
from campaign.selectors.journal import KINDS, RewindPage
from campaign.web import ActForm
from rulesets.core.records import dataclass

Column: TypeAlias = "models.Field[Any, Any]"
LARGEST = 2**31 - 1


class JournalFilter(forms.Form):
    before = forms.IntegerField(min_value=1, max_value=LARGEST, required=False)
    topic = forms.ChoiceField(choices=[("", "Everything"), *LineTopic.choices], required=False)
    kind = forms.ChoiceField(choices=[("", "Everything"), *KINDS.items()], required=False)
    turn = forms.IntegerField(min_value=1, max_value=LARGEST, required=False)


class RewindForm(ActForm):
    reason = forms.CharField(
        max_length=300, label="Reason", help_text="Visible to everyone whose journal lines are undone."
    )
    private = forms.CharField(
        max_length=300, required=False, label="Note for umpires", help_text="Only umpires see this."
    )
    void = forms.MultipleChoiceField(
        required=False,
        label="Rolls to void",
        help_text="A roll keeps its dice unless you void it. Everyone who may see the cup learns of it.",
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
    """Flank force arrival, Confederate, right, VG-7B1: 4"""
    key = ", ".join(part for part in (throw["words"], throw["rule"], throw["more"]) if part)
    return f"{key}: {', '.join(map(str, throw['faces']))}"


class AskRewindForm(ActForm):
    reason = forms.CharField(max_length=200, label="Reason", help_text="Visible to everyone.")


@dataclass(frozen=True)
class Correctable:
    """A record, and its columns that may be corrected."""

    row: Recorded
    columns: Sequence[Column]

    @property
    def title(self) -> str:
        return str(self.row._meta.verbose_name)

    @property
    def present(self) -> dict[str, Any]:
        """Return the current values, for a body that names only changes."""
        return {column.name: _present(column, self.row) for column in self.columns}


class CorrectionForm(ActForm):
    """One field for each column that may be corrected, and the reason."""

    reason = forms.CharField(max_length=300, label="Reason", help_text="Recorded, and visible to the side concerned.")

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
        """Return the columns whose values change."""
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
        field.required = False  # None or an empty list is a value there
    return field
