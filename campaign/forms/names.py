"""Names that others read within sentences of the site."""

import unicodedata
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

TURNS = frozenset(["LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI"])


class NameField(forms.CharField):
    """One line with something to see in it, and no sign that turns the words around it."""

    def validate(self, value: Any) -> None:
        super().validate(value)
        if any(unicodedata.category(sign) in ("Cc", "Zl", "Zp") for sign in value):
            raise ValidationError("A name is one line; this has a line break or a tabulator in it.")
        if any(unicodedata.bidirectional(sign) in TURNS for sign in value):
            raise ValidationError("This has a sign in it that turns the direction of the words around it.")
        if value and not any(unicodedata.category(sign)[0] in "LNPS" for sign in value):
            raise ValidationError("There is nothing to see in this name.")
