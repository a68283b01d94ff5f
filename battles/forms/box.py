"""The form of a battle in a box."""

from django import forms

from battles.models import Paper
from campaign.web import ActForm


class PrintForm(ActForm):
    """The paper to print on; the view's version doesn't matter, since a print shows the battle as it is now."""

    paper = forms.ChoiceField(
        label="Paper",
        choices=Paper.choices,
        initial=Paper.A4,
        error_messages={"required": "Choose A4 or US Letter.", "invalid_choice": "Choose A4 or US Letter."},
    )
