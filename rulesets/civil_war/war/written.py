"""Orders as JSON and back, for the API, the queue, and the journal: strict, with every kind of order from its union."""

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from rulesets.civil_war.war.orders import Order
from rulesets.core.errors import IllegalOrder

LONGEST, MOST = 200, 500  # of a text, and of entries in a list


def _kind(order: type) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", order.__name__).lower()


KINDS: Mapping[str, type] = {_kind(each): each for each in get_args(Order)}
KIND_OF: Mapping[type, str] = {each: kind for kind, each in KINDS.items()}


def as_data(order: Order) -> dict[str, Any]:
    """Return an order as JSON: its kind, and its fields."""
    return {"kind": KIND_OF[type(order)], **_written(order)}


def _written(value: Any) -> Any:
    if is_dataclass(value):
        return {each.name: _written(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {key: _written(value[key]) for key in sorted(value)}
    if isinstance(value, frozenset):
        return sorted(value)
    return list(value) if isinstance(value, tuple) else value


def order_from(data: Mapping[str, Any]) -> Order:
    """Return the order in JSON; refuse an unknown kind, and any field that is unknown, missing, or wrong."""
    rest = dict(_object(data, "order"))
    kind = rest.pop("kind", None)
    if not isinstance(kind, str) or kind not in KINDS:
        raise _refused("kind", f"choose one of {', '.join(sorted(KINDS))}")
    order: Order = _read_object(KINDS[kind], rest, "")
    return order


def _refused(at: str, what: str) -> IllegalOrder:
    return IllegalOrder(f"{at}: {what}.", field=at)


@cache
def _shape(kind: type) -> Mapping[str, tuple[Field[Any], Any]]:
    """Return the fields of a kind by name, each with its type."""
    hints = get_type_hints(kind)
    return {each.name: (each, hints[each.name]) for each in fields(kind)}


def _read_object(kind: type, data: Any, at: str) -> Any:
    given, shape = _object(data, at), _shape(kind)
    inside = f"{at}." if at else ""
    for name in given:
        if name not in shape:
            raise _refused(f"{inside}{name}", "this order has no such field")
    for name, (each, _) in shape.items():
        if name not in given and each.default is MISSING and each.default_factory is MISSING:
            raise _refused(f"{inside}{name}", "fill this in")
    return kind(**{name: _read(shape[name][1], given[name], f"{inside}{name}") for name in given})


def _object(data: Any, at: str) -> Mapping[str, Any]:
    if not isinstance(data, Mapping) or not all(isinstance(key, str) for key in data) or len(data) > MOST:
        raise _refused(at, "must be an object")
    return data


def _read(wanted: Any, value: Any, at: str) -> Any:
    """Return a value as its type wants it."""
    if is_dataclass(wanted):
        return _read_object(wanted, value, at)  # type: ignore[arg-type]
    reader = READERS.get(get_origin(wanted) or wanted)
    if reader is None:
        raise TypeError(f"{at}: an order has a field of type {wanted}")
    return reader(get_args(wanted), value, at)


def _text(_args: tuple[Any, ...], value: Any, at: str) -> str:
    if not isinstance(value, str) or len(value) > LONGEST:
        raise _refused(at, f"must be a text of {LONGEST} characters at most")
    return value


def _whole(_args: tuple[Any, ...], value: Any, at: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise _refused(at, "must be a whole number")
    return value


def _flag(_args: tuple[Any, ...], value: Any, at: str) -> bool:
    if not isinstance(value, bool):
        raise _refused(at, "must be true or false")
    return value


def _choice(options: tuple[Any, ...], value: Any, at: str) -> str:
    if not isinstance(value, str) or value not in options:
        raise _refused(at, f"choose one of {', '.join(map(str, options))}")
    return value


def _optional(args: tuple[Any, ...], value: Any, at: str) -> Any:
    (wanted,) = (each for each in args if each is not type(None))
    return None if value is None else _read(wanted, value, at)


def _list(args: tuple[Any, ...], value: Any, at: str) -> tuple[Any, ...]:
    if not isinstance(value, list) or len(value) > MOST:
        raise _refused(at, f"must be a list of {MOST} entries at most")
    return tuple(_read(args[0], each, at) for each in value)


def _set(args: tuple[Any, ...], value: Any, at: str) -> frozenset[Any]:
    found = _list(args, value, at)
    if len(set(found)) < len(found):
        raise _refused(at, "list each one once")
    return frozenset(found)


def _mapping(args: tuple[Any, ...], value: Any, at: str) -> dict[Any, Any]:
    keys, values = args
    return {_read(keys, key, at): _read(values, each, f"{at}.{key}") for key, each in _object(value, at).items()}


READERS: Mapping[Any, Callable[[tuple[Any, ...], Any, str], Any]] = {
    str: _text,
    int: _whole,
    bool: _flag,
    Literal: _choice,
    Union: _optional,
    UnionType: _optional,
    tuple: _list,
    frozenset: _set,
    Mapping: _mapping,
}
