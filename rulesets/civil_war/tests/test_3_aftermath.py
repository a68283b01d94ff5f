"""CW-3.7 and 3.8: retreat, leader loss, rally, and reaction."""

from fractions import Fraction
from typing import Any

import pytest

from rulesets.core.book import Mark
from rulesets.core.dice import ScriptedDice
from rulesets.core.errors import IllegalOrder
from rulesets.core.registry import procedure

CAME = {"hex": "came", "attacker_came_from": True}
FREE = {"hex": "free"}


def retreat(*neighbours: dict[str, Any], **inputs: Any) -> Any:
    given = {"attacker_left": 5, "defender_left": 5, "neighbours": list(neighbours), **inputs}
    return procedure("civil_war.retreat").run(given).result


@pytest.mark.rule("CW-RETREAT")
class Test_3_7_retreat:
    @pytest.mark.parametrize(
        ("attacker", "defender", "who"),
        [(False, False, "attacker"), (True, False, "attacker"), (True, True, "attacker"), (False, True, "defender")],
    )
    def test_right_side_leaves_the_hex(self, *, attacker: bool, defender: bool, who: str) -> None:
        got = retreat(CAME, FREE, attacker_demoralized=attacker, defender_demoralized=defender)
        assert got.who == who
        assert got.to == (("came",) if who == "attacker" else ("free",))

    @pytest.mark.parametrize("gone", [{"attacker_left": 0}, {"defender_left": 0}])
    def test_destroyed_enemy_forces_no_retreat(self, gone: dict[str, int]) -> None:
        assert retreat(CAME, FREE, **gone).who == "nobody"

    @pytest.mark.parametrize("loser", ["attacker", "defender"])
    def test_table_battle_decides_by_its_own_rule(self, loser: str) -> None:
        assert retreat(CAME, FREE, defender_demoralized=loser == "attacker", lost_on_the_table=loser).who == loser

    @pytest.mark.parametrize(
        ("fought", "cites"),
        [({"lost_on_the_table": "defender"}, ("VG-9", Mark.PRINTED)), ({}, ("CW-3.7", Mark.RECONSTRUCTED))],
    )
    def test_retreat_cites_the_rule_that_decided_it(self, fought: Any, cites: tuple[str, Mark]) -> None:
        given = {"attacker_left": 5, "defender_left": 5, **fought}
        (step,) = [s for s in procedure("civil_war.retreat").run(given).steps if s.says.endswith("retreats.")]
        assert (step.cites, step.mark) == cites

    @pytest.mark.parametrize(
        "closed",
        [
            CAME,
            {"hex": "x", "terrain": "sea"},
            {"hex": "x", "terrain": "mountain"},
            {"hex": "x", "terrain": "mountain", "hexside": "unnavigable_river"},
            {"hex": "x", "hexside": "ridge"},
            {"hex": "x", "hexside": "estuary"},
            {"hex": "x", "hexside": "ferry"},
            {"hex": "x", "strength_of": "attacker"},
        ],
    )
    def test_defender_without_a_way_out_surrenders(self, closed: dict[str, Any]) -> None:
        got = retreat(closed, defender_demoralized=True)
        assert (got.surrenders, got.to, got.further) == (True, (), ())
        assert "no way out" in str(got)

    @pytest.mark.parametrize(
        "open_hex",
        [
            FREE,
            {"hex": "free", "terrain": "swamp", "hexside": "navigable_river"},
            {"hex": "free", "terrain": "mountain", "hexside": "gap_or_road"},
            {"hex": "free", "terrain": "mountain", "rail": True},
            {"hex": "free", "hexside": "ridge", "rail": True},
            {"hex": "free", "strength_of": "defender"},
        ],
    )
    def test_passable_hex_without_enemies_is_open(self, open_hex: dict[str, Any]) -> None:
        assert retreat(open_hex, defender_demoralized=True).to == ("free",)

    def test_owner_chooses_among_all_open_hexes(self) -> None:
        assert retreat(FREE, {"hex": "other"}, CAME, defender_demoralized=True).to == ("free", "other")

    def test_full_hex_sends_the_retreat_one_farther(self) -> None:
        got = retreat({**FREE, "room_left": 4}, defender_demoralized=True)
        assert (got.to, got.further, got.surrenders) == ((), ("free",), False)
        assert retreat({**FREE, "room_left": 5}, defender_demoralized=True).to == ("free",)

    def test_attacker_with_a_closed_way_back_goes_elsewhere(self) -> None:
        assert retreat({**CAME, "strength_of": "defender"}, FREE).to == ("free",)

    def test_attacker_goes_back_over_its_ferry(self) -> None:
        assert retreat({**CAME, "hexside": "ferry"}).to == ("came",)

    def test_landed_attacker_goes_back_to_the_ships(self) -> None:
        assert retreat(came_by_sea=True).to == ("the ships",)


def loss(*dice: int, stars: int = 1, **inputs: Any) -> Any:
    given = {"side": "CSA", "leader": "Somebody", "stars": stars, "turn": 4, **inputs}
    return procedure("civil_war.leader_loss").run(given, ScriptedDice(*dice)).result


@pytest.mark.rule("CW-RETREAT")
def test_retreating_side_is_named_without_hexes() -> None:
    found = procedure("civil_war.retreat").run({"attacker_left": 3, "defender_left": 3}).result
    assert (str(found), found.surrenders) == ("the attacker retreats", False)


