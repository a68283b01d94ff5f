"""Forms for the house rules of a campaign."""

from typing import Any

from django import forms

from campaign.forms.names import NameField
from campaign.selectors.house import switchable
from campaign.web import ActForm

LARGEST_FILE = 200_000


class TableForm(ActForm):
    """Take lines typed or read from a file; a refused file appears in the field."""

    name = NameField(max_length=60, label="Name", help_text="Shown wherever these numbers are used.")
    reason = forms.CharField(max_length=300, label="Reason", help_text="Everyone can read it in the journal.")
    text = forms.CharField(
        max_length=LARGEST_FILE,
        label="Table cells",
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        help_text="CSV with the header table,row,column,value, or a JSON list of such objects.",
    )
    file = forms.FileField(
        label="Or choose its file", required=False, widget=forms.FileInput(attrs={"accept": ".csv,.json"})
    )

    def __init__(self, data: Any = None, files: Any = None, **kwargs: Any) -> None:
        super().__init__(data, files, **kwargs)
        self.unread = False
        if data is not None and (file := (files or {}).get("file")):
            self.data = typed = data.copy()
            typed["text"] = self._read(file)

    def _read(self, file: Any) -> str:
        """Read one character more than the limit, so that a longer file is refused for its length."""
        try:
            return str(file.read(4 * LARGEST_FILE + 4).decode("utf-8-sig"))
        except UnicodeDecodeError:
            self.unread = True
            return ""

    def clean(self) -> dict[str, Any]:
        if self.unread:
            self.errors.pop("text", None)
            self.add_error("file", "Choose a text file in UTF-8.")
        return super().clean() or {}


class SwitchForm(ActForm):
    choice = forms.ChoiceField(label="Ruling and answer")
    reason = forms.CharField(max_length=300, label="Reason", help_text="Everyone can read it in the journal.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["choice"].choices = [  # type: ignore[attr-defined]
            (f"{book}|{ruling.id}|{option}", f"{ruling.id} {ruling.question} {ruling.in_words(option)}")
            for book, ruling in switchable()
            for option in ruling.options
        ]

    def chosen(self) -> tuple[str, str, str]:
        """Return the book, ruling, and option."""
        book, ruling, option = self.cleaned_data["choice"].split("|", 2)
        return book, ruling, option
