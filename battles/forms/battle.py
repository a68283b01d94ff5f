"""Forms of a battle: plans, requests, typed dice, results."""

from typing import Any

from django import forms

from battles.selectors.forms import RemovalsPage
from battles.selectors.opening import PreparePage
from campaign.web import ActForm

MOST_DRAFTS = 10**6


class EntropyForm(ActForm):
    entropy = forms.RegexField(r"^[0-9a-f]{0,128}\Z", required=False, widget=forms.HiddenInput)


class PrepareForm(ActForm):
    """Fields for real dice, if the umpire rolls by hand; the same for every plan."""

    has_fixed_fields = False

    def __init__(self, *args: Any, offer: PreparePage, **kwargs: Any) -> None:
        super().__init__(*args, offer=offer, **kwargs)
        self.throws = offer.throws
        for throw in offer.throws:
            self.fields[throw.field] = forms.IntegerField(
                min_value=1, max_value=throw.sides, required=False, label=throw.label, help_text=f"1 to {throw.sides}"
            )

    def typed(self) -> dict[str, int]:
        return {t.field: self.cleaned_data[t.field] for t in self.throws if self.cleaned_data[t.field] is not None}


class RemovalsForm(ActForm):
    """A checkbox for each strength point of a class with losses."""

    has_fixed_fields = False

    def __init__(self, *args: Any, offer: RemovalsPage, **kwargs: Any) -> None:
        super().__init__(*args, offer=offer, **kwargs)
        self.classes = offer.classes
        for each in offer.classes:
            self.fields[each.name] = forms.MultipleChoiceField(
                choices=[(point.value, point.label) for point in each.points],
                label=f"{each.words}: remove {each.lost} of {len(each.points)}",
                widget=forms.CheckboxSelectMultiple,
                error_messages={"required": f"{each.words}: choose {each.lost} to remove."},
            )
            self.initial[each.name] = each.chosen

    def items(self) -> list[str]:
        return [item for each in self.classes for item in self.cleaned_data[each.name]]
