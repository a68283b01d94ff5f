"""The result is settled: the Report goes to the map, the cups are turned over, and what was secret is told."""

from datetime import datetime

from battles.conduct.base import Json
from battles.models import Battle, BattleReport, BattleState
from battles.selectors.reads import (
    SIDES,
    brief_of_battle,
    conduct,
    deadlines_of,
    find_battle,
    findings_of,
    halves_of,
    plans_of,
    report_of,
    side_word,
    stream_of,
    why_not_settled,
)
from battles.services.common import again, need, need_state, need_swept, need_umpire
from battles.services.result import NOT_NOW
from campaign.audiences import PUBLIC
from campaign.errors import AlreadyDone, Refusal
from campaign.models import CAMPAIGN_STREAM
from campaign.services import cups
from campaign.services.record import Act, act
from campaign.sources import SOURCES
from campaign.visibility import Viewer
from war.models import Contact, ContactState
from war.services import aftermath


def settle(viewer: Viewer, battle_id: int, *, version: int | None = None, key: str | None = None) -> None:
    """The umpire settles what both sides have confirmed; past the deadline their own entries stand."""
    need_umpire(viewer)
    battle = find_battle(viewer, battle_id)
    with act(viewer, stream=_stream(battle), kind="battle.settled", version=version, key=key) as journal:
        _settle(journal, again(battle), now=journal.at)


def settle_if_due(battle: Battle, now: datetime) -> None:
    """The site as umpire: both have confirmed, or the deadline is over and each one's own entry stands."""
    if battle.waits_for_the_chair or _why_not(battle, now):
        return
    with act(None, campaign_id=battle.campaign_id, stream=_stream(battle), kind="battle.settled") as journal:
        battle = again(battle)
        if battle.state != BattleState.RESULT:
            raise AlreadyDone
        _settle(journal, battle, now=now)


def _stream(battle: Battle) -> str:
    """The Report of a battle on the map belongs to the campaign. That of a battle alone stays with it: the campaign has
    no line of its own before it that could be gone back to."""
    return CAMPAIGN_STREAM if battle.contact_id is not None else stream_of(battle.id)


def _why_not(battle: Battle, now: datetime) -> str:
    return why_not_settled(halves_of(battle), deadlines=deadlines_of(battle, now=now), now=now)


def _settle(journal: Act, battle: Battle, *, now: datetime) -> None:
    need_state(battle, BattleState.RESULT, NOT_NOW)
    need_swept(battle)
    if refusal := _why_not(battle, now):
        raise Refusal(refusal)
    body = report_of(battle, plans_of(battle), halves_of(battle))
    journal.create(BattleReport(id=SOURCES.new_id(PUBLIC), campaign_id=battle.campaign_id, battle=battle, body=body))
    if battle.contact_id is not None:
        _apply_to_map(journal, battle, body)
    battle.state, battle.since = BattleState.APPLIED, journal.at
    battle.step += 1
    battle.swept = battle.step
    journal.save(battle)
    cups.turn_over(("battle", battle.id))
    words = f"The Report of {battle.name} is applied and its cups are turned over."
    journal.tell(PUBLIC, words, kind="battle.settled", about=stream_of(battle.id))
    _disclose(journal, battle)


def _apply_to_map(journal: Act, battle: Battle, body: Json) -> None:
    contact = Contact.objects.get(battles=battle)
    need(contact.state == ContactState.TAKEN_UP, f"{contact.name} is settled already.")
    brief = brief_of_battle(battle)
    aftermath.apply(journal, aftermath.work_out(brief, body), brief=brief, report=body, about=stream_of(battle.id))
    contact.state = ContactState.SETTLED
    journal.save(contact)


def _disclose(journal: Act, battle: Battle) -> None:
    """Late disclosure, in canonical order: plans by side, then findings by place."""
    brief, plans = brief_of_battle(battle), plans_of(battle)
    for side in SIDES:
        words = " ".join(conduct(battle).plan_in_words(brief, side, plans[side].body))
        text = f"{side_word(side)} had sealed: {words}"
        journal.tell(PUBLIC, text, kind="battle.disclosed", about=stream_of(battle.id))
    for finding in findings_of(battle):
        text, trace = finding.body["disclosure"], finding.body["trace"]
        journal.tell(PUBLIC, text, kind="battle.disclosed", about=stream_of(battle.id), trace=trace)
