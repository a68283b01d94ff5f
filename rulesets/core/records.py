"""A frozen `dataclass` that costs a process a fraction of the standard library's.

Python 3.11 compiles six functions for each frozen dataclass, one by one; with 870 classes, that was a third of the time
in which the site's code loads. Here the methods that name fields are compiled together, when one of them is first
called, and the others are the same for all classes. Fields, defaults, `replace`, `fields`, `asdict`, patterns, and
inheritance are the standard library's (docs/decisions/0061-loading.md).
"""

import dataclasses
from dataclasses import MISSING, Field, FrozenInstanceError
from inspect import Signature, signature
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls=None, /, *, frozen=False, eq=True, kw_only=False):
        """Declare a dataclass as the standard library does."""
        if not frozen:
            return dataclasses.dataclass(cls, eq=eq, kw_only=kw_only)

        def declared(cls):
            made = dataclasses.dataclass(cls, init=False, repr=False, eq=False, kw_only=kw_only)
            for name, method in (_at_first_call(made, eq=eq) | FOR_ALL).items():
                if vars(made).get(name) is None:
                    setattr(made, name, method)
            return made

        return declared


Known = dict[str, Any]
OWN = ("__init__", "__eq__", "__hash__")


def _at_first_call(made: type[Any], *, eq: bool) -> dict[str, Any]:
    """Return methods that compile the class's own and put them in their place. Two threads may both do so."""

    def late(name: str) -> Any:
        def uncompiled(self: Any, *given: Any, **named: Any) -> Any:
            for each, compiled in _own_methods(made, eq=eq).items():
                if vars(made)[each] is methods[each]:
                    setattr(made, each, compiled)
            return getattr(made, name)(self, *given, **named)

        return uncompiled

    methods = {name: late(name) for name in OWN[: None if eq else 1]}
    return methods


def _own_methods(made: type[Any], *, eq: bool) -> dict[str, Any]:
    """Compile the methods that name the fields, all at once."""
    known: Known = {"put": object.__setattr__, "MISSING": MISSING}
    methods: dict[str, Any] = {}
    exec(_init(made, known) + (_comparison(made) if eq else ""), known, methods)
    for name, method in methods.items():
        method.__qualname__ = f"{made.__qualname__}.{name}"
    return methods


def _init(made: type[Any], known: Known) -> str:
    fields = dataclasses.fields(made)
    by_place = [_argument(each, known) for each in fields if each.init and not each.kw_only]
    by_name = [_argument(each, known) for each in fields if each.init and each.kw_only]
    arguments = ", ".join(["self", *by_place, *(["*", *by_name] if by_name else [])])
    body = [f"put(self, {each.name!r}, {_value(each, known)})" for each in fields if each.init or _is_made(each)]
    if hasattr(made, "__post_init__"):
        body.append("self.__post_init__()")
    return f"def __init__({arguments}):\n " + "\n ".join(body or ["pass"]) + "\n"


def _argument(field: "Field[Any]", known: Known) -> str:
    if _is_made(field):
        return f"{field.name}=MISSING"
    if field.default is MISSING:
        return field.name
    known[f"default_{field.name}"] = field.default
    return f"{field.name}=default_{field.name}"


def _value(field: "Field[Any]", known: Known) -> str:
    if not _is_made(field):
        return field.name
    known[f"make_{field.name}"] = field.default_factory
    made = f"make_{field.name}()"
    return f"{made} if {field.name} is MISSING else {field.name}" if field.init else made


def _is_made(field: "Field[Any]") -> bool:
    """Return whether each instance gets a default of its own."""
    return field.default_factory is not MISSING


def _comparison(made: type[Any]) -> str:
    """Return the source of methods that compare and hash the fields as a tuple does."""
    names = [each.name for each in dataclasses.fields(made) if each.compare]
    mine, others = (f"({''.join(f'{of}.{name}, ' for name in names)})" for of in ("self", "other"))
    return (
        "def __eq__(self, other):\n"
        " if other.__class__ is not self.__class__: return NotImplemented\n"
        f" return {mine} == {others}\n"
        f"def __hash__(self):\n return hash({mine})\n"
    )


@recursive_repr()
def _shown(self: Any) -> str:
    shown = (f"{each.name}={getattr(self, each.name)!r}" for each in dataclasses.fields(self) if each.repr)
    return f"{self.__class__.__qualname__}({', '.join(shown)})"


def _refuse_to_set(self: Any, name: str, value: Any) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: Any, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


class _Signature:
    """Tell `inspect` what a class takes, also before its `__init__` is compiled."""

    def __get__(self, instance: Any, owner: type[Any]) -> Signature:
        if instance is not None:  # one that can be called has a signature of its own
            raise AttributeError("__signature__")
        made = next(each for each in owner.__mro__ if "__init__" in vars(each))
        init = vars(made)["__init__"]
        if init.__name__ == "uncompiled":
            init = _own_methods(made, eq=False)["__init__"]
        _, *taken = signature(init).parameters.values()
        return Signature(taken)


FOR_ALL = {
    "__repr__": _shown,
    "__setattr__": _refuse_to_set,
    "__delattr__": _refuse_to_delete,
    "__signature__": _Signature(),
}
