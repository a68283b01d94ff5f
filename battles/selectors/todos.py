"""To-dos of battles, derived from their rows on every read."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Case, CharField, Exists, F, FilteredRelation, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.fields.json import KeyTextTransform, compile_json_path  # type: ignore[attr-defined]
from django.db.models.functions import Cast, Coalesce, Concat

from battles.models import (
    OVER,
    Battle,
    BattleState,
    ExcessChoice,
    NightChoice,
    Objection,
    Plan,
    SideResult,
    TurnRequest,
)
from battles.selectors.drafts import PLAN_DRAFT
from battles.selectors.reads import AFTER, SIDES, TURN_LIMITS, site_is_umpire, subject_of
from campaign.audiences import UMPIRE, scope_audience
from campaign.ids import hex_id
from campaign.models import Campaign, Draft, Proposal, ProposalState, RowImage, Seat, UmpireKind
from campaign.prepared import prepared
from campaign.selectors.current import REWIND
from campaign.selectors.todos import Todo
from campaign.sources import SOURCES
from campaign.visibility import Viewer
from war.models import UNDECIDED, CombatOutcome, Contact, ContactOffer, ContactState, OfferState
from war.selectors.todos import Meeting, todos_of_contact

LATE = timedelta(minutes=1)
# Columns that decide the moves of a battle: its brief, its ground, and what it keeps for other pages stay unread.
NEEDED = (
    *("name", "state", "turn", "since", "is_swept", "adjourned", "campaign__umpire_kind", "contact__postponed"),
    *("setup__battle", "setup__scopes", "ground__battle", "ground__edge", "ground__accepted_at"),
)
OPENED_AT, OPENED_BY = "opened_at", "opened_by"


class Move(NamedTuple):
    """A move of a battle's phase as people read it."""

    sentence: str
    button: str
    url_name: str
    topic: str


SIDE_MOVES = {
    BattleState.PLANS: Move("Seal your plan for {name}.", "Make the plan", "battles:plan", "plans for {name}"),
    BattleState.DAY: Move(
        "Play turn {turn} of {name}, then ask for the next.",
        "View the battle",
        "battles:detail",
        "turn {turn} of {name}",
    ),
    BattleState.NIGHT: Move(
        "Seal whether your army stays at {name} overnight.",
        "Choose for the night",
        "battles:night",
        "the night at {name}",
    ),
    BattleState.RESULT: Move(
        "Enter and confirm your result of {name}.", "View the result", "battles:detail", "the result of {name}"
    ),
}
FINISH = SIDE_MOVES[BattleState.PLANS]._replace(
    sentence="Finish and seal your plan for {name}.", button="Finish the plan"
)
UMPIRE_MOVES = {
    BattleState.PLANS: (
        "prepare",
        Move("Prepare {name}.", "Prepare the battle", "battles:prepare", "the preparation of {name}"),
    ),
    BattleState.PREPARED: (
        "open",
        Move("Check and open {name}.", "Check the opening", "battles:open", "the opening of {name}"),
    ),
    BattleState.RESULT: (
        "settle",
        Move("Settle the result of {name}.", "View the result", "battles:detail", "the result of {name}"),
    ),
}
OBJECTED = UMPIRE_MOVES[BattleState.RESULT][1]._replace(
    sentence="Rule on the objections to the result of {name}, or let its figures stand, and settle it."
)
SITE_MOVES = {
    BattleState.PLANS: "both sides have sealed, and the site will prepare it",
    BattleState.PREPARED: "everything is rolled, and the site will open it",
    BattleState.RESULT: "the fighting is over, and the site will settle it",
}
AGREED_SETUP = "setup.agreed"
OF_MEETING = tuple(f"meeting__{name}" for name in ("id", "name", "state", "since", "postponed"))


class TextAt(KeyTextTransform):
    """The text or number at a key. SQLite reads it in one step: Django would first ask whether it is true or false."""

    def as_sqlite(self, compiler: Any, connection: Any, **_: Any) -> tuple[str, tuple[Any, ...]]:
        where, values, keys = self.preprocess_lhs(compiler, connection)
        return f"JSON_EXTRACT({where}, %s)", (*values, compile_json_path(keys))


def _campaigns(viewers: Sequence[Viewer]) -> list[int]:
    return list({viewer.campaign_id for viewer in viewers})


