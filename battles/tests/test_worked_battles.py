"""The four setups from their files to their reports, and worked examples of the day, through the services."""

from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from typing import NamedTuple

import pytest

from battles.models import Battle, BattleReport, BattleState, SecretResult
from battles.selectors.effects import aftermath_view
from battles.selectors.leaders import leaders_page
from battles.selectors.reads import clock_of, plans_of, side_results_of
from battles.services import ground as grounds
from battles.tests.builders import (
    WHO,
    a_battle,
    end_it,
    enter_and_confirm,
    fight_on_table,
    open_it,
    prepare_it,
    seal_both,
    settle_it,
    shiloh,
)
from campaign.ids import hex_id
from campaign.models import Throw
from campaign.selectors.verify import verify
from campaign.services.sweep import sweep
from campaign.sources import SOURCES, SeededSources
from campaign.tests.api import Program
from campaign.tests.builders import Club, a_club
from campaign.tests.kept import kept
from rulesets.core.brief import Brief
from rulesets.core.brief_form import shipped_briefs
from rulesets.core.report import Report
from rulesets.cw_to_ff.tests.test_shipped_briefs import LINES, RADIUS, RATED
from war.models import Contact, Force, StrengthPoint
from war.services.set_up import set_up

pytestmark = pytest.mark.django_db


class Day(NamedTuple):
    """Turns of a day, and the hours of its first turn and of dusk."""

    turns: int
    dawn: str
    dusk: str


DAYS = {
    "first_bull_run": Day(30, "5:00", "19:30"),
    "shiloh": Day(25, "6:00", "18:00"),
    "perryville": Day(25, "6:00", "18:00"),
    "chancellorsville": Day(30, "5:00", "19:30"),
}
MAP_IS_CLEAR = "chancellorsville"  # where the map of the war has other ground, the setup holds


@kept
def begun(name: str) -> tuple[Club, Battle]:
    """Set up a shipped battle on the map of the war, agree on the table, and begin it."""
    brief = shipped_briefs()[name]
    club = a_club(name=brief.name, sheet="war")
    on_map = replace(brief, hex_terrain="clear") if name == MAP_IS_CLEAR else brief
    battle = fight_on_table(club, set_up(None, brief=on_map, campaign_id=club.campaign.pk))
    sweep(club.campaign.pk)
    if on_map != brief:
        grounds.correct_hex(
            club.viewer("umpire"),
            battle.pk,
            hex_terrain=brief.hex_terrain,
            hexside_crossed=brief.hexside_crossed,
            reason="The setup has forest.",
        )
    return club, battle


@pytest.mark.rule("VG-4", "VG-7A", "VG-8day", "VG-9", "VG-9C", "VG-11D1")
@pytest.mark.parametrize("leaves", ["attacker", "defender"])
@pytest.mark.parametrize("name", DAYS)
def test_setup_plays_from_its_file_to_its_report(name: str, leaves: str) -> None:
    """Nobody loses a stand: who leaves is demoralized (8C), and who holds rolls on the line of the README (9C)."""
    club, battle = begun(name)
    brief = shipped_briefs()[name]
    seal_both(club, battle)
    open_it(club, battle)
    battle.refresh_from_db()
    clock = clock_of(battle, 1)
    assert (clock.turns_a_day, clock.hour, clock.dusk) == DAYS[name]
    _ratings_are_as_worked_out(name)
    for side, who in WHO.items():
        chief, inches = RADIUS[name, side]
        command = leaders_page(club.viewer(who), battle.pk, side).command
        assert (command.name if command else "") == chief
        assert command is None or command.radius.startswith(f"{inches}″")
    loser, holder = (brief.attacker, brief.defender) if leaves == "attacker" else (brief.defender, brief.attacker)
    end_it(club, battle, loser)
    battle.refresh_from_db()
    for side in WHO:
        enter_and_confirm(club, battle, side, points=2 if side == holder else 1)
    umpire = club.viewer("umpire")
    view = aftermath_view(umpire, battle, holder, plans_of(battle), side_results_of(battle))
    assert view is not None
    (chance,) = [Fraction(line.figure) for line in view.lines if line.words.startswith("Chance of demoralization")]
    assert chance == LINES[name][4 if holder == brief.defender else 3]
    settle_it(club, battle)
    battle.refresh_from_db()
    assert battle.state == BattleState.APPLIED
    assert not StrengthPoint.objects.filter(lost=True).exists()
    assert all(row.demoralized for row in Force.objects.filter(side=loser))
    report = Report.from_json(BattleReport.objects.get(battle=battle).body)
    for side, said in report.sides.items():
        stands = sum(brigade.stands for brigade in said.brigades)
        assert stands == brief.ratio.stands_per_sp * brief.sides[side].total_sp
    assert verify(club.campaign.pk) == []


