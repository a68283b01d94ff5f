"""Ratings: rolled for a fixed grid of slots, kept from the enemy, and told to their owner (VG-7A, 7B7)."""

from typing import Any

import pytest

from battles.models import Battle, SecretResult
from battles.selectors.opening import open_page, opening_page
from battles.selectors.reads import conduct, plan_of, plans_of
from battles.services import opening
from battles.tests.builders import (
    a_battle,
    a_toy_battle,
    march,
    open_it,
    prepare_it,
    seal_both,
    to_turn,
    told,
)
from campaign.models import Cup, Throw
from campaign.services.sweep import sweep
from campaign.tests.builders import Club
from campaign.tests.kept import kept

pytestmark = pytest.mark.django_db


def rated(subject: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = SecretResult.objects.get(subject=subject).body["facts"]["rated"]
    return found


@kept
def marched() -> tuple[Club, Battle]:
    """Seal a Confederate flank march under Hardee, two points strong."""
    club, battle = a_battle()
    seal_both(club, battle, confederate=march(battle, "CSA", "left", "Hardee", points=2))
    return club, battle


@pytest.mark.rule("VG-7A")
@pytest.mark.rule("VG-7A3")
class Test_Grid:
    def test_every_slot_is_rolled_at_the_preparation_whatever_the_plans_say(self) -> None:
        club, battle = marched()
        prepare_it(club, battle)
        grid = Throw.objects.filter(base__contains="VG-7A")
        assert grid.count() == 160
        assert {Cup.objects.get(id=cup).audience for cup in grid.values_list("cup", flat=True).distinct()} == {"umpire"}
        assert grid.filter(base='["VG-7A1",["USA","leader 20"],0]').exists()
        assert grid.filter(base='["VG-7A3",["CSA","brigade 60"],0]').exists()

    def test_it_is_rolled_again_on_each_entry_turn_alone(self) -> None:
        club, battle = a_battle()
        seal_both(club, battle)
        open_it(club, battle)
        counts = {}
        for turn in (3, 4, 5, 9, 14):
            to_turn(club, battle, turn)
            counts[turn] = Throw.objects.count()
        assert counts == {3: 160, 4: 320, 5: 320, 9: 480, 14: 640}

    def test_a_turn_played_again_rolls_nothing_new(self) -> None:
        club, battle = a_battle()
        seal_both(club, battle)
        open_it(club, battle)
        sweep(club.campaign.id)
        assert Throw.objects.count() == 160

    def test_slots_follow_the_order_of_battle_and_never_what_marches(self) -> None:
        club, battle = marched()
        prepare_it(club, battle)
        plan: Any = plan_of(battle, plans_of(battle)["CSA"])
        slots = {at: f"brigade {n}" for n, (at, _, _) in enumerate(plan.order.all_brigades(), start=1)}
        on_table = {each["id"]: each["slot"] for each in rated("ratings.00.CSA") if each["slot"].startswith("brigade")}
        assert on_table == {at: slot for at, slot in slots.items() if at not in plan.place_of}
        assert len(on_table) < len(slots)

    def test_book_without_ratings_rolls_none(self) -> None:
        club, battle = a_toy_battle()
        seal_both(club, battle)
        open_it(club, battle)
        assert not Throw.objects.exists()


@pytest.mark.rule("VG-7A1")
@pytest.mark.rule("VG-7A2")
def test_leader_rating_follows_from_tactical_rating_and_the_roll_of_the_slot() -> None:
    club, battle = a_battle()
    seal_both(club, battle)
    prepare_it(club, battle)
    leaders = [each for each in rated("ratings.00.USA") if each["slot"].startswith("leader")]
    assert [(each["name"], each["about"]) for each in leaders[:3]] == [
        ("Grant", "+1"),
        ("McClernand", "−1"),
        ("Sherman", "+1"),
    ]
    for each in leaders:
        roll = Throw.objects.get(base=f'["VG-7A1",["USA","{each["slot"]}"],0]').faces[0]
        low = {"+1": "excellent", "−1": "poltroon"}.get(each["about"], "average")
        assert each["rating"] == (low if roll <= 5 else "average")
        assert each["die"] == (roll if low != "average" else None)


@pytest.mark.rule("VG-7A3")
def test_brigade_is_excellent_on_three_or_less() -> None:
    club, battle = a_battle()
    seal_both(club, battle)
    prepare_it(club, battle)
    brigades = [each for each in rated("ratings.00.USA") if each["slot"].startswith("brigade")]
    for each in brigades:
        roll = Throw.objects.get(base=f'["VG-7A3",["USA","{each["slot"]}"],0]').faces[0]
        assert (each["die"], each["rating"]) == (roll, "excellent" if roll <= 3 else "average")


@pytest.mark.rule("VG-7B7")
def test_flank_force_is_rated_with_the_roll_of_the_turn_it_enters() -> None:
    """Hardee's march is deliberate with a 4, and enters on turn 9."""
    club, battle = marched()
    open_it(club, battle, left_csa=4)
    to_turn(club, battle, 8)
    assert not SecretResult.objects.filter(subject="ratings.09.CSA").exists()
    assert not any("that entered" in line for line in told(club, "confederate"))
    to_turn(club, battle, 9)
    arrived = rated("ratings.09.CSA")
    assert {each["place"] for each in arrived} == {"left"}
    assert "Hardee" in [each["name"] for each in arrived]
    for each in arrived:
        if each["die"] is not None:
            rule = "VG-7A1" if each["slot"].startswith("leader") else "VG-7A3"
            assert Throw.objects.get(base=f'["{rule}",["CSA","{each["slot"]}"],9]').faces == [each["die"]]
    assert any("The ratings of your units that entered" in line for line in told(club, "confederate"))
    assert not any("that entered" in line for who in ("union", "observer") for line in told(club, who))
    assert rated("ratings.09.USA") == []


@pytest.mark.rule("VG-7A")
def test_each_side_learns_its_own_ratings_at_the_opening_and_not_before() -> None:
    club, battle = a_battle()
    seal_both(club, battle)
    prepare_it(club, battle)
    sides = ("union", "confederate")
    assert not any("ratings for this battle" in line for who in sides for line in told(club, who))
    opening.open_battle(club.viewer("umpire"), battle.id)
    sweep(club.campaign.id)
    lines = {who: [line for line in told(club, who) if "ratings for this battle" in line] for who in sides}
    assert [len(lines[who]) for who in sides] == [1, 1]
    assert lines["union"] != lines["confederate"]
    for who in ("observer", "union_west"):
        assert not any("ratings for this battle" in line for line in told(club, who))


@pytest.mark.rule("VG-7")
def test_list_of_a_side_shows_its_own_ratings_and_works() -> None:
    club, battle = a_battle()
    seal_both(club, battle)
    open_it(club, battle)
    page = opening_page(club.viewer("union"), battle.id, "usa")
    letters = {"excellent": "E", "poltroon": "P", "average": ""}
    own = [each for each in rated("ratings.00.USA") if each["slot"].startswith("leader")]
    assert [(each.name, each.letter) for each in page.leaders] == [(x["name"], letters[x["rating"]]) for x in own]
    assert [unit.words for unit in page.placed if unit.about].count("") == 0
    assert "45″" in page.breastworks
    assert page.hidden == ()


def test_umpires_sheet_shows_each_roll_with_its_reason() -> None:
    club, battle = marched()
    prepare_it(club, battle, left_csa=4)
    page = open_page(club.viewer("umpire"), battle.id)
    csa = next(sheet for sheet in page.sides if sheet.side == "CSA")
    assert [line.name for line in csa.leaders][:2] == ["A.S. Johnston", "Beauregard"]
    assert all(line.die is not None for line in csa.brigades)
    assert any("A brigade is E on a roll of 3 or less" in line.words for line in csa.why)
    assert "deliberate" in csa.plan.rolls[0].words
    assert page.news == (
        "Turn 8: A flank march nears the Union left, the Confederate right. It enters on turn 9.",
        "Turn 9: A Confederate flank march enters on the Union left, the Confederate right, deployed anywhere in its "
        "entry zone. VG-7B2",
    )


def test_rolls_stay_out_of_every_other_view(client: Any) -> None:
    club, battle = marched()
    prepare_it(club, battle, left_csa=4)
    for who in ("union", "confederate", "observer", "outsider"):
        client.force_login(club.users[who])
        for page in ("open/", "prepare/", "opening/usa/", "opening/csa/", "open/usa/", "excess/left/"):
            assert client.get(f"/c/{club.campaign.id:016x}/b/{battle.id:016x}/{page}").status_code == 404


def test_grid_has_the_same_keys_for_every_plan() -> None:
    _, battle = a_battle()
    assert "cw_to_ff.rating" in conduct(battle).day.secret_tables()
