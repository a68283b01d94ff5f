"""Where the site umpires, a battle moves on when time is up, whoever is silent and whatever they claim (R-54, R-55)."""

from collections.abc import Collection, Iterator
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from battles.models import Battle, BattleReport, BattleState, Plan, SideResult
from battles.selectors.page import battle_page
from battles.selectors.reads import SIDES, plans_of, units_of
from battles.services import plans, result, settle
from battles.tests.builders import (
    a_battle,
    a_side_result,
    a_toy_battle,
    both_request,
    march,
    open_unswept,
    request,
    seal_both,
    told,
)
from campaign.errors import Refusal
from campaign.models import Campaign, Deadline, UmpireKind
from campaign.selectors.moves import moves
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


def enter(club: Club, battle: Battle, side: str, end: str, *, confirm: bool = True) -> None:
    entered = a_side_result(units_of(battle, side, plans_of(battle)), end=end, points=3)
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

    def ask(self, *asked: str) -> None:
        for side, asks_for in zip(self.here, asked, strict=False):
            request(self.club, self.battle, WHO[side], asks_for, entropy="aa")

    def enter(self, *ends: str, confirm: bool = True) -> None:
        for side, end in zip(self.here, ends, strict=False):
            enter(self.club, self.battle, side, end, confirm=confirm)


@pytest.mark.parametrize(("sealing", "playing", "entering"), WALKS)
def test_battle_is_settled_whoever_is_silent(
    clock: SeededSources, sealing: frozenset[str], playing: frozenset[str], entering: frozenset[str]
) -> None:
    club, battle = a_battle(umpire_kind="site")
    Seats(club, battle, sealing).seal()
    wait(club, clock, 80 if sealing else 0)
    assert state(battle) == BattleState.DAY
    Seats(club, battle, playing).ask("end", "end")
    wait(club, clock, 7 * 72 + 1 if playing else 0)
    assert state(battle) == BattleState.RESULT
    Seats(club, battle, entering).enter("held", "withdrew")
    wait(club, clock, 80 if entering else 0)
    assert state(battle) == BattleState.APPLIED
    assert verify(club.campaign.id) == []
    for side in sealing:
        assert any(f"{'Union' if side == 'USA' else 'Confederate'} sealed no plan" in t for t in told(club, WHO[side]))
    for side in entering:
        name = "Union" if side == "USA" else "Confederate"
        for who in WHO.values():
            assert any(f"{name} entered no result of Shiloh, so it withdrew." in text for text in told(club, who))


@pytest.mark.parametrize("asked", [("on", "end"), ("end", "on"), ("on",), ("end",)])
def test_turn_the_sides_disagree_on_is_the_last(clock: SeededSources, asked: tuple[str, ...]) -> None:
    club, battle = a_battle(umpire_kind="site")
    seal_both(club, battle)
    wait(club, clock, 0)
    Seats(club, battle, ()).ask(*asked)
    wait(club, clock, 7 * 72 - 1)
    assert state(battle) == BattleState.DAY
    wait(club, clock, 2)
    assert state(battle) == BattleState.RESULT
    said = "Time is up for turn 1 (house rule R-54). The fighting at Shiloh ended after turn 1."
    assert any(text.startswith(said) for text in told(club, "observer"))


@pytest.mark.parametrize("confirm", [True, False])
@pytest.mark.parametrize(
    "ends", [("held", "held"), ("withdrew", "withdrew"), ("driven_off", "held"), ("held", "driven_off")]
)
def test_any_two_results_are_settled(clock: SeededSources, ends: tuple[str, str], *, confirm: bool) -> None:
    club, battle = over(clock)
    Seats(club, battle, ()).enter(*ends, confirm=confirm)
    settle_by_waiting(club, battle, clock)


def test_defender_held_when_both_say_so(clock: SeededSources) -> None:
    """R-55: not before the deadline, so that either side can still enter its result again."""
    club, battle = over(clock)
    Seats(club, battle, ()).enter("held", "held")
    wait(club, clock, 71)
    assert state(battle) == BattleState.RESULT
    wait(club, clock, 2)
    sides = BattleReport.objects.get().body["sides"]
    assert (sides["CSA"]["end"], sides["USA"]["end"]) == ("withdrew", "held")
    for who in (*WHO.values(), "observer"):
        page = battle_page(club.viewer(who), battle.id, now=SOURCES.now())
        assert page.next_move.sentence == "The battle report is applied"
    said = "Both sides said they held the field at Shiloh, so the defender held it, and Confederate withdrew."
    assert any(text.startswith(said) for text in told(club, "union"))


def test_contradiction_blames_neither_an_umpire_nor_the_log(clock: SeededSources) -> None:
    club, battle = over(clock)
    Seats(club, battle, ()).enter("held", "held")
    wait(club, clock, 1)
    for who in WHO.values():
        viewer = club.viewer(who)
        page = battle_page(viewer, battle.id, now=SOURCES.now())
        assert page.result is not None
        assert page.result.why_not.startswith("Both sides say they held the field. Unless one enters its result again,")
        sentences = [thing.sentence for thing in moves([viewer])[club.campaign.id].mine]
        assert sentences == ["Enter and confirm your result of Shiloh."]
        client = Client()
        client.force_login(club.users[who])
        html = client.get(reverse("battles:detail", args=[club.campaign.id, battle.id])).content.decode()
        assert "umpire decides" not in html
        assert "log says why" not in html


def test_missing_result_loses_only_what_never_came(clock: SeededSources) -> None:
    """R-54: the record of the table is the stands that never came on it."""
    club, battle = a_battle(umpire_kind="site")
    seal_both(club, battle, confederate=march(battle, "CSA", "left", "Forrest", points=1))
    wait(club, clock, 0)
    both_request(club, battle, "end")
    battle.refresh_from_db()
    enter(club, battle, "USA", "held")
    settle_by_waiting(club, battle, clock)
    row = SideResult.objects.get(side="CSA")
    causes = {cause for lost in row.body["losses"].values() for cause, stands in lost.items() if stands}
    assert causes <= {"never_arrived"}
    assert (row.confirmed, row.shown) == (True, {"points": 0, "end": "withdrew"})


def test_late_side_can_act_until_the_site_does(clock: SeededSources) -> None:
    club, battle = over(clock)
    clock.clock += timedelta(hours=100)
    enter(club, battle, "USA", "withdrew")
    enter(club, battle, "CSA", "held")
    wait(club, clock, 0)
    assert BattleReport.objects.get().body["sides"]["CSA"]["end"] == "held"


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


def test_human_umpire_settles_nothing_missing_or_contradictory(clock: SeededSources) -> None:
    club, battle = a_battle()
    seal_both(club, battle)
    open_unswept(club, battle)
    sweep(club.campaign.id)
    both_request(club, battle, "end")
    battle.refresh_from_db()
    enter(club, battle, "USA", "held")
    wait(club, clock, 100)
    with pytest.raises(Refusal, match="Confederate has not entered its result yet"):
        settle.settle(club.viewer("umpire"), battle.id)
    enter(club, battle, "CSA", "held")
    wait(club, clock, 100)
    with pytest.raises(Refusal, match="Both armies cannot hold the field"):
        settle.settle(club.viewer("umpire"), battle.id)
