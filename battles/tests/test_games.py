"""Finished games: who has to agree, what becomes public, and how it is withdrawn."""

import json

import pytest
from django.test import Client

from battles.models import Battle
from battles.services.demo_game import play_to_the_end
from battles.tests.builders import SHEET, shiloh, told
from campaign.ids import hex_id
from campaign.models import Cup, ErasableText, User
from campaign.selectors.dice import verdict_on
from campaign.selectors.games import is_published
from campaign.services import accounts, publishing, seats, talk
from campaign.services.corrections import correct
from campaign.tests.api import Program
from campaign.tests.builders import PASSWORD, Club, a_club
from campaign.tests.kept import kept
from war.models import Force
from war.services.set_up import set_up

pytestmark = pytest.mark.django_db
FILES = ("/", ".json", "/all.json")
SECRETS = ("Zq01 talk", "Zq02 reason")


@pytest.fixture
@kept
def club() -> Club:
    """Return a club that played Shiloh to the end; all agreed to publish it but Union West, who was removed."""
    club = a_club(name="Shiloh", sheet=SHEET)
    seats.empty_seat(club.viewer("umpire"), seat_id=club.viewer("union_west").seat_id)
    set_up(None, brief=shiloh(), campaign_id=club.campaign.pk)
    talk.say(club.viewer("union"), to="side", text=SECRETS[0])
    force = Force.objects.filter(campaign=club.campaign, side="USA")[0]
    umpire = club.viewer("umpire")
    correct(umpire, table="war_force", row_id=force.pk, values={"in_supply": False}, reason=SECRETS[1])
    play_to_the_end(club.campaign.pk)
    return club


@pytest.fixture
def published(club: Club) -> Club:
    answer(club, "union_west")
    return club


def answer(club: Club, who: str, answer: str = "agree", name: str = "") -> None:
    publishing.answer(user_id=club.users[who].pk, campaign_id=club.campaign.pk, answer=answer, name=name)


def game_of(club: Club, rest: str = "") -> str:
    return f"/games/{hex_id(club.campaign.pk)}/{rest}"


def battle_of(club: Club) -> str:
    return game_of(club, f"b/{hex_id(Battle.objects.get().pk)}/")


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def pages_of(club: Club) -> list[str]:
    """Return every public address of a game, for browsers and for programs."""
    cups = [game_of(club, f"cups/{hex_id(cup.pk)}") for cup in Cup.objects.order_by("id")]
    of_browsers = [game_of(club), battle_of(club), *(f"{cup}{rest}" for cup in cups for rest in FILES)]
    of_programs = [game_of(club), battle_of(club), f"{cups[0]}/", f"{cups[0]}/all/"]
    return ["/games/", "/api/games/", *of_browsers, *(f"/api{page}" for page in of_programs)]


# Who has to agree.


def test_game_stays_private_until_a_removed_player_agrees(club: Club, client: Client) -> None:
    assert not is_published(club.campaign.pk)
    assert client.get(game_of(club)).status_code == 404
    client_of(club.users["union_west"]).post(game_of(club, "consent/"), {"answer": "agree"})
    assert client.get(game_of(club)).status_code == 200


@pytest.mark.parametrize("who", ["umpire", "union", "confederate", "observer", "union_west"])
def test_anyone_who_withdraws_unpublishes_at_once(published: Club, client: Client, who: str) -> None:
    client_of(published.users[who]).post(game_of(published, "consent/"), {"answer": "withdraw"})
    assert client.get(game_of(published)).status_code == 404
    assert b"Shiloh" not in client.get("/games/").content


def test_deleted_account_withdraws_and_forgets_its_name(published: Club) -> None:
    answer(published, "union", name="Zq The General")
    accounts.delete_account(user_id=published.users["union"].pk, password=PASSWORD, erase_texts=False)
    assert not is_published(published.campaign.pk)
    assert not ErasableText.objects.filter(text__contains="Zq The General").exists()


def test_running_game_asks_nobody() -> None:
    club = a_club()
    assert client_of(club.users["union"]).get(game_of(club, "consent/")).status_code == 404


