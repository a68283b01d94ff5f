"""Enter and settle the outcome of strategic combat: by both sides, each its own part, or by the umpire.

Rules: VG-1; 4F3 and 9 apply as after a table battle.

The site settles it in the sweep, since its work on hidden rows takes longer the more of them there are.
"""

from dataclasses import replace
from datetime import datetime
from functools import partial

from django.db.models import Q, QuerySet
from django.http import Http404

from campaign.app_part import some
from campaign.audiences import PUBLIC, side_audience
from campaign.errors import AlreadyDone, Refusal
from campaign.ids import hex_id
from campaign.models import CAMPAIGN_STREAM, CampaignState, SideCode
from campaign.selectors.house import house_of
from campaign.services import sweep
from campaign.services.cups import reveal_abandoned
from campaign.services.record import Act, open_act
from campaign.sources import SOURCES
from campaign.visibility import Viewer
from rulesets.core.carries import carries
from war.models import CombatOutcome, Contact, ContactState
from war.selectors import outcome as reads
from war.selectors.briefs import SIDES, brief_of, rows_of
from war.selectors.outcome import Entered
from war.services import aftermath

ENTERED, SETTLED = "contact.outcome", "contact.settled"
NOT_TO_PROMOTE = "Choose a veteran strength point that survives, or a green one if the whole army began green."
NOT_HERE = "The outcome names {what} that isn’t in this army."


@carries("VG-1")
def enter_outcome(
    viewer: Viewer, *, contact_id: int, side: str, entered: Entered, version: int | None = None, key: str | None = None
) -> None:
    """Enter one side's part, for that side or as the umpire; it may be entered again until the outcome is settled."""
    payload = {"contact": hex_id(contact_id), "side": side}
    with open_act(viewer, stream=CAMPAIGN_STREAM, kind=ENTERED, payload=payload, version=version, key=key) as act:
        contact = Contact.objects.filter(campaign_id=act.campaign_id, id=contact_id).first()
        if contact is None or side not in SIDES or not reads.may_enter_for(viewer, contact, side):
            raise Http404
        reads.require_open(contact)
        entered = _checked(contact, side, entered)
        _check_retreat(contact, side, entered.retreat, only_legal=not viewer.is_umpire)
        row = CombatOutcome.objects.filter(contact=contact, side=side).first()
        if row is None:
            act.create(_new(contact, side, entered))
        else:
            row.shown, row.body = entered.shown, entered.body
            act.save(row)
        said = " ".join(reads.agreed_words(entered))
        act.tell(PUBLIC, f"The {_word(side)} outcome of {contact.name} was entered: {said}")
        act.touch(side_audience(side))


def settle_agreed(campaign_id: int, now: datetime) -> None:
    """Settle every outcome that both sides entered alike or, where the site umpires, that time decides."""
    for contact in list(_strategic().filter(campaign_id=campaign_id).order_by("id")):
        if not _why_not(contact, now):
            sweep.run_isolated("an outcome", partial(_settle, contact, now))


def has_outcomes() -> Q:
    return some(_strategic())


def _strategic() -> QuerySet[Contact]:
    """Return the contacts of running campaigns without a scenario that the strategic game decides."""
    return Contact.objects.select_related("campaign").filter(
        campaign__state=CampaignState.RUNNING,
        campaign__scenario="",
        state=ContactState.STRATEGIC,
        postponed=False,
    )


def _why_not(contact: Contact, now: datetime) -> str:
    rows = {row.side: reads.entered_in(row) for row in CombatOutcome.objects.filter(contact=contact)}
    return reads.why_not_settled(contact, rows, reads.late_to_enter(contact, now))


