"""Check a cup file of sealed dice: the form, the secret, every result, the chain, and the checkpoints a reader kept.

static/js/dice-check.js gives the same findings in the same words.
"""

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from rulesets.core.cup import (
    ABSENT,
    FROZEN,
    HAND,
    LONGEST_KEY,
    MACHINE,
    MOST_DICE,
    OWNERS,
    SCHEMA,
    TAKING,
    TURNED_OVER,
    VOID,
    Entropies,
    Header,
    Key,
    Line,
    blinded_head,
    canonical,
    commitment,
    throw_faces,
)

LARGEST = 999_999_999
MOST_SIDES = 2  # that add random digits to a cup
MOST_LINES = 5_000  # in a ledger, and as many checkpoints
MOST_CUPS = 1_000  # in a file
MOST_FINDINGS = 1_000  # listed at once

# ---------- the form ----------


@dataclass(frozen=True)
class Finding:
    """One fault, or one thing that could not be checked, as a sentence."""

    cup: str
    code: str
    sentence: str


@dataclass(frozen=True)
class Kept:
    """What a reader kept from the journal: a commitment (no step) or a checkpoint."""

    cup: str
    step: int | None
    value: str


NOTHING_KEPT: Mapping[str, Sequence[Kept]] = {}


@dataclass(frozen=True)
class Kind:
    """What a field may hold, and the words for it."""

    words: str
    fits: Callable[[Any], bool]


def _spelled(pattern: str) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


def _whole(low: int, high: int = LARGEST) -> Kind:
    def fits(value: Any) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high

    return Kind(f"a whole number from {low} to {high}", fits)


def _list_of(kind: Kind, most: int, words: str) -> Kind:
    def fits(value: Any) -> bool:
        return isinstance(value, list) and len(value) <= most and all(kind.fits(item) for item in value)

    return Kind(f"a list of at most {most:,} {words}", fits)


def _objects(most: int) -> Kind:
    return _list_of(Kind("", lambda value: isinstance(value, dict)), most, "objects")


def _is_subject(value: Any) -> bool:
    is_list = isinstance(value, list) and len(value) <= LONGEST_KEY
    return is_list and all(isinstance(part, str) for part in value) and sum(map(len, value)) <= LONGEST_KEY


def _one_of(*words: str) -> Kind:
    return Kind("one of " + ", ".join(words), lambda value: isinstance(value, str) and value in words)


TEXT = Kind("text", lambda value: isinstance(value, str))
ID = Kind("16 characters of 0-9a-f", _spelled("[0-9a-f]{16}"))
HASH = Kind("64 characters of 0-9a-f", _spelled("[0-9a-f]{64}"))
Form = dict[str, Kind]
HEADER: Form = {
    "schema": _whole(SCHEMA, SCHEMA),
    "cup": ID,
    "owner": _one_of(*OWNERS),
    "owner_id": ID,
    "title": TEXT,
    "audience": TEXT,
    "opening": _whole(1),
    "opened_on": Kind("a day such as 1862-04-06", _spelled("[0-9]{4}-[0-9]{2}-[0-9]{2}")),
    "commitment": HASH,
    "state": _one_of(TAKING, FROZEN, TURNED_OVER),
    "entropies": _objects(MOST_SIDES),
    "heads": _objects(MOST_LINES),
}
OPENED: Form = {"secret": HASH, "throws": _objects(MOST_LINES)}
ENTROPY: Form = {
    "side": Kind("one word", _spelled("[A-Za-z]{1,20}")),
    "entropy": Kind("64 characters of 0-9a-f, or absent", _spelled(f"[0-9a-f]{{64}}|{ABSENT}")),
}
HEAD: Form = {"step": _whole(0), "at": TEXT, "blinded": HASH}
COUNTED: Form = {"count": _whole(0)}
THROW: Form = {
    "n": _whole(1),
    "rule": Kind(f"text of at most {LONGEST_KEY} characters", lambda v: isinstance(v, str) and len(v) <= LONGEST_KEY),
    "subject": Kind(f"a list of text with at most {LONGEST_KEY} characters in all", _is_subject),
    "turn": _whole(0),
    "k": _whole(0),
    "sides": _whole(0, 256),
    "faces": _list_of(_whole(1, 256), MOST_DICE, "results"),
    "how": _one_of(MACHINE, HAND, VOID),
    "of": Kind("a cup's 16 characters, or empty", _spelled("([0-9a-f]{16})?")),
    "note": TEXT,
    "hash": HASH,
}


