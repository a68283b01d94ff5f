"""Starting values of a battle's forms, for the seat that fills them in."""

from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction

from django.http import Http404

from battles.conduct.base import Chances, ChosenPlan, Clock, Option, PlanChoices
from battles.models import Battle, BattleState, Plan, SideResult
from battles.selectors.deployment import deployment_of
from battles.selectors.drafts import plan_drafts
from battles.selectors.ground import plan_problems, with_edges
from battles.selectors.order_of_battle import order_about, saved_in
from battles.selectors.reads import (
    NOT_SEALED,
    NOT_THE_DAY,
    OPEN_ALREADY,
    SIDES,
    brief_of_battle,
    class_words,
    classes_of,
    clock_of,
    commands,
    conduct,
    find_battle,
    half_audience,
    may_know_plan,
    may_unseal,
    plans_of,
    points_in_words,
    public_brief_of,
    require_not_over,
    side_results_of,
    side_word,
    why_final,
)
from battles.selectors.report import lost_of
from battles.shapes import chosen_from_json
from campaign.errors import Refusal
from campaign.models import Campaign, SideCode, UmpireKind
from campaign.parts import Audience
from campaign.visibility import Viewer
from rulesets.core.deployment import Deployment
from rulesets.core.plain import Json
from rulesets.core.records import dataclass
from rulesets.core.sheet_form import pinned_sheet
from rulesets.core.words import many
from war.models import Contact
from war.selectors.agreement import ratio_in_words, ratio_of, why_not_begun


def battle_to_call_off(viewer: Viewer, battle_id: int) -> Battle:
    """Return an open battle to someone who may decide to call it off, alone or with the other side."""
    battle = find_battle(viewer, battle_id)
    if not (viewer.decides or viewer.leads_side):
        raise Http404
    require_not_over(battle)
    return battle


def clock_in_play(viewer: Viewer, battle_id: int) -> Clock:
    """Return the clock of a battle being fought, to those who can move it."""
    battle = find_battle(viewer, battle_id)
    if not (viewer.is_umpire or commands(viewer, battle, viewer.side)):
        raise Http404
    if battle.state != BattleState.DAY:
        raise Refusal(NOT_THE_DAY)
    return clock_of(battle, battle.turn)


@dataclass(frozen=True)
class TakeUpPage:
    name: str
    place: str
    attacker: str
    ratio: str


@dataclass(frozen=True)
class PlanStart:
    """The plan form's input: the choices, and what was chosen so far."""

    choices: PlanChoices
    draft: ChosenPlan
    draft_version: int
    draft_saved_at: datetime | None


@dataclass(frozen=True)
class PlanOffer(PlanStart):
    """The form's input, with what was read for it."""

    battle: Battle
    plans: Mapping[str, Plan]
    order: Json | None
    deployment: Deployment


@dataclass(frozen=True)
class PlanPage(PlanStart):
    """What the plan page shows around its form."""

    battle_id: int
    name: str
    side: str
    about: str
    audience: Audience
    chances: tuple[Chances, ...]
    order_about: str
    deployment_about: str
    is_open: bool
    sealed: bool
    may_unseal: bool
    problems: tuple[str, ...]

    @property
    def results(self) -> list[str]:
        """Return the possible results of all choices, in order."""
        return list(dict.fromkeys(line.words for chances in self.chances for line in chances.odds))

    @property
    def result_names(self) -> list[str]:
        return [words.partition(":")[0] for words in self.results]

    @property
    def odds(self) -> list[tuple[str, list[Fraction | float]]]:
        """Return the chance of each result under each choice, as a table."""
        rows = []
        for chances in self.chances:
            known = {line.words: line.chance for line in chances.odds}
            rows.append((chances.choice, [known.get(words, Fraction(0)) for words in self.results]))
        return rows


@dataclass(frozen=True)
class RemovalsClass:
    """A class with losses to remove, and its strength points; `chosen` are the current removals."""

    name: str
    words: str
    lost: int
    points: list[Option]
    chosen: list[str]


@dataclass(frozen=True)
class RemovalsPage:
    battle_id: int
    name: str
    side: str
    side_name: str
    audience: Audience
    classes: list[RemovalsClass]
    entered: bool
    confirmed: bool
    is_open: bool


def take_up_page(viewer: Viewer, contact_id: int) -> TakeUpPage:
    contact = Contact.objects.filter(campaign_id=viewer.campaign_id, id=contact_id).first()
    campaign = Campaign.objects.get(id=viewer.campaign_id)
    may = viewer.is_umpire or (viewer.is_commander and campaign.umpire_kind == UmpireKind.SITE)
    if contact is None or not may:
        raise Http404
    if refusal := why_not_begun(contact):
        raise Refusal(refusal, cites="VG-1")
    sheet = pinned_sheet(campaign.sheet, campaign.sheet_hash)
    place = sheet.name_of(contact.hex) if sheet else contact.hex
    attacker = str(SideCode(contact.attacker).label)
    return TakeUpPage(contact.name, place, attacker, ratio_in_words(ratio_of(contact)))


