"""A club's scenario file: exported and imported unchanged, and refused with every fault by its line."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.civil_war.war import legal_orders, setup, view, world_of
from rulesets.civil_war.war.canonical import canonical, hash_of
from rulesets.civil_war.war.scenario import FOLDER, SIDES, Scenario, load_scenario, read_scenario, shipped_scenarios
from rulesets.civil_war.war.scenario_file import MOST_BYTES, read_file
from rulesets.civil_war.war.tests.builders import WHOLE_WAR, in_action, near_landing
from rulesets.civil_war.war.tests.wrong_scenarios import ELSEWHERE, WRONG
from rulesets.core.lined_reader import Faulty

TEXT = canonical(load_scenario("shiloh_to_corinth"))
LINES = TEXT.count("\n")


def faults_of(content: str | bytes) -> list[str]:
    with pytest.raises(Faulty) as found:
        read_file(content.encode() if isinstance(content, str) else content)
    return found.value.lines


def changed(old: str, new: str) -> str:
    assert old in TEXT, old
    return TEXT.replace(old, new, 1)


def line_of(old: str) -> int:
    return 1 + TEXT[: TEXT.index(old)].count("\n")


class Test_round_trip:
    @pytest.mark.parametrize("scenario", shipped_scenarios(), ids=lambda each: each.id)
    def test_shipped_file_is_its_canonical_text(self, scenario: Scenario) -> None:
        assert canonical(scenario) == (FOLDER / f"{scenario.id}.json").read_text("utf-8")

    @pytest.mark.parametrize("scenario", shipped_scenarios(), ids=lambda each: each.id)
    def test_strict_reader_reads_what_ships_as_it_is(self, scenario: Scenario) -> None:
        assert read_file(canonical(scenario).encode()) == scenario

    def test_whole_war_and_seven_hexes_are_read_too(self) -> None:
        war = read_scenario(json.loads(WHOLE_WAR.read_text("utf-8")))
        assert read_file(canonical(war).encode()) == war
        assert read_file(canonical(near_landing().scenario).encode()) == near_landing().scenario

    def test_same_scenario_has_one_hash_however_it_is_written(self) -> None:
        data = json.loads(TEXT)
        control = {name: dict(reversed(held.items())) for name, held in data["control"].items()}
        troops = data["sides"]["USA"]["troops"]
        troops[1] |= {"arm": "infantry", "quality": "green"}
        turned = dict(reversed((data | {"control": control}).items()))
        other = "\ufeff" + json.dumps(turned, indent=4)
        assert other != TEXT
        assert hash_of(read_file(other.encode())) == hash_of(load_scenario("shiloh_to_corinth"))

    def test_any_difference_in_play_is_another_hash(self) -> None:
        scenario = read_file(changed('"turns": [4, 5]', '"turns": [4, 6]').encode())
        assert hash_of(scenario) != hash_of(load_scenario("shiloh_to_corinth"))

    def test_example_of_the_docs_is_a_scenario_in_its_canonical_text(self) -> None:
        docs = FOLDER.parents[3] / "docs" / "scenarios.md"
        (example,) = re.findall(r"```json\n(.*?)```", docs.read_text("utf-8"), re.DOTALL)
        assert canonical(read_file(example.encode())) == example


class Test_refusals:
    @pytest.mark.parametrize(("old", "new", "says"), WRONG)
    def test_fault_is_named_with_its_line(self, old: str, new: str, says: str) -> None:
        line = line_of(ELSEWHERE.get(says, old))
        assert [fault for fault in faults_of(changed(old, new)) if fault.startswith(f"Line {line}: ") and says in fault]

    def test_line_is_the_very_line(self) -> None:
        text = changed('{"name": "Forrest", "stars": 1', '{"name": "Forrest", "stars": 4')
        assert faults_of(text) == [f"Line {line_of('Forrest')}: Forrest has no counter of 4 stars, only of 1 and 2."]

    def test_all_faults_are_named_at_once(self) -> None:
        text = changed('"sp": 7', '"sp": -7').replace('"Foote"', '"Fuld"').replace('"Fort Pillow"', '"Fort Pillar"')
        text = text.replace('"draw"}', '"draw", "why": 1}').replace('"Cleburne", "stars": 1', '"Cleburne", "stars": 3')
        assert len(faults_of(text)) == 5

    def test_no_army_over_the_limit(self) -> None:
        armies = ", ".join(
            f'{{"name": "Army {n}", "commander": "{who}"}}'
            for n, who in enumerate(("A.S. Johnston", "Beauregard", "Bragg"))
        )
        text = changed('{"name": "Army of Mississippi", "commander": "A.S. Johnston"}', armies)
        text = text.replace('"Bragg", "stars": 2', '"Bragg", "stars": 3')
        assert any("the South may have up to 2 armies on turn 4 (CW-L-1)." in fault for fault in faults_of(text))

    def test_one_name_and_one_commander_an_army(self) -> None:
        army = '{"name": "Army of Mississippi", "commander": "A.S. Johnston"}'
        assert any("an army has one name" in fault for fault in faults_of(changed(army, f"{army}, {army}")))

    def test_forts_over_the_limit(self) -> None:
        """CW-L-4: 15 for the South, those printed on the map not counted."""
        data = json.loads(WHOLE_WAR.read_text("utf-8"))
        more = [place for place in data["sides"]["CSA"]["sources"] if place not in data["sides"]["CSA"]["forts"]]
        data["sides"]["CSA"]["forts"] += more[:15]
        assert read_file(json.dumps(data).encode())
        data["sides"]["CSA"]["forts"].append(more[15])
        assert any(
            "the South may have up to 15 forts besides those printed" in fault for fault in faults_of(json.dumps(data))
        )

    @pytest.mark.parametrize(("place", "most"), [("Grenada", 30), ("Hopefield", 12)])
    def test_stacks_fill_their_hex_and_no_more(self, place: str, most: int) -> None:
        row = '{"place": "Union City", "sp": 2}'
        assert read_file(changed(row, f'{{"place": "{place}", "sp": {most}}}').encode())
        assert any(
            f"up to {most}" in fault for fault in faults_of(changed(row, f'{{"place": "{place}", "sp": {most + 1}}}'))
        )

    def test_stack_far_from_rail_and_river_is_smaller(self) -> None:
        data = json.loads(WHOLE_WAR.read_text("utf-8"))
        data["sides"]["CSA"]["troops"].append({"place": "Dallas", "sp": 15})
        assert read_file(json.dumps(data).encode())
        data["sides"]["CSA"]["troops"][-1]["sp"] = 16
        assert faults_of(json.dumps(data)) == ["Line 1: Dallas: 16 SP are in this hex, which holds up to 15 (CW-L-3)."]

    def test_replaced_limit_counts(self) -> None:
        depots = '["Corinth", "Memphis", "Grenada", "Decatur AL", "Columbus MS"]'
        text = changed('"depots": ["Corinth", "Memphis"]', f'"depots": {depots}')
        assert faults_of(text)
        four = '"column": "CSA", "value": 4'
        assert read_file(text.replace(four, four.replace("4", "5"), 1).encode())

    @pytest.mark.parametrize("word", ["sides", "title", "turns", "sheet_hash", "control", "id", "theaters"])
    def test_missing_field_is_named(self, word: str) -> None:
        data = json.loads(TEXT)
        del data[word]
        assert f"Line 1: {word} is missing." in faults_of(json.dumps(data))

    @pytest.mark.parametrize("word", json.loads(TEXT))
    @pytest.mark.parametrize("value", [None, 5, [5], {"a": 5}, "", [[[]]], [None]])
    def test_wrong_types_are_refused(self, word: str, value: Any) -> None:
        assert faults_of(json.dumps(json.loads(TEXT) | {word: value}))


class Test_files_that_are_no_scenario:
    def test_more_than_a_megabyte(self) -> None:
        assert faults_of(TEXT + " " * MOST_BYTES) == [
            "Line 1: The file has more than 1,000,000 bytes, which is the limit."
        ]

    def test_not_utf_8(self) -> None:
        content = TEXT.encode().replace(b"Buell", b"B\xfcll", 1)
        line = line_of("Buell")
        assert faults_of(content) == [f"Line {line}: This isn’t UTF-8. Save the file as UTF-8 text."]
        assert faults_of(TEXT.encode("utf-16"))

    @pytest.mark.parametrize(
        "content",
        [
            *("", "null", "[]", "{", "{}x", "[" * 100_000, '{"a":' * 50_000, "1" * 900_000, "[1e400]"),
            *("NaN", '{"sp": NaN}', "\x00", "-", '"', '{"\\ud800": 1}', b"\xed\xa0\x80", b"\xff\xfe"),
        ],
        ids=range(17),
    )
    def test_nothing_raises(self, content: str | bytes) -> None:
        for fault in faults_of(content):
            assert re.match(r"Line 1: .", fault)
            assert fault.encode()

    def test_nan_huge_numbers_and_repeated_names(self) -> None:
        assert "This isn’t JSON" in faults_of(changed('"sp": 7', '"sp": NaN'))[0]
        assert "up to 20 characters" in faults_of(changed('"sp": 7', f'"sp": {10**30}'))[0]
        twice = changed('"title"', '"id": "other",\n  "title"')
        assert faults_of(twice) == ["Line 3: a name is listed twice in one object."]


# Mutations

DATA = json.loads(TEXT)


def paths(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return where every value of a JSON tree is."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [at, *(deeper for key, part in parts for deeper in paths(part, (*at, key)))]


def found(at: tuple[Any, ...]) -> Any:
    value = DATA
    for key in at:
        value = value[key]
    return value


PATHS = paths(DATA)
LEAVES = sorted({each for path in PATHS if isinstance(each := found(path), str)})
VALUES = (
    st.sampled_from(LEAVES)
    | st.sampled_from(["Iuka", "Columbus", "Jackson MS", "Memphis", "Atlanta", "Island No. 10", "Mexico", ""])
    | st.integers(-3, 40)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.booleans()
    | st.none()
    | st.text(max_size=6)
    | st.sampled_from([[], {}, [[]], [1], {"sp": 1}])
    | st.sampled_from([found(path) for path in PATHS])
)
EDITS = st.lists(
    st.tuples(st.sampled_from(["put", "drop", "double"]), st.sampled_from(PATHS), VALUES), min_size=1, max_size=3
)


def edited(edits: list[tuple[str, tuple[Any, ...], Any]]) -> str:
    data = json.loads(TEXT)
    for what, path, value in edits:
        holder = data
        try:
            for key in path[:-1]:
                holder = holder[key]
            if not path:
                data = value
            elif what == "put":
                holder[path[-1]] = value
            elif what == "drop":
                del holder[path[-1]]
            elif isinstance(holder, list):
                holder.append(holder[path[-1]])
        except (KeyError, IndexError, TypeError):
            continue  # an earlier edit took the place away
    return json.dumps(data, indent=2, ensure_ascii=False)


def check(content: bytes) -> None:
    """Check that content is refused by lines, or opens a war that can be played."""
    try:
        scenario = read_file(content)
    except Faulty as faulty:
        faults = faulty.faults
        scenario = None
    if scenario is None:
        last = content.count(b"\n") + 1
        assert faults
        assert all(1 <= line <= last and sentence.encode() for line, sentence in faults)
        return
    text = canonical(scenario)
    again = read_file(text.encode())
    assert again == scenario == read_scenario(json.loads(text))
    assert canonical(again) == text
    state = setup(world_of(scenario, sight="near"), fan_leaders=True)
    for side in SIDES:
        seen = view(in_action(side, state=state), side)
        for piece in [*seen.points, *seen.leaders][:3]:
            legal_orders(seen, piece)


@pytest.mark.long
@settings(max_examples=300, deadline=None)
@given(EDITS)
def test_changed_file_is_refused_by_lines_or_playable(edits: list[tuple[str, tuple[Any, ...], Any]]) -> None:
    check(edited(edits).encode(errors="replace"))


@settings(max_examples=150, deadline=None)
@given(
    st.integers(0, len(TEXT)),
    st.integers(0, 40),
    st.binary(max_size=12) | st.sampled_from(list(b'{}[]",:0')).map(lambda sign: bytes([sign])),
)
def test_garbled_file_is_refused_by_lines_or_playable(start: int, length: int, more: bytes) -> None:
    content = TEXT.encode()
    check(content[:start] + more + content[start + length :])


def test_older_version_is_found_by_its_hash() -> None:
    scenario = load_scenario("shiloh_to_corinth")
    assert load_scenario("shiloh_to_corinth", hash_of(scenario)) == scenario
    with pytest.raises(LookupError):
        load_scenario("shiloh_to_corinth", "f" * 64)
    with pytest.raises(LookupError):
        load_scenario("../secret")
    assert replace(scenario, title="Other") != scenario
