"""Exact odds, checked against icepool, which gets our rules only as restated here."""

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import prod
from typing import Any, Protocol

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from icepool import Die, d4, d6, d10

from rulesets.core import registry
from rulesets.core.context import Context
from rulesets.core.odds import Convolution, Distribution, Enumeration, drawn
from rulesets.core.plain import as_json
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.ways import joined, sums

FEW = settings(max_examples=40)
MOST_LEAVES = 3_000


def odds(procedure: str, inputs: Mapping[str, Any], *fields: str) -> dict[tuple[Any, ...], Fraction]:
    """Return the chances of some fields of the result; None becomes empty text."""
    chances: dict[tuple[Any, ...], Fraction] = {}
    for result, chance in registry.procedure(procedure).odds(inputs).chances.items():
        held = tuple(field_of(as_json(result), field) for field in fields)
        chances[held] = chances.get(held, Fraction(0)) + chance
    return chances


def field_of(result: Any, path: str) -> Any:
    for name in path.split("."):
        result = result[int(name) if name.isdigit() else name]
    return "" if result is None else result


def in_order(distribution: Distribution) -> list[Fraction]:
    """Return the chances alone, in the order of the dice; the names of results do not matter."""
    return list(distribution.chances.values())


def chances_of(die: Die[Any]) -> dict[Any, Fraction]:
    return {outcome: die.probability(outcome) for outcome in die.outcomes()}


def steps_below(total: int, *lasts: int) -> int:
    """Return the column of a total, counted from 0, in a table whose columns end at `lasts`."""
    return sum(last < total for last in lasts)


# The strategic game


@pytest.mark.parametrize("track", range(1, 8))
def test_pulse_matches_icepool(track: int) -> None:
    """The better 2d6 has the initiative. A tie ends the turn ever farther from 7, from the fifth space always."""

    def result(union: int, south: int) -> tuple[Any, ...]:
        if union != south:
            winner = "USA" if union > south else "CSA"
            return winner, abs(union - south), 0, track, max(union, south) % 2 == 1
        ends = track >= 5 or abs(union - 7) <= track - 2
        return "", 0, union, track if ends else track + 1, False

    fields = "winner", "difference", "tied_total", "use_track", "promotion_may_enter"
    assert odds("civil_war.pulse", {"use_track": track}, *fields) == chances_of(icepool.map(result, 2 @ d6, 2 @ d6))


KILLED_AND_WOUNDED_UP_TO = {1: (2, 4), 2: (2, 3), 3: (0, 2), 4: (0, 2)}


@pytest.mark.parametrize("stars", KILLED_AND_WOUNDED_UP_TO)
@pytest.mark.parametrize("destroyed", [False, True])
def test_leader_loss_matches_icepool(*, stars: int, destroyed: bool) -> None:
    safe = "without a force" if destroyed else "safe"
    fates = ("killed", "wounded", safe)
    roll = 2 @ d6 - int(destroyed)
    expected = roll.map(lambda total: (fates[steps_below(total, *KILLED_AND_WOUNDED_UP_TO[stars])],))
    inputs = {"side": "USA", "leader": "Reynolds", "stars": stars, "force_destroyed": destroyed}
    assert odds("civil_war.leader_loss", inputs, "fate") == chances_of(expected)


@dataclass(frozen=True)
class Commander:
    """A side's leader in a combat. A good army rating rerolls his own low die, a bad one lets the enemy hit his high
    die."""

    commander: int
    army_rating: int
    again_up_to: int
    force_from: int

    def die(self, enemy: "Commander") -> Die[int]:
        rerolled = range(1, self.again_up_to + 1) if self.army_rating > 0 else range(enemy.force_from, 7)
        bonus = min(3, max(0, self.commander) + max(0, -enemy.commander))
        return (d6.reroll(rerolled, depth=abs(self.army_rating)) + bonus).map(lambda face: min(face, 6))


COMMANDERS = st.builds(
    Commander, st.integers(-3, 3), st.integers(-3, 3), again_up_to=st.integers(0, 5), force_from=st.integers(2, 7)
)
EVEN = {1: (0, False), 2: (0, False), 3: (1, False), 4: (0, True), 5: (1, True), 6: (1, True)}


