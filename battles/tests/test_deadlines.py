"""A battle's deadlines: each belongs to its phase, is set once, and moves only by the umpire or a pause."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from django.db.models.fields.json import KeyTextTransform

from battles.models import Battle, BattleState, Plan
from battles.selectors.page import battle_page
from battles.selectors.reads import plans_of, stream_of, subject_of, units_of
from battles.selectors.todos import TextAt
from battles.services import opening, plans, result
from battles.tests.builders import a_battle, a_side_result, both_request, open_it, request, seal_both, told
from campaign.errors import Refusal
from campaign.models import Campaign, Deadline, Entry, Proposal, RowImage
from campaign.selectors.verify import verify
from campaign.services import decisions
from campaign.services.rewind import rewind
from campaign.services.sweep import sweep
from campaign.sources import SOURCES, SeededSources
from war.models import Contact
from war.services import contacts

pytestmark = pytest.mark.django_db
NOON = datetime(1862, 4, 6, 12, tzinfo=UTC)
LIMIT = timedelta(hours=72)
WHO = {"USA": "union", "CSA": "confederate"}


@pytest.fixture
def clock() -> Iterator[SeededSources]:
    sources = SeededSources("deadlines", now=NOON)
    with SOURCES.using(sources):
        yield sources


class Table:
    """A battle whose clock the test moves."""

    def __init__(self, clock: SeededSources, umpire_kind: str = "person") -> None:
        self.clock = clock
        self.club, self.battle = a_battle(umpire_kind=umpire_kind)

    def wait(self, hours: float) -> None:
        self.clock.clock += timedelta(hours=hours)
        sweep(self.club.campaign.id)
        self.battle.refresh_from_db()

    def due(self, side: str = "USA") -> datetime:
        return self.row(side).due_at

    def row(self, side: str = "USA") -> Deadline:
        return Deadline.objects.get(subject=subject_of(self.battle, side))

    def seal(self, side: str = "USA") -> None:
        plans.seal(self.club.viewer(WHO[side]), self.battle.id, plan={}, entropy="aa")

    def unseal(self, side: str = "USA") -> None:
        plans.unseal(self.club.viewer(WHO[side]), self.battle.id)

    def enter(self, side: str, end: str) -> None:
        entered = a_side_result(units_of(self.battle, side, plans_of(self.battle)), end=end)
        result.enter_result(self.club.viewer(WHO[side]), self.battle.id, entered=entered)

    def confirm(self, side: str) -> None:
        result.confirm_result(self.club.viewer(WHO[side]), self.battle.id)

    def decide(self, kind: str, **payload: object) -> None:
        decisions.decide(self.club.viewer("umpire"), kind=kind, payload=payload)

    def end_fighting(self) -> None:
        seal_both(self.club, self.battle)
        open_it(self.club, self.battle)
        both_request(self.club, self.battle, "end")
        self.battle.refresh_from_db()


@pytest.fixture
def table(clock: SeededSources) -> Table:
    return Table(clock)


class Test_Plans:
    def test_unsealing_keeps_the_deadline(self, table: Table) -> None:
        table.wait(30)
        table.seal()
        table.wait(1)
        table.unseal()
        table.wait(1)
        assert table.due() == table.due("CSA") == NOON + LIMIT

    def test_plan_cannot_be_unsealed_after_the_deadline(self, table: Table) -> None:
        table.seal()
        table.wait(72)
        with pytest.raises(Refusal) as refused:
            table.unseal()
        assert refused.value.sentence == "The deadline has passed, so a sealed plan is final. (House rule R-57.)"
        page = battle_page(table.club.viewer("union"), table.battle.id, now=SOURCES.now())
        assert (page.may_unseal, page.seal_words) == (False, refused.value.sentence)
        assert Plan.objects.get().side == "USA"

    def test_deadline_the_umpire_moved_lets_a_plan_be_unsealed(self, table: Table) -> None:
        table.seal()
        table.wait(80)
        table.decide("deadline.extended", subject=subject_of(table.battle, "USA"), hours=24)
        table.unseal()
        assert not Plan.objects.exists()

    def test_plan_is_unsealed_while_its_clock_is_stopped(self, table: Table) -> None:
        table.seal()
        table.decide("deadline.stopped", subject=subject_of(table.battle, "USA"))
        table.wait(80)
        table.unseal()
        assert not Plan.objects.exists()

    def test_sealing_late_keeps_the_deadline(self, table: Table) -> None:
        table.wait(80)
        table.seal()
        table.wait(1)
        assert (table.due(), table.row().passed_at) == (NOON + LIMIT, NOON + timedelta(hours=80))

    def test_plan_sealed_before_the_first_sweep_has_the_same_deadline(self, table: Table) -> None:
        Deadline.objects.all().delete()
        table.seal()
        table.wait(10)
        table.unseal()
        table.wait(10)
        assert table.due() == NOON + LIMIT

    def test_enemy_sees_the_same_deadline_before_and_after_unsealing(self, table: Table) -> None:
        """VG-5: what was in the plan stays secret, and the clock doesn't tell."""
        table.wait(30)

        def seen() -> datetime | None:
            page = battle_page(table.club.viewer("observer"), table.battle.id, now=SOURCES.now())
            return page.next_move.deadline.due if page.next_move.deadline else None

        before = seen()
        table.seal()
        table.wait(1)
        table.unseal()
        table.wait(0)
        assert seen() == before == NOON + LIMIT

    def test_new_time_limit_leaves_deadline_unchanged(self, table: Table) -> None:
        table.decide("campaign.time_limit", hours=10)
        table.seal()
        table.wait(1)
        table.unseal()
        table.wait(1)
        assert table.due() == NOON + LIMIT

    def test_deadline_the_umpire_moved_survives_unsealing(self, table: Table) -> None:
        table.decide("deadline.extended", subject=subject_of(table.battle, "USA"), hours=24)
        table.seal()
        table.wait(1)
        table.unseal()
        table.wait(1)
        assert (table.due(), table.due("CSA")) == (NOON + LIMIT + timedelta(hours=24), NOON + LIMIT)

    def test_umpires_clock_is_kept_while_plans_change(self, table: Table) -> None:
        opening = f"{stream_of(table.battle.id)}:prepare"
        before = Deadline.objects.get(subject=opening).due_at
        seal_both(table.club, table.battle)
        table.wait(20)
        assert Deadline.objects.get(subject=opening).due_at == before == NOON + 2 * LIMIT


