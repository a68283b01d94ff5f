"""5.0, 6.4, and 7.4: Group Moves, pinning, Strategic Moves, retreats, and regrouping."""

from itertools import product
from typing import Any

import pytest

from rulesets.action_cards.tables import LIMITS, SPEEDS
from rulesets.action_cards.tests.helpers import carried_out, odds, result, switched
from rulesets.core.errors import IllegalOrder

GROUNDS = ["clear", "forest", "marsh", "mountain"]
HEXSIDES = ["open", "minor river", "major river", "mountain pass", "ridge"]
ROWS: dict[str, tuple[float, ...]] = {
    "clear": (4, 2, 2, 1, 4, 2),
    "forest": (2, 1, 1, 0.5, 2, 1),
    "marsh": (2, 1, 1, 0.5, 2, 1),
    "mountain": (1, 1, 1, 0.5, 1, 1),
    "minor river": (2, 1, 1, 0.5, 2, 1),
    "major river": (2, 1, 0, 0, 2, 1),
    "mountain pass": (1, 1, 1, 0.5, 1, 1),
    "ridge": (0, 0, 0, 0, 0, 0),
}
RAISED = {"marsh", "mountain", "minor river", "mountain pass"}
PURPOSES = ["attack", "reinforce", "retreat"]


def limit(ground: str, hexside: str, purpose: str, *, winter: bool, railroad: bool) -> float:
    """Return the limit as the facts put it: the lowest of hex and hexside counts, a railroad raises to forest."""
    lines = [line for line in (ground, hexside) if line != "open"]
    lines = ["forest" if railroad and line in RAISED else line for line in lines]
    return min(ROWS[line][2 * PURPOSES.index(purpose) + winter] for line in lines)


def move(*path: dict[str, Any], **inputs: Any) -> Any:
    return result("group_move_limits", {"path": list(path), **inputs})


@pytest.mark.rule("AC-5.3")
class Test_5_3_group_move:
    @pytest.mark.parametrize("kind", [str(kind) for kind in SPEEDS.rows])
    @pytest.mark.parametrize("winter", [False, True])
    @pytest.mark.parametrize("forced", [False, True])
    def test_block_marches_up_to_its_speed(self, kind: str, *, winter: bool, forced: bool) -> None:
        speeds = {"cavalry": 3, "heavy artillery": 1, "garrison": 1}
        speed = speeds.get(kind, 2) - winter
        reach = speed + forced if speed else 0
        for hexes in range(1, 6):
            assert move(*[{}] * hexes, kind=kind, winter=winter, forced=forced).allowed is (hexes <= reach)

    def test_any_number_moves_where_no_enemy_is(self) -> None:
        assert move({"ground": "mountain"}, blocks=60).may_move == 60

    def test_friends_are_passed_and_enemies_stop_the_move(self) -> None:
        assert move({}, {}).allowed
        assert move({"enemy": True}, {}).broken == ("Hex 1 holds enemy blocks: stop and fight there.",)
        assert move({}, {"enemy": True}).fights == "attacks"

    @pytest.mark.parametrize("ground", GROUNDS)
    @pytest.mark.parametrize("hexside", HEXSIDES)
    @pytest.mark.parametrize("railroad", [False, True])
    def test_ground_stops_or_closes_the_way(self, ground: str, hexside: str, *, railroad: bool) -> None:
        crossing = {"ground": ground, "hexside": hexside, "railroad": railroad}
        barred = hexside in ("major river", "ridge")
        stops = not railroad and (ground in ("marsh", "mountain") or hexside == "mountain pass")
        assert move(crossing).allowed is not barred
        assert move(crossing, {}).allowed is not (barred or stops)

    @pytest.mark.parametrize(
        ("inputs", "fault"),
        [
            ({"moved": True}, "A block moves only once in an Action Phase."),
            ({"pinned": True}, "A pinned block cannot move."),
            ({"kind": "garrison", "winter": True}, "A garrison cannot march in Winter."),
            ({"kind": "garrison", "winter": True, "forced": True}, "A garrison cannot march in Winter."),
        ],
    )
    def test_broken_clause_is_named(self, inputs: dict[str, Any], fault: str) -> None:
        assert move({}, **inputs).broken == (fault,)

    def test_forced_march_says_what_it_risks(self) -> None:
        said = str(move({}, {}, {}, forced=True))
        assert said == "1 block may move there; afterward each rolls a d6 and loses a step on 3 or less"

    def test_ruling_opens_major_rivers_to_a_whole_move(self) -> None:
        crossing, freely = {"hexside": "major river"}, switched("R-404", "yes, if no enemy is near")
        assert not move(crossing).allowed
        assert result("group_move_limits", {"path": [crossing]}, context=freely).allowed
        for path in ([crossing, {}], [{**crossing, "enemy": True}], [{**crossing, "under_attack": True}]):
            assert not result("group_move_limits", {"path": path}, context=freely).allowed


