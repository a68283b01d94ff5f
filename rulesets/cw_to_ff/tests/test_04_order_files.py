"""4: orders of battle as files, with every fault by its line."""

import json
import re
from dataclasses import replace

import pytest
from hypothesis import given as given_that
from hypothesis import settings
from hypothesis import strategies as st

from rulesets.core.lined_json import Unreadable, read_lined
from rulesets.core.lined_reader import Faulty
from rulesets.cw_to_ff.named_order import NamedOrder
from rulesets.cw_to_ff.order_files import MOST_BYTES, read, written
from rulesets.cw_to_ff.site_order import Given, site_order, troops_of
from rulesets.cw_to_ff.tests.test_04_tree_edits import NAMES, SIDES, brief, shiloh

ORDER = site_order(shiloh()).order
TEXT = written(ORDER)


def faults_of(text: str) -> list[str]:
    with pytest.raises(Faulty) as found:
        read(text, troops_of(shiloh()))
    return found.value.sentences


def line_of(text: str, piece: str) -> int:
    return 1 + text[: text.index(piece)].count("\n")


class Test_4_Files:
    """VG-4: what is exported can be imported; what isn't this army's is refused, line by line."""

    @pytest.mark.parametrize("name", NAMES)
    @pytest.mark.parametrize("side", SIDES)
    def test_export_is_imported_unchanged(self, name: str, side: str) -> None:
        given = Given.of(brief(name), side)
        order = site_order(given).order
        assert read(written(order), troops_of(given)) == order

    def test_every_fault_has_its_line(self) -> None:
        text = TEXT.replace('"stands": 8', '"stands": "x"', 1).replace('"veteran"', '"brave"', 1)
        faults = faults_of(text)
        assert len(faults) == 2
        assert f"Line {line_of(text, chr(34) + 'brave')}: must be green, veteran, or crack." in faults
        assert f"Line {line_of(text, 'x')}: stands must be" not in faults
        assert any("stands must be a whole number from 1 to 2000." in fault for fault in faults)

    def test_enemy_foreign_and_unknown_ids_are_refused_alike(self) -> None:
        enemy, other = brief().sides["CSA"], brief("perryville").sides["USA"]
        own = brief().sides["USA"]
        said = set()
        for leader in (enemy.leaders[0].id, other.leaders[0].id, "nobody"):
            text = TEXT.replace(f'"{own.leaders[0].id}"', f'"{leader}"', 1)
            said.add(tuple(faults_of(text)))
        assert len(said) == 1
        said = {
            tuple(faults_of(TEXT.replace(f'"{own.strength[0].id}"', f'"{p}"', 1)))
            for p in (enemy.strength[0].id + "x", "?")
        }
        assert len(said) == 1

    @pytest.mark.parametrize(
        ("old", "new", "says"),
        [
            ('"stands": 8', '"stands": 9', "the brigades of this division have 1 veteran infantry stand too many."),
            ('"stands": 8', '"stands": true', "stands must be a whole number"),
            ('"stands": 8', '"stands": 8, "men": 1', "unknown field"),
            ('"commander": "Everett Peabody",', "", "commander is missing."),
            ("Peabody’s brigade", "x" * 61, "up to 60 characters; this has 61."),
            ("Peabody’s brigade", "a\\u0007b", "control characters"),
            ("Peabody’s brigade", "", "Enter a name."),
            ('"supernumerary": []', '"supernumerary": {}', "expected a list."),
            ('"supernumerary": []', '"supernumerary": ["usa-grant-2"]', "listed more than once."),
            ('"batteries": []', '"batteries": [{"name": "Extra", "arm": "infantry"}]', "its strength points give 18."),
        ],
    )
    def test_faults_are_named(self, old: str, new: str, says: str) -> None:
        assert old in TEXT
        faults = faults_of(TEXT.replace(old, new, 1))
        assert [fault for fault in faults if says in fault], faults

    @pytest.mark.parametrize(
        ("text", "line"),
        [("", 1), ("{\n", 2), ('{\n"a": 1\n"b": 2}', 3), ("[1,]", 1), ("{}\n\nx", 3)],
    )
    def test_text_that_is_not_json_names_the_line(self, text: str, line: int) -> None:
        assert faults_of(text)[0].startswith(f"Line {line}: ")

    def test_name_listed_twice_is_one_fault_of_several(self) -> None:
        faults = faults_of(TEXT.replace('"name": ', '"name": "",\n"name": ', 1).replace('"veteran"', '"brave"', 1))
        assert [fault for fault in faults if "a name is listed twice in one object." in fault]
        assert any("must be green, veteran, or crack." in fault for fault in faults)

    def test_deep_and_large_files_are_refused(self) -> None:
        assert "levels deep" in faults_of("[" * 5000)[0]
        assert "a number can have up to 20 characters" in faults_of("1" * 5000)[0]
        assert "the limit is 256,000" in faults_of(" " * (MOST_BYTES + 1))[0]

    def test_point_listed_twice_is_refused(self) -> None:
        division = ORDER.corps[0].divisions[0]
        twice = replace(division, points=(*division.points, division.points[0]))
        corps = replace(ORDER.corps[0], divisions=(twice, *ORDER.corps[0].divisions[1:]))
        text = written(replace(ORDER, corps=(corps, *ORDER.corps[1:])))
        point = division.points[0]
        lines = [n for n, line in enumerate(text.splitlines(), start=1) if line.strip(" ,") == f'"{point}"']
        said = [fault for fault in faults_of(text) if "is listed 2 times; it has 1 SP." in fault]
        assert said == [f"Line {line}: {point} is listed 2 times; it has 1 SP." for line in lines]
        assert len(lines) == 2

    def test_leader_listed_twice_is_named_with_other_faults(self) -> None:
        text = TEXT.replace('"supernumerary": []', '"supernumerary": ["usa-grant-2"]').replace(
            '"veteran"', '"brave"', 1
        )
        faults = faults_of(text)
        assert len([fault for fault in faults if "this leader is listed more than once." in fault]) == 2
        assert any("must be green, veteran, or crack." in fault for fault in faults)

    def test_more_than_100_faults_are_counted(self) -> None:
        text = TEXT.replace('"arm": "infantry"', '"arm": "air", "men": 1').replace('"stands": ', '"stands": -')
        faults = faults_of(text)
        assert len(faults) == 101
        assert re.fullmatch(r"Line \d+: .+", faults[99])
        assert re.fullmatch(r"\d+ more faults? after these\.", faults[100])


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**15), 10**15) | st.text(max_size=8),
    lambda part: st.lists(part, max_size=4) | st.dictionaries(st.text(max_size=5), part, max_size=4),
    max_leaves=15,
)


