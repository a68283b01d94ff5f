"""House rules: only marked cells, faults listed by line, all-or-nothing imports, every change recorded."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import Http404
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaign.ids import hex_id
from campaign.management.commands.rules import Command
from campaign.models import Entry, JournalLine, TableOverride
from campaign.selectors.house import house_of, house_page, switchable
from campaign.selectors.verify import verify
from campaign.services.house import MOST_LINES, WrongFile, import_table, read_table_file, switch_ruling
from campaign.tests.builders import Club, a_club
from rulesets.core import registry
from rulesets.core.dice import ScriptedDice
from rulesets.core.registry import procedure
from rulesets.core.tests.steps import steps_of

pytestmark = pytest.mark.django_db
HEAD = "table,row,column,value\n"


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def cell() -> tuple[str, str, str]:
    """Return a marked cell with a whole number."""
    for table in registry.tables("civil_war").values():
        for found in table.cells():
            if found.mark != "printed" and isinstance(found.value, int):
                return table.id, found.row, found.column
    raise LookupError("no marked cell in the book")


def line(cell: tuple[str, str, str], value: object) -> str:
    return ",".join([*cell, str(value)]) + "\n"


def test_marked_cell_is_replaced(club: Club, cell: tuple[str, str, str]) -> None:
    import_table(club.viewer("umpire"), text=HEAD + line(cell, 77), name="Our box", reason="We own the game.")
    found = house_of(club.campaign.id).override(*cell)
    assert found is not None
    assert (found.value, found.name) == (77, "Our box")
    assert verify(club.campaign.id) == []


def test_json_and_csv_read_the_same(cell: tuple[str, str, str]) -> None:
    table, row, column = cell
    text = json.dumps([{"table": table, "row": row, "column": column, "value": 77}])
    assert read_table_file(text) == read_table_file(HEAD + line(cell, 77))


def test_faults_are_listed_by_line_and_nothing_is_imported(club: Club, cell: tuple[str, str, str]) -> None:
    text = HEAD + line(cell, 77) + "nothing,a,b,1\n" + line(cell, "x") + "cw_to_ff.arrival,swift,moon,3\n"
    with pytest.raises(WrongFile) as refused:
        import_table(club.viewer("umpire"), text=text, name="n", reason="r")
    assert [fault.partition(":")[0] for fault in refused.value.faults] == ["Line 3", "Line 4", "Line 5"]
    assert not TableOverride.objects.exists()
    assert not Entry.objects.filter(kind="club.table").exists()


def test_json_faults_are_listed_by_item() -> None:
    with pytest.raises(WrongFile) as refused:
        read_table_file('[7, {"table": "nothing", "row": "a", "column": "b", "value": 1}, null]')
    assert [fault.partition(":")[0] for fault in refused.value.faults] == ["Item 1", "Item 2", "Item 3"]


def test_line_with_extra_values_is_a_fault(cell: tuple[str, str, str]) -> None:
    """A comma typed for a decimal point would import a different number."""
    with pytest.raises(WrongFile, match="Line 2: there are more values"):
        read_table_file(HEAD + line(cell, "7,5"))


def test_printed_number_cannot_be_replaced() -> None:
    table = procedure("cw_to_ff.flank_march_arrival").tables[0]
    with pytest.raises(WrongFile, match="printed in the book"):
        read_table_file(HEAD + f"{table},swift,notice,2\n")


def test_former_cell_names_are_imported_as_current_ones(club: Club) -> None:
    text = HEAD + "fire_and_fury.manoeuvre_modifiers,column,,3\nfire_and_fury.charge_modifiers,favourable ground,,2\n"
    import_table(club.viewer("umpire"), text=text, name="Our box", reason="We own the game.")
    named = {(row.table.partition(".")[2], row.row) for row in TableOverride.objects.all()}
    assert named == {("maneuver_modifiers", "column"), ("charge_modifiers", "favorable ground")}


def test_stored_former_names_keep_working(club: Club) -> None:
    stored = {"row": "column", "column": "", "value": 3, "name": "Our box", "reason": "We own the game."}
    TableOverride.objects.create(id=1, campaign=club.campaign, table="fire_and_fury.manoeuvre_modifiers", **stored)
    context = house_of(club.campaign.id)
    assert context.override("fire_and_fury.maneuver_modifiers", "column", "") is not None
    page = house_page(club.campaign.id)
    assert [cell.title for cell in page.cells] == ["Maneuver modifiers"]
    assert "state by its stands" in [choice.chosen_words for choice in page.choices]


def longest_file(lines: int) -> str:
    """Return a file for the marked cells of the largest table."""
    table = max((t for b in registry.books() for t in registry.tables(b.id).values()), key=lambda t: len(t.rows))
    marked = [found for found in table.cells() if found.mark != "printed"]
    return HEAD + "".join(line((table.id, c.row, c.column), "x") for c in (marked * lines)[:lines])


def faults_of(text: str) -> None:
    with pytest.raises(WrongFile):
        read_table_file(text)


def test_reading_a_line_costs_the_same_in_the_longest_file() -> None:
    """Each line is looked up in its table, never searched for."""
    faults_of(longest_file(1))
    half, whole = (steps_of(partial(faults_of, longest_file(n))) for n in (MOST_LINES // 2, MOST_LINES))
    assert whole <= 2.1 * half
    assert whole <= 200 * MOST_LINES


def test_import_writes_each_cell_with_one_query(club: Club) -> None:
    lines = [f"fire_and_fury.fire_ranges,infantry,nearest,{n}\n" for n in (4, 5)]
    other = "fire_and_fury.fire_points,infantry,nearest,{}\n"
    queries = []
    for text in (lines[0], lines[1] + other.format(2), lines[0] + other.format(3)):
        with CaptureQueriesContext(connection) as context:
            import_table(club.viewer("umpire"), text=HEAD + text, name="Our box", reason="We own the game.")
        queries.append(len(context))
    assert [more - queries[0] for more in queries] == [0, 1, 1]


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n", "[", "{}", "[1]", '[{"table": [1]}]', HEAD])
def test_invalid_file_is_refused(text: str) -> None:
    with pytest.raises(WrongFile):
        read_table_file(text)


def test_imported_unknown_number_takes_effect(club: Club) -> None:
    """A rule reads the umpire's value for an unknown cell as a number."""
    lines = [
        ("fire_and_fury.fire_ranges", "infantry", "nearest", 4),
        ("fire_and_fury.fire_points", "infantry", "nearest", 2),
    ]
    text = HEAD + "".join(line(where[:3], where[3]) for where in lines)
    import_table(club.viewer("umpire"), text=text, name="Our box", reason="We own the game.")
    context = house_of(club.campaign.id)
    volley = {"firers": [{"stands": 4, "range_inches": 3}]}
    assert str(procedure("fire_and_fury.fire").run(volley, ScriptedDice(8), context).result).startswith("telling")


