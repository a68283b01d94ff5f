"""Reads a battle setup written by hand in form 1 (rulesets/data/briefs), and names every fault with its field.

The fields and their limits are those of the dataclasses in `brief.py`; so is the JSON Schema of the form.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from rulesets.core.brief import Brief
from rulesets.core.brief_check import inconsistencies
from rulesets.core.kinds import MOST_FAULTS, Fault, Faults, Record, without_unsound
from rulesets.core.plain import Json

DATA = Path(__file__).parent.parent / "data" / "briefs"
SCHEMA_ID = "https://json-schema.org/draft/2020-12/schema"
Check = Callable[[Brief], list[Fault]]
_RENAMED = {"ratio_offered": "ratio"}


class BriefFault(ValueError):
    """What is wrong with a setup: all its faults, each with its field."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        self.sentences = tuple(map(str, self.faults))
        self.field, self.sentence = self.faults[0].field, " ".join(self.sentences)
        super().__init__(self.sentence)


def read_brief_form(plain: Any, *checks: Check) -> Brief:
    """Read a setup in form 1, or refuse it with every fault."""
    brief, faults = read_with_faults(plain, checks)
    if faults:
        raise BriefFault(faults)
    return brief


def read_with_faults(
    plain: Any, checks: Sequence[Check] = (), known: Sequence[Fault] = ()
) -> tuple[Brief, list[Fault]]:
    """Read a setup in form 1, with fitting values in place of faulty ones, and return its faults, too.

    `checks` are a book's; nothing is concluded from a field that is faulty, or that is `known` to be.
    """
    faults = Faults()
    brief: Brief = Record(Brief).read(plain, "", faults.note)
    found = list(faults.found)
    for check in (inconsistencies, *checks) if isinstance(plain, Mapping) else ():
        found += without_unsound(check(brief)[:MOST_FAULTS], [*faults.found, *known])
    knowledge = {who: tuple(_RENAMED.get(path, path) for path in paths) for who, paths in brief.knowledge.items()}
    return replace(brief, knowledge=knowledge), found


def schema() -> Json:
    """Return the JSON Schema of form 1."""
    return {"$schema": SCHEMA_ID, "title": "Battle setup, form 1", **Record(Brief).schema()}


@cache
def shipped_briefs() -> Mapping[str, Brief]:
    """Return the setups that come with the books, by file name."""
    return {
        path.stem: read_brief_form(json.loads(path.read_text(encoding="utf-8"))) for path in sorted(DATA.glob("*.json"))
    }
