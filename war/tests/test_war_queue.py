"""Queues, Ready, and silence: orders that take effect without anybody at the page (H-19)."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from campaign.errors import Refusal
from campaign.models import Deadline, Entry, JournalLine
from campaign.services.sweep import sweep
from campaign.sources import SOURCES, SeededSources
from campaign.tests.builders import Club
from campaign.tests.kept import kept
from rulesets.civil_war.war import State, awaited, default_order, legal_orders, view
from rulesets.civil_war.war.orders import Instruct, Move, MoveOffer, Prioritize, StandFast
from rulesets.civil_war.war.queueing import Queued, queued_data, queued_from
from rulesets.civil_war.words import Side
from rulesets.core.errors import IllegalOrder
from war.models import Contact, Queue
from war.services import war_queue
from war.services.war_orders import give
from war.tests.war_builders import WHO, a_war, begun, now_of
from war.tests.war_play import seeded

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _time_stands_still() -> Iterator[None]:
    """Let a half-pulse open in the second in which its queue runs, however busy the machine is."""
    with seeded(6):
        yield


@kept
def entered() -> Club:
    """Begin a war, and enter the free reinforcement of its first half-pulse."""
    club = begun(a_war())
    while (state := now_of(club.campaign)).clock.free_entry == "owed":
        side = awaited(state)
        assert side is not None
        order = default_order(view(state, side))
        assert order is not None
        give(club.viewer(WHO[side]), order=order)
        sweep(club.campaign.pk)
    return club


def opened() -> tuple[Club, State, Side]:
    """Return a war in its first half-pulse, whose free reinforcement has been entered."""
    club = entered()
    state = now_of(club.campaign)
    side = awaited(state)
    assert side is not None
    return club, state, side


def stand_fast(state: State, side: Side) -> StandFast:
    seen = view(state, side)
    offers = (offer for piece in seen.points for offer in legal_orders(seen, piece))
    return next(offer for offer in offers if isinstance(offer, StandFast))


def told(club: Club, who: str) -> list[str]:
    feed = club.viewer(who).feed_id
    return list(JournalLine.objects.filter(feed_id=feed).order_by("n").values_list("announcement__text", flat=True))


def orders_given(club: Club) -> int:
    return Entry.objects.filter(campaign=club.campaign, kind="war.queue").count()


class TestQueue:
    def test_queued_order_is_carried_out_in_the_sweep_as_one_entry(self) -> None:
        club, state, side = opened()
        who = club.viewer(WHO[side])
        war_queue.add(who, queued=Queued(stand_fast(state, side)))
        sweep(club.campaign.pk)
        assert orders_given(club) == 1
        assert now_of(club.campaign).clock.spent == 1
        assert Queue.objects.get(campaign=club.campaign, side=side).orders == []

    @pytest.mark.parametrize("attacker", ["USA", "CSA"])
    @pytest.mark.parametrize(("pulses_ago", "given"), [(0, 0), (1, 1)])
    def test_order_stops_on_contact_whoever_began_the_battle(self, attacker: str, pulses_ago: int, given: int) -> None:
        """An enemy who reacts attacks, too."""
        club, state, side = opened()
        Contact.objects.create(
            id=SOURCES.new_id("all"),
            campaign=club.campaign,
            name="Battle of Corinth",
            hex="corinth",
            attacker=attacker,
            hexside="none",
            came_from="iuka",
            pulse=state.clock.pulses - pulses_ago,
            state="settled",
            since=SOURCES.now(),
        )
        war_queue.add(club.viewer(WHO[side]), queued=Queued(stand_fast(state, side), stop_on_contact=True))
        sweep(club.campaign.pk)
        assert now_of(club.campaign).clock.spent == given

    def test_pages_that_wait_for_the_end_of_a_move_learn_of_it(self) -> None:
        """A queued march ends in the next sweep, with nothing to tell."""
        club, state, side = opened()
        seen, who = view(state, side), WHO[side]
        offer = next(
            offer
            for piece in seen.points
            for offer in legal_orders(seen, piece)
            if isinstance(offer, MoveOffer) and set(offer.to) - set(seen.enemy)
        )
        to = min(set(offer.to) - set(seen.enemy))
        march = Move("", frozenset(offer.points[:1]), tuple(offer.route(to).path), offer.pots[0])
        war_queue.add(club.viewer(who), queued=Queued(march))
        sweep(club.campaign.pk)
        assert now_of(club.campaign).contact is not None
        open_page = club.viewer(who).version
        sweep(club.campaign.pk)
        assert now_of(club.campaign).contact is None
        assert club.viewer(who).version > open_page

    @pytest.mark.parametrize(
        ("when", "said"),
        [
            ({"least_sp": 99}, "there are fewer than 99 strength points"),
            ({"place": "corinth", "held_by": "USA"}, "doesn't hold that place"),
        ],
    )
    def test_order_whose_condition_fails_is_dropped_and_its_owner_told(self, when: dict[str, Any], said: str) -> None:
        club, state, side = opened()
        if "place" in when:
            when = when | {"place": state.world.graph.hex_of("Corinth")}
        who = WHO[side]
        war_queue.add(club.viewer(who), queued=Queued(stand_fast(state, side), **when))
        sweep(club.campaign.pk)
        assert now_of(club.campaign).clock.spent == 0
        assert said in told(club, who)[-1]
        other = next(name for name in WHO.values() if name != who)
        assert not any("queue" in line for line in told(club, other))

    def test_order_that_is_no_longer_legal_is_dropped(self) -> None:
        club, state, side = opened()
        order = Instruct("0123456789abcdef", "stay")
        war_queue.add(club.viewer(WHO[side]), queued=Queued(order))
        sweep(club.campaign.pk)
        assert "A queued order was dropped" in told(club, WHO[side])[-1]
        assert now_of(club.campaign).clock == state.clock

    @pytest.mark.parametrize(
        "entry",
        [
            {"order": {"kind": "proceed"}},
            {"order": {"kind": "nonsense"}},
            {"order": {"kind": "end_half"}, "least_sp": -1},
            {"order": {"kind": "end_half"}, "least_sp": True},
            {"order": {"kind": "end_half"}, "place": "2825"},
            {"order": {"kind": "end_half"}, "stop_on_contact": "yes"},
            {"order": {"kind": "end_half"}, "more": 1},
        ],
    )
    def test_entry_that_says_nothing_sensible_is_refused(self, entry: dict[str, Any]) -> None:
        with pytest.raises(IllegalOrder):
            queued_from(entry)

    def test_entry_reads_back_as_it_was_written(self) -> None:
        queued = Queued(Instruct("0123456789abcdef", "stay"), 3, "2825", "USA", stop_on_contact=True)
        assert queued_from(queued_data(queued)) == queued

    def test_queue_has_a_limit(self) -> None:
        club = begun(a_war())
        Queue.objects.filter(side="USA").update(orders=[queued_data(Queued(Prioritize(("West",))))] * 40)
        with pytest.raises(Refusal, match="at most 40"):
            war_queue.add(club.viewer("union"), queued=Queued(Prioritize(("West",))))

    def test_order_is_taken_out_by_its_number(self) -> None:
        club = begun(a_war())
        for word in ("stay", "attack", "support"):
            war_queue.add(club.viewer("union"), queued=Queued(Instruct("0123456789abcdef", word)))
        war_queue.drop(club.viewer("union"), n=2)
        left = Queue.objects.get(campaign=club.campaign, side="USA").orders
        assert [entry["order"]["instruction"] for entry in left] == ["stay", "support"]
        with pytest.raises(Refusal, match="2 orders"):
            war_queue.drop(club.viewer("union"), n=3)

    @pytest.mark.parametrize("who", ["union_west", "observer", "umpire"])
    def test_only_a_whole_sides_commander_has_a_queue(self, who: str) -> None:
        club = begun(a_war())
        with pytest.raises(Refusal):
            war_queue.add(club.viewer(who), queued=Queued(Prioritize(("West",))))


class TestFixedMoment:
    def test_order_by_hand_waits_for_the_half_pulses_fixed_moment(self, settings: Settings) -> None:
        club, state, side = opened()
        order = stand_fast(state, side)
        settings.WAR_TICK_SECONDS = 3600
        give(club.viewer(WHO[side]), order=order)
        sweep(club.campaign.pk)
        assert now_of(club.campaign).clock == state.clock
        settings.WAR_TICK_SECONDS = 0
        sweep(club.campaign.pk)
        assert now_of(club.campaign).clock.spent == 1

    def test_campaign_is_due_at_that_moment_whatever_is_queued(self, settings: Settings) -> None:
        club, _, _ = opened()
        settings.WAR_TICK_SECONDS = 3600
        before = war_queue.next_due(club.campaign.pk, SOURCES.now())
        war_queue.add(club.viewer("union"), queued=Queued(Prioritize(("West",))))
        assert before is not None
        assert war_queue.next_due(club.campaign.pk, SOURCES.now()) == before


class TestReady:
    def test_ready_spends_by_default_and_ends_the_half_pulse(self) -> None:
        club, state, side = opened()
        war_queue.end_early(club.viewer(WHO[side]))
        sweep(club.campaign.pk)
        after = now_of(club.campaign)
        assert (after.clock.pulses, after.clock.spending) != (state.clock.pulses, side)
        assert Queue.objects.get(campaign=club.campaign, side=side).orders == []

    def test_ready_ends_no_other_half_than_its_own(self, settings: Settings) -> None:
        """It was said, but the player then ended the half-pulse by hand."""
        club, _, side = opened()
        settings.WAR_TICK_SECONDS = 3600
        war_queue.end_early(club.viewer(WHO[side]))
        assert Queue.objects.get(campaign=club.campaign, side=side).orders == [Queue.READY]
        settings.WAR_TICK_SECONDS = 0
        while now_of(club.campaign).clock.spending == side and now_of(club.campaign).contact is None:
            order = default_order(view(now_of(club.campaign), side))
            assert order is not None
            give(club.viewer(WHO[side]), order=order)
        assert Queue.objects.get(campaign=club.campaign, side=side).orders == []

    def test_ready_is_refused_in_the_enemys_half(self) -> None:
        club, _, side = opened()
        other = next(who for code, who in WHO.items() if code != side)
        with pytest.raises(Refusal, match="isn’t your half-pulse"):
            war_queue.end_early(club.viewer(other))

    def test_side_that_stands_ready_says_so_to_everyone_and_ends_each_half(self) -> None:
        club, state, side = opened()
        for who in WHO.values():
            war_queue.stand_ready(club.viewer(who), ready=True)
        assert "stands ready" in told(club, "observer")[-1]
        sweep(club.campaign.pk)
        after = now_of(club.campaign)
        assert after.clock.spending is None or after.clock.pulses > state.clock.pulses
        war_queue.stand_ready(club.viewer(WHO[side]), ready=False)
        assert "no longer stands ready" in told(club, "observer")[-1]


class TestSilence:
    def test_side_whose_time_is_up_is_played_by_the_defaults(self) -> None:
        club, state, side = opened()
        sweep(club.campaign.pk)
        clock = Deadline.objects.get(campaign=club.campaign, subject__startswith="war:")
        with SOURCES.using(SeededSources("late", now=clock.due_at + timedelta(minutes=1))):
            sweep(club.campaign.pk)
        after = now_of(club.campaign)
        assert (after.clock.pulses, after.clock.spending) != (state.clock.pulses, side)
        assert Entry.objects.filter(campaign=club.campaign, kind="war.defaulted").exists()

    def test_side_with_time_left_is_left_alone(self) -> None:
        club, state, _ = opened()
        sweep(club.campaign.pk)
        clock = Deadline.objects.get(campaign=club.campaign, subject__startswith="war:")
        with SOURCES.using(SeededSources("early", now=clock.due_at - timedelta(minutes=1))):
            sweep(club.campaign.pk)
        assert now_of(club.campaign).clock == state.clock
