"""Rolls at the table: filled in from a side's own units and leaders, thrown in public, and rerolled (VG-7A2, 11)."""

from dataclasses import replace
from typing import Any

import pytest
from django.http import Http404

from battles.conduct.cw_to_ff.rolls import labels
from battles.conduct.cw_to_ff.table_uses import with_guns
from battles.models import Battle, HiddenStart, LeaderPlace, PlacedUnit, SecretResult, TableRoll
from battles.selectors.leaders import leader_page, leaders_page
from battles.selectors.reads import stream_of
from battles.selectors.roll_start import table_roll_start
from battles.selectors.table_rolls import rule_units_page, table_roll_page, table_rolls_page
from battles.services import leaders, table_rolls, ticks
from battles.services.begin import begin_one_off
from battles.tests.builders import both_request, open_it, seal_both, shiloh, told
from campaign.errors import Refusal
from campaign.models import Entry, Throw
from campaign.services.rewind import rewind
from campaign.tests.builders import Club, a_club
from campaign.tests.kept import kept
from rulesets.cw_to_ff.named_order import NamedBattery
from rulesets.cw_to_ff.state import Arm

pytestmark = pytest.mark.django_db
CHIEF = "A.S. Johnston"
SIDE, OWN = "csa", "confederate"


@kept
def at_the_table(*, command: int | None = None, ratings: dict[str, str] | None = None) -> tuple[Club, Battle]:
    """Open Shiloh with these ratings of the Confederates' leaders and brigades; everyone else is average."""
    club = a_club(one_off=True)
    brief = shiloh()
    army = brief.sides["CSA"]
    led = tuple(replace(x, command=command) if x.name == CHIEF else x for x in army.leaders)
    brief = replace(brief, sides={**brief.sides, "CSA": replace(army, leaders=led)})
    battle = begin_one_off(club.viewer("umpire"), name="Shiloh", brief=brief)
    seal_both(club, battle)
    open_it(club, battle)
    rate(battle, ratings or {})
    return club, Battle.objects.get(id=battle.id)


def rate(battle: Battle, ratings: dict[str, str]) -> None:
    row = SecretResult.objects.get(battle=battle, subject="ratings.00.CSA")
    for each in row.body["facts"]["rated"]:
        each["rating"] = ratings.get(each["name"], ratings.get(each["id"], "average"))
    SecretResult.objects.filter(id=row.pk).update(body=row.body)


def posts(club: Club, battle: Battle) -> dict[str, Any]:
    return {line.post.id: line.post for line in leaders_page(club.viewer(OWN), battle.id, SIDE).leaders}


def place(club: Club, battle: Battle, post: str, who: str = OWN, **said: Any) -> None:
    leaders.place_leader(club.viewer(who), battle.id, side=SIDE, post=post, **said)


def fall(club: Club, battle: Battle, who: str, fate: str, *, by: int = 1) -> None:
    """Tick the fate of a leader by his name or, if he is invented, by his command."""
    names = {leader.name: leader.id for leader in shiloh().sides["CSA"].leaders}
    ticks.tick(club.viewer(OWN), battle.id, unit=names.get(who, f"@{who}"), cause=fate, by=by)


def roll(club: Club, battle: Battle, unit: str, *, name: str = "maneuver", who: str = OWN, **said: Any) -> TableRoll:
    start = table_roll_start(club.viewer(who), battle.id, SIDE, name, unit)
    inputs = {**start.page.inputs, **said.pop("inputs", {})}
    return table_rolls.roll_at_table(
        club.viewer(who), battle.id, side=SIDE, name=name, unit=unit, inputs=inputs, **said
    )


def steps(row: TableRoll) -> list[str]:
    """Return the modifiers of a maneuver roll, as everyone reads them."""
    words = [line.words for line in row.trace_lines]
    after = words.index(next(each for each in words if each.startswith("Leaders modify")))
    return words[after + 1 : next(n for n, each in enumerate(words) if n > after and each.startswith("Rolled"))]


def bases() -> list[str]:
    return [line.base for line in Throw.objects.filter(base__contains="FF-Manoeuvre").order_by("id")]


