"""The battle page, built from what the viewer may know; its layout never depends on secrets."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain

from django.db.models import Exists, OuterRef, QuerySet

from battles.conduct.base import Clock
from battles.models import Battle, BattleState, ClockRequest, ReadNotice
from battles.selectors.adjourned import adjourn_url, positions_url
from battles.selectors.arrivals import is_open
from battles.selectors.box import box_url
from battles.selectors.deployment import references_in
from battles.selectors.ending import ends_in_words, requests_of, who_leaves
from battles.selectors.ground import facts_of, in_words
from battles.selectors.hidden import has_hidden
from battles.selectors.losses_page import losses_url
from battles.selectors.next_move import UNTIL, Loaded, in_scope, next_move
from battles.selectors.night import choice_in_words, choices_of, is_night_move, night_limits, open_night_url
from battles.selectors.numbers import UnknownNumber, numbers_to_ask
from battles.selectors.phases import PhaseView, phase_view
from battles.selectors.plan_views import PlanView, SecretRoll, plan_view, rolls_of
from battles.selectors.reads import (
    NOTICES,
    SHOWN,
    SIDES,
    brief_of_battle,
    cards_book,
    clock_of,
    conduct,
    excess_choices_of,
    find_battle,
    may_know_plan,
    may_unseal,
    plans_of,
    public_brief_of,
    secret_results_of,
    side_word,
    stream_of,
    why_final,
)
from battles.selectors.result import ResultPart, result_part
from battles.shapes import SecretResultBody, deployment_from_json
from campaign.ids import read_id
from campaign.models import JournalLine
from campaign.parts import Audience, DayCell, NextMove, Step, battle_steps, day_cells
from campaign.prepared import prepared
from campaign.routes import reverse
from campaign.selectors.dice import anchor_of
from campaign.selectors.pictures import shown_pictures
from campaign.visibility import Viewer, told_to
from rulesets.core.records import dataclass
from rulesets.core.sheet_form import pinned_sheet
from rulesets.core.words import many
from war.parts import SheetView
from war.selectors.ground import ground_of

IS_READ = "is_read"
TAPS, CUPS = ("battle.request", "battle.phase", "battle.tick"), "cup."
LINES_SHOWN = 24
PLANS, OPENING, DAY, RESULT = range(1, 5)  # of BATTLE_STEPS
STATES = {
    BattleState.PLANS: "planning",
    BattleState.PREPARED: "prepared",
    BattleState.DAY: "on the table",
    BattleState.NIGHT: "night",
    BattleState.RESULT: "entering results",
    BattleState.APPLIED: "fought, report applied",
    BattleState.OFF: "called off",
}


@dataclass(frozen=True)
class SideState:
    """A side's public progress."""

    side: str
    name: str
    sealed_at: datetime | None
    asks_for: str
    night: str = ""
    proposal: str = ""


@dataclass(frozen=True)
class LineView:
    """A line of the viewer's own journal."""

    n: int
    turn: int
    at: datetime
    text: str
    is_current: bool = True
    told_to: Audience | None = None


@dataclass(frozen=True)
class RequestChoice:
    """A request this viewer can make; `question_url` leads to the question to answer first."""

    asks_for: str
    words: str
    is_main: bool
    is_asked: bool
    question_url: str = ""


