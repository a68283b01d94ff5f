"""Sealed dice, the checking half: nothing can be changed, dropped or thrown again unseen."""

import copy
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.core.cup import FROZEN, Key, Line
from rulesets.core.cup_check import check, check_together, examine, read_kept
from rulesets.core.cup_script import SCRIPT, script_text
from rulesets.core.tests.cup_builder import ACup, Document, a_used_cup, arrival, frozen_text

REPLACEMENT = {"0": "1"}


def codes(found: list[Any]) -> set[str]:
    return {finding.code for finding in found}


def byte_changes(text: str) -> Iterator[str]:
    """The text with one character changed, for every character in turn."""
    for place, character in enumerate(text):
        yield text[:place] + REPLACEMENT.get(character, "0") + text[place + 1 :]


def made_anew(document: Document, throws: list[Document], *, heads: bool = False) -> Document:
    """What a forger who owns the site could do: keep these lines only, and renew numbers, hashes and heads."""
    forged = ACup(lines=[], heads=[])
    for throw in throws:
        key = Key(throw["rule"], tuple(throw["subject"]), throw["turn"], throw["k"])
        line = Line(len(forged.lines) + 1, key, throw["sides"], tuple(throw["faces"]), throw["how"], throw["of"])
        forged.lines.append(line)
    made = forged.document()
    made["heads"] = document["heads"]
    if heads:
        forged.heads.clear()
        kept, forged.lines = forged.lines, []
        for head in document["heads"]:
            forged.lines = kept[: min(head["count"], len(kept))] if head["count"] else []
            forged.head(head["at"])
        forged.lines = kept
        forged.heads.pop()
        made["heads"] = forged.head("report applied").document()["heads"]
    return made


def test_honest_cup_passes_with_and_without_kept_checkpoints() -> None:
    cup = a_used_cup()
    assert examine(cup.text()) == []
    assert examine(cup.text(), cup.kept()) == []
    assert check(ACup().head("end").document()) == []


def test_change_of_any_character_is_found() -> None:
    cup = a_used_cup()
    text, honest = cup.text(), cup.document()
    missed = []
    for changed in byte_changes(text):
        try:
            same = json.loads(changed) == honest
        except ValueError:
            same = False
        if not same and not examine(changed, cup.kept()):
            missed.append(changed)
    assert missed == []


@pytest.mark.parametrize("part", ["secret", "entropies", "throws", "heads", "commitment"])
def test_change_of_any_digit_is_found_without_help(part: str) -> None:
    """Without any kept head: ledger, secret and entropies hold each other."""
    document = a_used_cup().document()
    for changed in byte_changes(json.dumps(document[part])):
        try:
            value = json.loads(changed)
        except ValueError:
            continue
        if value != document[part]:
            assert check({**document, part: value}) != [], changed


def test_removed_line_is_found() -> None:
    document = a_used_cup().document()
    for place in range(len(document["throws"])):
        throws = document["throws"][:place] + document["throws"][place + 1 :]
        assert codes(check({**document, "throws": throws})) & {"order", "end"}, place


def test_removed_line_with_a_rebuilt_chain_is_found_by_checkpoints() -> None:
    document = a_used_cup().document()
    for place in range(len(document["throws"])):
        throws = document["throws"][:place] + document["throws"][place + 1 :]
        assert "head" in codes(check(made_anew(document, throws))), place


def test_rebuilt_chain_and_checkpoints_are_found_only_by_a_kept_one() -> None:
    cup = a_used_cup()
    document = cup.document()
    throws = [t for t in document["throws"] if t["rule"] != "VG-7A1"]
    forged = made_anew(document, throws, heads=True)
    assert check(forged) == []
    assert "kept" in codes(examine(json.dumps(forged), cup.kept()))
    one_head = cup.kept().splitlines()[3]
    assert "step 1" in one_head
    assert "kept" in codes(examine(json.dumps(forged), one_head))


def test_replaced_secret_is_found_by_the_kept_commitment() -> None:
    cup, other = a_used_cup(), ACup(secret=b"x" * 32)
    other.head("report applied")
    assert check(other.document()) == []
    assert "kept" in codes(examine(other.text(), cup.kept().splitlines()[1]))


def test_renumbered_cup_is_found_by_kept_checkpoints() -> None:
    other = ACup(cup="00000000000000c2").head("report applied")
    assert codes(examine(other.text(), a_used_cup().kept())) == {"kept"}


def test_kept_text_without_checkpoint_is_reported() -> None:
    assert codes(examine(a_used_cup().text(), "my notes")) == {"kept"}


def test_checkpoints_are_read_from_any_text() -> None:
    cup = a_used_cup()
    pasted = cup.kept().replace("\n", "; ").replace(" step", "\n   step")
    assert len(read_kept(f"<<{pasted}>>")) == 1 + len(cup.heads)


def found_in(cup: ACup) -> set[str]:
    return codes(check(cup.head("end").document()))


def test_second_roll_under_one_key_is_found() -> None:
    assert found_in(ACup().throw(arrival()).throw(arrival())) == {"again"}


def test_void_key_moves_to_the_next_number() -> None:
    assert found_in(ACup().throw(arrival()).void(arrival(), "why").throw(arrival(k=1))) == set()
    assert found_in(ACup().throw(arrival()).void(arrival(), "why").throw(arrival())) == {"again"}
    assert found_in(ACup().throw(arrival()).throw(arrival(k=1))) == {"again"}