@pytest.mark.rule("VG-11A")
def test_corps_leader_outside_the_army_radius_gives_one_less_but_never_below_none() -> None:
    """Worked example 26: E detached +1, average 0, E attached +2."""
    club, battle = at_the_table(ratings={"Bragg": "excellent"})
    for post in ("c2", "c1"):
        place(club, battle, post, in_army_radius=False)
    outside = "Corps leader outside the army radius: −1."
    assert steps(roll(club, battle, "c2d0b0"))[1] == "Exceptional corps leader in radius: +2."
    assert outside in steps(roll(club, battle, "c2d0b1"))
    assert steps(roll(club, battle, "c1d0b0"))[1:] == [
        "Corps leader in radius: +1.",
        "Division leader in radius: +1.",
        outside,
    ]
    place(club, battle, "c2", attached_to="c2d1b0", in_army_radius=False)
    assert steps(roll(club, battle, "c2d1b0"))[1:] == [
        "Exceptional corps leader attached: +3.",
        "Division leader in radius: +1.",
        outside,
    ]
    assert outside not in steps(roll(club, battle, "c2d1b1"))


@pytest.mark.rule("VG-11C")
def test_attached_army_leader_gives_his_bonus_and_all_corps_leaders_count_as_outside() -> None:
    """Worked example 26: an average army leader gives +2."""
    club, battle = at_the_table(command=2)
    start = table_roll_start(club.viewer(OWN), battle.id, SIDE, "maneuver", "c0d0b0")
    assert [cites for _, cites in start.page.notes] == ["", "VG-11A", "VG-11C"]
    assert "42″" in start.page.notes[1][0]
    joins = {"army_leader": {"place": "attached here"}}
    assert "Army leader attached: +2." in steps(roll(club, battle, "c0d0b0", inputs=joins))
    assert steps(roll(club, battle, "c3d0b0"))[3:] == ["Corps leader outside the army radius: −1."]
    where = posts(club, battle)["army"]
    assert where.where == "with S.M. Barton’s brigade"
    assert [cites for _, cites in where.effects] == ["VG-11C", "VG-11C"]


@pytest.mark.rule("VG-7A2a")
@pytest.mark.rule("VG-7A2b")
def test_poltroon_gives_no_bonus_and_costs_what_his_place_says() -> None:
    club, battle = at_the_table(ratings={"Breckinridge": "poltroon"})
    no_bonus = roll(club, battle, "c0d0b0")
    assert not any("ivision leader" in each for each in steps(no_bonus))
    far = {"leaders": [{"rank": "division", "rating": "poltroon", "place": "out of radius"}]}
    assert "Division leader is a poltroon: −1." in steps(roll(club, battle, "c0d0b1", inputs=far))
    place(club, battle, "c0d0", attached_to="c0d0b2")
    attached = roll(club, battle, "c0d0b2", faces=[5, 7])
    assert "Division leader is a poltroon: +1." in steps(attached)
    assert Throw.objects.filter(base__contains="VG-7A2b").count() == 1


def test_roll_says_first_which_ratings_it_shows_and_can_claim_no_others() -> None:
    club, battle = at_the_table(ratings={"Breckinridge": "poltroon", "c0d0b0": "excellent"})
    start = table_roll_start(club.viewer(OWN), battle.id, SIDE, "maneuver", "c0d0b0")
    assert start.page.shows[1:] == (
        "This roll shows everyone that your division leader is P.",
        "This roll shows everyone that your brigade commander is E.",
    )
    better = {"leaders": [{"rank": "corps", "rating": "excellent"}, {"rank": "division", "rating": "poltroon"}]}
    wrongs: tuple[dict[str, Any], ...] = (
        {"leaders": []},
        better,
        {"army_leader": {"rating": "excellent"}},
        {"army_leader": {"place": "attached elsewhere"}},
        {"leaders": [{"rank": "division", "rating": "poltroon", "place": "attached here"}]},
        {"army_leader": None},
    )
    for wrong in wrongs:
        with pytest.raises(Refusal):
            roll(club, battle, "c0d0b0", inputs=wrong)
    assert not TableRoll.objects.exists()
    roll(club, battle, "c0d0b0", inputs={"exceptional_commander": False})