@prepared
def _meetings(campaign_ids: Sequence[int]) -> "QuerySet[Any, tuple[Any, ...]]":
    """Return each campaign with whether it still needs armies, once for each contact whose combat isn't decided."""
    own = {"campaign": OuterRef("pk")}
    asked = Proposal.objects.filter(**own, kind=AGREED_SETUP, state=ProposalState.OPEN)
    fought = Battle.objects.filter(**own).exclude(state=BattleState.OFF)
    begun = [Exists(Contact.objects.filter(**own)), Exists(fought), Exists(asked)]
    offers = ContactOffer.objects.filter(contact=OuterRef("meeting__id"), state=OfferState.OPEN)
    return (
        Campaign.objects.filter(id__in=campaign_ids)
        .annotate(
            meeting=FilteredRelation("contacts", condition=Q(contacts__state__in=UNDECIDED)),
            is_bare=~(begun[0] | begun[1] | begun[2]),
            offered_by=Subquery(offers.values("side")[:1]),
            **{f"said_{side}": _said(side) for side in SIDES},
        )
        .order_by("id", "meeting__id")
        .values_list("since", "is_bare", "id", "umpire_kind", *OF_MEETING, "offered_by", "said_USA", "said_CSA")
    )


def _said(side: str) -> Subquery:
    """Return what a side entered as the outcome of strategic combat, as both may know it."""
    return Subquery(CombatOutcome.objects.filter(contact=OuterRef("meeting__id"), side=side).values("shown")[:1])


@prepared
def _live_battles(campaign_ids: Sequence[int], seat_ids: Sequence[int]) -> QuerySet[Battle]:
    """Return battles with when their phase opened, whether each side has done what it requires, and whether one of
    these seats has drafted its plan."""
    live = Battle.objects.filter(campaign__id__in=campaign_ids).exclude(state__in=OVER)
    opening = _openings()
    return (
        live.select_related("contact", "campaign", "setup", "ground")
        .only(*NEEDED)
        .annotate(defender=TextAt("defender", "setup__brief"))
        .annotate(**{f"done_{side}": _done(side) for side in SIDES})
        .annotate(**{f"drafted_{side}": _drafted(side, seat_ids) for side in SIDES})
        .annotate(**{f"chooses_{side}": _chooses(side) for side in SIDES})
        .annotate(is_objected=Exists(Objection.objects.filter(battle=OuterRef("pk"))))
        .annotate(**{OPENED_AT: Coalesce(Subquery(opening.values("entry__at")[:1]), F("since"))})
        .annotate(**{OPENED_BY: Subquery(opening.values("entry__kind")[:1])})
        .order_by("id")
    )


def _openings() -> QuerySet[RowImage]:
    """Return the entries that opened a battle's phases, the latest first: each public step is one, and a rewind to it
    opens it again."""
    images = RowImage.objects.filter(table=Battle._meta.db_table, row=OuterRef("pk"), after__isnull=False)
    both = images.annotate(left=TextAt("step", "before"), to=TextAt("step", "after"))
    return both.exclude(left=F("to")).order_by("-seq")


def _done(side: str) -> Case:
    own = {"battle": OuterRef("pk"), "side": side}
    return Case(
        When(state=BattleState.PLANS, then=Exists(Plan.objects.filter(**own))),
        When(state=BattleState.NIGHT, then=Exists(NightChoice.objects.filter(**own, step=OuterRef("step")))),
        When(state=BattleState.DAY, then=Exists(TurnRequest.objects.filter(**own, step=OuterRef("step")))),
        default=Exists(SideResult.objects.filter(**own, confirmed=True)),
    )


def _chooses(side: str) -> Subquery:
    """Return the edge around which a side still has to choose what enters on this turn."""
    open_choices = ExcessChoice.objects.filter(battle=OuterRef("pk"), side=side, turn=OuterRef("turn"), is_made=False)
    return Subquery(open_choices.order_by("edge").values("edge")[:1])


def _drafted(side: str, seat_ids: Sequence[int]) -> Exists:
    seats = Seat.objects.filter(id__in=seat_ids, side=side).values("id")
    subject = Concat(Value(PLAN_DRAFT), Cast(OuterRef("pk"), CharField()))
    return Exists(Draft.objects.filter(seat_id__in=seats, subject=subject))


def _own_seats(viewers: Sequence[Viewer]) -> list[int]:
    """Return the viewers' own seats, and 0, which is nobody's: a draft is told to its seat alone."""
    return [0, *(viewer.seat_id for viewer in viewers if viewer.is_commander and not viewer.viewing_as)]


