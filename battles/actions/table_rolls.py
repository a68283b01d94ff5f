"""Acts at the table: say where a leader is, roll a rule with a unit, and reroll a maneuver."""

from battles.forms.table_rolls import DiceForm, LeaderForm, TableRollForm
from battles.models import TableRoll
from battles.selectors.leaders import leader_page
from battles.selectors.roll_start import TableRollFormPage, TableRollStart, table_roll_start
from battles.selectors.table_rolls import reroll_page
from battles.services import leaders, table_rolls
from campaign.actions.base import Action, address
from campaign.visibility import Viewer


def _to_leaders(viewer: Viewer, done: object, battle_id: int, side: str, post: str) -> str:
    return address(viewer, "battles:leaders", battle_id, side)


@Action(LeaderForm, offer=leader_page, template="battles/leader.html", to=_to_leaders)
def place_leader(viewer: Viewer, form: LeaderForm, battle_id: int, side: str, post: str) -> None:
    """Say where a leader is. Only his side and the umpire learn of it."""
    leaders.place_leader(viewer, battle_id, side=side, post=post, **form.place())


def _to_roll(viewer: Viewer, row: TableRoll | None, battle_id: int, **_: object) -> str:
    if row is None:
        return address(viewer, "battles:table-rolls", battle_id)
    return address(viewer, "battles:table-roll", battle_id, row.id)


def _shown(viewer: Viewer, offer: TableRollStart, **_: object) -> TableRollFormPage:
    return offer.page


@Action(TableRollForm, offer=table_roll_start, template="battles/table_roll_new.html", page=_shown, to=_to_roll)
def roll_at_table(viewer: Viewer, form: TableRollForm, battle_id: int, side: str, name: str, unit: str) -> TableRoll:
    """Roll a rule with a unit of your side. Everyone sees the roll; a hidden unit is revealed first."""
    return table_rolls.roll_at_table(viewer, battle_id, side=side, name=name, unit=unit, **form.roll())


@Action(DiceForm, offer=reroll_page, template="battles/reroll.html", to=_to_roll)
def reroll(viewer: Viewer, form: DiceForm, battle_id: int, table_roll_id: int) -> TableRoll:
    """Reroll a maneuver of this turn with the army leader. Only the roll’s side and the umpire can."""
    return table_rolls.reroll(viewer, battle_id, table_roll_id, **form.roll())
