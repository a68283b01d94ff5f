"""Losses of one unit as people type them, with few keys: "3" is 3 killed, "3 1c 2s" also 1 captured, 2 skedaddled."""

import re
from collections.abc import Mapping

from rulesets.core.report import CAUSES, StandsLost

LETTERS: Mapping[str, str] = {"k": "killed", "c": "captured", "s": "skedaddled", "q": "quit", "n": "never_arrived"}
OF_ALL = ("q", "n")  # without a number, all stands that are left
WRONG = "Enter stands, with letters for what isn’t killed, such as 3 or 3 1c 2s."
PART = re.compile(r"(\d{0,3})([a-z]?)[\s,;+]*")
LONGEST = 40


def read_losses(text: str, stands: int) -> StandsLost:
    """Return what was typed of a unit of so many stands; raise ValueError for what nobody can read."""
    lost, at, text = dict.fromkeys(CAUSES, 0), 0, text.strip().lower()
    rest = ""
    while at < len(text):
        found = PART.match(text, at)
        number, letter = found.groups() if found else ("", "")
        if found is None or not (number or letter) or letter not in ("", *LETTERS):
            raise ValueError(WRONG)
        cause = LETTERS[letter or "k"]
        if letter in OF_ALL and not number:
            rest = rest or cause
        else:
            lost[cause] += int(number or 1)
        at = found.end()
    if rest:
        lost[rest] += max(stands - sum(lost.values()), 0)
    return StandsLost(**lost)


def in_short(lost: StandsLost) -> str:
    """Return losses as they are typed."""
    letters = {cause: letter for letter, cause in LETTERS.items()}
    parts = [f"{n}{letters[cause]}" for cause, n in lost.by_cause.items() if n]
    return " ".join(parts).replace("k", "")