class Test_5_2_limits:
    @pytest.mark.rule("AC-6.1")
    @pytest.mark.parametrize(("ground", "hexside"), list(product(GROUNDS, [h for h in HEXSIDES if h != "ridge"])))
    @pytest.mark.parametrize("winter", [False, True])
    @pytest.mark.parametrize("railroad", [False, True])
    def test_attack_and_reinforcement_have_their_limit(
        self, ground: str, hexside: str, *, winter: bool, railroad: bool
    ) -> None:
        if hexside == "major river":
            return
        crossing = {"ground": ground, "hexside": hexside, "railroad": railroad}
        most = limit(ground, hexside, "attack", winter=winter, railroad=railroad)
        found = move({**crossing, "enemy": True}, blocks=9, winter=winter)
        assert (found.may_move, found.fights) == (most, "attacks")
        most = limit(ground, hexside, "reinforce", winter=winter, railroad=railroad)
        asked = {"path": [{**crossing, "under_attack": True}], "blocks": 9, "winter": winter}
        if most == 0.5:
            assert [result("group_move_limits", asked, die).may_move for die in range(1, 7)] == [1, 1, 1, 0, 0, 0]
            assert list(odds("group_move_limits", asked).values()) == [0.5, 0.5]
        else:
            assert (result("group_move_limits", asked).may_move, most) == (most, int(most))

    def test_blocks_that_crossed_before_count(self) -> None:
        assert [move({"enemy": True}, blocks=4, crossed=n).may_move for n in range(6)] == [4, 3, 2, 1, 0, 0]

    def test_two_blocks_over_a_forest_hexside_in_winter_are_one(self) -> None:
        found = move({"ground": "forest", "enemy": True}, blocks=2, winter=True)
        assert str(found) == "1 block may move there and must stop and fight"

    def test_roll_is_keyed_by_place_and_turn(self) -> None:
        asked = {"path": [{"ground": "forest", "under_attack": True}], "winter": True, "place": "Corinth", "turn": 6}
        (throw,) = carried_out("group_move_limits", asked, 3).throws
        assert (throw.rule, throw.subject, throw.turn) == ("AC-5.2", ("Corinth", "reinforcement"), 6)

    @pytest.mark.parametrize("row", ROWS)
    def test_table_is_the_facts_table(self, row: str) -> None:
        (cells,) = [cells for line, cells in LIMITS.rows.items() if str(line) == row]
        assert tuple(map(float, cells)) == ROWS[row]


