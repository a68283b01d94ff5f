"""To-dos of a contact: its sides agree how to fight it, then the umpire begins the battle on the table."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from campaign.audiences import UMPIRE, side_audience
from campaign.ids import hex_id
from campaign.models import UmpireKind
from campaign.selectors.todos import Todo
from war.models import ContactState
from war.selectors.agreement import subject_of
from war.selectors.briefs import SIDES
from war.selectors.contact_page import SILENCE
from war.selectors.outcome import outcome_subject


class Meeting(NamedTuple):
    """A contact whose combat isn't decided, as a read of many campaigns returns it; `offered_by` is the side whose
    offer is open."""

    campaign_id: int
    umpire_kind: str
    contact_id: int
    name: str
    state: str
    since: datetime
    postponed: bool
    offered_by: str | None
    union_said: Any = None
    confederate_said: Any = None

    @property
    def entered(self) -> set[str]:
        """Return the sides that have entered the outcome of strategic combat."""
        said = {"USA": self.union_said, "CSA": self.confederate_said}
        return {side for side, shown in said.items() if shown is not None}

    @property
    def is_alike(self) -> bool:
        """Return whether the sides don't contradict each other."""
        both = [shown for shown in (self.union_said, self.confederate_said) if shown is not None]
        return len({(shown["winner"], shown["retreats"]) for shown in both}) <= 1


def todos_of_contact(met: Meeting) -> Iterable[Todo]:
    """Yield each side's move in agreeing, made or not, or the umpire's, once both have agreed."""
    if met.state == ContactState.WAITING:
        for side in SIDES:
            yield _to_agree(met, side)
    if met.state == ContactState.STRATEGIC:
        for side in SIDES:
            yield _to_enter(met, side)
    if met.state == ContactState.AGREED and met.umpire_kind == UmpireKind.PERSON and not met.postponed:
        yield _to_begin(met)


def _to_agree(met: Meeting, side: str) -> Todo:
    answers = met.offered_by is not None
    what = f"Answer the other side’s offer for {met.name}." if answers else f"Agree how to fight {met.name}."
    return _of_contact(
        met,
        subject=subject_of(met.contact_id, side),
        audience=side_audience(side),
        sentence=what,
        topic=f"the agreement on {met.name}",
        url_name="map:contact",
        button="Answer the offer" if answers else "Make an offer",
        is_done=met.offered_by == side or met.postponed,
        is_stopped=met.postponed,
        after=SILENCE,
    )


def _to_enter(met: Meeting, side: str) -> Todo:
    return _of_contact(
        met,
        subject=outcome_subject(met.contact_id, side),
        audience=side_audience(side),
        sentence=f"Enter the outcome of {met.name}.",
        topic=f"the outcome of {met.name}",
        url_name="map:contact",
        button="View the contact",
        is_done=met.postponed or (side in met.entered and met.is_alike),
        is_stopped=met.postponed,
        after="the site settles it" if met.umpire_kind == UmpireKind.SITE else Todo.after,
    )


def _to_begin(met: Meeting) -> Todo:
    return _of_contact(
        met,
        subject=f"contact:{hex_id(met.contact_id)}",
        audience=UMPIRE,
        sentence=f"Fight {met.name} on the table.",
        url_name="battles:fight-on-table",
        button="Fight it",
        timed=False,
    )


def _of_contact(met: Meeting, **said: Any) -> Todo:
    return Todo(
        campaign_id=met.campaign_id,
        url_args=(met.campaign_id, met.contact_id),
        since=met.since,
        is_public=True,
        **said,
    )
