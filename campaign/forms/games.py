"""The form of a person's own answer on publishing a finished game."""

from typing import Any

from django import forms

from campaign.forms.accounts import AccountForm
from campaign.forms.names import NameField
from campaign.selectors.games import MyGame


class ConsentForm(AccountForm):
    """Agree under a name, or withdraw."""

    name = NameField(label="Your name on the public pages", required=False, max_length=40)
    answer = forms.ChoiceField(choices=(("agree", "Agree"), ("withdraw", "Withdraw")), widget=forms.HiddenInput)

    def __init__(self, *args: Any, mine: MyGame, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.update(name=mine.public_name, answer="agree")
        self.fields["name"].help_text = f"Leave blank to appear as “{mine.default_name}”."
