"""A battle that its players leave for another day, and their notes of where the troops stand."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from django.db.models import QuerySet
from django.http import Http404

from battles.models import Battle, BattleState, PositionNote
from battles.selectors.reads import NOT_THE_DAY, find_battle, may_know_plan, side_word
from campaign.audiences import UMPIRE
from campaign.errors import Refusal
from campaign.ids import read_id
from campaign.parts import Audience, NextMove
from campaign.prepared import prepared
from campaign.routes import reverse
from campaign.selectors.pictures import PictureShown, shown_pictures
from campaign.visibility import Viewer, audience_words
from rulesets.core.records import dataclass

NOTED = (BattleState.DAY, BattleState.NIGHT)


def moves_clock(viewer: Viewer, battle: Battle) -> bool:
    """Return whether this viewer can ask for turns, and so adjourn and resume."""
    return viewer.is_umpire or (viewer.is_commander and may_know_plan(viewer, battle, viewer.side))


def _find(viewer: Viewer, battle_id: int) -> Battle:
    battle = find_battle(viewer, battle_id)
    if not moves_clock(viewer, battle):
        raise Http404
    return battle


def battle_to_adjourn(viewer: Viewer, battle_id: int) -> Battle:
    """Return a battle being fought to those who can adjourn or resume it."""
    battle = _find(viewer, battle_id)
    if battle.state != BattleState.DAY:
        raise Refusal(NOT_THE_DAY)
    return battle


@dataclass(frozen=True)
class NoteView:
    """A note of positions."""

    side: str
    by: str
    text: str
    turn: int
    at: datetime
    picture: PictureShown | None = None


@dataclass(frozen=True)
class PositionsPage:
    """The notes of positions that this viewer reads, the newest first."""

    battle_id: int
    name: str
    audience: Audience
    notes: tuple[NoteView, ...]
    turn: int
    is_open: bool


def positions_page(viewer: Viewer, battle_id: int) -> PositionsPage:
    """Return a side's own notes to its whole-side commander, and all of them to the umpire."""
    battle = _find(viewer, battle_id)
    audience = UMPIRE if viewer.is_umpire else battle.plan_audience(viewer.side)
    rows = _known(viewer, battle)
    pictures = {picture.id: picture for picture in shown_pictures(viewer, [row.picture for row in rows if row.picture])}
    return PositionsPage(
        battle_id=battle.id,
        name=battle.name,
        audience=audience_words(viewer, audience),
        notes=tuple(_note(row, pictures) for row in rows),
        turn=battle.turn,
        is_open=battle.state in NOTED and viewer.game_is_on and not battle.is_postponed,
    )


def _known(viewer: Viewer, battle: Battle) -> list[PositionNote]:
    return [row for row in _notes(battle.id) if viewer.is_umpire or row.side == viewer.side]


def _note(row: PositionNote, pictures: Mapping[int, PictureShown]) -> NoteView:
    by = side_word(row.side) if row.side else "The umpire"
    picture = pictures.get(read_id(row.picture["id"]) or 0) if row.picture else None
    return NoteView(row.side, by, row.text, row.turn, row.at, picture)


def erasable_photograph(viewer: Viewer, battle_id: int, picture_id: int) -> PictureShown:
    """Return a photograph of positions to those who may erase it."""
    for note in positions_page(viewer, battle_id).notes:
        if note.picture and note.picture.id == picture_id and note.picture.may_erase:
            return note.picture
    raise Http404


@prepared
def _notes(battle_id: int) -> QuerySet[PositionNote]:
    return PositionNote.objects.filter(battle_id=battle_id).order_by("-at", "-id")


def adjourned_box(viewer: Viewer, battle: Battle) -> NextMove:
    """Return whose move it is while the battle is adjourned."""
    box = NextMove(whose="Adjourned", sentence="Either side or the umpire resumes this battle on another day")
    if not moves_clock(viewer, battle) or viewer.viewing_as:
        return box
    url = reverse("battles:resume", args=[battle.campaign_id, battle.id])
    return replace(box, button="Resume the battle", url=url, post=True)


def adjourn_url(viewer: Viewer, battle: Battle) -> str:
    """Return where this viewer adjourns the battle, while that can be done."""
    is_due = battle.state == BattleState.DAY and not battle.adjourned and not battle.is_postponed
    may = is_due and viewer.game_is_on and moves_clock(viewer, battle)
    return reverse("battles:adjourn", args=[battle.campaign_id, battle.id]) if may else ""


def positions_url(viewer: Viewer, battle: Battle) -> str:
    """Return where this viewer reads and writes notes of positions."""
    may = battle.turn > 0 and moves_clock(viewer, battle)
    return reverse("battles:positions", args=[battle.campaign_id, battle.id]) if may else ""
