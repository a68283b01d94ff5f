"""The form of a picture: a file from the page, or base64 from a program."""

import binascii
from base64 import b64decode
from typing import Any

from django import forms

from campaign.forms.names import NameField
from campaign.photos import KINDS, MOST_BYTES, NO_PICTURE
from campaign.selectors.pictures import MOST_CAPTION
from campaign.web import ActForm

ACCEPTED = "image/jpeg,image/png,image/webp"
MOST_BASE64 = -(-MOST_BYTES // 3) * 4
NO_BASE64 = f"Enter {KINDS}, in base64."


class PictureForm(ActForm):
    """One picture, and what it shows."""

    photo = forms.FileField(
        label="Take a photo",
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ACCEPTED, "capture": "environment"}),
    )
    file = forms.FileField(
        label="Picture",
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ACCEPTED}),
        help_text=f"{KINDS[:1].upper()}{KINDS[1:]}. The site keeps a smaller copy without its metadata.",
    )
    picture = forms.CharField(
        label="Picture",
        required=False,
        max_length=MOST_BASE64,
        widget=forms.HiddenInput,
        help_text=f"{KINDS[:1].upper()}{KINDS[1:]}, in base64.",
    )
    caption = NameField(max_length=MOST_CAPTION, label="What it shows")

    def __init__(self, data: Any = None, files: Any = None, **kwargs: Any) -> None:
        super().__init__(data, files, **kwargs)
        self.place = "file" if files is not None else "picture"
        self.upload = b""

    def files_to_choose(self) -> list[forms.BoundField]:
        return [self["photo"], self["file"]]

    def clean(self) -> dict[str, Any]:
        """Read the picture, from the first field that has one."""
        data = self.cleaned_data
        for name in ("photo", "file"):
            if data.get(name):
                self.place, self.upload = name, self._read(data[name])
                return data
        if data.get("picture"):
            self.place = "picture"
            self.upload = self._decoded(data["picture"])
        elif "picture" not in self.errors:
            self.add_error(self.place, NO_PICTURE)
        return data

    def _read(self, file: Any) -> bytes:
        """Read one byte more than the limit, so that a longer file is refused for its length."""
        return bytes(file.read(MOST_BYTES + 1))

    def _decoded(self, text: str) -> bytes:
        try:
            return b64decode(text, validate=True)
        except (binascii.Error, ValueError):
            self.add_error("picture", NO_BASE64)
            return b""
