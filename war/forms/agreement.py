"""Forms for agreeing how to fight a contact."""

from typing import Any

from django import forms

from campaign.forms.club import IdField
from campaign.web import ActForm
from rulesets.core.brief import Ratio
from rulesets.core.brief_values import LIMITS
from war.models import Combat
from war.selectors.contact_page import ContactPage


def ratio_field(name: str, label: str, unit: str) -> forms.IntegerField:
    """Return a field of the ratio; blank stands for the ratio that the page shows."""
    least, most = LIMITS[name]
    limits = {"min_value": f"Enter {least} to {most} {unit}.", "max_value": f"Enter {least} to {most} {unit}."}
    return forms.IntegerField(
        min_value=least,
        max_value=most,
        required=False,
        label=label,
        help_text=f"{least} to {most} {unit}",
        error_messages=limits,
        widget=forms.NumberInput(attrs={"class": "input short", "inputmode": "numeric"}),
    )


class RatioForm(forms.Form):
    """The ratio of a preview."""

    stands_per_sp = ratio_field("stands_per_sp", "Stands for a strength point", "stands")
    batteries_per_sp = ratio_field("batteries_per_sp", "Batteries for a strength point", "batteries")


class OfferForm(ActForm):
    """An offer: the table or strategic combat, the ratio, and the open offer that it answers, if any."""

    combat = forms.ChoiceField(
        choices=Combat.choices, error_messages={"required": "Choose the table or strategic combat."}
    )
    stands_per_sp = ratio_field("stands_per_sp", "Stands for a strength point", "stands")
    batteries_per_sp = ratio_field("batteries_per_sp", "Batteries for a strength point", "batteries")
    answers = IdField(required=False, widget=forms.HiddenInput)

    def offered(self) -> dict[str, Any]:
        """Return the arguments of the service."""
        data, page = self.cleaned_data, self.offer
        assert isinstance(page, ContactPage)
        stands, batteries = data["stands_per_sp"], data["batteries_per_sp"]
        ratio = Ratio(
            page.stands_per_sp if stands is None else stands, page.batteries_per_sp if batteries is None else batteries
        )
        return {
            "combat": data["combat"],
            "ratio": ratio,
            "answers": data["answers"],
            "key": self.action()["key"],
        }


class AnswerForm(ActForm):
    """An answer to the open offer."""

    answers = IdField(widget=forms.HiddenInput, error_messages={"required": "Name the offer that you answer."})

    def answered(self) -> dict[str, Any]:
        return {"answers": self.cleaned_data["answers"], "key": self.action()["key"]}
