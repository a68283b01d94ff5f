"""How a rule's result is shown: numbers as lines, brigades as tables, divisions inside their corps."""

import pytest
from django.test import Client

from campaign.selectors.answers import in_words, parts_of
from rulesets.core.registry import procedure


def draft_of(example: int) -> object:
    each = procedure("cw_to_ff.draft_order_of_battle")
    return each.run(each.examples[example].inputs).result


def test_drafted_order_nests_corps_divisions_and_brigades() -> None:
    order = parts_of(draft_of(1), "cw_to_ff")[-1]
    corps = next(part for part in order.parts if part.parts)
    divisions = [part for part in corps.parts if part.parts]
    brigades = next(part.table for part in divisions[0].parts if part.table)
    assert (order.name, corps.name) == ("order", "corps 1")
    assert [part.name for part in divisions] == ["division 1", "division 2"]
    assert [column.word for column in brigades.columns][:3] == ["Brigade", "Quality", "Arm"]
    assert [cell.text for cell in brigades.rows[0].cells][:4] == ["1", "veteran", "infantry", "7"]


def test_faults_form_a_table_and_empty_parts_are_omitted() -> None:
    each = procedure("cw_to_ff.check_order_of_battle")
    (faults,) = parts_of(each.run(each.examples[1].inputs).result, "cw_to_ff")
    assert faults.table is not None
    assert len(faults.table.rows) == 2
    assert all("60 stands" in str(row) or "6 batteries" in str(row) for row in faults.table.rows)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ([["A", "wounded"], ["B", "safe"]], "A, wounded; B, safe"),
        ([True, None, -2], "yes, –, −2"),
        ({"horse_batteries": 2, "arm": "cavalry"}, "horse batteries 2; arm cavalry"),
    ],
)
def test_other_values_become_words(value: object, words: str) -> None:
    assert in_words(value, "cw_to_ff") == words


@pytest.mark.django_db
def test_draft_page_shows_order_of_battle(client: Client) -> None:
    each = procedure("cw_to_ff.draft_order_of_battle")
    rows = [(f"{name}.{n}", row) for name, rows in each.examples[1].inputs.items() for n, row in enumerate(rows)]
    typed = {f"{place}.{key}": value for place, row in rows for key, value in row.items()}
    page = client.post("/rules/cw_to_ff/draft_order_of_battle/", typed).content.decode()
    assert "Division 2" in page
    assert page.count("<caption>Brigades</caption>") == 2
