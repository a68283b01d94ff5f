"""CW-1.1 to 1.3: calendar, command points, prices."""

from fractions import Fraction
from typing import Any

import pytest

from rulesets.core.book import Mark
from rulesets.core.context import Context, Override
from rulesets.core.dice import ScriptedDice
from rulesets.core.errors import IllegalOrder
from rulesets.core.registry import procedure

YEARS = {
    1861: (None, None, 1, 2, 3),
    1862: (4, 5, 6, 7, 8),
    1863: (9, 10, 11, 12, 13),
    1864: (14, 15, 16, 17, 18),
    1865: (19, None, None, None, None),
}
NAMES = ("Mar-Apr", "May-Jun", "Jul-Aug", "Sep-Oct", "Nov-Feb")


@pytest.mark.rule("CW-CAL")
class Test_1_1_calendar:
    @pytest.mark.parametrize(
        ("turn", "year", "name"),
        [(turn, year, name) for year, row in YEARS.items() for turn, name in zip(row, NAMES, strict=True) if turn],
    )
    def test_every_turn_has_its_year_and_months(self, turn: int, year: int, name: str) -> None:
        found = procedure("civil_war.calendar").run({"turn": turn}).result
        assert (found.year, found.name, found.months) == (year, name, 4 if name == "Nov-Feb" else 2)

    def test_calendar_has_19_turns_and_an_election_on_turn_17(self) -> None:
        turns = [procedure("civil_war.calendar").run({"turn": turn}).result for turn in range(1, 20)]
        assert [turn.number for turn in turns if turn.election] == [17]
        assert [turn.number for turn in turns if turn.last] == [19]

    @pytest.mark.parametrize("turn", [0, 20, -1, "soon", None, 1.5])
    def test_other_turns_are_refused(self, turn: Any) -> None:
        with pytest.raises(IllegalOrder, match="Turn: must be"):
            procedure("civil_war.calendar").run({"turn": turn})

    def test_seasonal_rivers_are_low_in_summer_and_fall(self) -> None:
        low = [
            turn for turn in range(1, 20) if not procedure("civil_war.calendar").run({"turn": turn}).result.high_water
        ]
        assert low == [1, 2, 6, 7, 11, 12, 16, 17]

    @pytest.mark.rule("CW-CAL")
    @pytest.mark.parametrize(("choice", "low"), [("by season", 8), ("always", 0), ("never", 19)])
    def test_campaign_chooses_when_seasonal_rivers_are_high(self, choice: str, low: int) -> None:
        house = Context(switches={"R-101": choice})
        turns = [procedure("civil_war.calendar").run({"turn": n}, context=house).result for n in range(1, 20)]
        assert sum(not turn.high_water for turn in turns) == low

    def test_calendar_is_marked_reconstructed(self) -> None:
        steps = procedure("civil_war.calendar").run({"turn": 1}).steps
        assert [step.mark for step in steps if step.table == "civil_war.calendar"] == [Mark.RECONSTRUCTED] * 2


def points(*dice: int, **inputs: Any) -> Any:
    given = {"side": "USA", "theatres": ["East", "West", "Trans-Mississippi"], **inputs}
    return procedure("civil_war.command_points").run(given, ScriptedDice(*dice)).result


