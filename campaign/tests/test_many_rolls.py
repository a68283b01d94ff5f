"""Many rolls at once: the same results, keys, and chain as one by one, in a number of queries that never varies."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaign.app_part import INSTALLED
from campaign.errors import Refusal
from campaign.models import CupState, Throw
from campaign.selectors.cups import cup_document, header_of
from campaign.selectors.verify import verify
from campaign.services import cups
from campaign.services.cup_throws import NotYet
from campaign.tests.cups import OWNER, Table, a_table, an_open_table
from rulesets.core.cup_check import check

pytestmark = pytest.mark.django_db
GRID = [cups.RollRequest("VG-7A3", ("USA", f"brigade {n}"), 0, 1, 10) for n in range(1, 161)]


@pytest.fixture(autouse=True)
def _awaited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the stand-in for a battle still have its public moment before it."""
    monkeypatch.setattr(INSTALLED, "awaited", lambda campaign_id: {OWNER})


def throw_all(table: Table, wanted: list[cups.RollRequest] = GRID) -> dict[cups.RollRequest, tuple[int, ...]]:
    with table.doing("battle.swept"):
        return cups.throw_all(OWNER, audience="umpire", wanted=wanted)


def one_by_one(table: Table, wanted: list[cups.RollRequest]) -> list[tuple[int, ...]]:
    with table.doing("battle.swept"):
        return [
            cups.throw(OWNER, audience="umpire", rule=w.rule, subject=w.subject, turn=w.turn, sides=w.sides)
            for w in wanted
        ]


def test_they_give_what_rolls_one_by_one_give() -> None:
    table = an_open_table()
    first = throw_all(table)
    assert len(first) == Throw.objects.count() == table.cup().count == len(GRID)
    assert one_by_one(table, GRID[:5]) == [first[asked] for asked in GRID[:5]]
    chain = list(Throw.objects.order_by("n").values_list("n", "hash", "faces"))
    Throw.objects.all().delete()
    cup = table.cup()
    cup.count, cup.tip = 0, header_of(cup).start()
    cup.save()
    one_by_one(table, GRID)
    assert list(Throw.objects.order_by("n").values_list("n", "hash", "faces")) == chain


def test_repeated_ones_keep_results_and_lines() -> None:
    table = an_open_table()
    few = one_by_one(table, GRID[10:12])
    found = throw_all(table)
    assert [found[asked] for asked in GRID[10:12]] == few
    assert throw_all(table) == found
    assert Throw.objects.count() == len(GRID)


def test_a_key_named_twice_is_rolled_once() -> None:
    table = an_open_table()
    assert len(throw_all(table, [GRID[0], GRID[0]])) == Throw.objects.count() == 1


@pytest.mark.parametrize("before", [0, 3])
def test_the_same_grid_takes_the_same_queries_whatever_was_rolled_before(before: int) -> None:
    table = an_open_table()
    one_by_one(table, GRID[:before])
    with CaptureQueriesContext(connection) as asked:
        throw_all(table)
    of_cups = [query["sql"] for query in asked if "campaign_cup" in query["sql"] or "campaign_throw" in query["sql"]]
    assert sum(sql.startswith("SELECT") for sql in of_cups) == 3  # history, cup, and secret
    assert sum(sql.startswith("UPDATE") for sql in of_cups) == 1


def test_void_roll_gives_way_to_the_next_in_a_new_cup_too() -> None:
    table = an_open_table()
    first = throw_all(table)
    with table.doing("battle.void"):
        cups.void(OWNER, audience="umpire", rule="VG-7A3", subject=GRID[4].subject, turn=0, reason="The wrong table.")
    with table.doing("battle.turn"):
        cups.reopen_cups(OWNER)
    table.seal("USA", "CSA").step(2)
    again = throw_all(table)
    assert [asked for asked in GRID if again[asked] != first[asked]] in ([GRID[4]], [])
    lines = Throw.objects.filter(cup=table.cup()).order_by("n").values_list("how", "k")
    assert list(lines) == [("void", 0), ("machine", 1)]
    table.reveal()
    assert [check(cup_document(cup)) for cup in (table.cup(), table.cup("public"))] == [[], []]
    assert verify(table.club.campaign.id) == []


def test_they_wait_for_the_freeze_and_write_nothing_before() -> None:
    table = a_table()
    with pytest.raises(NotYet):
        throw_all(table)
    assert table.cup().state == CupState.TAKING
    assert not Throw.objects.exists()


def test_other_dice_for_a_rolled_key_are_refused() -> None:
    table = an_open_table()
    throw_all(table)
    with pytest.raises(Refusal, match="was already rolled with 1d10"):
        throw_all(table, [cups.RollRequest("VG-7A3", ("USA", "brigade 1"), 0, 1, 6)])


def test_entry_notes_each_of_them() -> None:
    table = an_open_table()
    throw_all(table, GRID[:3])
    assert len(cups.counting_rolls(OWNER, audience="umpire")) == 3
