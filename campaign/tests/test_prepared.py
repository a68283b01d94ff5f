"""A prepared read answers as its queryset would, from the rows of now, with its SQL written once."""

import gc
import weakref
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from threading import Thread
from typing import Any
from unittest.mock import patch

import pytest
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import QuerySet
from django.db.models.sql.compiler import SQLCompiler
from pytest_django.fixtures import DjangoAssertNumQueries

from campaign.models import CLUB_STREAM, Deadline, Seat
from campaign.prepared import prepared
from campaign.services.record import open_act
from campaign.tests.builders import Club, a_club

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 4, 6, 12, tzinfo=UTC)


@pytest.fixture
def club() -> Club:
    return a_club()


@prepared
def seats_of(campaign_ids: Sequence[int], side: str | None) -> QuerySet[Seat]:
    seats = Seat.objects.select_related("campaign", "user").filter(campaign__id__in=campaign_ids).order_by("id")
    return seats if side is None else seats.filter(side=side)


@prepared
def due_before(moment: datetime) -> "QuerySet[Deadline, tuple[str, datetime]]":
    return Deadline.objects.filter(due_at__lt=moment).order_by("due_at").values_list("subject", "due_at")


def a_clock(club: Club, number: int) -> Deadline:
    due = NOON + timedelta(hours=number)
    made: dict[str, Any] = {"id": number, "subject": f"thing {number}", "since": NOON, "due_at": due}
    return Deadline.objects.create(campaign_id=club.campaign.id, **made)


def test_it_reads_the_same_rows_with_what_belongs_to_them(
    club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    expected = list(Seat.objects.filter(campaign=club.campaign).order_by("id"))
    with django_assert_num_queries(1):
        found = seats_of([club.campaign.id], None)
        assert found == expected
        assert {seat.campaign for seat in found} == {club.campaign}
        assert {str(seat.user) for seat in found if seat.user} >= {"union", "confederate"}


def test_what_is_none_is_not_asked_and_a_longer_list_is_another_shape(club: Club) -> None:
    union = [seat.id for seat in seats_of([club.campaign.id], "USA")]
    assert len(union) == 2
    assert union == [seat.id for seat in seats_of([club.campaign.id, 1], None) if seat.side == "USA"]
    assert seats_of([1, 2, 3], "USA") == []


def test_an_empty_list_asks_the_database_nothing(club: Club, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        assert seats_of([], "USA") == []


def test_moments_go_in_and_come_out_as_moments(club: Club) -> None:
    first, second = a_clock(club, 1), a_clock(club, 2)
    assert due_before(second.due_at) == [("thing 1", first.due_at)]
    assert due_before(NOON) == []


def test_its_rows_are_those_of_now(club: Club) -> None:
    a_clock(club, 1)
    later = NOON + timedelta(days=9)
    assert len(due_before(later)) == 1
    a_clock(club, 2)
    assert len(due_before(later)) == 2


def test_its_sql_is_written_once(club: Club) -> None:
    seats_of([club.campaign.id], "CSA")
    with patch.object(SQLCompiler, "as_sql", side_effect=AssertionError("written again")):
        assert [seat.side for seat in seats_of([club.campaign.id], "USA")] == ["USA", "USA"]


@pytest.mark.django_db(transaction=True)
def test_no_connection_is_held_for_a_thread_that_has_gone() -> None:
    """A server's threads come and go; on PostgreSQL each would leave a connection open behind it."""

    @prepared
    def clocks(campaign_id: int) -> QuerySet[Deadline]:
        return Deadline.objects.filter(campaign_id=campaign_id)

    held: list[weakref.ref[Any]] = []

    def ask() -> None:
        assert clocks(1) == []
        held.append(weakref.ref(connections[DEFAULT_DB_ALIAS]))
        connections[DEFAULT_DB_ALIAS].close()

    thread = Thread(target=ask)
    thread.start()
    thread.join()
    del thread
    gc.collect()
    assert held[0]() is None
    assert clocks(1) == []


def test_what_an_act_reads_so_has_its_image(club: Club) -> None:
    with open_act(None, stream=CLUB_STREAM, kind="test.line", campaign_id=club.campaign.id):
        assert all(seat.loaded for seat in seats_of([club.campaign.id], None))
    assert not any(seat.loaded for seat in seats_of([club.campaign.id], None))


def test_what_is_asked_stands_in_its_order(club: Club) -> None:
    with pytest.raises(AssertionError, match="positional arguments"):
        seats_of([club.campaign.id], side="USA")


@pytest.mark.parametrize(
    "depends", [lambda value: bool(value), lambda value: value == "USA", lambda value: value != ""]
)
def test_condition_on_a_value_is_refused(club: Club, depends: Callable[[Any], bool]) -> None:
    @prepared
    def seats(campaign_id: int, side: str) -> QuerySet[Seat]:
        found = Seat.objects.filter(campaign_id=campaign_id)
        return found.filter(side=side) if depends(side) else found

    with pytest.raises(TypeError, match="not on their values"):
        seats(club.campaign.id, "USA")
