"""The checked-in schema, and pages that show it to people, a topic each."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_GET

SCHEMA = Path(__file__).with_name("openapi.json")
JSON = "application/json"
TOPICS = {"b": "battles", "contact": "battles", "rows": "journal", "me": "accounts", "token": "accounts"}


@cache
def schema_text() -> str:
    return SCHEMA.read_text(encoding="utf-8")


@require_GET
def schema(request: HttpRequest) -> HttpResponse:
    return HttpResponse(schema_text(), content_type="application/vnd.oai.openapi+json")


@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """Show how to call the API, and its topics."""
    return render(request, "api.html", {"topics": operations(), "problems": problems()})


@require_GET
def topic(request: HttpRequest, topic: str) -> HttpResponse:
    """Show a topic's operations with their parameters, bodies, and answers."""
    if topic not in operations():
        raise Http404
    return render(request, "api_topic.html", {"topic": topic, "operations": operations()[topic]})


@cache
def operations() -> dict[str, list[dict[str, Any]]]:
    """Return the schema's operations by topic."""
    topics: dict[str, list[dict[str, Any]]] = {}
    whole = json.loads(schema_text())
    for address, methods in whole["paths"].items():
        for method, said in methods.items():
            topics.setdefault(_topic(address), []).append(_operation(whole, address, method, said))
    return dict(sorted(topics.items()))


@cache
def problems() -> list[dict[str, Any]]:
    """Return the properties of a problem document."""
    return _properties(json.loads(schema_text()), "Problem")


def _topic(address: str) -> str:
    """Return the first word of an address that says what it is about."""
    words = [word for word in address.split("/") if word and not word.startswith("{")]
    about = next((word for word in words if word not in ("api", "c")), "campaigns")
    return TOPICS.get(about, about)


def _operation(whole: dict[str, Any], address: str, method: str, said: dict[str, Any]) -> dict[str, Any]:
    body = said.get("requestBody", {}).get("content", {}).get(JSON, {}).get("schema", {})
    return {
        "name": said["operationId"],
        "method": method.upper(),
        "path": address,
        "what": said.get("description", ""),
        "parameters": said.get("parameters", []),
        "body": _properties(whole, _name(body)),
        "answer": _properties(whole, _name(_good_answer(said))),
        "answer_name": _name(_good_answer(said)),
        "open": said.get("security") == [{}] or "security" not in said,
    }


def _good_answer(said: dict[str, Any]) -> dict[str, Any]:
    good: dict[str, Any] = next((answer for code, answer in said["responses"].items() if code.startswith("2")), {})
    found: dict[str, Any] = good.get("content", {}).get(JSON, {}).get("schema", {})
    return found


def _name(schema: dict[str, Any]) -> str:
    return str(schema.get("$ref", "")).rpartition("/")[2]


def _properties(whole: dict[str, Any], name: str) -> list[dict[str, Any]]:
    found = whole["components"]["schemas"].get(name, {})
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


urlpatterns = [
    path("schema/", schema, name="schema"),
    path("about/<slug:topic>/", topic, name="topic"),
    path("", index, name="index"),
]