@pytest.mark.rule("AC-5.6")
class Test_5_6_pinning:
    @pytest.mark.parametrize(("main", "reserves", "defenders"), list(product([1, 3, 6], [0, 1, 4], [1, 3, 5, 9])))
    def test_each_attacking_block_pins_one(self, main: int, reserves: int, defenders: int) -> None:
        asked = {"attackers": main, "reserves": reserves, "defenders": defenders}
        found = result("pinning", asked)
        assert (found.pinned, found.free) == (min(main + reserves, defenders), max(0, defenders - main - reserves))
        only_main = result("pinning", asked, context=switched("R-405", "the main attack only"))
        assert only_main.pinned == min(main, defenders)

    @pytest.mark.parametrize(
        ("leaving", "broken"),
        [
            ([("S", 1)], ()),
            ([("N", 1)], ("Attackers used the N hexside.",)),
            ([("S", 2)], ("2 blocks would leave; only 1 is free.",)),
            ([("S", 1), ("SE", 1)], ("2 blocks would leave; only 1 is free.",)),
        ],
    )
    def test_free_blocks_leave_where_attackers_did_not_enter(
        self, leaving: list[tuple[str, int]], broken: tuple[str, ...]
    ) -> None:
        """4 attackers, 3 of them in the main attack, on 5 defenders."""
        exits = [{"hexside": hexside, "blocks": blocks} for hexside, blocks in leaving]
        asked = {"attackers": 3, "reserves": 1, "defenders": 5, "entered_by": ["N", "NW"], "leaving": exits}
        assert result("pinning", asked).broken == broken


CAPACITIES = {("rail", "USA"): 8, ("rail", "CSA"): 5, ("river", "USA"): 6, ("sea", "USA"): 6,
              ("ferry", "USA"): 4, ("ferry", "CSA"): 4}  # fmt: skip


def strategic(**inputs: Any) -> Any:
    return result("strategic_move", {"side": "USA", "by": "rail", "theater": "East", **inputs})


@pytest.mark.rule("AC-5.1")
class Test_5_4_strategic_move:
    @pytest.mark.parametrize(("by", "side"), list(product(["rail", "river", "sea", "ferry"], ["USA", "CSA"])))
    def test_each_kind_has_its_capacity(self, by: str, side: str) -> None:
        most = CAPACITIES.get((by, side), 0)
        for blocks in range(1, 10):
            assert strategic(by=by, side=side, blocks=blocks).allowed is (blocks <= most)
            assert strategic(by=by, side=side, blocks=blocks, winter=True).allowed is (blocks <= most)

    @pytest.mark.parametrize(
        ("strength", "allowed", "left"), [(4, True, 3), (2, True, 1), (1, False, 0), (0, False, 0)]
    )
    def test_activation_costs_a_step_and_needs_two(self, strength: int, left: int, *, allowed: bool) -> None:
        found = strategic(hq_strength=strength)
        assert (found.allowed, found.hq_left) == (allowed, left)

    def test_ruling_makes_activation_free(self) -> None:
        free = switched("R-402", "nothing")
        asked = {"side": "USA", "by": "rail", "hq_strength": 1}
        assert result("strategic_move", asked, context=free).hq_left == 1
        assert not result("strategic_move", {**asked, "hq_strength": 0}, context=free).allowed

    @pytest.mark.parametrize(("by", "dry", "mud"), [("rail", 0, 0), ("river", 2, 1), ("sea", 2, 1), ("ferry", 2, 1)])
    def test_landing_is_the_only_attack(self, by: str, dry: int, mud: int) -> None:
        for winter, most in ((False, dry), (True, mud)):
            for blocks in range(1, 4):
                found = strategic(by=by, to="held by the enemy", blocks=blocks, winter=winter)
                assert (found.allowed, found.attacks) == (blocks <= most, blocks <= most)

    @pytest.mark.parametrize(
        ("inputs", "fault"),
        [
            ({"hq_supplied": False}, "The Supreme HQ needs a supply line."),
            ({"hq_contested": True}, "The Supreme HQ is in a contested hex."),
            ({"moved": True}, "A block moves only once in an Action Phase."),
            ({"contested": True}, "No Strategic Move leaves a contested hex."),
            ({"supplied": False}, "The blocks need a supply line at the start."),
            ({"reaches": False}, "No way by rail joins both hexes."),
            ({"enemies": True}, "The way must be free of enemies."),
            ({"unbridged": True}, "The line is broken at the river; it needs a ferry."),
            ({"gap": 1}, "In enemy home territory the line must be garrisoned in every hex."),
            ({"by": "sea", "theater": "West"}, "There is no sea in the West."),
            ({"by": "river", "fort": True}, "A manned enemy fort or fortress closes the water."),
            ({"by": "ferry", "side": "CSA", "estuary": True}, "The CSA may not ferry an estuary."),
            ({"to": "contested"}, "A Strategic Move may not join a battle."),
            ({"by": "ferry", "to": "held by the enemy", "bluff": True}, "No attack crosses a bluff."),
            ({"by": "river", "side": "CSA"}, "The CSA may not move by river."),
        ],
    )
    def test_broken_clause_is_named(self, inputs: dict[str, Any], fault: str) -> None:
        assert strategic(**inputs).broken == (fault,)

    def test_garrison_moves_by_rail_in_winter(self) -> None:
        assert strategic(winter=True).allowed

    def test_ruling_allows_every_second_hex(self) -> None:
        second = switched("R-424", "every second hex")
        asked = {"side": "USA", "by": "rail"}
        assert result("strategic_move", {**asked, "gap": 1}, context=second).allowed
        assert not result("strategic_move", {**asked, "gap": 2}, context=second).allowed


