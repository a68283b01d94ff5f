"""What people type about themselves."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from campaign.errors import Refusal
from campaign.forms.names import NameField
from campaign.forms.zones import ZoneField
from campaign.models import Notify, Theme, fold

USERNAME = re.compile(r"\w[\w.\-]{1,38}\w", re.UNICODE)
PASSWORD_MIN, PASSWORD_MAX = 8, 200


class AccountForm(forms.Form):
    """A form that shows a service's refusal where it belongs; what was typed stays."""

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


def _email(*, required: bool, help_text: str = "") -> forms.EmailField:
    widget = forms.EmailInput(attrs={"autocomplete": "email"})
    return forms.EmailField(label="E-mail", required=required, max_length=254, widget=widget, help_text=help_text)


class SignUpForm(AccountForm):
    username = forms.CharField(
        label="Log-in name",
        min_length=3,
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
        help_text="3 to 40 letters, figures, dots or hyphens. Capitals make no difference.",
    )
    password = _password("Password", new=True, help_text="8 characters or more, and none of the common ones.")
    email = _email(
        required=False,
        help_text="Without it a lost password cannot be replaced. A letter asks first whether it is yours.",
    )
    time_zone = ZoneField(label="Time zone", initial="UTC", help_text="Deadlines are shown in it. A city is enough.")

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        if not USERNAME.fullmatch(fold(name)):
            raise ValidationError("Letters, figures, dots and hyphens, 3 to 40 of them; no dot or hyphen at the ends.")
        return name


class LogInForm(AccountForm):
    username = forms.CharField(
        label="Log-in name",
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
    )
    password = _password("Password", new=False)


class PasswordForm(AccountForm):
    old = _password("Present password", new=False)
    new = _password("New password", new=True, help_text="8 characters or more, and none of the common ones.")


class AskResetForm(AccountForm):
    email = _email(required=True, help_text="The address in your profile.")


class ResetForm(AccountForm):
    new = _password("New password", new=True, help_text="8 characters or more, and none of the common ones.")


class ProfileForm(AccountForm):
    display_name = NameField(
        label="Name shown to others", max_length=60, widget=forms.TextInput(attrs={"autocomplete": "nickname"})
    )
    email = _email(
        required=False,
        help_text="Only for letters from this site. Nobody else sees it. A new one is used once you have opened the "
        "link in its first letter.",
    )
    time_zone = ZoneField(label="Time zone", help_text="A city is enough, such as Warsaw or New York.")
    theme = forms.ChoiceField(label="Light or dark", choices=Theme.choices)
    notify_moves = forms.ChoiceField(label="E-mail when it is my move", choices=Notify.choices)
    notify_news = forms.ChoiceField(label="E-mail when something else changed for me", choices=Notify.choices)
    notify_talk = forms.ChoiceField(
        label="E-mail when somebody writes to me",
        choices=Notify.choices,
        help_text="Such a letter says that something changed, and nothing else.",
    )
    remind = forms.BooleanField(label="E-mail me a day before a deadline of mine", required=False)


class ConfirmForm(AccountForm):
    """A button: opening a link does nothing by itself, as mail programs open links too."""


class DeleteAccountForm(AccountForm):
    password = _password("Password", new=False)
    erase_texts = forms.BooleanField(
        label="Erase the words of my messages too",
        required=False,
        help_text="That you wrote, to whom and when stays on record; what you wrote goes.",
    )


def initial_of(user: Any) -> dict[str, Any]:
    """What the profile page shows before anything is typed."""
    said = {name: getattr(user, name) for name in ProfileForm.base_fields}
    return said | {"email": user.unconfirmed_email or user.email}
