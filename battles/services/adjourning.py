"""Leave the table for another day, resume there, and note where the troops stand.

Either side can adjourn or resume alone: players who have to leave the hall can't wait for an answer. While a battle is
adjourned its clocks stop, and no turn can be asked for.
"""

from django.http import Http404

from battles.models import Battle, BattleState, PositionNote
from battles.selectors.adjourned import NOTED, erasable_photograph, moves_clock
from battles.selectors.reads import NOT_THE_DAY, find_battle, side_word
from battles.services.common import open_battle_act, reload, require, require_state
from campaign.audiences import PUBLIC, UMPIRE
from campaign.errors import AlreadyDone
from campaign.photos import Photo
from campaign.services import pictures
from campaign.sources import SOURCES
from campaign.visibility import Viewer
from rulesets.core.carries import carries

ADJOURNED, RESUMED, NOTED_KIND = "battle.adjourned", "battle.resumed", "battle.positions"


def adjourn(viewer: Viewer, battle_id: int, *, key: str | None = None) -> None:
    """Adjourn a battle by day, as either side or the umpire."""
    _set(viewer, battle_id, adjourned=True, key=key)


def resume(viewer: Viewer, battle_id: int, *, key: str | None = None) -> None:
    """Resume an adjourned battle, as either side or the umpire."""
    _set(viewer, battle_id, adjourned=False, key=key)


@carries("VG-8day")
def _set(viewer: Viewer, battle_id: int, *, adjourned: bool, key: str | None) -> None:
    """Stop or restart the day. Two people who ask for the same at once are both right."""
    battle = _find(viewer, battle_id)
    kind = ADJOURNED if adjourned else RESUMED
    with open_battle_act(viewer, battle, kind, payload={"side": viewer.side}, key=key) as act:
        battle = reload(battle)
        require_state(battle, BattleState.DAY, NOT_THE_DAY)
        if battle.adjourned == adjourned:
            raise AlreadyDone
        battle.adjourned = adjourned
        act.save(battle)
        words = f"adjourned {battle.name} on turn {battle.turn}. Its clocks stop until it is resumed."
        if not adjourned:
            words = f"resumed {battle.name}. It’s turn {battle.turn}."
        act.tell(PUBLIC, f"{_who(viewer)} {words}", turn=battle.turn)


def note_positions(viewer: Viewer, battle_id: int, *, text: str, key: str | None = None) -> PositionNote:
    """Note where the troops stand; only the side that writes it and the umpire learn of it."""
    return _note(viewer, _find(viewer, battle_id), text, None, key)


def photograph_positions(
    viewer: Viewer, battle_id: int, *, data: bytes, caption: str, field: str = "", key: str | None = None
) -> PositionNote:
    """Keep a photograph of where the troops stand, like a note."""
    battle = _find(viewer, battle_id)
    return _note(viewer, battle, caption, pictures.read_photo(viewer, data, field=field), key)


def _note(viewer: Viewer, battle: Battle, text: str, photo: Photo | None, key: str | None) -> PositionNote:
    side = "" if viewer.is_umpire else viewer.side
    with open_battle_act(viewer, battle, NOTED_KIND, payload={"side": side}, key=key) as act:
        battle = reload(battle)
        require(not battle.is_postponed, f"{battle.name} is postponed. Resume it first.")
        require(battle.state in NOTED, NOT_THE_DAY)
        audience = battle.plan_audience(side) if side else UMPIRE
        row = PositionNote(id=SOURCES.new_id(audience), campaign_id=battle.campaign_id, battle=battle, side=side)
        row.text, row.turn, row.at = text, battle.turn, act.at
        if photo is not None:
            row.picture = pictures.keep(viewer, photo, audience=audience, caption=text).reference
        act.create(row)
        act.tell(audience, f"{_who(viewer)} noted positions at {battle.name} on turn {battle.turn}.", turn=battle.turn)
    return row


def erase_photograph(viewer: Viewer, battle_id: int, picture_id: int, *, key: str | None = None) -> None:
    """Erase a photograph of positions for good; its caption stays as a note."""
    pictures.erase(viewer, erasable_photograph(viewer, battle_id, picture_id).id, key=key)


def _find(viewer: Viewer, battle_id: int) -> Battle:
    battle = find_battle(viewer, battle_id)
    if not moves_clock(viewer, battle):
        raise Http404
    return battle


def _who(viewer: Viewer) -> str:
    return "The umpire" if viewer.is_umpire else side_word(viewer.side)