def _ratings_are_as_worked_out(name: str) -> None:
    certain, maybe_e, maybe_p = (set(filter(None, names.split(", "))) for names in RATED[name])
    for row in SecretResult.objects.filter(subject__startswith="ratings.00."):
        for each in row.body["facts"]["rated"]:
            if each["slot"].startswith("leader"):
                leader = each["name"]
                may_be = {"excellent"} if leader in certain else {"average"}
                may_be |= {"excellent"} if leader in maybe_e else set()
                may_be |= {"poltroon"} if leader in maybe_p else set()
                assert each["rating"] in may_be, leader


# The worked examples of the day.


@pytest.mark.parametrize(
    ("turn", "fought_on", "at", "hour", "turns", "dusk"),
    [
        (7, "1862-09-17", 14, "12:30", 25, "18:00"),
        (6, "1862-07-01", 14, "11:30", 30, "19:30"),
        (8, "", 14, "13:30", 21, "17:00"),
    ],
)
def test_worked_example_23(turn: int, fought_on: str, at: int, hour: str, turns: int, dusk: str) -> None:
    season = {6: "Jul-Aug", 7: "Sep-Oct", 8: "Nov-Feb"}[turn]
    _, battle = a_battle(brief=replace(shiloh(), turn=turn, season=season, date=fought_on))
    clock = clock_of(battle, at)
    assert (clock.hour, clock.turns_a_day, clock.dusk) == (hour, turns, dusk)
    assert clock_of(battle, turns).is_last_of_day


def with_tactical(brief: Brief, ratings: dict[str, int]) -> Brief:
    sides = {}
    for side, army in brief.sides.items():
        sides[side] = replace(army, leaders=tuple(replace(x, tactical=ratings[side]) for x in army.leaders))
    return replace(brief, sides=sides)


@pytest.mark.rule("VG-7A1", "VG-7A2", "VG-4D")
def test_worked_example_27() -> None:
    """+1 is E on a 5 and average on a 6, −1 is P on a 5; an invented leader is average, without a roll."""
    with SOURCES.using(SeededSources("example 27", now=datetime(2026, 3, 7, 12, tzinfo=UTC))):
        club, battle = a_battle(brief=with_tactical(shiloh(), {"USA": 1, "CSA": -1}))
        seal_both(club, battle)
        prepare_it(club, battle)
    found = {}
    for row in SecretResult.objects.filter(subject__startswith="ratings.00."):
        rated = [each for each in row.body["facts"]["rated"] if each["slot"].startswith("leader")]
        side = row.subject.rpartition(".")[2]
        for each in rated:
            (face,) = Throw.objects.get(base=f'["VG-7A1",["{side}","{each["slot"]}"],0]').faces
            found[side, face] = each["rating"]
            rolled = {"USA": "excellent", "CSA": "poltroon"}[side]
            assert each["rating"] == (rolled if face <= 5 else "average")
        assert len(rated) == len(shiloh().sides[side].leaders)
    assert {"excellent", "poltroon", "average"} == set(found.values())


@pytest.mark.rule("VG-10B")
@pytest.mark.parametrize(
    ("turn", "tactical", "die", "goes"), [(3, 1, 2, True), (3, 1, 3, False), (5, 1, 4, True), (4, -1, 1, True)]
)
def test_worked_example_28(turn: int, tactical: int, die: int, *, goes: bool) -> None:
    """Until the strategic game has its reinforcement phase, the rule runs from the campaign's rule page."""
    club = a_club(name="Shiloh", sheet="pittsburg_landing")
    path = f"c/{hex_id(club.campaign.pk)}/rulebook/cw_to_ff/promotion_roll/"
    said = {"inputs": {"counter_turn": 2, "turn": turn, "tactical": tactical}, "dice": [die]}
    answer = Program("union").post(path, **said)
    assert answer.status_code == 200, answer.content
    assert answer.json()["result"]["to_pool"] is goes


@pytest.mark.rule("VG-10A")
def test_worked_example_28_begins_with_the_counter_that_settling_places() -> None:
    club, battle = a_battle()
    seal_both(club, battle)
    open_it(club, battle)
    end_it(club, battle, "CSA")
    battle.refresh_from_db()
    for side in WHO:
        enter_and_confirm(club, battle, side)
    settle_it(club, battle)
    turn = Contact.objects.get().campaign.turntrack_set.get().turn
    placed = {row.name: row.counter_turn for row in club.campaign.leaders.filter(counter_turn__isnull=False)}
    assert set(placed.values()) <= set(range(turn, 20))
    assert placed
