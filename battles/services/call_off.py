"""Call a battle off: by the umpire, or by both sides together.

The map stays as it was, and both sides have to agree again how to fight the contact. The cups are revealed; the rolls
made keep their results if the battle is begun again.
"""

from battles.models import OVER, Battle, BattleState
from battles.selectors.reads import find_battle, require_not_over, stream_of, whole_battles
from battles.services.common import open_battle_act, reload
from battles.services.disclose import disclose, disclose_plans, rows_of
from campaign.app_part import Decision, Payload
from campaign.audiences import PUBLIC
from campaign.ids import hex_id, read_id
from campaign.services import cups, decisions
from campaign.services.corrections import disclose_corrections
from campaign.services.record import RUNNING, Act
from campaign.visibility import Viewer
from war.models import Contact
from war.services.agreement import ask_anew

KIND = "battle.called_off"


def call_off(viewer: Viewer, battle_id: int, *, version: int | None = None, key: str | None = None) -> None:
    """Call a battle off at once, or ask the other side to."""
    battle = find_battle(viewer, battle_id)
    if viewer.is_umpire:
        with open_battle_act(viewer, battle, KIND, version=version, key=key) as act:
            end_unfought(act, reload(battle), by=act.decided_by)
        return
    require_not_over(battle)
    payload = {"battle": hex_id(battle_id), "words": f"call off {battle.name}"}
    decisions.decide(viewer, kind=KIND, payload=payload, version=version, key=key)


def end_unfought(act: Act, battle: Battle, *, by: str) -> None:
    """End a battle without a result."""
    require_not_over(battle)
    battle.state, battle.since, battle.is_swept = BattleState.OFF, act.at, True
    battle.step += 1
    act.save(battle)
    if battle.contact_id is not None:
        ask_anew(act, Contact.objects.get(id=battle.contact_id))
    cups.reveal(battle.cups)
    words = f"{by} called off {battle.name}. Its cups were revealed, and nothing changes on the map."
    act.tell(PUBLIC, words, kind=KIND, about=stream_of(battle.id))
    if battle.is_disclosed:
        disclose(act, battle)


def end_all(act: Act) -> None:
    """End every open battle as its campaign closes; disclose plans, and what was corrected in those never opened."""
    for battle in whole_battles().filter(campaign_id=act.campaign_id).exclude(state__in=OVER).order_by("id"):
        end_unfought(act, battle, by=act.decided_by)
    for battle in whole_battles().filter(campaign_id=act.campaign_id).order_by("id"):
        if battle.is_disclosed:
            disclose_plans(act, battle)
        else:
            disclose_corrections(act, rows_of(battle), about=stream_of(battle.id))


def _note(act: Act, payload: Payload) -> None:
    act.tell(PUBLIC, f"Both sides agreed to {payload['words']}.")


def _carry_out(campaign_id: int, payload: Payload) -> None:
    battle = whole_battles().get(campaign_id=campaign_id, id=read_id(payload["battle"]) or 0)
    with open_battle_act(None, battle, KIND) as act:
        end_unfought(act, reload(battle), by=act.decided_by)


DECISION = Decision(KIND, "Call off the battle", _note, allowed=RUNNING, afterwards=_carry_out, by_sides=True)
