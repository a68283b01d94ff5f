"""The umpire's forms for setting the map of a war right: what is moved, removed, added, or given, and the reason."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any, ClassVar

from django import forms
from django.forms.boundfield import BoundWidget

from campaign.models import SideCode
from campaign.web import ActForm
from rulesets.civil_war.war.setting_right import PUT_DOWN
from rulesets.core.records import dataclass
from rulesets.core.words import first_up
from war.selectors.built import PUT_DOWN_WORDS
from war.selectors.set_right import PieceChoice, SetRight
from war.services.war_umpire import MOST_ADDED

LONGEST_REASON = 200
LONGEST_PLACE = 60
PAGES = (
    ("map:move-pieces", "Move or bring in"),
    ("map:remove-pieces", "Remove"),
    ("map:add-pieces", "Add strength points"),
    ("map:put-down", "Works, depots, armies, rails"),
    ("map:give-hex", "Who holds a hex"),
)


class Reasoned(ActForm):
    """What the side concerned reads with the change; `page` names the form's page, and the rest is said there."""

    pages = PAGES
    page: ClassVar[str]
    title: ClassVar[str]
    hint: ClassVar[str]
    reason = forms.CharField(max_length=LONGEST_REASON, label="Reason, which this side reads")

    def clean_hex(self) -> str:
        return str(self.offer.hex_of(self.cleaned_data["hex"]))


@dataclass(frozen=True)
class PieceGroup:
    """Pieces that are listed together; a group with chosen ones is open."""

    name: str
    choices: tuple[BoundWidget, ...]
    is_open: bool


class PiecesForm(Reasoned):
    """Pieces of one side."""

    pieces = forms.MultipleChoiceField(widget=forms.CheckboxSelectMultiple, label="Pieces of one side")

    def __init__(self, *args: Any, offer: SetRight, **kwargs: Any) -> None:
        super().__init__(*args, offer=offer, **kwargs)
        pieces = self.fields["pieces"]
        assert isinstance(pieces, forms.MultipleChoiceField)
        self.offered = self.offered_by(offer)
        pieces.choices = [(piece.value, piece.label) for piece in self.offered]

    def offered_by(self, offer: SetRight) -> tuple[PieceChoice, ...]:
        return offer.listed(offer.pieces, offer.lost)

    def groups(self) -> Iterator[PieceGroup]:
        """Yield the pieces by where they are."""
        pairs = zip(self.offered, self["pieces"], strict=True)
        for name, found in groupby(pairs, key=lambda pair: pair[0].group):
            choices = tuple(choice for _, choice in found)
            yield PieceGroup(name, choices, any(choice.data["selected"] for choice in choices))


class MoveForm(PiecesForm):
    """Pieces, and the hex where they belong."""

    page = "map:move-pieces"
    title = "Move pieces, or bring them in"
    hint = (
        "Open a place and choose pieces of one side. Lost strength points come back, and those not in play yet "
        "and leaders off the map come in, at once and for nothing. Who holds the hex doesn’t change."
    )
    field_order = ("pieces", "hex", "reason")
    hex = forms.CharField(max_length=LONGEST_PLACE, label="To this place or hex")


class RemoveForm(PiecesForm):
    """Pieces and buildings, and where the leaders among them go."""

    page = "map:remove-pieces"
    title = "Remove pieces, works, depots, or headquarters"
    hint = (
        "What you take off the map is no loss of its side. A strength point comes back under “Move or bring in”. "
        "Without its headquarters an army is no army, but its troops stay."
    )
    field_order = ("pieces", "leaders_to", "reason")
    leaders_to = forms.ChoiceField(
        choices=[("removed", "Out of command, until their side recalls them"), ("pool", "Back to the pool")],
        label="Where leaders among them go",
        required=False,
    )

    def offered_by(self, offer: SetRight) -> tuple[PieceChoice, ...]:
        return offer.listed(offer.pieces, offer.built)

    def clean_leaders_to(self) -> str:
        return self.cleaned_data["leaders_to"] or "removed"


class AddForm(Reasoned):
    """New strength points."""

    page = "map:add-pieces"
    title = "Add strength points"
    hint = (
        "These are new, beyond what the scenario brings. One that was lost or is due comes in under “Move or bring in”."
    )
    field_order = ("side", "hex", "sp", "arm", "quality", "reason")
    side = forms.ChoiceField(choices=SideCode.choices, label="Side")
    hex = forms.CharField(max_length=LONGEST_PLACE, label="At this place or hex")
    sp = forms.IntegerField(min_value=1, max_value=MOST_ADDED, label="Strength points")
    arm = forms.ChoiceField(choices=[(arm, arm.capitalize()) for arm in ("infantry", "cavalry")], label="Arm")
    quality = forms.ChoiceField(
        choices=[(word, word.capitalize()) for word in ("green", "veteran", "crack")], label="Quality"
    )


class BuildForm(Reasoned):
    """A work, a depot, an army's headquarters, or cut rails."""

    page = "map:put-down"
    title = "Put down a work, a depot, or a headquarters, or cut rails"
    hint = (
        "It counts at once and costs nothing, in a hex that its side holds. A fortress also replaces an own fort. "
        "An army goes to the senior leader there who may command one. The limits of the rules hold (L-1, L-4)."
    )
    field_order = ("side", "what", "hex", "reason")
    side = forms.ChoiceField(choices=SideCode.choices, label="Side")
    what = forms.ChoiceField(choices=[(kind, first_up(PUT_DOWN_WORDS[kind])) for kind in PUT_DOWN], label="Put down")
    hex = forms.CharField(max_length=LONGEST_PLACE, label="At this place or hex")


class HolderForm(Reasoned):
    """A hex, and the side that is to hold it."""

    page = "map:give-hex"
    title = "Change who holds a place or hex"
    hint = "Works and depots there stay whose they are, until you remove them. Supply and victory follow the holder."
    field_order = ("side", "hex", "reason")
    side = forms.ChoiceField(choices=SideCode.choices, label="Side that holds it from now on")
    hex = forms.CharField(max_length=LONGEST_PLACE, label="This place or hex")
