"""The form of a written order."""

from typing import Any

from django import forms

from battles.models.orders import LONGEST_ORDER
from battles.selectors.orders import OrderStart
from campaign.forms.names import NameField
from campaign.web import ActForm


class OrderForm(ActForm):
    """An order for a unit, or for what a name says."""

    unit = forms.ChoiceField(label="For", required=False)
    to = NameField(
        label="Or for a brigade or force", max_length=60, required=False, help_text="Used if no unit is chosen."
    )
    text = NameField(
        label="Order",
        max_length=LONGEST_ORDER,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="One line. Only your side and the umpire read it until it is revealed.",
    )

    def __init__(self, *args: Any, offer: OrderStart, **kwargs: Any) -> None:
        super().__init__(*args, offer=offer, **kwargs)
        self.fields["unit"].choices = [("", "No single unit"), *offer.units]  # type: ignore[attr-defined]
