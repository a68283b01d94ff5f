"""The worked examples of the rules, by number: 1 to 29."""

from typing import Any

import pytest

from rulesets.core.dice import ScriptedDice
from rulesets.core.registry import procedure

STANDARD = {"stands_per_sp": 20}


def run(name: str, inputs: dict[str, Any], *dice: int) -> Any:
    procedure_id = name if "." in name else f"cw_to_ff.{name}"
    return procedure(procedure_id).run(inputs, ScriptedDice(*dice)).result


def says(name: str, inputs: dict[str, Any], *dice: int) -> str:
    return str(run(name, inputs, *dice))


def triple(stands: int, quality: str) -> str:
    found: str = run("fire_and_fury.effectiveness", {"stands": stands, "quality": quality}).triple
    return found


def arrival(die: int, **march: Any) -> str:
    speed: str = run("flank_march_arrival", march, die).speed
    return speed


def meeting(a: dict[str, Any], b: dict[str, Any], *dice: int) -> Any:
    forces = [{"side": "A", "speed": "deliberate", **a}, {"side": "B", "speed": "deliberate", **b}]
    return run("flank_march_meeting", {"forces": forces}, *dice)


def arriving(a: dict[str, Any], b: dict[str, Any]) -> list[int]:
    return [each.stands for each in meeting(a, b).arriving]


def losses(crack: tuple[int, int], other: tuple[int, int]) -> Any:
    inputs = {
        name: {"brought_sp": brought, "stands_lost": lost}
        for name, (brought, lost) in {"crack": crack, "other": other}.items()
    }
    return run("losses_to_strength", {**inputs, **STANDARD})


def test_example_1_sp_become_stands() -> None:
    assert says("convert_strength", {"items": [{"size": 3}]}) == "60 infantry stands, 6 foot batteries"
    assert says("convert_strength", {"items": [{"arm": "cavalry"}]}) == "20 cavalry stands, 2 horse batteries"


def division(leader: str, items: list[str], stands: list[int], batteries: int) -> dict[str, Any]:
    brigades = [{"stands": size} for size in stands]
    return {"leader": leader, "items": items, "brigades": brigades, "batteries": batteries}


def checked(items: list[dict[str, Any]], leader: dict[str, Any], order: dict[str, Any]) -> list[str]:
    faults = run("check_order_of_battle", {"items": items, "leaders": [leader], "order": order}).faults
    return [fault.cites for fault in faults]


def test_example_2_division_of_50_stands_is_refused() -> None:
    items = [{"id": "a", "size": 3, "carried_loss": "1/2"}]
    order = {"divisions": [division("l", ["a"] * 3, [10] * 5, 4)], "batteries": 2}
    assert checked(items, {"id": "l"}, order) == ["VG-4C"]


@pytest.mark.parametrize(("divisions", "faults"), [([["a", "b"]], ["VG-4C"]), ([["a"], ["b"]], [])])
def test_example_2_corps_needs_two_divisions(divisions: list[list[str]], faults: list[str]) -> None:
    made = [division("", names, [10, 10] * len(names), 2 * len(names)) for names in divisions]
    order = {"corps": [{"leader": "Grant", "divisions": made}]}
    assert checked([{"id": "a"}, {"id": "b"}], {"id": "Grant", "stars": 2}, order) == faults


def test_example_3_twenty_veteran_stands_make_three_brigades() -> None:
    draft = run("draft_order_of_battle", {"items": [{"id": "a"}], "leaders": [{"id": "l"}]})
    assert [brigade.triple for brigade in draft.order.divisions[0].brigades] == ["7.5.4", "7.5.4", "6.5.3"]


def test_example_4_demoralized_green_brigades_start_worn() -> None:
    assert triple(10, "green") == "10.8.6"
    assert run("worn_start", {"triple": "10.8.6"}).triple == "-.10.6"
    assert run("worn_start", {"triple": triple(7, "crack")}).triple == "-.7.3"


@pytest.mark.parametrize(("left", "legal"), [(26, False), (25, True)])
def test_example_5_half_an_army_may_march(left: int, *, legal: bool) -> None:
    forces = [{"edge": "right", "stands": 30}, {"edge": "left", "stands": left}]
    assert run("check_flank_march", {"army_stands": 110, "forces": forces}).is_legal is legal


def test_example_6_army_of_30_cannot_send_20() -> None:
    assert not run("check_flank_march", {"army_stands": 30, "forces": [{"edge": "left", "stands": 20}]}).is_legal


