"""Names that appear within the site's sentences."""

import unicodedata
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

TURNS = frozenset(["LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI"])


class NameField(forms.CharField):
    """One visible line, without characters that change the text direction around it."""

    def validate(self, value: Any) -> None:
        super().validate(value)
        if any(unicodedata.category(sign) in ("Cc", "Zl", "Zp") for sign in value):
            raise ValidationError("Enter one line, without line breaks or tabs.")
        if any(unicodedata.bidirectional(sign) in TURNS for sign in value):
            raise ValidationError("Remove the characters that change the text direction.")
        if value and not any(unicodedata.category(sign)[0] in "LNPS" for sign in value):
            raise ValidationError("Enter at least one visible character.")
