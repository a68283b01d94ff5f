"""The umpire's forms for what a campaign plays differently."""

from typing import Any

from django import forms

from campaign.forms.names import NameField
from campaign.selectors.house import switchable
from campaign.web import ActForm

LARGEST_FILE = 200_000


class TableForm(ActForm):
    """The lines are typed, or read from a file; what was read stands in the field if it is refused."""

    name = NameField(max_length=60, label="Name", help_text="Shown wherever one of these numbers is used.")
    reason = forms.CharField(max_length=300, label="Reason", help_text="On record and told to all.")
    text = forms.CharField(
        max_length=LARGEST_FILE,
        label="Table file",
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        help_text="CSV with the head table,row,column,value, or a JSON list of such objects.",
    )
    file = forms.FileField(label="Or its file", required=False, widget=forms.FileInput(attrs={"accept": ".csv,.json"}))

    def __init__(self, data: Any = None, files: Any = None, **kwargs: Any) -> None:
        super().__init__(data, files, **kwargs)
        self.unread = False
        if data is not None and (file := (files or {}).get("file")):
            self.data = typed = data.copy()
            typed["text"] = self._read(file)

    def _read(self, file: Any) -> str:
        """A character more than is allowed, so that a longer file is refused by its length."""
        try:
            return str(file.read(4 * LARGEST_FILE + 4).decode("utf-8-sig"))
        except UnicodeDecodeError:
            self.unread = True
            return ""

    def clean(self) -> dict[str, Any]:
        if self.unread:
            self.errors.pop("text", None)
            self.add_error("file", "This file is not text in UTF-8.")
        return super().clean() or {}


class SwitchForm(ActForm):
    choice = forms.ChoiceField(label="Ruling and answer")
    reason = forms.CharField(max_length=300, label="Reason", help_text="On record and told to all.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["choice"].choices = [  # type: ignore[attr-defined]
            (f"{book}|{ruling.id}|{option}", f"{ruling.id} {ruling.question} {ruling.in_words(option)}")
            for book, ruling in switchable()
            for option in ruling.options
        ]

    def chosen(self) -> tuple[str, str, str]:
        """Book, ruling and option."""
        book, ruling, option = self.cleaned_data["choice"].split("|", 2)
        return book, ruling, option