@dataclass(frozen=True)
class BattlePage:
    id: int
    name: str
    state: str
    about: str
    facts: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    ground: SheetView
    table: tuple[tuple[str, str], ...]
    audience: Audience
    steps: tuple[Step, ...]
    next_move: NextMove
    sides: tuple[SideState, ...]
    clock: Clock | None
    cells: tuple[DayCell, ...]
    plans: tuple[PlanView, ...]
    may_unseal: bool
    seal_words: str
    is_disclosed: bool
    shared_rolls: tuple[SecretRoll, ...]
    notices: tuple[LineView, ...]
    lines: tuple[LineView, ...]
    dice_url: str
    requests: tuple[RequestChoice, ...] = ()
    result: ResultPart | None = None
    waits_for_umpire_work: bool = False
    known_rolls: tuple[str, ...] = ()
    may_call_off: bool = False
    unknown: tuple[UnknownNumber, ...] = ()
    cards_url: str = ""
    box_url: str = ""
    list_url: str = ""
    seen_url: str = ""
    choose_url: str = ""
    losses_url: str = ""
    ground_to_accept: str = ""
    by_hand_url: str = ""
    night_limits: tuple[str, ...] = ()
    open_night_url: str = ""
    adjourned: bool = False
    ended: str = ""
    phase: PhaseView | None = None
    to_dusk: str = ""
    next_notice: str = ""
    adjourn_url: str = ""
    positions_url: str = ""
    rolls_url: str = ""
    after_url: str = ""


def battle_page(viewer: Viewer, battle_id: int, *, now: datetime) -> BattlePage:
    """Return the battle page, in a number of queries that doesn't depend on the history."""
    battle = find_battle(viewer, battle_id)
    plans = plans_of(battle)
    loaded = Loaded(battle, plans, nights=choices_of(battle))
    if battle.state == BattleState.DAY:
        loaded.requests = requests_of(battle)
        loaded.choices = excess_choices_of(plans) if in_scope(viewer, battle) else []
    if viewer.is_umpire and cards_book(battle) is None:
        loaded.secret_results = secret_results_of(battle)
    reader = 0 if viewer.viewing_as else viewer.user_id
    lines = _newest_lines(viewer.feed_id, stream_of(battle.id), reader)
    results = loaded.secret_results
    result = result_part(viewer, battle, loaded.plans, now=now, results=results) if _is_over(battle) else None
    return _assemble(viewer, loaded, lines, result)


@prepared
def _newest_lines(feed_id: int, about: str, user_id: int) -> QuerySet[JournalLine]:
    """Return the viewer's newest lines about this battle, except what is shown elsewhere: requests, phases,
    checkpoints, and ticks."""
    read = ReadNotice.objects.filter(user__id=user_id, line=OuterRef("pk"))
    told = JournalLine.objects.filter(feed_id=feed_id, about=about)
    told = told.exclude(kind__in=TAPS).exclude(kind__startswith=CUPS)
    told = told.annotate(**{IS_READ: Exists(read)})
    return told.select_related("announcement").order_by("-n")[:LINES_SHOWN]


def _is_over(battle: Battle) -> bool:
    return battle.state in (BattleState.RESULT, BattleState.APPLIED)


