"""Dice endpoints: the check, practice cups, and a campaign's cups."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from campaign.ids import hex_id
from campaign.models import Throw
from campaign.sources import SOURCES, SeededSources
from campaign.tests.api import Program, refusal
from campaign.tests.builders import enroll
from campaign.tests.cups import Table, an_open_table
from rulesets.core.cup_check import examine
from rulesets.core.tests.cup_builder import a_used_cup

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
THROW = {"count": 2, "sides": 6, "number": 1, "entropy": "ab"}
MEMBERS = ["umpire", "union", "union_west", "confederate", "observer"]


@pytest.fixture
def table() -> Table:
    played = an_open_table()
    played.throw()
    return played.step(2)


class Test_Check:
    def test_anyone_can_check_a_document(self) -> None:
        cup = a_used_cup()
        verdict = Program().post("dice/", text=cup.text(), kept=cup.kept()).json()
        assert (verdict["kind"], verdict["title"], verdict["findings"]) == ("ok", "Everything agrees", [])

    def test_altered_document_fails_the_check(self) -> None:
        document = json.loads(a_used_cup().text())
        throw = document["throws"][0]
        throw["faces"] = [face % throw["sides"] + 1 for face in throw["faces"]]
        verdict = Program().post("dice/", text=json.dumps(document)).json()
        assert verdict["kind"] == "bad"
        assert verdict["findings"]

    @pytest.mark.parametrize(
        ("body", "field"), [({}, "text"), ({"text": {}}, "text"), ({"text": "x", "kept": 1}, "kept")]
    )
    def test_invalid_field_is_named(self, body: dict[str, Any], field: str) -> None:
        refusal(Program().post("dice/", **body), 422, field)


class Test_Practice:
    def test_commitment_is_published_before_first_roll(self) -> None:
        enroll("union")
        program = Program("union")
        assert program.get("dice/practice/").json()["today"] is None
        page = program.post("dice/practice/open/").json()
        assert page["today"]["row"]["commitment"]
        assert page["next"] == 1

    def test_same_number_rolls_once(self) -> None:
        enroll("union")
        program = Program("union")
        first, reload = (program.post("dice/practice/", **THROW).json() for _ in range(2))
        assert first == reload
        assert len(first["faces"]) == 2
        assert Throw.objects.count() == 1
        assert program.get("dice/practice/").json()["next"] == 2

    def test_used_number_is_refused_for_another_roll(self) -> None:
        enroll("union")
        program = Program("union")
        program.post("dice/practice/", **THROW)
        refusal(program.post("dice/practice/", **THROW | {"sides": 10}), 409)
        assert Throw.objects.count() == 1

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("count", 0),
            ("count", 21),
            ("sides", 7),
            ("sides", [6]),
            ("number", None),
            ("number", 0),
            ("entropy", "xyz"),
        ],
    )
    def test_invalid_field_is_named(self, field: str, value: Any) -> None:
        enroll("union")
        refusal(Program("union").post("dice/practice/", **THROW | {field: value}), 422, field)
        assert not Throw.objects.exists()

    def test_yesterdays_cup_is_revealed_and_proves_its_rolls(self) -> None:
        sources = SeededSources("practice", now=NOON)
        with SOURCES.using(sources):
            enroll("union", "confederate")
            program = Program("union")
            cup = program.post("dice/practice/", **THROW).json()["cup"]
            assert "secret" not in program.get(f"dice/practice/{cup}/").json()
            sources.clock += timedelta(days=1)
            answer = program.get(f"dice/practice/{cup}/")
            assert examine(answer.text, "") == []
            assert answer.json()["throws"][0]["faces"]
            refusal(Program("confederate").get(f"dice/practice/{cup}/"), 404)

    @pytest.mark.parametrize("path", ["dice/practice/", "dice/practice/open/"])
    def test_practice_requires_log_in(self, path: str) -> None:
        refusal(Program().post(path, **THROW), 401)

    def test_rule_takes_entropy_for_first_roll_of_the_day(self) -> None:
        enroll("union")
        program = Program("union")
        known = next(book for book in program.get("rules/").json() if book["id"] == "fire_and_fury")
        ways = [f"rules/fire_and_fury/{card['name']}/" for card in known["procedures"]]
        way = next(way for way in ways if program.get(way).json()["odds"] != "no dice")
        inputs = program.get(way).json()["examples"][0]["inputs"]
        refusal(program.post(way, inputs=inputs, number=1, entropy=3), 400)
        refusal(program.post(way, inputs=inputs, number=1, entropy="xyz"), 409)
        assert program.post(way, inputs=inputs, number=1, entropy="ab" * 32).status_code == 200
        entropies = program.get("dice/practice/").json()["today"]["entropies"]
        assert [line["entropy"] for line in entropies] == ["ab" * 32]


class Test_Campaign_cups:
    def test_every_member_reads_the_same_cups(self, table: Table) -> None:
        of = f"c/{hex_id(table.club.campaign.pk)}/cups/"
        cup = hex_id(table.cup().pk)
        for path in (of, f"{of}{cup}/", f"{of}{cup}/all/"):
            answers = [Program(who).get(path) for who in MEMBERS]
            assert {answer.status_code for answer in answers} == {200}
            assert len({answer.content for answer in answers}) == 1
            refusal(Program("outsider").get(path), 404)
            refusal(Program().get(path), 401)

    def test_cups_are_paged(self, table: Table) -> None:
        of = f"c/{hex_id(table.club.campaign.pk)}/cups/"
        program = Program("union")
        assert program.get(of, page=1).json()["owners"]
        assert program.get(of, page=2).json()["owners"] == []
        refusal(program.get(of, page=0), 400, "page")
        refusal(program.get(of, page="x"), 400, "page")

    def test_revealed_cups_pass_the_check_together(self, table: Table) -> None:
        table.reveal()
        of = f"c/{hex_id(table.club.campaign.pk)}/cups/{hex_id(table.cup().pk)}/all/"
        assert examine(Program("observer").get(of).text, "") == []
