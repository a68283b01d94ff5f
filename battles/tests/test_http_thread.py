"""Shiloh from contact to removed strength points, through the pages of four seats and an outsider."""

import re
from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse

from battles.models import Battle
from battles.tests.builders import SHEET, shiloh
from battles.tests.forms import fields_of
from campaign.selectors.verify import verify
from campaign.services.sweep import sweep
from campaign.tests.builders import Club, a_club
from war.models import Contact, StrengthPoint
from war.services.set_up import set_up

pytestmark = pytest.mark.django_db
FORTY_ONE = {**{f"c0d1b{n}-lost": 8 for n in range(5)}, "c0d2b0-lost": 1}  # of the green brigades


class Seats:
    """A browser for each user, and their actions on one battle's pages."""

    def __init__(self, club: Club) -> None:
        self.club, self.clients = club, {}
        for name in ("umpire", "union", "confederate", "observer", "outsider"):
            self.clients[name] = Client()
            self.clients[name].force_login(club.users[name])
        self.battle: Battle | None = None

    def url(self, name: str, *more: str) -> str:
        assert self.battle
        return reverse(f"battles:{name}", args=[self.club.campaign.id, self.battle.id, *more])

    def read(self, who: str, name: str = "detail", *more: str) -> str:
        answer = self.clients[who].get(self.url(name, *more))
        assert answer.status_code == HTTPStatus.OK
        return answer.content.decode()

    def send(self, who: str, name: str, *more: str, page: str = "detail", **data: object) -> None:
        """Post the form on a page with these values entered."""
        action = self.url(name, *more)
        shown = self.read(who, *((name, *more) if page == "own" else (page,)))
        answer = self.clients[who].post(action, {**fields_of(shown, action), **data})
        assert answer.status_code == HTTPStatus.FOUND, re.findall(r"<li>(.*?)</li>", answer.content.decode(), re.DOTALL)
        sweep(self.club.campaign.id)


def agree_through_pages(seats: "Seats", contact: Contact) -> None:
    page = reverse("map:contact", args=[seats.club.campaign.id, contact.id])
    assert seats.clients["union"].post(page, {"combat": "table"}).status_code == HTTPStatus.FOUND
    agree = reverse("map:agree", args=[seats.club.campaign.id, contact.id])
    sent = fields_of(seats.clients["confederate"].get(page).content.decode(), agree)
    assert seats.clients["confederate"].post(agree, sent).status_code == HTTPStatus.FOUND


def test_shiloh_is_played_through_the_pages() -> None:
    club = a_club(name="Shiloh", sheet=SHEET)
    contact = set_up(None, brief=shiloh(), campaign_id=club.campaign.id)
    sweep(club.campaign.id)
    seats = Seats(club)
    fight_on_table = reverse("battles:fight-on-table", args=[club.campaign.id, contact.id])
    assert seats.clients["union"].get(fight_on_table).status_code == HTTPStatus.NOT_FOUND
    agree_through_pages(seats, contact)
    assert seats.clients["umpire"].post(fight_on_table, {}).status_code == HTTPStatus.FOUND
    seats.battle = Battle.objects.get()
    army = seats.battle.setup.brief["sides"]["CSA"]
    forrest = next(x["id"] for x in army["leaders"] if x["name"] == "Forrest")

    assert "Forrest" in seats.read("confederate", "plan")
    seats.send("confederate", "draft", page="plan", left_leader=forrest, **{"command-c3d1": "left"})
    assert f'value="{forrest}" selected' in seats.read("confederate", "plan")
    seats.send("confederate", "plan", page="own", left_leader=forrest, **{"command-c3d1": "left"}, entropy="ab" * 32)
    assert "Forrest" in seats.read("confederate")
    assert "Forrest" not in seats.read("union") + seats.read("observer")
    seats.send("union", "plan", page="own", entropy="cd" * 32)
    seats.send("umpire", "prepare", page="own", left_csa=4)
    seats.send("umpire", "open", page="own")
    assert "swift" in seats.read("umpire")
    assert "swift" not in seats.read("union") + seats.read("confederate") + seats.read("observer")

    for turn in (2, 3, 4):
        heard = "A flank march nears" in seats.read("union", "table")
        assert heard == (turn > 3)
        for who in ("union", "confederate"):
            seats.send(who, "request", asks_for="on", turn=turn - 1, entropy="ef" * 32)
    assert "A Confederate flank march enters" in seats.read("union")
    for who in ("union", "confederate"):
        seats.send(who, "request", asks_for="end", leaves="CSA")

    seats.send("union", "side-result", "usa", page="own", **{"points": 9, "end": "held", **FORTY_ONE})
    assert "2 strength points lost" in seats.read("union")
    assert "2 strength points lost" not in seats.read("confederate") + seats.read("observer")
    seats.send(
        "confederate",
        "side-result",
        "csa",
        page="own",
        **{"points": 7, "end": "withdrew", "c3d1b0-lost": 3},
    )
    for who in ("union", "confederate"):
        seats.send(who, "confirm")
    assert seats.clients["observer"].post(seats.url("settle")).status_code == HTTPStatus.NOT_FOUND
    seats.send("umpire", "settle")
    assert "leader 7 with 3 brigades of 20 stands, 2 batteries" in seats.read("union")
    assert "Forrest" not in seats.read("union") + seats.read("observer")
    assert StrengthPoint.objects.filter(side="USA", lost=True).count() == 2
    assert Contact.objects.get().state == "settled"
    assert seats.clients["outsider"].get(seats.url("detail")).status_code == HTTPStatus.NOT_FOUND
    assert verify(club.campaign.id) == []


@pytest.mark.parametrize("who", ["umpire", "union", "confederate", "observer"])
def test_map_shows_leaders_only_to_their_side_and_umpire(who: str) -> None:
    club = a_club(name="Shiloh", sheet=SHEET)
    set_up(None, brief=shiloh(), campaign_id=club.campaign.id)
    sweep(club.campaign.id)
    client = Client()
    client.force_login(club.users[who])
    page = client.get(reverse("map:sheet", args=[club.campaign.id])).content.decode()
    shown = {name: name in page for name in ("Grant", "A.S. Johnston")}
    expected = {
        "umpire": (True, True),
        "union": (True, False),
        "confederate": (False, True),
        "observer": (False, False),
    }
    assert tuple(shown.values()) == expected[who]
    assert "Shiloh" in page
    assert (">?<" in page) == (who in ("union", "confederate"))
