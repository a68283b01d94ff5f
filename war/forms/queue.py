"""The forms of a queue: an order with its conditions, one to take out, and whether a side stands ready."""

from typing import Any

from django import forms

from campaign.models import SideCode
from campaign.web import HIGHEST_VERSION, ActForm
from rulesets.civil_war.war.queueing import MOST_QUEUED, MOST_SP, Queued, queued_with
from rulesets.core.errors import IllegalOrder
from war.forms.orders import WarOrderForm

PLACE_AND_SIDE = "Choose a place and the side that has to hold it, or neither."


class QueueForm(WarOrderForm):
    """An order for a coming half-pulse, and when it's carried out."""

    least_sp = forms.IntegerField(
        min_value=0, max_value=MOST_SP, required=False, label="Only with so many strength points there"
    )
    place = forms.CharField(max_length=12, required=False, label="Only if this hex is held")
    held_by = forms.ChoiceField(choices=[("", "–"), *SideCode.choices], required=False, label="Held by")
    stop_on_contact = forms.BooleanField(required=False, label="Not after a battle in the same pulse")
    queued: Queued
    beside = WarOrderForm.beside | {"least_sp", "place", "held_by", "stop_on_contact"}

    def clean(self) -> dict[str, Any]:
        """Read the order with its conditions."""
        said = super().clean()
        if bool(said.get("place")) != bool(said.get("held_by")) and not {"place", "held_by"} & self.errors.keys():
            self.add_error("place" if said.get("held_by") else "held_by", PLACE_AND_SIDE)
        if not self.errors and hasattr(self, "order"):
            when = {"least_sp": said["least_sp"] or 0, "place": said["place"], "held_by": said["held_by"] or None}
            try:
                self.queued = queued_with(self.order, when | {"stop_on_contact": said["stop_on_contact"]})
            except IllegalOrder as error:
                self.add_error(error.field if error.field in self.fields else None, error.sentence)
        return said


class DropForm(ActForm):
    """Which order to take out of the queue."""

    n = forms.IntegerField(min_value=1, max_value=MOST_QUEUED + 1, label="Number in the queue")


class ReadyForm(ActForm):
    """Whether a side stands ready."""

    ready = forms.BooleanField(required=False, label="Stand ready: end each half-pulse once the queue has run")


class ReplayQuery(forms.Form):
    """From which version of the reader's view a replay begins."""

    since = forms.IntegerField(
        min_value=0, max_value=HIGHEST_VERSION, required=False, help_text="a version of your view; else your last act"
    )