@pytest.mark.rule("VG-11D3")
def test_rerolls_are_counted_each_turn_and_the_second_roll_counts() -> None:
    club, battle = at_the_table(command=2)
    first = roll(club, battle, "c0d0b0")
    with pytest.raises(Refusal, match="has already rolled this turn"):
        roll(club, battle, "c0d0b0")
    page = table_roll_page(club.viewer(OWN), battle.id, first.pk)
    assert page.reroll_url
    second = table_rolls.reroll(club.viewer(OWN), battle.id, first.pk)
    with pytest.raises(Refusal, match="already rerolled"):
        table_rolls.reroll(club.viewer(OWN), battle.id, first.pk)
    third = table_rolls.reroll(club.viewer("umpire"), battle.id, second.pk)
    with pytest.raises(Refusal, match="no reroll left"):
        table_rolls.reroll(club.viewer(OWN), battle.id, third.pk)
    assert table_roll_page(club.viewer(OWN), battle.id, first.pk).is_replaced
    assert len(set(bases())) == 3
    assert leaders_page(club.viewer(OWN), battle.id, SIDE).command.left == 0  # type: ignore[union-attr]
    both_request(club, battle)
    command = leaders_page(club.viewer(OWN), battle.id, SIDE).command
    assert command is not None
    assert (command.radius, command.rerolls, command.left, command.chooser) == ("42″", 2, 2, "owner")
    assert not table_roll_page(club.viewer(OWN), battle.id, third.pk).reroll_url
    roll(club, battle, "c0d0b0")


@pytest.mark.rule("VG-11D2")
@pytest.mark.rule("VG-11D3")
def test_opponent_chooses_the_rerolls_of_a_negative_army_rating() -> None:
    club, battle = at_the_table(command=-1)
    command = leaders_page(club.viewer(OWN), battle.id, SIDE).command
    assert command is not None
    assert (command.radius, command.left, command.chooser) == ("24″", 1, "opponent")
    row = roll(club, battle, "c0d0b0")
    with pytest.raises(Http404):
        table_rolls.reroll(club.viewer("union"), battle.id, row.pk)
    assert table_roll_page(club.viewer("union"), battle.id, row.pk).reroll_url == ""
    table_rolls.reroll(club.viewer(OWN), battle.id, row.pk)


@pytest.mark.rule("VG-11A")
@pytest.mark.rule("VG-11B")
@pytest.mark.rule("VG-11D1")
def test_fallen_army_leader_is_replaced_next_turn() -> None:
    club, battle = at_the_table(command=3, ratings={CHIEF: "excellent"})
    page = leaders_page(club.viewer(OWN), battle.id, SIDE)
    assert page.command is not None
    assert page.command.radius == "48″"
    assert "18″" in page.batteries
    fall(club, battle, CHIEF, "killed")
    page = leaders_page(club.viewer(OWN), battle.id, SIDE)
    assert page.batteries == ""
    assert page.command is not None
    assert (page.command.rerolls, posts(club, battle)["army"].where) == (0, "fallen; replaced next turn")
    assert "Corps leader outside the army radius: −1." in steps(roll(club, battle, "c1d0b0"))
    both_request(club, battle)
    after = posts(club, battle)["army"]
    assert (after.name, after.words, after.is_here) == ("Replacement (army leader)", "average", True)
    command = leaders_page(club.viewer(OWN), battle.id, SIDE).command
    assert command is not None
    assert command.radius == "30″"


@pytest.mark.rule("VG-9D")
@pytest.mark.parametrize("fate", ["killed", "wounded", "disabled", "captured"])
def test_ticked_fate_is_the_leaders_fall_and_a_replacement_begins_unattached(fate: str) -> None:
    club, battle = at_the_table()
    place(club, battle, "c2d0", attached_to="c2d0b0")
    fall(club, battle, "c2d0", fate)
    fallen = posts(club, battle)["c2d0"]
    assert (fallen.is_here, fallen.where) == (False, "fallen; replaced next turn")
    with pytest.raises(Refusal, match="This leader isn’t on the table"):
        place(club, battle, "c2d0", attached_to="c2d0b1")
    both_request(club, battle)
    after = posts(club, battle)["c2d0"]
    assert (after.name, after.where) == ("Replacement (division leader)", "unattached")
    place(club, battle, "c2d0", attached_to="c2d0b1")
    fall(club, battle, "c2d0", "killed")
    assert not posts(club, battle)["c2d0"].is_here


