"""Send messages to everyone, within a side, and with the umpire.

The record keeps a hash and a reference; the text can be erased.
"""

import hmac
from hashlib import sha256

from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.inserts import insert
from campaign.models import CLUB_STREAM, ErasableText, Message
from campaign.selectors.talk import addresses
from campaign.services import throttle
from campaign.services.record import CLUB_OPEN, open_act
from campaign.sources import SOURCES
from campaign.visibility import Viewer, visible_to

MAX_LENGTH = 4000


def say(viewer: Viewer, *, to: str, text: str, key: str | None = None) -> None:
    """Send a message. It depends on nothing the page showed, so it is never outdated."""
    with (
        throttle.trying((throttle.TALK, hex_id(viewer.user_id))) as spend,
        open_act(viewer, stream=CLUB_STREAM, kind="talk.said", key=key) as act,
    ):
        spend()
        address = next((found for found in addresses(viewer) if found.value == to), None)
        if address is None:
            raise Refusal("You can’t write to them from your seat. Choose someone else.", field="to")
        nonce = SOURCES.secret(address.audience).hex()
        words = ErasableText(
            id=SOURCES.new_id(address.audience),
            author_id=viewer.user_id,
            campaign_id=viewer.campaign_id,
            nonce=nonce,
            text=text,
        )
        insert([words])
        act.create(
            Message(
                id=SOURCES.new_id(address.audience),
                campaign_id=viewer.campaign_id,
                seat_id=viewer.seat_id,
                audience=address.audience,
                text_id=words.pk,
                text_hash=hash_under(nonce, text),
                at=act.at,
            )
        )
        act.tell(address.audience, f"{viewer.seat_name} sent a message to {address.words_within}.")


def erase(viewer: Viewer, *, message_id: int, key: str | None = None) -> None:
    """Erase the text of your own message; that it was sent stays recorded."""
    message = visible_to(Message.objects.filter(campaign_id=viewer.campaign_id), viewer).filter(id=message_id).first()
    own = message is not None and ErasableText.objects.filter(id=message.text_id, author_id=viewer.user_id).exists()
    if message is None or not own:
        raise Refusal("Only the sender can erase a message.")
    with open_act(viewer, stream=CLUB_STREAM, kind="talk.erased", key=key, allowed=CLUB_OPEN) as act:
        ErasableText.objects.filter(id=message.text_id).update(text="", nonce="")
        act.pin(message)
        act.touch(message.audience)


def hash_under(nonce: str, kept: str | bytes) -> str:
    return hmac.new(nonce.encode(), kept.encode() if isinstance(kept, str) else kept, sha256).hexdigest()
