"""Sealed dice: how a cup commits itself, rolls, and keeps its ledger. The form is in docs/dice.md.

Needs nothing but Python, so that the single-file checker can contain it unchanged (cup_script.py).
"""

import hashlib
import hmac
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count as counting_up
from itertools import islice

SCHEMA = 1
ABSENT = "absent"  # the entropy line of a side that gave none
MACHINE, HAND, VOID = "machine", "hand", "void"
TAKING, FROZEN, TURNED_OVER = "taking", "frozen", "turned over"
OWNERS = ("battle", "turn", "practice")
DICE_IN_USE = (2, 3, 4, 6, 8, 10, 12, 20, 100)
MOST_DICE = 100  # in one roll
LONGEST_KEY = 500  # characters of a roll's rule, subject, and turn

Entropies = Sequence[tuple[str, str]]  # (side, 64 hexadecimal characters or "absent"), sides ascending


# ---------- throwing ----------


def canonical(value: object) -> str:
    """Return the one spelling of a value that is hashed: JSON, no spaces, all beyond ASCII as lowercase escapes."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=True)


def sha256(text: str) -> str:
    """Return the hash of a text in hexadecimal."""
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def hmac_sha256(secret: bytes, text: str) -> bytes:
    """Return the keyed hash of a text."""
    return hmac.digest(secret, text.encode("ascii"), "sha256")


def commitment(secret: bytes) -> str:
    """Return what is public before the first use: SHA-256 of the secret."""
    return hashlib.sha256(secret).hexdigest()


def combine(entropies: Entropies) -> list[list[str]]:
    """Return the sides' random digits as they enter each roll and each checkpoint, in the order of the sides."""
    return [[side, line] for side, line in sorted(entropies)]


@dataclass(frozen=True)
class Key:
    """What a roll is for. Its inputs are not part of it, so nobody can fish for results by changing them."""

    rule: str
    subject: tuple[str, ...]
    turn: int
    k: int = 0

    def parts(self) -> list[object]:
        """Return the key as it is hashed."""
        return [self.rule, list(self.subject), self.turn, self.k]

    def __str__(self) -> str:
        return canonical(self.parts())

    def voided_before(self) -> "Key":
        """Return the key that must be void before this one."""
        return Key(self.rule, self.subject, self.turn, self.k - 1)


def map_faces(stream: Iterable[int], *, count: int, sides: int) -> tuple[int, ...]:
    """Map bytes to results without bias: skip a byte beyond the largest multiple of `sides`."""
    limit = 256 - 256 % sides
    return tuple(islice((byte % sides + 1 for byte in stream if byte < limit), count))


def byte_stream(secret: bytes, *, cup: str, entropies: Entropies, key: Key) -> Iterator[int]:
    """Yield HMAC-SHA256 of key and random digits under the secret, block after block; hash what they share once."""
    shared = canonical(["faces", cup, combine(entropies), key.parts()])[:-1]
    begun = hmac.new(secret, shared.encode("ascii"), "sha256")
    for block in counting_up():
        whole = begun.copy()
        whole.update(f",{block}]".encode("ascii"))
        yield from whole.digest()


def throw_faces(secret: bytes, *, cup: str, entropies: Entropies, key: Key, count: int, sides: int) -> tuple[int, ...]:
    """Return the results for a key; the same key always has the same."""
    if not (2 <= sides <= 256 and count >= 1):
        raise ValueError(f"no throw of {count} dice with {sides} sides")
    return map_faces(byte_stream(secret, cup=cup, entropies=entropies, key=key), count=count, sides=sides)


# ---------- ledger and heads ----------


@dataclass(frozen=True)
class Header:
    """What a cup is; the ledger's chain starts from it."""

    cup: str
    owner: str
    owner_id: str
    title: str
    audience: str
    opening: int
    opened_on: str
    commitment: str

    def start(self) -> str:
        """Return the hash before the first line."""
        return sha256(canonical(["cup", SCHEMA, *vars(self).values()]))


@dataclass(frozen=True)
class Line:
    """One line of the ledger. `of` names the cup of the line that a void, or a typed roll beside it, refers to."""

    n: int
    key: Key
    sides: int
    faces: tuple[int, ...]
    how: str
    of: str = ""
    note: str = ""

    def link(self, before: str) -> str:
        """Return the hash of this line, which includes the hash of the line before it."""
        own = [self.n, *self.key.parts(), self.sides, list(self.faces), self.how, self.of, self.note]
        return sha256(canonical(["line", before, *own]))


def blinded_head(secret: bytes, *, step: int, at: str, head: str, count: int, entropies: Entropies) -> str:
    """Return what is published at a public step: it binds ledger and random digits, and hides whether a line was added.

    `step` never repeats in a cup: the same one over an unchanged ledger would reveal that nothing was rolled.
    """
    blind = hmac_sha256(secret, canonical(["head", step, at])).hex()
    return sha256(canonical([blind, head, count, combine(entropies)]))


def kept_commitment(cup: str, value: str) -> str:
    """Word a commitment for the journal, so that a reader can keep it and compare it later."""
    return f"cup {cup} commitment {value}"


def kept_head(cup: str, step: int, value: str) -> str:
    """Word a checkpoint for the journal."""
    return f"cup {cup} step {step} head {value}"
