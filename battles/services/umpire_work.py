"""The umpire's automatic work, done in the sweep: secret rolls, notices on their turns, and always its mark.

After each public step one sweep leaves its mark, with or without rolls and notices, and the next step waits for
it, so that a slow worker neither misses a notice nor gives one away.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from django.conf import settings
from django.db.models import Q, QuerySet

from battles.conduct.base import Dispatch, Found, SecretDice, SlotRoll
from battles.models import OVER, Battle, BattleState, ExcessChoice, SecretResult
from battles.selectors.numbers import STUCK, secret_numbers
from battles.selectors.reads import (
    SIDES,
    brief_of_battle,
    conduct,
    facts_in,
    plan_of,
    plans_of,
    secret_results_of,
    site_is_umpire,
    stream_of,
    whole_battles,
)
from battles.services import overdue
from battles.services.card_turns import begin_turn
from battles.services.common import open_battle_act, reload
from battles.services.ground import assign_late_edge
from battles.services.hidden import place_arrivals
from battles.services.opening import OPENED, PREPARED, open_in, prepare_in
from battles.services.settle import settle_if_due
from battles.shapes import SecretResultBody, secret_result_to_json
from campaign.app_part import Payload, some
from campaign.audiences import PUBLIC, UMPIRE
from campaign.errors import AlreadyDone, NumberNeeded, Refusal
from campaign.models import CampaignState, Entry
from campaign.prepared import prepared
from campaign.services import cups, sweep
from campaign.services.record import Act
from campaign.sources import SOURCES
from rulesets.core.carries import carries
from rulesets.core.errors import IllegalOrder

ERROR = "the site has an error; whoever runs it finds it in the log."
AGAIN = "The site retries every few seconds, and only you see this."


def attend(campaign_id: int, now: datetime) -> None:
    """Do the umpire's due work in a campaign's battles, in the order of their ids."""
    for battle in _going_on(campaign_id):
        if battle.campaign.state != CampaignState.RUNNING:
            return
        sweep.run_isolated("a battle", partial(_attend_one, battle, now), failed=partial(tell_the_umpire, battle))


@prepared
def _going_on(campaign_id: int) -> QuerySet[Battle]:
    return whole_battles().filter(campaign_id=campaign_id).exclude(state__in=OVER).order_by("id")


def has_battles() -> Q:
    return Q(state=CampaignState.RUNNING) & some(Battle.objects.exclude(state__in=OVER))


def _attend_one(battle: Battle, now: datetime) -> None:
    assign_late_edge(battle, now)
    site = site_is_umpire(battle) and not battle.is_postponed
    if site:
        overdue.move_on(battle, now)
        _prepare_when_sealed(battle)
    _work_if_owed(battle)
    if site and _open_when_prepared(battle):
        _work_if_owed(battle)
    if site and battle.state == BattleState.RESULT:
        settle_if_due(battle, now)


def tell_the_umpire(battle: Battle, error: Exception) -> None:
    """Only the umpire may read why it failed, once per reason and step. Where the site umpires, the sides see only
    that its mark is late, as everyone can, and the log says why."""
    reason = error.sentence if isinstance(error, Refusal | IllegalOrder) else ERROR
    payload: Payload = {"step": battle.step, "reason": reason}
    if isinstance(error, NumberNeeded):
        payload["cell"] = list(error.cell)
    told = Entry.objects.filter(stream=stream_of(battle.id), kind=STUCK, payload=payload)
    if site_is_umpire(battle) or told.exists():
        return
    with open_battle_act(None, battle, STUCK, payload=payload) as act:
        if told.exists():
            raise AlreadyDone
        act.tell(UMPIRE, f"The site couldn’t do its work in {battle.name}: {reason} {AGAIN}")


def _prepare_when_sealed(battle: Battle) -> None:
    """Prepare a battle as the site, once both sides have sealed."""
    if battle.state != BattleState.PLANS or len(plans_of(battle)) < len(SIDES) or secret_numbers(battle):
        return
    with open_battle_act(None, battle, PREPARED) as act:
        battle = reload(battle)
        if battle.state != BattleState.PLANS:
            raise AlreadyDone
        prepare_in(act, battle, typed={})


def _open_when_prepared(battle: Battle) -> bool:
    """Open a battle as the site, once its secret rolls are made; return whether it was."""
    if not _is_ready(_reread(battle)):
        return False
    with open_battle_act(None, battle, OPENED) as act:
        battle = _reread(battle)
        if not _is_ready(battle):
            raise AlreadyDone
        open_in(act, battle)
    return True


def _is_ready(battle: Battle) -> bool:
    return battle.state == BattleState.PREPARED and not _owes_work(battle)


def _work_if_owed(battle: Battle) -> None:
    if _owes_work(_reread(battle)):
        _work(battle)


def _owes_work(battle: Battle) -> bool:
    """Return whether a step's mark is missing, or its secret work alone, which the umpire may have rewound."""
    return battle.waits_for_umpire_work or battle.umpire_work.step != battle.step


