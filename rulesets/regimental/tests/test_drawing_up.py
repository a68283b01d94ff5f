"""The scale, weapons, and the quality of commanders."""

from fractions import Fraction

import pytest

from rulesets.core.errors import IllegalOrder
from rulesets.regimental.tests.helpers import carried_out, odds, result, said

BY_DIE = {
    "CSA": ["weak"] * 2 + ["average"] * 5 + ["exceptional"] * 3,
    "USA": ["weak"] * 2 + ["average"] * 6 + ["exceptional"] * 2,
}
SMOOTHBORE, RIFLED, RIFLE = "smoothbore", "rifled smoothbore", "Springfield or Enfield"
# side and year: the highest d100 for a smoothbore and for a rifled smoothbore
ENDS = {
    ("USA", 1861): (30, 75),
    ("USA", 1862): (30, 75),
    ("USA", 1863): (18, 48),
    ("USA", 1864): (5, 20),
    ("USA", 1865): (5, 20),
    ("CSA", 1861): (60, 85),
    ("CSA", 1862): (60, 85),
    ("CSA", 1863): (35, 55),
    ("CSA", 1864): (10, 25),
    ("CSA", 1865): (10, 25),
}


@pytest.mark.rule("RG-SCALE")
class Test_scale:
    @pytest.mark.parametrize(
        ("of", "amount", "words"),
        [
            ("inches", 1, "20 yards"),
            ("turns", 1, "10 minutes"),
            ("stands", 1, "50 men"),
            ("gun stands", 1, "2 guns"),
            ("yards", 20, "1 inch"),
            ("minutes", 10, "1 turn"),
            ("men", 50, "1 stand"),
            ("guns", 2, "1 gun stand"),
            ("stands", 9, "450 men"),
            ("yards", 1760, "88 inches"),
        ],
    )
    def test_scale_converts_both_ways(self, of: str, amount: int, words: str) -> None:
        assert said("scale", {"of": of, "amount": amount}) == words

    @pytest.mark.parametrize(("men", "stands"), [(1, 1), (74, 1), (75, 2), (124, 2), (125, 3)])
    def test_men_round_to_the_nearest_stand_and_at_least_one(self, men: int, stands: int) -> None:
        found = result("scale", {"of": "men", "amount": men})
        assert (found.nearest, found.exactly) == (stands, Fraction(men, 50))


@pytest.mark.rule("RG-WEAPONS")
class Test_weapons:
    @pytest.mark.parametrize(("side", "year"), ENDS)
    def test_every_edge_of_a_year_reads_its_weapon(self, side: str, year: int) -> None:
        smooth, rifled = ENDS[side, year]
        edges = {1: SMOOTHBORE, smooth: SMOOTHBORE, smooth + 1: RIFLED, rifled: RIFLED, rifled + 1: RIFLE, 100: RIFLE}
        assert {die: said("weapons", {"side": side, "year": year}, die) for die in edges} == edges

    @pytest.mark.parametrize(
        ("side", "year", "shares"),
        [
            ("USA", 1862, (30, 45, 25)),
            ("USA", 1864, (5, 15, 80)),
            ("CSA", 1862, (60, 25, 15)),
            ("CSA", 1864, (10, 15, 75)),
            ("CSA", 1863, (35, 20, 45)),
        ],
    )
    def test_odds_are_the_shares(self, side: str, year: int, shares: tuple[int, ...]) -> None:
        expected = dict(zip((SMOOTHBORE, RIFLED, RIFLE), (Fraction(n, 100) for n in shares), strict=True))
        assert odds("weapons", {"side": side, "year": year}) == expected

    def test_trace_shows_the_year_between(self) -> None:
        says = [step.says for step in carried_out("weapons", {"side": "USA", "year": 1863}, 1).steps]
        assert "On the d100: smoothbore to 18, rifled smoothbore to 48, Springfield or Enfield to 100." in says


@pytest.mark.rule("RG-LEADERS")
class Test_leader_quality:
    @pytest.mark.parametrize("side", BY_DIE)
    @pytest.mark.parametrize("die", range(1, 11))
    def test_every_die_gives_its_quality(self, side: str, die: int) -> None:
        found = result("leader_quality", {"side": side}, die)
        assert found.quality == BY_DIE[side][die - 1]
        assert found.modifier == {"weak": -1, "average": 0, "exceptional": 1}[found.quality]

    @pytest.mark.parametrize(("side", "exceptional"), [("CSA", 3), ("USA", 2)])
    def test_exceptional_confederates_are_commoner(self, side: str, exceptional: int) -> None:
        chances = odds("leader_quality", {"side": side})
        assert chances["exceptional: +1 on maneuver and combat"] == Fraction(exceptional, 10)
        assert chances["weak: −1 on maneuver and combat"] == Fraction(1, 5)

    def test_new_leader_comes_in_the_turn_after_the_loss(self) -> None:
        assert result("leader_quality", {"side": "CSA", "lost_on": 4, "turn": 5}, 1).quality == "weak"
        with pytest.raises(IllegalOrder, match="Turn: must be 5 or later, after the last one fell, not 4"):
            result("leader_quality", {"side": "CSA", "lost_on": 4, "turn": 4}, 1)

    def test_roll_is_keyed_by_side_leader_and_turn(self) -> None:
        (throw,) = carried_out("leader_quality", {"side": "CSA", "leader": "Cocke", "turn": 2}, 5).throws
        assert (throw.rule, throw.subject, throw.turn) == ("RG-LEADERS", ("CSA", "Cocke"), 2)

    @pytest.mark.parametrize("name", ["maneuver_modifiers", "combat_modifiers"])
    @pytest.mark.parametrize(("commander", "value"), [("exceptional", 1), ("average", 0), ("weak", -1)])
    def test_commander_modifies_maneuver_and_combat(self, name: str, commander: str, value: int) -> None:
        assert result(name, {"commander": commander}).total == value