def test_example_7_initiative_2_gives_its_odds() -> None:
    assert [arrival(die, initiative=2) for die in (3, 2, 1)] == ["swift", "deliberate", "plodding"]


def test_example_8_forest_slows_only_the_attacker() -> None:
    forest: dict[str, Any] = {"initiative": 2, "hex_terrain": "forest"}
    assert (arrival(3, **forest, attacks=True), arrival(3, **forest)) == ("deliberate", "swift")


def test_example_9_river_and_forest_add_up() -> None:
    river: dict[str, Any] = {"initiative": 2, "attacks": True, "hexside_crossed": "navigable_river"}
    assert [arrival(die, **river) for die in (4, 3, 2, 1)] == ["deliberate", *["plodding"] * 3]
    assert {arrival(die, **river, hex_terrain="forest") for die in (1, 2, 3, 4)} == {"plodding"}


def test_example_10_initiative_4_gives_its_odds() -> None:
    assert [arrival(die, initiative=4) for die in (4, 3, 2, 1)] == ["deliberate", *["plodding"] * 3]


def test_example_11_meeting_depends_on_the_marches() -> None:
    swift, plodding, deliberate = ({"speed": s, "infantry": 20} for s in ("swift", "plodding", "deliberate"))
    assert [each.entry_turn for each in meeting(swift, plodding).arriving] == [4, 14]
    assert [meeting(swift, deliberate, die).meets for die in (5, 6)] == [True, False]
    assert meeting(plodding, deliberate, 5).meets
    assert meeting(deliberate, deliberate).meets


def test_example_12_larger_force_brings_its_excess() -> None:
    larger, smaller = meeting({"infantry": 40, "batteries": 4}, {"infantry": 25}).arriving
    assert (larger.stands, larger.batteries, larger.entry_turn) == (15, 2, 9)
    assert (smaller.stands, smaller.leader_arrives) == (0, False)
    assert says("leader_fates", {"leaders": [{"id": "B", "on_table": False}]}) == "B: must check for loss"


def test_example_13_cavalry_keeps_off_all_30() -> None:
    assert arriving({"cavalry": 20}, {"infantry": 30}) == [0, 0]


def test_example_14_cavalry_keeps_off_40_of_50() -> None:
    assert arriving({"cavalry": 20}, {"infantry": 50}) == [0, 10]


def test_example_15_infantry_meets_a_mixed_force() -> None:
    assert arriving({"infantry": 30, "cavalry": 10}, {"infantry": 35}) == [5, 0]


def test_example_16_mixed_force_keeps_off_50() -> None:
    assert arriving({"infantry": 60}, {"infantry": 20, "cavalry": 15}) == [10, 0]


@pytest.mark.parametrize(
    ("stands", "ground", "inches"),
    [
        (80, {"hex_terrain": "forest"}, 20),
        (90, {"hexside_crossed": "unnavigable_river"}, 22.5),
        (60, {"hex_terrain": "swamp"}, 30),
        (80, {"hex_terrain": "forest", "hexside_crossed": "navigable_river"}, 60),
    ],
)
def test_example_17_breastworks_follow_the_ground(stands: int, ground: dict[str, str], inches: float) -> None:
    assert run("breastworks", {"stands_on_table": stands, **ground}).inches == inches


def test_example_18_two_sp_lost_demoralize() -> None:
    lost = losses((2, 11), (4, 25))
    assert (lost.crack.carry_stands, lost.other.carry_stands, lost.lost_sp) == (-9, 5, 2)
    assert run("demoralization", {"lost_sp": lost.lost_sp}).cites == "VG-9B"


def test_example_19_thirty_eight_stands_cost_one_sp() -> None:
    lost = losses((2, 9), (4, 29))
    assert (lost.crack.carry_stands, lost.other.carry_stands, lost.lost_sp) == (9, 9, 1)
    assert run("demoralization", {"lost_sp": 1}).cites == "VG-9C"


@pytest.mark.parametrize(("stands", "points", "carry"), [(30, 2, -10), (29, 1, 9), (10, 1, -10), (9, 0, 9)])
def test_example_20_losses_round_to_nearest(stands: int, points: int, carry: int) -> None:
    lost = losses((0, 0), (4, stands)).other
    assert (lost.lost_sp, lost.carry_stands) == (points, carry)


def test_example_21_lost_class_hands_its_carryover_on() -> None:
    left = losses((1, 11), (3, 25)).other
    assert (left.left_sp, left.carry_stands) == (2, -4)
    items = {"items": [{"size": left.left_sp, "carried_loss": str(left.carry)}]}
    assert says("convert_strength", items) == "44 infantry stands, 4 foot batteries"