def _assemble(viewer: Viewer, loaded: Loaded, lines: Sequence[JournalLine], result: ResultPart | None) -> BattlePage:
    battle = loaded.battle
    clock = clock_of(battle, battle.turn) if battle.turn else None
    day, public = conduct(battle).day, public_brief_of(battle)
    terms = day.terms(public)
    sheet = pinned_sheet(viewer.sheet, viewer.sheet_hash)
    news = _news(loaded, lines)
    return BattlePage(
        id=battle.id,
        name=battle.name,
        state=battle.state,
        about=day.about(public),
        facts=terms.facts,
        notes=terms.notes,
        ground=ground_of(public, sheet=sheet, figures=_figures(viewer, battle)),
        table=facts_of(battle),
        audience=_audience(viewer),
        steps=_steps(viewer, loaded),
        next_move=next_move(viewer, loaded, result),
        sides=tuple(_side_state(viewer, loaded, side) for side in SHOWN),
        clock=clock,
        cells=cells_of(battle, clock, news),
        plans=tuple(_plan_views(viewer, loaded)),
        may_unseal=may_unseal(viewer, battle, loaded.plans),
        seal_words=_seal_words(viewer, loaded) if battle.state == BattleState.PLANS else "",
        is_disclosed=battle.opens_plans,
        shared_rolls=rolls_of(loaded.secret_results),
        notices=tuple(_line(viewer, told) for told in lines if _is_unread(told)),
        lines=tuple(_line(viewer, told) for told in lines),
        dice_url=_dice_url(battle),
        requests=_requests(viewer, loaded, clock),
        result=result,
        waits_for_umpire_work=battle.waits_for_umpire_work,
        known_rolls=() if battle.is_over else tuple(battle.known_rolls),
        may_call_off=(viewer.decides or viewer.leads_side) and viewer.game_is_on and not battle.is_over,
        unknown=numbers_to_ask(viewer, battle, lines),
        box_url=box_url(viewer, battle),
        cards_url=reverse("battles:cards", args=[battle.campaign_id, battle.id]) if cards_book(battle) else "",
        list_url=_list_url(viewer, battle),
        seen_url=_seen_url(battle),
        choose_url=_choose_url(viewer, loaded),
        losses_url=losses_url(viewer, battle),
        ground_to_accept=_ground_to_accept(viewer, loaded),
        by_hand_url=_by_hand_url(viewer, loaded),
        night_limits=night_limits() if is_night_move(battle) else (),
        open_night_url=open_night_url(viewer, battle),
        adjourned=battle.is_adjourned,
        ended=ends_in_words(battle.ends) if battle.ends else "",
        phase=phase_view(viewer, battle),
        to_dusk=_to_dusk(clock),
        next_notice=_next_notice(clock, news),
        adjourn_url=adjourn_url(viewer, battle),
        positions_url=positions_url(viewer, battle),
        rolls_url=_rolls_url(battle),
        after_url=after_url(battle),
    )


def after_url(battle: Battle) -> str:
    """Return where everyone reads the after-action report of a settled battle."""
    is_settled = battle.state == BattleState.APPLIED
    return reverse("battles:after", args=[battle.campaign_id, battle.id]) if is_settled else ""


def _rolls_url(battle: Battle) -> str:
    """Return where rules are rolled at the table, if the book has such rolls."""
    is_on = battle.turn > 0 and conduct(battle).rolls is not None
    return reverse("battles:table-rolls", args=[battle.campaign_id, battle.id]) if is_on else ""


def _ground_to_accept(viewer: Viewer, loaded: Loaded) -> str:
    """Return the ground in words while the umpire can still accept it as it is."""
    battle = loaded.battle
    is_due = battle.state == BattleState.PLANS and battle.ground.accepted_at is None and not loaded.plans
    may = viewer.is_umpire and viewer.game_is_on and not battle.is_postponed
    return in_words(battle.ground.whole) if is_due and may else ""


def _by_hand_url(viewer: Viewer, loaded: Loaded) -> str:
    """Return where the umpire types real dice before the preparation, if the book has rolls to type."""
    battle = loaded.battle
    is_due = battle.state == BattleState.PLANS and len(loaded.plans) == len(SIDES) and not battle.is_postponed
    if not (viewer.is_umpire and viewer.game_is_on and is_due and conduct(battle).day.hand_throws()):
        return ""
    return reverse("battles:prepare", args=[battle.campaign_id, battle.id])


def _list_url(viewer: Viewer, battle: Battle) -> str:
    """Return the address of what the viewer knows of the opening: the umpire's sheet, or a side's own list."""
    args = [battle.campaign_id, battle.id]
    if viewer.is_umpire:
        return reverse("battles:open", args=args) if battle.is_prepared else ""
    has_list = in_scope(viewer, battle) and battle.turn > 0 and conduct(battle).orders is not None
    return reverse("battles:opening", args=[*args, viewer.side.lower()]) if has_list else ""


def _seen_url(battle: Battle) -> str:
    """Return the address of the units on the table, in every battle whose units may start hidden."""
    is_listed = battle.turn > 0 and has_hidden(battle)
    return reverse("battles:seen", args=[battle.campaign_id, battle.id]) if is_listed else ""


