"""To-dos of battles, derived from their rows on every read."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Case, Exists, FilteredRelation, OuterRef, Q, QuerySet, When

from battles.models import OVER, Battle, BattleState, Plan, SideResult, TurnRequest
from battles.selectors.reads import SIDES, plan_subject, result_subject, site_is_umpire
from campaign.audiences import UMPIRE, scope_audience, side_audience
from campaign.ids import hex_id
from campaign.models import Campaign, Proposal, ProposalState, UmpireKind
from campaign.prepared import prepared
from campaign.selectors.todos import Todo
from campaign.sources import SOURCES
from campaign.visibility import Viewer
from war.models import Contact, ContactState

LATE = timedelta(minutes=1)
AGREED_SETUP = "setup.agreed"


def _campaigns(viewers: Sequence[Viewer]) -> list[int]:
    return list({viewer.campaign_id for viewer in viewers})


class Meeting(NamedTuple):
    """A campaign's waiting contact, or none and whether it still needs armies."""

    campaign_id: int
    umpire_kind: str
    since: datetime
    is_bare: bool
    contact_id: int | None
    name: str


@prepared
def _meetings(campaign_ids: Sequence[int]) -> "QuerySet[Any, tuple[Any, ...]]":
    own = {"campaign": OuterRef("pk")}
    asked = Proposal.objects.filter(**own, kind=AGREED_SETUP, state=ProposalState.OPEN)
    fought = Battle.objects.filter(**own).exclude(state=BattleState.OFF)
    begun = [Exists(Contact.objects.filter(**own)), Exists(fought), Exists(asked)]
    waits = Q(contacts__state=ContactState.WAITING, contacts__postponed=False)
    return (
        Campaign.objects.filter(id__in=campaign_ids)
        .annotate(meeting=FilteredRelation("contacts", condition=waits), is_bare=~(begun[0] | begun[1] | begun[2]))
        .order_by("id", "meeting__id")
        .values_list("id", "umpire_kind", "since", "is_bare", "meeting__id", "meeting__name")
    )


@prepared
def _live_battles(campaign_ids: Sequence[int]) -> QuerySet[Battle]:
    """Return battles with whether each side has done what the battle's state requires."""
    live = Battle.objects.filter(campaign__id__in=campaign_ids).exclude(state__in=OVER)
    return (
        live.select_related("contact", "campaign", "setup")
        .annotate(**{f"done_{side}": _done(side) for side in SIDES})
        .order_by("id")
    )


def _done(side: str) -> Case:
    own = {"battle": OuterRef("pk"), "side": side}
    return Case(
        When(state=BattleState.PLANS, then=Exists(Plan.objects.filter(**own))),
        When(state=BattleState.DAY, then=Exists(TurnRequest.objects.filter(**own, step=OuterRef("step")))),
        default=Exists(SideResult.objects.filter(**own, confirmed=True)),
    )


def armies_to_meet(viewers: Sequence[Viewer]) -> Iterable[Todo]:
    """Yield a battle to set up, then a contact to fight: for the umpire or, without one, for either side."""
    for found in (Meeting(*row) for row in _meetings(_campaigns(viewers))):
        for side in SIDES if found.umpire_kind == UmpireKind.SITE else [""]:
            if found.contact_id is not None:
                yield _contact(found, found.contact_id, side)
            elif found.is_bare:
                yield _to_set_up(found, side)


def _contact(found: Meeting, contact_id: int, side: str) -> Todo:
    subject = f"contact:{hex_id(contact_id)}"
    return Todo(
        campaign_id=found.campaign_id,
        subject=f"{subject}:{side}" if side else subject,
        audience=side_audience(side) if side else UMPIRE,
        sentence=f"Fight {found.name} on the table.",
        url_name="battles:fight-on-table",
        url_args=(found.campaign_id, contact_id),
        button="Fight it",
        since=found.since,
        is_public=True,
        timed=False,
    )


def _to_set_up(found: Meeting, side: str) -> Todo:
    return Todo(
        campaign_id=found.campaign_id,
        subject=f"to-lay-out:{side}" if side else "to-lay-out",
        audience=scope_audience(side, "") if side else UMPIRE,
        sentence="Set up a battle: two armies, their place, and the attacker.",
        url_name="battles:set-up",
        url_args=(found.campaign_id,),
        button="Lay out a Brief",
        since=found.since,
        is_public=True,
        topic="a battle to set up",
        timed=False,
    )


