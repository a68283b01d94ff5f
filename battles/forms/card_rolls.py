"""Forms of rolls from unit cards: the cards of each role with the procedure's inputs, and the changes to confirm."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict

from battles.forms.cards import form_field
from battles.selectors.card_rolls import CardRollStart, RollStart, cards_field, chosen_of
from campaign.errors import BadInput
from campaign.forms.json_text import JsonText
from campaign.forms.rules import drawn, faces_typed, typed
from campaign.web import ActForm
from rulesets.core.units import Chosen, Value

MOST_TIMES = 20
CHANGE = "change-"


class RollForm(ActForm):
    """The cards of each role and the inputs. Programs send `inputs`; what it leaves out is filled from the cards."""

    has_fixed_fields = False
    inputs = JsonText(label="Inputs", required=False, widget=forms.HiddenInput)
    dice = forms.CharField(
        label="Your dice", max_length=400, required=False, help_text="Leave blank to roll from the battle’s cup."
    )
    again = forms.IntegerField(
        label="Which time this turn",
        min_value=1,
        max_value=MOST_TIMES,
        required=False,
        initial=1,
        help_text="The same rule for the same units keeps its dice. Say 2 if the rules let them roll a second time.",
    )
    filled = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, offer: RollStart, **kwargs: Any) -> None:
        super().__init__(*args, offer=offer, **kwargs)
        for role in offer.page.roles:
            self.fields[cards_field(role.name)] = forms.MultipleChoiceField(
                label=role.label,
                required=False,
                choices=[(card.value, card.label) for card in role.cards],
                help_text=role.limits,
                widget=forms.CheckboxSelectMultiple,
            )
        self.wrong = self.sentence = ""

    def role_fields(self) -> list[Any]:
        """Return the fields of the roles."""
        return [self[cards_field(role.name)] for role in self.offer.page.roles]

    def cards(self) -> dict[str, list[str]]:
        """Return the ids chosen for each role."""
        return {role.name: self.cleaned_data[cards_field(role.name)] for role in self.offer.page.roles}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        try:
            cleaned["faces"] = faces_typed(cleaned.get("dice") or "")
            cleaned["asked"] = self._asked()
        except BadInput as error:
            self.add_error(error.field if error.field in self.fields else None, error.sentence)
        return cleaned

    def _asked(self) -> dict[str, Any]:
        """Return the procedure's inputs: those of the page as typed, or those of the cards and what was sent."""
        if self.cleaned_data.get("filled"):
            return typed(self.offer.procedure.schema(), {key: self.data[key] for key in self.data})
        sent = self.cleaned_data.get("inputs") or {}
        if not isinstance(sent, Mapping):
            raise BadInput("Enter the inputs as named parts in { }.", field="inputs")
        chosen = chosen_of(self.viewer, self.offer, self.cards())
        return {**self.offer.use.fill(chosen), **sent}

    def roll(self) -> dict[str, Any]:
        """Return what the service takes."""
        data = self.cleaned_data
        said = {"cards": self.cards(), "inputs": data["asked"], "faces": data["faces"], "again": data["again"] or 1}
        return said | self.action()


def controls_of(offer: RollStart, chosen: Chosen) -> list[Any]:
    """Return the controls of a procedure, filled from the cards."""
    return drawn(offer.procedure.schema(), offer.use.fill(chosen))


def controls_as_typed(form: RollForm) -> list[Any]:
    """Return the controls as they were sent."""
    schema = form.offer.procedure.schema()
    try:
        values = typed(schema, {key: form.data[key] for key in form.data})
    except BadInput:
        values = {}
    return drawn(schema, values)


def cards_asked(query: QueryDict, offer: RollStart) -> dict[str, list[str]]:
    """Return the cards that an address names for each role."""
    return {role.name: query.getlist(cards_field(role.name)) for role in offer.page.roles}


class ConfirmRollForm(ActForm):
    """The changes of a roll; whoever may amend them finds a field for each."""

    has_fixed_fields = False

    def __init__(self, *args: Any, offer: CardRollStart, **kwargs: Any) -> None:
        super().__init__(*args, offer=offer, **kwargs)
        if not offer.page.may_amend:
            return
        for n, (field, change) in enumerate(zip(offer.fields, offer.changes, strict=True)):
            if field is not None:
                shown = offer.page.changes[n]
                self.fields[f"{CHANGE}{n}"] = form_field(field)
                self.fields[f"{CHANGE}{n}"].label = f"{shown.unit}: {shown.label}"
                self.initial[f"{CHANGE}{n}"] = change["after"]

    def amended(self) -> dict[int, Value]:
        """Return the sent values that differ from those proposed, by the place of the change."""
        found: dict[int, Value] = {}
        for n, change in enumerate(self.offer.changes):
            name = f"{CHANGE}{n}"
            is_sent = name in self.fields and (name in self.data or "confirms" in self.data)
            value = self.cleaned_data.get(name)
            if is_sent and value is not None and value != change["after"]:
                found[n] = value
        return found
