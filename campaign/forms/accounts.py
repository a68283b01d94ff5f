"""Forms for accounts and profiles."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from campaign.errors import Refusal
from campaign.forms.addresses import AddressField
from campaign.forms.names import NameField
from campaign.forms.zones import ZoneField
from campaign.models import Notify, Theme, fold

USERNAME = re.compile(r"\w[\w.\-]{1,38}\w", re.UNICODE)
PASSWORD_MIN, PASSWORD_MAX = 8, 200


class AccountForm(forms.Form):
    """A form that shows a service's refusal at its field and keeps what was typed."""

    def refuse(self, error: Refusal) -> None:
        self.add_error(error.field if error.field in self.fields else None, error.sentence)


def _password(label: str, *, new: bool, help_text: str = "") -> forms.CharField:
    autocomplete = "new-password" if new else "current-password"
    widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
    return forms.CharField(
        label=label,
        min_length=PASSWORD_MIN if new else None,
        max_length=PASSWORD_MAX,
        strip=False,
        widget=widget,
        help_text=help_text,
    )


def _email(*, required: bool, help_text: str = "") -> AddressField:
    widget = forms.EmailInput(attrs={"autocomplete": "email"})
    return AddressField(label="Email", required=required, widget=widget, help_text=help_text)


class SignUpForm(AccountForm):
    username = forms.CharField(
        label="Username",
        min_length=3,
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
        help_text="3 to 40 letters, digits, dots, or hyphens. Capital letters don’t matter.",
    )
    password = _password("Password", new=True, help_text="At least 8 characters, and not a common password.")
    email = _email(
        required=False,
        help_text="You need it to reset a lost password. We email you a link first to confirm it.",
    )
    time_zone = ZoneField(label="Time zone", initial="UTC", help_text="Deadlines are shown in this zone. Enter a city.")

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        if not USERNAME.fullmatch(fold(name)):
            raise ValidationError(
                "Enter 3 to 40 letters, digits, dots, or hyphens; don’t start or end with a dot or hyphen."
            )
        return name


class LogInForm(AccountForm):
    username = forms.CharField(
        label="Username",
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
    )
    password = _password("Password", new=False)


class PasswordForm(AccountForm):
    old = _password("Current password", new=False)
    new = _password("New password", new=True, help_text="At least 8 characters, and not a common password.")


class AskResetForm(AccountForm):
    email = _email(required=True, help_text="The email address in your profile.")


class ResetForm(AccountForm):
    new = _password("New password", new=True, help_text="At least 8 characters, and not a common password.")


class ProfileForm(AccountForm):
    display_name = NameField(
        label="Display name", max_length=60, widget=forms.TextInput(attrs={"autocomplete": "nickname"})
    )
    email = _email(
        required=False,
        help_text="Only this site uses it, and nobody else sees it. We use a new address once you open the "
        "link in its first email.",
    )
    time_zone = ZoneField(label="Time zone", help_text="Enter a city, such as Warsaw or New York.")
    theme = forms.ChoiceField(label="Theme", choices=Theme.choices)
    notify_moves = forms.ChoiceField(label="Email me when it’s my move", choices=Notify.choices)
    notify_news = forms.ChoiceField(label="Email me about other changes", choices=Notify.choices)
    notify_talk = forms.ChoiceField(
        label="Email me about messages",
        choices=Notify.choices,
        help_text="These emails say only that something changed.",
    )
    remind = forms.BooleanField(label="Email me a day before my deadlines", required=False)


class ConfirmForm(AccountForm):
    """A button, because mail programs open links too: opening the link does nothing by itself."""


class DeleteAccountForm(AccountForm):
    password = _password("Password", new=False)
    erase_texts = forms.BooleanField(
        label="Erase the text of my messages and my pictures too",
        required=False,
        help_text="The record keeps that you wrote, to whom, and when, but not your text. Your pictures are gone.",
    )


def initial_of(user: Any) -> dict[str, Any]:
    """Return what the profile page shows before anything is typed."""
    said = {name: getattr(user, name) for name in ProfileForm.base_fields}
    return said | {"email": user.unconfirmed_email or user.email}
