"""Requests at the same moment, each on its own connection: every one counts once, and the clock moves once."""

from collections import Counter
from functools import partial

import pytest
from django.test import Client
from django.urls import reverse

from battles.models import Battle, NightChoice, TurnRequest
from battles.services import adjourning, day, night
from battles.tests.builders import a_battle, choose, open_it, seal_both, to_dusk
from battles.tests.test_at_once import at_once, together
from campaign.errors import AlreadyDone, Refusal
from campaign.models import Entry
from campaign.selectors.verify import verify
from campaign.services.sweep import sweep
from campaign.tests.builders import Club
from campaign.tests.kept import kept

pytestmark = pytest.mark.django_db(transaction=True)
TIMES = 3
SIDES = ("union", "confederate")
TAPS_EACH = 4


@kept
def opened() -> tuple[Club, Battle]:
    club, battle = a_battle()
    seal_both(club, battle)
    open_it(club, battle)
    return club, battle


def ask(club: Club, battle: Battle, who: str, asks_for: str = "on", turn: int = 1) -> None:
    day.request_step(club.viewer(who), battle.id, asks_for=asks_for, turn=turn, leaves="both", entropy="aa")


def made(battle: Battle) -> Counter[str]:
    """Return who has asked, and how often the record says so."""
    entries = Entry.objects.filter(campaign_id=battle.campaign_id, kind="battle.request")
    return Counter(entry.payload["side"] for entry in entries)


@pytest.mark.parametrize("_time", range(TIMES))
@pytest.mark.parametrize("asks_for", ["on", "end"])
def test_both_sides_asking_at_once_move_the_clock_once(asks_for: str, _time: int) -> None:
    club, battle = opened()
    with together(day, "open_battle_act"):
        assert at_once(*[partial(ask, club, battle, who, asks_for) for who in ("union", "confederate")]) == []
    now = Battle.objects.get(id=battle.id)
    assert (now.turn, now.state, now.step) == ((2, "day", 3) if asks_for == "on" else (1, "result", 3))
    assert made(battle) == {"USA": 1, "CSA": 1}
    assert verify(club.campaign.id) == []


@pytest.mark.parametrize("_time", range(TIMES))
def test_two_phones_of_one_side_count_once(_time: int) -> None:
    club, battle = opened()
    with together(day, "open_battle_act"):
        wrong = at_once(*[partial(ask, club, battle, "union")] * 2)
    assert [type(error) for error in wrong] == [AlreadyDone]
    assert (TurnRequest.objects.count(), made(battle)) == (1, {"USA": 1})
    assert Battle.objects.get(id=battle.id).turn == 1


@pytest.mark.parametrize("_time", range(TIMES))
def test_crowd_of_taps_moves_the_clock_once(_time: int) -> None:
    """A tap that comes after the step learns the turn, and nothing else happens."""
    club, battle = opened()
    taps = [partial(ask, club, battle, who) for who in ("union", "confederate")] * TAPS_EACH
    late = [str(error) for error in at_once(*taps) if not isinstance(error, AlreadyDone)]
    assert set(late) <= {"It’s now turn 2."}
    assert made(battle) == {"USA": 1, "CSA": 1}
    assert Battle.objects.get(id=battle.id).turn == 2
    sweep(club.campaign.id)
    assert verify(club.campaign.id) == []


@pytest.mark.parametrize("_time", range(TIMES))
def test_umpire_and_a_side_at_once_move_the_clock_once(_time: int) -> None:
    club, battle = opened()
    wrong = at_once(partial(ask, club, battle, "umpire"), *[partial(ask, club, battle, "union")] * 2)
    assert all(isinstance(error, AlreadyDone | Refusal) for error in wrong), wrong
    assert Battle.objects.get(id=battle.id).turn == 2
    assert made(battle)[""] == 1


@pytest.mark.parametrize("_time", range(TIMES))
def test_both_pages_posted_at_once_are_answered_alike(_time: int) -> None:
    """The pages send no version, so neither side is told that its page is out of date."""
    club, battle = opened()
    address = reverse("battles:request", args=[club.campaign.id, battle.id])
    answers: dict[str, int] = {}

    def post(who: str, client: Client) -> None:
        answers[who] = client.post(address, {"asks_for": "on", "turn": 1, "entropy": "aa"}).status_code

    clients = {who: Client() for who in ("union", "confederate")}
    for who, client in clients.items():
        client.force_login(club.users[who])
    with together(day, "open_battle_act"):
        assert at_once(*[partial(post, who, client) for who, client in clients.items()]) == []
    assert answers == {"union": 302, "confederate": 302}
    assert Battle.objects.get(id=battle.id).turn == 2


@pytest.mark.parametrize("_time", range(TIMES))
@pytest.mark.parametrize(("choice", "after"), [("stay", (26, "day")), ("withdraw", (25, "result"))])
def test_both_sides_choosing_at_once_open_the_night_once(choice: str, after: tuple[int, str], _time: int) -> None:
    club, battle = opened()
    to_dusk(club, battle)
    with together(night, "open_battle_act"):
        wrong = at_once(*[partial(choose, club, battle, who, choice, sweeps=False) for who in ("union", "confederate")])
    assert wrong == []
    now = Battle.objects.get(id=battle.id)
    assert (now.turn, now.state, NightChoice.objects.count()) == (*after, 2)
    assert verify(club.campaign.id) == []


def test_both_sides_quitting_at_once_end_the_battle_once() -> None:
    club, battle = opened()
    leave = partial(day.request_step, battle_id=battle.id, asks_for="end", turn=1)
    with together(day, "open_battle_act"):
        wrong = at_once(
            *[partial(leave, club.viewer(w), leaves=s) for w, s in (("union", "USA"), ("confederate", "CSA"))]
        )
    assert [type(error) for error in wrong] == [Refusal]
    assert sorted(Battle.objects.get(id=battle.id).ends.values()) == ["held", "withdrew"]
    assert verify(club.campaign.id) == []


def test_both_sides_adjourning_at_once_adjourn_once() -> None:
    club, battle = opened()
    with together(adjourning, "open_battle_act"):
        wrong = at_once(*[partial(adjourning.adjourn, club.viewer(who), battle.id) for who in ("union", "confederate")])
    assert [type(error) for error in wrong] == [AlreadyDone]
    assert Entry.objects.filter(kind="battle.adjourned").count() == 1
