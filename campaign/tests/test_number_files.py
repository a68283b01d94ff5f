"""The house rules page lists the tables, and its files come back as they went out."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaign.models import TableOverride
from campaign.selectors.house import house_of, house_page
from campaign.selectors.house_tables import blank_file, filled_file, table_cards
from campaign.services.house import import_table, read_table_file
from campaign.tests.builders import Club, a_club
from rulesets.core import registry
from rulesets.core.book import Mark

pytestmark = pytest.mark.django_db
OURS = """table,row,column,value
fire_and_fury.fire_ranges,infantry,nearest,4
fire_and_fury.fire_points,infantry,nearest,1½
fire_and_fury.fire_multipliers,damaged battery,,1/3
fire_and_fury.charge_modifiers,"Iron Brigade, charging",,2
fire_and_fury.fire_effect,lively,disordered,no
fire_and_fury.charge,-3 to -1,,assault checked
fire_and_fury.effectiveness,9,green,9.8.6
civil_war.leaders,USA Grant 1,initiative,3
"""


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def ours(club: Club) -> Club:
    import_table(club.viewer("umpire"), text=OURS, name="Our box", reason="We own the game.")
    return club


def get(club: Club, name: str, who: str = "union", **query: str) -> Any:
    client = Client()
    client.force_login(club.users[who])
    return client.get(reverse(name, args=[club.campaign.id]), query)


def stored(club: Club) -> dict[Any, Any]:
    return {(row.table, row.row, row.column): row.value for row in TableOverride.objects.all()}


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_filled_file_imports_back_unchanged(ours: Club, kind: str) -> None:
    before = stored(ours)
    assert len(before) == 8
    answer = get(ours, f"house:filled-{kind}")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="numbers-filled.{kind}"'
    import_table(ours.viewer("umpire"), text=answer.text, name="Our box", reason="We own the game.")
    assert stored(ours) == before
    assert get(ours, f"house:filled-{kind}").text == answer.text


def test_blank_file_lists_each_unknown_cell_once(ours: Club) -> None:
    tables = [table for book in registry.books() for table in registry.tables(book.id).values()]
    unknown = sum(cell.mark is Mark.UNKNOWN for table in tables for cell in table.cells())
    blank = blank_file(ours.campaign.id)
    assert len(blank) == unknown - 3
    assert {line.value for line in blank} == {""}


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_blank_file_can_be_filled_in_line_by_line(club: Club, kind: str) -> None:
    text = get(club, f"house:blank-{kind}", table="fire_and_fury.fire_points").text
    filled = text.replace("infantry,nearest,\n", "infantry,nearest,½\n").replace(
        '"row": "infantry",\n  "column": "nearest",\n  "value": ""',
        '"row": "infantry",\n  "column": "nearest",\n  "value": 0.5',
    )
    (cell,) = read_table_file(filled)
    assert (cell.row, cell.column, cell.value) == ("infantry", "nearest", "1/2")


def test_file_of_one_table_has_only_its_cells(ours: Club) -> None:
    text = get(ours, "house:filled-json", table="fire_and_fury.fire_ranges").text
    assert json.loads(text) == [
        {"table": "fire_and_fury.fire_ranges", "row": "infantry", "column": "nearest", "value": 4}
    ]
    assert get(ours, "house:filled-json", table="nothing").status_code == 404


@pytest.mark.parametrize("name", ["blank-csv", "blank-json", "filled-csv", "filled-json"])
def test_only_seated_people_get_the_files(club: Club, name: str) -> None:
    assert get(club, f"house:{name}", who="observer").status_code == 200
    assert get(club, f"house:{name}", who="outsider").status_code == 404


def test_page_lists_ids_columns_unknown_cells_and_files(ours: Club) -> None:
    page = get(ours, "house:page").text
    assert "fire_and_fury.fire_ranges" in page
    assert "Columns: nearest, second, third, farthest." in page
    assert "39 unknown numbers" in page
    assert "You may add rows" in page
    for name in ("blank-csv", "blank-json", "filled-csv", "filled-json"):
        assert reverse(f"house:{name}", args=[ours.campaign.id]) in page


def test_page_shows_replaced_values_in_words(ours: Club) -> None:
    values = {cell.title: cell.value for cell in house_page(ours.campaign.id).cells}
    assert (values["Fire points per stand or battery"], values["Fire effects"]) == ("1 1/2", "no")
    assert values["Charge modifiers"] == "+2"


def test_page_offers_no_file_of_numbers_that_were_never_replaced(club: Club) -> None:
    assert reverse("house:filled-csv", args=[club.campaign.id]) not in get(club, "house:page").text


def test_page_lists_each_table_with_a_replaceable_number(club: Club) -> None:
    listed = {card.id for card in table_cards(club.campaign.id)}
    for book in registry.books():
        for table in registry.tables(book.id).values():
            assert (table.id in listed) is any(cell.mark is not Mark.PRINTED for cell in table.cells())


def test_api_gives_the_tables_and_both_files(ours: Club) -> None:
    client = Client()
    client.force_login(ours.users["union"])
    said = client.get(reverse("api:endpoints:house-tables", args=[ours.campaign.id])).json()
    assert said["tables"][0]["unknown"]
    assert said["filled"] == [vars(line) for line in filled_file(ours.campaign.id)]
    assert len(said["blank"]) == len(blank_file(ours.campaign.id))


def test_added_row_is_drawn_with_its_table(ours: Club) -> None:
    table = registry.table("fire_and_fury.charge_modifiers")
    assert table is not None
    (added,) = [cell for cell in table.cells(context=house_of(ours.campaign.id)) if cell.row not in table.rows]
    assert (added.row, added.value, added.override) == ("Iron Brigade, charging", 2, "Our box")
