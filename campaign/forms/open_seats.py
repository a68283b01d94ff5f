"""Forms for listing open seats, and for asking and answering."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils import timezone

from campaign.forms.accounts import AccountForm
from campaign.forms.club import IdField
from campaign.forms.names import NameField
from campaign.forms.zones import ZoneField
from campaign.models import SideCode
from campaign.selectors.open_seats import OpenSide
from campaign.web import ActForm


class ListForm(ActForm):
    """The name and time zone under which open seats are listed."""

    name = NameField(
        label="Name in the list",
        max_length=80,
        help_text="Anyone with an account sees it. Your campaign may have another name.",
    )
    time_zone = ZoneField(
        label="Time zone", max_length=64, help_text="Where you usually play: a city, such as Chicago, or UTC."
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.update(
            name=self.offer.name or self.viewer.campaign_name, time_zone=timezone.get_current_timezone_name()
        )

    def payload(self) -> dict[str, str]:
        """Return what the decision is about."""
        shown = {name: self.cleaned_data[name] for name in ("name", "time_zone")}
        return shown | {"words": f"list the campaign’s open seats as “{shown['name']}”"}


class AskSeatForm(AccountForm):
    """Ask for a seat of one side."""

    side = forms.ChoiceField(label="Side", choices=SideCode.choices, widget=forms.RadioSelect)

    def __init__(self, *args: Any, sides: Sequence[OpenSide], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        side = self.fields["side"]
        assert isinstance(side, forms.ChoiceField)
        side.choices = [(one.side, one.name) for one in sides]
        side.initial = sides[0].side if sides else None


class WithdrawRequestForm(forms.Form):
    request = IdField(widget=forms.HiddenInput)


class SeatRequestForm(ActForm):
    """A form for one request."""

    request = IdField(widget=forms.HiddenInput)


class AdmitForm(SeatRequestForm):
    seat = IdField()