@pytest.mark.parametrize(
    "cell",
    [
        "civil_war.loss_of_attacker,E,medium 4,banana",
        "civil_war.differences,0,,Z",
        "fire_and_fury.charge,0,,great slaughter",
        "fire_and_fury.effectiveness,9,green,many",
        "civil_war.arriving_sp,5,USA,-3",
    ],
)
def test_value_that_no_rule_can_read_is_refused_by_line(cell: str) -> None:
    with pytest.raises(WrongFile) as refused:
        read_table_file(HEAD + cell + "\n")
    assert [fault.partition(":")[0] for fault in refused.value.faults] == ["Line 2"]


def test_chosen_ruling_takes_effect_and_is_listed(club: Club) -> None:
    book, ruling = switchable()[0]
    option = ruling.options[1]
    switch_ruling(club.viewer("umpire"), book=book, ruling=ruling.id, option=option, reason="We like it.")
    assert house_of(club.campaign.id).chosen(ruling) == option
    chosen = [choice for choice in house_page(club.campaign.id).choices if not choice.is_default]
    assert [(c.book, c.ruling.id, c.chosen) for c in chosen] == [(book, ruling.id, option)]


@pytest.mark.parametrize("who", ["union", "observer"])
def test_only_umpire_may_change_house_rules(club: Club, who: str, cell: tuple[str, str, str]) -> None:
    client = Client()
    client.force_login(club.users[who])
    url = f"/c/{hex_id(club.campaign.id)}/rules/"
    assert client.get(url).status_code == 200
    assert client.post(url + "table/", {"name": "n", "reason": "r", "text": HEAD}).status_code == 404
    with pytest.raises(Http404):
        import_table(club.viewer(who), text=HEAD + line(cell, 1), name="n", reason="r")


@pytest.mark.parametrize(
    "text", ["a,b\rc", "0\r0", '"' + "x" * 150_000, "[" * 100_000, '{"cells": ' * 50_000, HEAD + "a\0"]
)
def test_unreadable_text_is_refused(text: str) -> None:
    with pytest.raises(WrongFile):
        read_table_file(text)


