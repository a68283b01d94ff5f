"""H-22, R-197: rails are cut from the pages, shown to whoever may know it, and mended."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaign.models import JournalLine
from campaign.selectors.verify import verify
from campaign.services.sweep import sweep
from campaign.tests.builders import Club
from campaign.tests.kept import kept
from rulesets.civil_war.war import View, awaited, default_order, legal_orders, view
from rulesets.civil_war.war.orders import CutRail, Move, MoveOffer
from rulesets.civil_war.war.queueing import Queued
from rulesets.civil_war.war.state import Cut
from rulesets.civil_war.war.tests.builders import at
from war.models import Belief, Marker, Marking
from war.services import war_queue
from war.services.war_orders import give
from war.tests.war_builders import a_war, begun, now_of, order_of
from war.tests.war_play import rows_read_back, seeded

pytestmark = [pytest.mark.django_db, pytest.mark.rule("CW-H-22")]
FRANKLIN = at("Franklin TN")


@pytest.fixture(autouse=True)
def _same_dice() -> Iterator[None]:
    with seeded(6):
        yield


@kept
def at_franklin(sight: str = "board") -> Club:
    """Return a war in which Buell has just marched from Nashville into the Confederate rail hex of Franklin."""
    club = begun(a_war(sight=sight))
    while True:
        state = now_of(club.campaign)
        side = awaited(state)
        assert side is not None
        seen = view(state, side)
        move = _march(seen) if side == "USA" else None
        order = move or default_order(seen)
        assert order is not None
        order_of(club, order)
        if move:
            return club


def _march(seen: View) -> Move | None:
    """Return Buell's march to Franklin, if his side can pay for it."""
    buell = next(leader.id for leader in seen.leaders.values() if leader.name == "Buell")
    for offer in legal_orders(seen, buell):
        if isinstance(offer, MoveOffer) and offer.most and not offer.by_water and FRANKLIN in offer.to:
            return Move(buell, frozenset(offer.points[:2]), offer.route(FRANKLIN).path, offer.pots[0])
    return None


def cut(club: Club, who: str = "union") -> None:
    give(club.viewer(who), order=CutRail(FRANKLIN))
    sweep(club.campaign.pk)


def page(club: Club, who: str, name: str = "map:sheet", query: str = f"?hex={FRANKLIN}") -> str:
    return browser(club, who).get(reverse(name, args=[club.campaign.id]) + query).text


def browser(club: Club, who: str) -> Client:
    client = Client()
    client.force_login(club.users[who])
    return client


def told(club: Club, who: str) -> list[str]:
    feed = club.viewer(who).feed_id
    return list(JournalLine.objects.filter(feed_id=feed).order_by("n").values_list("announcement__text", flat=True))


def test_rails_are_cut_from_the_page_of_the_hex() -> None:
    club = at_franklin()
    assert "Cut the rails here" in page(club, "union")
    assert "Cut the rails here" not in page(club, "confederate")
    orders = page(club, "union", "map:orders", f"?piece={FRANKLIN}")
    assert "The rails at Franklin" in orders
    assert "CW-H-22" in orders
    form = {"kind": "cut_rail", "hex": FRANKLIN}
    answer = browser(club, "union").post(reverse("map:orders", args=[club.campaign.id]), form)
    assert answer.status_code == HTTPStatus.FOUND
    assert now_of(club.campaign).cuts == {FRANKLIN: Cut(FRANKLIN, "USA", 4)}
    assert "Cut the rails here" not in page(club, "union")
    assert verify(club.campaign.pk) == []


def test_order_is_offered_on_the_pages_of_those_who_are_there() -> None:
    club = at_franklin()
    seen = view(now_of(club.campaign), "USA")
    for piece in (seen.leaders_at[FRANKLIN][0].id, seen.points_at[FRANKLIN][0].id):
        assert 'value="cut_rail"' in page(club, "union", "map:orders", f"?piece={piece}")
    elsewhere = seen.points_at[at("Nashville")][0].id
    assert 'value="cut_rail"' not in page(club, "union", "map:orders", f"?piece={elsewhere}")