class Test_Pauses:
    def test_stopped_clock_restarts_with_the_time_left_after_unsealing(self, table: Table) -> None:
        subject = subject_of(table.battle, "USA")
        table.wait(10)
        table.decide("deadline.stopped", subject=subject)
        table.wait(100)
        table.seal()
        table.wait(0)
        table.unseal()
        table.wait(0)
        table.decide("deadline.run", subject=subject)
        assert (table.due(), table.due("CSA")) == (NOON + LIMIT + timedelta(hours=100), NOON + LIMIT)

    def test_paused_campaign_stops_the_clock_of_a_sealed_plan(self, table: Table) -> None:
        table.seal()
        table.wait(10)
        table.decide("campaign.paused")
        table.wait(100)
        table.decide("campaign.resumed")
        table.unseal()
        table.wait(1)
        assert table.due() == NOON + LIMIT + timedelta(hours=100)

    def test_pause_before_the_first_sweep_costs_no_time(self, table: Table) -> None:
        Deadline.objects.all().delete()
        table.decide("campaign.paused")
        table.wait(100)
        table.decide("campaign.resumed")
        table.wait(1)
        assert table.due() == NOON + LIMIT + timedelta(hours=100)

    def test_postponed_battle_resumes_with_the_time_left(self, table: Table) -> None:
        table.wait(10)
        contact, umpire = table.battle.contact_id or 0, table.club.viewer("umpire")
        table.decide("deadline.stopped", subject=subject_of(table.battle, "CSA"))
        contacts.postpone(umpire, contact_id=contact)
        table.wait(0)
        table.wait(100)
        contacts.resume(table.club.viewer("umpire"), contact_id=contact)
        table.wait(0)
        assert table.due() == NOON + LIMIT + timedelta(hours=100)
        assert (table.row().paused_at, table.row("CSA").paused_at) == (None, NOON + timedelta(hours=10))
        assert verify(table.club.campaign.id) == []


class Test_Silence_at_a_pause:
    """Where the site umpires, both sides agree to a pause, and neither can make it last by silence."""

    def test_unanswered_request_resumes_the_campaign(self, clock: SeededSources) -> None:
        table = Table(clock, "site")
        for who in WHO.values():
            decisions.decide(table.club.viewer(who), kind="campaign.paused")
        decisions.decide(table.club.viewer("union"), kind="campaign.resumed")
        table.wait(71)
        assert Campaign.objects.get().state == "paused"
        table.wait(1)
        assert Campaign.objects.get().state == "running"
        said = "The Confederate side didn’t answer the request to resume the campaign in time, so it agrees."
        assert said in told(table.club, "confederate")

    def test_unanswered_request_resumes_a_postponed_battle(self, clock: SeededSources) -> None:
        table = Table(clock, "site")
        contact = table.battle.contact_id or 0
        for who in WHO.values():
            contacts.postpone(table.club.viewer(who), contact_id=contact)
        contacts.resume(table.club.viewer("union"), contact_id=contact)
        table.wait(72)
        assert not Contact.objects.get().postponed
        table.wait(24 * 100)
        assert table.battle.state != BattleState.PLANS

    def test_other_unanswered_requests_stay_open(self, clock: SeededSources) -> None:
        table = Table(clock, "site")
        decisions.decide(table.club.viewer("union"), kind="campaign.closed")
        table.wait(24 * 100)
        assert Campaign.objects.get().state == "running"

    def test_declined_request_is_not_agreed_to(self, clock: SeededSources) -> None:
        table = Table(clock, "site")
        for who in WHO.values():
            decisions.decide(table.club.viewer(who), kind="campaign.paused")
        decisions.decide(table.club.viewer("union"), kind="campaign.resumed")
        asked = Proposal.objects.get(kind="campaign.resumed")
        decisions.refuse(table.club.viewer("confederate"), proposal_id=asked.pk)
        table.wait(100)
        assert Campaign.objects.get().state == "paused"


