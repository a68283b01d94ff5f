"""Read a published game as everyone may: its events by turn, its battle reports, and its revealed cups.

An event is a current line that everyone in the campaign was told, of a kind named here: a new kind isn't published
until it is. Messages, drafts, the club's own business, corrections, and rewinds are never among them, because people
type their words and reasons.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby

from django.http import Http404

from battles.models import Battle, BattleState
from battles.selectors.page import STATES
from battles.selectors.reads import conduct, plans_of, public_brief_of, side_results_of, stream_of, whole_battles
from battles.selectors.report import known_points
from battles.selectors.result import SideResultView, published_results, verdict
from campaign.audiences import PUBLIC
from campaign.ids import hex_id
from campaign.models import CAMPAIGN_STREAM, Announcement, Campaign
from campaign.parts import TraceLine
from campaign.selectors.campaigns import book_title
from campaign.selectors.current import Standing, jumps_of
from campaign.selectors.dice import CupPage
from campaign.selectors.games import Player, cups_of, find_game, players_of
from rulesets.core.records import dataclass

BEFORE, AFTER = "Before the battle", "After the battle"
ENDING = frozenset(["battle.settled", "battle.disclosed", "battle.called_off", "map.losses"])
EVENTS = ENDING | {
    "battle.begun",
    "battle.sealed",
    "battle.opened",
    "battle.turn",
    "battle.notice",
    "map.set_up",
    "map.postponed",
    "map.resumed",
}


@dataclass(frozen=True)
class Event:
    """What everyone was told, with the rule's steps."""

    text: str
    trace: tuple[TraceLine, ...]


@dataclass(frozen=True)
class Turn:
    """The events of one turn, or of the time before or after a battle."""

    title: str
    events: tuple[Event, ...]


@dataclass(frozen=True)
class BattleLine:
    id: str
    name: str
    state: str
    verdict: str


@dataclass(frozen=True)
class GamePage:
    """A published game: its players, its battles, and what happened between them."""

    id: int
    name: str
    book: str
    players: tuple[Player, ...]
    battles: tuple[BattleLine, ...]
    turns: tuple[Turn, ...]


@dataclass(frozen=True)
class GameBattlePage:
    """A battle of a published game."""

    game_id: int
    game: str
    id: int
    name: str
    about: str
    state: str
    verdict: str
    turns: tuple[Turn, ...]
    results: tuple[SideResultView, ...]
    cups: tuple[CupPage, ...]


def game_page(campaign_id: int) -> GamePage:
    game = find_game(campaign_id)
    return GamePage(
        id=game.pk,
        name=game.name,
        book=book_title(game.book),
        players=players_of(game),
        battles=tuple(_line(battle) for battle in _battles(game)),
        turns=tuple(_turns(_told(game, CAMPAIGN_STREAM), before="", after="")),
    )


def game_battle_page(campaign_id: int, battle_id: int) -> GameBattlePage:
    game = find_game(campaign_id)
    battle = next((one for one in _battles(game) if one.pk == battle_id), None)
    if battle is None:
        raise Http404
    line = _line(battle)
    return GameBattlePage(
        game_id=game.pk,
        game=game.name,
        id=battle.pk,
        name=battle.name,
        about=conduct(battle).day.about(public_brief_of(battle)),
        state=line.state,
        verdict=line.verdict,
        turns=tuple(_turns(_told(game, stream_of(battle.pk)), before=BEFORE, after=AFTER)),
        results=published_results(battle, plans_of(battle)) if battle.state == BattleState.APPLIED else (),
        cups=cups_of(game, battle.cups),
    )


def _battles(game: Campaign) -> Iterable[Battle]:
    """Return the game's battles in the order in which they ended."""
    return whole_battles().filter(campaign=game).order_by("since", "id")


def _line(battle: Battle) -> BattleLine:
    fought = battle.state == BattleState.APPLIED
    words = verdict(known_points(battle, {}, side_results_of(battle))) if fought else ""
    return BattleLine(hex_id(battle.pk), battle.name, STATES[BattleState(battle.state)], words)


def _told(game: Campaign, about: str) -> list[Announcement]:
    """Return the current events on a stream's page, in order."""
    standing = Standing(jumps_of(game.pk))
    told = Announcement.objects.filter(entry__campaign=game, about=about, audience=PUBLIC, kind__in=EVENTS)
    ordered = told.select_related("entry").order_by("entry__seq", "position")
    return [each for each in ordered if standing.has(each.entry.stream, each.entry.seq)]


def _turns(told: Iterable[Announcement], *, before: str, after: str) -> Iterator[Turn]:
    """Group events by turn; one without a turn belongs to the turn before it."""
    for title, events in groupby(_titled(told, before, after), key=lambda pair: pair[0]):
        yield Turn(title, tuple(_event(each) for _, each in events))


def _titled(told: Iterable[Announcement], before: str, after: str) -> Iterator[tuple[str, Announcement]]:
    title = before
    for each in told:
        if after and each.kind in ENDING:
            title = after
        elif each.turn:
            title = f"Turn {each.turn}"
        yield title, each


def _event(told: Announcement) -> Event:
    return Event(told.text, tuple(TraceLine(**line) for line in told.trace))