def test_program_reads_a_cut_and_gives_the_order() -> None:
    club = at_franklin()
    url = reverse("map:orders", args=[club.campaign.id]).replace("/c/", "/api/c/", 1)
    answer = browser(club, "union").post(url, {"kind": "cut_rail", "hex": FRANKLIN}, content_type="application/json")
    assert answer.json() == {"done": True, "again": False}
    here: Any = browser(club, "union").get(url.replace("orders/", ""), {"hex": FRANKLIN}).json()["war"]["here"]
    words = "As far as you know, the rails here have been cut since turn 4: no line runs through this hex."
    assert here["facts"][0] == {"words": words, "cites": "CW-H-22"}
    assert here["to_cut"] == ""


def test_other_side_cannot_give_the_order() -> None:
    club = at_franklin()
    form = {"kind": "cut_rail", "hex": FRANKLIN}
    answer = browser(club, "confederate").post(reverse("map:orders", args=[club.campaign.id]), form)
    assert answer.status_code == HTTPStatus.CONFLICT
    assert now_of(club.campaign).cuts == {}


def test_commander_of_the_theater_gives_the_order() -> None:
    club = at_franklin()
    cut(club, "union_west")
    assert set(now_of(club.campaign).cuts) == {FRANKLIN}


def test_everybody_sees_and_reads_of_a_cut_on_the_board() -> None:
    club = at_franklin()
    cut(club)
    for who in ("union", "confederate", "observer", "umpire"):
        assert 'class="sign cut p-us"' in page(club, who)
        assert "Union troops cut the rails at Franklin." in told(club, who)
        assert "held by the Union side, rails cut" in page(club, who, "map:places", "")


def test_near_shows_a_cut_to_its_own_side_and_the_umpire_alone() -> None:
    """H-23: nobody on the Confederate side is near, and Franklin has no garrison that could tell."""
    club = at_franklin("near")
    before = {who: club.viewer(who).version for who in ("confederate", "observer")}
    cut(club)
    for who in ("union", "umpire"):
        assert 'class="sign cut p-us"' in page(club, who)
    assert "Union troops cut the rails at Franklin." in told(club, "union")
    assert "Union troops cut the rails at Franklin." not in told(club, "confederate") + told(club, "observer")
    assert {who: club.viewer(who).version for who in before} == before
    assert not any(said in page(club, who) for who in before for said in ("sign cut", "rails here"))
    known = Belief.objects.get(campaign=club.campaign, side="USA", hex=FRANKLIN)
    assert known.body["cut"] == {"hex": FRANKLIN, "side": "USA", "cut_on": 4}
    assert not any(row.body.get("cut") for row in Belief.objects.filter(campaign=club.campaign, side="CSA"))


def test_queue_holds_the_order_and_drops_it_where_nothing_may_be_cut() -> None:
    club = at_franklin()
    for hex_ in (at("Columbia TN"), FRANKLIN):
        war_queue.add(club.viewer("union"), queued=Queued(CutRail(hex_)))
    assert "Cut the rails at Franklin." in page(club, "union", "map:queue", "")
    sweep(club.campaign.pk)
    assert set(now_of(club.campaign).cuts) == {FRANKLIN}
    assert "A queued order was dropped: You can't give this order now." in told(club, "union")


def test_rails_are_mended_in_the_end_phase_of_the_next_turn() -> None:
    club = at_franklin()
    cut(club)
    with rows_read_back() as compared:
        while now_of(club.campaign).clock.phase != "over":
            order = default_order(view(now_of(club.campaign), awaited(now_of(club.campaign)) or "USA"))
            assert order is not None
            order_of(club, order)
            if now_of(club.campaign).clock.turn == 4:
                assert Marker.objects.filter(campaign=club.campaign, kind=Marking.CUT).exists()
    assert compared
    assert not Marker.objects.filter(campaign=club.campaign, kind=Marking.CUT).exists()
    assert "The Union rails at Franklin are mended." in told(club, "confederate")
    assert verify(club.campaign.pk) == []
