"""The form of the map page's address."""

from django import forms


class HexForm(forms.Form):
    """The hex that was chosen on the map."""

    hex = forms.CharField(max_length=12, required=False, help_text="the number of a hex, such as 2920")
