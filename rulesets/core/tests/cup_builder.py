"""Builds cups and their documents for tests, with pure functions only."""

import copy
import json
from dataclasses import field
from typing import Any

from rulesets.core.cup import (
    FROZEN,
    HAND,
    MACHINE,
    TURNED_OVER,
    VOID,
    Header,
    Key,
    Line,
    blinded_head,
    commitment,
    kept_commitment,
    kept_head,
    throw_faces,
)
from rulesets.core.records import dataclass

SECRET = bytes(range(32))
ENTROPIES = [("CSA", "c5" * 32), ("USA", "05" * 32)]
Document = dict[str, Any]


@dataclass
class ACup:
    """A frozen cup; `throw`, `type_in`, `void`, and `head` add to it, and `document` reveals it."""

    cup: str = "00000000000000c1"
    opening: int = 1
    secret: bytes = SECRET
    entropies: list[tuple[str, str]] = field(default_factory=lambda: list(ENTROPIES))
    lines: list[Line] = field(default_factory=list)
    heads: list[Document] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.head("opening")

    @property
    def header(self) -> Header:
        return Header(
            cup=self.cup,
            owner="battle",
            owner_id="00000000000000b1",
            title="Shiloh “Pittsburg Landing” \U0001f3b2",
            audience="umpire",
            opening=self.opening,
            opened_on="1862-04-06",
            commitment=commitment(self.secret),
        )

    def hashes(self) -> list[str]:
        chain = [self.header.start()]
        for line in self.lines:
            chain.append(line.link(chain[-1]))
        return chain

    def head(self, at: str) -> "ACup":
        step, count = len(self.heads), len(self.lines)
        words = blinded_head(
            self.secret, step=step, at=at, head=self.hashes()[-1], count=count, entropies=self.entropies
        )
        self.heads.append({"step": step, "at": at, "blinded": words, "count": count})
        return self

    def add(self, key: Key, sides: int, faces: tuple[int, ...], how: str, of: str = "", note: str = "") -> "ACup":
        self.lines.append(Line(len(self.lines) + 1, key, sides, faces, how, of, note))
        return self

    def throw(self, key: Key, *, count: int = 1, sides: int = 6) -> "ACup":
        faces = throw_faces(self.secret, cup=self.cup, entropies=self.entropies, key=key, count=count, sides=sides)
        return self.add(key, sides, faces, MACHINE)

    def type_in(self, key: Key, faces: tuple[int, ...], *, sides: int = 6, of: str = "") -> "ACup":
        return self.add(key, sides, faces, HAND, of)

    def void(self, key: Key, reason: str, *, of: str | None = None) -> "ACup":
        return self.add(key, 0, (), VOID, self.cup if of is None else of, reason)

    def document(self, *, state: str = TURNED_OVER) -> Document:
        is_open = state == TURNED_OVER
        heads = [h if is_open else {k: v for k, v in h.items() if k != "count"} for h in self.heads]
        made: Document = {
            "schema": 1,
            **vars(self.header),
            "state": state,
            "entropies": [{"side": side, "entropy": line} for side, line in self.entropies],
            "heads": heads,
        }
        if is_open:
            hashes = self.hashes()[1:]
            made["secret"] = self.secret.hex()
            made["throws"] = [_throw(line, link) for line, link in zip(self.lines, hashes, strict=True)]
        return copy.deepcopy(made)

    def text(self, *, state: str = TURNED_OVER) -> str:
        return json.dumps(self.document(state=state))

    def kept(self) -> str:
        """Return what a reader of the journal would have kept."""
        heads = [kept_head(self.cup, head["step"], head["blinded"]) for head in self.heads]
        return "\n".join(["Seen on Sunday:", kept_commitment(self.cup, commitment(self.secret)), *heads])


def _throw(line: Line, link: str) -> Document:
    key = line.key
    return {
        "n": line.n,
        "rule": key.rule,
        "subject": list(key.subject),
        "turn": key.turn,
        "k": key.k,
        "sides": line.sides,
        "faces": list(line.faces),
        "how": line.how,
        "of": line.of,
        "note": line.note,
        "hash": link,
    }


def arrival(place: str = "left", turn: int = 3, k: int = 0) -> Key:
    return Key("VG-7B1", ("USA", place), turn, k)


def a_used_cup() -> ACup:
    """Return a cup of eight lines: rolls, a void and its reroll, typed dice alone and beside a roll."""
    cup = ACup()
    cup.throw(arrival(), sides=4).throw(Key("VG-7A1", ("CSA", "3"), 0), count=2, sides=10).head("turn 1")
    cup.type_in(Key("VG-9B", ("USA", "Sherman"), 4), (5,)).void(arrival(), "wrong flank — thrown “twice”")
    cup.throw(arrival(k=1), sides=4).head("turn 2").head("turn 3")
    cup.type_in(arrival(k=1), (2,), sides=4, of=cup.cup).throw(Key("VG-8", (), 4), count=3, sides=100)
    return cup.throw(Key("VG-8C", ("CSA",), 4), sides=2).head("report applied")


def frozen_text() -> str:
    return a_used_cup().text(state=FROZEN)
