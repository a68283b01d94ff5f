"""The outcome of strategic combat, as far as a viewer may know it, and what it does to the map.

Rules: VG-1, 4F3, 9; R-54, R-55, R-115.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field, replace
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.db.models import QuerySet
from django.http import Http404

from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.models import Deadline, SideCode, UmpireKind
from campaign.parts import Audience
from campaign.prepared import prepared
from campaign.selectors.house import house_of
from campaign.selectors.procedures import refusing
from campaign.visibility import Viewer
from rulesets.core.brief import Brief, BriefLeader, BriefSide
from rulesets.core.context import Context
from rulesets.core.hand_over import LeaderAfter, LeaderFate, Morale, Seasoned, SideAftermath
from rulesets.core.records import dataclass
from rulesets.core.registry import hand_over_of
from rulesets.core.report import End, Fate, LeaderSaid, Report, ReportSide
from rulesets.core.words import many
from war.models import CombatOutcome, Contact, ContactState, Leader, Sighting, StrengthPoint
from war.selectors.agreement import speaks_at
from war.selectors.briefs import SIDES
from war.selectors.retreats import (
    SIGHTED,
    Leaving,
    RetreatHex,
    believed_by,
    leaving_to,
    retreat_hexes,
    with_sightings,
)
from war.selectors.state import bridge_or_none, item_of

NOBODY = ""
CONTRADICT = "The two sides don’t say the same of who won and who retreats. One of them has to enter it again."
DEMORALIZED, UNSHAKEN = "Demoralized by strategic combat.", "Not demoralized by strategic combat."
NOWHERE = "As far as this side knows, no hex is open to it, so if it retreats, it surrenders."
STRATEGIC_FATES = {
    Fate.KILLED: LeaderFate.KILLED,
    Fate.WOUNDED: LeaderFate.WOUNDED,
    Fate.CAPTURED: LeaderFate.WOUNDED,  # the strategic game has no captivity
}
NOT_NOW = "The outcome can be entered while strategic combat decides the contact."
FATES = {
    Fate.UNHURT: "unhurt",
    Fate.WOUNDED: "wounded",
    Fate.CAPTURED: "captured",
    Fate.KILLED: "killed",
}


@dataclass(frozen=True)
class Entered:
    """What one side enters: what both sides know, and its own losses, leaders, candidate for promotion, and retreat."""

    winner: str = NOBODY
    retreats: str = NOBODY
    demoralized: bool = False
    lost: tuple[str, ...] = ()
    leaders: Mapping[str, str] = field(default_factory=dict)
    promote: str = ""
    retreat: str = ""

    @property
    def said_of_both(self) -> tuple[str, str]:
        return self.winner, self.retreats

    @property
    def shown(self) -> dict[str, Any]:
        return {"winner": self.winner, "retreats": self.retreats, "demoralized": self.demoralized}

    @property
    def body(self) -> dict[str, Any]:
        own = {"promote": self.promote, "retreat": self.retreat}
        return {"lost": list(self.lost), "leaders": dict(self.leaders), **own}


@dataclass(frozen=True)
class Choice:
    value: str
    label: str


@dataclass(frozen=True)
class OutcomePage:
    """The input of a side's outcome form, for that side or the umpire."""

    contact_id: int
    name: str
    side: str
    side_name: str
    audience: Audience
    points: tuple[Choice, ...]
    leaders: tuple[Choice, ...]
    candidates: tuple[Choice, ...]
    retreats: tuple[Choice, ...]
    surrenders: str
    start: Entered
    is_open: bool


@dataclass(frozen=True)
class OutcomeView:
    """A side's part of an outcome; `own` is there for those who know its army."""

    side: str
    name: str
    is_entered: bool
    words: tuple[str, ...]
    own: tuple[str, ...]
    may_enter: bool


@prepared
def outcomes_of(contact_id: int) -> QuerySet[CombatOutcome]:
    return CombatOutcome.objects.filter(contact__id=contact_id)


def entered_in(row: CombatOutcome) -> Entered:
    return Entered(**row.shown, **{**row.body, "lost": tuple(row.body["lost"])})