def armies_to_meet(viewers: Sequence[Viewer]) -> Iterable[Todo]:
    """Yield a battle to set up, then contacts to agree on: for the umpire or, without one, for either side."""
    wars = {viewer.campaign_id for viewer in viewers if viewer.scenario}
    for since, is_bare, *of_contact in _meetings(_campaigns(viewers)):
        found = Meeting(*of_contact)
        if found.campaign_id in wars and (found.contact_id is None or found.state == ContactState.STRATEGIC):
            continue  # a war brings about its own meetings, and fights them
        if found.contact_id is not None:
            yield from todos_of_contact(found)
        elif is_bare:
            for side in SIDES if found.umpire_kind == UmpireKind.SITE else [""]:
                yield _to_set_up(found.campaign_id, since, side)


def _to_set_up(campaign_id: int, since: datetime, side: str) -> Todo:
    return Todo(
        campaign_id=campaign_id,
        subject=f"to-lay-out:{side}" if side else "to-lay-out",
        audience=scope_audience(side, "") if side else UMPIRE,
        sentence="Set up a battle: two armies, their place, and the attacker.",
        url_name="battles:set-up",
        url_args=(campaign_id,),
        button="Set up a battle",
        since=since,
        is_public=True,
        topic="a battle to set up",
        timed=False,
    )


def battles_waiting(viewers: Sequence[Viewer]) -> Iterable[Todo]:
    """Yield plans to seal, battles to open, turns to play, and results to enter, confirm, and settle."""
    now = SOURCES.now()
    for battle in _live_battles(_campaigns(viewers), _own_seats(viewers)):
        missing = _missing(battle)
        for todo in _of_battle(battle, missing):
            is_stopped = battle.is_postponed or battle.is_adjourned
            yield replace(todo, is_done=True, is_stopped=True) if is_stopped else todo
        if battle.is_adjourned and not battle.is_postponed:
            yield from _of_adjourned(battle)
        if not battle.is_postponed:
            yield from _of_ground(battle, missing)
            yield from _of_excess(battle)
            yield from _late_work(battle, missing, now)


def _missing(battle: Battle) -> list[str]:
    """Return the sides that still have to do what the phase requires; a prepared battle requires nothing of them."""
    if battle.state == BattleState.PREPARED:
        return []
    return [side for side in SIDES if not getattr(battle, f"done_{side}")]


def _of_battle(battle: Battle, missing: Sequence[str]) -> Iterable[Todo]:
    """Yield each side's move of this phase, made or not, and the umpire's, due one time limit after theirs."""
    differ = not missing and _sides_differ(battle)
    for side in SIDES if battle.state in SIDE_MOVES else ():
        yield _for_side(battle, side, is_done=side not in missing and not differ)
    if not site_is_umpire(battle) and battle.state in UMPIRE_MOVES:
        yield _for_umpire(battle, is_done=bool(missing))


def _sides_differ(battle: Battle) -> bool:
    """Return whether what both sides did contradicts: each asked for something else."""
    return battle.state == BattleState.DAY


def _move_of(battle: Battle, side: str) -> Move:
    is_drafted = battle.state == BattleState.PLANS and getattr(battle, f"drafted_{side}")
    return FINISH if is_drafted else SIDE_MOVES[BattleState(battle.state)]


def _for_side(battle: Battle, side: str, *, is_done: bool) -> Todo:
    own = _move_of(battle, side)
    is_site, is_day = site_is_umpire(battle), battle.state == BattleState.DAY
    return _public(
        battle,
        own,
        subject=subject_of(battle, side),
        audience=battle.plan_audience(side),
        timed=is_site or not is_day,
        limits=TURN_LIMITS if is_day else 1,
        is_done=is_done,
        after=AFTER[BattleState(battle.state)] if is_site else Todo.after,
    )


def _for_umpire(battle: Battle, *, is_done: bool) -> Todo:
    what, own = UMPIRE_MOVES[BattleState(battle.state)]
    if battle.state == BattleState.RESULT and battle.is_objected:  # type: ignore[attr-defined]
        own = OBJECTED
    subject = f"battle:{hex_id(battle.id)}:{what}"
    limits = 1 if battle.state == BattleState.PREPARED else 2
    return _public(battle, own, subject=subject, audience=UMPIRE, limits=limits, is_done=is_done)


