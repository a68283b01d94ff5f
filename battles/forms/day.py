"""Forms of the day and the night: requests for a step, the end of the battle, and the choice for the night."""

from typing import Any

from django import forms

from battles.conduct.booking import ENDS
from battles.models import ClockRequest
from battles.models.positions import LONGEST_NOTE
from battles.selectors.ending import BOTH, WAYS, EndPage
from battles.selectors.night import NightPage
from campaign.errors import BadInput
from campaign.forms.names import NameField
from campaign.models import SideCode
from campaign.web import ActForm
from rulesets.core.report import End

LEAVES_MISSING = {"required": "Choose who leaves the field: two armies can’t both hold it."}
HOW = [(End.WITHDREW.value, "It withdraws"), (End.DRIVEN_OFF.value, "It is driven off")]
CHOICE_MISSING = {"required": "Choose to stay or to withdraw."}
NIGHT = [("stay", "Stay: the battle goes on the next day"), ("withdraw", "Withdraw unmolested: the battle ends")]


class TurnRequestForm(ActForm):
    """A request, the turn that the page showed, and the browser's random digits; the view's version doesn't matter."""

    asks_for = forms.ChoiceField(choices=ClockRequest.choices, required=False, initial=ClockRequest.ON)
    turn = forms.IntegerField(min_value=1, max_value=9999, required=False)
    leaves = forms.ChoiceField(choices=[*SideCode.choices, (BOTH, "Both armies")], required=False)
    how = forms.ChoiceField(choices=[(end.value, ENDS[end]) for end in WAYS], required=False)
    entropy = forms.RegexField(r"^[0-9a-f]{0,128}\Z", required=False)

    def request(self) -> dict[str, Any]:
        """Return the request for the service; refuse one that names no turn."""
        data = self.cleaned_data
        if data["turn"] is None:
            raise BadInput("Name the turn that you ask to end.", field="turn")
        return {
            "asks_for": data["asks_for"] or ClockRequest.ON.value,
            "turn": data["turn"],
            "leaves": data["leaves"],
            "how": data["how"] or End.WITHDREW.value,
            "entropy": data["entropy"],
            "key": self.action()["key"],
        }


class EndForm(TurnRequestForm):
    """Who leaves the field, and how."""

    asks_for = forms.ChoiceField(
        choices=ClockRequest.choices, required=False, widget=forms.HiddenInput, initial=ClockRequest.END
    )
    turn = forms.IntegerField(min_value=1, max_value=9999, required=False, widget=forms.HiddenInput)
    leaves = forms.ChoiceField(label="Who leaves the field", widget=forms.RadioSelect, error_messages=LEAVES_MISSING)
    how = forms.ChoiceField(label="How", widget=forms.RadioSelect, required=False, choices=HOW)
    entropy = forms.RegexField(r"^[0-9a-f]{0,128}\Z", required=False, widget=forms.HiddenInput)
    field_order = ("leaves", "how")

    def __init__(self, *args: Any, offer: EndPage, **kwargs: Any) -> None:
        super().__init__(*args, offer=offer, **kwargs)
        armies = [(side, "Your army" if side == offer.own else f"The {name} army") for side, name in offer.sides]
        self.fields["leaves"].choices = [*armies, (BOTH, "Both armies")]  # type: ignore[attr-defined]
        self.initial.update(turn=offer.turn, leaves=offer.leaves, how=offer.how)

    def request(self) -> dict[str, Any]:
        return super().request() | {"asks_for": ClockRequest.END.value}


class PhaseForm(ActForm):
    """The turn and the phase that the page showed; the view's version doesn't matter."""

    turn = forms.IntegerField(min_value=1, max_value=9999, required=False)
    phase = forms.IntegerField(min_value=0, max_value=99, required=False)

    def shown(self) -> dict[str, Any]:
        """Return the phase for the service; refuse one that names no turn or no phase."""
        data = self.cleaned_data
        if data["turn"] is None:
            raise BadInput("Name the turn.", field="turn")
        if data["phase"] is None:
            raise BadInput("Name the phase that is over.", field="phase")
        return {"turn": data["turn"], "phase": data["phase"], "key": self.action()["key"]}


class PositionsForm(ActForm):
    """Where the troops stand; the view's version doesn't matter."""

    text = NameField(
        label="Positions",
        max_length=LONGEST_NOTE,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text="One line. Only your side and the umpire read it.",
    )


class NightForm(ActForm):
    """Stay or withdraw, and the night that the page showed; the view's version doesn't matter."""

    choice = forms.ChoiceField(
        label="Your army overnight", choices=NIGHT, widget=forms.RadioSelect, error_messages=CHOICE_MISSING
    )
    turn = forms.IntegerField(min_value=1, max_value=9999, required=False, widget=forms.HiddenInput)
    entropy = forms.RegexField(r"^[0-9a-f]{0,128}\Z", required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, offer: NightPage, **kwargs: Any) -> None:
        super().__init__(*args, offer=offer, **kwargs)
        self.initial["turn"] = offer.turn

    def chosen(self) -> dict[str, Any]:
        """Return the choice for the service; refuse one that names no night."""
        data = self.cleaned_data
        if data["turn"] is None:
            raise BadInput("Name the last turn of the day.", field="turn")
        return {**{name: data[name] for name in ("choice", "turn", "entropy")}, "key": self.action()["key"]}
