"""The umpire's forms for setting the map of a war right: pieces to move, to remove, or to add, and the reason."""

from typing import Any

from django import forms

from campaign.models import SideCode
from campaign.web import ActForm
from war.selectors.set_right import SetRight
from war.services.war_umpire import MOST_ADDED

LONGEST_REASON = 200


class Reasoned(ActForm):
    """What the side concerned reads with the change."""

    reason = forms.CharField(max_length=LONGEST_REASON, label="Reason, which this side reads")


class PiecesForm(Reasoned):
    """Pieces of one side."""

    field_order = ("pieces", "hex", "reason")
    pieces = forms.MultipleChoiceField(widget=forms.CheckboxSelectMultiple, label="Pieces of one side")

    def __init__(self, *args: Any, offer: SetRight, **kwargs: Any) -> None:
        super().__init__(*args, offer=offer, **kwargs)
        pieces = self.fields["pieces"]
        assert isinstance(pieces, forms.MultipleChoiceField)
        pieces.choices = [(piece.value, piece.label) for piece in offer.pieces]


class MoveForm(PiecesForm):
    """Pieces, and the hex where they belong."""

    hex = forms.CharField(max_length=60, label="To this place or hex")

    def clean_hex(self) -> str:
        return str(self.offer.hex_of(self.cleaned_data["hex"]))


class AddForm(Reasoned):
    """New strength points."""

    field_order = ("side", "hex", "sp", "arm", "quality", "reason")
    side = forms.ChoiceField(choices=SideCode.choices, label="Side")
    hex = forms.CharField(max_length=60, label="At this place or hex")
    sp = forms.IntegerField(min_value=1, max_value=MOST_ADDED, label="Strength points")
    arm = forms.ChoiceField(choices=[(arm, arm.capitalize()) for arm in ("infantry", "cavalry")], label="Arm")
    quality = forms.ChoiceField(
        choices=[(word, word.capitalize()) for word in ("green", "veteran", "crack")], label="Quality"
    )

    def clean_hex(self) -> str:
        return str(self.offer.hex_of(self.cleaned_data["hex"]))