def may_enter_for(viewer: Viewer, contact: Contact, side: str) -> bool:
    """Return whether this seat enters a side's outcome: the umpire's, or a commander's who speaks there.

    In a war nobody does, since the site fights its combat.
    """
    if viewer.scenario:
        return False
    if viewer.is_umpire:
        return True
    return viewer.is_commander and viewer.side == side and speaks_at(viewer, contact)


def outcome_page(viewer: Viewer, contact_id: int, side: str) -> OutcomePage:
    """Return a side's form to that side or the umpire; raise 404 for anyone else."""
    contact = next(iter(_contact(viewer.campaign_id, contact_id)), None)
    if contact is None or side not in SIDES or not may_enter_for(viewer, contact, side):
        raise Http404
    row = next((row for row in outcomes_of(contact.pk) if row.side == side), None)
    points, leaders = army_of(contact, side)
    labels = {hex_id(p.pk): f"{p.quality} {p.arm}, no. {n}".capitalize() for n, p in enumerate(points, 1)}
    is_open = contact.state == ContactState.STRATEGIC and not contact.postponed
    candidates = candidates_of(contact, points) if is_open else ()
    hexes = hexes_of(contact, side)
    offered = [each for each in hexes if each.is_legal or viewer.is_umpire]
    own = viewer.is_commander
    words = "Visible only to you and the umpire" if own else f"Visible only to {_word(side)} and you"
    return OutcomePage(
        contact_id=contact.pk,
        name=contact.name,
        side=side,
        side_name=_word(side),
        audience=Audience(side=side if own else "umpire", words=words),
        points=tuple(Choice(*each) for each in labels.items()),
        leaders=tuple(Choice(hex_id(leader.pk), leader.name) for leader in leaders),
        candidates=tuple(Choice(each, labels[each]) for each in candidates),
        retreats=tuple(Choice(each.id, each.name) for each in offered),
        surrenders=NOWHERE if leaving_to(side, hexes, "").surrenders else "",
        start=entered_in(row) if row else Entered(),
        is_open=is_open,
    )


@prepared
def _contact(campaign_id: int, contact_id: int) -> QuerySet[Contact]:
    return with_sightings(Contact.objects.filter(campaign_id=campaign_id, id=contact_id).select_related("campaign"))


def army_of(contact: Contact, side: str) -> tuple[Sequence[StrengthPoint], Sequence[Leader]]:
    """Return one side's strength points and leaders in a contact's hex, and nothing of the other side."""
    there = {"campaign_id": contact.campaign_id, "side": side, "force__hex": contact.hex}
    points = StrengthPoint.objects.filter(**there, lost=False).order_by("force_id", "-quality", "id")
    return list(points), list(Leader.objects.filter(**there).order_by("-stars", "seniority"))


def candidates_of(contact: Contact, points: Sequence[StrengthPoint], lost: Collection[str] = ()) -> tuple[str, ...]:
    """Return the points of an army of which one may be promoted if it wins (VG-4F3); none without a bridge."""
    if not (bridge := bridge_for(contact)):
        return ()
    army = BriefSide(strength=tuple(item_of(point) for point in points))
    with refusing():
        book, house = hand_over_of(bridge), house_of(contact.campaign_id)
        return book.seasoned(army, won=True, gone=frozenset(lost), promote="", house=house).candidates


def hexes_of(contact: Contact, side: str) -> tuple[RetreatHex, ...]:
    """Return the hexes around a contact, as its side knows them, the legal ones first."""
    if hasattr(contact, SIGHTED):
        enemy_at = believed_by(contact, side)
    else:  # an act reads what is believed now
        sightings = Sighting.objects.filter(campaign_id=contact.campaign_id, side=side)
        enemy_at = frozenset(sightings.values_list("hex", flat=True))
    return retreat_hexes(contact.campaign, contact, side, enemy_at)


def outcome_views(viewer: Viewer, contact: Contact) -> tuple[OutcomeView, ...]:
    """Return both sides' parts, each as far as this viewer may read it, in a fixed layout."""
    if viewer.scenario or contact.state not in (ContactState.STRATEGIC, ContactState.SETTLED):
        return ()  # a war fights its combat itself, and its journal tells the outcome
    rows = {row.side: row for row in outcomes_of(contact.pk)}
    if contact.state == ContactState.SETTLED and not rows:
        return ()
    return tuple(_view(viewer, contact, side, rows.get(side)) for side in reversed(SIDES))


