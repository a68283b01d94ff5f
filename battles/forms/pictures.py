"""Forms of pictures: of a deployment, which is part of a draft, and of the troops on the table."""

from typing import Any

from django import forms

from battles.forms.battle import MOST_DRAFTS
from battles.selectors.adjourned import PositionsPage
from battles.selectors.deployment import DeploymentPage
from campaign.forms.pictures import PictureForm
from campaign.web import ActForm


class OfDraft(ActForm):
    """A form that knows the version of its draft."""

    draft_version = forms.IntegerField(min_value=0, max_value=MOST_DRAFTS, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, offer: DeploymentPage, **kwargs: Any) -> None:
        super().__init__(*args, offer=offer, **kwargs)
        self.initial["draft_version"] = offer.draft_version

    def drafted(self) -> int:
        return int(self.cleaned_data["draft_version"] or 0)


class DraftPictureForm(OfDraft, PictureForm):
    """One picture, and what it shows."""


class DropPictureForm(OfDraft):
    """Nothing but the draft."""


class PositionPictureForm(PictureForm):
    """One picture of the troops, with its turn as its caption until another is typed."""

    def __init__(self, *args: Any, offer: PositionsPage, **kwargs: Any) -> None:
        super().__init__(*args, offer=offer, **kwargs)
        self.initial["caption"] = f"Positions on turn {offer.turn}"
