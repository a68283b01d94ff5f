"""Read finished games: who agreed to publish theirs, and what everyone may then know.

A game is published while everyone who ever held a seat agrees: whoever left it, too, and whoever sat only as an
observer. Nothing is stored: a person who withdraws unpublishes the game in that moment.
"""

from collections.abc import Iterator
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Lower
from django.http import Http404

from campaign.app_part import Owner
from campaign.ids import hex_id
from campaign.models import ENDED, Campaign, Consent, Cup, CupState, ErasableText, Role, SideCode, Tenure, UmpireKind
from campaign.prepared import prepared
from campaign.routes import reverse
from campaign.selectors.campaigns import book_title
from campaign.selectors.cups import cup_document, cup_documents
from campaign.selectors.dice import CupPage, page_of_cup
from campaign.selectors.open_seats import may_be_listed
from rulesets.core.records import dataclass

PAGE = 30
GROUPS = (*SideCode.values, Role.UMPIRE, Role.OBSERVER)


@dataclass(frozen=True)
class Player:
    """Who played, under the name they chose for publication."""

    side: str
    role: str
    name: str


@dataclass(frozen=True)
class GameLine:
    """A published game in the list."""

    id: str
    name: str
    book: str


@dataclass(frozen=True)
class GamesPage:
    games: tuple[GameLine, ...]
    newer: str
    older: str


@dataclass(frozen=True)
class MyGame:
    """A finished game in which the reader held a seat, and their own answer; never anyone else's."""

    id: str
    name: str
    agrees: bool
    public_name: str
    default_name: str
    is_published: bool


@dataclass(frozen=True)
class MyGames:
    games: tuple[MyGame, ...]


@dataclass(frozen=True)
class _Person:
    """A person who held seats in a campaign, with their side or role and their number in it."""

    user_id: int
    group: str
    number: int

    @property
    def role(self) -> str:
        return str(SideCode(self.group).label if self.group in SideCode.values else Role(self.group).label.capitalize())

    @property
    def default_name(self) -> str:
        return f"{self.role} {self.number}"


def published() -> QuerySet[Campaign]:
    """Return the ended campaigns that everyone who ever held a seat agrees to publish."""
    agreed = Consent.objects.filter(campaign=OuterRef("campaign"), user=OuterRef("user"), agrees=True)
    held = Tenure.objects.filter(campaign=OuterRef("pk"))
    return Campaign.objects.filter(Exists(held), ~Exists(held.filter(~Exists(agreed))), state__in=ENDED)


def is_published(campaign_id: int) -> bool:
    return published().filter(id=campaign_id).exists()


def find_game(campaign_id: int) -> Campaign:
    """Return a published game; raise the same 404 for one that isn't and one that never was."""
    for game in _published(campaign_id):
        if may_be_listed(game):
            return game
    raise Http404


@prepared
def _published(campaign_id: int) -> QuerySet[Campaign]:
    return published().filter(id=campaign_id)


def games_page(*, page: int = 1) -> GamesPage:
    """Return the published games, in the order of their names."""
    first = (page - 1) * PAGE
    rows = list(published().order_by(Lower("name"), "id")[first : first + PAGE + 1])
    return GamesPage(
        games=tuple(
            GameLine(hex_id(row.id), row.name, book_title(row.book)) for row in rows[:PAGE] if may_be_listed(row)
        ),
        newer=f"?page={page - 1}" if page > 1 else "",
        older=f"?page={page + 1}" if len(rows) > PAGE else "",
    )


def _game(row: Campaign) -> GameLine:
    return GameLine(hex_id(row.id), row.name, book_title(row.book))


def players_of(game: Campaign) -> tuple[Player, ...]:
    """Return everyone who held a seat, by side, under their published names."""
    consents = {row.user_id: row for row in Consent.objects.filter(campaign=game, agrees=True)}
    texts = ErasableText.objects.in_bulk([row.name_text_id for row in consents.values() if row.name_text_id])
    chosen = {user_id: _chosen(row, texts) for user_id, row in consents.items()}
    people = sorted(_people(game.pk), key=lambda one: (GROUPS.index(one.group), one.number))
    named = [Player(_sign(one.group), one.role, chosen.get(one.user_id) or one.default_name) for one in people]
    return (*named, Player("umpire", "Umpire", "The site")) if game.umpire_kind == UmpireKind.SITE else tuple(named)