def plain(lined: object) -> object:
    value = getattr(lined, "value", lined)
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    return [plain(part) for part in value] if isinstance(value, list) else value


@given_that(JSON)
def test_lined_json_reads_what_json_writes(value: object) -> None:
    for indent in (None, 2):
        assert plain(read_lined(json.dumps(value, indent=indent))) == value


@given_that(st.text(alphabet='{}[]:,"\\ntrue1-.e u0', max_size=30))
def test_lined_json_agrees_with_json_on_what_is_none(text: str) -> None:
    try:
        want = json.loads(text)
    except ValueError:
        with pytest.raises(Unreadable):
            read_lined(text)
        return
    try:
        assert plain(read_lined(text)) == want
    except Unreadable as error:
        assert re.search("listed twice|can have up to", error.sentence)  # noqa: PT017


@settings(max_examples=80, deadline=None)
@given_that(st.data())
def test_any_damage_is_refused_or_read(data: st.DataObject) -> None:
    """Replace any value by another: no file breaks the reader."""
    body = ORDER.to_json()
    place: object = body
    while isinstance(place, dict | list) and place:
        keys = sorted(place) if isinstance(place, dict) else range(len(place))
        key = data.draw(st.sampled_from(list(keys)))
        inside = place[key]
        if not isinstance(inside, dict | list) or not inside or data.draw(st.booleans()):
            place[key] = data.draw(JSON)
            break
        place = inside
    try:
        assert isinstance(read(json.dumps(body, indent=1), troops_of(shiloh())), NamedOrder)
    except Faulty as found:
        assert found.sentences  # noqa: PT017
