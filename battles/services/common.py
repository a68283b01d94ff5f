"""What every act in a battle begins with."""

import re
from typing import Any

from django.http import Http404

from battles.models import Battle
from battles.selectors.reads import may_know_plan, stream_of
from campaign.errors import Refusal
from campaign.services.record import Act, act
from campaign.visibility import Viewer

ENTROPY = re.compile(r"[0-9a-f]{0,128}")


def battle_act(viewer: Viewer | None, battle: Battle, kind: str, **deed: Any) -> Act:
    """An act in the stream of a battle; without a viewer it is the site that acts."""
    return act(viewer, stream=stream_of(battle.id), kind=kind, campaign_id=battle.campaign_id, **deed)


def again(battle: Battle) -> Battle:
    """The battle as it stands inside the lock."""
    return Battle.objects.select_related("campaign", "contact").get(id=battle.id)


def need(condition: object, sentence: str, *, cites: str = "", field: str = "") -> None:
    if not condition:
        raise Refusal(sentence, cites=cites, field=field)


def need_state(battle: Battle, state: str, sentence: str) -> None:
    need(not battle.is_postponed, f"{battle.name} is postponed; nothing is done in it until it goes on.")
    need(battle.state == state, sentence)


def need_commander(viewer: Viewer, battle: Battle) -> str:
    """The side for which this seat acts here; nobody else finds anything to act on."""
    if not viewer.is_commander:
        raise Http404
    need(may_know_plan(viewer, battle, viewer.side), "This battle is outside your theatre.")
    return viewer.side


def need_umpire(viewer: Viewer) -> None:
    if not viewer.is_umpire:
        raise Http404


def need_entropy(text: str) -> str:
    """What the browser adds to the cups; any hexadecimal text will do."""
    need(ENTROPY.fullmatch(text), "What your browser adds to the dice must be hexadecimal figures.")
    return text


def need_swept(battle: Battle) -> None:
    """The next public step waits for the sweep's mark, always: waiting would tell that something is thrown."""
    need(not battle.waits_for_the_chair, "The neutral chair is still at work on this turn. Try again in a moment.")