class Test_Results:
    def test_result_deadline_stays_after_both_confirmed(self, table: Table) -> None:
        table.end_fighting()
        umpire, shown = table.club.viewer("umpire"), []
        for side, end in (("USA", "held"), ("CSA", "withdrew")):
            table.enter(side, end)
            table.confirm(side)
        for _ in range(2):
            table.wait(5)
            page = battle_page(umpire, table.battle.id, now=SOURCES.now())
            assert page.result is not None
            assert page.result.deadline is not None
            shown.append(page.result.deadline.due)
        assert shown == [NOON + LIMIT] * 2

    def test_entering_a_result_again_keeps_the_deadline(self, table: Table) -> None:
        table.end_fighting()
        table.enter("USA", "held")
        table.confirm("USA")
        table.wait(80)
        table.enter("USA", "held")
        table.wait(1)
        assert table.due() == NOON + LIMIT


class Test_Turns:
    def test_each_turn_has_its_own_deadline_where_the_site_umpires(self, clock: SeededSources) -> None:
        table = Table(clock, "site")
        seal_both(table.club, table.battle)
        table.wait(1)
        assert (table.battle.state, table.due()) == (BattleState.DAY, NOON + timedelta(hours=1) + 7 * LIMIT)
        request(table.club, table.battle, "union", entropy="aa")
        table.wait(1)
        assert table.due() == NOON + timedelta(hours=1) + 7 * LIMIT
        request(table.club, table.battle, "confederate", entropy="aa")
        table.wait(1)
        assert table.due() == NOON + timedelta(hours=2) + 7 * LIMIT

    def test_turns_have_no_deadline_under_a_human_umpire(self, table: Table) -> None:
        seal_both(table.club, table.battle)
        open_it(table.club, table.battle)
        table.battle.refresh_from_db()
        assert not Deadline.objects.filter(subject=subject_of(table.battle, "USA")).exists()


class Test_Rewinds:
    def last(self, table: Table, kind: str) -> Entry:
        return Entry.objects.filter(stream=stream_of(table.battle.id), kind=kind).order_by("-seq")[0]

    def test_rewind_that_reopens_a_phase_gives_one_new_deadline(self, table: Table) -> None:
        seal_both(table.club, table.battle)
        open_it(table.club, table.battle)
        table.wait(100)
        rewind(table.club.viewer("umpire"), entry_id=self.last(table, "battle.begun").pk, reason="Again.")
        table.wait(0)
        reopened = NOON + timedelta(hours=100)
        assert table.due() == table.due("CSA") == reopened + LIMIT
        table.wait(5)
        assert table.due() == reopened + LIMIT
        said = "The rewind gave plans for Shiloh a new deadline: April 13, 1862, at 16:00 UTC."
        assert [told(table.club, who).count(said) for who in ("union", "confederate", "observer")] == [1, 1, 1]

    def test_rewind_within_a_phase_keeps_the_deadline(self, table: Table) -> None:
        table.wait(10)
        table.seal()
        table.wait(10)
        rewind(table.club.viewer("umpire"), entry_id=self.last(table, "battle.begun").pk, reason="Again.")
        table.wait(1)
        assert table.due() == NOON + LIMIT
        assert not any("new deadline" in text for text in told(table.club, "observer"))

    def test_phase_left_and_reopened_between_two_sweeps_has_a_new_deadline(self, table: Table) -> None:
        seal_both(table.club, table.battle)
        sealed = self.last(table, "battle.sealed").pk
        table.wait(1)
        table.clock.clock += timedelta(hours=4)
        opening.prepare_battle(table.club.viewer("umpire"), table.battle.id)
        rewind(table.club.viewer("umpire"), entry_id=sealed, reason="Again.")
        table.wait(0)
        assert table.due() == NOON + timedelta(hours=5) + LIMIT
        assert Battle.objects.get().state == BattleState.PLANS


@pytest.mark.parametrize("key", ["step", "name", "state", "nobody"])
def test_text_at_a_key_is_what_django_reads(key: str) -> None:
    a_battle()
    images = RowImage.objects.filter(table=Battle._meta.db_table)
    both = images.annotate(ours=TextAt(key, "after"), djangos=KeyTextTransform(key, "after"))
    read = [(one.after or {}, one.ours, one.djangos) for one in both]
    assert read
    assert all(ours == djangos for _, ours, djangos in read)
    assert all(str(row.get(key)) == str(ours) for row, ours, _ in read)
