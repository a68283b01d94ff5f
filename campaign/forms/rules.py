"""A rule's typed input as a form, and a posted form as that input, both from the schema."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from typing import Any

from campaign.errors import BadInput
from campaign.forms.json_text import read_json
from rulesets.core.records import dataclass
from rulesets.core.words import one_of, spoken

Schema = dict[str, Any]
SPARE_ROWS = 2
MOST_ROWS = 100


@dataclass(frozen=True)
class InputField:
    """One control: `kind` is whole, choice, flag, words, list, or json."""

    name: str
    label: str
    kind: str
    value: Any = ""
    help: str = ""
    unit: str = ""
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()
    optional: bool = False
    error: str = ""
    filled: bool = False

    @property
    def id(self) -> str:
        return "in-" + self.name.replace(".", "-")

    @property
    def controls(self) -> "list[InputField]":
        return [self]


@dataclass(frozen=True)
class InputFold:
    """The controls that are folded away at first."""

    parts: tuple[Any, ...]
    kind: str = field(default="fold")

    @property
    def controls(self) -> list[InputField]:
        return [control for part in self.parts for control in part.controls]

    @property
    def filled(self) -> int:
        """Return how many controls differ from what they are without anybody."""
        return sum(control.filled for control in self.controls)

    @property
    def error(self) -> bool:
        return any(control.error for control in self.controls)


@dataclass(frozen=True)
class InputGrid:
    """A list of similar items, one row each; spare rows are blank."""

    name: str
    label: str
    rows: tuple[tuple[Any, ...], ...]
    spare: tuple[tuple[Any, ...], ...] = ()
    help: str = ""
    kind: str = field(default="grid")

    @property
    def item(self) -> str:
        """Return what one row is."""
        return one_of(self.label)

    @property
    def controls(self) -> list[InputField]:
        return [control for row in (*self.rows, *self.spare) for part in row for control in part.controls]


@dataclass(frozen=True)
class InputGroup:
    """A nested item: its controls under its name."""

    name: str
    label: str
    parts: tuple[Any, ...]
    help: str = ""
    kind: str = field(default="group")

    @property
    def controls(self) -> list[InputField]:
        return [control for part in self.parts for control in part.controls]


def drawn(schema: Schema, values: Mapping[str, Any], *, wrong: str = "", sentence: str = "") -> list[Any]:
    """Return a form's controls with these values; `wrong` is the dotted name of the refused field."""
    parts = _parts(schema, schema, values)
    return [_with_error(part, wrong, sentence) for part in parts] if wrong else parts


def _with_error(part: Any, wrong: str, sentence: str) -> Any:
    def marked(parts: Iterable[Any]) -> tuple[Any, ...]:
        return tuple(_with_error(each, wrong, sentence) for each in parts)

    if isinstance(part, InputGrid):
        return replace(part, rows=tuple(map(marked, part.rows)), spare=tuple(map(marked, part.spare)))
    if isinstance(part, InputGroup | InputFold):
        return replace(part, parts=marked(part.parts))
    if wrong == part.name or wrong.startswith(part.name + "."):
        return replace(part, error=sentence)
    return part


def _parts(spec: Schema, whole: Schema, values: Mapping[str, Any], prefix: str = "") -> list[Any]:
    """Return the controls of an item: first those that lead, then the others in a fold."""
    properties = spec.get("properties", {})
    leads = spec.get("leads") or list(properties)
    shown = [_part(name, properties[name], whole, values, prefix) for name in leads]
    others = tuple(_part(name, sub, whole, values, prefix) for name, sub in properties.items() if name not in leads)
    return [*shown, InputFold(others)] if others else shown


def _part(name: str, spec: Schema, whole: Schema, values: Mapping[str, Any], prefix: str = "") -> Any:
    spec, optional = _resolved(spec, whole)
    dotted, value = prefix + name, values.get(name, spec.get("default"))
    if "properties" in spec:
        inner = value if isinstance(value, Mapping) else {}
        parts = _parts(spec, whole, inner, dotted + ".")
        shown = [_left_open(part) for part in parts] if optional and value is None else parts
        return InputGroup(dotted, spec.get("title", name), tuple(shown), spec.get("description", ""))
    if spec.get("type") == "array":
        return _list_part(dotted, spec, whole, value or [])
    return _field(dotted, spec, value, optional=optional)


def _left_open(part: Any) -> Any:
    """Return a blank control, for an item that may be absent."""
    if isinstance(part, InputGroup | InputFold):
        return replace(part, parts=tuple(_left_open(each) for each in part.parts))
    return replace(part, value="", optional=True, filled=False) if isinstance(part, InputField) else part


def _row(spec: Schema, whole: Schema, row: Mapping[str, Any], prefix: str) -> tuple[Any, ...]:
    """Return the controls of a row; a required choice starts blank, so that a spare row stays empty."""
    return tuple(map(_open_choice, _parts(spec, whole, row, prefix)))


def _open_choice(part: Any) -> Any:
    if isinstance(part, InputFold):
        return replace(part, parts=tuple(map(_open_choice, part.parts)))
    is_open = isinstance(part, InputField) and part.kind == "choice" and part.value == ""
    return replace(part, optional=True) if is_open else part


