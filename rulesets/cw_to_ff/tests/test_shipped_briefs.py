"""The four setups that come with the site: the numbers that they come to by hand, asserted (VG-4A, 5A, 7C, 9C)."""

from fractions import Fraction
from typing import NamedTuple

import pytest

from rulesets.core.brief import Brief
from rulesets.core.brief_form import shipped_briefs
from rulesets.core.context import Context
from rulesets.core.reckoning import Reckoning
from rulesets.core.registry import procedure
from rulesets.core.report import End, ReportSide
from rulesets.cw_to_ff.battlefield import Ground, arrival_modifier, flank_marches_forbidden
from rulesets.cw_to_ff.combat_line import strategic_table
from rulesets.cw_to_ff.hand_over import on_table, present_of, work_out_side

BRIEFS = shipped_briefs()


class Army(NamedTuple):
    """One side: stands and batteries of foot and horse, leader counters, SP by quality, most marching, die."""

    infantry: int
    cavalry: int
    foot: int
    horse: int
    leaders: int
    crack_veteran_green: tuple[int, int, int]
    may_march: int
    modifier: int


ARMIES = {
    ("first_bull_run", "USA"): Army(140, 0, 14, 0, 4, (0, 0, 7), 70, -1),
    ("first_bull_run", "CSA"): Army(120, 0, 12, 0, 6, (0, 0, 6), 60, 0),
    ("shiloh", "USA"): Army(180, 0, 18, 0, 5, (0, 4, 5), 90, 0),
    ("shiloh", "CSA"): Army(140, 20, 14, 2, 7, (0, 2, 6), 80, -1),
    ("perryville", "USA"): Army(100, 0, 10, 0, 3, (0, 2, 3), 50, 0),
    ("perryville", "CSA"): Army(40, 20, 4, 2, 4, (1, 2, 0), 30, 0),
    ("chancellorsville", "USA"): Army(150, 10, 15, 1, 9, (2, 11, 3), 80, -2),
    ("chancellorsville", "CSA"): Army(100, 10, 10, 1, 8, (4, 7, 0), 55, 0),
}
WORKS = {"first_bull_run": (25, 30), "shiloh": (25, 45), "perryville": (0, 0), "chancellorsville": (50, 55)}
LINES = {
    "first_bull_run": ("F", 1, "E", Fraction(3, 6), Fraction(3, 6)),
    "shiloh": ("D", 1, "C", Fraction(2, 4), Fraction(1, 6)),
    "perryville": ("D", 0, "D", Fraction(2, 5), Fraction(1, 6)),
    "chancellorsville": ("H", 2, "F", Fraction(2, 5), Fraction(2, 4)),
}
RATED = {  # certain E, an even chance of E, an even chance of P; the rest are average
    "first_bull_run": ("", "Sherman, J.E. Johnston, Beauregard, Longstreet, Ewell, Early, Jackson", "Heintzelman"),
    "shiloh": (
        "Forrest",
        "Grant, Sherman, L. Wallace, A.S. Johnston, Beauregard, Hardee, Breckinridge",
        "McClernand, Polk",
    ),
    "perryville": ("", "Sheridan, Wheeler", "McCook, Polk"),
    "chancellorsville": (
        "R.E. Lee, Jackson",
        "Reynolds, Meade, Sedgwick, Hancock, Griffin, A.P. Hill, Rodes, R.H. Anderson, McLaws, Early, Stuart",
        "Howard",
    ),
}
RADIUS = {
    ("first_bull_run", "USA"): ("McDowell", 24),
    ("first_bull_run", "CSA"): ("J.E. Johnston", 36),
    ("shiloh", "USA"): ("", 0),
    ("shiloh", "CSA"): ("A.S. Johnston", 30),
    ("perryville", "USA"): ("Buell", 30),
    ("perryville", "CSA"): ("Bragg", 24),
    ("chancellorsville", "USA"): ("Hooker", 24),
    ("chancellorsville", "CSA"): ("R.E. Lee", 48),
}
each_army = pytest.mark.parametrize(("name", "side"), ARMIES, ids=" ".join)


def ground_of(brief: Brief) -> Ground:
    return Ground.model_validate({"hex_terrain": brief.hex_terrain, "hexside_crossed": brief.hexside_crossed})


@pytest.mark.rule("VG-4A")
@each_army
def test_stands_and_batteries(name: str, side: str) -> None:
    brief, army = BRIEFS[name], ARMIES[name, side]
    found = on_table(brief, side)
    stands = (found.infantry, found.cavalry, found.foot_batteries, found.horse_batteries)
    assert stands == (army.infantry, army.cavalry, army.foot, army.horse)
    strength = brief.sides[side].strength
    of_quality = (sum(item.size for item in strength if item.quality == q) for q in ("crack", "veteran", "green"))
    assert (tuple(of_quality), len(brief.sides[side].leaders)) == (army.crack_veteran_green, army.leaders)


