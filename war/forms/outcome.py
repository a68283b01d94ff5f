"""The form of one side's part of a strategic combat's outcome."""

from collections.abc import Sequence
from typing import Any

from django import forms

from campaign.models import SideCode
from campaign.web import ActForm
from war.selectors.outcome import FATES, Choice, Entered, OutcomePage

SIDES = [("", "Nobody"), *SideCode.choices]


class OutcomeForm(ActForm):
    """Who won and who retreats, which both sides say alike; and this side's losses, leaders, demoralization, candidate
    for promotion, and retreat."""

    has_fixed_fields = False

    winner = forms.ChoiceField(choices=SIDES, required=False, label="Winner")
    retreats = forms.ChoiceField(choices=SIDES, required=False, label="Retreats")
    demoralized = forms.BooleanField(required=False, label="This army is demoralized")

    def __init__(self, *args: Any, offer: OutcomePage, **kwargs: Any) -> None:
        super().__init__(*args, offer=offer, **kwargs)
        start = offer.start
        self.initial.update(winner=start.winner, retreats=start.retreats, demoralized=start.demoralized)
        self.fields["lost"] = forms.MultipleChoiceField(
            choices=[(point.value, point.label) for point in offer.points],
            required=False,
            label="Strength points lost",
            widget=forms.CheckboxSelectMultiple,
        )
        self.initial["lost"] = list(start.lost)
        for leader in offer.leaders:
            name = f"{leader.value}-fate"
            self.fields[name] = forms.ChoiceField(
                choices=[(fate.value, words) for fate, words in FATES.items()],
                required=False,
                label=f"{leader.label}’s fate",
            )
            self.initial[name] = start.leaders.get(leader.value, "unhurt")
        self._offer(
            "promote", offer.candidates, "Nobody", "Promote this strength point if this side wins", start.promote
        )
        self._offer("retreat", offer.retreats, "The first of these", "Retreat to, if this side must", start.retreat)

    def _offer(self, name: str, choices: Sequence[Choice], nothing: str, label: str, start: str) -> None:
        if choices:
            named = [(each.value, each.label) for each in choices]
            self.fields[name] = forms.ChoiceField(choices=[("", nothing), *named], required=False, label=label)
            self.initial[name] = start

    def entered(self) -> Entered:
        """Return the part for the service."""
        data = self.cleaned_data
        return Entered(
            winner=data["winner"],
            retreats=data["retreats"],
            demoralized=data["demoralized"],
            lost=tuple(data["lost"]),
            leaders={leader.value: data[f"{leader.value}-fate"] or "unhurt" for leader in self.offer.leaders},
            promote=data.get("promote", ""),
            retreat=data.get("retreat", ""),
        )
