"""The pages of the table: leaders, rolls, and reroll, followed by their links and sent as they are filled in."""

import functools
import json
import re
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from battles.models import Battle, HiddenStart, LeaderPlace, PlacedUnit, SecretResult, TableRoll
from battles.selectors.roll_start import table_roll_start
from battles.services import ticks
from battles.tests.builders import shiloh
from battles.tests.forms import fields_of
from battles.tests.test_table_rolls import CHIEF, OWN, SIDE, at_the_table, place, roll
from campaign.tests.budget import BUDGET, weigh
from campaign.tests.builders import Club
from campaign.visibility import Viewer

pytestmark = pytest.mark.django_db
MOST_QUERIES = 9
MOST_BYTES = 30_000


def browser(club: Club, who: str = OWN) -> Client:
    client = Client()
    client.force_login(club.users[who])
    return client


def url(battle: Battle, name: str, *args: object) -> str:
    return reverse(f"battles:{name}", args=[battle.campaign_id, battle.id, *args])


def fill_in(client: Client, address: str, **more: str) -> Any:
    """Send a form as it is filled in, with some fields changed; return the next page."""
    return client.post(address, fields_of(client.get(address).text, address) | more, follow=True)


def link(page: Any, words: str) -> str:
    found = re.search(rf'href="([^"]+)">\s*{re.escape(words)}', page.text)
    assert found, words
    return found[1]


@pytest.mark.rule("VG-11C")
@pytest.mark.rule("VG-11D3")
def test_maneuver_is_rolled_and_rerolled_by_its_pages() -> None:
    club, battle = at_the_table(command=2, ratings={CHIEF: "excellent"})
    client = browser(club)
    page = client.get(link(client.get(url(battle, "table")), "Roll with your units"))
    leader = link(client.get(link(page, "Place the leaders")), CHIEF)
    placed = fill_in(client, leader, attached_to="c0d0b0")
    assert "with S.M. Barton’s brigade" in placed.text
    form = link(client.get(link(page, "Maneuver with leaders")), "S.M. Barton’s brigade")
    asked = client.get(form).text
    assert "your army leader is E" in asked
    assert not re.search(r'name="(side|brigade|turn|again|leaders.0.name|army_leader.name)"', asked)
    rolled = fill_in(client, form)
    assert rolled.status_code == HTTPStatus.OK
    assert "Army leader attached: +3." in rolled.text
    assert "reroll 1" in fill_in(client, link(rolled, "Reroll")).text
    assert [row.again for row in TableRoll.objects.order_by("again")] == [0, 1]
    assert browser(club, "union").get(url(battle, "table-rolls")).text.count("Maneuver with leaders") == 3
    again = client.get(form)
    assert "has already rolled this turn" in again.text
    assert '<button class="button main">Roll' not in again.text


@pytest.mark.rule("VG-9D")
def test_leader_falls_by_one_act_for_both_pages() -> None:
    club, battle = at_the_table()
    client = browser(club)
    page = client.get(url(battle, "leader", SIDE, "army"))
    losses = link(page, "If he falls, tick his fate").removesuffix("#fall")
    chief = next(each.id for each in shiloh().sides["CSA"].leaders if each.name == CHIEF)
    assert f"{CHIEF}</b>" not in client.get(losses).text
    client.post(losses, {"unit": chief, "cause": "killed", "key": "once"})
    assert f"{CHIEF}</b>" in client.get(losses).text
    page = client.get(url(battle, "leader", SIDE, "army"))
    assert "Now: fallen; replaced next turn." in page.text
    assert "Place the leader" not in page.text


def test_refused_form_comes_back_as_sent() -> None:
    club, battle = at_the_table()
    client, form = browser(club), url(battle, "roll-at-table", SIDE, "maneuver", "c0d0b0")
    wrong = fill_in(client, form, **{"leaders.0.rating": "excellent", "leaders.0.rank": "corps"})
    assert wrong.status_code == HTTPStatus.CONFLICT
    assert "corps leader isn’t E" in wrong.text
    assert fill_in(client, form, dice="x").status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert fill_in(client, form, dice="11").status_code >= HTTPStatus.BAD_REQUEST
    assert not TableRoll.objects.exists()
    assert fill_in(client, form, dice="0").status_code == HTTPStatus.OK