def _view(viewer: Viewer, contact: Contact, side: str, row: CombatOutcome | None) -> OutcomeView:
    knows = viewer.is_umpire or (viewer.is_commander and viewer.side == side)
    is_open = contact.state == ContactState.STRATEGIC and not contact.postponed
    may = is_open and viewer.game_is_on and not viewer.viewing_as
    entered = entered_in(row) if row else None
    return OutcomeView(
        side=side,
        name=_word(side),
        is_entered=row is not None,
        words=_shown_words(entered) if entered else (),
        own=tuple(_own_words(entered)) if entered and knows else (),
        may_enter=may and may_enter_for(viewer, contact, side),
    )


def _shown_words(entered: Entered) -> tuple[str, ...]:
    state = "This army is demoralized." if entered.demoralized else "This army isn’t demoralized."
    return (*agreed_words(entered), state)


def agreed_words(entered: Entered) -> tuple[str, str]:
    """Say what both sides have to agree on: who won, and who retreats."""
    won = f"{_word(entered.winner)} won." if entered.winner else "Nobody won."
    return won, f"{_word(entered.retreats)} retreats." if entered.retreats else "Nobody retreats."


def _own_words(entered: Entered) -> Sequence[str]:
    lost = len(entered.lost)
    names = Leader.objects.in_bulk([int(key, 16) for key in entered.leaders])
    fell = [f"{names[int(key, 16)].name}: {fate}." for key, fate in entered.leaders.items() if fate != Fate.UNHURT]
    promotes = ["A strength point to promote, if this side wins."] if entered.promote else []
    return [f"{many(lost, 'strength point')} lost.", *fell, *promotes]


def outcome_subject(contact_id: int, side: str) -> str:
    """Return the name of a side's move in entering the outcome; its deadline is kept under it."""
    return f"contact:{hex_id(contact_id)}:outcome:{side}"


def lacks_of(contact: Contact, views: Sequence[OutcomeView]) -> str:
    """Return what an open outcome still lacks, as everyone may know it."""
    if contact.state != ContactState.STRATEGIC or not any(view.is_entered for view in views):
        return ""
    missing = [view.name for view in views if not view.is_entered]
    if missing:
        return f"{missing[0]} has not entered its outcome yet."
    return CONTRADICT if len({view.words[:2] for view in views}) > 1 else ""


def why_not_settled(contact: Contact, rows: Mapping[str, Entered], late: Sequence[str]) -> str:
    """Return what an outcome still lacks, or "". All of it is public."""
    missing = [side for side in SIDES if side not in rows and side not in late]
    if missing:
        return f"{_word(missing[0])} has not entered its outcome yet."
    agreed = {entered.said_of_both for entered in rows.values()}
    if len(agreed) > 1 and len(late) < len(SIDES):
        return CONTRADICT
    return ""


def late_to_enter(contact: Contact, now: datetime) -> tuple[str, ...]:
    """Return the sides whose time is up, where the site umpires; a person decides for themselves."""
    if contact.campaign.umpire_kind != UmpireKind.SITE:
        return ()
    subjects = {outcome_subject(contact.pk, side): side for side in SIDES}
    rows = Deadline.objects.filter(campaign_id=contact.campaign_id, subject__in=subjects, since=contact.since)
    return tuple(sorted(subjects[row.subject] for row in rows if row.paused_at is None and row.due_at <= now))


def decided(contact: Contact, rows: Mapping[str, Entered]) -> dict[str, Entered]:
    """Return both sides' parts as they count: a silent side lost nothing, and what the other says stands (R-54); where
    both contradict each other, the defender held and nobody won (R-55)."""
    held = Entered(retreats=contact.attacker)
    agreed = {entered.said_of_both for entered in rows.values()}
    winner, retreats = agreed.pop() if len(agreed) == 1 else held.said_of_both
    found = {side: rows.get(side, Entered()) for side in SIDES}
    return {side: replace(entered, winner=winner, retreats=retreats) for side, entered in found.items()}