def test_fate_taken_back_brings_the_leader_back() -> None:
    club, battle = at_the_table(ratings={CHIEF: "excellent"})
    before = posts(club, battle)["army"]
    fall(club, battle, CHIEF, "wounded")
    fall(club, battle, CHIEF, "wounded", by=-1)
    assert posts(club, battle)["army"] == before
    assert before.letter == "E"


def test_stunned_leader_is_out_for_the_turn_and_then_returns_himself() -> None:
    club, battle = at_the_table(ratings={CHIEF: "excellent"})
    fall(club, battle, CHIEF, "stunned")
    stunned = posts(club, battle)["army"]
    assert (stunned.is_here, stunned.where) == (False, "stunned; back next turn")
    both_request(club, battle)
    after = posts(club, battle)["army"]
    assert (after.name, after.letter, after.is_here) == (CHIEF, "E", True)


def test_stunned_replacement_stays_a_replacement() -> None:
    club, battle = at_the_table(ratings={CHIEF: "excellent"})
    fall(club, battle, CHIEF, "killed")
    both_request(club, battle)
    fall(club, battle, CHIEF, "stunned")
    both_request(club, battle)
    assert posts(club, battle)["army"].name == "Replacement (army leader)"


def test_place_of_a_leader_is_told_to_his_side_alone() -> None:
    club, battle = at_the_table()
    place(club, battle, "c2", attached_to="c2d0b0")
    with pytest.raises(Refusal, match="Nothing would change"):
        place(club, battle, "c2", attached_to="c2d0b0")
    with pytest.raises(Refusal, match="brigade that he commands"):
        place(club, battle, "c2", attached_to="c1d0b0")
    place(club, battle, "c2", who="umpire", attached_to="c2d0b1")
    says = [who for who in ("union", "confederate", "observer") if any("Bragg" in line for line in told(club, who))]
    assert says == ["confederate"]
    assert leader_page(club.viewer(OWN), battle.id, SIDE, "c2").post.state.attached_to == "c2d0b1"
    for who in ("union", "observer"):
        with pytest.raises(Http404):
            leaders_page(club.viewer(who), battle.id, SIDE)
        with pytest.raises(Http404):
            place(club, battle, "c2", who=who)
    assert LeaderPlace.objects.count() == 1


def test_everyone_sees_rolls_and_only_their_side_can_make_them() -> None:
    club, battle = at_the_table()
    row = roll(club, battle, "c0d0b0")
    for who in ("union", "confederate", "observer", "umpire"):
        page = table_rolls_page(club.viewer(who), battle.id)
        assert [(line.id, line.unit, line.result) for line in page.rolls] == [(row.pk, row.unit, row.result)]
        assert [side.side for side in page.sides] == {
            "union": ["USA"],
            "confederate": ["CSA"],
            "observer": [],
            "umpire": ["USA", "CSA"],
        }[who]
    with pytest.raises(Http404):
        roll(club, battle, "c0d0b1", who="union")
    assert any(row.result in line for line in told(club, "observer"))


def test_unit_that_the_enemy_has_not_seen_waits_until_it_is_revealed() -> None:
    club, battle = at_the_table()
    HiddenStart.objects.create(id=7, campaign=club.campaign, battle=battle, side="CSA", units=["c0d0b0"])
    PlacedUnit.objects.filter(battle=battle, side="CSA", unit="c0d0b0").delete()
    for who in (OWN, "umpire"):
        with pytest.raises(Refusal, match="Reveal the unit first"):
            roll(club, battle, "c0d0b0", who=who)
    unit = rule_units_page(club.viewer(OWN), battle.id, SIDE, "maneuver").units[0]
    assert unit.note == "hidden until it is revealed"