def _misfits(where: str, value: dict[str, Any], form: Form) -> Iterator[str]:
    for name, kind in form.items():
        if name not in value:
            yield f"{where}{name} is missing."
        elif not kind.fits(value[name]):
            yield f"{where}{name} must be {kind.words}."
    for name in sorted(set(value) - set(form)):
        yield f"{where}{canonical(name)} is not a field of a cup file."


def _form_faults(document: Any) -> Iterator[str]:
    """Name every way in which the document breaks the form of docs/dice.md."""
    if not isinstance(document, dict):
        yield "The cup must be an object."
        return
    is_open, is_wrong = document.get("state") == TURNED_OVER, False
    for fault in _misfits("", document, HEADER | (OPENED if is_open else {})):
        is_wrong = True
        yield fault
    if is_wrong:
        return
    parts = {"entropies": ENTROPY, "heads": HEAD | (COUNTED if is_open else {})} | (
        {"throws": THROW} if is_open else {}
    )
    for name, form in parts.items():
        for place, item in enumerate(document[name], 1):
            yield from _misfits(f"{name} {place}: ", item, form)


# ---------- findings ----------


@dataclass
class Ledger:
    """The lines of a revealed cup, read once from the first to the last."""

    cup: str
    secret: bytes
    entropies: Entropies
    frozen_at: int
    counts: dict[Key, int]
    voids: set[Key]

    def faults(self, line: Line, place: int) -> Iterator[tuple[str, str]]:
        """Yield the faults of one line, given those before it."""
        if line.n != place:
            yield "order", f"Line {place} has number {line.n}: a line is missing or out of order."
        is_void, is_throw = line.sides == 0 and line.of != "" and not line.faces, line.sides >= 2 and bool(line.faces)
        if not (is_void if line.how == VOID else is_throw):
            yield "words", f"Line {place}: a roll must have results; a void must have none, and name a cup."
        elif line.how == VOID:
            yield from self._void(line, place)
        else:
            yield from self._throw(line, place)

    def _void(self, line: Line, place: int) -> Iterator[tuple[str, str]]:
        here = line.key in self.counts
        if here != (line.of == self.cup) or line.key in self.voids:
            yield "void", f"Line {place} voids {line.key}, but that roll is void or not in the cup it names."
        self.voids.add(line.key)

    def _throw(self, line: Line, place: int) -> Iterator[tuple[str, str]]:
        if max(line.faces) > line.sides:
            yield "range", f"Line {place}: dice with {line.sides} sides cannot show {canonical(line.faces)}."
        if place <= self.frozen_at:
            yield "early", f"Line {place} was rolled before the random digits were frozen."
        if line.key.k and line.key.voided_before() not in self.voids:
            yield "again", f"Line {place} rerolls {line.key}, but the roll before it is not void."
        yield from self._counting(line, place)
        if line.how == MACHINE:
            yield from self._faces(line, place)

    def _counting(self, line: Line, place: int) -> Iterator[tuple[str, str]]:
        """Count the first line of a key until it is voided; typed results may be listed beside it."""
        if line.of == "" and line.key not in self.counts and line.key not in self.voids:
            self.counts[line.key] = place
        elif line.of == "" or line.how == MACHINE:
            yield "again", f"Line {place} rolls {line.key} a second time."
        elif (line.of == self.cup) != (line.key in self.counts):
            yield "beside", f"Line {place} is beside a roll of {line.key}, but that roll is not in the cup it names."

    def _faces(self, line: Line, place: int) -> Iterator[tuple[str, str]]:
        count = len(line.faces)
        due = throw_faces(
            self.secret, cup=self.cup, entropies=self.entropies, key=line.key, count=count, sides=line.sides
        )
        if due != line.faces:
            yield (
                "faces",
                f"Line {place}: the secret gives {canonical(due)}, but the ledger says {canonical(line.faces)}.",
            )


def _read_line(throw: dict[str, Any]) -> Line:
    key = Key(throw["rule"], tuple(throw["subject"]), throw["turn"], throw["k"])
    return Line(throw["n"], key, throw["sides"], tuple(throw["faces"]), throw["how"], throw["of"], throw["note"])


def _entropies(document: dict[str, Any]) -> list[tuple[str, str]]:
    return [(line["side"], line["entropy"]) for line in document["entropies"]]