@pytest.mark.rule("CW-CP")
class Test_1_3_command_points:
    @pytest.mark.parametrize(
        ("total", "row"),
        [
            (2, (5, 3, 1, 1, 1)),
            (3, (5, 3, 1, 1, 1)),
            (4, (6, 4, 2, 1, 2)),
            (5, (6, 4, 2, 1, 2)),
            (6, (7, 5, 2, 2, 2)),
            (8, (7, 5, 2, 2, 2)),
            (9, (8, 5, 3, 2, 3)),
            (10, (8, 5, 3, 2, 3)),
            (11, (9, 6, 3, 3, 3)),
            (12, (9, 6, 3, 3, 3)),
        ],
    )
    def test_every_edge_of_the_table_reads_its_row(self, total: int, row: tuple[int, ...]) -> None:
        got = points(total // 2, total - total // 2)
        assert (got.east, got.west, got.trans_mississippi, got.discretionary, got.naval) == row

    def test_points_follow_the_theater_ranking(self) -> None:
        got = points(3, 4, theatres=["Trans-Mississippi", "East", "West"])
        assert (got.east, got.west, got.trans_mississippi) == (5, 2, 7)

    def test_only_the_union_has_naval_points(self) -> None:
        assert points(6, 6, side="CSA").naval == 0

    def test_scenario_of_one_theater_reads_the_primary_column(self) -> None:
        got = points(3, 4, theatres=["West"])
        assert (got.east, got.west, got.trans_mississippi, got.discretionary) == (0, 7, 0, 2)

    def test_theater_listed_twice_is_refused(self) -> None:
        with pytest.raises(IllegalOrder, match="list each theater once"):
            points(1, 1, theatres=["East", "East"])

    def test_fall_of_washington_makes_the_east_primary(self) -> None:
        with pytest.raises(IllegalOrder, match="must begin with the East"):
            points(1, 1, theatres=["West", "East", "Trans-Mississippi"], washington_fallen=True)
        assert points(1, 1, theatres=["East"], washington_fallen=True).east == 5
        assert points(1, 1, side="CSA", theatres=["West"], washington_fallen=True).west == 5

    def test_odds_match_two_dice(self) -> None:
        odds = procedure("civil_war.command_points").odds({"side": "USA", "theatres": ["East"]})
        by_east = {int(str(got)[5]): chance for got, chance in odds.chances.items()}
        assert by_east == {
            5: Fraction(3, 36),
            6: Fraction(7, 36),
            7: Fraction(16, 36),
            8: Fraction(7, 36),
            9: Fraction(3, 36),
        }

    def test_override_shows_in_the_trace(self) -> None:
        real = Override("civil_war.command_points", "6 to 8", "primary", 11, "Club sheet", "the printed table")
        outcome = procedure("civil_war.command_points").run(
            {"side": "USA", "theatres": ["East"]}, ScriptedDice(3, 4), Context.of([real])
        )
        assert outcome.result.east == 11
        assert "Club sheet" in [step.override for step in outcome.steps]


@pytest.mark.rule("CW-TIE")
def test_tied_total_draws_points_without_a_roll() -> None:
    assert points(tied_total=12).east == 9
    with pytest.raises(IllegalOrder, match="Tied total: must be 0 or from 2 to 12, not 1"):
        points(tied_total=1)


def price(activity: str, **inputs: Any) -> Any:
    return procedure("civil_war.prices").run({"side": "CSA", "activity": activity, **inputs}).result


@pytest.mark.rule("CW-PRICE")
class Test_1_3_prices:
    @pytest.mark.parametrize(
        ("activity", "cp"),
        [
            ("move_sp", 1),
            ("move_naval_sp", 1),
            ("move_leader_alone", 1),
            ("enter_sp", 0),
            ("enter_leader", 0),
            ("remove_army_commander", 2),
            ("bring_in_naval_sp", 2),
            ("build_fort", 2),
            ("build_depot", 2),
            ("upgrade_to_fortress", 3),
            ("form_army", 1),
            ("stand_fast", 1),
        ],
    )
    def test_each_activity_has_its_price(self, activity: str, cp: int) -> None:
        assert price(activity).cp == cp

    def test_standing_fast_costs_1_and_takes_1_of_the_difference(self) -> None:
        land = price("stand_fast", side="USA", theatre="West")
        assert (land.cp, land.difference, land.pots) == (1, 1, ("theatre", "discretionary"))
        assert price("stand_fast", side="USA", naval_leader=True).pots == ("theatre", "discretionary", "naval")

    def test_campaign_may_rule_out_standing_fast(self) -> None:
        house = Context.of(switches={"H-19": "may not stand fast"})
        with pytest.raises(IllegalOrder, match="not in play"):
            procedure("civil_war.prices").run({"side": "CSA", "activity": "stand_fast"}, context=house)

    def test_union_pays_a_naval_point_to_hunt_a_raider(self) -> None:
        assert price("hunt_raider", side="USA").cp == 1

    @pytest.mark.parametrize("initiative", [2, 3, 4])
    def test_leader_costs_his_initiative_to_move_and_rally(self, initiative: int) -> None:
        assert price("leader_moves_sp", initiative=initiative).cp == initiative
        assert price("rally", initiative=initiative).cp == initiative

    @pytest.mark.parametrize(
        ("production", "fort", "depot", "fortress", "ship"),
        [
            (100, 2, 2, 3, 2),
            (99, 3, 3, 4, 2),
            (90, 3, 3, 4, 2),
            (89, 3, 3, 4, 3),
            (80, 3, 3, 4, 3),
            (79, 3, 3, 5, 3),
            (70, 3, 3, 5, 3),
            (30, 3, 3, 5, 3),
            (29, 3, 3, 5, 4),
            (20, 3, 3, 5, 4),
            (19, 3, 3, 5, None),
            (0, 3, 3, 5, None),
        ],
    )
    def test_south_pays_more_as_production_falls(
        self, production: int, fort: int, depot: int, fortress: int, ship: int | None
    ) -> None:
        prices = {"build_fort": fort, "build_depot": depot, "upgrade_to_fortress": fortress, "bring_in_naval_sp": ship}
        known = {activity: cp for activity, cp in prices.items() if cp is not None}
        assert {activity: price(activity, production=production).cp for activity in known} == known

    def test_naval_sp_is_refused_below_20(self) -> None:
        with pytest.raises(IllegalOrder, match="imports are too low"):
            price("bring_in_naval_sp", production=19)

    def test_union_prices_ignore_southern_production(self) -> None:
        assert price("build_fort", side="USA", production=0).cp == 2

    def test_old_fortified_place_makes_a_fort_cheaper(self) -> None:
        assert price("build_fort", old_fortified_place=True).cp == 1

    def test_points_and_paid_entries_use_the_difference(self) -> None:
        assert price("leader_moves_sp", initiative=3).difference == 3
        assert price("enter_leader").difference == 1
        assert price("enter_sp").difference == 1
        assert price("enter_sp", free_reinforcement=True).difference == 0

    @pytest.mark.parametrize(("side", "activity"), [("CSA", "hunt_raider"), ("USA", "bring_in_naval_sp")])
    def test_activity_of_the_other_side_is_refused(self, side: str, activity: str) -> None:
        with pytest.raises(IllegalOrder):
            price(activity, side=side)


@pytest.mark.rule("CW-CP")
class Test_1_3_which_points_pay:
    def test_starting_theater_pays_for_a_force(self) -> None:
        assert price("move_sp", theatre="West").theatre == "West"
        assert str(price("move_sp", theatre="West")) == "1 CP from West or discretionary; 1 of the difference"

    def test_naval_points_pay_only_for_ships_and_leaders_by_water(self) -> None:
        assert price("move_naval_sp", side="USA").pots == ("discretionary", "naval")
        assert price("leader_moves_sp", side="USA", naval_leader=True).pots == ("discretionary", "naval")
        assert "naval" in price("leader_moves_sp", side="USA", by_water=True).pots
        assert "naval" not in price("leader_moves_sp", side="USA").pots
        assert "naval" not in price("move_sp", side="USA", by_water=True).pots
        assert price("hunt_raider", side="USA").pots == ("naval",)
        assert price("move_naval_sp").pots == ("discretionary",)

    def test_wrong_points_are_refused(self) -> None:
        with pytest.raises(IllegalOrder, match="Pay from: must be theater or discretionary, not naval") as caught:
            price("move_sp", side="USA", pays_from="naval")
        assert caught.value.field == "pays_from"
        assert price("move_sp", pays_from="discretionary").cp == 1
