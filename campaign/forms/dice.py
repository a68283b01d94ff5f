"""Forms for the dice pages."""

from typing import Any, cast

from django import forms
from django.http import QueryDict

from rulesets.core.cup import DICE_IN_USE

MOST_CHARACTERS = 2_000_000


class CheckForm(forms.Form):
    """A cup document, pasted or uploaded, and the journal lines its reader kept."""

    text = forms.CharField(
        label="Document",
        max_length=MOST_CHARACTERS,
        error_messages={"required": "Paste a document or choose its file."},
        help_text="Copy it from the page of a revealed cup: one document, or a list of them.",
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off", "class": "hash"}),
    )
    file = forms.FileField(
        label="Or choose its file", required=False, widget=forms.FileInput(attrs={"accept": ".json"})
    )
    kept = forms.CharField(
        label="Journal lines you kept",
        required=False,
        max_length=MOST_CHARACTERS,
        help_text="From the journal: “cup … commitment …” and “cup … step … head …”",
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "autocomplete": "off", "class": "hash"}),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("file"):
            self.errors.pop("text", None)
            cleaned["text"] = self._read(cleaned["file"])
        return cleaned

    def _read(self, file: Any) -> str:
        if file.size > MOST_CHARACTERS:
            self.add_error("file", f"This file has {file.size:,} bytes. Choose one of at most {MOST_CHARACTERS:,}.")
            return ""
        try:
            return str(file.read().decode("utf-8-sig"))
        except UnicodeDecodeError:
            self.add_error("file", "Choose a text file in UTF-8.")
            return ""


class PracticeForm(forms.Form):
    """The dice, and the number of the roll, so that a page sent twice rolls once."""

    count = forms.IntegerField(label="Number of dice", min_value=1, max_value=20, initial=1)
    sides = forms.TypedChoiceField(
        label="Type of dice", coerce=int, initial=10, choices=[(n, f"{n} sides") for n in DICE_IN_USE]
    )
    number = forms.IntegerField(min_value=1, max_value=100_000, widget=forms.HiddenInput)
    entropy = forms.RegexField(r"^[0-9a-f]{0,128}$", required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["count"].widget.attrs.update({"inputmode": "numeric", "class": "figure"})

    def next_number(self, number: int, **last: int) -> None:
        """Return the form for the next roll, also after a refusal; the last dice stay selected."""
        self.initial.update(number=number, **last)
        if self.is_bound:
            typed = cast(QueryDict, self.data).copy()
            typed["number"] = str(number)
            self.data = typed


class PageForm(forms.Form):
    page = forms.IntegerField(min_value=1, max_value=10_000, required=False)