def plan_start(viewer: Viewer, battle_id: int) -> PlanOffer:
    """Return a side's choices and this seat's drafts; raise 404 for anyone who may not know the plan.

    The choices come from the sealed order of battle, or from this seat's draft of it.
    """
    battle = _find_own(viewer, battle_id)
    plans, (marches, order_draft, placed) = plans_of(battle), plan_drafts(viewer, battle)
    sealed = plans[viewer.side].body if viewer.side in plans else None
    orders, chosen = conduct(battle).orders, chosen_from_json(marches.body) if marches else {}
    order = orders.sealed(sealed) if orders and sealed else saved_in(order_draft)
    offered = conduct(battle).planning.choices(brief_of_battle(battle), viewer.side, order)
    choices = with_edges(battle, viewer.side, offered)
    version, saved_at = (marches.version, marches.saved_at) if marches else (0, None)
    return PlanOffer(choices, chosen, version, saved_at, battle, plans, order, deployment_of(placed))


def plan_to_unseal(viewer: Viewer, battle_id: int) -> Battle:
    """Return the battle of a sealed plan that can still be unsealed, to those who may know the plan."""
    battle = _find_own(viewer, battle_id)
    plans = plans_of(battle)
    if battle.state != BattleState.PLANS:
        raise Refusal(OPEN_ALREADY)
    if viewer.side not in plans:
        raise Refusal(NOT_SEALED)
    if final := why_final(battle, viewer.side, plans):
        raise Refusal(final)
    return battle


def _find_own(viewer: Viewer, battle_id: int) -> Battle:
    battle = find_battle(viewer, battle_id)
    if not viewer.is_commander or not may_know_plan(viewer, battle, viewer.side):
        raise Http404
    return battle


def plan_page(viewer: Viewer, start: PlanOffer, battle_id: int) -> PlanPage:
    """Return the plan page, with the odds of its choices and what its drafts break."""
    battle, side, order, plans = start.battle, viewer.side, start.order, start.plans
    played = conduct(battle)
    is_draft = battle.state == BattleState.PLANS and side not in plans
    return PlanPage(
        battle_id=battle.id,
        name=battle.name,
        side=side,
        about=played.day.about(public_brief_of(battle)),
        audience=half_audience(viewer, side),
        choices=start.choices,
        chances=played.planning.chances(brief_of_battle(battle), side, order) if is_draft else (),
        order_about=order_about(battle, side, plans, order),
        deployment_about=_deployment_about(start.deployment) if played.orders else "",
        draft=start.draft,
        draft_version=start.draft_version,
        draft_saved_at=start.draft_saved_at,
        is_open=battle.state == BattleState.PLANS,
        sealed=side in plans,
        may_unseal=may_unseal(viewer, battle, plans),
        problems=plan_problems(battle, side, start.draft, order, start.deployment) if is_draft else (),
    )


def _deployment_about(deployment: Deployment) -> str:
    """Return the size of a deployment in words."""
    count = len(deployment.lines)
    return many(count, "line") if count else "nothing noted"


def removals_page(viewer: Viewer, battle_id: int, side: str) -> RemovalsPage:
    """Return a side's losses to remove, for that side or the umpire."""
    battle = find_half(viewer, battle_id, side)
    if battle.contact_id is None:
        raise Http404
    rows = side_results_of(battle)
    row = rows.get(side)
    return RemovalsPage(
        battle_id=battle.id,
        name=battle.name,
        side=side,
        side_name=side_word(side),
        audience=half_audience(viewer, side),
        classes=_removals_by_class(battle, side, rows) if row else [],
        entered=row is not None,
        confirmed=row is not None and row.confirmed,
        is_open=battle.takes_results,
    )


def _removals_by_class(battle: Battle, side: str, rows: dict[str, SideResult]) -> list[RemovalsClass]:
    worked = lost_of(battle, side, plans_of(battle), rows)
    assert worked is not None
    words, classes = points_in_words(battle, side), classes_of(battle, side)
    return [
        RemovalsClass(
            name=name,
            words=label,
            lost=worked.lost_by_class[name],
            points=[Option(item, words[item]) for item, its_class in classes.items() if its_class == name],
            chosen=list(worked.removals[name]),
        )
        for name, label in class_words(battle).items()
        if worked.lost_by_class[name]
    ]


def find_half(viewer: Viewer, battle_id: int, side: str) -> Battle:
    """Return the battle to those who may enter this side's result: the side or the umpire."""
    battle = find_battle(viewer, battle_id)
    if side not in SIDES or not (viewer.is_umpire or commands(viewer, battle, side)):
        raise Http404
    return battle
