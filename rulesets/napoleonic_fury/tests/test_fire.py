"""Fire points, the fire table, its modifiers and effects."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.core.errors import IllegalOrder
from rulesets.napoleonic_fury.state import Fire, Nation
from rulesets.napoleonic_fury.tables import FIRE
from rulesets.napoleonic_fury.tests.helpers import (
    WAYS,
    carried_out,
    marks_of,
    odds_by,
    out_of,
    result,
    rolled,
    switched,
)

HALF = Fraction(1, 2)
# fire points of a row: the last total of each effect but the worst; None: no such effect
PRINTED: list[tuple[tuple[Fraction | int, ...], tuple[int | None, ...]]] = [
    ((HALF, Fraction(3, 4)), (10,)),
    ((1, Fraction(3, 2)), (9,)),
    ((2, Fraction(5, 2)), (8,)),
    ((3,), (8, 11)),
    ((4,), (7, 10)),
    ((5,), (6, 9)),
    ((6, 7), (5, 8)),
    ((8, 9), (5, 8, 11)),
    ((10, 11), (4, 7, 10)),
    ((12, 14), (3, 6, 9)),
    ((15, 19), (2, 5, 8, 11)),
    ((20, 24), (1, 4, 7, 10)),
    ((25, 29), (0, 3, 6, 9)),
    ((30, 34), (None, 2, 5, 8)),
    ((35, 39), (None, 1, 4, 7)),
    ((40, 45), (None, 1, 3, 6)),
    ((46, 50), (None, 0, 2, 5)),
    ((51, 120), (None, 0, 1, 4)),
]
ROWS = [(points, ends) for rows, ends in PRINTED for points in rows]
# Unmodified chances in 36 by effect, as the decoded table gives them
ODDS = {
    HALF: (33, 3, 0, 0, 0),
    1: (30, 6, 0, 0, 0),
    2: (26, 10, 0, 0, 0),
    3: (26, 9, 1, 0, 0),
    4: (21, 12, 3, 0, 0),
    5: (15, 15, 6, 0, 0),
    6: (10, 16, 10, 0, 0),
    8: (10, 16, 9, 1, 0),
    10: (6, 15, 12, 3, 0),
    12: (3, 12, 15, 6, 0),
    15: (1, 9, 16, 9, 1),
    20: (0, 6, 15, 12, 3),
    25: (0, 3, 12, 15, 6),
    30: (0, 1, 9, 16, 10),
    35: (0, 0, 6, 15, 15),
    40: (0, 0, 3, 12, 21),
    46: (0, 0, 1, 9, 26),
    51: (0, 0, 0, 6, 30),
}
# kind: the points at ranges that end at these inches
REACHES: dict[str, list[tuple[float, int]]] = {
    "infantry": [(0, 2), (2, 1)],
    "light infantry": [(0, 2), (3, 1)],
    "dismounted cavalry": [(1, 1)],
    "horse artillery": [(2, 8), (8, 3), (12, 1)],
    "heavy artillery": [(2, 12), (8, 4), (12, 2), (16, 1)],
}
HEAVY = {"kind": "heavy artillery", "range_inches": 8}
EFFECTS = {
    "desultory": (False, 0, ""),
    "lively": (True, 0, "silenced"),
    "telling": (True, 1, "damaged and silenced"),
    "deadly": (True, 2, "wrecked"),
    "withering": (True, 3, "wrecked"),
}


def firing(points: Fraction | int) -> dict[str, Any]:
    """Return inputs for so many fire points of troops that have no modifier."""
    parts = Fraction(points).denominator  # halved once or twice
    stands = int(points * parts)
    each = {"kind": "dismounted cavalry", "range_inches": 1, "nation": "Spain", "disordered": parts == 4}
    firers = [each | {"stands": min(40, stands - n)} for n in range(0, stands, 40)]
    return {"firers": firers, "breakthrough": parts > 1}


def points_of(*firers: dict[str, Any], **more: Any) -> Fraction:
    context = {"context": more.pop("context")} if "context" in more else {}
    return Fraction(result("fire_points", {"firers": list(firers), **more}, **context).points)


def modifier(
    firer: dict[str, Any] | None = None, context: Any = None, others: tuple[Any, ...] = (), **target: Any
) -> int:
    """Return the fire modifiers before the limit."""
    first = {"range_inches": 2, "nation": "Spain", "kind": "infantry", "stands": 4} | (firer or {})
    more = {"context": context} if context else {}
    steps = carried_out("fire", {"firers": [first, *others], **target}, 3, 4, **more).steps
    said = next(step.says for step in steps if step.says.startswith("Fire modifiers: "))
    return int(said.removeprefix("Fire modifiers: ").split(",")[0].rstrip(".").replace("−", "-"))


def guns(nation: str, kind: str = "heavy artillery", range_inches: float = 8, **more: Any) -> dict[str, Any]:
    return {"nation": nation, "kind": kind, "range_inches": range_inches, "stands": 1, **more}


@pytest.mark.rule("NF-RANGE")
class Test_fire_points:
    @pytest.mark.parametrize(
        ("kind", "last", "points"), [(kind, *each) for kind, reach in REACHES.items() for each in reach]
    )
    def test_every_range_ends_at_its_inch(self, kind: str, last: float, points: int) -> None:
        assert points_of({"kind": kind, "range_inches": last}) == points
        following = next((p for end, p in REACHES[kind] if end > last), None)
        beyond = {"kind": kind, "range_inches": last + 0.25}
        if following is None:
            with pytest.raises(IllegalOrder, match=f"1st firer, range: {kind} cannot reach"):
                points_of(beyond)
        else:
            assert points_of(beyond) == following

    @pytest.mark.parametrize("kind", ["horse artillery", "heavy artillery", "dismounted cavalry"])
    def test_contact_counts_as_the_nearest_range(self, kind: str) -> None:
        assert points_of({"kind": kind, "range_inches": 0}) == REACHES[kind][0][1]

    @pytest.mark.rule("NF-CONTACT")
    def test_all_stands_fire_at_2_points_in_contact(self) -> None:
        assert points_of({"stands": 7, "range_inches": 0}) == 14
        assert points_of({"stands": 7, "range_inches": 0.25}) == 7

    def test_firers_add_up(self) -> None:
        assert points_of({"stands": 5, "range_inches": 2}, {"kind": "heavy artillery", "range_inches": 2}) == 17


@pytest.mark.rule("NF-FIREMOD")
class Test_multipliers:
    SIX = {"stands": 6, "range_inches": 1}

    @pytest.mark.parametrize(
        ("firer", "more", "points"),
        [
            ({}, {"march_column": True}, 12),
            ({"disordered": True}, {}, 3),
            ({}, {"breakthrough": True}, 3),
            ({"disordered": True}, {"march_column": True}, 6),
            ({"disordered": True}, {"breakthrough": True}, Fraction(3, 2)),
        ],
    )
    def test_each_multiplies(self, firer: dict[str, Any], more: dict[str, Any], points: Fraction) -> None:
        assert points_of(self.SIX | firer, **more) == points

    def test_damaged_battery_fires_at_half(self) -> None:
        assert points_of(HEAVY | {"battery": "damaged"}) == 2

    def test_ruling_halves_only_once(self) -> None:
        once = switched("R-138", "no, once at most")
        assert points_of(self.SIX | {"disordered": True}, breakthrough=True, context=once) == 3
        assert points_of(self.SIX | {"disordered": True}, march_column=True, context=once) == 6

    @pytest.mark.rule("NF-PASSDIS")
    @pytest.mark.parametrize(("stands", "firing_out"), [(1, 0), (2, 1), (5, 2), (6, 3)])
    def test_town_lets_half_the_stands_fire_at_half_points(self, stands: int, firing_out: int) -> None:
        deployed = {"stands": stands, "range_inches": 1, "deployed": True}
        assert points_of(deployed) == Fraction(firing_out, 2)
        assert points_of(deployed, context=switched("R-139", "no")) == firing_out

    @pytest.mark.parametrize("state", ["silenced", "wrecked", "captured"])
    def test_battery_out_of_action_cannot_fire(self, state: str) -> None:
        with pytest.raises(IllegalOrder, match=f"1st firer: a {state} battery cannot fire"):
            points_of(HEAVY | {"battery": state})
        assert points_of(HEAVY) == 4

    @pytest.mark.parametrize(
        ("firer", "refused"),
        [
            ({"battery": "damaged"}, "only batteries have this"),
            ({"kind": "horse artillery", "disordered": True}, "only stands can be disordered or deployed"),
            ({"kind": "horse artillery", "deployed": True}, "only stands can be disordered or deployed"),
        ],
    )
    def test_state_of_other_troops_is_refused(self, firer: dict[str, Any], refused: str) -> None:
        with pytest.raises(IllegalOrder, match=refused):
            points_of(self.SIX | firer)
        assert points_of(self.SIX) == 6


@pytest.mark.rule("NF-FIRE")
class Test_fire_table:
    @pytest.mark.parametrize(("points", "ends"), ROWS)
    @pytest.mark.parametrize("total", range(-1, 16))
    def test_every_cell_is_as_printed(self, points: Fraction, ends: tuple[int | None, ...], total: int) -> None:
        known = [(end, fire) for end, fire in zip(ends, Fire, strict=False) if end is not None]
        expected = next((fire for end, fire in known if total <= end), list(Fire)[len(ends)])
        natural = max(2, min(12, total))
        rest = total - natural
        shift = {"square": rest >= 2, "enfiladed": rest in (1, 3)} if rest > 0 else {}
        cover = {-1: ["hedge"], -2: ["stone wall"], -3: ["deployed in a fortified town"]}.get(rest, [])
        inputs = firing(points) | shift | {"target": "infantry", "covers": cover}
        assert rolled("fire", natural, inputs).effect == expected

    @pytest.mark.parametrize("points", ODDS)
    def test_unmodified_odds_match_the_table(self, points: Fraction) -> None:
        found = odds_by("fire", firing(points), lambda each: str(each.effect))
        expected = zip(map(str, Fire), ODDS[points], strict=True)
        assert found == {effect: Fraction(ways, 36) for effect, ways in expected if ways}

    @pytest.mark.parametrize(("points", "ends"), ROWS)
    def test_total_below_0_reads_as_0_and_is_marked_as_ours(
        self, points: Fraction, ends: tuple[int | None, ...]
    ) -> None:
        inputs = firing(points) | {"covers": ["deployed in a fortified town"]}
        first = next(fire for end, fire in zip(ends, Fire, strict=False) if end is not None)
        outcome = carried_out("fire", inputs, 1, 1)
        assert outcome.result.effect == first
        assert marks_of(outcome)["fire"] == "house"
        assert marks_of(carried_out("fire", inputs, 1, 2))["fire"] == "printed"

    def test_table_has_a_row_for_all_points(self) -> None:
        assert len(FIRE.rows) == len(PRINTED)
        assert rolled("fire", 7, firing(200))

    def test_less_than_half_a_point_has_no_effect_and_no_roll(self) -> None:
        weak = {"firers": [{"stands": 1, "range_inches": 1, "deployed": True}]}
        outcome = carried_out("fire", weak)
        assert (str(outcome.result), outcome.throws) == ("desultory: no effect", ())
        quarter = {"firers": [{"stands": 1, "range_inches": 1, "disordered": True}], "breakthrough": True}
        assert carried_out("fire", quarter).throws == ()

    def test_roll_is_keyed_by_target_step_and_turn(self) -> None:
        named = firing(4) | {"side": "Allies", "target_name": "Ney", "step": "defensive", "turn": 7}
        (throw,) = carried_out("fire", named, 3, 4).throws
        assert (throw.rule, throw.subject, throw.turn) == ("NF-FIRE", ("Allies", "Ney", "defensive"), 7)


@pytest.mark.rule("NF-EFFECT")
@pytest.mark.parametrize("effect", EFFECTS)
def test_each_effect_harms_stands_or_batteries(effect: str) -> None:
    points, total = {
        "desultory": (1, 2),
        "lively": (1, 10),
        "telling": (10, 8),
        "deadly": (10, 11),
        "withering": (15, 12),
    }[effect]
    disordered, lost, battery = EFFECTS[effect]
    on_stands = rolled("fire", total, firing(points))
    assert (on_stands.effect, on_stands.disordered, on_stands.stands_lost) == (effect, disordered, lost)
    on_guns = rolled("fire", total, firing(points) | {"target": "unlimbered battery"})
    assert (on_guns.effect, on_guns.battery, on_guns.stands_lost, on_guns.disordered) == (effect, battery, 0, False)


@pytest.mark.rule("NF-FIREMOD")
class Test_modifiers:
    @pytest.mark.parametrize(
        ("firer", "target", "value"),
        [
            ({}, {}, 0),
            (guns("France"), {}, 1),
            (guns("Britain"), {}, 1),
            (guns("Russia"), {}, 1),
            (guns("Austria"), {}, 0),
            (guns("France", range_inches=8.25), {}, 0),
            (guns("France", "horse artillery"), {}, 0),
            (guns("Russia", "horse artillery"), {}, 0),
            (guns("Austria", range_inches=2), {"target": "mounted cavalry"}, 1),
            (guns("Austria", range_inches=2.25), {"target": "mounted cavalry"}, 0),
            (guns("Austria", range_inches=2), {"target": "dismounted cavalry"}, 0),
            ({"nation": "Britain"}, {}, 1),
            ({"nation": "Britain", "kind": "light infantry"}, {}, 2),
            ({"nation": "France"}, {}, 0),
            ({}, {"changed_formation": True}, 1),
            ({}, {"target": "limbered battery"}, 1),
            ({}, {"target": "limbered battery", "changed_formation": True}, 1),
            ({}, {"enfiladed": True}, 1),
            ({}, {"square": True}, 2),
            ({}, {"target": "unlimbered battery"}, -1),
            ({"kind": "light infantry"}, {"target": "unlimbered battery"}, -1),
            (guns("Austria"), {"target": "unlimbered battery"}, 0),
            (guns("Austria", moved_guns=True), {}, -1),
            ({}, {"covers": ["woods"]}, -1),
            ({}, {"covers": ["hedge"]}, -1),
            ({}, {"covers": ["higher ground"]}, -1),
            ({}, {"covers": ["town"]}, -1),
            ({}, {"covers": ["deployed in a town"]}, -2),
            ({}, {"covers": ["stone wall"]}, -2),
            ({}, {"covers": ["entrenchment or works"]}, -2),
            ({}, {"covers": ["deployed in a fortified town"]}, -3),
            ({}, {"covers": ["woods", "hedge"]}, -1),
            ({}, {"covers": ["woods", "stone wall"]}, -2),
            ({}, {"target": "mounted cavalry", "charging": True}, -2),
            ({"in_square": True}, {"target": "mounted cavalry", "charging": True}, 0),
            ({"kind": "light infantry"}, {"target": "mounted cavalry", "charging": True}, -2),
            (guns("Austria"), {"target": "mounted cavalry", "charging": True}, 0),
            ({"kind": "dismounted cavalry", "range_inches": 1}, {"target": "mounted cavalry", "charging": True}, 0),
        ],
    )
    def test_each_line_counts(self, firer: dict[str, Any], target: dict[str, Any], value: int) -> None:
        assert modifier(firer, **target) == value

    @pytest.mark.parametrize("nation", Nation)
    def test_light_infantry_of_some_nations_fires_no_better(self, nation: Nation) -> None:
        plain = modifier({"nation": nation})
        better = 0 if nation in ("Russia", "Spain", "Ottoman Empire", "Naples") else 1
        assert modifier({"nation": nation, "kind": "light infantry"}) == plain + better

    @pytest.mark.parametrize(
        ("target", "limited"),
        [
            ({"square": True, "enfiladed": True, "changed_formation": True}, 3),
            ({"target": "unlimbered battery", "covers": ["deployed in a fortified town"]}, -3),
            ({"square": True, "enfiladed": True}, 3),
        ],
    )
    def test_sum_is_limited_to_3(self, target: dict[str, Any], limited: int) -> None:
        firer = {"range_inches": 2, "nation": "Spain", "stands": 4}
        outcome = carried_out("fire", {"firers": [firer], **target}, 3, 4)
        assert out_of(outcome, "Fire: dice") == 7 + limited

    def test_ruling_lets_all_cover_count(self) -> None:
        both = switched("R-137", "all lines count")
        assert modifier(context=both, covers=["woods", "stone wall"]) == -3
        assert modifier(context=both, covers=["woods", "hedge"]) == -1

    @pytest.mark.parametrize(("nation", "value"), [("France", 1), ("Britain", 1), ("Russia", 0), ("Austria", 0)])
    def test_ruling_gives_all_french_and_british_artillery_the_bonus(self, nation: str, value: int) -> None:
        horse = guns(nation, "horse artillery")
        assert modifier(horse) == 0
        assert modifier(horse, switched("R-135", "all artillery")) == value

    def test_first_firer_decides_or_by_a_ruling_what_all_share(self) -> None:
        light, line = (
            {"nation": "Britain", "range_inches": 2, "kind": kind} for kind in ("light infantry", "infantry")
        )
        shared = switched("R-136", "those that all firers share")
        assert modifier(light, others=(line,)) == 2
        assert modifier(line, others=(light,)) == 1
        assert modifier(light, shared, others=(line,)) == 1
        assert modifier(light, shared, others=(light,)) == 2
        assert modifier(light, shared, others=(guns("Austria"),)) == 0
        assert modifier(light, shared) == 2

    @pytest.mark.parametrize(
        ("firer", "target", "refused"),
        [
            ({}, {"target": "mounted cavalry", "square": True}, "in square: only infantry can form square"),
            ({}, {"square": True, "march_column": True}, "in march column: a square or an unlimbered battery"),
            ({}, {"target": "unlimbered battery", "march_column": True}, "a square or an unlimbered battery cannot"),
            ({}, {"charging": True}, "only mounted cavalry counts as charging"),
            ({}, {"target": "limbered battery", "enfiladed": True}, "only infantry and cavalry can be enfiladed"),
            ({"moved_guns": True}, {}, "only batteries unlimber or prolong"),
            (guns("France", in_square=True), {}, "only infantry can form square"),
        ],
    )
    def test_impossible_target_or_firer_is_refused(
        self, firer: dict[str, Any], target: dict[str, Any], refused: str
    ) -> None:
        with pytest.raises(IllegalOrder, match=refused):
            modifier(firer, **target)
        assert modifier() == 0


@pytest.mark.rule("NF-LEADER")
class Test_leaders:
    @pytest.mark.parametrize("total", WAYS)
    def test_only_a_natural_12_endangers_an_attached_leader(self, total: int) -> None:
        square = firing(4) | {"square": True}
        assert rolled("fire", total, square | {"leader_attached": True}).leader_at_risk == (total == 12)
        assert not rolled("fire", total, square).leader_at_risk

    def test_modifiers_don_t_hide_the_natural_12(self) -> None:
        behind = firing(4) | {"covers": ["stone wall"], "leader_attached": True}
        assert str(rolled("fire", 12, behind)) == "lively: disordered; a leader may fall"


@given(st.integers(1, 60), st.integers(2, 11), st.sampled_from([[], ["woods"], ["stone wall"]]))
def test_more_points_and_better_dice_never_do_less(points: int, natural: int, covers: list[str]) -> None:
    def rank(points: int, natural: int) -> int:
        return list(Fire).index(rolled("fire", natural, firing(points) | {"covers": covers}).effect)

    assert rank(points, natural) <= rank(points, natural + 1)
    assert rank(points, natural) <= rank(points + 1, natural)