def battles_waiting(viewers: Sequence[Viewer]) -> Iterable[Todo]:
    """Yield plans to seal, battles to open, turns to play, and results to enter, confirm, and settle."""
    now = SOURCES.now()
    for battle in _live_battles(_campaigns(viewers)):
        if not battle.is_postponed:
            missing = [side for side in SIDES if not getattr(battle, f"done_{side}")]
            yield from _of_battle(battle, missing)
            yield from _late_work(battle, missing, now)


def _of_battle(battle: Battle, missing: Sequence[str]) -> Iterable[Todo]:
    if battle.state == BattleState.PLANS:
        sentence, button, name = f"Seal your plan for {battle.name}.", "Make the plan", "battles:plan"
        topic = f"plans for {battle.name}"
        for side in missing:
            yield _for_side(battle, side, plan_subject(battle, side), sentence, button, name, topic=topic)
        if not missing:
            topic = f"the opening of {battle.name}"
            yield _for_umpire(battle, "open", f"Open {battle.name}.", "Open the battle", "battles:open", topic=topic)
    elif battle.state == BattleState.RESULT:
        sentence, button = f"Enter and confirm your result of {battle.name}.", "View the result"
        topic, name = f"the result of {battle.name}", "battles:detail"
        for side in missing:
            yield _for_side(battle, side, result_subject(battle, side), sentence, button, name, topic=topic)
        if not missing:
            sentence = f"Settle the result of {battle.name}."
            yield _for_umpire(battle, "settle", sentence, button, name, topic=topic)
    else:
        sentence, button = f"Play turn {battle.turn} of {battle.name}, then ask for the next.", "View the battle"
        for side in missing or SIDES:  # both asked, and it's still this turn: each asked for something else
            subject = f"battle:{hex_id(battle.id)}:day:{side}"
            topic = f"turn {battle.turn} of {battle.name}"
            yield _for_side(battle, side, subject, sentence, button, "battles:detail", topic=topic, timed=False)


def _late_work(battle: Battle, missing: Sequence[str], now: datetime) -> Iterable[Todo]:
    """Yield the umpire's late work, to the umpire or, where the site umpires, to both sides.

    Everyone can see that it is late; only the umpire reads why, in their journal.
    """
    is_late = battle.waits_for_umpire_work and now - battle.since >= LATE
    if not site_is_umpire(battle):
        if is_late:
            yield _late(battle, UMPIRE, f"{_not_done(battle)} Your journal says why. Make a correction or rewind.")
        return
    is_late = is_late or (battle.state in (BattleState.PLANS, BattleState.RESULT) and not missing)
    for side in SIDES if is_late else ():
        sentence = f"{_not_done(battle)} If this lasts, tell whoever runs this site: its log says why."
        yield _late(battle, battle.plan_audience(side), sentence)


def _not_done(battle: Battle) -> str:
    if battle.waits_for_umpire_work:
        work = f"the umpire’s work on turn {battle.turn} is late"
    elif battle.state == BattleState.PLANS:
        work = "both sides have sealed, and the site will open it"
    else:
        work = "the fighting is over, and the site will settle it"
    return f"{battle.name}: {work}. The site retries every few seconds."


def _late(battle: Battle, audience: str, sentence: str) -> Todo:
    return Todo(
        campaign_id=battle.campaign_id,
        subject=f"battle:{hex_id(battle.id)}:umpire",
        audience=audience,
        sentence=sentence,
        url_name="battles:detail",
        url_args=(battle.campaign_id, battle.id),
        button="View the battle",
        since=battle.since,
        timed=False,
    )


def _for_side(
    battle: Battle,
    side: str,
    subject: str,
    sentence: str,
    button: str,
    url_name: str,
    *,
    topic: str,
    timed: bool = True,
) -> Todo:
    return Todo(
        campaign_id=battle.campaign_id,
        subject=subject,
        audience=battle.plan_audience(side),
        sentence=sentence,
        url_name=url_name,
        url_args=(battle.campaign_id, battle.id),
        button=button,
        since=battle.since,
        is_public=True,
        topic=topic,
        timed=timed,
    )


def _for_umpire(battle: Battle, what: str, sentence: str, button: str, url_name: str, *, topic: str) -> Todo:
    return Todo(
        campaign_id=battle.campaign_id,
        subject=f"battle:{hex_id(battle.id)}:{what}",
        audience=UMPIRE,
        sentence=sentence,
        url_name=url_name,
        url_args=(battle.campaign_id, battle.id),
        button=button,
        since=battle.since,
        is_public=True,
        topic=topic,
    )
