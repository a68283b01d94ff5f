"""Postpone and resume contacts, and call off a table agreed for one: by the umpire, or by both sides.

While a contact is postponed its battle doesn't move. Its hexes are free, but in a war on the map the war goes on around
them: they stay locked until it's settled, and victory waits for its Report. Both sides can call off the table also
where a person umpires; then they have to agree again how to fight.
"""

from collections.abc import Callable
from functools import partial

from campaign.app_part import Decision, Payload
from campaign.audiences import PUBLIC
from campaign.errors import Refusal
from campaign.ids import hex_id, read_id
from campaign.models import CAMPAIGN_STREAM
from campaign.services import decisions
from campaign.services.record import RUNNING, Act, open_act
from campaign.visibility import Viewer
from rulesets.core.records import dataclass
from war.models import Contact, ContactState
from war.selectors.agreement import why_not_called_off
from war.selectors.find import find_contact
from war.selectors.war_state import is_war
from war.services.agreement import ask_anew

POSTPONED, RESUMED, CALLED_OFF = "contact.postponed", "contact.resumed", "contact.called_off"


def postpone(viewer: Viewer, *, contact_id: int, version: int | None = None, key: str | None = None) -> None:
    """Take a battle off the table's list, so that what waited for it goes on."""
    _decide(viewer, POSTPONED, contact_id, version=version, key=key)


def resume(viewer: Viewer, *, contact_id: int, version: int | None = None, key: str | None = None) -> None:
    """Put a postponed battle back on the table's list."""
    _decide(viewer, RESUMED, contact_id, version=version, key=key)


def call_off(viewer: Viewer, *, contact_id: int, version: int | None = None, key: str | None = None) -> None:
    """Call off the table that was agreed for a contact, and ask both sides again."""
    _decide(viewer, CALLED_OFF, contact_id, version=version, key=key)


def _decide(viewer: Viewer, kind: str, contact_id: int, *, version: int | None, key: str | None) -> None:
    choice = CHOICES[kind]
    contact = find_contact(viewer, contact_id, by_sides=choice.by_sides)
    if viewer.is_umpire:
        with open_act(viewer, stream=CAMPAIGN_STREAM, kind=kind, version=version, key=key) as act:
            _set(act, contact_id, kind)
        return
    _check(contact, choice)
    payload = {"contact": hex_id(contact_id), "words": choice.words.format(name=contact.name)}
    decisions.decide(viewer, kind=kind, payload=payload, version=version, key=key)


def _check(contact: Contact, choice: "Choice") -> None:
    if why_not := choice.why_not(contact):
        raise Refusal(why_not)


def _set(act: Act, contact_id: int, kind: str) -> None:
    contact, choice = Contact.objects.get(campaign_id=act.campaign_id, id=contact_id), CHOICES[kind]
    _check(contact, choice)
    choice.carry_out(act, contact)
    means = meaning_of(kind, is_war=is_war(act.campaign_id))
    act.tell(PUBLIC, f"{act.decided_by} {choice.done} {contact.name}. {means}", kind=f"map.{kind}")


def meaning_of(kind: str, *, is_war: bool) -> str:
    """Say what comes of a decision, in a war on the map or without one."""
    choice = CHOICES[kind]
    return choice.in_war if is_war and choice.in_war else choice.means


def _why_not_put_off(contact: Contact, *, postponed: bool) -> str:
    if contact.state == ContactState.SETTLED:
        return f"{contact.name} is already settled."
    return "" if contact.postponed != postponed else f"{contact.name} is {'' if postponed else 'not '}postponed."


def _put_off(act: Act, contact: Contact, *, postponed: bool) -> None:
    contact.postponed = postponed
    act.save(contact)


@dataclass(frozen=True)
class Choice:
    """What may be decided on a contact: its words before and after, why it can't be, and what it changes.

    `means` is what comes of it, and `in_war` what comes of it in a war on the map, if that's different.
    """

    title: str
    words: str
    done: str
    means: str
    why_not: Callable[[Contact], str]
    carry_out: Callable[[Act, Contact], None]
    silence_agrees: bool = False
    by_sides: bool = False
    in_war: str = ""


CHOICES = {
    POSTPONED: Choice(
        title="Postpone battle",
        words="postpone {name}",
        done="postponed",
        means="The battle waits until it is resumed, and the forces in its hexes are free to move.",
        in_war=(
            "The war goes on without it, but its hex and the hexes around it stay locked until it is settled, "
            "and victory waits for its report."
        ),
        why_not=partial(_why_not_put_off, postponed=True),
        carry_out=partial(_put_off, postponed=True),
    ),
    RESUMED: Choice(
        title="Resume postponed battle",
        words="resume {name}",
        done="resumed",
        means="It waits for the table and locks its hex and the hexes around it.",
        in_war="It waits for the table, its hex and the hexes around it stay locked, and its theater waits with it.",
        why_not=partial(_why_not_put_off, postponed=False),
        carry_out=partial(_put_off, postponed=False),
        silence_agrees=True,
    ),
    CALLED_OFF: Choice(
        title="Call off the table",
        words="call off the table for {name}",
        done="called off the table for",
        means="Both sides have to agree again how to fight it.",
        why_not=why_not_called_off,
        carry_out=ask_anew,
        by_sides=True,
    ),
}


def _carry_out(kind: str, campaign_id: int, payload: Payload) -> None:
    with open_act(None, stream=CAMPAIGN_STREAM, kind=kind, campaign_id=campaign_id) as act:
        _set(act, read_id(payload["contact"]) or 0, kind)


def _note(act: Act, payload: Payload) -> None:
    act.tell(PUBLIC, f"Both sides agreed to {payload['words']}.")


DECISIONS = tuple(
    Decision(
        kind,
        choice.title,
        _note,
        allowed=RUNNING,
        afterwards=partial(_carry_out, kind),
        silence_agrees=choice.silence_agrees,
        by_sides=choice.by_sides,
    )
    for kind, choice in CHOICES.items()
)