@FEW
@given(COMMANDERS, COMMANDERS)
def test_combat_with_leaders_matches_icepool(attacker: Commander, defender: Commander) -> None:
    """Six against six is the even column for medium forces; each die does the other side's loss."""
    inputs = {"attacker_sp": 6, "defender_sp": 6, "attacker": as_json(attacker), "defender": as_json(defender)}
    fields = "attacker.lost", "attacker.demoralized", "defender.lost", "defender.demoralized"
    expected = icepool.map(
        lambda attacking, defending: (*EVEN[defending], *EVEN[attacking]),
        attacker.die(defender),
        defender.die(attacker),
    )
    assert odds("civil_war.combat", inputs, *fields) == chances_of(expected)


# From the map to the table and back

GROUND = {"clear": 0, "forest": -1, "mountain": 0}
CROSSED = {"none": 0, "unnavigable_river": -1, "navigable_river": -2}


@given(
    initiative=st.integers(1, 4),
    attacks=st.booleans(),
    ground=st.sampled_from(sorted(GROUND)),
    crossed=st.sampled_from(sorted(CROSSED)),
)
def test_flank_march_arrival_matches_icepool(*, initiative: int, attacks: bool, ground: str, crossed: str) -> None:
    """A d4 above the rating is swift, below it plodding; the ground slows only the attacker."""
    modifier = (GROUND[ground] + CROSSED[crossed]) if attacks else 0

    def turns(die: int) -> tuple[int, int]:
        return (3, 4) if die > initiative else (8, 9) if die == initiative else (13, 14)

    inputs = {"initiative": initiative, "attacks": attacks, "hex_terrain": ground, "hexside_crossed": crossed}
    found = odds("cw_to_ff.flank_march_arrival", inputs, "notice_turn", "entry_turn")
    assert found == chances_of((d4 + modifier).map(turns))


@pytest.mark.parametrize(("other", "faces"), [("swift", 10), ("deliberate", 5), ("plodding", 0)])
def test_flank_march_meeting_matches_icepool(other: str, faces: int) -> None:
    """A swift force of 30 that meets 20 on its edge arrives with 10."""
    forces = [{"side": "A", "speed": "swift", "infantry": 30}, {"side": "B", "speed": other, "infantry": 20}]
    expected = (d10 <= faces).map(lambda meets: (meets, 10, 0) if meets else (meets, 30, 20))
    fields = "meets", "arriving.0.stands", "arriving.1.stands"
    assert odds("cw_to_ff.flank_march_meeting", {"forces": forces}, *fields) == chances_of(expected)


@given(st.integers(1, 40))
def test_brigade_ratings_match_icepool(brigades: int) -> None:
    exceptional = brigades @ (d10 <= 3)
    found = registry.procedure("cw_to_ff.brigade_rating").odds({"brigades": brigades})
    assert in_order(found) == list(exceptional.probabilities())


@given(st.integers(1, 10), st.integers(0, 9), st.integers(-4, 4))
def test_promotion_roll_matches_icepool(lies_on: int, waited: int, tactical: int) -> None:
    inputs = {"counter_turn": lies_on, "turn": lies_on + waited, "tactical": tactical}
    expected = (d6 - waited <= tactical).map(lambda to_pool: (to_pool,))
    assert odds("cw_to_ff.promotion_roll", inputs, "to_pool") == chances_of(expected)


@given(st.sets(st.text("ABCDEFGH", min_size=1, max_size=6), min_size=1))
def test_promotion_draw_matches_icepool(pool: set[str]) -> None:
    expected = icepool.Deck(pool).deal(1).expand()
    assert odds("cw_to_ff.promotion_draw", {"pool": sorted(pool)}, "counter") == chances_of(expected)


@pytest.mark.parametrize(("column", "demoralizing", "rerolled"), [("E", 4, 7), ("H", 3, 5), ("K", 1, 4), ("L", 1, 3)])
def test_demoralization_matches_icepool(column: str, demoralizing: int, rerolled: int) -> None:
    """From one face on the line of a medium enemy demoralizes; from another on it costs two and is rerolled."""
    die = d6.reroll(range(rerolled, 7), depth="inf")
    expected = (die >= demoralizing).map(lambda demoralized: (demoralized,))
    inputs = {"lost_sp": 1, "column": column, "enemy_size": "medium"}
    assert odds("cw_to_ff.demoralization", inputs, "demoralized") == chances_of(expected)


# On the table

VOLLEYS = {1: (9,), 8: (4, 7, 10), 16: (2, 5, 8), 27: (0, 3, 6, 9)}


