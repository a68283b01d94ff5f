"""A prepared read returns what its queryset would, from current rows, with its SQL compiled once."""

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

from campaign.models import CLUB_STREAM, Deadline, Role, Seat
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


def test_prepared_read_returns_same_rows_with_relations(
    club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    expected = list(Seat.objects.filter(campaign=club.campaign).order_by("id"))
    with django_assert_num_queries(1):
        found = seats_of([club.campaign.id], None)
        assert found == expected
        assert {seat.campaign for seat in found} == {club.campaign}
        assert {str(seat.user) for seat in found if seat.user} >= {"union", "confederate"}


def test_none_and_list_length_each_get_their_own_sql(club: Club) -> None:
    union = [seat.id for seat in seats_of([club.campaign.id], "USA")]
    assert len(union) == 2
    assert union == [seat.id for seat in seats_of([club.campaign.id, 1], None) if seat.side == "USA"]
    assert seats_of([1, 2, 3], "USA") == []


def test_empty_list_runs_no_query(club: Club, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        assert seats_of([], "USA") == []


def test_datetimes_round_trip(club: Club) -> None:
    first, second = a_clock(club, 1), a_clock(club, 2)
    assert due_before(second.due_at) == [("thing 1", first.due_at)]
    assert due_before(NOON) == []


def test_prepared_read_sees_new_rows(club: Club) -> None:
    a_clock(club, 1)
    later = NOON + timedelta(days=9)
    assert len(due_before(later)) == 1
    a_clock(club, 2)
    assert len(due_before(later)) == 2


def test_sql_is_compiled_once(club: Club) -> None:
    seats_of([club.campaign.id], "CSA")
    with patch.object(SQLCompiler, "as_sql", side_effect=AssertionError("compiled again")):
        assert [seat.side for seat in seats_of([club.campaign.id], "USA")] == ["USA", "USA"]


@pytest.mark.django_db(transaction=True)
def test_choices_reach_the_database_as_plain_text(club: Club) -> None:
    @prepared
    def of_role(campaign_id: int) -> QuerySet[Seat]:
        return Seat.objects.filter(campaign_id=campaign_id, role=Role.UMPIRE)

    sent: list[Any] = []

    def keep(execute: Callable[..., Any], sql: str, params: Any, *rest: Any) -> Any:
        sent.extend(params)
        return execute(sql, params, *rest)

    with connections[DEFAULT_DB_ALIAS].execute_wrapper(keep):
        assert [seat.role for seat in of_role(club.campaign.id)] == ["umpire"]
    assert [type(value) for value in sent] == [int, str]


def test_no_connection_outlives_its_thread() -> None:
    """Server threads come and go; on PostgreSQL each would leave a connection open."""

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


def test_prepared_read_inside_an_act_loads_images(club: Club) -> None:
    with open_act(None, stream=CLUB_STREAM, kind="test.line", campaign_id=club.campaign.id):
        assert all(seat.loaded for seat in seats_of([club.campaign.id], None))
    assert not any(seat.loaded for seat in seats_of([club.campaign.id], None))


def test_arguments_must_be_positional(club: Club) -> None:
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
