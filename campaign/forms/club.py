"""Forms for campaigns, seats, invitations, messages, and decisions."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator

from campaign.app_part import INSTALLED
from campaign.forms.accounts import AccountForm
from campaign.forms.addresses import AddressField
from campaign.forms.names import NameField
from campaign.ids import read_id
from campaign.models import How, Role, SideCode, Sight, UmpireKind
from campaign.selectors.talk import Address
from campaign.services.deadlines import MAX_EXTENSION_HOURS
from campaign.services.record import LONGEST_KEY
from campaign.services.talk import MAX_LENGTH
from campaign.web import ActForm, form_key
from rulesets.core.registry import sheets_to_play

PACES = ((24, "a day"), (48, "2 days"), (72, "3 days"), (168, "a week"), (336, "2 weeks"))
EARLIEST, LATEST = datetime(1800, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
SIGHTS = (
    (Sight.BOARD, "Where all enemy forces are, but not how strong"),
    (Sight.NEAR, "Only enemy forces next to its own; elsewhere, what it last saw there"),
)
FOUNDERS = (
    ("umpire", "Umpire"),
    ("USA", "Union, whole side"),
    ("CSA", "Confederate, whole side"),
)


class IdField(forms.CharField):
    """An id as the server sends it: 16 hexadecimal characters."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=16, **kwargs)

    def clean(self, value: Any) -> int | None:
        text = super().clean(value)
        if not text and not self.required:
            return None
        number = read_id(text)
        if number is None:
            raise ValidationError("Unknown ID.")
        return number


def sheet_choices() -> list[tuple[str, str]]:
    """Return every map that a book plays on, after the choice of no map for a one-off battle."""
    return [("", "none: a one-off battle"), *((sheet.id, sheet.title) for sheet in sheets_to_play())]


