"""Forms for the map."""

from typing import Any

from django import forms

from campaign.forms.names import NameField
from campaign.ids import read_id
from campaign.web import ActForm
from war.selectors.map import ForcePage


class DetachForm(ActForm):
    """Choose the strength points and leaders to detach, and name the new force."""

    points = forms.MultipleChoiceField(widget=forms.CheckboxSelectMultiple, label="Strength points to detach")
    leaders = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple, required=False, label="Leaders who go along"
    )
    name = NameField(max_length=60, required=False, label="Name of the new force")

    def __init__(self, *args: Any, offer: ForcePage, **kwargs: Any) -> None:
        super().__init__(*args, offer=offer, **kwargs)
        points, leaders = self.fields["points"], self.fields["leaders"]
        assert isinstance(points, forms.MultipleChoiceField)
        assert isinstance(leaders, forms.MultipleChoiceField)
        legal = offer.may_detach
        may_name = {*legal.points, *legal.leaders} if legal else set()
        points.choices = [(p.id, f"{p.quality} {p.arm}".capitalize()) for p in offer.points if p.id in may_name]
        leaders.choices = [(leader.id, leader.name) for leader in offer.leaders if leader.id in may_name]
        if not leaders.choices:
            del self.fields["leaders"]

    def parts(self) -> dict[str, Any]:
        """Return the arguments of the service."""
        data = self.cleaned_data
        return {
            "strength_points": {read_id(point) or 0 for point in data["points"]},
            "leaders": {read_id(leader) or 0 for leader in data.get("leaders", ())},
            "name": data["name"],
        }