def _choose_url(viewer: Viewer, loaded: Loaded) -> str:
    """Return where a side chooses what enters of its flank march, while it can (VG-7B5a)."""
    battle, may = loaded.battle, viewer.game_is_on and not viewer.viewing_as
    for choice in loaded.choices:
        if may and choice.side == viewer.side and is_open(battle, choice):
            return reverse("battles:excess", args=[battle.campaign_id, battle.id, choice.edge])
    return ""


def _figures(viewer: Viewer, battle: Battle) -> dict[str, str]:
    """Return the strength of those armies that the viewer commands or umpires, as the battle began."""
    brief = brief_of_battle(battle)
    return {side: str(brief.sides[side].total_sp) for side in SIDES if may_know_plan(viewer, battle, side)}


def _audience(viewer: Viewer) -> Audience:
    if viewer.is_umpire:
        return Audience(side="umpire", words="Visible only to the umpire")
    if viewer.is_commander:
        return Audience(side=viewer.side, words=f"{side_word(viewer.side)} and the umpire")
    return Audience(side="public", words="Visible to everyone")


def _line(viewer: Viewer, told: JournalLine) -> LineView:
    return LineView(
        told.n, told.turn, told.at, told.announcement.text, told.is_current, told_to(viewer, told.announcement.audience)
    )


def _is_unread(told: JournalLine) -> bool:
    return told.kind == NOTICES and told.is_current and not getattr(told, IS_READ)


def _steps(viewer: Viewer, loaded: Loaded) -> tuple[Step, ...]:
    """Tick plans for a commander when their side has sealed, for others when both have."""
    battle, plans = loaded.battle, loaded.plans
    sealed = viewer.side in plans if viewer.is_commander else len(plans) == len(SIDES)
    if battle.state == BattleState.OFF:
        return battle_steps(0, done=[PLANS, OPENING] if battle.is_disclosed else [])
    if battle.state in (BattleState.PLANS, BattleState.PREPARED):
        return battle_steps(OPENING if sealed else PLANS, done=[PLANS] if sealed else [])
    if battle.state in (BattleState.DAY, BattleState.NIGHT):
        return battle_steps(DAY, done=[PLANS, OPENING])
    done = [PLANS, OPENING, DAY]
    return battle_steps(RESULT, done=[*done, RESULT] if battle.state == BattleState.APPLIED else done)


def _side_state(viewer: Viewer, loaded: Loaded, side: str) -> SideState:
    plan = loaded.plans.get(side)
    request = next((row for row in loaded.requests if row.side == side), None)
    return SideState(
        side=side,
        name=side_word(side),
        sealed_at=plan.sealed_at if plan else None,
        asks_for=str(ClockRequest(request.asks_for).label) if request else "",
        night=choice_in_words(viewer, loaded.battle, loaded.nights.get(side)),
        proposal=who_leaves(request.ends) if request and request.ends else "",
    )


def _news(loaded: Loaded, lines: Sequence[JournalLine]) -> dict[int, str]:
    """Return the notices this viewer knows of, by turn; the umpire knows those to come as well."""
    bodies = (SecretResultBody.from_json(result.body) for result in loaded.secret_results)
    to_come = {each.turn: each.text for body in bodies for each in body.dispatches if each.kind == NOTICES}
    return to_come | {told.turn: told.announcement.text for told in lines if told.kind == NOTICES and told.is_current}


def _to_dusk(clock: Clock | None) -> str:
    """Return how many turns are left of the day, this one included."""
    if clock is None or not clock.turns_a_day:
        return ""
    left = clock.turns_a_day - clock.turn_of_day
    return "the last turn of the day" if left == 0 else f"{many(left, 'turn')} left after this one"


def _next_notice(clock: Clock | None, news: Mapping[int, str]) -> str:
    """Return the next notice that this viewer knows of."""
    turn = min((turn for turn in news if clock and turn > clock.turn), default=0)
    return f"Turn {turn}: {news[turn]}" if turn else ""


