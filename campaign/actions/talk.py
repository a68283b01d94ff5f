"""What is done about messages."""

from collections.abc import Sequence

from campaign.actions.base import Action
from campaign.errors import Refusal
from campaign.forms.club import EraseForm, TalkForm
from campaign.selectors.talk import Address, addresses
from campaign.services import talk
from campaign.visibility import Viewer

NOBODY_TO_WRITE_TO = "From your seat you read what is said, and cannot write."


def _somebody(viewer: Viewer) -> Sequence[Address]:
    known = addresses(viewer)
    if not known:
        raise Refusal(NOBODY_TO_WRITE_TO)
    return known


@Action(TalkForm, offer=_somebody, to="talk:page")
def say(viewer: Viewer, form: TalkForm) -> None:
    """Send a message."""
    data = form.cleaned_data
    talk.say(viewer, to=data["to"], text=data["text"], key=form.action()["key"])


@Action(EraseForm, to="talk:page")
def erase_message(viewer: Viewer, form: EraseForm) -> None:
    """Erase the text of your own message."""
    talk.erase(viewer, message_id=form.cleaned_data["message"], key=form.action()["key"])