class BeginForm(AccountForm):
    """A new campaign: a scenario, or a map on which people set up their own armies, or one battle."""

    name = NameField(
        label="Name", max_length=80, help_text="Such as “The Western Rivers”. Everyone in the campaign sees it."
    )
    scenario = forms.ChoiceField(
        label="Scenario",
        required=False,
        help_text="A scenario sets up both armies on its own map, and says when the campaign ends and who wins.",
    )
    sheet = forms.ChoiceField(
        label="Map", choices=sheet_choices, required=False, help_text="Only if you don’t choose a scenario."
    )
    sight = forms.ChoiceField(
        label="What each side sees of the enemy",
        choices=SIGHTS,
        required=False,
        initial=Sight.BOARD,
        widget=forms.RadioSelect,
        help_text="Only in a scenario. You can’t change it later.",
    )
    hours_per_move = forms.TypedChoiceField(
        label="Time limit per move", choices=PACES, coerce=int, initial=72, help_text="You can change it later."
    )
    umpire_kind = forms.ChoiceField(
        label="Who is the umpire?",
        choices=((UmpireKind.PERSON, "A person"), (UmpireKind.SITE, "The site itself")),
        initial=UmpireKind.PERSON,
        widget=forms.RadioSelect,
        help_text="If the site umpires, both sides must agree to what an umpire would decide.",
    )
    my_seat = forms.ChoiceField(label="Your seat", choices=FOUNDERS, initial="umpire", widget=forms.RadioSelect)
    key = forms.CharField(
        max_length=LONGEST_KEY, required=False, initial=form_key, widget=forms.HiddenInput, help_text="Creates it once."
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offers = {offer.id: offer for offer in INSTALLED.scenarios()}
        scenario = self.fields["scenario"]
        assert isinstance(scenario, forms.ChoiceField)
        scenario.choices = [("", "none"), *((offer.id, offer.label) for offer in self.offers.values())]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        offer = self.offers.get(data.get("scenario", ""))
        if offer and data.get("sheet") not in ("", None, offer.sheet):
            self.add_error("sheet", f"{offer.title} has its own map. Leave this on none, or choose no scenario.")
        if not offer and data.get("sight") == Sight.NEAR and "scenario" not in self.errors:
            self.add_error("sight", "Only a scenario has this choice. Choose a scenario, or leave it as it was.")
        if data.get("umpire_kind") == UmpireKind.SITE and data.get("my_seat") == "umpire":
            self.add_error("my_seat", "The site is the umpire. Choose a side’s seat.")
        return data


HOW_TO_NAME = {"email": "an email address", "username": "a username"}


class InviteForm(ActForm):
    """Offer a seat."""

    how = forms.ChoiceField(label="How", choices=How.choices, initial=How.LINK, widget=forms.RadioSelect)
    email = AddressField(
        label="Email", required=False, help_text="We send an address at most three invitations an hour; any more wait."
    )
    username = forms.CharField(
        label="Username",
        required=False,
        max_length=40,
        help_text="The invitation appears on that person’s home page. You won’t learn whether the username exists.",
    )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        wanted = {How.MAIL: "email", How.NAME: "username"}.get(How(data["how"])) if data.get("how") else None
        if wanted and wanted not in self.errors and not data.get(wanted):
            self.add_error(wanted, f"Enter {HOW_TO_NAME[wanted]} for the invitation.")
        return data


class AddSeatForm(ActForm):
    role = forms.ChoiceField(
        label="Seat", choices=((Role.COMMANDER, "Commander"), (Role.UMPIRE, "Umpire"), (Role.OBSERVER, "Observer"))
    )
    side = forms.ChoiceField(
        label="Side",
        choices=(("", "None (not a commander)"), *SideCode.choices),
        required=False,
        help_text="Required for a commander.",
    )
    scope = NameField(
        label="Theater",
        required=False,
        max_length=40,
        help_text="Leave blank for the whole side. Commanders act in their theater and see all counters of their side.",
    )


class SeatForm(ActForm):
    """A form for one seat."""

    seat = IdField(widget=forms.HiddenInput)


class MoveForm(SeatForm):
    to = IdField()


class OfferForm(ActForm):
    offer = IdField(widget=forms.HiddenInput)


class AnswerForm(forms.Form):
    """Accept or decline an invitation."""

    offer = IdField()
    answer = forms.ChoiceField(choices=(("accept", "Take the seat"), ("decline", "Decline")))
    secret = forms.CharField(required=False, max_length=64, help_text="The last part of the invitation's link.")


class TalkForm(ActForm):
    to = forms.ChoiceField(label="To", help_text="“Everyone” means both sides and all observers.")
    text = forms.CharField(label="Message", max_length=MAX_LENGTH, widget=forms.Textarea(attrs={"rows": 4}))

    def __init__(self, *args: Any, offer: Sequence[Address], **kwargs: Any) -> None:
        super().__init__(*args, offer=offer, **kwargs)
        to = self.fields["to"]
        assert isinstance(to, forms.ChoiceField)
        to.choices = [(one.value, one.words) for one in offer]


class TalkFilter(forms.Form):
    """Filter messages."""

    thread = forms.CharField(
        required=False, max_length=16, help_text="only messages to these readers: one of the page's threads"
    )
    before = forms.DateTimeField(
        required=False,
        validators=[MinValueValidator(EARLIEST), MaxValueValidator(LATEST)],
        help_text="only messages before this moment",
    )

    def clean_before(self) -> datetime | None:
        """Return the moment in UTC: PostgreSQL refuses offsets such as +22:10."""
        before: datetime | None = self.cleaned_data["before"]
        return before and before.astimezone(UTC)


class EraseForm(ActForm):
    message = IdField(widget=forms.HiddenInput)


class DecideForm(ActForm):
    """Choose a decision that is open now."""

    kind = forms.ChoiceField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, offer: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, offer=offer, **kwargs)
        kind = self.fields["kind"]
        assert isinstance(kind, forms.ChoiceField)
        kind.choices = [(choice, choice) for choice in offer]


class PaceForm(ActForm):
    hours = forms.IntegerField(label="Hours per move", min_value=1, max_value=24 * 60)


class ClockForm(ActForm):
    """Extend, stop, or restart a clock."""

    subject = forms.CharField(max_length=80, widget=forms.HiddenInput)
    what = forms.ChoiceField(choices=(("extended", "Give"), ("stopped", "Stop"), ("run", "Run")))
    hours = forms.IntegerField(required=False, min_value=1, max_value=MAX_EXTENSION_HOURS)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("what") == "extended" and "hours" not in self.errors and not data.get("hours"):
            self.add_error("hours", "Enter how many more hours.")
        return data

    def payload(self) -> dict[str, Any]:
        """Return what the decision is about."""
        subject = {"subject": self.cleaned_data["subject"]}
        extends = self.cleaned_data["what"] == "extended"
        return {**subject, "hours": self.cleaned_data["hours"]} if extends else subject


class UmpireForm(ActForm):
    """Name a person as umpire."""

    username = forms.CharField(
        label="Username of the umpire",
        max_length=40,
        help_text="Once both sides agree, the invitation appears on that person’s home page.",
    )


class ProposalForm(ActForm):
    proposal = IdField(widget=forms.HiddenInput)
    answer = forms.ChoiceField(choices=(("agree", "Agree"), ("refuse", "Decline")))