@pytest.mark.rule("CW-LEADERLOSS")
class Test_3_7_leader_loss:
    @pytest.mark.parametrize(
        ("stars", "fates"),
        [
            (1, ("killed", "wounded", "wounded", "safe")),
            (2, ("killed", "wounded", "safe", "safe")),
            (3, ("wounded", "safe", "safe", "safe")),
            (4, ("wounded", "safe", "safe", "safe")),
        ],
    )
    def test_every_edge_of_the_table_reads_its_row(self, stars: int, fates: tuple[str, ...]) -> None:
        assert tuple(loss(1, total - 1, stars=stars).fate for total in (2, 3, 4, 5)) == fates
        assert loss(6, 6, stars=stars).fate == "safe"

    def test_destroyed_force_subtracts_1(self) -> None:
        assert loss(1, 2, force_destroyed=True).fate == "killed"
        assert loss(1, 1, stars=3, force_destroyed=True).fate == "wounded"
        assert loss(2, 3, force_destroyed=True).fate == "wounded"
        assert loss(2, 2, stars=2, force_destroyed=True).fate == "wounded"

    def test_wounded_and_forceless_leaders_return_next_turn(self) -> None:
        assert (loss(1, 2).fate, loss(1, 2).back_on) == ("wounded", 5)
        alone = loss(6, 6, force_destroyed=True)
        assert (alone.fate, alone.back_on) == ("without a force", 5)
        assert str(loss(1, 2, turn=19)) == "wounded, out for the rest of the war"
        assert loss(1, 1).back_on == 0

    def test_fate_is_known_only_to_its_side(self) -> None:
        given = {"side": "USA", "leader": "Reynolds", "stars": 2, "turn": 11, "place": "Gettysburg", "pulse": 3}
        outcome = procedure("civil_war.leader_loss").run(given, ScriptedDice(1, 1))
        assert outcome.result.known_to == "own side"
        assert outcome.throws[0].subject == ("USA", "Reynolds", "Gettysburg", "pulse 3")

    @pytest.mark.parametrize(("stars", "killed", "wounded"), [(1, 1, 5), (2, 1, 2), (3, 0, 1), (4, 0, 1)])
    def test_odds_follow_rank(self, stars: int, killed: int, wounded: int) -> None:
        odds = procedure("civil_war.leader_loss").odds({"side": "USA", "leader": "Any", "stars": stars})
        assert odds.of(lambda got: got.fate == "killed") == Fraction(killed, 36)
        assert odds.of(lambda got: got.fate == "wounded") == Fraction(wounded, 36)


def rally(**inputs: Any) -> Any:
    return procedure("civil_war.rally").run({"phase": "rally", "sp": 4, **inputs}).result


class Test_3_8_rally:
    """CW-3.8; the row CW-DEMORAL belongs to the map."""

    @pytest.mark.parametrize("initiative", [2, 3, 4])
    def test_leader_rallies_for_his_initiative(self, initiative: int) -> None:
        got = rally(phase="action", leader=True, initiative=initiative, cp=initiative)
        assert (got.rallied, got.cp, got.sp_lost) == (True, initiative, 0)

    def test_action_phase_rally_needs_leader_and_points(self) -> None:
        with pytest.raises(IllegalOrder, match="only a leader can rally"):
            rally(phase="action", cp=9)
        with pytest.raises(IllegalOrder, match="must be 3 or more to rally, not 2"):
            rally(phase="action", leader=True, cp=2)

    def test_rally_phase_costs_1_sp_and_destroys_a_single_sp(self) -> None:
        assert (rally().rallied, rally().sp_lost, rally().wiped_out) == (True, 1, False)
        assert (rally(sp=1).rallied, rally(sp=1).wiped_out) == (False, True)
        assert not rally(sp=2).wiped_out

    @pytest.mark.parametrize("phase", ["action", "rally"])
    def test_waiting_battle_skips_the_rally(self, phase: str) -> None:
        assert str(rally(phase=phase, sp=1, battle_waits=True)) == "waits"


def react(*dice: int, initiative: int = 3, **inputs: Any) -> Any:
    given = {"side": "USA", "leader": "Buell", "initiative": initiative, **inputs}
    return procedure("civil_war.reaction").run(given, ScriptedDice(*dice))


class Test_3_8_reaction:
    """CW-3.8 and H-6."""

    @pytest.mark.parametrize("initiative", [2, 3, 4])
    @pytest.mark.parametrize("die", range(1, 7))
    def test_roll_above_initiative_reacts(self, initiative: int, die: int) -> None:
        assert react(die, initiative=initiative).result.reacts == (die > initiative)

    @pytest.mark.parametrize(
        "refused",
        [
            {"demoralized": True},
            {"rolled_this_pulse": True},
            {"enemy_ended_next_to_him": False},
            {"instructed": False},
        ],
    )
    def test_barred_leader_does_not_roll(self, refused: dict[str, bool]) -> None:
        outcome = react(**refused)
        assert (outcome.result.reacts, outcome.throws) == (False, ())
        assert outcome.result.why

    @pytest.mark.parametrize(("initiative", "chance"), [(2, Fraction(4, 6)), (3, Fraction(3, 6)), (4, Fraction(2, 6))])
    def test_odds_follow_initiative(self, initiative: int, chance: Fraction) -> None:
        odds = procedure("civil_war.reaction").odds({"side": "USA", "leader": "Any", "initiative": initiative})
        assert odds.of(lambda got: got.reacts) == chance