@given(
    points=st.sampled_from(sorted(VOLLEYS)),
    column=st.booleans(),
    woods=st.booleans(),
    works=st.booleans(),
    leader=st.booleans(),
)
def test_fire_matches_icepool(*, points: int, column: bool, woods: bool, works: bool, leader: bool) -> None:
    """The better of two covers counts. On a natural 10 firers run low on ammunition and an attached leader may fall."""
    modifier = column + min(-1 if woods else 0, -2 if works else 0)

    def hit(die: int) -> tuple[Any, ...]:
        effect = steps_below(die + modifier, *VOLLEYS[points])
        return effect > 0, max(0, effect - 1), die == 10, leader and die == 10

    inputs = {
        "firers": [{"stands": points, "points_each": 1}],
        "target": "column" if column else "line",
        "in_woods": woods,
        "behind_works": works,
        "leader_attached": leader,
    }
    fields = "disordered", "stands_lost", "low_on_ammunition", "leader_at_risk"
    assert odds("fire_and_fury.fire", inputs, *fields) == chances_of(d10.map(hit))


MANEUVER = next(name for name in registry.procedures("fire_and_fury") if name.endswith((".manoeuvre", ".maneuver")))
LEADER_ADDS = {
    ("attached", True): 3,
    ("attached", False): 2,
    ("in radius", True): 2,
    ("in radius", False): 1,
    ("out of radius", True): 0,
    ("out of radius", False): 0,
}
STATE_ADDS = {"Fresh": 2, "Worn": 0, "Spent": -2}


@given(
    status=st.sampled_from(sorted(STATE_ADDS)),
    column=st.booleans(),
    leaders=st.lists(st.sampled_from(sorted(LEADER_ADDS)), max_size=2),
    table=st.sampled_from([("disordered", (0, 2, 4, 6, 9)), ("good order", (0, 2, 4, 6))]),
)
def test_maneuver_matches_icepool(
    *, status: str, column: bool, leaders: list[tuple[str, bool]], table: tuple[str, tuple[int, ...]]
) -> None:
    """Results stand in the order of the table, from leaving the field upward."""
    condition, lasts = table
    modifier = STATE_ADDS[status] + column + sum(LEADER_ADDS[each] for each in leaders)
    present = [{"rank": "corps", "place": place, "exceptional": exceptional} for place, exceptional in leaders]
    inputs = {"condition": condition, "status": status, "in_column": column, "leaders": present}
    expected = (d10 + modifier).map(lambda total: steps_below(total, *lasts))
    assert in_order(registry.procedure(MANEUVER).odds(inputs)) == list(expected.probabilities())


def fought(stands: int, edge: int, struggles: int = 0) -> Die[Any]:
    """Return the rounds of struggle and both sides' losses; an even score costs each a stand and is fought again."""
    if struggles == stands:
        return Die([(struggles, stands, stands)])

    def end(difference: int) -> Any:
        if difference == 0:
            return fought(stands, edge, struggles + 1)
        attacker, defender = steps_below(-difference, 3, 6), steps_below(difference, 3, 6)
        return struggles, min(stands, struggles + attacker), min(stands, struggles + defender)

    return (d10 - d10 + edge).map(end)


@FEW
@given(
    stands=st.integers(1, 6),
    attacker=st.sampled_from(sorted(STATE_ADDS)),
    defender=st.sampled_from(sorted(STATE_ADDS)),
    outflanked=st.booleans(),
)
def test_charge_matches_icepool(*, stands: int, attacker: str, defender: str, outflanked: bool) -> None:
    inputs = {
        "attacker": {"stands": stands, "status": attacker},
        "defender": {"stands": stands, "status": defender, "outflanked": outflanked},
    }
    edge = STATE_ADDS[attacker] - STATE_ADDS[defender] + 2 * outflanked
    fields = "struggles", "attacker_lost", "defender_lost"
    assert odds("fire_and_fury.charge", inputs, *fields) == chances_of(fought(stands, edge))


# Any dice


class Roll(Protocol):
    """A roll in two forms: our dice and icepool's."""

    @property
    def leaves(self) -> int: ...

    def throw(self, work: Reckoning) -> int: ...

    def weigh(self, work: Reckoning) -> int: ...

    def die(self) -> Die[int]: ...


@dataclass(frozen=True)
class Total:
    """Several dice of one kind, added up."""

    count: int
    sides: int

    @property
    def leaves(self) -> int:
        return int(self.sides**self.count)

    def throw(self, work: Reckoning) -> int:
        return work.roll(self.sides, rule="total", what="the total", count=self.count).total

    def weigh(self, work: Reckoning) -> int:
        return work.on_roll(self.sides, lambda total: total, rule="total", what="the total", count=self.count)

    def die(self) -> Die[int]:
        return self.count @ icepool.d(self.sides)


