"""The umpire's forms for what a campaign plays differently."""

from typing import Any

from django import forms

from campaign.selectors.house import switchable
from campaign.visibility import Viewer
from campaign.web import ActForm

LARGEST_FILE = 200_000


class TableForm(ActForm):
    name = forms.CharField(max_length=60, label="Name", help_text="Shown wherever one of these numbers is used.")
    reason = forms.CharField(max_length=300, label="Reason", help_text="On record and told to all.")
    text = forms.CharField(
        max_length=LARGEST_FILE,
        label="Table file",
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        help_text="CSV with the head table,row,column,value, or a JSON list of such objects.",
    )


class SwitchForm(ActForm):
    choice = forms.ChoiceField(label="Ruling and answer")
    reason = forms.CharField(max_length=300, label="Reason", help_text="On record and told to all.")

    def __init__(self, *args: Any, viewer: Viewer, **kwargs: Any) -> None:
        super().__init__(*args, viewer=viewer, **kwargs)
        self.fields["choice"].choices = [  # type: ignore[attr-defined]
            (f"{book}|{ruling.id}|{option}", f"{ruling.id} {ruling.question} {option}")
            for book, ruling in switchable()
            for option in ruling.options
        ]

    def chosen(self) -> tuple[str, str, str]:
        """Book, ruling and option."""
        book, ruling, option = self.cleaned_data["choice"].split("|", 2)
        return book, ruling, option