def _open_faults(document: dict[str, Any], *, still_open: bool) -> Iterator[tuple[str, str]]:
    """Yield the faults of a revealed cup, whose secret, ledger, and checkpoints must agree."""
    secret = bytes.fromhex(document["secret"])
    if commitment(secret) != document["commitment"]:
        yield "commitment", "The secret does not match the commitment."
    header = Header(*(document[name] for name in Header.__dataclass_fields__))
    heads, hashes = document["heads"], [header.start()]
    frozen_at = heads[0]["count"] if heads else LARGEST
    ledger = Ledger(header.cup, secret, _entropies(document), frozen_at, {}, set())
    for place, throw in enumerate(document["throws"], 1):
        line = _read_line(throw)
        if line.link(hashes[-1]) != throw["hash"]:
            yield "chain", f"Line {place}: its hash does not follow from its content and the line before."
        yield from ledger.faults(line, place)
        hashes.append(throw["hash"])
    yield from _head_faults(document, hashes, still_open=still_open)


def _head_faults(document: dict[str, Any], hashes: Sequence[str], *, still_open: bool) -> Iterator[tuple[str, str]]:
    secret, entropies, last = bytes.fromhex(document["secret"]), _entropies(document), 0
    for head in document["heads"]:
        step, count = head["step"], head["count"]
        if not last <= count < len(hashes):
            yield "head", f"The checkpoint of step {step} counts {count} lines, which is impossible."
            continue
        due = blinded_head(secret, step=step, at=head["at"], head=hashes[count], count=count, entropies=entropies)
        if due != head["blinded"]:
            yield "head", f"The checkpoint of step {step} does not match the random digits and lines 1 to {count}."
        last = count
    if not still_open and (not document["heads"] or last != len(hashes) - 1):
        yield "end", f"The last checkpoint counts {last} lines, but the ledger has {len(hashes) - 1}."


def _kept_faults(document: dict[str, Any], kept: Mapping[str, Sequence[Kept]]) -> Iterator[tuple[str, str]]:
    """Compare what the reader kept, by cup, with what the document says now."""
    mine = kept.get(document["cup"], ())
    if kept and not mine:
        yield "kept", "None of the lines you kept belong to this cup."
    heads = {head["step"]: head["blinded"] for head in document["heads"]}
    for item in mine:
        if item.step is None and item.value != document["commitment"]:
            yield "kept", "The commitment you kept differs from the one in the file."
        elif item.step is not None and item.step not in heads:
            yield "kept", f"You kept a checkpoint of step {item.step}, but the file has none."
        elif item.step is not None and heads[item.step] != item.value:
            yield "kept", f"The checkpoint of step {item.step} you kept differs from the one in the file."