@pytest.mark.rule("VG-7A2b")
def test_other_rules_are_filled_in_and_a_poltroon_rolls_in_a_charge() -> None:
    club, battle = at_the_table(ratings={"Breckinridge": "poltroon"})
    assert rule_units_page(club.viewer(OWN), battle.id, SIDE, "fallen-leader").units == ()
    place(club, battle, "c0d0", attached_to="c0d0b0")
    fought = roll(club, battle, "c0d0b0", name="charge", inputs={"defender": {"stands": 6, "status": "Worn"}})
    assert Throw.objects.filter(base__contains="VG-7A2b").count() == 1
    assert any("oltroon" in line.words for line in fought.trace_lines)
    each = {"firers": [{"kind": "infantry", "stands": 8, "points_each": 1}]}
    fires = [roll(club, battle, "c0d0b0", name="fire", inputs=each) for _ in range(2)]
    assert [row.again for row in fires] == [0, 1]
    leader = rule_units_page(club.viewer(OWN), battle.id, SIDE, "fallen-leader").units[0]
    assert leader.label == "Division leader with S.M. Barton’s brigade"
    roll(club, battle, leader.id, name="fallen-leader")
    battery = rule_units_page(club.viewer(OWN), battle.id, SIDE, "battery").units[0]
    assert roll(club, battle, battery.id, name="battery").result.startswith("may fire")


def test_rewind_keeps_the_faces() -> None:
    club, battle = at_the_table()
    mark = Entry.objects.filter(stream=stream_of(battle.id)).order_by("-seq")[0]
    first = roll(club, battle, "c0d0b0")
    rewind(club.viewer("umpire"), entry_id=mark.pk, reason="They hadn’t moved.")
    assert not TableRoll.objects.exists()
    assert roll(club, battle, "c0d0b0", inputs={"in_column": True}).trace != first.trace
    assert len(bases()) == 1


def test_names_shared_by_units_are_numbered() -> None:
    assert labels({"a": "Old Guard", "b": "Old guard", "c": "Young Guard"}) == {
        "a": "Old Guard",
        "b": "Old guard (2)",
        "c": "Young Guard",
    }


def guns(club: Club, battle: Battle, unit: str) -> str:
    start = table_roll_start(club.viewer(OWN), battle.id, SIDE, "fire", unit)
    return str(start.page.inputs["firers"][0]["kind"])


def test_battery_keeps_the_guns_of_its_last_fire() -> None:
    """An order of battle doesn't name them, so they are entered once."""
    club, battle = at_the_table()
    one, other = "c0d0g0", "c1d0g0"
    assert (guns(club, battle, one), guns(club, battle, other)) == ("12-pdr Napoleon",) * 2
    fired = {"firers": [{"kind": "10-pdr Parrott", "stands": 1, "points_each": 10}]}
    roll(club, battle, one, name="fire", inputs=fired)
    assert (guns(club, battle, one), guns(club, battle, other)) == ("10-pdr Parrott", "12-pdr Napoleon")
    both_request(club, battle)
    roll(club, battle, one, name="fire", inputs={"firers": [{**fired["firers"][0], "kind": "12-pdr howitzer"}]})
    assert guns(club, battle, one) == "12-pdr howitzer"


def test_cavalrys_battery_is_horse_artillery() -> None:
    asked = {"firers": [{"kind": "12-pdr Napoleon", "stands": 1}]}
    (firer,) = with_guns(asked, NamedBattery("Stuart's", Arm.CAVALRY), {})["firers"]
    assert firer == {"kind": "horse artillery", "stands": 1}
    (firer,) = with_guns(asked, NamedBattery("Hotchkiss"), {})["firers"]
    assert firer["kind"] == "12-pdr Napoleon"


def test_brigade_that_fired_dismounted_is_still_dismounted() -> None:
    asked = {"firers": [{"kind": "mounted cavalry", "stands": 4}]}
    before = {"firers": [{"kind": "dismounted cavalry", "stands": 8}, {"kind": "10-pdr Parrott", "stands": 1}]}
    assert with_guns(asked, None, before) == {"firers": [{"kind": "dismounted cavalry", "stands": 4}]}