def leaving_of(contact: Contact, outcome: Mapping[str, Entered]) -> Leaving:
    """Return who leaves the hex, and to where (VG-9, R-115)."""
    side = outcome[SIDES[0]].retreats
    return leaving_to(side, hexes_of(contact, side), outcome[side].retreat) if side else Leaving()


def report_of(outcome: Mapping[str, Entered]) -> Report:
    """Return an outcome in the form in which a table battle's reaches the map."""
    return Report({side: _report_side(side, entered) for side, entered in outcome.items()})


def _report_side(side: str, entered: Entered) -> ReportSide:
    return ReportSide(
        end=End.WITHDREW if entered.retreats == side else End.HELD,
        leaders={leader: LeaderSaid(Fate(fate), on_table=False) for leader, fate in entered.leaders.items()},
        promotion=entered.promote or None,
        removals=entered.lost,
        retreat=entered.retreat,
    )


def aftermath_of(brief: Brief, outcome: Mapping[str, Entered], house: Context) -> dict[str, SideAftermath]:
    """Return what an outcome does to each side's points, as the aftermath of a table battle says it."""
    return {side: _aftermath(brief, side, entered, house) for side, entered in outcome.items()}


def _aftermath(brief: Brief, side: str, entered: Entered, house: Context) -> SideAftermath:
    army = brief.sides[side]
    class_of = hand_over_of(brief.book).class_of if brief.book else lambda item: ""
    classes = sorted({class_of(item) for item in army.strength})
    of_class = {name: [item for item in army.strength if class_of(item) == name] for name in classes}
    lost = {name: tuple(x.id for x in items if x.id in entered.lost) for name, items in of_class.items()}
    quality = _seasoned(brief, side, entered, house)
    longest = {
        name: sorted(
            (x for x in items if x.id not in entered.lost), key=lambda x: (x.id == quality.promoted, -x.battles, x.id)
        )
        for name, items in of_class.items()
    }
    return SideAftermath(
        side=side,
        lost_by_class={name: len(gone) for name, gone in lost.items()},
        carry_by_class={name: sum((x.carried_loss for x in items), Fraction(0)) for name, items in of_class.items()},
        removals=lost,
        keepers={name: tuple(x.id for x in items) for name, items in longest.items()},
        fought=frozenset(item.id for item in army.strength),
        morale=Morale(entered.demoralized, DEMORALIZED if entered.demoralized else UNSHAKEN),
        qualities=quality.qualities,
        candidates=quality.candidates,
        promoted=quality.promoted,
        quality_steps=quality.steps,
        leaders=tuple(_leader_after(brief, side, leader, entered, house) for leader in army.leaders),
    )


def _seasoned(brief: Brief, side: str, entered: Entered, house: Context) -> Seasoned:
    """Return the survivors' qualities, and the winner's point that is promoted; without a bridge, nothing changes."""
    if not brief.book:
        return Seasoned()
    won, gone = entered.winner == side, frozenset(entered.lost)
    with refusing():
        book = hand_over_of(brief.book)
        return book.seasoned(brief.sides[side], won=won, gone=gone, promote=entered.promote, house=house)


def _leader_after(brief: Brief, side: str, leader: BriefLeader, entered: Entered, house: Context) -> LeaderAfter:
    """Return a leader as his side entered him; every survivor who fought gets his promotion counter."""
    fate = Fate(entered.leaders.get(leader.id, Fate.UNHURT))
    if not brief.book:
        found = STRATEGIC_FATES.get(fate, LeaderFate.SAFE)
        return LeaderAfter(leader.id, leader.name, found, leaves=found is not LeaderFate.SAFE)
    with refusing():
        return hand_over_of(brief.book).leader_after(brief, side, leader, fate, house)


def bridge_for(contact: Contact) -> str:
    return bridge_or_none(contact.campaign_id, book=contact.campaign.book)


def require_open(contact: Contact) -> None:
    if contact.postponed:
        raise Refusal(f"{contact.name} is postponed. Resume it first.")
    if contact.state != ContactState.STRATEGIC:
        raise Refusal(NOT_NOW, cites="VG-1")


def _word(side: str) -> str:
    return str(SideCode(side).label)