@pytest.mark.rule("VG-7A2b")
def test_umpire_has_the_enemy_of_a_charge_filled_in_and_a_commander_has_not() -> None:
    club, battle = at_the_table()
    form = url(battle, "roll-at-table", SIDE, "charge", "c0d0b0")
    offered = browser(club, "umpire").get(form).text
    assert '<a href="?against=">Fill in the enemy’s unit</a>' in offered
    listed = browser(club, "umpire").get(f"{form}?against=")
    target = table_roll_start(club.viewer("umpire"), battle.id, SIDE, "charge", "c0d0b0", target="").page.targets[0]
    assert "Visible only to Confederate and you" in offered
    assert "Only the umpire" in listed.text
    assert link(listed, target.label) == f"?against={target.id}"
    ticks.tick(club.viewer("union"), battle.id, unit=target.id, cause="killed", by=1)
    stands = _stands(club.viewer("umpire"), battle, target.id)
    aimed = f"{form}?against={target.id}"
    sent = fields_of(browser(club, "umpire").get(aimed).text, aimed)
    assert (sent["defender.stands"], sent["defender.troops"]) == ([str(stands)], ["infantry"])
    assert sent["defender.triple"] != [""]
    assert stands == int(target.about.split()[0]) - 1
    rolled = browser(club, "umpire").post(aimed, sent, follow=True)
    assert "attacker loses" in rolled.text
    for address in (form, f"{form}?against=", f"{form}?against={target.id}"):
        asked = browser(club).get(address).text
        assert "against" not in asked.lower()
        assert target.label not in asked


def _stands(viewer: Viewer, battle: Battle, unit: str) -> int:
    page = table_roll_start(viewer, battle.id, SIDE, "charge", "c0d0b0", target=unit).page
    return int(page.inputs["defender"]["stands"])


def test_charge_says_whose_hidden_ratings_it_shows_and_no_unseen_unit_is_a_target() -> None:
    club, battle = at_the_table()
    start = functools.partial(table_roll_start, club.viewer("umpire"), battle.id, SIDE, "charge", "c0d0b0")
    target = start(target="").page.targets[0]
    row = SecretResult.objects.get(battle=battle, subject="ratings.00.USA")
    for each in row.body["facts"]["rated"]:
        each["rating"] = "excellent" if each["id"] == target.id else "average"
    SecretResult.objects.filter(id=row.pk).update(body=row.body)
    page = start(target=target.id).page
    assert "This roll shows everyone that the Union brigade commander is E." in page.shows
    assert page.inputs["defender"]["leader"] is True
    HiddenStart.objects.create(id=7, campaign=club.campaign, battle=battle, side="USA", units=[target.id])
    PlacedUnit.objects.filter(battle=battle, side="USA", unit=target.id).delete()
    assert start(target=target.id).page.target == ""
    assert target not in start(target="").page.targets


def test_same_request_is_carried_out_once() -> None:
    club, battle = at_the_table()
    client, form = browser(club), url(battle, "roll-at-table", SIDE, "maneuver", "c0d0b0")
    fields = fields_of(client.get(form).text, form)
    for _ in range(2):
        assert client.post(form, fields, follow=True).status_code == HTTPStatus.OK
    assert TableRoll.objects.count() == 1


