"""Unit cards: what they give to the rules, and what the results write back to them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from rulesets.core.context import BY_THE_BOOK
from rulesets.core.dice import ScriptedDice
from rulesets.core.registry import procedure, procedures, unit_cards_of
from rulesets.core.units import Card, Chosen, NewUnit, Use, Value
from rulesets.regimental.unit_cards import CARDS

TURN = 5


def a_card(kind: str, name: str = "", side: str = "USA", **values: Value) -> Card:
    needed: dict[str, Value] = {} if kind == "leader" else {"full": 8} if kind == "regiment" else {"full": 3}
    unit = NewUnit(side, kind, name or f"a {kind}", {**needed, **values})
    assert CARDS.faults([unit]) == []
    return Card(f"{side}-{unit.name}", side, kind, unit.name, CARDS.completed(unit))


def use(name: str) -> Use:
    found = CARDS.use(f"regimental.{name}")
    assert found is not None
    return found


def played(
    name: str, cards: Mapping[str, tuple[Card, ...]], *dice: int, more: Mapping[str, Any] | None = None
) -> tuple[Any, dict[tuple[str, str], Value]]:
    """Roll from cards, with what people add to the form; return the result, and the new values by card and field."""
    chosen, rule, of = Chosen(cards, TURN), procedure(f"regimental.{name}"), use(name)
    inputs = rule.read(with_more(of.fill(chosen), more or {}))
    left = ScriptedDice(*dice)
    result = rule.run(inputs, left, BY_THE_BOOK).result
    assert left.left == []
    changes = list(of.effects(inputs, result, chosen))
    assert all(each.cites for each in changes)
    by_id = {card.id: card for some in cards.values() for card in some}
    assert [each.before for each in changes] == [by_id[each.card][each.field] for each in changes]
    return result, {(by_id[each.card].name, each.field): each.after for each in changes}


def with_more(filled: Any, more: Any) -> Any:
    """Return what a form gives, with what people add to it."""
    if isinstance(more, Mapping):
        return {**filled, **{name: with_more(filled.get(name), each) for name, each in more.items()}}
    if isinstance(more, list) and filled:
        return [with_more(each, added) for each, added in zip(filled, more, strict=True)]
    return more


def after(card: Card, changes: Mapping[tuple[str, str], Value]) -> Card:
    new = {field: value for (name, field), value in changes.items() if name == card.name}
    return replace(card, values={**card.values, **new})


def test_book_has_its_cards() -> None:
    assert unit_cards_of("regimental") is CARDS


def test_every_rule_that_reads_a_unit_is_rolled_from_cards() -> None:
    without = {"scale", "weapons", "targets", "prolonge", "fog", "darkness"}  # nothing in them is on a card
    names = {each.procedure.partition(".")[2] for each in CARDS.uses}
    assert len(names) == len(CARDS.uses)
    assert names == {each.partition(".")[2] for each in procedures("regimental")} - without


class TestFire:
    """RG-FIRE, RG-ARTY, RG-AMMO, RG-DISBAT: all fire at one target, and what it does."""

    @pytest.mark.rule("RG-FIRE")
    def test_stands_that_are_lost_weigh_in_a_charge_of_the_turn(self) -> None:
        firer, target = a_card("regiment"), a_card("regiment", side="CSA", lost=1)
        cards = {"firers": (firer,), "target": (target,)}
        result, changes = played("fire", cards, 8, more={"firers": [{"range_inches": 8}]})
        assert str(result) == "telling: disordered, 1 stand lost"
        assert changes == {
            (target.name, "lost"): 2,
            (target.name, "lost_to_fire"): 1,
            (target.name, "disordered"): True,
        }

    @pytest.mark.rule("RG-FIRE")
    def test_confederates_run_low_on_a_9_and_the_union_on_a_10(self) -> None:
        for side, enemy, die, low in (("CSA", "USA", 9, True), ("USA", "CSA", 9, False), ("USA", "CSA", 10, True)):
            firer, target = a_card("regiment", "ours", side), a_card("regiment", "theirs", enemy)
            cards = {"firers": (firer,), "target": (target,)}
            result, changes = played("fire", cards, die, more={"firers": [{"range_inches": 8}]})
            assert result.low_on_ammunition is low
            assert changes.get(("ours", "low_on_ammunition"), False) is low

    def test_cards_give_weapon_state_and_the_target_s_cover(self) -> None:
        firer = a_card("regiment", weapon="repeater", disordered=True, low_on_ammunition=True, lying_down=True)
        gun = a_card("battery", "a gun", gun="3-inch rifle", disordered=True)
        target = a_card(
            "regiment", side="CSA", cover="breastworks", formation="column", lying_down=True, skirmishers_out=True
        )
        filled = use("fire").fill(Chosen({"firers": (firer, gun), "target": (target,)}, TURN))
        assert filled["firers"] == [
            {"weapon": "repeater", "stands": 8, "lying_down": True, "disordered": True, "low_on_ammunition": True}
        ]
        assert filled["guns"] == [{"gun": "3-inch rifle", "sections": 3, "disordered": True}]
        said = {"target": "column", "cover": "breastworks", "target_lying_down": True, "screened": True}
        assert said.items() <= filled.items()
        assert {"side": "USA", "target_name": "a regiment", "turn": TURN}.items() <= filled.items()

    @pytest.mark.parametrize(
        ("die", "wanted"),
        [(5, {}), (7, {"disordered": True}), (10, {"disordered": True, "lost": 1})],
        ids=["nothing", "silenced", "damaged"],
    )
    @pytest.mark.rule("RG-ARTY")
    def test_battery_is_disordered_and_loses_sections(self, die: int, wanted: dict[str, Value]) -> None:
        firer, target = a_card("battery", gun="3-inch rifle"), a_card("battery", "guns", "CSA")
        cards = {"firers": (firer,), "target": (target,)}
        more = {"guns": [{"range_inches": 20}], "moved_far": True}
        _, changes = played("fire", cards, die, more=more)
        assert {field: value for (_, field), value in changes.items()} == {"fired_at": TURN, **wanted}

    @pytest.mark.rule("RG-DISBAT")
    def test_battery_recovers_after_a_turn_without_fire(self) -> None:
        for fired_at, recovers in ((TURN, False), (TURN - 1, False), (TURN - 2, True), (0, True)):
            battery = a_card("battery", disordered=True, fired_at=fired_at)
            _, changes = played("disordered_battery", {"battery": (battery,)})
            assert changes == ({(battery.name, "disordered"): False} if recovers else {})

    @pytest.mark.rule("RG-SNIPER")
    def test_sniper_is_marked_and_hits_a_commander(self) -> None:
        regiment, leader = a_card("regiment", skirmishers_out=True), a_card("leader", "Gibson", "CSA")
        cards = {"regiment": (regiment,), "target": (leader,)}
        _, changes = played("sniper", cards, 9)
        assert changes == {(regiment.name, "sniper"): True}
        cards["regiment"] = (after(regiment, changes),)
        _, changes = played("sniper", cards, 9, 1, more={"range_inches": 20})
        assert changes == {("Gibson", "lost_on"): TURN, ("Gibson", "fallen"): 1}

    @pytest.mark.rule("RG-SURPRISE")
    def test_surprise_costs_a_stand(self) -> None:
        card = a_card("regiment", disordered=True)
        _, changes = played("surprise_fire", {"regiment": (card,)}, 2, more={"range_inches": 4})
        assert changes == {(card.name, "lost"): 1, (card.name, "lost_to_fire"): 1}

    @pytest.mark.rule("RG-OVER")
    def test_debris_disorders_friends(self) -> None:
        card = a_card("regiment")
        more = {"inches_behind": 7, "from_above": True}
        assert played("over_friends", {"regiment": (card,)}, 2, more=more)[1] == {(card.name, "disordered"): True}
        assert played("over_friends", {"regiment": (card,)}, 3, more=more)[1] == {}

    @pytest.mark.rule("RG-AMMO")
    def test_low_ammunition_is_marked(self) -> None:
        card = a_card("regiment", side="CSA")
        assert played("low_ammunition", {"regiment": (card,)}, 9)[1] == {(card.name, "low_on_ammunition"): True}
        assert played("low_ammunition", {"regiment": (card,)}, 8)[1] == {}


class TestCharge:
    """RG-COMBMOD, RG-CAPTURE: the combat, and captured guns."""

    @pytest.mark.rule("RG-COMBMOD")
    def test_losses_and_disorder_of_both_sides(self) -> None:
        attacker, defender = a_card("regiment", "ours", "CSA"), a_card("regiment", "theirs", cover="light works")
        cards = {"attacker": (attacker,), "defender": (defender,)}
        result, changes = played("combat", cards, 3, 8)
        assert str(result) == "assault falters: attacker loses 1, defender 0"
        assert changes == {("ours", "lost"): 1, ("ours", "disordered"): True}

    @pytest.mark.rule("RG-COMBMOD")
    def test_regiment_swept_away_loses_its_colors(self) -> None:
        attacker, defender = a_card("regiment", "ours"), a_card("regiment", "theirs", "CSA", lost=4, disordered=True)
        cards = {"attacker": (attacker,), "defender": (defender,), "attacker_leader": (a_card("leader"),)}
        result, changes = played("combat", cards, 10, 1)
        assert result.clash == "swept from the field"
        assert changes == {("theirs", "lost"): 6, ("theirs", "colors"): "captured"}
        scores = [str(each) for each in CARDS.score([after(defender, changes)])]
        assert len(scores) == 2
        assert any("for 1 captured flag" in each for each in scores)

    @pytest.mark.parametrize(
        ("dice", "wanted"),
        [
            ((10, 1), {"captured": 3}),
            ((6, 3), {"lost": 1, "disordered": True}),
            ((4, 4), {"disordered": True}),
            ((1, 6), {}),
        ],
        ids=["taken", "driven", "pressed", "held"],
    )
    @pytest.mark.rule("RG-COMBMOD")
    def test_battery_is_taken_damaged_or_silenced(self, dice: tuple[int, int], wanted: dict[str, Value]) -> None:
        attacker, defender = a_card("regiment", "ours"), a_card("battery", "guns", "CSA")
        cards = {"attacker": (attacker,), "defender": (defender,)}
        _, changes = played("combat", cards, *dice, more={"attacker": {"status": "Worn", "full": None, "triple": ""}})
        assert {field: value for (name, field), value in changes.items() if name == "guns"} == wanted

    @pytest.mark.rule("RG-CAPTURE")
    def test_crews_of_captured_guns_do_not_fight(self) -> None:
        captors, guns = a_card("regiment", "ours"), a_card("battery", "guns", "CSA", full=2)
        cards = {"captors": (captors,), "guns": (guns,)}
        _, changes = played("captured_guns", cards, more={"crews": 2})
        assert changes == {("ours", "crews"): 2, ("guns", "captured"): 2}
        captors = after(captors, changes)
        assert CARDS.strength(captors).left == 8
        against = {"attacker": (captors,), "defender": (a_card("regiment", "theirs", "CSA"),)}
        assert use("combat").fill(Chosen(against, TURN))["attacker"]["stands"] == 6
        assert CARDS.is_out(after(guns, changes))
        _, changes = played(
            "captured_guns", {"captors": (captors,)}, more={"sections": 2, "guns_lost": True, "crews_destroyed": 1}
        )
        assert changes == {("ours", "crews"): 0, ("ours", "lost"): 1}

    @pytest.mark.rule("RG-CHARGE")
    def test_reaction_takes_troops_from_cards(self) -> None:
        charger = a_card("regiment", "cavalry", "CSA", arm="cavalry", mounted=True, quality="crack")
        target = a_card("battery", "guns", limbered=True)
        cards = {"attacker": (charger,), "defender": (target,)}
        result, changes = played("charge", cards, 5, more={"target": {"reaction": "retire"}})
        assert str(result) == "target retires a full move"
        assert changes == {}
        result, _ = played("charge", cards)
        assert str(result) == "target receives the charge; charger fires hand weapons for 4 fire points"


class TestManeuver:
    """RG-MANMOD, RG-POL, RG-LYING, RG-WORKS, RG-SKIRM, RG-BUILD, RG-OBST, RG-RAPID, RG-FORM."""

    @pytest.mark.rule("RG-MANMOD")
    def test_card_gives_state_and_commanders_and_rallies(self) -> None:
        card = a_card("regiment", lost=2, disordered=True, commander="exceptional", colors="down", colors_down_until=6)
        leader = a_card("leader", commander="exceptional")
        filled = use("maneuver").fill(Chosen({"regiment": (card,), "superiors": (leader,)}, TURN))
        assert filled["stands"] == 6
        assert filled["full"] == 8
        assert filled["condition"] == "disordered"
        assert filled["superiors"] == [{"rank": "brigade", "exceptional": True}]
        result, changes = played("maneuver", {"regiment": (card,), "superiors": (leader,)}, 8)
        assert result.handling.startswith("rallies")
        assert changes == {(card.name, "disordered"): False}

    @pytest.mark.rule("RG-MANMOD")
    def test_stands_skedaddle_or_the_regiment_quits(self) -> None:
        card = a_card("regiment", lost=4, disordered=True, quality="green")
        result, changes = played("maneuver", {"regiment": (card,)}, 1)
        assert result.stands_that_skedaddle is None
        assert changes == {(card.name, "quit"): 4}
        assert CARDS.strength(after(card, changes)).lost_to == {"quit": 4}
        assert CARDS.is_out(after(card, changes))
        result, changes = played("maneuver", {"regiment": (card,)}, 4)
        assert changes == {(card.name, "skedaddled"): result.stands_that_skedaddle}

    @pytest.mark.rule("RG-POL")
    def test_passage_costs_stands_and_order(self) -> None:
        card, passing = a_card("regiment"), a_card("regiment", "passing", disordered=True)
        cards = {"stationary": (card,), "passing": (passing,)}
        assert played("passage_of_lines", cards, 4)[1] == {
            (card.name, "disordered"): True,
            (card.name, "skedaddled"): 1,
        }
        cards["stationary"] = (replace(card, values={**card.values, "disordered": True}),)
        assert played("passage_of_lines", cards, 1)[1] == {(card.name, "quit"): 8}

    @pytest.mark.parametrize(
        ("name", "had", "more", "wanted"),
        [
            ("lying_down", {}, {}, {"lying_down": True}),
            ("lying_down", {"lying_down": True}, {}, {"lying_down": False}),
            ("works", {}, {"turns": 2}, {"cover": "light works"}),
            ("works", {}, {"turns": 1}, {}),
            ("skirmishers", {}, {}, {"skirmishers_out": True}),
            ("skirmishers", {"skirmishers_out": True}, {"formed_enemy": 4}, {"skirmishers_out": False}),
            ("building", {}, {}, {"cover": "building"}),
            ("building", {"cover": "building"}, {"burning_since": 4}, {"cover": "none"}),
            ("building", {"cover": "building"}, {"burning_since": 4, "stays": True}, {"lost": 1}),
            ("rapid_move", {}, {"full_move": 12}, {"disordered": True}),
            ("formation", {}, {"formation": "column"}, {"formation": "column"}),
            ("formation", {}, {"formation": "supported line"}, {}),
            ("formation", {"cover": "light works"}, {"formation": "supported line"}, {"formation": "supported line"}),
        ],
    )
    def test_result_is_written_to_the_card(
        self, name: str, had: dict[str, Any], more: dict[str, Any], wanted: dict[str, Value]
    ) -> None:
        card = a_card("regiment", **had)
        changes = played(name, {"regiment": (card,)}, more=more)[1]
        assert {field: value for (_, field), value in changes.items()} == wanted

    @pytest.mark.rule("RG-OBST")
    def test_veteran_cavalry_is_disordered_by_a_fence(self) -> None:
        card = a_card("regiment", arm="cavalry", mounted=True)
        assert played("obstacles", {"unit": (card,)})[1] == {(card.name, "disordered"): True}
        assert played("obstacles", {"unit": (a_card("regiment"),)})[1] == {}
        assert not played("obstacles", {"unit": (a_card("battery"),)})[0].may_cross


class TestCommanders:
    """RG-FALLEN, RG-LEADERS, RG-CMD."""

    @pytest.mark.parametrize(
        ("die", "wanted"),
        [
            (1, {"lost_on": TURN, "fallen": 1, "commander": "average"}),
            (3, {"out_until": TURN + 1}),
            (4, {"on_foot": True}),
            (5, {"colors": "down", "colors_down_until": TURN + 1}),
            (6, {}),
        ],
    )
    @pytest.mark.rule("RG-FALLEN")
    def test_fate_is_written_to_the_card(self, die: int, wanted: dict[str, Value]) -> None:
        card = a_card("regiment", commander="weak")
        changes = played("fallen_leader", {"commander": (card,)}, die)[1]
        assert {field: value for (_, field), value in changes.items()} == wanted

    @pytest.mark.rule("RG-LEADERS")
    def test_successor_is_rolled_for_in_the_next_turn(self) -> None:
        card = a_card("leader", side="CSA", lost_on=TURN - 1, on_foot=True)
        changes = played("leader_quality", {"commander": (card,)}, 8)[1]
        assert {field: value for (_, field), value in changes.items()} == {
            "commander": "exceptional",
            "lost_on": 0,
            "on_foot": False,
        }

    def test_commanders_are_a_level_lower_than_their_stands(self) -> None:
        for card, stand in (
            (a_card("regiment", on_foot=True), "brigade"),
            (a_card("leader", on_foot=True), "division"),
            (a_card("leader", on_foot=True, rank="divisional"), "corps"),
        ):
            chosen = Chosen({"commander": (card,)}, TURN)
            assert use("command").fill(chosen) == {"command_stand": stand, "on_foot": True}

    def test_commander_who_is_out_adds_nothing(self) -> None:
        for card in (a_card("regiment", commander="weak", out_until=TURN), a_card("regiment", lost_on=2)):
            assert use("maneuver_modifiers").fill(Chosen({"regiment": (card,)}, TURN))["commander"] == "average"


def test_new_turn_raises_colors_and_brings_the_stunned_back() -> None:
    card = a_card("regiment", lost=2, lost_to_fire=2, colors="down", colors_down_until=5, out_until=5)
    assert {each.field for each in CARDS.new_turn(card, 5)} == {"lost_to_fire"}
    assert {each.field: each.after for each in CARDS.new_turn(card, 6)} == {
        "lost_to_fire": 0,
        "colors_down_until": 0,
        "colors": "flying",
        "out_until": 0,
    }
    assert list(CARDS.new_turn(a_card("battery"), 6)) == []


@pytest.mark.parametrize(
    ("kind", "side", "values", "said"),
    [
        ("regiment", "USA", {"full": 8, "lost": 5, "quit": 4}, "lost: must be at most the 8 at first"),
        ("regiment", "USA", {"full": 20}, "triple: must be given for 20 stands: the chart has 2 to 16"),
        (
            "regiment",
            "USA",
            {"full": 8, "triple": "9.7.5"},
            "triple: must begin with the 8 stands at first",
        ),
        ("regiment", "USA", {"full": 8, "triple": "8.9"}, "triple: must be three numbers or dashes"),
        ("regiment", "USA", {"full": 8, "crews": 9}, "crews: must be at most the 8 stands left"),
        ("regiment", "CSA", {"full": 8, "weapon": "repeater"}, "weapon: must be another: only the Union has repeaters"),
        ("regiment", "CSA", {"full": 8, "weapon": "pistol or shotgun"}, "weapon: must be another: only Confederate"),
        ("regiment", "USA", {"full": 8, "mounted": True}, "mounted: must be no: only cavalry is mounted"),
        (
            "regiment",
            "USA",
            {"full": 8, "arm": "cavalry", "mounted": True, "lying_down": True},
            "lying_down: must be no: mounted cavalry cannot lie down",
        ),
        ("regiment", "USA", {"full": 8, "formation": "supported line"}, "formation: must be another: only works allow"),
        ("battery", "USA", {"full": 2, "lost": 1, "captured": 2}, "lost: must be at most the 2 at first"),
    ],
)
def test_what_does_not_fit_together_is_refused(kind: str, side: str, values: dict[str, Value], said: str) -> None:
    faults = [str(each) for each in CARDS.faults([NewUnit(side, kind, "A", values)])]
    assert len(faults) == 1
    assert said in faults[0]


def test_score_counts_regiments_batteries_and_commanders() -> None:
    cards = [
        a_card("regiment", "worn", lost=2),
        a_card("regiment", "spent", lost=4),
        a_card("regiment", "gone", lost=8),
        a_card("regiment", "quit", lost=2, quit=6),
        a_card("regiment", "fresh", lost=1),
        a_card("battery", captured=3),
        a_card("leader", fallen=1),
    ]
    points = {(each.side, each.words): each.points for each in CARDS.score(cards)}
    expected = procedure("fire_and_fury.victory_points").run(
        {
            "brigades": [{"ended": "Worn"}, {"ended": "Spent"}, {"ended": "destroyed"}, {"ended": "quit the field"}],
            "batteries": 1,
            "leaders": [{"rank": "division leader"}],
        }
    )
    assert {side for side, _ in points} == {"CSA"}
    assert sum(points.values()) == expected.result.total