@dataclass(frozen=True)
class Again:
    """One die, rerolled up to a limit while it is low, so that branches differ in length."""

    sides: int
    up_to: int
    times: int

    @property
    def leaves(self) -> int:
        return int(self.sides ** (self.times + 1))

    def throw(self, work: Reckoning) -> int:
        for _ in range(self.times + 1):
            face = work.roll(self.sides, rule="again", what="another try").total
            if face > self.up_to:
                break
        return face

    def weigh(self, work: Reckoning) -> int:
        def again(left: int) -> int:
            def rolled(face: int) -> int:
                return again(left - 1) if left and face <= self.up_to else face

            return work.on_roll(self.sides, rolled, rule="again", what="another try")

        return again(self.times)

    def die(self) -> Die[int]:
        return icepool.d(self.sides).reroll(range(1, self.up_to + 1), depth=self.times)


JOINED: dict[str, tuple[Callable[[int, int], int], Callable[..., Die[int]]]] = {
    "sum": (operator.add, lambda left, right: left + right),
    "difference": (operator.sub, lambda left, right: left - right),
    "higher": (max, icepool.highest),
    "lower": (min, icepool.lowest),
}


@dataclass(frozen=True)
class Joined:
    """Two rolls made into one number."""

    how: str
    left: Roll
    right: Roll

    @property
    def leaves(self) -> int:
        return self.left.leaves * self.right.leaves

    def throw(self, work: Reckoning) -> int:
        left, right = self.left.throw(work), self.right.throw(work)
        return JOINED[self.how][0](left, right)

    def weigh(self, work: Reckoning) -> int:
        parts = (lambda: self.left.weigh(work), lambda: self.right.weigh(work))
        return work.after_each(parts, lambda both: JOINED[self.how][0](*both))

    def die(self) -> Die[int]:
        return JOINED[self.how][1](self.left.die(), self.right.die())


SMALL: st.SearchStrategy[Roll] = st.builds(Total, st.integers(1, 3), st.integers(2, 10)) | st.builds(
    Again, st.integers(3, 10), up_to=st.integers(0, 2), times=st.integers(1, 2)
)
ROLLS = st.recursive(
    SMALL, lambda rolls: st.builds(Joined, st.sampled_from(sorted(JOINED)), rolls, rolls), max_leaves=4
).filter(lambda roll: roll.leaves <= MOST_LEAVES)


def enumerated(roll: Roll, *, exact: bool) -> Distribution:
    def run(inputs: object, work: Reckoning) -> int:
        return roll.throw(work)

    return Enumeration(MOST_LEAVES).distribution(run, None, Context(), exact=exact)


@FEW
@given(ROLLS)
def test_enumeration_of_any_dice_matches_icepool(roll: Roll) -> None:
    expected = chances_of(roll.die())
    assert enumerated(roll, exact=True).chances == expected
    assert enumerated(roll, exact=False).chances == pytest.approx(expected, abs=1e-12)


@FEW
@given(ROLLS)
def test_convolution_of_any_dice_matches_icepool(roll: Roll) -> None:
    def run(inputs: object, work: Reckoning) -> int:
        return roll.weigh(work)

    expected = chances_of(roll.die())
    assert Convolution().distribution(run, None, Context(), exact=True).chances == expected
    floats = Convolution().distribution(run, None, Context(), exact=False).chances
    assert floats == pytest.approx(expected, abs=1e-12)


@given(st.lists(st.builds(Total, st.integers(1, 3), st.integers(2, 12)), min_size=1, max_size=4))
def test_product_of_any_dice_matches_icepool(totals: list[Total]) -> None:
    found = joined(*(sums(dict.fromkeys(range(1, each.sides + 1), 1), each.count) for each in totals))
    whole = prod(each.leaves for each in totals)
    assert {total: Fraction(ways, whole) for total, ways in found.items()} == chances_of(
        sum(total.die() for total in totals)
    )


@given(st.integers(1, 12), st.integers(0, 12), st.data())
def test_hypergeometric_draws_match_icepool(good: int, bad: int, data: st.DataObject) -> None:
    draws = data.draw(st.integers(1, good + bad))
    deck = icepool.Deck({1: good, 0: bad})
    assert drawn(good=good, bad=bad, draws=draws, number=Fraction) == chances_of(deck.deal(draws).sum())