def test_outsider_is_not_asked(club: Club) -> None:
    assert client_of(club.users["outsider"]).get(game_of(club, "consent/")).status_code == 404
    assert Program("outsider").post(game_of(club, "consent/")[1:], answer="agree").status_code == 404


def test_nobody_learns_who_agreed(club: Club) -> None:
    text = client_of(club.users["union_west"]).get(game_of(club, "consent/")).content.decode()
    assert "You haven’t agreed." in text
    assert not any(f">{who}<" in text for who in ("umpire", "union", "confederate", "observer"))
    before = told(club, "confederate")
    answer(club, "union", "withdraw")
    assert told(club, "confederate") == before


def test_everyone_hears_that_the_game_became_public_and_that_it_no_longer_is(published: Club) -> None:
    answer(published, "union", "withdraw")
    assert told(published, "confederate")[-2:] == [publishing.NOW_PUBLIC, publishing.NO_LONGER]


def test_same_answer_twice_is_one_answer(published: Club) -> None:
    before = told(published, "umpire")
    answer(published, "union")
    answer(published, "union", "withdraw")
    answer(published, "union", "withdraw")
    assert len(told(published, "umpire")) == len(before) + 1


def test_former_player_finds_the_question_in_the_list(club: Club) -> None:
    text = client_of(club.users["union_west"]).get("/games/").content.decode()
    assert f'href="{game_of(club, "consent/")}"' in text
    assert Program("union_west").get("games/yours/").json()["games"][0]["default_name"] == "Union 2"


# What becomes public.


def test_stranger_reads_events_by_turn_report_and_cups(published: Club, client: Client) -> None:
    game = client.get(game_of(published)).content.decode()
    assert "Union wins, 27 to 19." in game
    battle = client.get(battle_of(published)).content.decode()
    for words in ("Before the battle", "Turn 5", "After the battle", "Killed", "Union sealed", "Check all dice"):
        assert words in battle


def test_stranger_checks_the_published_cups(published: Club, client: Client) -> None:
    address = game_of(published, f"cups/{hex_id(Cup.objects.all()[0].pk)}/all.json")
    documents = client.get(address).content.decode()
    assert len(json.loads(documents)) == 4
    assert verdict_on(documents, "").kind == "ok"


def test_secret_texts_and_usernames_are_on_no_public_page(published: Club, client: Client) -> None:
    for page in pages_of(published):
        text = client.get(page).content.decode()
        assert not any(secret in text for secret in SECRETS), page
        assert not any(f">{who}<" in text for who in published.users), page


def test_each_player_appears_under_their_own_chosen_name(published: Club, client: Client) -> None:
    answer(published, "union", name="Cump")
    text = client.get(game_of(published)).content.decode()
    for name in ("Cump", "Union 2", "Confederate 1", "Umpire 1", "Observer 1"):
        assert f"<span>{name}</span>" in text
    answer(published, "union", name="")
    assert "Cump" not in client.get(game_of(published)).content.decode()


def test_public_pages_and_answers_are_neither_indexed_nor_cached(published: Club, client: Client) -> None:
    for page in pages_of(published):
        answered = client.get(page)
        assert answered["X-Robots-Tag"] == "noindex", page
        assert "no-store" in answered["Cache-Control"], page


def test_unpublished_and_unknown_game_get_the_same_404(club: Club, client: Client) -> None:
    nowhere = "0123456789abcdef"
    for page in pages_of(club):
        if page not in ("/games/", "/api/games/"):
            answers = [client.get(address) for address in (page, page.replace(hex_id(club.campaign.pk), nowhere))]
            assert {each.status_code for each in answers} == {404}, page
            assert answers[0].content == answers[1].content, page
            assert answers[0].headers == answers[1].headers, page


def test_unknown_battle_or_cup_of_a_public_game_is_not_found(published: Club, client: Client) -> None:
    for rest in ("b/0123456789abcdef/", "cups/0123456789abcdef/", "cups/0123456789abcdef.json"):
        assert client.get(game_of(published, rest)).status_code == 404
