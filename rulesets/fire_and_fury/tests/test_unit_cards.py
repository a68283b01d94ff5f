"""Unit cards: what they give to the rules, and what the results write back to them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from rulesets.core.dice import ChanceDice, ScriptedDice
from rulesets.core.registry import procedure, unit_cards_of
from rulesets.core.units import Card, Change, Chosen, NewUnit, Use, Value
from rulesets.fire_and_fury.unit_cards import CARDS

TURN = 5
EIGHT = {"points_each": 1}


def a_card(kind: str, name: str = "", side: str = "USA", **values: Value) -> Card:
    needed: dict[str, Value] = {"full": 8} if kind == "brigade" else {}
    unit = NewUnit(side, kind, name or f"a {kind}", {**needed, **values})
    assert CARDS.faults([unit]) == []
    return Card(f"{side}-{unit.name}", side, kind, unit.name, CARDS.completed(unit))


def use(name: str) -> Use:
    found = CARDS.use(f"fire_and_fury.{name}")
    assert found is not None
    return found


def played(
    name: str, cards: Mapping[str, tuple[Card, ...]], *dice: int, more: Mapping[str, Any] | None = None
) -> tuple[Any, dict[str, Value]]:
    """Roll from cards, with what people add; return the result, and the new values by field."""
    chosen, rule, of = Chosen(cards, TURN), procedure(f"fire_and_fury.{name}"), use(name)
    filled = dict(of.fill(chosen))
    for part, added in (more or {}).items():
        filled[part] = [each | added for each in filled[part]] if part == "firers" else added
    inputs, left = rule.read(filled), ScriptedDice(*dice)
    result = rule.run(inputs, left).result
    assert left.left == []
    changes = list(of.effects(inputs, result, chosen))
    assert all(each.cites for each in changes)
    return result, {f"{each.card.partition('-')[2]}: {each.field}": each.after for each in changes}


def after(card: Card, **values: Value) -> Card:
    return replace(card, values={**card.values, **values})


def test_book_has_its_cards() -> None:
    assert unit_cards_of("fire_and_fury") is CARDS


class TestManeuver:
    def test_card_gives_state_column_and_leaders(self) -> None:
        card = a_card("brigade", lost=2, disordered=True, in_column=True, exceptional=True)
        leaders = (a_card("leader", exceptional=True), a_card("leader", "the general", rank="army"))
        filled = use("maneuver").fill(Chosen({"brigade": (card,), "leaders": leaders}, TURN))
        assert filled["status"] == "Worn"
        assert filled["condition"] == "disordered"
        assert filled["leaders"] == [{"rank": "division", "exceptional": True}]
        assert (filled["in_column"], filled["exceptional_commander"]) == (True, True)

    def test_result_rallies_thins_or_ends_the_brigade(self) -> None:
        card = a_card("brigade", lost=4, disordered=True)
        assert played("maneuver", {"brigade": (card,)}, 10)[1] == {"a brigade: disordered": False}
        assert played("maneuver", {"brigade": (card,)}, 1)[1] == {"a brigade: quit": 4}
        result, changes = played("maneuver", {"brigade": (card,)}, 4)
        assert changes == {"a brigade: skedaddled": result.skedaddles}

    def test_stunned_leader_gives_nothing(self) -> None:
        stunned = a_card("leader", fate="stunned", out_until=TURN)
        chosen = Chosen({"brigade": (a_card("brigade"),), "leaders": (stunned,)}, TURN)
        assert use("maneuver").fill(chosen)["leaders"] == []

    def test_arm_comes_from_the_card(self) -> None:
        for card, arm in (
            (a_card("brigade"), "infantry"),
            (a_card("brigade", arm="cavalry", mounted=True), "cavalry"),
            (a_card("brigade", arm="cavalry"), "dismounted cavalry"),
            (a_card("battery"), "foot artillery"),
            (a_card("battery", gun="horse artillery"), "horse artillery"),
            (a_card("leader"), "leader"),
        ):
            assert use("movement").fill(Chosen({"unit": (card,)}, TURN)) == {"arm": arm}

    def test_battery_is_limbered_as_it_ends_its_turn(self) -> None:
        changes = played("battery_functions", {"battery": (a_card("battery"),)}, more={"functions": ["limber", "move"]})
        assert changes[1] == {"a battery: limbered": True}


class TestFire:
    def test_losses_order_and_ammunition(self) -> None:
        cards = {
            "firers": (a_card("brigade"), a_card("battery")),
            "target": (a_card("brigade", "theirs", "CSA", lost=1),),
        }
        result, changes = played("fire", cards, 10, more={"firers": EIGHT})
        assert str(result) == "telling: disordered, 1 stand lost; firers low on ammunition"
        assert changes == {
            "theirs: lost": 2,
            "theirs: lost_to_fire": 1,
            "theirs: disordered": True,
            "a brigade: low_on_ammunition": True,
        }

    def test_target_and_its_leader_come_from_cards(self) -> None:
        cards = {
            "firers": (a_card("battery", state="damaged"),),
            "target": (a_card("brigade", "theirs", "CSA", in_column=True, behind_works=True),),
            "leader": (a_card("leader", side="CSA"),),
        }
        filled = use("fire").fill(Chosen(cards, TURN))
        assert filled["firers"] == [{"kind": "12-pdr Napoleon", "stands": 1, "battery": "damaged"}]
        assert {"target": "column", "behind_works": True, "leader_attached": True}.items() <= filled.items()

    @pytest.mark.parametrize(
        ("state", "die", "wanted"),
        [("good", 8, "silenced"), ("good", 10, "damaged"), ("damaged", 8, None), ("silenced", 1, None)],
    )
    def test_battery_never_gets_better_by_fire(self, state: str, die: int, wanted: str | None) -> None:
        cards = {"firers": (a_card("brigade"),), "target": (a_card("battery", "guns", "CSA", state=state),)}
        _, changes = played("fire", cards, die, more={"firers": {"points_each": 0.5}})
        changes.pop("a brigade: low_on_ammunition", None)
        assert changes == ({"guns: state": wanted} if wanted else {})


class TestCharge:
    def test_both_sides_lose_and_are_disordered(self) -> None:
        cards = {"attacker": (a_card("brigade"),), "defender": (a_card("brigade", "theirs", "CSA"),)}
        assert played("charge", cards, 1, 5)[1] == {"a brigade: lost": 1, "a brigade: disordered": True}
        assert played("charge", cards, 9, 2)[1] == {"theirs: lost": 1, "theirs: disordered": True}

    @pytest.mark.parametrize(("dice", "state"), [((10, 1), "captured"), ((6, 6), "damaged"), ((2, 5), "silenced")])
    def test_battery_is_taken_damaged_or_silenced(self, dice: tuple[int, int], state: str) -> None:
        cards = {
            "attacker": (a_card("brigade"),),
            "defender": (a_card("battery", "guns", "CSA"),),
            "attacker_leader": (a_card("leader"),),
        }
        assert played("charge", cards, *dice)[1] == {"guns: state": state}

    def test_triple_and_fire_losses_come_from_the_card(self) -> None:
        cards = {
            "attacker": (a_card("brigade", lost=2, lost_to_fire=2),),
            "defender": (a_card("brigade", "theirs", "CSA"),),
        }
        attacker = use("charge").fill(Chosen(cards, TURN))["attacker"]
        assert {"stands": 6, "triple": "8.6.4", "lost_to_fire": 2, "confederate": False}.items() <= attacker.items()


class TestLeaders:
    @pytest.mark.parametrize(
        ("die", "wanted"),
        [
            (1, {"Jones: fate": "killed"}),
            (5, {"Jones: fate": "stunned", "Jones: out_until": TURN + 1}),
            (9, {}),
        ],
    )
    def test_fate_is_written_to_the_card(self, die: int, wanted: dict[str, Value]) -> None:
        card = a_card("leader", "Jones", "CSA")
        assert played("fallen_leader", {"leader": (card,)}, die)[1] == wanted
        assert CARDS.is_out(after(card, fate="killed"))
        assert not CARDS.is_out(after(card, fate="stunned"))


def test_new_turn_forgets_losses_to_fire_and_brings_the_stunned_back() -> None:
    brigade, leader = a_card("brigade", lost=1, lost_to_fire=1), a_card("leader", fate="stunned", out_until=5)
    assert [(each.field, each.after) for each in CARDS.new_turn(brigade, 6)] == [("lost_to_fire", 0)]
    assert list(CARDS.new_turn(leader, 5)) == []
    assert {each.field: each.after for each in CARDS.new_turn(leader, 6)} == {"out_until": 0, "fate": "unhurt"}


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"full": 8, "lost": 5, "quit": 4}, "lost: must be at most the 8 at first"),
        ({"full": 8, "lost_to_fire": 1}, "lost_to_fire: must be at most the 0 lost"),
        ({"full": 20}, "triple: must be given for 20 stands: the chart has 2 to 16"),
        ({"full": 8, "triple": "9.7.5"}, "triple: must begin with the 8 stands at first"),
        ({"full": 8, "triple": "8.9"}, "triple: must be three numbers or dashes"),
        ({"full": 8, "mounted": True}, "mounted: must be no: only cavalry is mounted"),
    ],
)
def test_what_does_not_fit_together_is_refused(values: dict[str, Value], said: str) -> None:
    faults = [str(each) for each in CARDS.faults([NewUnit("USA", "brigade", "A", values)])]
    assert len(faults) == 1
    assert said in faults[0]


def test_score_is_the_book_s() -> None:
    cards = [
        a_card("brigade", "worn", lost=2),
        a_card("brigade", "gone", lost=8),
        a_card("brigade", "quit", lost=2, quit=6),
        a_card("brigade", "fresh"),
        a_card("battery", state="wrecked"),
        a_card("leader", fate="killed"),
        a_card("leader", "unhurt"),
    ]
    expected = procedure("fire_and_fury.victory_points").run(
        {
            "brigades": [{"ended": "Worn"}, {"ended": "destroyed"}, {"ended": "quit the field"}],
            "batteries": 1,
            "leaders": [{"rank": "division leader"}],
        }
    )
    scores = list(CARDS.score(cards))
    assert {each.side for each in scores} == {"CSA"}
    assert sum(each.points for each in scores) == expected.result.total > 0


@pytest.mark.parametrize("seed", range(3))
def test_sample_battle_is_fought_to_its_end(seed: int) -> None:
    units = CARDS.sample.units
    cards = {str(n): Card(str(n), u.side, u.kind, u.name, CARDS.completed(u)) for n, u in enumerate(units)}
    dice = ChanceDice(seed)

    def here(side: str, kind: str) -> list[Card]:
        return [c for c in cards.values() if (c.side, c.kind) == (side, kind) and not CARDS.is_out(c)]

    def write(changes: list[Change]) -> None:
        for each in changes:
            card = cards[each.card]
            field = CARDS.kind(card.kind).field(each.field)
            assert card[each.field] == each.before
            assert field.running
            assert field.fault(each.after) == ""
            cards[each.card] = after(card, **{each.field: each.after})
            assert list(CARDS.check(cards[each.card])) == []

    def roll(name: str, turn: int, **chosen: list[Card]) -> None:
        rule, of = procedure(f"fire_and_fury.{name}"), use(name)
        picked = Chosen({role: tuple(some) for role, some in chosen.items()}, turn)
        filled = dict(of.fill(picked))
        if name == "fire":
            filled["firers"] = [each | {"points_each": 1} for each in filled["firers"]]
        inputs = rule.read(filled)
        write(list(of.effects(inputs, rule.run(inputs, dice).result, picked)))

    turn = 1
    while turn < 60 and here("USA", "brigade") and here("CSA", "brigade"):
        for side, enemy in (("USA", "CSA"), ("CSA", "USA")):
            for brigade in here(side, "brigade"):
                roll("maneuver", turn, brigade=[brigade], leaders=here(side, "leader"))
            if here(side, "brigade") and here(enemy, "brigade"):
                roll("fire", turn, firers=here(side, "brigade"), target=here(enemy, "brigade")[:1])
            if here(side, "brigade") and here(enemy, "brigade"):
                roll("charge", turn, attacker=here(side, "brigade")[:1], defender=here(enemy, "brigade")[-1:])
        turn += 1
        for card in list(cards.values()):
            write(list(CARDS.new_turn(card, turn)))
    assert turn < 60
    assert all(0 <= CARDS.strength(card).left <= CARDS.strength(card).of for card in cards.values())
