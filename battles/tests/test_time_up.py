"""Where the site umpires, a battle moves on when time is up, whoever is silent and whatever they claim (R-54, R-55)."""

from collections.abc import Collection, Iterator
from datetime import UTC, datetime, timedelta

import pytest

from battles.models import Battle, BattleReport, BattleState, Plan, SideResult
from battles.selectors.reads import SIDES, plans_of, units_of
from battles.services import plans, result, settle
from battles.tests.builders import (
    a_battle,
    a_side_result,
    a_toy_battle,
    both_request,
    choose,
    march,
    open_unswept,
    request,
    seal_both,
    to_dusk,
    told,
)
from campaign.errors import Refusal
from campaign.models import Campaign, Deadline, UmpireKind
from campaign.selectors.verify import verify
from campaign.services import decisions, seats
from campaign.services.sweep import sweep
from campaign.sources import SOURCES, SeededSources
from campaign.tests.builders import Club

pytestmark = pytest.mark.django_db
NOON = datetime(1862, 4, 6, 12, tzinfo=UTC)
WHO = {"USA": "union", "CSA": "confederate"}
BOTH = frozenset(SIDES)
NONE: frozenset[str] = frozenset()
SILENT = [frozenset({"USA"}), frozenset({"CSA"}), BOTH]
PHASES = 3
WALKS = [
    *((who, NONE, NONE) for who in SILENT),
    *((NONE, who, NONE) for who in SILENT),
    *((NONE, NONE, who) for who in SILENT),
    *((who, who, who) for who in SILENT),
]


@pytest.fixture(autouse=True)
def clock() -> Iterator[SeededSources]:
    sources = SeededSources("time up", now=NOON)
    with SOURCES.using(sources):
        yield sources


def wait(club: Club, clock: SeededSources, hours: float) -> None:
    """Let time pass, with the sweeps that a few seconds bring."""
    clock.clock += timedelta(hours=hours)
    for _ in range(2):
        sweep(club.campaign.id)


def state(battle: Battle) -> str:
    battle.refresh_from_db()
    return battle.state


def enter(club: Club, battle: Battle, side: str, *, confirm: bool = True) -> None:
    battle.refresh_from_db()
    entered = a_side_result(units_of(battle, side, plans_of(battle)), end=battle.ends[side], points=3)
    result.enter_result(club.viewer(WHO[side]), battle.id, entered=entered)
    if confirm:
        result.confirm_result(club.viewer(WHO[side]), battle.id)


def over(clock: SeededSources) -> tuple[Club, Battle]:
    club, battle = a_battle(umpire_kind="site")
    seal_both(club, battle)
    wait(club, clock, 0)
    both_request(club, battle, "end")
    battle.refresh_from_db()
    sweep(club.campaign.id)
    return club, battle


def settle_by_waiting(club: Club, battle: Battle, clock: SeededSources) -> None:
    """Wait day by day: a phase that nobody ends is a failure."""
    for _ in range(PHASES):
        wait(club, clock, 7 * 72 + 1)
    assert state(battle) == BattleState.APPLIED


class Seats:
    """What each side does in a phase, as far as it isn't silent."""

    def __init__(self, club: Club, battle: Battle, silent: Collection[str]) -> None:
        self.club, self.battle = club, battle
        self.here = [side for side in SIDES if side not in silent]

    def seal(self) -> None:
        for side in self.here:
            plans.seal(self.club.viewer(WHO[side]), self.battle.id, plan={}, entropy="aa")

    def ask(self, *asked: str, leaves: str = "USA") -> None:
        for side, asks_for in zip(self.here, asked, strict=False):
            request(self.club, self.battle, WHO[side], asks_for, leaves=leaves, entropy="aa")

    def enter(self, *, confirm: bool = True) -> None:
        for side in self.here:
            enter(self.club, self.battle, side, confirm=confirm)


