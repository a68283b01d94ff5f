"""The battles of a campaign."""

from datetime import datetime

from battles.models import Battle, BattleState
from battles.selectors.next_move import is_held
from battles.selectors.page import STATES, after_url
from campaign.routes import reverse
from campaign.visibility import Viewer
from rulesets.core.records import dataclass
from war.models import Contact


@dataclass(frozen=True)
class BattleLine:
    """A battle in the list."""

    id: int
    name: str
    url: str
    state: str
    turn: int
    since: datetime
    after_url: str = ""


@dataclass(frozen=True)
class BattlesPage:
    battles: tuple[BattleLine, ...]
    set_up_url: str = ""
    contact_waits: bool = False


def battles_page(viewer: Viewer) -> BattlesPage:
    """Return a campaign's battles; all of it is public."""
    battles = Battle.objects.select_related("contact").filter(campaign_id=viewer.campaign_id).order_by("-since", "id")
    listed = tuple(_battle_line(battle) for battle in battles)
    waits = not listed and Contact.objects.filter(campaign_id=viewer.campaign_id).exists()
    may = viewer.decides and viewer.game_is_on and not waits
    set_up_url = reverse("battles:set-up", args=[viewer.campaign_id]) if may else ""
    return BattlesPage(listed, set_up_url, waits)


def _state_in_words(battle: Battle) -> str:
    if is_held(battle):
        return "postponed"
    return "adjourned" if battle.is_adjourned else STATES[BattleState(battle.state)]


def _battle_line(battle: Battle) -> BattleLine:
    return BattleLine(
        id=battle.id,
        name=battle.name,
        url=reverse("battles:detail", args=[battle.campaign_id, battle.id]),
        state=_state_in_words(battle),
        turn=battle.turn if battle.state in (BattleState.DAY, BattleState.NIGHT) else 0,
        since=battle.since,
        after_url=after_url(battle),
    )
