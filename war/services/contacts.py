"""Postpone and resume contacts, and call off a table agreed for one: by the umpire, or by both sides.

While a contact is postponed its hexes are free and its battle doesn't move. Both sides can call off the table also
where a person umpires; then they have to agree again how to fight.
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
from war.selectors.agreement import why_not_called_off
from war.selectors.find import find_contact
from war.services.agreement import ask_anew

POSTPONED, RESUMED, CALLED_OFF = "contact.postponed", "contact.resumed", "contact.called_off"
TITLES = {POSTPONED: "Postpone battle", RESUMED: "Resume postponed battle", CALLED_OFF: "Call off the table"}
WORDS = {POSTPONED: "postpone {name}", RESUMED: "resume {name}", CALLED_OFF: "call off the table for {name}"}
DONE = {
    POSTPONED: "postponed {name}. The forces there are free to move.",
    RESUMED: "resumed {name}. It waits for the table and locks its hex and the hexes around it.",
    CALLED_OFF: "called off the table for {name}. Both sides have to agree again how to fight it.",
}


def postpone(viewer: Viewer, *, contact_id: int, version: int | None = None, key: str | None = None) -> None:
    """Take a battle off the table's list, and free the forces there."""
    _decide(viewer, POSTPONED, contact_id, version=version, key=key)


def resume(viewer: Viewer, *, contact_id: int, version: int | None = None, key: str | None = None) -> None:
    """Put a postponed battle back on the table's list."""
    _decide(viewer, RESUMED, contact_id, version=version, key=key)


def call_off(viewer: Viewer, *, contact_id: int, version: int | None = None, key: str | None = None) -> None:
    """Call off the table that was agreed for a contact, and ask both sides again."""
    _decide(viewer, CALLED_OFF, contact_id, version=version, key=key)


def _decide(viewer: Viewer, kind: str, contact_id: int, *, version: int | None, key: str | None) -> None:
    contact = find_contact(viewer, contact_id, by_sides=kind == CALLED_OFF)
    if viewer.is_umpire:
        with open_act(viewer, stream=CAMPAIGN_STREAM, kind=kind, version=version, key=key) as act:
            _set(act, contact_id, kind)
        return
    _check(contact, kind)
    payload = {"contact": hex_id(contact_id), "words": WORDS[kind].format(name=contact.name)}
    decisions.decide(viewer, kind=kind, payload=payload, version=version, key=key)


def _check(contact: Contact, kind: str) -> None:
    if kind == CALLED_OFF:
        if why_not := why_not_called_off(contact):
            raise Refusal(why_not)
        return
    if contact.state == ContactState.SETTLED:
        raise Refusal(f"{contact.name} is already settled.")
    if contact.postponed == (kind == POSTPONED):
        raise Refusal(f"{contact.name} is {'' if contact.postponed else 'not '}postponed.")


def _set(act: Act, contact_id: int, kind: str) -> None:
    contact = Contact.objects.get(campaign_id=act.campaign_id, id=contact_id)
    _check(contact, kind)
    if kind == CALLED_OFF:
        ask_anew(act, contact)
    else:
        contact.postponed = kind == POSTPONED
        act.save(contact)
    act.tell(PUBLIC, f"{act.decided_by} {DONE[kind].format(name=contact.name)}", kind=f"map.{kind}")


def _carry_out(kind: str, campaign_id: int, payload: Payload) -> None:
    with open_act(None, stream=CAMPAIGN_STREAM, kind=kind, campaign_id=campaign_id) as act:
        _set(act, read_id(payload["contact"]) or 0, kind)


def _decision(kind: str, title: str) -> Decision:
    def note(act: Act, payload: Payload) -> None:
        act.tell(PUBLIC, f"Both sides agreed to {payload['words']}.")

    def afterwards(campaign_id: int, payload: Payload) -> None:
        _carry_out(kind, campaign_id, payload)

    return Decision(
        kind,
        title,
        note,
        allowed=RUNNING,
        afterwards=afterwards,
        silence_agrees=kind == RESUMED,
        by_sides=kind == CALLED_OFF,
    )


DECISIONS = tuple(_decision(kind, title) for kind, title in TITLES.items())