def test_example_22_skedaddlers_return_at_nightfall() -> None:
    night = {"triple": "10.8.5", "on_table": 4, "skedaddled": 2, "killed": 3, "captured": 1}
    assert says("nightfall", night) == "6 stands, Worn; 4 lost for good"


def test_example_23_turns_follow_the_clock() -> None:
    july, winter = (run("game_day", {"season": s, "turn": 14}) for s in ("Jul-Aug", "Nov-Feb"))
    assert (july.turns, july.dusk, july.hour, winter.hour) == (30, 1930, 1130, 1330)
    assert run("game_day", {"season": "Nov-Feb", "turn": 21}).hour == 1700


def test_example_24_victory_points_add_up() -> None:
    against = {
        "brigades": [{"ended": e, "number": n} for e, n in (("Worn", 3), ("Spent", 2), ("destroyed", 1))],
        "batteries": 2,
        "leaders": [{"rank": "division leader"}],
        "objectives": [{"name": "the crossroads", "points": 5}],
    }
    points = run("fire_and_fury.victory_points", against)
    assert (points.brigades, points.batteries, points.leaders, points.objectives) == (11, 2, 1, 5)
    assert points.total == 19


def test_example_25_winner_may_have_left_the_field() -> None:
    result = run("winner", {"attacker_points": 19, "defender_points": 12, "attacker_end": "withdrew"})
    assert (result.winner, result.retreats) == ("attacker", "defender")
    assert run("demoralization", {"lost_sp": 0, "end": "withdrew"}).cites == "VG-8C"
    odds = procedure("cw_to_ff.demoralization").odds({"lost_sp": 1, "column": "E", "enemy_size": "medium"})
    assert odds.of(lambda result: result.demoralized is True) == 3 / 6


def test_example_26_army_leader_affects_corps_leaders() -> None:
    def die(place: str, *, chief: str = "unattached", exceptional: bool = False) -> int:
        """Add the bridge's modifiers to Fire and Fury's own."""
        rating = "excellent" if exceptional else "average"
        leader = {"rank": "corps", "rating": rating, "place": place, "in_army_radius": False}
        added = run("maneuver_modifiers", {"leaders": [leader], "army_leader": {"place": chief}}).total
        here = "attached" if place == "attached here" else place
        from rulesets.core.reckoning import Reckoning
        from rulesets.fire_and_fury.maneuver import Maneuvering, maneuver_modifier

        own = Maneuvering.model_validate(
            {"status": "Worn", "leaders": [{"rank": "corps", "place": here, "exceptional": exceptional}]}
        )
        return maneuver_modifier(own, Reckoning()) + int(added)

    assert die("in radius", exceptional=True) == 1
    assert die("in radius") == 0
    assert die("attached here", exceptional=True) == 2
    assert die("in radius", chief="attached here") == 2


@pytest.mark.parametrize(
    ("tactical", "dice", "rating"), [(1, [5], "excellent"), (1, [6], "average"), (-1, [5], "poltroon")]
)
def test_example_27_ratings_follow_tactical_ratings(tactical: int, dice: list[int], rating: str) -> None:
    assert run("leader_rating", {"tactical": tactical}, *dice).rating == rating
    assert run("leader_rating", {"tactical": tactical, "from_counter": False}).rating == "average"


@pytest.mark.parametrize(
    ("turn", "tactical", "die", "pool"), [(3, 1, 2, True), (3, 1, 3, False), (5, 1, 4, True), (4, -1, 1, True)]
)
def test_example_28_promotion_roll_succeeds_or_fails(turn: int, tactical: int, die: int, *, pool: bool) -> None:
    assert run("promotion_roll", {"counter_turn": 2, "turn": turn, "tactical": tactical}, die).to_pool is pool


def test_example_28_promotion_is_impossible_after_one_turn() -> None:
    odds = procedure("cw_to_ff.promotion_roll").odds({"counter_turn": 2, "turn": 3, "tactical": -1})
    assert odds.named() == {"stays on the turn track": 1}


@pytest.mark.parametrize(
    ("qualities", "candidates"),
    [
        (("veteran", "veteran", "green"), 2),
        (("green", "green", "green"), 3),
        (("crack", "green", "green"), 0),
    ],
)
def test_example_29_candidates_may_become_crack(qualities: tuple[str, ...], candidates: int) -> None:
    listed = [{"id": str(n), "quality": quality} for n, quality in enumerate(qualities)]
    assert len(run("quality_after_battle", {"points": listed, "won": True}).candidates) == candidates
