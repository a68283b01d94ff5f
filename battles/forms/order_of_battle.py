"""The form of an order of battle: one edit at a time, by the addresses of its parts."""

from typing import Any

from django import forms

from battles.conduct.orders import OrderEdit
from battles.forms.battle import MOST_DRAFTS
from battles.selectors.order_copy import OrderCopyPage
from battles.selectors.order_of_battle import OrderPage
from campaign.web import ActForm

EDITS = (
    ("move", "Move"),
    ("shift", "Shift stands"),
    ("split", "Split"),
    ("merge", "Merge"),
    ("rename", "Rename"),
    ("appoint", "Appoint"),
    ("site", "Start over from the site’s draft"),
)
ARMY = "army"
LARGEST_FILE = 256_000  # bytes
LONGEST_ADDRESS, MOST_STANDS, LONGEST_TYPED = 20, 2000, 200


class OrderForm(ActForm):
    """What to change and how. `what` and `to` are addresses of the page; the army's is "army"."""

    draft_version = forms.IntegerField(min_value=0, max_value=MOST_DRAFTS, required=False, widget=forms.HiddenInput)
    edit_kind = forms.ChoiceField(choices=EDITS, label="Change", error_messages={"required": "Choose what to change."})
    what = forms.CharField(max_length=LONGEST_ADDRESS, required=False, label="Chosen part")
    to = forms.CharField(max_length=LONGEST_ADDRESS, required=False, label="To")
    leader = forms.CharField(max_length=60, required=False, label="Leader")
    stands = forms.IntegerField(min_value=1, max_value=MOST_STANDS, required=False, label="Stands")
    name = forms.CharField(max_length=LONGEST_TYPED, required=False, strip=False, label="Name")
    commander = forms.CharField(max_length=LONGEST_TYPED, required=False, strip=False, label="Commander")

    def __init__(self, *args: Any, offer: OrderPage, **kwargs: Any) -> None:
        super().__init__(*args, offer=offer, **kwargs)
        self.initial["draft_version"] = offer.draft_version

    def clean(self) -> dict[str, Any]:
        """Require what each edit needs."""
        data = self.cleaned_data
        kind = data.get("edit_kind")
        if kind and kind != "site" and not data.get("what") and "what" not in self.errors:
            self.add_error("what", "Choose a part of the order of battle.")
        if kind in ("move", "shift", "merge") and not data.get("to") and "to" not in self.errors:
            self.add_error("to", "Choose where to.")
        if kind in ("shift", "split") and data.get("stands") is None and "stands" not in self.errors:
            self.add_error("stands", f"Enter a number of stands from 1 to {MOST_STANDS}.")
        return data

    def edit(self) -> OrderEdit:
        """Return the edit for the service."""
        data = self.cleaned_data
        return OrderEdit(
            kind=data["edit_kind"],
            what="" if data["what"] == ARMY else data["what"],
            to="" if data["to"] == ARMY else data["to"],
            leader=data["leader"],
            stands=data["stands"] or 0,
            name=data["name"],
            commander=data["commander"],
        )


class OrderCopyForm(ActForm):
    """Copying the side's last order of battle."""

    draft_version = forms.IntegerField(min_value=0, max_value=MOST_DRAFTS, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, offer: OrderCopyPage, **kwargs: Any) -> None:
        super().__init__(*args, offer=offer, **kwargs)
        self.initial["draft_version"] = offer.draft_version


class OrderFileForm(ActForm):
    """An order of battle, typed or read from a file; a refused file appears in the field."""

    draft_version = forms.IntegerField(min_value=0, max_value=MOST_DRAFTS, required=False, widget=forms.HiddenInput)
    text = forms.CharField(
        max_length=LARGEST_FILE,
        strip=False,
        label="Order of battle",
        widget=forms.Textarea(attrs={"rows": 16, "spellcheck": "false"}),
        help_text="JSON as the site exports it, up to 256 kB.",
    )
    file = forms.FileField(
        label="Or choose its file", required=False, widget=forms.FileInput(attrs={"accept": ".json"})
    )

    def __init__(self, data: Any = None, files: Any = None, *, offer: OrderPage, **kwargs: Any) -> None:
        super().__init__(data, files, offer=offer, **kwargs)
        self.initial["draft_version"] = offer.draft_version
        self.unread = False
        if data is not None and (file := (files or {}).get("file")):
            self.data = typed = data.copy()
            typed["text"] = self._read(file)

    def _read(self, file: Any) -> str:
        """Read one character more than the limit, so that a longer file is refused for its length."""
        try:
            return str(file.read(LARGEST_FILE + 4).decode("utf-8-sig"))
        except UnicodeDecodeError:
            self.unread = True
            return ""

    def clean(self) -> dict[str, Any]:
        if self.unread:
            self.errors.pop("text", None)
            self.add_error("file", "Choose a JSON file in UTF-8, up to 256 kB.")
        return super().clean() or {}