def retreated(role: str, *ways: dict[str, Any], **inputs: Any) -> Any:
    named = [{"name": f"hex {n}", **way} for n, way in enumerate(ways)]
    return result("retreat", {"role": role, "blocks": 12, "ways": named, **inputs})


@pytest.mark.rule("AC-7.4")
class Test_7_4_retreat:
    @pytest.mark.parametrize(("ground", "hexside"), list(product(GROUNDS, HEXSIDES)))
    @pytest.mark.parametrize("winter", [False, True])
    @pytest.mark.parametrize("railroad", [False, True])
    def test_hexside_has_its_limit_each_round(self, ground: str, hexside: str, *, winter: bool, railroad: bool) -> None:
        way = {"ground": ground, "hexside": hexside, "railroad": railroad, "came_from": True}
        most = limit(ground, hexside, "retreat", winter=winter, railroad=railroad)
        assert retreated("attacker", way, winter=winter).away == most
        assert retreated("attacker", {**way, "crossed": 1}, winter=winter).away == max(0, most - 1)

    @pytest.mark.parametrize(
        ("role", "way", "why_not"),
        [
            ("defender", {"holder": "enemy"}, "an enemy hex"),
            ("defender", {"battle": True}, "a battle hex"),
            ("defender", {"attackers_used": True}, "attackers used the hexside"),
            ("defender", {"hexside": "major river"}, "over a major river only back the way they came"),
            ("defender", {"hexside": "ridge"}, "the hexside is closed"),
            ("attacker", {}, "attackers retreat only to where they came from"),
            ("attacker", {"came_from": True, "holder": "enemy"}, "an enemy hex"),
            (
                "attacker",
                {"came_from": True, "defenders_used": True},
                "both sides used the hexside, so only the defender may",
            ),
        ],
    )
    def test_closed_way_says_why(self, role: str, way: dict[str, Any], why_not: str) -> None:
        (found,) = retreated(role, way).ways
        assert (found.most, found.why_not) == (0, why_not)

    @pytest.mark.parametrize(
        ("role", "way"),
        [
            ("defender", {}),
            ("defender", {"holder": "neutral"}),
            ("attacker", {"came_from": True}),
            ("attacker", {"came_from": True, "holder": "neutral"}),
            ("defender", {"attackers_used": True, "defenders_used": True, "came_from": True}),
        ],
    )
    def test_open_way_takes_four_in_dry_weather(self, role: str, way: dict[str, Any]) -> None:
        assert retreated(role, way).away == 4

    def test_who_must_leave_and_cannot_is_eliminated(self) -> None:
        lost = {"came_from": True, "holder": "enemy"}
        found = retreated("attacker", lost, blocks=2, must=True)
        assert str(found) == "no block may retreat; 2 eliminated, prisoners of the enemy"
        asked = {"role": "attacker", "blocks": 2, "must": True, "ways": [{"name": "W2113", **lost}]}
        pool = result("retreat", asked, context=switched("R-417", "straight to the pool"))
        assert str(pool) == "no block may retreat; 2 eliminated, into the pool"

    def test_who_may_stay_waits_for_the_next_round(self) -> None:
        found = retreated("defender", {"ground": "forest"}, blocks=3)
        assert (str(found), found.stay) == ("2 blocks may retreat; 1 must stay this round", 1)
        assert list(found.in_lines(None))[1] == "  hex 0: up to 2 blocks"

    def test_several_ways_add_up(self) -> None:
        assert retreated("defender", {}, {"ground": "forest"}, {"attackers_used": True}).away == 6

    @pytest.mark.parametrize(
        ("ways", "broken"),
        [
            ([{"blocks": 4}], ()),
            ([{"blocks": 5}], ("hex 0: 5 blocks sent; the limit is 4.",)),
            ([{"blocks": 1, "battle": True}], ("hex 0: 1 block sent; a battle hex.",)),
            ([{"blocks": 4}] * 4, ("16 blocks are sent; the limit is the 12 that retreat.",)),
        ],
    )
    def test_plan_is_checked(self, ways: list[dict[str, Any]], broken: tuple[str, ...]) -> None:
        assert retreated("defender", *ways).broken == broken

    def test_hex_listed_twice_is_refused(self) -> None:
        with pytest.raises(IllegalOrder, match="Adjacent hexes: W1 is listed twice"):
            result("retreat", {"role": "defender", "ways": [{"name": "W1"}, {"name": "W1"}]})


