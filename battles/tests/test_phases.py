"""The pointer to the phase of a player turn: moved by the side on move, waited for by nobody (H-13)."""

from functools import partial
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from battles.models import Battle
from battles.selectors.phases import phase_view
from battles.services import phases
from battles.tests.builders import a_toy_battle, both_request, open_it, seal_both, told
from battles.tests.test_at_once import at_once, together
from battles.tests.test_night import opened, page_of
from campaign.errors import AlreadyDone, Refusal
from campaign.models import Entry, Throw
from campaign.selectors.verify import verify
from campaign.tests.builders import Club

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tin_book")]
Fight = tuple[Club, Battle]


@pytest.fixture
def fight() -> Fight:
    return opened()


def url(battle: Battle, name: str = "phase") -> str:
    return reverse(f"battles:{name}", args=[battle.campaign_id, battle.id])


def post(club: Club, who: str, battle: Battle, **sent: Any) -> Any:
    client = Client()
    client.force_login(club.users[who])
    return client.post(url(battle), sent)


def now(battle: Battle) -> int:
    return Battle.objects.get(id=battle.id).phase


def test_attacker_moves_first_and_then_the_defender(fight: Fight) -> None:
    club, battle = fight
    words = []
    for phase, who in enumerate(["confederate"] * 3 + ["union"] * 2):
        shown = phase_view(club.viewer(who), Battle.objects.get(id=battle.id))
        assert shown is not None
        words.append(shown.words)
        assert post(club, who, battle, turn=1, phase=phase).status_code == HTTPStatus.FOUND
    assert words == [
        "Confederate player turn: maneuver",
        "Confederate player turn: musketry and cannonade",
        "Confederate player turn: charge",
        "Union player turn: maneuver",
        "Union player turn: musketry and cannonade",
    ]
    last = phase_view(club.viewer("union"), Battle.objects.get(id=battle.id))
    assert last is not None
    assert (last.words, last.next_words) == ("Union player turn: charge", "")
    with pytest.raises(Refusal, match="last phase of the turn"):
        phases.next_phase(club.viewer("union"), battle.id, turn=1, phase=5)
    assert verify(club.campaign.id) == []


def test_pointer_takes_no_step_and_makes_no_roll(fight: Fight) -> None:
    club, battle = fight
    battle.refresh_from_db()
    before = (battle.step, Throw.objects.count(), Entry.objects.filter(kind__startswith="cup.").count())
    phases.next_phase(club.viewer("confederate"), battle.id, turn=1, phase=0)
    battle.refresh_from_db()
    assert (battle.step, Throw.objects.count(), Entry.objects.filter(kind__startswith="cup.").count()) == before
    assert battle.is_swept
    assert "Confederate player turn: musketry and cannonade." in told(club, "observer")
    assert all("player turn" not in line.text for line in page_of(club, battle, "union").lines)


def test_turn_resets_the_pointer_and_needs_none(fight: Fight) -> None:
    club, battle = fight
    phases.next_phase(club.viewer("umpire"), battle.id, turn=1, phase=0)
    both_request(club, battle)
    assert now(battle) == 0
    both_request(club, battle)
    assert Battle.objects.get(id=battle.id).turn == 3


@pytest.mark.parametrize(
    ("who", "sent", "status"),
    [
        ("union", {"turn": 1, "phase": 0}, HTTPStatus.CONFLICT),
        ("confederate", {"turn": 2, "phase": 0}, HTTPStatus.CONFLICT),
        ("confederate", {"turn": 1, "phase": 2}, HTTPStatus.CONFLICT),
        ("confederate", {"turn": 1, "phase": 9}, HTTPStatus.CONFLICT),
        ("confederate", {"turn": 1}, HTTPStatus.BAD_REQUEST),
        ("confederate", {"phase": 0}, HTTPStatus.BAD_REQUEST),
        ("confederate", {"turn": 1, "phase": -1}, HTTPStatus.UNPROCESSABLE_ENTITY),
        ("union_west", {"turn": 1, "phase": 0}, HTTPStatus.NOT_FOUND),
        ("observer", {"turn": 1, "phase": 0}, HTTPStatus.NOT_FOUND),
        ("outsider", {"turn": 1, "phase": 0}, HTTPStatus.NOT_FOUND),
    ],
)
def test_wrong_phase_is_refused_and_moves_nothing(fight: Fight, who: str, sent: dict[str, Any], status: int) -> None:
    club, battle = fight
    assert post(club, who, battle, **sent).status_code == status
    assert now(battle) == 0


def test_same_tap_again_changes_nothing(fight: Fight) -> None:
    club, battle = fight
    for _ in range(2):
        assert post(club, "confederate", battle, turn=1, phase=0).status_code == HTTPStatus.FOUND
    assert now(battle) == 1


def test_book_without_player_turns_has_no_phase() -> None:
    club, battle = a_toy_battle()
    seal_both(club, battle)
    open_it(club, battle)
    assert page_of(club, battle, "umpire").phase is None
    with pytest.raises(Refusal, match="no such phase"):
        phases.next_phase(club.viewer("umpire"), battle.id, turn=1, phase=0)


@pytest.mark.django_db(transaction=True)
def test_two_phones_at_once_move_it_once(fight: Fight) -> None:
    club, battle = fight
    tap = partial(phases.next_phase, club.viewer("confederate"), battle.id, turn=1, phase=0)
    with together(phases, "open_battle_act"):
        wrong = at_once(tap, tap)
    assert [type(error) for error in wrong] == [AlreadyDone]
    assert now(battle) == 1


def test_clock_counts_the_turns_to_dusk(fight: Fight) -> None:
    club, battle = fight
    assert page_of(club, battle, "observer").to_dusk == "24 turns left after this one"
    Battle.objects.filter(id=battle.id).update(turn=25)
    assert page_of(club, battle, "observer").to_dusk == "the last turn of the day"
