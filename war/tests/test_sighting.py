"""Sightings: a side sees its own hexes and those around them, one stack per hex."""

import pytest

from campaign.audiences import side_audience
from campaign.errors import Refusal
from campaign.services.record import open_act
from campaign.sources import SOURCES
from campaign.tests.builders import Club, a_club
from rulesets.core.sheet_form import load_sheet
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


def sight(club: Club) -> None:
    update_sightings(club.campaign.id, SOURCES.now())


def sightings(club: Club, side: str) -> dict[str, int]:
    return {s.hex: s.id for s in Sighting.objects.filter(campaign=club.campaign, side=side)}


def test_only_neighboring_hexes_are_seen(club: Club) -> None:
    a_force(club, "USA", "0101")
    a_force(club, "CSA", "0202")
    a_force(club, "CSA", "0103")
    sight(club)
    assert set(sightings(club, "USA")) == {"0202"}


def test_unseen_detachment_changes_no_enemy_sighting(club: Club) -> None:
    a_force(club, "USA", "0202")
    force = a_force(club, "CSA", "0202", points=3)
    sight(club)
    before, version = sightings(club, "USA"), club.viewer("union").version
    one = StrengthPoint.objects.filter(force=force).values_list("id", flat=True)[:1]
    detach(club.viewer("confederate"), force_id=force.id, strength_points=set(one), leaders=set())
    sight(club)
    assert sightings(club, "USA") == before
    assert club.viewer("union").version == version


def test_sighting_ends_when_its_hex_is_seen_empty(club: Club) -> None:
    union = a_force(club, "USA", "0102")
    enemy = a_force(club, "CSA", "0202")
    sight(club)
    kept = sightings(club, "USA")
    move(club, union, "0201")
    move(club, enemy, "0203")
    sight(club)
    assert sightings(club, "USA") == {}
    move(club, enemy, "0202")
    sight(club)
    assert set(sightings(club, "USA")) == {"0202"}
    assert sightings(club, "USA") != kept


def test_sighting_out_of_sight_is_kept_and_renewed_when_seen_again(club: Club) -> None:
    union = a_force(club, "USA", "0103")
    a_force(club, "CSA", "0202")
    sight(club)
    first = sightings(club, "USA")
    move(club, union, "9999")
    sight(club)
    assert sightings(club, "USA") == first
    assert not Sighting.objects.get(id=first["0202"]).in_sight
    move(club, union, "0103")
    sight(club)
    assert set(sightings(club, "USA")) == {"0202"}
    assert sightings(club, "USA") != first


def test_detaching_every_point_is_refused(club: Club) -> None:
    force = a_force(club, "USA", "0202")
    every = set(StrengthPoint.objects.filter(force=force).values_list("id", flat=True))
    with pytest.raises(Refusal, match="point behind"):
        detach(club.viewer("union"), force_id=force.id, strength_points=every, leaders=set())


def test_seat_of_another_theater_cannot_detach_troops(club: Club) -> None:
    force = a_force(club, "USA", "0202")
    one = StrengthPoint.objects.filter(force=force).values_list("id", flat=True)[:1]
    with pytest.raises(Refusal, match="theater"):
        detach(club.viewer("union_west"), force_id=force.id, strength_points=set(one), leaders=set())


def test_map_has_six_hexes_around_the_landing() -> None:
    sheet = load_sheet(SHEET)
    assert len(sheet.hexes) == 7
    assert len(sheet.neighbors("0202")) == 6
    assert sheet.hexes["0202"].name == "Pittsburg Landing"


def move(club: Club, force: Force, hex_id: str) -> None:
    with open_act(None, campaign_id=club.campaign.id, stream="campaign", kind="test") as act:
        row = Force.objects.get(id=force.id)
        row.hex = hex_id
        act.save(row)