@pytest.mark.rule("VG-4A")
@pytest.mark.rule("VG-4B")
@each_army
def test_draft_has_these_stands_and_batteries_and_every_leader(name: str, side: str) -> None:
    present, army = present_of(BRIEFS[name], side), ARMIES[name, side]
    drafted = procedure("cw_to_ff.draft_order_of_battle").run(present).result
    divisions = [division for _, division in drafted.order.all_divisions()]
    stands = {"infantry": 0, "cavalry": 0}
    for brigade in (brigade for division in divisions for brigade in division.brigades):
        stands[brigade.arm] += brigade.stands
    batteries = sum(each.batteries for each in divisions), sum(each.horse_batteries for each in divisions)
    assert (drafted.unmet, drafted.order.supernumerary) == ((), ())
    assert (*stands.values(), *batteries) == (army.infantry, army.cavalry, army.foot, army.horse)


@pytest.mark.rule("VG-5A")
@pytest.mark.rule("VG-7C1")
@each_army
def test_flank_marches_allowed_and_their_modifier(name: str, side: str) -> None:
    brief, army = BRIEFS[name], ARMIES[name, side]
    ground, ratio = ground_of(brief), brief.ratio.stands_per_sp
    asked = {
        "army_stands": army.infantry + army.cavalry,
        "stands_per_sp": ratio,
        "defends": side == brief.defender,
        "demoralized": brief.sides[side].demoralized,
        "forces": [{"edge": "left", "stands": ratio}],
        **ground.model_dump(),
    }
    check = procedure("cw_to_ff.check_flank_march").run(asked).result
    assert (check.is_legal, check.most) == (True, army.may_march)
    work = Reckoning(context=Context())
    assert flank_marches_forbidden(ground, work) == ""
    assert arrival_modifier(ground, work, attacks=side == brief.attacker) == army.modifier


@pytest.mark.rule("VG-7C1")
@pytest.mark.rule("VG-7C3")
@pytest.mark.parametrize("name", WORKS)
def test_breastworks(name: str) -> None:
    brief = BRIEFS[name]
    army = ARMIES[name, brief.defender]
    asked = {**ground_of(brief).model_dump(), "stands_on_table": army.infantry + army.cavalry}
    works = procedure("cw_to_ff.breastworks").run(asked).result
    assert (works.per_cent, works.inches) == WORKS[name]


@pytest.mark.rule("VG-9C")
@pytest.mark.parametrize("name", LINES)
def test_line_of_the_combat_table_and_its_chances(name: str) -> None:
    """The chance of an army that holds the field, against the size of its enemy."""
    brief, (before, left, column, attacker, defender) = BRIEFS[name], LINES[name]
    table = strategic_table(brief)
    assert table == brief.strategic_table
    assert (table.column_before_shifts, table.left_shifts, table.column) == (before, left, column)
    for army, enemy, expected in (
        ("attacker", table.defender_size, attacker),
        ("defender", table.attacker_size, defender),
    ):
        asked = {"lost_sp": 1, "army": army, "column": column, "enemy_size": enemy}
        odds = procedure("cw_to_ff.demoralization").odds(asked, exact=True).named()
        assert sum(chance for result, chance in odds.items() if str(result).startswith("demoralized")) == expected


@pytest.mark.rule("VG-7A1")
@pytest.mark.rule("VG-7A2")
@pytest.mark.parametrize("name", RATED)
def test_chances_of_leader_ratings(name: str) -> None:
    certain, maybe_e, maybe_p = (set(filter(None, names.split(", "))) for names in RATED[name])
    for leader in (leader for side in BRIEFS[name].sides.values() for leader in side.leaders):
        odds = procedure("cw_to_ff.leader_rating").odds({"tactical": leader.tactical}, exact=True).named()
        excellent, poltroon = (odds.get(rating, Fraction(0)) for rating in ("excellent", "poltroon"))
        assert excellent == (leader.name in certain) + Fraction(leader.name in maybe_e, 2), leader.name
        assert poltroon == Fraction(leader.name in maybe_p, 2), leader.name


@pytest.mark.rule("VG-4B")
@pytest.mark.rule("VG-11D1")
@each_army
def test_army_leader_and_radius(name: str, side: str) -> None:
    present, (chief, inches) = present_of(BRIEFS[name], side), RADIUS[name, side]
    leaders = {leader.id: leader for leader in BRIEFS[name].sides[side].leaders}
    order = procedure("cw_to_ff.draft_order_of_battle").run(present).result.order
    assert (leaders[order.army_leader].name if order.army_leader else "") == chief
    if chief:
        rating = {"army_rating": leaders[order.army_leader].command}
        assert procedure("cw_to_ff.army_radius").run(rating).result.inches == inches


@pytest.mark.rule("VG-9C", "VG-9")
@pytest.mark.parametrize("name", LINES)
def test_dry_run_of_each_brief_has_the_chances_of_its_line(name: str) -> None:
    """Neither army loses a stand and both hold, so each rolls on the line that the README works out."""
    brief, (*_, attacker, defender) = BRIEFS[name], LINES[name]
    for side, expected in ((brief.attacker, attacker), (brief.defender, defender)):
        after = work_out_side(brief, side, ReportSide(End.HELD))
        assert (after.lost, after.morale.demoralized, after.morale.chance) == (0, None, Fraction(expected))
