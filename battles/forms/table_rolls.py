"""Forms of the table: where a leader is, and a rule with its unit filled in."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from django import forms

from battles.selectors.leaders import LeaderPage
from battles.selectors.roll_start import TableRollStart
from campaign.errors import BadInput
from campaign.forms.json_text import JsonText
from campaign.forms.rules import InputFold, InputGrid, InputGroup, drawn, faces_typed, typed
from campaign.web import ActForm

NOBODY = "Nobody (unattached)"
ROW = re.compile(r"\.\d+\.")


class DiceForm(ActForm):
    """Dice from the battle's cup, or typed from real ones."""

    dice = forms.CharField(
        label="Your dice", max_length=400, required=False, help_text="Leave blank to roll from the battle’s cup."
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        try:
            cleaned["faces"] = faces_typed(cleaned.get("dice") or "")
        except BadInput as error:
            self.add_error("dice", error.sentence)
        return cleaned

    def roll(self) -> dict[str, Any]:
        return {"faces": self.cleaned_data["faces"]} | self.action()


class TableRollForm(DiceForm):
    """A rule's inputs. Programs send `inputs`; what it leaves out is filled in from the unit."""

    inputs = JsonText(label="Inputs", required=False, widget=forms.HiddenInput)
    filled = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if self.errors:
            return cleaned
        try:
            cleaned["asked"] = self._asked()
        except BadInput as error:
            self.add_error(error.field if error.field in self.fields else None, error.sentence)
        return cleaned

    def _asked(self) -> dict[str, Any]:
        """Return what the page sent, or what a program sent over what the unit fills in."""
        start: TableRollStart = self.offer
        if self.cleaned_data.get("filled"):
            return typed(start.use.procedure.schema(), {key: self.data[key] for key in self.data})
        sent = self.cleaned_data.get("inputs") or {}
        if not isinstance(sent, Mapping):
            raise BadInput("Enter the inputs as named parts in { }.", field="inputs")
        return {**start.page.inputs, **sent}

    def roll(self) -> dict[str, Any]:
        return {"inputs": self.cleaned_data["asked"]} | super().roll()

    @property
    def controls(self) -> list[Any]:
        """Return the rule's controls, as sent or as the unit fills them in, without what keys the dice."""
        start: TableRollStart = self.offer
        schema, values = start.use.procedure.schema(), dict(start.page.inputs)
        if self.is_bound and self.data.get("filled"):
            try:
                values = typed(schema, {key: self.data[key] for key in self.data})
            except BadInput:
                values = {}
        return list(_without(drawn(schema, values), start.use.hidden_inputs))


def _without(parts: Iterable[Any], names: tuple[str, ...]) -> Iterator[Any]:
    """Yield the controls but those with these names; in a name, a row of a grid is any number."""
    for part in parts:
        if ROW.sub(".n.", getattr(part, "name", "")) in names:
            continue
        if isinstance(part, InputGrid):
            rows, spare = (tuple(tuple(_without(row, names)) for row in some) for some in (part.rows, part.spare))
            yield replace(part, rows=rows, spare=spare)
        elif isinstance(part, InputGroup | InputFold):
            yield replace(part, parts=tuple(_without(part.parts, names)))
        else:
            yield part


class LeaderForm(ActForm):
    """Where a leader is; only a corps leader can be outside the army radius."""

    has_fixed_fields = False

    def __init__(self, *args: Any, offer: LeaderPage, **kwargs: Any) -> None:
        super().__init__(*args, offer=offer, **kwargs)
        state = offer.post.state
        joins = [("", NOBODY), *((option.value, option.label) for option in offer.joins)]
        self.fields["attached_to"] = forms.ChoiceField(
            choices=joins, required=False, label="With", widget=forms.Select(attrs={"class": "input"})
        )
        self.initial["attached_to"] = state.attached_to
        if offer.post.rank == "corps":
            self.fields["outside"] = forms.BooleanField(required=False, label="Outside the army leader’s radius")
            self.initial["outside"] = not state.in_army_radius

    def place(self) -> dict[str, Any]:
        """Return what the service takes."""
        data = self.cleaned_data
        where = {"attached_to": data["attached_to"], "in_army_radius": not data.get("outside", False)}
        return where | self.action()
