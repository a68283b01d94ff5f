"""The form to set up a battle: a listed setup, or a typed one."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from battles.selectors.forms import SetupPage
from campaign.forms.json_text import read_json
from campaign.web import ActForm
from rulesets.core.brief import Brief
from rulesets.core.brief_form import BriefFault, read_brief_form, shipped_briefs

LARGEST_BRIEF = 200_000
OWN = "own"


class BriefForm(ActForm):
    brief = forms.ChoiceField(label="Which", widget=forms.RadioSelect, help_text="Numbers are strength points.")
    text = forms.CharField(
        label="Your own setup",
        required=False,
        max_length=LARGEST_BRIEF,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        help_text="A setup in JSON, form 1, as in rulesets/data/briefs. Errors name the field.",
    )

    def __init__(self, *args: Any, offer: SetupPage, **kwargs: Any) -> None:
        super().__init__(*args, offer=offer, **kwargs)
        choice = self.fields["brief"]
        assert isinstance(choice, forms.ChoiceField)
        own = [(OWN, "Your own, typed below")] if offer.takes_own else []
        choice.choices = [*((one.value, one.label) for one in offer.briefs), *own]
        if offer.briefs:
            self.initial["brief"] = offer.briefs[0].value
        if not offer.takes_own:
            del self.fields["text"]

    def clean_text(self) -> Brief | None:
        if self.cleaned_data.get("brief") != OWN:
            return None
        if not self.cleaned_data["text"]:
            raise ValidationError("Enter a setup, or choose one from the list.")
        try:
            return read_brief_form(read_json(self.cleaned_data["text"]))
        except BriefFault as fault:
            raise ValidationError(fault.sentence) from None
        except ValueError as fault:
            raise ValidationError(str(fault)) from None

    @property
    def chosen(self) -> Brief:
        """Return the chosen setup."""
        typed: Brief | None = self.cleaned_data.get("text")
        return typed or shipped_briefs()[self.cleaned_data["brief"]]
