"""Forms of the opening: which units start hidden, and what enters of a flank force that arrives in part."""

from typing import Any

from django import forms

from battles.conduct.arrivals import ExcessUnit
from battles.conduct.base import Option
from battles.selectors.arrivals import ExcessPage
from battles.selectors.hidden import PlacePage, Why
from battles.selectors.opening import HiddenPage
from battles.services.hidden import CHOOSE_WHY, NOT_HIDDEN
from campaign.web import ActForm

NO_BRIGADE = "No brigade comes reduced"


class HiddenForm(ActForm):
    """A checkbox for each unit that is on the table from the start; all unchecked is a decision too."""

    has_fixed_fields = False

    def __init__(self, *args: Any, offer: HiddenPage, **kwargs: Any) -> None:
        super().__init__(*args, offer=offer, **kwargs)
        self.fields["units"] = _checkboxes("These start hidden", offer.units)
        self.initial["units"] = list(offer.hidden)


class PlaceForm(ActForm):
    """A checkbox for each unit that is still hidden, and why the checked ones are placed."""

    has_fixed_fields = False
    why = forms.ChoiceField(
        choices=Why.choices,
        label="Why",
        widget=forms.RadioSelect,
        error_messages={"required": CHOOSE_WHY, "invalid_choice": CHOOSE_WHY},
    )

    def __init__(self, *args: Any, offer: PlacePage, **kwargs: Any) -> None:
        super().__init__(*args, offer=offer, **kwargs)
        field = _checkboxes("Place these on the table", offer.units)
        field.error_messages["invalid_choice"] = NOT_HIDDEN
        self.fields = {"units": field, **self.fields}


class ExcessForm(ActForm):
    """The brigades and batteries that enter, and the one brigade that may enter reduced."""

    has_fixed_fields = False

    def __init__(self, *args: Any, offer: ExcessPage, **kwargs: Any) -> None:
        super().__init__(*args, offer=offer, **kwargs)
        excess, brought = offer.excess, offer.brought
        self.fields["brigades"] = _checkboxes("Whole brigades", [_option(each) for each in excess.brigades])
        reduced = [("", NO_BRIGADE), *((each.id, each.name) for each in excess.brigades)]
        self.fields["reduced"] = forms.ChoiceField(
            choices=reduced, required=False, label="Reduced brigade", widget=forms.Select(attrs={"class": "input"})
        )
        self.fields["batteries"] = _checkboxes("Batteries", [_option(each) for each in excess.batteries])
        self.initial["reduced"] = brought.reduced
        for name, units in (("brigades", excess.brigades), ("batteries", excess.batteries)):
            self.initial[name] = [each.id for each in units if each.id in brought.units]

    def units(self) -> list[str]:
        return [*self.cleaned_data["brigades"], *self.cleaned_data["batteries"]]


def _option(unit: ExcessUnit) -> Option:
    return Option(unit.id, f"{unit.name}, {unit.about}")


def _checkboxes(label: str, units: Any) -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(
        choices=[(unit.value, unit.label) for unit in units],
        required=False,
        label=label,
        widget=forms.CheckboxSelectMultiple,
    )
