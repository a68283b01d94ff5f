"""The umpire sets the map of a war right, with a reason that only the side concerned reads."""

from typing import Any

import pytest

from campaign.errors import Refusal
from campaign.models import JournalLine
from campaign.tests.builders import Club
from rulesets.civil_war.war import State
from rulesets.civil_war.war.ending import lost
from war.services import war_umpire
from war.tests.war_builders import a_war, begun, now_of, until_contact

pytestmark = pytest.mark.django_db
NOW: dict[str, Any] = {"version": None, "key": None}


@pytest.fixture
def club() -> Club:
    return begun(a_war())


def at(state: State, place: str) -> str:
    return state.world.graph.hex_of(place)


def last_line(club: Club, who: str) -> str:
    lines = JournalLine.objects.filter(feed_id=club.viewer(who).feed_id).order_by("-n")
    return lines.values_list("announcement__text", flat=True)[0]


def test_pieces_move_to_a_hex_and_only_their_side_reads_why(club: Club) -> None:
    state = now_of(club.campaign)
    here, to = at(state, "Nashville"), at(state, "Murfreesboro")
    pieces = [state.points_at["USA", here][0].id, state.leaders_at["USA", here][0].id]
    before = last_line(club, "confederate")
    war_umpire.move(club.viewer("umpire"), pieces=pieces, hex=to, reason="A slip of the table.", **NOW)
    after = now_of(club.campaign)
    assert {after.points[pieces[0]].hex, after.leaders[pieces[1]].hex} == {to}
    assert "to Murfreesboro. A slip of the table." in last_line(club, "union")
    assert last_line(club, "confederate") == before


def test_view_of_the_enemy_moves_when_his_board_changes(club: Club) -> None:
    state, version = now_of(club.campaign), club.viewer("confederate").version
    point = state.points_at["USA", at(state, "Nashville")][0]
    war_umpire.move(club.viewer("umpire"), pieces=[point.id], hex=at(state, "Murfreesboro"), reason="So.", **NOW)
    assert club.viewer("confederate").version > version


def test_removed_points_are_off_the_map_but_no_losses_of_their_side(club: Club) -> None:
    state = now_of(club.campaign)
    here = at(state, "Corinth")
    point, leader = state.points_at["CSA", here][0], state.leaders_at["CSA", here][0]
    war_umpire.remove(club.viewer("umpire"), pieces=[point.id, leader.id], reason="Counted twice.", **NOW)
    after = now_of(club.campaign)
    assert (after.points[point.id].standing, after.leaders[leader.id].standing) == ("lost", "removed")
    assert lost(after, "CSA") == 0
    war_umpire.move(club.viewer("umpire"), pieces=[point.id], hex=here, reason="Once after all.", **NOW)
    assert not now_of(club.campaign).points[point.id].corrected


def test_army_of_a_removed_commander_passes_to_the_senior_leader_there(club: Club) -> None:
    state = now_of(club.campaign)
    army = next(each for each in state.armies.values() if each.side == "CSA")
    war_umpire.remove(club.viewer("umpire"), pieces=[army.commander], reason="He was ill.", **NOW)
    after = now_of(club.campaign)
    taken_over = next(each for each in after.armies.values() if each.side == "CSA")
    assert (taken_over.name, after.leaders[taken_over.commander].name) == (army.name, "Beauregard")


def test_points_are_not_added_among_the_enemy(club: Club) -> None:
    state = now_of(club.campaign)
    kind: dict[str, Any] = {"side": "USA", "arm": "infantry", "quality": "green", "sp": 1}
    with pytest.raises(Refusal, match="the enemy has strength points there"):
        war_umpire.add(club.viewer("umpire"), hex=at(state, "Corinth"), reason="So.", **kind, **NOW)
    assert now_of(club.campaign).points == state.points


def test_new_strength_points_join_the_force_in_their_hex(club: Club) -> None:
    state = now_of(club.campaign)
    here = at(state, "Memphis")
    kind: dict[str, Any] = {"arm": "infantry", "quality": "veteran"}
    war_umpire.add(club.viewer("umpire"), side="CSA", hex=here, sp=2, reason="Forgotten.", **kind, **NOW)
    points = now_of(club.campaign).points_at["CSA", here]
    assert sorted(point.quality for point in points)[-2:] == ["veteran", "veteran"]


@pytest.mark.parametrize(
    ("pieces", "to", "said"),
    [
        (["0123456789abcdef"], "Nashville", "one side"),
        ([], "Nashville", "one side"),
        (None, "Corinth", "the enemy"),
    ],
)
def test_impossible_move_is_refused_and_changes_nothing(
    club: Club, pieces: list[str] | None, to: str, said: str
) -> None:
    state = now_of(club.campaign)
    pieces = [state.points_at["USA", at(state, "Nashville")][0].id] if pieces is None else pieces
    with pytest.raises(Refusal, match=said):
        war_umpire.move(club.viewer("umpire"), pieces=pieces, hex=at(state, to), reason="So.", **NOW)
    assert now_of(club.campaign).points == state.points


def test_hex_outside_the_map_is_refused(club: Club) -> None:
    point = now_of(club.campaign).points_at["USA", at(now_of(club.campaign), "Nashville")][0]
    with pytest.raises(Refusal, match="land hex"):
        war_umpire.move(club.viewer("umpire"), pieces=[point.id], hex="9999", reason="So.", **NOW)


def test_pieces_in_a_battle_stay_where_they_are(club: Club) -> None:
    contact = until_contact(club)
    point = now_of(club.campaign).points_at[contact.attacker, contact.hex][0]  # type: ignore[index]
    with pytest.raises(Refusal, match="battle is being settled"):
        war_umpire.remove(club.viewer("umpire"), pieces=[point.id], reason="So.", **NOW)


@pytest.mark.parametrize("who", ["union", "observer"])
def test_nobody_else_sets_the_map_right(club: Club, who: str) -> None:
    with pytest.raises(Refusal, match="Only the umpire"):
        war_umpire.remove(club.viewer(who), pieces=["0123456789abcdef"], reason="So.", **NOW)