def test_pages_are_quick_and_lean(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    club, battle = at_the_table(command=2)
    row = roll(club, battle, "c0d0b0")
    place(club, battle, "c2", attached_to="c2d0b0")
    pages = (
        url(battle, "table-rolls"),
        url(battle, "table-units", SIDE, "maneuver"),
        url(battle, "roll-at-table", SIDE, "maneuver", "c0d0b1"),
        url(battle, "roll-at-table", SIDE, "charge", "c0d0b1"),
        f"{url(battle, 'roll-at-table', SIDE, 'charge', 'c0d0b1')}?against=",
        f"{url(battle, 'roll-at-table', SIDE, 'charge', 'c0d0b1')}?against=c0d0b1",
        url(battle, "table-roll", row.pk),
        url(battle, "reroll", row.pk),
        url(battle, "leaders", SIDE),
        url(battle, "leader", SIDE, "c2"),
    )
    for who in (OWN, "umpire"):
        client = browser(club, who)
        client.get(pages[0])
        for address in pages:
            with django_assert_max_num_queries(MOST_QUERIES):
                page = client.get(address)
            assert page.status_code == HTTPStatus.OK
            is_light(page)


def is_light(page: Any) -> None:
    weight = weigh(page)
    assert page.status_code == HTTPStatus.OK
    assert weight.own <= BUDGET
    assert weight.own + weight.vendored <= MOST_BYTES
    assert "htmx.min" not in page.text


@pytest.mark.parametrize("who", [OWN, "umpire", "observer"])
def test_whole_phone_page_is_light(who: str) -> None:
    """With the clock, the notices and everything it loads; at the night too."""
    club, battle = at_the_table(command=2)
    client = browser(club, who)
    is_light(client.get(url(battle, "table")))
    Battle.objects.update(turn=25)
    is_light(client.get(url(battle, "table")))


def test_other_pages_of_a_phone_are_light() -> None:
    club, battle = at_the_table(command=2)
    names = ("seen", "positions", "positions-picture", "end")
    of_a_side = ("opening", "place", "hidden", "side-losses")
    for address in (*(url(battle, name) for name in names), *(url(battle, name, SIDE) for name in of_a_side)):
        is_light(browser(club, "umpire" if address == url(battle, "hidden", SIDE) else OWN).get(address))


def test_strangers_find_no_page_of_a_side() -> None:
    club, battle = at_the_table()
    row = roll(club, battle, "c0d0b0")
    hidden = (
        url(battle, "table-units", SIDE, "maneuver"),
        url(battle, "roll-at-table", SIDE, "maneuver", "c0d0b1"),
        url(battle, "leaders", SIDE),
        url(battle, "leader", SIDE, "army"),
        url(battle, "reroll", row.pk),
    )
    for who in ("union", "observer", "outsider"):
        client = browser(club, who)
        assert {client.get(address).status_code for address in hidden} == {HTTPStatus.NOT_FOUND}
        assert {client.post(address).status_code for address in hidden} <= {404, 405}
    own = browser(club)
    for wrong in (("x", "maneuver", "c0d0b0"), (SIDE, "x", "c0d0b0"), (SIDE, "maneuver", "x"), (SIDE, "battery", "c0")):
        assert own.get(url(battle, "roll-at-table", *wrong)).status_code == HTTPStatus.NOT_FOUND


def test_programs_roll_with_what_the_unit_fills_in() -> None:
    club, battle = at_the_table()
    client, base = browser(club), f"/api/c/{battle.campaign_id:016x}/b/{battle.id:016x}"

    def send(address: str, **said: object) -> Any:
        return client.post(f"{base}{address}", json.dumps(said), content_type="application/json")

    assert send("/leaders/csa/c2/", attached_to="c2d0b0").status_code == HTTPStatus.OK
    assert LeaderPlace.objects.get().attached_to == "c2d0b0"
    shown = client.get(f"{base}/table/rolls/csa/maneuver/c2d0b0/").json()
    assert {each["place"] for each in shown["inputs"]["leaders"]} == {"attached here", "in radius"}
    done = send("/table/rolls/csa/maneuver/c2d0b0/", inputs={"in_column": True})
    assert done.status_code == HTTPStatus.OK, done.content
    assert TableRoll.objects.get().inputs["in_column"] is True
    assert client.get(f"{base}/table/rolls/").json()["rolls"][0]["unit"] == TableRoll.objects.get().unit
    for wrong in ("x", [1], {"leaders": 7}):
        assert send("/table/rolls/csa/maneuver/c2d0b1/", inputs=wrong).status_code in (409, 422)