def test_void_needs_its_roll_and_comes_once() -> None:
    assert found_in(ACup().void(arrival(), "why")) == {"void"}
    assert found_in(ACup().throw(arrival()).void(arrival(), "why").void(arrival(), "why")) == {"void"}
    assert found_in(ACup().void(arrival(), "in the cup before", of="00000000000000c0")) == set()


def test_typed_results_count_alone_or_beside_a_machine_roll() -> None:
    here = ACup().cup
    assert found_in(ACup().type_in(arrival(), (6,))) == set()
    assert found_in(ACup().throw(arrival()).type_in(arrival(), (6,), of=here)) == set()
    assert found_in(ACup().throw(arrival()).type_in(arrival(), (6,))) == {"again"}
    assert found_in(ACup().type_in(arrival(), (6,), of=here)) == {"beside"}
    assert found_in(ACup().type_in(arrival(), (7,))) == {"range"}


def test_roll_before_the_freeze_is_found() -> None:
    cup = ACup()
    cup.heads.clear()
    assert found_in(cup.throw(arrival()).head("opening")) == {"early"}


def test_roll_after_the_last_checkpoint_is_found() -> None:
    assert codes(check(ACup().head("end").throw(arrival()).document())) == {"end"}
    assert check(ACup().head("end").throw(arrival()).document(), still_open=True) == []


def test_closed_cup_is_compared_with_kept_checkpoints() -> None:
    cup = a_used_cup()
    assert codes(examine(frozen_text(), cup.kept())) == {"closed"}
    changed = frozen_text().replace(cup.heads[1]["blinded"], "0" * 64)
    assert codes(examine(changed, cup.kept())) == {"closed", "kept"}


def test_closed_document_with_a_secret_is_malformed() -> None:
    assert codes(check(a_used_cup().document() | {"state": FROZEN})) == {"form"}


def test_key_rolled_in_two_cups_is_found_together() -> None:
    first = ACup().throw(arrival()).head("end")
    later = ACup(cup="00000000000000c2", opening=2, secret=b"y" * 32).throw(arrival()).head("end")
    both = json.dumps([later.document(), first.document()])
    assert examine(first.text()) == examine(later.text()) == []
    assert codes(examine(both)) == {"again"}


def test_later_cup_may_void_an_earlier_roll() -> None:
    first = ACup().throw(arrival()).head("end")
    later = ACup(cup="00000000000000c2", opening=2, secret=b"y" * 32)
    later.void(arrival(), "rewound", of=first.cup).throw(arrival(k=1)).head("end")
    assert check_together([first.document(), later.document()]) == []
    astray = ACup(cup="00000000000000c2", opening=2).void(arrival(), "why", of="00000000000000cc").head("end")
    assert codes(check_together([first.document(), astray.document()])) == {"again"}


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)
PATHS = ["secret", "throws", "heads", "entropies", "state", "opening", "schema", "cup", "title"]


@given(st.text() | ANY_JSON.map(json.dumps))
def test_checker_survives_any_text(text: str) -> None:
    assert examine(text, text) != []


@given(st.sampled_from(PATHS), ANY_JSON)
def test_checker_survives_any_value_in_any_field(name: str, value: Any) -> None:
    document = a_used_cup().document()
    assert value == document[name] or check({**document, name: value}) != []


@given(
    st.integers(0, 8), st.sampled_from(["n", "rule", "subject", "turn", "k", "sides", "faces", "how", "of"]), ANY_JSON
)
def test_checker_survives_any_value_in_any_line(place: int, name: str, value: Any) -> None:
    document = a_used_cup().document()
    throw = document["throws"][place % len(document["throws"])]
    was = copy.copy(throw[name])
    throw[name] = value
    assert value == was or check(document) != []


def test_whole_number_may_have_a_decimal_point() -> None:
    assert examine(a_used_cup().text().replace('"schema": 1', '"schema": 1.0')) == []


# The single file.


def run_script(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The script as somebody runs it who has Python alone: isolated, away from this project."""
    return subprocess.run(
        [sys.executable, "-I", str(SCRIPT), *arguments], capture_output=True, text=True, check=False, cwd="/"
    )


def test_single_file_is_the_sites_code() -> None:
    assert SCRIPT.read_text(encoding="utf-8") == script_text(), "run: python -m rulesets.core.cup_script"


def test_single_file_finds_the_same_as_the_site(tmp_path: Path) -> None:
    cup = a_used_cup()
    honest, changed, kept = tmp_path / "honest.json", tmp_path / "changed.json", tmp_path / "kept.txt"
    honest.write_text(cup.text(), encoding="utf-8")
    changed.write_text(cup.text().replace('"faces": [5]', '"faces": [6]'), encoding="utf-8")
    kept.write_text(cup.kept(), encoding="utf-8")
    good = run_script(str(honest), "--heads", str(kept))
    assert (good.returncode, good.stdout) == (0, "All agrees: commitment, entropies, faces, chain and heads.\n")
    bad = run_script(str(changed), "--heads", str(kept))
    assert bad.returncode == 1
    assert [line.split(": ", 1)[1] for line in bad.stdout.splitlines()] == [
        finding.sentence for finding in examine(changed.read_text(encoding="utf-8"), cup.kept())
    ]


def test_single_file_reports_what_it_cannot_do(tmp_path: Path) -> None:
    honest, closed = tmp_path / "honest.json", tmp_path / "closed.json"
    honest.write_text(a_used_cup().text(), encoding="utf-8")
    closed.write_text(frozen_text(), encoding="utf-8")
    assert "No heads of your own" in run_script(str(honest)).stdout
    assert run_script(str(closed)).returncode == 3
    assert run_script(str(tmp_path / "none.json")).returncode == 2
