"""The checked-in schema, and a page that shows it to people."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_GET

SCHEMA = Path(__file__).with_name("openapi.json")
JSON = "application/json"


@cache
def schema_text() -> str:
    return SCHEMA.read_text(encoding="utf-8")


@require_GET
def schema(request: HttpRequest) -> HttpResponse:
    return HttpResponse(schema_text(), content_type="application/vnd.oai.openapi+json")


@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """Show every operation with its parameters, body, and answers."""
    return render(request, "api.html", {"groups": operations(), "problems": _properties("Problem")})


@cache
def operations() -> dict[str, list[dict[str, Any]]]:
    """Return the schema's operations, grouped by the first word of their path."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for address, methods in json.loads(schema_text())["paths"].items():
        for method, said in methods.items():
            group = address.removeprefix("/api/").partition("/")[0]
            groups.setdefault("campaigns" if group == "c" else group, []).append(_operation(address, method, said))
    return groups


def _operation(address: str, method: str, said: dict[str, Any]) -> dict[str, Any]:
    body = said.get("requestBody", {}).get("content", {}).get(JSON, {}).get("schema", {})
    return {
        "name": said["operationId"],
        "method": method.upper(),
        "path": address,
        "what": said.get("description", ""),
        "parameters": said.get("parameters", []),
        "body": _properties(_name(body)),
        "answer": _properties(_name(_good_answer(said))),
        "answer_name": _name(_good_answer(said)),
        "open": said.get("security") == [{}] or "security" not in said,
    }


def _good_answer(said: dict[str, Any]) -> dict[str, Any]:
    good: dict[str, Any] = next((answer for code, answer in said["responses"].items() if code.startswith("2")), {})
    found: dict[str, Any] = good.get("content", {}).get(JSON, {}).get("schema", {})
    return found


def _name(schema: dict[str, Any]) -> str:
    return str(schema.get("$ref", "")).rpartition("/")[2]


def _properties(name: str) -> list[dict[str, Any]]:
    found = json.loads(schema_text())["components"]["schemas"].get(name, {})
    needed = set(found.get("required", []))
    return [
        {"name": key, "type": _type(said), "needed": key in needed, "what": said.get("description", "")}
        for key, said in found.get("properties", {}).items()
    ]


def _type(said: dict[str, Any]) -> str:
    kind = said.get("type") or _name(said) or "value"
    if kind == "array":
        return f"list of {_type(said.get('items', {}))}"
    return " or ".join(kind) if isinstance(kind, list) else str(kind)


urlpatterns = [path("schema/", schema, name="schema"), path("", index, name="index")]
