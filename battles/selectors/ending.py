"""How a battle ends: who leaves the field, as proposed and as it was decided (VG-8)."""

from collections.abc import Mapping

from django.db.models import QuerySet

from battles.conduct.booking import ENDS
from battles.models import Battle, ClockRequest, TurnRequest
from battles.selectors.forms import clock_in_play
from battles.selectors.reads import REQUEST_WORDS, SHOWN, SIDES, find_battle, other_side, side_word
from campaign.audiences import PUBLIC
from campaign.parts import Audience
from campaign.prepared import prepared
from campaign.visibility import Viewer, audience_words
from rulesets.core.records import dataclass
from rulesets.core.report import End

BOTH = "both"
WAYS = (End.WITHDREW, End.DRIVEN_OFF)


def ends_of(leaves: str, how: str) -> dict[str, str]:
    """Return how each side ends the fighting if this side leaves, or both do; whoever stays holds the field."""
    return {side: how if leaves in (side, BOTH) else End.HELD.value for side in SIDES}


def who_leaves(ends: Mapping[str, str]) -> str:
    """Return the one side that leaves, or that both do."""
    left = [side for side in SIDES if ends[side] != End.HELD]
    return left[0] if len(left) == 1 else BOTH


def ends_in_words(ends: Mapping[str, str]) -> str:
    """Say who left and who held the field: "Union held the field, and Confederate withdrew"."""
    leaves = who_leaves(ends)
    if leaves == BOTH:
        how = "were driven off" if ends[SIDES[0]] == End.DRIVEN_OFF else "withdrew"
        return f"both armies {how}, and nobody held the field"
    stays = other_side(leaves)
    return f"{side_word(stays)} held the field, and {side_word(leaves)} {ENDS[End(ends[leaves])]}"


def requests_of(battle: Battle) -> list[TurnRequest]:
    """Return what the sides ask for at this step."""
    return _requests_at(battle.id, battle.step)


@prepared
def _requests_at(battle_id: int, step: int) -> QuerySet[TurnRequest]:
    return TurnRequest.objects.filter(battle_id=battle_id, step=step).order_by("side")


def request_in_words(row: TurnRequest) -> str:
    """Say what a side asked for, as everyone reads it."""
    words = f"{side_word(row.side)} {REQUEST_WORDS[ClockRequest(row.asks_for)]}"
    return f"{words}: {ends_in_words(row.ends)}." if row.asks_for == ClockRequest.END else f"{words}."


@dataclass(frozen=True)
class EndPage:
    """The input of the form that ends a battle. `own` is the viewer's side, `proposed` what the other side proposed,
    and `asked` what this side did."""

    battle_id: int
    name: str
    turn: int
    own: str
    audience: Audience
    sides: tuple[tuple[str, str], ...]
    proposed: str
    leaves: str
    how: str


def end_page(viewer: Viewer, battle_id: int) -> EndPage:
    """Return the form that ends a battle, to those who can move its clock."""
    clock = clock_in_play(viewer, battle_id)
    battle = find_battle(viewer, battle_id)
    asked = {row.side: row for row in requests_of(battle) if row.asks_for == ClockRequest.END}
    other = next((row for side, row in asked.items() if side != viewer.side), None)
    start = asked.get(viewer.side) or other
    return EndPage(
        battle_id=battle.id,
        name=battle.name,
        turn=clock.turn,
        own=viewer.side if viewer.is_commander else "",
        audience=audience_words(viewer, PUBLIC),
        sides=tuple((side, side_word(side)) for side in SHOWN),
        proposed=request_in_words(other) if other else "",
        leaves=who_leaves(start.ends) if start else "",
        how=_how(start.ends) if start else End.WITHDREW.value,
    )


def _how(ends: Mapping[str, str]) -> str:
    return next(end for end in ends.values() if end != End.HELD)
