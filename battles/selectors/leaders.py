"""A side's leaders at the table: where they are, what that does, and the army leader's radius and rerolls."""

from django.http import Http404

from battles.conduct.base import Option
from battles.conduct.rolls import ArmyCommand, TablePost
from battles.models import Battle
from battles.selectors.at_table import find_army
from battles.selectors.reads import conduct, half_audience, side_word
from battles.selectors.table_rolls import rerolls_used, rolls_in
from campaign.parts import Audience
from campaign.routes import reverse
from campaign.visibility import Viewer
from rulesets.core.carries import carries
from rulesets.core.records import dataclass

BATTERIES = "The army leader may place any battery of his army that is within 18″ of him."


@dataclass(frozen=True)
class LeaderLine:
    """A leader, where he is, and what his place does; `url` is where his side says so."""

    post: TablePost
    url: str


@dataclass(frozen=True)
class LeadersPage:
    """A side's leaders; `batteries` is what an army leader on the table may do with artillery."""

    battle_id: int
    name: str
    side: str
    side_name: str
    turn: int
    audience: Audience
    command: ArmyCommand | None
    losses_url: str
    batteries: str
    leaders: tuple[LeaderLine, ...]


@dataclass(frozen=True)
class LeaderPage:
    """One leader, the brigades that he can join, and where his fall is ticked."""

    battle_id: int
    name: str
    side: str
    audience: Audience
    post: TablePost
    joins: tuple[Option, ...]
    losses_url: str


@carries("VG-11A", "VG-11B", "VG-11D1", "VG-11D2", "VG-11D3")
def leaders_page(viewer: Viewer, battle_id: int, side: str) -> LeadersPage:
    """Return a side's leaders: to the side, and to the umpire."""
    battle, army = find_army(viewer, battle_id, side)
    rolls = conduct(battle).rolls
    assert rolls is not None
    posts = rolls.posts(army)
    chief = next((post for post in posts if post.rank == "army"), None)
    return LeadersPage(
        battle_id=battle.id,
        name=battle.name,
        side=army.side,
        side_name=side_word(army.side),
        turn=battle.turn,
        audience=half_audience(viewer, army.side),
        command=rolls.command(army, rerolls_used(battle, army.side, rolls_in(battle.id))),
        losses_url=_losses_url(battle, army.side),
        batteries=BATTERIES if chief is not None and chief.is_here else "",
        leaders=tuple(LeaderLine(post, _url(battle, army.side, post.id)) for post in posts),
    )


def _url(battle: Battle, side: str, post: str) -> str:
    return reverse("battles:leader", args=[battle.campaign_id, battle.id, side.lower(), post])


def _losses_url(battle: Battle, side: str) -> str:
    return reverse("battles:side-losses", args=[battle.campaign_id, battle.id, side.lower()])


def leader_page(viewer: Viewer, battle_id: int, side: str, post: str) -> LeaderPage:
    """Return one leader, to his side and the umpire."""
    battle, army = find_army(viewer, battle_id, side)
    rolls = conduct(battle).rolls
    assert rolls is not None
    found = next((each for each in rolls.posts(army) if each.id == post), None)
    if found is None:
        raise Http404
    labels = {unit.id: unit.label for unit in rolls.units(army)}
    return LeaderPage(
        battle_id=battle.id,
        name=battle.name,
        side=army.side,
        audience=half_audience(viewer, army.side),
        post=found,
        joins=tuple(Option(at, labels[at]) for at in found.places if at in labels),
        losses_url=_losses_url(battle, army.side),
    )
