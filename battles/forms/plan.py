"""Forms of a plan: flank marches, and the deployment."""

from typing import Any

from django import forms

from battles.conduct.base import Chosen, ChosenPlan, Option, PlanCommand
from battles.forms.battle import MOST_DRAFTS, EntropyForm
from battles.selectors.deployment import DeploymentPage
from battles.selectors.forms import PlanOffer
from campaign.web import ActForm
from rulesets.core.deployment import MOST_NOTES, Deployment, Placed, Sight, wrong_notes

ON_TABLE = "table"
SIGHTS = ((Sight.VISIBLE.value, "Visible"), (Sight.HIDDEN.value, "Hidden"))
LABELS = {"zone": "Zone", "sector": "Sector", "sight": "From the enemy’s zone"}
LEFT_TO_DIVISION = "As its division"


class PlanForm(EntropyForm):
    """The leader of each march, and where every command, brigade, and battery goes; all on the table is a plan too.

    A brigade or battery goes with its command unless it says otherwise.
    """

    draft_version = forms.IntegerField(min_value=0, max_value=MOST_DRAFTS, required=False, widget=forms.HiddenInput)

    has_fixed_fields = False

    def __init__(self, *args: Any, offer: PlanOffer, **kwargs: Any) -> None:
        super().__init__(*args, offer=offer, **kwargs)
        self.initial["draft_version"] = offer.draft_version
        choices = self.choices = offer.choices
        leaders = [("", "Nobody (no flank march here)"), *((o.value, o.label) for o in choices.leaders)]
        for edge in choices.edges:
            self._add(_leader(edge), f"{edge.label}: leader", leaders, offer.draft.get(edge.value, Chosen()).leader)
        drafted = {unit: edge for edge, chosen in offer.draft.items() for unit in chosen.units}
        self.commands = choices.commands if choices.edges else ()
        for command in self.commands:
            self._add_command(command, drafted)

    def _add(self, name: str, label: str, choices: list[tuple[str, str]], initial: str) -> None:
        self.fields[name] = forms.ChoiceField(
            choices=choices, required=False, label=label, widget=forms.Select(attrs={"class": "input"})
        )
        self.initial[name] = initial

    def _add_command(self, command: PlanCommand, drafted: dict[str, str]) -> None:
        edges = [(o.value, o.label) for o in self.choices.edges]
        places = {part.at: drafted.get(part.at, "") for part in command.parts}
        together = len(set(places.values())) == 1
        whole = next(iter(places.values())) if together else ""
        self._add(_command(command.at), command.name, [("", "On the table"), *edges], whole)
        own = [("", f"With its {command.kind}"), (ON_TABLE, "On the table"), *edges]
        for part in command.parts:
            self._add(_unit(part.at), part.name, own, "" if together else places[part.at])

    def leader_fields(self) -> list[Any]:
        return [self[_leader(edge)] for edge in self.choices.edges]

    def command_rows(self) -> list[tuple[PlanCommand, Any, list[tuple[Any, Any]], bool]]:
        """Return each command with its field, the fields of its parts, and whether any of these is used."""
        rows = []
        for command in self.commands:
            parts = [(part, self[_unit(part.at)]) for part in command.parts]
            rows.append((command, self[_command(command.at)], parts, any(field.value() for _, field in parts)))
        return rows

    def plan(self) -> ChosenPlan:
        """Return the choices for each edge with a flank march."""
        data = self.cleaned_data
        places = {
            part.at: data[_unit(part.at)] or data[_command(command.at)]
            for command in self.commands
            for part in command.parts
        }
        chosen = {
            edge.value: Chosen(data[_leader(edge)], tuple(at for at, place in places.items() if place == edge.value))
            for edge in self.choices.edges
        }
        return {edge: one for edge, one in chosen.items() if one != Chosen()}


def _leader(edge: Option) -> str:
    return f"{edge.value}_leader"


def _command(at: str) -> str:
    return f"command-{at or 'army'}"


def _unit(at: str) -> str:
    return f"unit-{at}"


class DeploymentForm(ActForm):
    """A line for each division and brigade: zone, sector, whether the enemy sees it, and notes."""

    draft_version = forms.IntegerField(min_value=0, max_value=MOST_DRAFTS, required=False, widget=forms.HiddenInput)

    has_fixed_fields = False

    def __init__(self, *args: Any, offer: DeploymentPage, **kwargs: Any) -> None:
        super().__init__(*args, offer=offer, **kwargs)
        self.initial["draft_version"] = offer.draft_version
        drafted = {line.at: line for line in offer.deployment.lines}
        for at, is_division in self._parts():
            self._add_line(drafted.get(at, Placed(at)), is_division=is_division)

    def _parts(self) -> list[tuple[str, bool]]:
        found = []
        for command in self.offer.commands:
            found.append((command.at, True))
            found += [(part.at, False) for part in command.parts if part.kind == "brigade"]
        return found

    def _add_line(self, line: Placed, *, is_division: bool) -> None:
        anywhere, sight = ("Anywhere", "Visible, as usual") if is_division else (LEFT_TO_DIVISION, LEFT_TO_DIVISION)
        choices = {
            "zone": [("", anywhere), *((o.value, o.label) for o in self.offer.zones)],
            "sector": [("", anywhere), *((o.value, o.label) for o in self.offer.sectors)],
            "sight": [("", sight), *SIGHTS],
        }
        for name, offered in choices.items():
            select = forms.Select(attrs={"class": "input"})
            self.fields[f"{name}-{line.at}"] = forms.ChoiceField(
                choices=offered, required=False, label=LABELS[name], widget=select
            )
            self.initial[f"{name}-{line.at}"] = getattr(line, name)
        text = forms.TextInput(attrs={"class": "input", "maxlength": MOST_NOTES, "autocomplete": "off"})
        self.fields[f"notes-{line.at}"] = NotesField(required=False, label="Notes", widget=text)
        self.initial[f"notes-{line.at}"] = line.notes

    def rows(self) -> list[tuple[PlanCommand, list[Any], list[tuple[Any, list[Any]]], bool]]:
        """Return each division with its fields, the fields of its brigades, and whether any of these is used."""
        rows = []
        for command in self.offer.commands:
            parts = [(part, self._fields(part.at)) for part in command.parts if part.kind == "brigade"]
            is_used = any(field.value() or field.errors for _, fields in parts for field in fields)
            rows.append((command, self._fields(command.at), parts, is_used))
        return rows

    def _fields(self, at: str) -> list[Any]:
        return [self[f"{name}-{at}"] for name in ("zone", "sector", "sight", "notes")]

    def deployment(self) -> Deployment:
        """Return the lines that say anything."""
        data = self.cleaned_data
        lines = (
            Placed(at, data[f"zone-{at}"], data[f"sector-{at}"], Sight(data[f"sight-{at}"]), data[f"notes-{at}"])
            for at, _ in self._parts()
        )
        return Deployment(tuple(line for line in lines if line != Placed(line.at)), self.offer.deployment.picture)


class NotesField(forms.CharField):
    """One line of text."""

    def clean(self, value: Any) -> str:
        text: str = super().clean(value)
        if wrong := wrong_notes(text):
            raise forms.ValidationError(wrong)
        return text