def _chosen(row: Consent, texts: dict[int, ErasableText]) -> str:
    return texts[row.name_text_id].text if row.name_text_id else ""


def _sign(group: str) -> str:
    return "public" if group == Role.OBSERVER else group


def _people(campaign_id: int) -> Iterator[_Person]:
    """Yield everyone who ever held a seat, numbered within their side in the order in which they came."""
    groups: dict[int, str] = {}
    held = Tenure.objects.filter(campaign_id=campaign_id).select_related("seat")
    for tenure in held.order_by("began_at", "seat__scope", "id"):
        if groups.get(tenure.user_id, Role.OBSERVER) == Role.OBSERVER:
            groups[tenure.user_id] = tenure.seat.side or tenure.seat.role
    counts = dict.fromkeys(GROUPS, 0)
    for user_id, group in groups.items():
        counts[group] += 1
        yield _Person(user_id, group, counts[group])


# ---------- a person's own answer ----------


def my_games(user_id: int) -> tuple[MyGame, ...]:
    """Return the finished games in which a person ever held a seat, in the order of their names."""
    held = Tenure.objects.filter(campaign=OuterRef("pk"), user_id=user_id)
    rows = Campaign.objects.filter(Exists(held), state__in=ENDED).order_by(Lower("name"), "id")
    return tuple(_mine(user_id, row) for row in rows if may_be_listed(row))


def my_game(user_id: int, campaign_id: int) -> MyGame:
    """Return one of them; raise 404 if the person never held a seat or the game isn't over."""
    held = Tenure.objects.filter(campaign_id=campaign_id, user_id=user_id)
    game = Campaign.objects.filter(id=campaign_id, state__in=ENDED).first()
    if game is None or not may_be_listed(game) or not held.exists():
        raise Http404
    return _mine(user_id, game)


def _mine(user_id: int, game: Campaign) -> MyGame:
    row = Consent.objects.filter(campaign=game, user_id=user_id, agrees=True).first()
    texts = ErasableText.objects.in_bulk([row.name_text_id] if row and row.name_text_id else [])
    me = next(one for one in _people(game.pk) if one.user_id == user_id)
    return MyGame(
        id=hex_id(game.pk),
        name=game.name,
        agrees=row is not None,
        public_name=_chosen(row, texts) if row else "",
        default_name=me.default_name,
        is_published=is_published(game.pk),
    )


# ---------- revealed cups ----------


def cups_of(game: Campaign, owner: Owner) -> tuple[CupPage, ...]:
    """Return the revealed cups of a published game's battle or turn, each with its ledger."""
    kind, owner_id = owner
    return tuple(_page(cup) for cup in _revealed(game).filter(owner_kind=kind, owner_id=owner_id))


def game_cup(campaign_id: int, cup_id: int) -> CupPage:
    return _page(_find_cup(find_game(campaign_id), cup_id))


def game_documents(campaign_id: int, cup_id: int) -> list[dict[str, Any]]:
    """Return the files of all cups of this cup's battle or turn as one: together they prove more."""
    game = find_game(campaign_id)
    cup = _find_cup(game, cup_id)
    return cup_documents(list(_revealed(game).filter(owner_kind=cup.owner_kind, owner_id=cup.owner_id)))


def game_document(campaign_id: int, cup_id: int) -> dict[str, Any]:
    return cup_document(_find_cup(find_game(campaign_id), cup_id))


def _page(cup: Cup) -> CupPage:
    args = [cup.campaign_id, cup.pk]
    return page_of_cup(
        cup, json_url=reverse("games:document", args=args), all_url=reverse("games:documents", args=args)
    )


def _find_cup(game: Campaign, cup_id: int) -> Cup:
    cup = _revealed(game).filter(id=cup_id).first()
    if cup is None:
        raise Http404
    return cup


def _revealed(game: Campaign) -> QuerySet[Cup]:
    return Cup.objects.filter(campaign_id=game.pk, state=CupState.TURNED_OVER).order_by("audience", "opening")