def test_page_shows_faults_and_keeps_text(club: Club) -> None:
    client = Client()
    client.force_login(club.users["umpire"])
    url = f"/c/{hex_id(club.campaign.id)}/rules/table/"
    answer = client.post(url, {"name": "n", "reason": "r", "text": HEAD + "nothing,a,b,1\n"})
    assert answer.status_code == 409
    assert "Line 2" in answer.text
    assert "nothing,a,b,1" in answer.text


def test_page_lists_each_fault_on_its_own_line(club: Club) -> None:
    client = Client()
    client.force_login(club.users["umpire"])
    text = HEAD + "".join(f"nothing,a,b{n},1\n" for n in range(60))
    answer = client.post(f"/c/{hex_id(club.campaign.id)}/rules/table/", {"name": "n", "reason": "r", "text": text})
    faults = answer.context["table_form"].errors["text"]
    assert (len(faults), faults[0], faults[-1]) == (51, "Line 2: there is no table 'nothing'.", "And 10 more.")


def test_file_is_imported_or_shown_in_the_field_with_its_faults(club: Club, cell: tuple[str, str, str]) -> None:
    client = Client()
    client.force_login(club.users["umpire"])
    url = f"/c/{hex_id(club.campaign.id)}/rules/table/"

    def send(content: bytes) -> Any:
        file = SimpleUploadedFile("our.csv", content)
        return client.post(url, {"name": "n", "reason": "r", "text": "", "file": file})

    wrong = send(b"\xef\xbb\xbf" + (HEAD + "nothing,a,b,1\n").encode())
    assert wrong.status_code == 409
    assert "nothing,a,b,1" in wrong.text
    assert "a text file in UTF-8" in send(b"\xff\xfe\x00").text
    assert "Enter at most 200000 characters; this has 300000." in send(b"x" * 300_000).text
    assert not TableOverride.objects.exists()
    assert send((HEAD + line(cell, 77)).encode()).status_code == 302
    assert TableOverride.objects.get().value == 77


def test_command_imports_a_file(
    club: Club, cell: tuple[str, str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "our_box.csv"
    file.write_text(HEAD + line(cell, 77))
    words = ["import-table", str(file), "--campaign", hex_id(club.campaign.id), "--by", "umpire", "--why", "Ours."]
    assert Command().carry_out(words) == 0
    assert TableOverride.objects.get().name == "our_box"
    file.write_text(HEAD + "nothing,a,b,1\nnothing,a,c,1\n")
    assert Command().carry_out(words) == 2
    assert len(capsys.readouterr().err.splitlines()) == 2
    words[5] = "union"
    assert Command().carry_out(words) == 2


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--why", ""], "reason: enter 1 to 300 characters, not 0."),
        (["--why", " "], "reason: enter 1 to 300 characters, not 1."),
        (["--why", "x" * 301], "reason: enter 1 to 300 characters, not 301."),
        (["--why", "Ours.", "--name", "x" * 61], "name: enter 1 to 60 characters, not 61."),
        ([], "import-table: the following arguments are required: --why."),
    ],
)
def test_command_requires_name_and_reason(
    club: Club,
    cell: tuple[str, str, str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    more: list[str],
    said: str,
) -> None:
    """Every rule shows the reason, so an import without one would break the campaign's rules."""
    file = tmp_path / "our_box.csv"
    file.write_text(HEAD + line(cell, 77))
    words = ["import-table", str(file), "--campaign", hex_id(club.campaign.id), "--by", "umpire", *more]
    try:
        code = Command().carry_out(words)
    except SystemExit as left:
        code = int(str(left.code))
    assert (code, capsys.readouterr().err) == (2, said + "\n")
    assert not TableOverride.objects.exists()


def test_replaced_table_is_announced_by_title(club: Club, cell: tuple[str, str, str]) -> None:
    import_table(club.viewer("umpire"), text=HEAD + line(cell, 77), name="Our box", reason="We own the game.")
    tables = [table for book in registry.books() for table in registry.tables(book.id).values()]
    title = next(table.title for table in tables if table.id == cell[0])
    entry = JournalLine.objects.filter(feed_id=club.viewer("observer").feed_id, kind="club.table").get()
    assert entry.announcement.text == f"The umpire replaced numbers in {title}: Our box. We own the game."
