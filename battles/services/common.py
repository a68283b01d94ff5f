"""What every act in a battle begins with."""

import re

from django.http import Http404

from battles.models import Battle
from battles.selectors.reads import may_know_plan, stream_of, whole_battles
from campaign.app_part import Payload
from campaign.errors import Refusal
from campaign.services.record import Act, open_act
from campaign.visibility import Viewer

ENTROPY = re.compile(r"[0-9a-f]{0,128}")


def open_battle_act(
    viewer: Viewer | None,
    battle: Battle,
    kind: str,
    *,
    payload: Payload | None = None,
    version: int | None = None,
    key: str | None = None,
) -> Act:
    """An act in the stream of a battle; without a viewer it is the site that acts."""
    return open_act(
        viewer,
        stream=stream_of(battle.id),
        kind=kind,
        campaign_id=battle.campaign_id,
        payload=payload,
        version=version,
        key=key,
    )


def reload(battle: Battle) -> Battle:
    """The battle as it stands inside the lock."""
    return whole_battles().get(id=battle.id)


def require(condition: object, sentence: str, *, cites: str = "", field: str = "") -> None:
    if not condition:
        raise Refusal(sentence, cites=cites, field=field)


def require_state(battle: Battle, state: str, sentence: str) -> None:
    require(not battle.is_postponed, f"{battle.name} is postponed; nothing is done in it until it goes on.")
    require(battle.state == state, sentence)


def require_commander(viewer: Viewer, battle: Battle) -> str:
    """The side for which this seat acts here; nobody else finds anything to act on."""
    if not viewer.is_commander:
        raise Http404
    require(may_know_plan(viewer, battle, viewer.side), "This battle is outside your theater.")
    return viewer.side


def require_umpire(viewer: Viewer) -> None:
    if not viewer.is_umpire:
        raise Http404


def require_entropy(text: str) -> str:
    """What the browser adds to the cups; any hexadecimal text will do."""
    require(ENTROPY.fullmatch(text), "What your browser adds to the dice must be hexadecimal figures.")
    return text


def require_swept(battle: Battle) -> None:
    """The next public step waits for the sweep's mark, always: waiting would tell that something is thrown."""
    require(not battle.waits_for_umpire_work, "The neutral chair is still at work on this turn. Try again in a moment.")