@pytest.mark.parametrize(("sealing", "playing", "entering"), WALKS)
def test_battle_is_settled_whoever_is_silent(
    clock: SeededSources, sealing: frozenset[str], playing: frozenset[str], entering: frozenset[str]
) -> None:
    club, battle = a_battle(umpire_kind="site")
    Seats(club, battle, sealing).seal()
    wait(club, clock, 80 if sealing else 0)
    assert state(battle) == BattleState.DAY
    Seats(club, battle, playing).ask("end", "end", leaves="both")
    wait(club, clock, 7 * 72 + 1 if playing else 0)
    assert state(battle) == BattleState.RESULT
    Seats(club, battle, entering).enter()
    wait(club, clock, 80 if entering else 0)
    assert state(battle) == BattleState.APPLIED
    assert verify(club.campaign.id) == []
    for side in sealing:
        assert any(f"{'Union' if side == 'USA' else 'Confederate'} sealed no plan" in t for t in told(club, WHO[side]))
    for side in entering:
        name = "Union" if side == "USA" else "Confederate"
        for who in WHO.values():
            assert any(
                f"{name} entered no result of Shiloh. It lost only what the site recorded" in text
                for text in told(club, who)
            )


USA_LEFT, CSA_LEFT, BOTH_LEFT = ("held", "withdrew"), ("withdrew", "held"), ("withdrew", "withdrew")  # CSA, USA
UNAGREED = [
    (("on", "end"), "CSA", "R-55", CSA_LEFT),
    (("end", "on"), "USA", "R-55", CSA_LEFT),
    (("on",), "", "R-54", USA_LEFT),
    (("end",), "USA", "R-54", USA_LEFT),
    (("end",), "both", "R-54", BOTH_LEFT),
    ((), "", "R-55", CSA_LEFT),
]


@pytest.mark.rule("VG-8day")
@pytest.mark.parametrize(("asked", "leaves", "rule", "ends"), UNAGREED)
def test_turn_the_sides_disagree_on_is_the_last(
    clock: SeededSources, asked: tuple[str, ...], leaves: str, rule: str, ends: tuple[str, str]
) -> None:
    """R-54, R-55: the Confederates attack, so they leave if nobody gives way."""
    club, battle = a_battle(umpire_kind="site")
    seal_both(club, battle)
    wait(club, clock, 0)
    Seats(club, battle, ()).ask(*asked, leaves=leaves)
    wait(club, clock, 7 * 72 - 1)
    assert state(battle) == BattleState.DAY
    wait(club, clock, 2)
    assert state(battle) == BattleState.RESULT
    assert (battle.ends["CSA"], battle.ends["USA"]) == ends
    said = f"Time is up for turn 1 (house rule {rule}). The fighting at Shiloh ended after turn 1:"
    assert any(text.startswith(said) for text in told(club, "observer"))


@pytest.mark.parametrize("confirm", [True, False])
@pytest.mark.parametrize("leaves", ["both", "USA", "CSA"])
def test_any_end_is_settled(clock: SeededSources, leaves: str, *, confirm: bool) -> None:
    club, battle = a_battle(umpire_kind="site")
    seal_both(club, battle)
    wait(club, clock, 0)
    request(club, battle, "union", "end", leaves=leaves)
    if leaves != "USA":
        request(club, battle, "confederate", "end", leaves=leaves)
    wait(club, clock, 0)
    Seats(club, battle, ()).enter(confirm=confirm)
    settle_by_waiting(club, battle, clock)


@pytest.mark.rule("VG-8A")
@pytest.mark.parametrize(("chosen", "after"), [("", ("day", 26)), ("stay", ("day", 26)), ("withdraw", ("result", 25))])
def test_silent_side_stays_overnight(clock: SeededSources, chosen: str, after: tuple[str, int]) -> None:
    club, battle = a_battle(umpire_kind="site")
    seal_both(club, battle)
    wait(club, clock, 0)
    to_dusk(club, battle)
    wait(club, clock, 1)
    if chosen:
        choose(club, battle, "union", chosen)
    wait(club, clock, 70)
    assert state(battle) == BattleState.NIGHT
    wait(club, clock, 2)
    assert (state(battle), battle.turn) == after
    said = "Time is up. Confederate sealed no choice for the night, so it stays at Shiloh. (VG-8A.)"
    assert said in told(club, "observer")
    assert verify(club.campaign.id) == []