def regrouped(*path: dict[str, Any], **inputs: Any) -> Any:
    return result("regroup", {"path": list(path), "blocks": 12, **inputs})


@pytest.mark.rule("AC-6.4")
class Test_6_4_regroup:
    @pytest.mark.parametrize(("ground", "hexside"), list(product(GROUNDS, ["open", "minor river", "mountain pass"])))
    @pytest.mark.parametrize("winter", [False, True])
    def test_first_hexside_has_the_limit_of_a_retreat(self, ground: str, hexside: str, *, winter: bool) -> None:
        way = {"ground": ground, "hexside": hexside}
        most = limit(ground, hexside, "retreat", winter=winter, railroad=False)
        assert regrouped(way, winter=winter).may_move == most
        assert regrouped(way, winter=winter, crossed=1).may_move == most - 1

    @pytest.mark.parametrize(
        ("kind", "dry", "mud"), [("infantry", 2, 1), ("cavalry", 3, 2), ("garrison", 1, 1), ("heavy artillery", 1, 1)]
    )
    def test_block_goes_as_far_as_its_speed_and_at_least_a_hex(self, kind: str, dry: int, mud: int) -> None:
        for winter, reach in ((False, dry), (True, mud)):
            for hexes in range(1, 5):
                asked = {"path": [{}] * hexes, "kind": kind, "winter": winter}
                assert result("regroup", asked).allowed is (hexes <= reach)
                assert result("regroup", asked, context=switched("R-408", "1 hex")).allowed is (hexes == 1)

    @pytest.mark.parametrize(
        ("path", "fault"),
        [
            ([{"holder": "enemy"}], "Hex 1 is an enemy hex."),
            ([{"holder": "neutral"}], "Hex 1 is neutral; regrouping ends in a friendly hex."),
            ([{"battle": True}], "A battle is going on in hex 1."),
            ([{"hexside": "ridge"}], "The hexside into hex 1 is closed."),
            ([{"hexside": "major river"}], "A major river is in the way of hex 1."),
            ([{"ground": "marsh"}, {}], "The ground ends the move in hex 1."),
        ],
    )
    def test_broken_clause_is_named(self, path: list[dict[str, Any]], fault: str) -> None:
        assert regrouped(*path).broken == (fault,)

    def test_neutral_hex_is_passed_and_by_ruling_an_end(self) -> None:
        assert regrouped({"holder": "neutral"}, {}).allowed
        assert result("regroup", {"path": [{"holder": "neutral"}]}, context=switched("R-433", "yes")).allowed

    def test_only_the_victor_regroups(self) -> None:
        assert regrouped({}, victor=False).broken == ("Only the victor regroups.",)
