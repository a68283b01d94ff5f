"""Let templates fail in tests where they would stay silent: on a field that a frozen dataclass doesn't have."""

from dataclasses import is_dataclass
from typing import Any

from django.template.base import Variable, VariableDoesNotExist

LOOKUP = "_resolve_lookup"  # Django's name, private to `Variable`
resolve_lookup = getattr(Variable, LOOKUP)


def install() -> None:
    """Make every lookup of an unknown field an error, also within `{% if %}`."""
    setattr(Variable, LOOKUP, _lookup_known_fields)


def _lookup_known_fields(self: Variable, context: Any) -> Any:
    try:
        return resolve_lookup(self, context)
    except VariableDoesNotExist as error:
        name, value = error.params
        if is_dataclass(value):
            raise AssertionError(f"{type(value).__name__} has no {name}, which a template reads.") from error
        raise
