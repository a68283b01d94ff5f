"""Acts on messages."""

from collections.abc import Sequence

from campaign.actions.base import Action, address
from campaign.errors import Refusal
from campaign.forms.club import EraseForm, TalkForm
from campaign.selectors.talk import Address, addresses
from campaign.services import talk
from campaign.visibility import Viewer

NOBODY_TO_WRITE_TO = "Your seat can read messages but not send them."


def _somebody(viewer: Viewer) -> Sequence[Address]:
    known = addresses(viewer)
    if not known:
        raise Refusal(NOBODY_TO_WRITE_TO)
    return known


def _thread(viewer: Viewer, thread: str | None) -> str:
    """Return where a message was sent; a repeated request doesn't say."""
    return address(viewer, "talk:page") + (f"?thread={thread}" if thread else "")


@Action(TalkForm, offer=_somebody, to=_thread)
def say(viewer: Viewer, form: TalkForm) -> str:
    """Send a message."""
    data = form.cleaned_data
    talk.say(viewer, to=data["to"], text=data["text"], key=form.action()["key"])
    return str(data["to"])


@Action(EraseForm, to="talk:page")
def erase_message(viewer: Viewer, form: EraseForm) -> None:
    """Erase the text of your own message."""
    talk.erase(viewer, message_id=form.cleaned_data["message"], key=form.action()["key"])