def test_missing_result_loses_only_what_never_came(clock: SeededSources) -> None:
    """R-54: the record of the table is the stands that never came on it."""
    club, battle = a_battle(umpire_kind="site")
    seal_both(club, battle, confederate=march(battle, "CSA", "left", "Forrest", points=1))
    wait(club, clock, 0)
    both_request(club, battle, "end")
    battle.refresh_from_db()
    enter(club, battle, "USA")
    settle_by_waiting(club, battle, clock)
    row = SideResult.objects.get(side="CSA")
    causes = {cause for lost in row.body["losses"].values() for cause, stands in lost.items() if stands}
    assert causes <= {"never_arrived"}
    assert (row.confirmed, row.shown["end"]) == (True, "withdrew")


def test_late_side_can_act_until_the_site_does(clock: SeededSources) -> None:
    club, battle = over(clock)
    clock.clock += timedelta(hours=100)
    enter(club, battle, "USA")
    enter(club, battle, "CSA")
    wait(club, clock, 0)
    assert BattleReport.objects.get().body["sides"]["CSA"]["end"] == SideResult.objects.get(side="CSA").shown["end"]
    assert not any("entered no result" in text for text in told(club, "observer"))


def test_deadline_both_sides_moved_is_waited_for(clock: SeededSources) -> None:
    club, battle = a_battle(umpire_kind="site")
    for side in SIDES:
        row = Deadline.objects.get(subject__endswith=f"plan:{side}")
        for who in WHO.values():
            payload = {"subject": row.subject, "hours": 48}
            decisions.decide(club.viewer(who), kind="deadline.extended", payload=payload)
    wait(club, clock, 100)
    assert not Plan.objects.exists()
    wait(club, clock, 21)
    assert state(battle) == BattleState.DAY


def test_any_book_moves_on(tin_book: None, clock: SeededSources) -> None:
    club, battle = a_toy_battle()
    Campaign.objects.filter(id=club.campaign.id).update(umpire_kind=UmpireKind.SITE)
    settle_by_waiting(club, battle, clock)


@pytest.mark.parametrize("phase", [BattleState.PLANS, BattleState.DAY])
def test_battle_the_umpire_left_waits_one_more_limit_and_moves_on(clock: SeededSources, phase: str) -> None:
    """What was overdue under a human umpire isn't decided at once: the deadline now means something else."""
    club, battle = a_battle()
    if phase == BattleState.DAY:
        seal_both(club, battle)
        open_unswept(club, battle)
    wait(club, clock, 24 * 100)
    seats.leave_everything(club.users["umpire"].pk)
    wait(club, clock, 71)
    assert state(battle) == phase
    wait(club, clock, 2)
    assert state(battle) != phase
    settle_by_waiting(club, battle, clock)
    assert verify(club.campaign.id) == []


def test_human_umpire_is_never_overruled(clock: SeededSources) -> None:
    club, battle = a_battle()
    wait(club, clock, 24 * 100)
    assert state(battle) == BattleState.PLANS
    assert not Plan.objects.exists()


def test_human_umpire_settles_nothing_missing(clock: SeededSources) -> None:
    club, battle = a_battle()
    seal_both(club, battle)
    open_unswept(club, battle)
    sweep(club.campaign.id)
    both_request(club, battle, "end")
    battle.refresh_from_db()
    enter(club, battle, "USA")
    wait(club, clock, 100)
    with pytest.raises(Refusal, match="Confederate has not entered its result yet"):
        settle.settle(club.viewer("umpire"), battle.id)
