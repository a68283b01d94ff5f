"""Generate the schema from the endpoints, for the command and the drift test, never at run time."""

import json
from collections.abc import Callable
from functools import cache, partial
from typing import Any

from django.urls import get_resolver
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import extend_schema
from drf_spectacular.validation import validate_schema
from rest_framework.settings import api_settings

from campaign.api.described import NOTED

DEEPEST = 3  # paths, path, method; components, kind, name


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describe the site's tokens in the schema."""

    target_class = "campaign.api.auth.BearerAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


def drawn() -> str:
    """Return the schema as validated text."""
    _hand_over()
    GENERATOR_STATS.reset()
    schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    validate_schema(schema)  # type: ignore[no-untyped-call]
    return f"{_laid_out(schema)}\n"


def _laid_out(part: Any, depth: int = 0) -> str:
    """Return JSON with one operation and one component a line."""
    if depth == DEEPEST or not isinstance(part, dict) or not part:
        return json.dumps(part, ensure_ascii=False)
    margin = " " * depth
    lines = (f"{margin} {json.dumps(name)}: {_laid_out(said, depth + 1)}" for name, said in part.items())
    return "{\n" + ",\n".join(lines) + f"\n{margin}}}"


@cache
def _hand_over() -> None:
    """Pass the noted endpoints to the generator, once: it keeps them."""
    get_resolver().check()  # reads all URLs, and with them the endpoints
    setattr(api_settings, "DEFAULT_SCHEMA_CLASS", AutoSchema)  # noqa: B010  its stubs call it text
    for view, words in NOTED:
        extend_schema(**_made(words))(view)


def _made(words: Any) -> Any:
    """Return a description with everything in it that was put off."""
    if isinstance(words, dict):
        return {key: _made(value) for key, value in words.items()}
    return _once(words) if isinstance(words, partial) else words


@cache
def _once(make: Callable[[], Any]) -> Any:
    """Carry out a call: what several endpoints name is one thing."""
    return make()


def warnings_of() -> list[str]:
    """Return the generator's warnings; a schema with any is not checked in."""
    stats = (GENERATOR_STATS._warn_cache, GENERATOR_STATS._error_cache)
    return [str(line) for cache in stats for line in cache]
