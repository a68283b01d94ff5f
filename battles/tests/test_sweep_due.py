"""The sweep works only where somebody acted or something is due, and no campaign waits for another."""

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from inspect import unwrap

import pytest
from django.db import connection
from django.db.models import F, Q
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import Settings

from battles.models import Battle, Plan
from battles.tests.builders import a_battle
from campaign.app_part import INSTALLED, AppPart, SweepPhase, SweepStep
from campaign.models import Campaign, Deadline, Entry, Lock, Role
from campaign.services import decisions, runs, sweep, talk
from campaign.services.campaigns import SeatPlan, found_campaign
from campaign.sources import SOURCES, SeededSources
from campaign.tasks import sweep_campaign
from campaign.tests.builders import Club, a_club

pytestmark = pytest.mark.django_db
BEGINS = datetime(2026, 3, 7, 18, 0, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MANY = 2_000


@pytest.fixture
def clock() -> Iterator[SeededSources]:
    sources = SeededSources("due", now=BEGINS)
    with SOURCES.using(sources):
        yield sources


def have_work() -> list[int]:
    return [campaign_id for campaign_id, _ in sweep.having_work(SOURCES.now())]


def rest() -> None:
    """Sweep until no campaign has work."""
    for _ in range(10):
        if not have_work():
            return
        sweep.sweep_all()
    raise AssertionError("The sweeps find new work again and again.")


def kinds_after(clock: SeededSources, *, hours: float) -> list[str]:
    """Return what the site did by itself within these hours, with a sweep of all campaigns every quarter of an hour."""
    last = Entry.objects.count()
    for _ in range(round(hours * 4)):
        clock.clock += HOUR / 4
        sweep.sweep_all()
    return list(Entry.objects.order_by("seq").values_list("kind", flat=True)[last:])


def add_step(monkeypatch: pytest.MonkeyPatch, run: Callable[[int, datetime], None]) -> None:
    first = SweepStep(SweepPhase.CHAIR, "test", run)
    monkeypatch.setattr(INSTALLED, "parts", (*INSTALLED.parts, AppPart(sweep=(first,))))


def test_campaign_without_news_rests(clock: SeededSources) -> None:
    a_battle()
    rest()
    clock.clock += HOUR
    with CaptureQueriesContext(connection) as queries:
        sweep.sweep_all()
    assert len(queries) == 1


def test_cost_does_not_follow_campaigns_at_rest(clock: SeededSources) -> None:
    a_battle()
    rest()
    at_rest = [Lock(id=number, seq=9, swept=9, due_at=BEGINS + DAY) for number in range(1, MANY)]
    Lock.objects.bulk_create(at_rest)
    with CaptureQueriesContext(connection) as queries:
        sweep.sweep_all()
    assert len(queries) == 1


def test_every_act_makes_work(clock: SeededSources) -> None:
    club = a_club()
    rest()
    talk.say(club.viewer("union"), to="side", text="Hold the sunken road.")
    assert have_work() == [club.campaign.pk]


@pytest.mark.parametrize(("begin", "most"), [(a_club, 15), (lambda: a_battle()[0], 23)])
def test_message_costs_its_sweep_few_statements(
    begin: Callable[[], Club], most: int, clock: SeededSources, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = begin()
    rest()
    monkeypatch.setattr(sweep, "steps_with_work", unwrap(sweep.steps_with_work))  # without the tests' own check
    talk.say(club.viewer("union"), to="side", text="Hold the sunken road.")
    with CaptureQueriesContext(connection) as queries:
        sweep.sweep_nudged(club.campaign.pk)
    assert have_work() == []
    assert len(queries) <= most


def test_step_passed_over_wrongly_fails_every_test(clock: SeededSources, monkeypatch: pytest.MonkeyPatch) -> None:
    def work(campaign_id: int, now: datetime) -> None:
        Campaign.objects.filter(id=campaign_id).update(delete_at=now)

    club = a_club()
    idle = SweepStep(SweepPhase.CHAIR, "test", work, needs=lambda: Q(name=""))
    monkeypatch.setattr(INSTALLED, "parts", (*INSTALLED.parts, AppPart(sweep=(idle,))))
    with pytest.raises(AssertionError, match="passed over “test”"):
        sweep.sweep(club.campaign.pk)


def test_clocks_fire_on_time_in_a_campaign_at_rest(clock: SeededSources) -> None:
    a_battle(umpire_kind="site")
    rest()
    due = Deadline.objects.order_by("due_at")[0].due_at
    clock.clock = due - DAY - HOUR
    assert kinds_after(clock, hours=2) == ["deadline.reminded"]
    clock.clock = due - HOUR
    assert "battle.sealed" in kinds_after(clock, hours=1.25)
    assert Plan.objects.count() == 2
    assert Battle.objects.get().is_prepared


def test_silence_counts_on_time_in_a_campaign_at_rest(clock: SeededSources) -> None:
    club = a_club(umpire_kind="site")
    decisions.decide(club.viewer("union"), kind="campaign.paused")
    decisions.decide(club.viewer("confederate"), kind="campaign.paused")
    decisions.decide(club.viewer("union"), kind="campaign.resumed")
    rest()
    clock.clock += timedelta(hours=club.campaign.hours_per_move) - HOUR
    assert kinds_after(clock, hours=0.75) == []
    assert "campaign.resumed" in kinds_after(clock, hours=0.5)


def test_campaign_is_erased_on_time(clock: SeededSources) -> None:
    club = a_club()
    for kind in ("campaign.closed", "campaign.deletion"):
        decisions.decide(club.viewer("umpire"), kind=kind)
    rest()
    clock.clock += 7 * DAY - HOUR
    sweep.sweep_all()
    assert Campaign.objects.exists()
    clock.clock += HOUR
    sweep.sweep_all()
    assert not Campaign.objects.exists()


def test_every_campaign_is_swept_once_a_day(clock: SeededSources) -> None:
    club = a_club()
    rest()
    clock.clock += sweep.LONGEST_REST
    assert have_work() == [club.campaign.pk]


def more_campaigns(club: Club, number: int) -> list[int]:
    """Start campaigns of the same umpire, and return them with the first one."""
    umpire = club.users["umpire"].pk
    plan = [SeatPlan(Role.UMPIRE, user_id=umpire)]
    more = [
        found_campaign(name=f"Campaign {n}", book="civil_war", founder_id=umpire, seats=plan) for n in range(number)
    ]
    return [club.campaign.pk, *(campaign.pk for campaign in more)]


def test_failing_campaign_is_tried_again_and_keeps_no_other_waiting(
    clock: SeededSources, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SWEEP_RAISES = False
    everyone, tried = more_campaigns(a_club(), 2), list[int]()
    failing = everyone[0]

    def fail(campaign_id: int, now: datetime) -> None:
        tried.append(campaign_id)
        if campaign_id == failing:
            raise RuntimeError

    add_step(monkeypatch, fail)
    sweep.sweep_all()
    clock.clock += timedelta(seconds=3)
    sweep.sweep_all()
    assert sorted(tried[:3]) == sorted(everyone)
    assert tried[3:] == [failing]
    assert have_work() == [failing]


def test_short_run_continues_where_it_stopped(clock: SeededSources, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each campaign takes as long as a run may, so each run sweeps one campaign, and another one each time."""
    everyone, tried, now = more_campaigns(a_club(), 3), list[int](), [0.0]

    def take_long(campaign_id: int, at: datetime) -> None:
        tried.append(campaign_id)
        now[0] += sweep.LONGEST_RUN + 1

    monkeypatch.setattr(sweep, "monotonic", lambda: now[0])
    add_step(monkeypatch, take_long)
    for number in range(1, len(everyone) + 1):
        clock.clock += timedelta(seconds=3)
        talk_to_all(everyone)
        sweep.sweep_all()
        assert len(tried) == number
    assert sorted(tried) == sorted(everyone)


def talk_to_all(campaigns: list[int]) -> None:
    """Give every campaign new work, as an act would."""
    Lock.objects.filter(id__in=campaigns).update(seq=F("seq") + 1)


def test_two_workers_share_the_campaigns(clock: SeededSources, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second run begins in the middle of the first, with the same list of campaigns."""
    everyone, tried = more_campaigns(a_club(), 2), list[int]()

    def begin_another(campaign_id: int, now: datetime) -> None:
        tried.append(campaign_id)
        if len(tried) == 1:
            sweep.sweep_all()

    add_step(monkeypatch, begin_another)
    sweep.sweep_all()
    assert Counter(tried) == {campaign_id: 2 if campaign_id == tried[0] else 1 for campaign_id in everyone}


def test_campaign_that_was_swept_since_it_was_listed_is_left_alone(
    clock: SeededSources, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker lists a campaign while another one is sweeping it, and comes to it afterward."""
    club, swept = a_club(), list[int]()
    listed = list(sweep.having_work(clock.clock))
    sweep.sweep(club.campaign.pk)
    assert listed
    monkeypatch.setattr(sweep, "having_work", lambda now: listed)
    add_step(monkeypatch, lambda campaign_id, now: swept.append(campaign_id))
    sweep.sweep_all()
    assert swept == []


def test_sweep_killed_in_the_middle_is_done_again(clock: SeededSources, monkeypatch: pytest.MonkeyPatch) -> None:
    club, swept = a_club(), list[int]()

    def die(campaign_id: int, now: datetime) -> None:
        swept.append(campaign_id)
        if len(swept) == 1:
            raise SystemExit

    add_step(monkeypatch, die)
    with pytest.raises(SystemExit):
        sweep.sweep_all()
    sweep.sweep_all()
    assert swept == [club.campaign.pk] * 2
    assert have_work() == []


def test_act_during_a_sweep_is_work_for_the_next(clock: SeededSources, monkeypatch: pytest.MonkeyPatch) -> None:
    club, swept = a_club(), list[int]()

    def act_meanwhile(campaign_id: int, now: datetime) -> None:
        swept.append(campaign_id)
        if len(swept) == 1:
            talk.say(club.viewer("union"), to="side", text="Hold the sunken road.")

    add_step(monkeypatch, act_meanwhile)
    sweep.sweep_all()
    assert have_work() == [club.campaign.pk]
    rest()
    assert len(swept) == 2


def test_late_nudge_finds_its_work_done(clock: SeededSources, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the nudges that wait behind each other, the first does the work of all."""
    club, swept = a_club(), list[int]()
    add_step(monkeypatch, lambda campaign_id, now: swept.append(campaign_id))
    rest()
    swept.clear()
    talk.say(club.viewer("union"), to="side", text="Hold the sunken road.")
    talk.say(club.viewer("union"), to="side", text="Hold it at all hazards.")
    for _ in range(2):
        sweep_campaign(club.campaign.pk)
    assert swept == [club.campaign.pk]


def test_worker_that_is_to_end_stops_between_campaigns(clock: SeededSources, monkeypatch: pytest.MonkeyPatch) -> None:
    everyone, tried = more_campaigns(a_club(), 2), list[int]()
    monkeypatch.setattr(runs, "_ENDING", bytearray(1))

    def take_turn(campaign_id: int, now: datetime) -> None:
        tried.append(campaign_id)
        runs.end_soon()

    add_step(monkeypatch, take_turn)
    sweep.sweep_all()
    assert len(tried) == 1
    assert have_work() == [campaign_id for campaign_id in sorted(everyone) if campaign_id != tried[0]]
