"""The forms of a war's orders: what an address asks for, and an order with the fields of its kind."""

import re
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, ClassVar, get_args

from django import forms
from django.core.exceptions import ValidationError

from campaign.web import ActForm
from rulesets.civil_war.war import orders as o
from rulesets.civil_war.war import written
from rulesets.core.errors import IllegalOrder

LONGEST_ID, MOST_IDS = 80, 200
ENTROPY = r"^[0-9a-f]{0,128}\Z"
KINDS = {kind: each for kind, each in written.KINDS.items() if each not in get_args(o.GameOrder)}
MAY_LACK: dict[type[Any], tuple[str, ...]] = {o.Move: ("leader", "points")}  # unled, or alone
OF_A_STANCE = ("table", "losses", "retreat", "promotion")
NOT_OF_KIND = "This order doesn't have this field."


class IdsField(forms.MultipleChoiceField):
    """Several ids, of which the order itself says whether they fit."""

    def valid_value(self, value: str) -> bool:
        return 0 < len(value) <= LONGEST_ID

    def validate(self, value: list[str]) -> None:
        if len(value) > MOST_IDS:
            raise ValidationError(f"Enter at most {MOST_IDS}, not {len(value)}.")
        super().validate(value)


def an_id(label: str) -> forms.CharField:
    """Return a field for the id of a piece or hex."""
    return forms.CharField(max_length=LONGEST_ID, required=False, label=label)


class OrdersQuery(forms.Form):
    """What a page of orders is asked to show: a piece, where it would go, and strengths to compare."""

    piece = forms.CharField(max_length=LONGEST_ID, required=False, help_text="the id of a piece; none is the side")
    how = forms.CharField(max_length=12, required=False, help_text="led, alone, unled, or river-led and so on")
    to = forms.CharField(max_length=12, required=False, help_text="a hex within reach, by the cheapest way")
    path = forms.CharField(max_length=1200, required=False, help_text="hexes from the start on, with points between")
    sp = forms.IntegerField(min_value=1, max_value=100, required=False, help_text="your SP, for the odds")
    against = forms.IntegerField(min_value=1, max_value=100, required=False, help_text="the enemy's SP, as you assume")

    def clean_path(self) -> tuple[str, ...]:
        """Return the hexes of a path."""
        return tuple(re.split(r"[.,]", self.cleaned_data["path"])) if self.cleaned_data["path"] else ()


class WarOrderForm(ActForm):
    """An order: its kind, and the fields that this kind has. `beside` are the fields that belong to no kind."""

    beside: ClassVar[frozenset[str]] = frozenset(["version", "key", "entropy"])
    kind = forms.ChoiceField(choices=[(kind, kind.replace("_", " ")) for kind in KINDS], label="Order")
    piece = an_id("Strength point or leader")
    leader = an_id("Leader")
    point = an_id("Strength point")
    points = IdsField(required=False, label="Strength points")
    along = IdsField(required=False, label="Leaders who go along")
    path = IdsField(required=False, label="Path", help_text="Hexes, from where the pieces are to where they go.")
    by_water = forms.BooleanField(required=False, label="By river")
    demoted = forms.BooleanField(required=False, label="Demote him instead")
    spare = forms.BooleanField(required=False, label="Spare it after all")
    pot = forms.ChoiceField(
        choices=[("", "none"), *((pot, pot) for pot in ("theatre", "discretionary", "naval"))],
        required=False,
        label="Pay from",
    )
    hex = an_id("Hex")
    what = an_id("What to build")
    army = an_id("Army")
    instruction = an_id("Instruction")
    theaters = IdsField(required=False, label="Theaters by priority")
    table = an_id("Battles on the table")
    losses = an_id("Who is lost")
    retreat = an_id("Where to retreat")
    promotion = an_id("Who is promoted")
    entropy = forms.RegexField(ENTROPY, required=False, widget=forms.HiddenInput, label="Random digits")
    order: o.Order

    def clean(self) -> dict[str, Any]:
        """Read the order, and refuse fields that its kind doesn't have."""
        said = super().clean() or {}
        kind = said.get("kind", "")
        if kind not in KINDS:
            return said
        names = OF_A_STANCE if KINDS[kind] is o.TakeStance else tuple(each.name for each in fields(KINDS[kind]))
        for name in self.fields.keys() - {*names, "kind", *self.beside}:
            if said.get(name):
                self.add_error(name, NOT_OF_KIND)
        if not self.errors:
            self._read(kind, said)
        return said

    def _read(self, kind: str, said: Mapping[str, Any]) -> None:
        try:
            self.order = written.order_from(_as_data(kind, said))
        except IllegalOrder as error:
            field = error.field.rpartition(".")[2]
            name = field if field in self.fields else None
            self.add_error(name, error.sentence.partition(": ")[2] or error.sentence)


def _as_data(kind: str, said: Mapping[str, Any]) -> dict[str, Any]:
    """Return an order as JSON. What was left blank is left out, so that it's missed where it's needed."""
    wanted = KINDS[kind]
    if wanted is o.TakeStance:
        return {"kind": kind, "stance": {name: said[name] for name in OF_A_STANCE if said[name]}}
    data = {each.name: _plain(said[each.name]) for each in fields(wanted)}
    may_lack = MAY_LACK.get(wanted, ())
    return {"kind": kind} | {name: value for name, value in data.items() if value or name in may_lack}


def _plain(value: Any) -> Any:
    """Return a field's value as JSON has it; a list may have been chosen as one text."""
    return [part for one in value for part in one.split(",")] if isinstance(value, list) else value
