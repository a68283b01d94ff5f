"""The form of a tick. It needs no version: ticks from several phones add up."""

from typing import Any

from django import forms

from battles.services.ticks import MOST_EXPECTED
from campaign.errors import BadInput
from campaign.web import ActForm

PRESS = ("unit", "cause", "by", "expected")


class TickForm(ActForm):
    """One tick: of whom, what happened, and how many stands the page showed.

    A button of the page sends the four as one word each in `press`.
    """

    press = forms.RegexField(r"^\S{1,60} [a-z_]{1,13} -?1 [0-9]{1,3}\Z", required=False)
    unit = forms.CharField(max_length=60, required=False)
    cause = forms.CharField(max_length=13, required=False)
    by = forms.IntegerField(min_value=-1, max_value=1, required=False)
    expected = forms.IntegerField(min_value=0, max_value=MOST_EXPECTED, required=False)
    turn = forms.IntegerField(min_value=1, max_value=9999, required=False)
    seat = forms.RegexField(r"^[0-9a-f]{16}\Z", required=False)

    def tick(self) -> dict[str, Any]:
        """Return the tick for the service; refuse one that names nobody."""
        data = self.cleaned_data
        said = dict(zip(PRESS, data["press"].split(), strict=False)) or {name: data[name] for name in PRESS}
        for name, what in (("unit", "the unit or leader"), ("cause", "what happened")):
            if not said[name]:
                raise BadInput(f"Name {what}.", field=name)
        return {
            "unit": said["unit"],
            "cause": said["cause"],
            "by": 1 if said["by"] is None else int(said["by"]),
            "expected": int(said["expected"] or 0),
            "turn": data["turn"],
            "seat": data["seat"],
            "key": self.action()["key"],
        }