def _settle(found: Contact, now: datetime) -> None:
    payload = {"contact": hex_id(found.pk)}
    with open_act(None, campaign_id=found.campaign_id, stream=CAMPAIGN_STREAM, kind=SETTLED, payload=payload) as act:
        contact = Contact.objects.select_related("campaign").get(id=found.pk)
        if contact.state != ContactState.STRATEGIC or contact.postponed or _why_not(contact, now):
            raise AlreadyDone
        rows = {row.side: row for row in CombatOutcome.objects.filter(contact=contact)}
        outcome = reads.decided(contact, {side: reads.entered_in(row) for side, row in rows.items()})
        for side in SIDES:
            _keep(act, contact, rows.get(side), side, outcome[side])
        _apply(act, contact, outcome)


def _keep(act: Act, contact: Contact, row: CombatOutcome | None, side: str, entered: Entered) -> None:
    """Keep a part as it counts, and say what was missing or changed."""
    if row is None:
        act.create(_new(contact, side, entered))
        act.tell(PUBLIC, f"The {_word(side)} side entered no outcome in time, so it lost nothing. (House rule R-54.)")
    elif row.shown != entered.shown:
        row.shown = entered.shown
        act.save(row)
        act.tell(PUBLIC, f"The sides contradict each other on {contact.name}: the defender held. (House rule R-55.)")


def _apply(act: Act, contact: Contact, outcome: dict[str, Entered]) -> None:
    brief = brief_of(contact, rows_of(contact), book=reads.bridge_for(contact))
    worked = reads.aftermath_of(brief, outcome, house_of(contact.campaign_id))
    leaving = reads.leaving_of(contact, outcome)
    settled = aftermath.Settled(brief, reads.report_of(outcome), worked, leaving=leaving)
    aftermath.apply(act, settled, about=CAMPAIGN_STREAM)
    contact.state, contact.since = ContactState.SETTLED, act.at
    act.save(contact)
    said = " ".join(reads.agreed_words(outcome[SIDES[0]]))
    if leaving.surrenders:
        said += " It has nowhere to go, so it surrenders. (House rule R-115.)"
    act.tell(PUBLIC, f"Strategic combat decided {contact.name}: {said}")
    reveal_abandoned()


def _checked(contact: Contact, side: str, entered: Entered) -> Entered:
    """Return the part with every leader; refuse what isn't in this army, and a winner who retreats."""
    points, leaders = reads.army_of(contact, side)
    if set(entered.lost) - {hex_id(point.pk) for point in points}:
        raise Refusal(NOT_HERE.format(what="a strength point"), field="lost")
    names = {hex_id(leader.pk) for leader in leaders}
    if entered.leaders.keys() - names:
        raise Refusal(NOT_HERE.format(what="a leader"), field="leaders")
    if entered.winner and entered.winner == entered.retreats:
        raise Refusal("The side that won doesn’t retreat. Choose another winner, or nobody.", field="winner")
    if entered.promote and entered.promote not in reads.candidates_of(contact, points, entered.lost):
        raise Refusal(NOT_TO_PROMOTE, cites="VG-4F3", field="promote")
    leaders_said = {name: entered.leaders.get(name, "unhurt") for name in sorted(names)}
    return replace(entered, lost=tuple(sorted(entered.lost)), leaders=leaders_said)


def _check_retreat(contact: Contact, side: str, named: str, *, only_legal: bool) -> None:
    """Refuse a retreat to a hex that isn't around the contact or, for its owner, isn't open as far as he knows."""
    if named:
        known = [each.id for each in reads.hexes_of(contact, side) if each.is_legal or not only_legal]
        if named not in known:
            raise Refusal("Choose a hex to which this army may retreat.", cites="VG-9", field="retreat")


def _new(contact: Contact, side: str, entered: Entered) -> CombatOutcome:
    new_id = SOURCES.new_id(side_audience(side))
    row = CombatOutcome(id=new_id, campaign_id=contact.campaign_id, contact=contact, side=side)
    row.shown, row.body = entered.shown, entered.body
    return row


def _word(side: str) -> str:
    return str(SideCode(side).label)
