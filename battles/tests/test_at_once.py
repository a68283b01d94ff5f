"""Concurrent processes do each job once, and no view version repeats."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Barrier, Thread
from types import ModuleType
from typing import Any
from unittest import mock

import pytest
from django.db import connections

from battles.selectors.reads import plans_of, units_of
from battles.services import plans, result, settle, umpire_work
from battles.tests.builders import (
    SHEET,
    a_battle,
    a_side_result,
    both_request,
    fight_on_table,
    open_unswept,
    seal_both,
    shiloh,
)
from campaign.audiences import PUBLIC
from campaign.errors import AlreadyDone
from campaign.models import CLUB_STREAM, Entry, Message, Role
from campaign.selectors.verify import verify
from campaign.services import deadlines, live, record, seats, talk
from campaign.services.campaigns import SeatPlan, found_campaign
from campaign.services.record import open_act
from campaign.services.sweep import sweep
from campaign.tests.builders import Club, a_club, enroll
from campaign.tests.kept import kept
from war.services import sighting
from war.services.set_up import set_up

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 20


def at_once(*actions: Callable[[], object]) -> list[BaseException]:
    """Run each action in its own thread and connection, and return the errors."""
    wrong: list[BaseException] = []

    def do(action: Callable[[], object]) -> None:
        try:
            action()
        except BaseException as error:
            wrong.append(error)
        finally:
            connections.close_all()

    threads = [Thread(target=do, args=[action]) for action in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return wrong


@contextmanager
def together(module: ModuleType, name: str) -> Iterator[None]:
    """Hold this act until both threads have found that it is due."""
    old, barrier = getattr(module, name), Barrier(2)

    def begin(*arguments: Any, **named: Any) -> Any:
        barrier.wait(PATIENCE)
        return old(*arguments, **named)

    with mock.patch.object(module, name, begin):
        yield


@kept
def armies_in_sight() -> Club:
    club = a_club(name="Shiloh", sheet=SHEET)
    set_up(None, brief=shiloh(), campaign_id=club.campaign.pk)
    return club


def plans_to_seal() -> Club:
    club = armies_in_sight()
    sweep(club.campaign.pk)
    contact = club.campaign.contacts.get()
    fight_on_table(club, contact)
    return club


@kept
def opened() -> Club:
    club, battle = a_battle()
    seal_both(club, battle)
    sweep(club.campaign.pk)
    open_unswept(club, battle)
    return club


@kept
def both_have_sealed() -> Club:
    club, battle = a_battle(umpire_kind="site")
    seal_both(club, battle)
    return club


@kept
def both_have_confirmed() -> Club:
    club, battle = a_battle(umpire_kind="site")
    seal_both(club, battle)
    sweep(club.campaign.pk)
    both_request(club, battle, "end")
    for who, side, end in (("union", "USA", "held"), ("confederate", "CSA", "withdrew")):
        entered = a_side_result(units_of(battle, side, plans_of(battle)), end=end)
        result.enter_result(club.viewer(who), battle.pk, entered=entered)
        result.confirm_result(club.viewer(who), battle.pk)
    return club


@pytest.mark.parametrize(
    ("begun", "module", "name", "kind", "times"),
    [
        (armies_in_sight, sighting, "open_act", "sighting", 2),  # one per side
        (plans_to_seal, deadlines, "open_act", "deadline.set", 1),
        (opened, umpire_work, "open_battle_act", "battle.umpire_work", 1),
        (both_have_sealed, umpire_work, "open_battle_act", "battle.prepared", 1),
        (both_have_confirmed, settle, "open_act", "battle.settled", 1),
    ],
    ids=["sighting", "clocks", "mark", "preparation", "settling"],
)
def test_two_sweeps_do_each_job_once(
    begun: Callable[[], Club], module: ModuleType, name: str, kind: str, times: int
) -> None:
    club = begun()
    before = set(Entry.objects.values_list("pk", flat=True))
    with together(module, name):
        assert at_once(*[lambda: sweep(club.campaign.pk)] * 2) == []
    new = Entry.objects.exclude(pk__in=before).values_list("kind", flat=True)
    assert list(new).count(kind) == times
    assert verify(club.campaign.pk) == []


def test_key_sent_by_two_connections_acts_once() -> None:
    club = a_club()
    with together(talk, "open_act"):
        wrong = at_once(*[lambda: talk.say(club.viewer("union"), to="side", text="Once.", key="same")] * 2)
    assert [type(error) for error in wrong] == [AlreadyDone]
    assert Message.objects.count() == 1


def test_draft_saved_during_an_act_gets_its_own_version() -> None:
    club, battle = a_battle()
    told: list[tuple[int, int]] = []
    union = club.viewer("union")
    with mock.patch.object(live, "publish", told.extend):
        drafting = Thread(target=at_once, args=[lambda: plans.save_draft(union, battle.pk, plan={}, draft_version=0)])
        with open_act(club.viewer("umpire"), stream=CLUB_STREAM, kind="note") as act:
            drafting.start()
            drafting.join(0.3)
            act.tell(PUBLIC, "Rain falls everywhere.")
        drafting.join(PATIENCE)
    own = [version for feed, version in told if feed == union.feed_id]
    assert len(own) == len(set(own)) == 2


def test_leaving_all_campaigns_locks_them_in_order() -> None:
    """Otherwise two users who delete their accounts at once could wait for each other forever."""
    user_id = enroll("founder")["founder"].pk
    for _ in range(6):
        found_campaign(name="War", book="tin", founder_id=user_id, seats=[SeatPlan(Role.COMMANDER, "USA", "", user_id)])
    with mock.patch.object(record, "_next_number", wraps=record._next_number) as locked:
        seats.leave_everything(user_id)
    taken = [call.args[0] for call in locked.call_args_list]
    assert len(taken) == 6
    assert taken == sorted(taken)
