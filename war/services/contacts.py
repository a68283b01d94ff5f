"""Postpone and resume contacts, by the umpire or, where the site is the umpire, by both sides.

While a contact is postponed its hexes are free and its battle doesn't move.
"""

from campaign.app_part import Decision, Payload
from campaign.audiences import PUBLIC
from campaign.errors import Refusal
from campaign.ids import hex_id, read_id
from campaign.models import CAMPAIGN_STREAM
from campaign.services import decisions
from campaign.services.record import RUNNING, Act, open_act
from campaign.visibility import Viewer
from war.models import Contact, ContactState
from war.selectors.find import find_contact

POSTPONED, RESUMED = "contact.postponed", "contact.resumed"
TITLES = {POSTPONED: "Postpone battle", RESUMED: "Resume postponed battle"}


def postpone(viewer: Viewer, *, contact_id: int, version: int | None = None, key: str | None = None) -> None:
    """Take a battle off the table's list, and free the forces there."""
    _decide(viewer, POSTPONED, contact_id, version=version, key=key)


def resume(viewer: Viewer, *, contact_id: int, version: int | None = None, key: str | None = None) -> None:
    """Put a postponed battle back on the table's list."""
    _decide(viewer, RESUMED, contact_id, version=version, key=key)


def _decide(viewer: Viewer, kind: str, contact_id: int, *, version: int | None, key: str | None) -> None:
    contact = find_contact(viewer, contact_id)
    if viewer.is_umpire:
        with open_act(viewer, stream=CAMPAIGN_STREAM, kind=kind, version=version, key=key) as act:
            _set(act, contact_id, kind)
        return
    _check(contact, kind)
    words = f"postpone {contact.name}" if kind == POSTPONED else f"resume {contact.name}"
    decisions.decide(
        viewer, kind=kind, payload={"contact": hex_id(contact_id), "words": words}, version=version, key=key
    )


def _check(contact: Contact, kind: str) -> None:
    if contact.state == ContactState.SETTLED:
        raise Refusal(f"{contact.name} is already settled.")
    if contact.postponed == (kind == POSTPONED):
        raise Refusal(f"{contact.name} is {'' if contact.postponed else 'not '}postponed.")


def _set(act: Act, contact_id: int, kind: str) -> None:
    contact = Contact.objects.get(campaign_id=act.campaign_id, id=contact_id)
    _check(contact, kind)
    contact.postponed = kind == POSTPONED
    act.save(contact)
    postponed = f"postponed {contact.name}. The forces there are free to move."
    resumed = f"resumed {contact.name}. It waits for the table and locks its hex and the hexes around it."
    act.tell(PUBLIC, f"{act.decided_by} {postponed if contact.postponed else resumed}", kind=f"map.{kind}")


def _carry_out(kind: str, campaign_id: int, payload: Payload) -> None:
    with open_act(None, stream=CAMPAIGN_STREAM, kind=kind, campaign_id=campaign_id) as act:
        _set(act, read_id(payload["contact"]) or 0, kind)


def _decision(kind: str, title: str) -> Decision:
    def note(act: Act, payload: Payload) -> None:
        act.tell(PUBLIC, f"Both sides agreed to {payload['words']}.")

    def afterwards(campaign_id: int, payload: Payload) -> None:
        _carry_out(kind, campaign_id, payload)

    return Decision(kind, title, note, allowed=RUNNING, afterwards=afterwards, silence_agrees=kind == RESUMED)


DECISIONS = tuple(_decision(kind, title) for kind, title in TITLES.items())
