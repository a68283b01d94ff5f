"""The canonical text of a scenario: the same for the same scenario, however somebody wrote its file.

Defaults are left out, and each row has its line, so that two versions can be compared line by line.
"""

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from hashlib import sha256
from typing import Any

from rulesets.civil_war.war.scenario import SIDES, Scenario

WIDEST = 118
ORDER = (
    *("id", "title", "sheet", "sheet_hash", "turns", "theaters", "window"),
    *("entry_at_named_places", "arrivals_by_table", "overrides", "control", "sides", "victory"),
)


def canonical(scenario: Scenario) -> str:
    """Return the text that `export-scenario` prints and whose hash a campaign pins."""
    return f"{_laid_out(to_data(scenario), 0)}\n"


def hash_of(scenario: Scenario) -> str:
    """Return the hash that a campaign pins."""
    return sha256(canonical(scenario).encode()).hexdigest()


def to_data(scenario: Scenario) -> dict[str, Any]:
    """Return a scenario as its file holds it."""
    data = _plain(scenario)
    data["control"] = {name: dict(sorted(data.pop(name).items())) for name in ("states", "places")}
    data["sides"] = {side: data["sides"][side] for side in SIDES}
    for row in data.get("overrides", ()):
        del row["name"], row["reason"]
    return {name: data[name] for name in ORDER if name in data}


def _plain(value: Any) -> Any:
    """Return a value as JSON holds it; an object leaves out what is as if nothing were said."""
    if is_dataclass(value) and not isinstance(value, type):
        said = {each.name: (getattr(value, each.name), each.default) for each in fields(value)}
        return {name: _plain(given) for name, (given, default) in said.items() if given not in (default, "")}
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def _laid_out(value: Any, indent: int) -> str:
    """Return a value on one line if it is short and holds no object, or else one part a line."""
    flat = json.dumps(value, ensure_ascii=False)
    parts = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    if not parts or (indent + len(flat) <= WIDEST and not any(_has_object(part) for part in parts)):
        return flat
    inner = " " * (indent + 2)
    is_object = isinstance(value, dict)
    names = [f"{json.dumps(name, ensure_ascii=False)}: " for name in value] if is_object else [""] * len(parts)
    lines = [f"{inner}{name}{_laid_out(part, indent + 2)}" for name, part in zip(names, parts, strict=True)]
    start, end = "{}" if is_object else "[]"
    return f"{start}\n" + ",\n".join(lines) + f"\n{' ' * indent}{end}"


def _has_object(value: Any) -> bool:
    """Return whether a value is an object or holds one."""
    return isinstance(value, dict) or (isinstance(value, list) and any(map(_has_object, value)))