def _outline_faults(document: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield faults that are possible even while a cup is closed."""
    sides = [side for side, _ in _entropies(document)]
    if sides != sorted(set(sides)) or bool(sides) == (document["state"] == TAKING):
        yield "entropies", "From the freeze on, there must be one line of random digits per side, in order."
    if [head["step"] for head in document["heads"]] != list(range(len(document["heads"]))):
        yield "head", "The checkpoints must be numbered 0, 1, 2, and so on: one is missing or out of order."
    if document["state"] != TURNED_OVER:
        yield "closed", "This cup is not revealed yet. You can check its rolls once it is."


def check(
    document: Any, kept: Mapping[str, Sequence[Kept]] = NOTHING_KEPT, *, still_open: bool = False
) -> list[Finding]:
    """Return all faults of one document, but of its form only as many as are listed.

    `still_open` is for the site's audit of a cup before its last checkpoint.
    """
    faults = [("form", sentence) for sentence in islice(_form_faults(document), MOST_FINDINGS + 1)]
    cup = document.get("cup") if isinstance(document, dict) else ""
    if not faults:
        faults += _outline_faults(document)
        if document["state"] == TURNED_OVER:
            faults += _open_faults(document, still_open=still_open)
        faults += _kept_faults(document, kept)
    return [Finding(cup if isinstance(cup, str) else "", code, sentence) for code, sentence in faults]


def check_together(documents: Sequence[dict[str, Any]]) -> list[Finding]:
    """Return the faults across cups of one owner and audience: a key rolled in one is rolled in no other."""
    counts: dict[tuple[str, str, str, Key], str] = {}
    found = []
    for document in sorted(documents, key=lambda d: (d["opening"], d["cup"])):
        for place, throw in enumerate(document.get("throws", ()), 1):
            line = _read_line(throw)
            whose = (document["owner"], document["owner_id"], document["audience"], line.key)
            first = counts.get(whose)
            if line.of == "" and counts.setdefault(whose, document["cup"]) != document["cup"]:
                sentence = f"Line {place} rolls {line.key}, but cup {first} rolled it first."
                found.append(Finding(document["cup"], "again", sentence))
            elif line.of not in ("", first or line.of):
                sentence = f"Line {place} names cup {line.of} for the roll of {line.key}, but it is in cup {first}."
                found.append(Finding(document["cup"], "again", sentence))
    return found


# ---------- reading files and kept lines ----------

GAP, WORD = "[ \t\r\n\u00a0]+", "[^ \t\r\n\u00a0]"
KEPT = re.compile(f"cup{GAP}([0-9a-f]{{16}}){GAP}(?:commitment|step{GAP}([0-9]{{1,9}}){GAP}head){GAP}([0-9a-f]{{64}})")


def read_kept(text: str) -> list[Kept]:
    """Return the commitments and checkpoints in a part of the journal, whatever is around them."""
    return [Kept(cup, int(step) if step else None, value) for cup, step, value in KEPT.findall(text)]


def read_documents(text: str) -> list[Any] | None:
    """Read one document or a list of them; None if the text is not JSON."""
    try:
        value = json.loads(text, parse_float=_number, parse_constant=lambda word: 1 / 0)
    except (ValueError, ArithmeticError, RecursionError):
        return None
    return value if isinstance(value, list) else [value]


def _number(text: str) -> float:
    """Read 1.0 as 1: JSON doesn't tell them apart."""
    value = float(text)
    return int(value) if value.is_integer() and abs(value) <= LARGEST else value


def examine(text: str, kept_text: str = "") -> list[Finding]:
    """Return the faults of a text with one or several documents, given what the reader kept."""
    documents, kept = read_documents(text), read_kept(kept_text)
    if documents is None:
        return [Finding("", "form", "This is not JSON.")]
    if not documents:
        return [Finding("", "form", "The file has no cup in it.")]
    if len(documents) > MOST_CUPS:
        return [Finding("", "form", f"The file has {len(documents):,} cups. Check at most {MOST_CUPS:,} at a time.")]
    found, kept_by_cup = [], _by_cup(kept)
    for document in documents:
        found += check(document, kept_by_cup)
        if len(found) > MOST_FINDINGS:
            return _first(found)
    if re.search(WORD, kept_text) and not kept:
        found.append(
            Finding("", "kept", "The lines you kept have no commitment or checkpoint as the journal writes them.")
        )
    if not any(finding.code == "form" for finding in found):
        found += check_together(documents)
    return _first(found)


def _by_cup(kept: Sequence[Kept]) -> dict[str, list[Kept]]:
    """Sort what the reader kept by cup, each line once."""
    found: dict[str, list[Kept]] = {}
    for item in dict.fromkeys(kept):
        found.setdefault(item.cup, []).append(item)
    return found


def _first(found: list[Finding]) -> list[Finding]:
    more = Finding("", "more", f"Only the first {MOST_FINDINGS:,} faults are listed.")
    return found if len(found) <= MOST_FINDINGS else [*found[:MOST_FINDINGS], more]


def main(arguments: Sequence[str]) -> int:
    """Return 0 if all agrees, 1 for a fault, 2 if a file can't be read, 3 if only a cup is still closed."""
    parser = argparse.ArgumentParser(prog="check_cup.py", description="Check a revealed cup of sealed dice.")
    parser.add_argument("document", help="the cup file from the site (JSON)")
    parser.add_argument("--heads", help="a text file with the commitments and checkpoints you kept from the journal")
    options = parser.parse_args(arguments)
    try:
        text = Path(options.document).read_text(encoding="utf-8-sig")
        kept_text = Path(options.heads).read_text(encoding="utf-8-sig") if options.heads else ""
    except (OSError, UnicodeDecodeError) as error:
        print(f"Cannot read: {error}")
        return 2
    found = examine(text, kept_text)
    for finding in found:
        print(f"{finding.cup or '-'}  {finding.code}: {finding.sentence}".encode("ascii", "replace").decode())
    if not found:
        print("Everything agrees: commitment, random digits, results, chain, and checkpoints.")
    if not options.heads:
        print("You compared no lines of your own. Without one, a roll could have been left out and the chain rebuilt.")
    return 0 if not found else 3 if {finding.code for finding in found} == {"closed"} else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