def _public(battle: Battle, own: Move, **said: Any) -> Todo:
    names = {"name": battle.name, "turn": battle.turn}
    return Todo(
        campaign_id=battle.campaign_id,
        sentence=own.sentence.format(**names),
        topic=own.topic.format(**names),
        button=own.button,
        url_name=own.url_name,
        url_args=(battle.campaign_id, battle.id),
        since=getattr(battle, OPENED_AT),
        is_reopened=getattr(battle, OPENED_BY) == REWIND,
        is_public=True,
        **said,
    )


def _of_ground(battle: Battle, missing: Sequence[str]) -> Iterable[Todo]:
    """Yield the ground to accept until a side seals, and the edge that the defender has not chosen (VG-3)."""
    if battle.state != BattleState.PLANS:
        return
    if battle.ground.accepted_at is None and len(missing) == len(SIDES):
        is_site = site_is_umpire(battle)
        for audience in [scope_audience(side, "") for side in SIDES] if is_site else [UMPIRE]:
            words = f"Agree on the ground of {battle.name}." if is_site else f"Accept the ground of {battle.name}."
            yield _ground_move(battle, audience, words, "the-ground")
    defender: str = getattr(battle, "defender")  # noqa: B009 - annotated
    if not battle.ground.edge and defender in missing:
        audience = battle.plan_audience(defender)
        yield _ground_move(battle, audience, f"Choose the edge to defend at {battle.name}.", "the-edge")


def _ground_move(battle: Battle, audience: str, sentence: str, what: str) -> Todo:
    return Todo(
        campaign_id=battle.campaign_id,
        subject=f"battle:{hex_id(battle.id)}:{what}",
        audience=audience,
        sentence=sentence,
        url_name="battles:ground",
        url_args=(battle.campaign_id, battle.id),
        button="View the ground",
        since=battle.since,
        timed=False,
    )


def _of_excess(battle: Battle) -> Iterable[Todo]:
    """Yield the choice of what enters of a flank force, to its owner alone, without a clock: nobody waits for it."""
    for side in SIDES if battle.state == BattleState.DAY else ():
        if edge := getattr(battle, f"chooses_{side}"):
            yield Todo(
                campaign_id=battle.campaign_id,
                subject=f"battle:{hex_id(battle.id)}:excess:{side}",
                audience=battle.plan_audience(side),
                sentence=f"Choose what enters of your flank march at {battle.name}, until turn {battle.turn} ends.",
                url_name="battles:excess",
                url_args=(battle.campaign_id, battle.id, edge),
                button="Choose what enters",
                since=battle.since,
                timed=False,
            )


def _of_adjourned(battle: Battle) -> Iterable[Todo]:
    """Yield the table to return to, to both sides, without a clock."""
    for side in SIDES:
        yield Todo(
            campaign_id=battle.campaign_id,
            subject=f"battle:{hex_id(battle.id)}:adjourned:{side}",
            audience=battle.plan_audience(side),
            sentence=f"Meet again at the table of {battle.name}, and resume it.",
            url_name="battles:detail",
            url_args=(battle.campaign_id, battle.id),
            button="View the battle",
            since=battle.since,
            is_public=True,
            topic=f"the adjourned battle of {battle.name}",
            timed=False,
        )


def _late_work(battle: Battle, missing: Sequence[str], now: datetime) -> Iterable[Todo]:
    """Yield the umpire's late work, to the umpire or, where the site umpires, to both sides.

    Everyone can see that it is late; only the umpire reads why, in their journal.
    """
    is_late = battle.waits_for_umpire_work and now - battle.since >= LATE
    if not site_is_umpire(battle):
        if is_late:
            yield _late(battle, UMPIRE, f"{_not_done(battle)} Your journal says why. Make a correction or rewind.")
        return
    is_ready = battle.state in SITE_MOVES and not missing and not _sides_differ(battle)
    is_late = is_late or is_ready
    for side in SIDES if is_late else ():
        sentence = f"{_not_done(battle)} If this lasts, tell whoever runs this site: its log says why."
        yield _late(battle, battle.plan_audience(side), sentence)


def _not_done(battle: Battle) -> str:
    if battle.waits_for_umpire_work:
        of = f"turn {battle.turn}" if battle.turn else "the opening"
        work = f"the {'site' if site_is_umpire(battle) else 'umpire'}’s work on {of} is late"
    else:
        work = SITE_MOVES[BattleState(battle.state)]
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
