"""The form for a number that no book states."""

from django import forms

from campaign.web import ActForm

Cell = tuple[str, str, str]


class NumberForm(ActForm):
    table = forms.CharField(max_length=80, label="Table")
    row = forms.CharField(max_length=80, label="Row")
    column = forms.CharField(max_length=80, label="Column", required=False)
    value = forms.CharField(max_length=200, label="Number")
    reason = forms.CharField(max_length=300, label="Reason", help_text="Everyone can read it in the journal.")

    def ask_for(self, cell: Cell, *, unit: str) -> None:
        """Ask for this cell, so that only the number and the reason are left to type."""
        for name, label in zip(("table", "row", "column"), cell, strict=True):
            self.initial[name] = label
            self.fields[name].widget = forms.HiddenInput()
        self.fields["value"].label = f"Number, {unit}" if unit else "Number"
        self.auto_id = "number_%s"