def _reread(battle: Battle) -> Battle:
    (found,) = _with_work(battle.id)
    return found


@prepared
def _with_work(battle_id: int) -> QuerySet[Battle]:
    return whole_battles().select_related("umpire_work").filter(id=battle_id)


def _work(battle: Battle) -> None:
    """Do one step's work in one act: secret results, due notices, and the mark, unless it stands."""
    payload = {"release": settings.RELEASE}
    with open_battle_act(None, battle, "battle.umpire_work", payload=payload) as act:
        battle = _reread(battle)
        if not _owes_work(battle):
            raise AlreadyDone
        if battle.state in (BattleState.PREPARED, BattleState.DAY):
            _find(act, battle)
            _tell_what_is_due(act, battle)
            begin_turn(act, battle)
        if battle.state in (BattleState.DAY, BattleState.RESULT):
            place_arrivals(act, battle)
        battle.umpire_work.step = battle.step
        act.save(battle.umpire_work)
        act.touch(UMPIRE)
        if battle.waits_for_umpire_work:
            act.touch(PUBLIC, stays=True)
        Battle.objects.filter(id=battle.id).update(is_swept=True)


@carries("VG-7A", "VG-7B")
def _find(act: Act, battle: Battle) -> None:
    """Make the secret rolls due by this turn from the umpire's cup, in canonical order, each subject once."""
    day = conduct(battle).day
    known = secret_results_of(battle)
    facts = {row.subject: facts for row, facts in zip(known, facts_in(battle, known), strict=True)}
    plans = {side: plan_of(battle, plan) for side, plan in plans_of(battle).items()}
    dice = SecretDice(partial(_throw, battle), partial(_throw_all, battle), facts)
    try:
        secret_results = day.find(brief_of_battle(battle), plans, battle.turn, dice)
    except cups.NotYet:  # new cups after a rewind: the next request freezes them, and its sweep rolls
        return
    for found in secret_results:
        if found.subject not in facts:
            _keep(act, battle, found)


def _throw(battle: Battle, *, rule: str, subject: Sequence[str], turn: int, count: int, sides: int) -> tuple[int, ...]:
    """Roll from the umpire's cup; a key rolled before keeps its dice."""
    return cups.throw(battle.cups, audience=UMPIRE, rule=rule, subject=subject, turn=turn, count=count, sides=sides)


def _throw_all(battle: Battle, rolls: Sequence[SlotRoll]) -> dict[SlotRoll, int]:
    """Roll a whole grid from the umpire's cup, at once."""
    wanted = {roll: cups.RollRequest(roll.rule, roll.subject, roll.turn, 1, roll.sides) for roll in rolls}
    faces = cups.throw_all(battle.cups, audience=UMPIRE, wanted=list(wanted.values()))
    return {roll: faces[asked][0] for roll, asked in wanted.items()}


def _keep(act: Act, battle: Battle, found: Found[object]) -> None:
    knows = battle.plan_audience(found.side) if found.is_own else UMPIRE
    finding = SecretResult(id=SOURCES.new_id(knows), campaign_id=battle.campaign_id, battle=battle)
    finding.subject, finding.body = found.subject, secret_result_to_json(found)
    act.create(finding)
    if found.asks:
        new_id = SOURCES.new_id(battle.plan_audience(found.side))
        of_owner = {"battle": battle, "side": found.side, "edge": found.asks, "turn": found.turn}
        act.create(ExcessChoice(id=new_id, campaign_id=battle.campaign_id, **of_owner))
    if found.disclosure:
        act.tell(UMPIRE, found.disclosure, kind="battle.found", turn=battle.turn, trace=found.trace)


def _tell_what_is_due(act: Act, battle: Battle) -> None:
    """Send the unsent dispatches due by this turn; sent ones stay sent."""
    for finding in secret_results_of(battle):
        dispatches = SecretResultBody.from_json(finding.body).dispatches
        due = [n for n, d in enumerate(dispatches) if d.turn <= battle.turn and n not in finding.told]
        for n in due:
            act.tell(_audience(battle, dispatches[n]), dispatches[n].text, kind=dispatches[n].kind, turn=battle.turn)
        if due:
            finding.told = [*finding.told, *due]
            act.save(finding)


def _audience(battle: Battle, dispatch: Dispatch) -> str:
    return battle.plan_audience(dispatch.side) if dispatch.side else PUBLIC
