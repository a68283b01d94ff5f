"""The rule pages of a battle, with the numbers and rulings that it is fought by."""

from battles.selectors.reads import find_battle, house_of_battle
from campaign.routes import reverse
from campaign.views.rules import Shelf
from campaign.visibility import Viewer


def of_battle(viewer: Viewer, battle_id: int) -> Shelf:
    battle = find_battle(viewer, battle_id)
    base = reverse("battles:rulebook:books", args=[viewer.campaign_id, battle.id])
    return Shelf(base, house_of_battle(battle), f"With the numbers and rulings that {battle.name} began with.")