def cells_of(battle: Battle, clock: Clock | None, news: Mapping[int, str]) -> tuple[DayCell, ...]:
    """Return the day as cells, with what is known of its turns."""
    if clock is None or not clock.turns_a_day:
        return ()
    first = clock.turn - clock.turn_of_day
    hours = [clock_of(battle, first + n).hour for n in range(1, clock.turns_a_day + 1)]
    of_day = {turn - first: words for turn, words in news.items()}
    return day_cells(clock.turns_a_day, now=clock.turn_of_day, hours=hours, news=of_day)


def _plan_views(viewer: Viewer, loaded: Loaded) -> list[PlanView]:
    battle = loaded.battle
    is_public = battle.opens_plans
    sealed = [loaded.plans[side] for side in SHOWN if side in loaded.plans]
    known = [p for p in sealed if is_public or may_know_plan(viewer, battle, p.side)]
    drawn = {plan.side: references_in(deployment_from_json(plan.body)) for plan in known}
    pictures = {picture.id: picture for picture in shown_pictures(viewer, [*chain.from_iterable(drawn.values())])}
    views = [
        plan_view(battle, plan, loaded.secret_results, reads_order=may_know_plan(viewer, battle, plan.side))
        for plan in known
    ]
    numbers = {side: [read_id(each["id"]) or 0 for each in found] for side, found in drawn.items()}
    return [replace(v, pictures=tuple(pictures[n] for n in numbers[v.side] if n in pictures)) for v in views]


def _seal_words(viewer: Viewer, loaded: Loaded) -> str:
    sides = [side for side in loaded.plans if may_know_plan(viewer, loaded.battle, side)]
    if loaded.battle.state != BattleState.PLANS or not sides:
        return ""
    if final := why_final(loaded.battle, sides[0], loaded.plans):
        return final
    return f"{'You' if viewer.is_commander else 'The side'} {UNTIL}"


def _requests(viewer: Viewer, loaded: Loaded, clock: Clock | None) -> tuple[RequestChoice, ...]:
    """Return the requests this viewer can make on this turn, the next turn first.

    Those already made stay, and so do all while the site works: a button keeps its focus.
    """
    battle = loaded.battle
    acts = viewer.game_is_on and (viewer.is_umpire or in_scope(viewer, battle))
    if battle.state != BattleState.DAY or clock is None or not acts or battle.is_postponed or battle.adjourned:
        return ()
    asked = {request.side: request.asks_for for request in loaded.requests}.get(viewer.side)
    offered = [each for each in ClockRequest if each != ClockRequest.BACK or battle.turn > 1]
    return tuple(_request(battle, clock, each, is_asked=each == asked) for each in offered)


def _request(battle: Battle, clock: Clock, asks_for: ClockRequest, *, is_asked: bool) -> RequestChoice:
    """Return a request; those that end a day or the battle have a page of their own."""
    is_on, is_free = asks_for == ClockRequest.ON, not (is_asked or battle.waits_for_umpire_work)
    ends_day = is_on and clock.is_last_of_day
    return RequestChoice(
        asks_for=asks_for.value,
        words="End the day" if ends_day else str(asks_for.label).capitalize(),
        is_main=is_on and is_free,
        is_asked=is_asked,
        question_url=_question_url(battle, asks_for, ends_day=ends_day, is_free=is_free),
    )


def _question_url(battle: Battle, asks_for: ClockRequest, *, ends_day: bool, is_free: bool) -> str:
    args = [battle.campaign_id, battle.id]
    if asks_for == ClockRequest.END:
        return "" if battle.waits_for_umpire_work else reverse("battles:end", args=args)
    return reverse("battles:end-day", args=args) if ends_day and is_free else ""


def _dice_url(battle: Battle) -> str:
    return f"{reverse('dice:cups', args=[battle.campaign_id])}#{anchor_of(battle.cup_owner)}"
