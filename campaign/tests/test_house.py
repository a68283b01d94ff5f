"""A campaign's own numbers and choices: marked cells only, faults by line, nothing half-imported, on record."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import Http404
from django.test import Client

from campaign.ids import hex_id
from campaign.management.commands.rules import Command
from campaign.models import Entry, JournalLine, TableOverride
from campaign.selectors.house import context_from, house_of, house_page, switchable
from campaign.selectors.verify import verify
from campaign.services.house import WrongFile, import_table, read_table_file, switch_ruling
from campaign.tests.builders import Club, a_club
from rulesets.core import registry
from rulesets.core.dice import ScriptedDice
from rulesets.core.registry import procedure

pytestmark = pytest.mark.django_db
HEAD = "table,row,column,value\n"


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def cell() -> tuple[str, str, str]:
    """Some marked cell with a whole number."""
    for book in registry.books():
        for table in registry.tables(book.id).values():
            for found in table.cells():
                if found.mark != "printed" and isinstance(found.value, int):
                    return table.id, found.row, found.column
    raise LookupError("no marked cell in any book")


def line(cell: tuple[str, str, str], value: object) -> str:
    return ",".join([*cell, str(value)]) + "\n"


def test_a_marked_cell_is_replaced_under_its_name(club: Club, cell: tuple[str, str, str]) -> None:
    import_table(club.viewer("umpire"), text=HEAD + line(cell, 77), name="Our box", reason="We own the game.")
    found = context_from(house_of(club.campaign.id, book="")).override(*cell)
    assert found is not None
    assert (found.value, found.name) == (77, "Our box")
    assert verify(club.campaign.id) == []


def test_json_says_the_same_as_csv(cell: tuple[str, str, str]) -> None:
    table, row, column = cell
    text = json.dumps([{"table": table, "row": row, "column": column, "value": 77}])
    assert read_table_file(text) == read_table_file(HEAD + line(cell, 77))


def test_every_fault_is_named_by_its_line_and_nothing_is_imported(club: Club, cell: tuple[str, str, str]) -> None:
    text = HEAD + line(cell, 77) + "nothing,a,b,1\n" + line(cell, "x") + "cw_to_ff.arrival,swift,moon,3\n"
    with pytest.raises(WrongFile) as refused:
        import_table(club.viewer("umpire"), text=text, name="n", reason="r")
    assert [fault.partition(":")[0] for fault in refused.value.faults] == ["Line 3", "Line 4", "Line 5"]
    assert not TableOverride.objects.exists()
    assert not Entry.objects.filter(kind="club.table").exists()


def test_of_json_every_fault_is_named_by_its_item() -> None:
    with pytest.raises(WrongFile) as refused:
        read_table_file('[7, {"table": "nothing", "row": "a", "column": "b", "value": 1}, null]')
    assert [fault.partition(":")[0] for fault in refused.value.faults] == ["Item 1", "Item 2", "Item 3"]


def test_a_line_with_more_values_than_the_head_names_is_a_fault(cell: tuple[str, str, str]) -> None:
    """A comma where a point was meant would import another number."""
    with pytest.raises(WrongFile, match="Line 2: there are more values"):
        read_table_file(HEAD + line(cell, "7,5"))


def test_a_printed_number_is_not_replaced() -> None:
    table = procedure("cw_to_ff.flank_march_arrival").tables[0]
    with pytest.raises(WrongFile, match="printed in the book"):
        read_table_file(HEAD + f"{table},swift,notice,2\n")


def test_former_names_of_cells_are_imported_under_todays(club: Club) -> None:
    text = HEAD + "fire_and_fury.manoeuvre_modifiers,column,,3\nfire_and_fury.charge_modifiers,favourable ground,,2\n"
    import_table(club.viewer("umpire"), text=text, name="Our box", reason="We own the game.")
    named = {(row.table.partition(".")[2], row.row) for row in TableOverride.objects.all()}
    assert named == {("maneuver_modifiers", "column"), ("charge_modifiers", "favorable ground")}


def test_stored_cells_and_choices_keep_working_under_their_former_names(club: Club) -> None:
    stored = {"row": "column", "column": "", "value": 3, "name": "Our box", "reason": "We own the game."}
    TableOverride.objects.create(id=1, campaign=club.campaign, table="fire_and_fury.manoeuvre_modifiers", **stored)
    context = context_from(house_of(club.campaign.id, book="fire_and_fury"))
    assert context.override("fire_and_fury.maneuver_modifiers", "column", "") is not None
    page = house_page(club.campaign.id)
    assert [cell.title for cell in page.cells] == ["Maneuver modifiers"]
    assert "state by its stands" in [choice.chosen_words for choice in page.choices]


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n", "[", "{}", "[1]", '[{"table": [1]}]', HEAD])
def test_a_file_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(WrongFile):
        read_table_file(text)


def test_a_number_that_nobody_knew_is_in_force_once_imported(club: Club) -> None:
    """What the umpire types for an unknown cell is a number to the procedure that reads it."""
    lines = [
        ("fire_and_fury.fire_ranges", "infantry", "nearest", 4),
        ("fire_and_fury.fire_points", "infantry", "nearest", 2),
    ]
    text = HEAD + "".join(line(where[:3], where[3]) for where in lines)
    import_table(club.viewer("umpire"), text=text, name="Our box", reason="We own the game.")
    context = context_from(house_of(club.campaign.id, book="fire_and_fury"))
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
def test_what_no_procedure_could_read_is_refused_by_its_line(cell: str) -> None:
    with pytest.raises(WrongFile) as refused:
        read_table_file(HEAD + cell + "\n")
    assert [fault.partition(":")[0] for fault in refused.value.faults] == ["Line 2"]


def test_a_switch_is_chosen_on_record_and_told_to_all(club: Club) -> None:
    book, ruling = switchable()[0]
    option = ruling.options[1]
    switch_ruling(club.viewer("umpire"), book=book, ruling=ruling.id, option=option, reason="We like it.")
    assert context_from(house_of(club.campaign.id, book=book)).chosen(ruling) == option
    chosen = [choice for choice in house_page(club.campaign.id).choices if not choice.is_default]
    assert [(c.book, c.ruling.id, c.chosen) for c in chosen] == [(book, ruling.id, option)]


@pytest.mark.parametrize("who", ["union", "observer"])
def test_all_may_read_and_only_the_umpire_may_change(club: Club, who: str, cell: tuple[str, str, str]) -> None:
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
def test_what_no_reader_can_read_is_refused_in_words(text: str) -> None:
    with pytest.raises(WrongFile):
        read_table_file(text)


def test_the_page_shows_faults_and_keeps_the_text(club: Club) -> None:
    client = Client()
    client.force_login(club.users["umpire"])
    url = f"/c/{hex_id(club.campaign.id)}/rules/table/"
    answer = client.post(url, {"name": "n", "reason": "r", "text": HEAD + "nothing,a,b,1\n"})
    assert answer.status_code == 409
    assert "Line 2" in answer.text
    assert "nothing,a,b,1" in answer.text


def test_the_page_names_each_fault_on_a_line_of_its_own(club: Club) -> None:
    client = Client()
    client.force_login(club.users["umpire"])
    text = HEAD + "".join(f"nothing,a,b{n},1\n" for n in range(60))
    answer = client.post(f"/c/{hex_id(club.campaign.id)}/rules/table/", {"name": "n", "reason": "r", "text": text})
    faults = answer.context["table_form"].errors["text"]
    assert (len(faults), faults[0], faults[-1]) == (51, "Line 2: there is no table 'nothing'.", "And 10 more.")


def test_a_file_is_imported_and_one_that_is_refused_stands_in_the_field(club: Club, cell: tuple[str, str, str]) -> None:
    client = Client()
    client.force_login(club.users["umpire"])
    url = f"/c/{hex_id(club.campaign.id)}/rules/table/"

    def send(content: bytes) -> Any:
        file = SimpleUploadedFile("our.csv", content)
        return client.post(url, {"name": "n", "reason": "r", "text": "", "file": file})

    wrong = send(b"\xef\xbb\xbf" + (HEAD + "nothing,a,b,1\n").encode())
    assert wrong.status_code == 409
    assert "nothing,a,b,1" in wrong.text
    assert "not text in UTF-8" in send(b"\xff\xfe\x00").text
    assert "At most 200000 characters; this has 300000." in send(b"x" * 300_000).text
    assert not TableOverride.objects.exists()
    assert send((HEAD + line(cell, 77)).encode()).status_code == 302
    assert TableOverride.objects.get().value == 77


def test_the_command_imports_as_the_page_does(
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
        (["--why", ""], "reason: 1 to 300 characters, not 0."),
        (["--why", " "], "reason: 1 to 300 characters, not 1."),
        (["--why", "x" * 301], "reason: 1 to 300 characters, not 301."),
        (["--why", "Ours.", "--name", "x" * 61], "name: 1 to 60 characters, not 61."),
        ([], "import-table: the following arguments are required: --why."),
    ],
)
def test_the_command_asks_for_name_and_reason_as_the_form_does(
    club: Club,
    cell: tuple[str, str, str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    more: list[str],
    said: str,
) -> None:
    """Without a reason no procedure could show why; the campaign would be lost to it."""
    file = tmp_path / "our_box.csv"
    file.write_text(HEAD + line(cell, 77))
    words = ["import-table", str(file), "--campaign", hex_id(club.campaign.id), "--by", "umpire", *more]
    try:
        code = Command().carry_out(words)
    except SystemExit as left:
        code = int(str(left.code))
    assert (code, capsys.readouterr().err) == (2, said + "\n")
    assert not TableOverride.objects.exists()


def test_all_are_told_of_a_replaced_table_by_its_title(club: Club, cell: tuple[str, str, str]) -> None:
    import_table(club.viewer("umpire"), text=HEAD + line(cell, 77), name="Our box", reason="We own the game.")
    tables = [table for book in registry.books() for table in registry.tables(book.id).values()]
    title = next(table.title for table in tables if table.id == cell[0])
    told = JournalLine.objects.filter(feed_id=club.viewer("observer").feed_id, kind="club.table").get()
    assert told.announcement.text == f"The umpire has replaced numbers of {title}: Our box. We own the game."
