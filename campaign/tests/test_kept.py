"""Worlds that many tests start from are the same whether they are built or read back."""

from datetime import UTC, datetime
from typing import Any
from unittest import mock

import pytest
from django.db import connection, transaction
from pytest_django.fixtures import Settings

from campaign.models import Campaign, RowImage, Seat, User
from campaign.services.seats import add_seat
from campaign.sources import SOURCES, SeededSources
from campaign.tests.builders import Club, a_club
from campaign.tests.kept import kept, rows_now

pytestmark = pytest.mark.django_db


def in_order(rows: dict[str, Any]) -> dict[str, list[Any]]:
    """Return each table's rows in one order: PostgreSQL puts them wherever it has room."""
    return {table: sorted(found, key=repr) for table, found in rows.items()}


def test_world_is_read_back_as_it_was_built() -> None:
    build = mock.Mock(side_effect=a_club.__wrapped__, __name__="a_club")  # type: ignore[attr-defined]
    again = kept(build)
    with transaction.atomic():
        built, rows = again(), rows_now()
        transaction.set_rollback(True)
    assert not User.objects.exists()
    found = again()
    assert (found.campaign, found.users) == (built.campaign, built.users)
    assert in_order(rows_now()) == in_order(rows)
    build.assert_called_once()


def test_world_read_back_goes_on_as_the_built_one() -> None:
    def seats() -> list[int]:
        with transaction.atomic(), SOURCES.using(SeededSources("kept", now=datetime(2026, 3, 7, tzinfo=UTC))):
            club = a_club()
            add_seat(club.viewer("umpire"), role="observer", side="", scope="")
            found = list(Seat.objects.order_by("id").values_list("id", flat=True))
            transaction.set_rollback(True)
        return found

    assert seats() == seats()


def test_rows_are_numbered_after_those_read_back() -> None:
    """A restored backup sets PostgreSQL's next numbers back, and rolling it back doesn't undo that."""
    with transaction.atomic():
        a_club()
        transaction.set_rollback(True)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT setval(pg_get_serial_sequence('campaign_rowimage', 'id'), 1, false)")
    club = a_club()
    add_seat(club.viewer("umpire"), role="observer", side="", scope="")
    assert RowImage.objects.latest("id").table == "campaign_seat"


def test_world_is_built_again_beside_another_or_under_other_settings(settings: Settings) -> None:
    build = mock.Mock(side_effect=Campaign.objects.count, __name__="count")
    count = kept(build)
    assert [count(), count()] == [0, 0]
    build.assert_called_once()
    settings.WAR_TICK_SECONDS = 9
    assert count() == 0
    a_club()
    assert [count(), count()] == [1, 1]
    assert build.call_count == 4


def test_changed_result_changes_no_later_one() -> None:
    with transaction.atomic():
        first: Club = a_club()
        first.campaign.name = "Another"
        transaction.set_rollback(True)
    assert a_club().campaign.name == "Western Rivers"
