"""What all acts of a battle share."""

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
    """Open an act in a battle's stream; without a viewer, the site acts."""
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
    """Return the battle as it is inside the lock."""
    return whole_battles().get(id=battle.id)


def require(condition: object, sentence: str, *, cites: str = "", field: str = "") -> None:
    if not condition:
        raise Refusal(sentence, cites=cites, field=field)


def require_state(battle: Battle, state: str, sentence: str) -> None:
    require(not battle.is_postponed, f"{battle.name} is postponed. Resume it first.")
    require(battle.state == state, sentence)


def require_commander(viewer: Viewer, battle: Battle) -> str:
    """Return the side that this seat acts for, or raise 404."""
    if not viewer.is_commander:
        raise Http404
    require(may_know_plan(viewer, battle, viewer.side), "This battle is outside your theater.")
    return viewer.side


def require_own_view(viewer: Viewer) -> None:
    require(not viewer.viewing_as, "You’re viewing as another seat, so you can’t act.")


def require_umpire(viewer: Viewer) -> None:
    if not viewer.is_umpire:
        raise Http404


def require_entropy(text: str) -> str:
    """Return the browser's random digits for the cups; any hexadecimal text will do."""
    require(ENTROPY.fullmatch(text), "The random digits from your browser must be hexadecimal.")
    return text


def require_swept(battle: Battle) -> None:
    """Let the next public step always wait for the sweep: waiting only for rolls would reveal them."""
    require(not battle.waits_for_umpire_work, "The site is still working on this turn. Try again in a moment.")