def _list_part(name: str, spec: Schema, whole: Schema, value: Any) -> Any:
    item, _ = _resolved(spec.get("items", {}), whole)
    label, help_text = spec.get("title", name), spec.get("description", "")
    if item.get("type") in ("integer", "string"):
        joined = value if isinstance(value, str) else ", ".join(map(str, value))
        return InputField(name, label, "list", joined, help_text or "separated by commas", filled=bool(joined))
    simple = [_resolved(sub, whole)[0] for sub in item.get("properties", {}).values()]
    if not simple or any(sub.get("type") in ("array", "object") or "properties" in sub for sub in simple):
        text = value if isinstance(value, str) else json.dumps(value, indent=1)
        return InputField(name, label, "json", text, help_text or "as JSON", filled=bool(value))
    filled = [row if isinstance(row, Mapping) else {} for row in value] if isinstance(value, list) else []
    blank: list[Mapping[str, Any]] = [{}] * min(SPARE_ROWS, max(0, spec["maxItems"] - len(filled)))
    rows = [_row(item, whole, row, f"{name}.{n}.") for n, row in enumerate([*filled, *blank])]
    return InputGrid(name, label, tuple(rows[: len(filled)]), tuple(rows[len(filled) :]), help_text)


def _field(name: str, spec: Schema, value: Any, *, optional: bool) -> InputField:
    kind = {"integer": "whole", "boolean": "flag"}.get(spec.get("type", ""), "words")
    said = tuple(map(str, spec.get("enum", [spec["const"]] if "const" in spec else [])))
    choices = tuple(map(spoken, filter(None, said)))
    shown = "" if value is None else spoken(value) if choices else value
    return InputField(
        name,
        spec.get("title", name.rpartition(".")[2]),
        "choice" if choices else kind,
        shown,
        spec.get("description", ""),
        spec.get("unit", ""),
        spec.get("minimum"),
        spec.get("maximum"),
        choices,
        optional or len(choices) < len(said),
        filled=value != spec.get("default") and str(shown) != spoken(spec.get("default", "")),
    )


def _resolved(spec: Schema, whole: Schema) -> tuple[Schema, bool]:
    """Return a schema without references, and whether it may be left out."""
    optional = False
    while "$ref" in spec or "anyOf" in spec or "allOf" in spec:
        if "$ref" in spec:
            spec = whole["$defs"][spec["$ref"].rpartition("/")[2]] | {k: v for k, v in spec.items() if k != "$ref"}
            continue
        ways = spec.get("anyOf") or spec["allOf"]
        some = [way for way in ways if way.get("type") != "null"]
        optional = optional or len(some) < len(ways)
        spec = some[0] | {k: v for k, v in spec.items() if k not in ("anyOf", "allOf")}
    return spec, optional


def typed(schema: Schema, data: Mapping[str, str]) -> dict[str, Any]:
    """Return the typed text as the rule's input, for its model to read; leave out blanks."""
    return _typed_object(schema, schema, data, "")


def _typed_object(spec: Schema, whole: Schema, data: Mapping[str, str], prefix: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, sub in spec.get("properties", {}).items():
        resolved, optional = _resolved(sub, whole)
        value = _typed(prefix + name, resolved, whole, data)
        is_absent = optional and isinstance(value, Mapping) and not any(value.values())
        if value is not None and not is_absent:
            found[name] = value
    return found


def _typed(name: str, spec: Schema, whole: Schema, data: Mapping[str, str]) -> Any:
    if "properties" in spec:
        return _typed_object(spec, whole, data, name + ".") or None
    if spec.get("type") == "array":
        return _typed_list(name, spec, whole, data)
    if spec.get("type") == "boolean":
        return data.get(name) in ("on", "true", "1")
    return data.get(name, "").strip() or None


def _typed_list(name: str, spec: Schema, whole: Schema, data: Mapping[str, str]) -> Any:
    item, _ = _resolved(spec.get("items", {}), whole)
    if name in data:
        return _not_too_long(name, spec, _listed(name, item, data[name].strip()))
    prefixes = [f"{name}.{n}." for n in range(MOST_ROWS + SPARE_ROWS)]
    sent = [prefix for prefix in prefixes if any(key.startswith(prefix) for key in data)]
    filled = [prefix for prefix in sent if _is_filled(item, whole, data, prefix)]
    if filled and not item.get("required"):
        filled = sent[: sent.index(filled[-1]) + 1]  # an untouched row before a filled one counts
    return [_typed_object(item, whole, data, prefix) for prefix in filled] or None


def _listed(name: str, item: Schema, text: str) -> Any:
    if item.get("type") in ("integer", "string"):
        return [part.strip() for part in text.split(",") if part.strip()]
    return _json(name, text)


def _not_too_long(name: str, spec: Schema, value: Any) -> Any:
    """Refuse a list that would take long to draw; the rule refuses all else."""
    most = spec["maxItems"]
    if isinstance(value, list) and len(value) > most:
        raise BadInput(f"{name}: enter at most {most}, not {len(value)}.", field=name)
    return value


def _is_filled(item: Schema, whole: Schema, data: Mapping[str, str], prefix: str) -> bool:
    """Return whether anything in a row differs from its default."""
    for key, sub in item.get("properties", {}).items():
        spec, _ = _resolved(sub, whole)
        if spec.get("type") == "boolean":
            differs = (data.get(prefix + key) in ("on", "true", "1")) and not spec.get("default")
        else:
            given = "" if spec.get("default") is None else str(spec["default"])
            differs = data.get(prefix + key, "").strip() not in ("", given, spoken(given))
        if differs:
            return True
    return False


def _json(name: str, text: str) -> Any:
    if not text:
        return None
    try:
        return read_json(text)
    except ValueError as error:
        raise BadInput(f"{name}: {str(error)[0].lower()}{str(error)[1:]}", field=name) from None


def faces_typed(text: str) -> list[int] | None:
    """Return the typed faces of real dice, or None if none were typed."""
    words = text.replace(",", " ").split()
    if not words:
        return None
    if len(words) > MOST_ROWS or not all(word.isdecimal() and len(word) <= 3 for word in words):
        raise BadInput(f"dice: enter at most {MOST_ROWS} whole numbers, separated by commas.", field="dice")
    return [int(word) for word in words]
