"""Sight: a side sees the hexes where it stands and those around them, one stack a hex."""

import pytest

from campaign.audiences import side_audience
from campaign.errors import Refusal
from campaign.services.record import open_act
from campaign.sources import SOURCES
from campaign.tests.builders import Club, a_club
from rulesets.core.sheet import load_sheet
from war.models import Force, Sighting, StrengthPoint
from war.services.forces import detach
from war.services.sighting import update_sightings

pytestmark = pytest.mark.django_db
SHEET = "pittsburg_landing"


def a_force(club: Club, side: str, hex_id: str, *, points: int = 2) -> Force:
    with open_act(None, campaign_id=club.campaign.id, stream="campaign", kind="test") as act:
        label = side_audience(side)
        force = act.create(Force(id=SOURCES.new_id(label), campaign=club.campaign, side=side, hex=hex_id))
        for _ in range(points):
            point = StrengthPoint(id=SOURCES.new_id(label), campaign=club.campaign, side=side, force=force)
            point.arm, point.quality = "infantry", "green"
            act.create(point)
    return force


@pytest.fixture
def club() -> Club:
    return a_club(sheet=SHEET)


def look(club: Club) -> None:
    update_sightings(club.campaign.id, SOURCES.now())


def beliefs(club: Club, side: str) -> dict[str, int]:
    return {s.hex: s.id for s in Sighting.objects.filter(campaign=club.campaign, side=side)}


def test_neighbours_are_seen_and_far_hexes_are_not(club: Club) -> None:
    a_force(club, "USA", "0101")
    a_force(club, "CSA", "0202")
    a_force(club, "CSA", "0103")
    look(club)
    assert set(beliefs(club, "USA")) == {"0202"}


def test_an_unseen_split_changes_nothing_that_the_enemy_has(club: Club) -> None:
    a_force(club, "USA", "0202")
    force = a_force(club, "CSA", "0202", points=3)
    look(club)
    before, version = beliefs(club, "USA"), club.viewer("union").version
    one = StrengthPoint.objects.filter(force=force).values_list("id", flat=True)[:1]
    detach(club.viewer("confederate"), force_id=force.id, strength_points=set(one), leaders=set())
    look(club)
    assert beliefs(club, "USA") == before
    assert club.viewer("union").version == version


def test_what_is_gone_is_no_longer_believed_and_what_is_out_of_sight_is(club: Club) -> None:
    union = a_force(club, "USA", "0102")
    enemy = a_force(club, "CSA", "0202")
    look(club)
    kept = beliefs(club, "USA")
    move(club, union, "0201")
    move(club, enemy, "0203")
    look(club)
    assert beliefs(club, "USA") == {}
    move(club, enemy, "0202")
    look(club)
    assert set(beliefs(club, "USA")) == {"0202"}
    assert beliefs(club, "USA") != kept


def test_a_belief_stays_when_sight_is_lost_and_gets_a_new_id_when_it_is_found_again(club: Club) -> None:
    union = a_force(club, "USA", "0103")
    a_force(club, "CSA", "0202")
    look(club)
    first = beliefs(club, "USA")
    move(club, union, "9999")
    look(club)
    assert beliefs(club, "USA") == first
    assert not Sighting.objects.get(id=first["0202"]).in_sight
    move(club, union, "0103")
    look(club)
    assert set(beliefs(club, "USA")) == {"0202"}
    assert beliefs(club, "USA") != first


def test_a_force_keeps_at_least_one_point_behind(club: Club) -> None:
    force = a_force(club, "USA", "0202")
    every = set(StrengthPoint.objects.filter(force=force).values_list("id", flat=True))
    with pytest.raises(Refusal, match="point behind"):
        detach(club.viewer("union"), force_id=force.id, strength_points=every, leaders=set())


def test_a_seat_with_another_theatre_parts_nothing(club: Club) -> None:
    force = a_force(club, "USA", "0202")
    one = StrengthPoint.objects.filter(force=force).values_list("id", flat=True)[:1]
    with pytest.raises(Refusal, match="theater"):
        detach(club.viewer("union_west"), force_id=force.id, strength_points=set(one), leaders=set())


def test_the_sheet_has_seven_hexes_all_round_the_landing() -> None:
    sheet = load_sheet(SHEET)
    assert len(sheet.hexes) == 7
    assert len(sheet.neighbors("0202")) == 6
    assert sheet.hexes["0202"].name == "Pittsburg Landing"


def move(club: Club, force: Force, hex_id: str) -> None:
    with open_act(None, campaign_id=club.campaign.id, stream="campaign", kind="test") as act:
        row = Force.objects.get(id=force.id)
        row.hex = hex_id
        act.save(row)
