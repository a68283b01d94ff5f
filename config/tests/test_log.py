"""Logs are JSON lines that say what happened where, never a value."""

import json
import logging
import sys

import pytest
from django.test import RequestFactory
from django.urls import resolve

from config.log import JsonFormatter, WithoutPaths, logging_settings

SECRET = "hush-hush"


def line(record: logging.LogRecord) -> dict[str, object]:
    WithoutPaths().filter(record)
    parsed: dict[str, object] = json.loads(JsonFormatter().format(record))
    return parsed


def record_of(message: str, *args: object, name: str = "django.request", **extra: object) -> logging.LogRecord:
    return logging.getLogger(name).makeRecord(name, logging.WARNING, __file__, 1, message, args, None, extra=extra)


@pytest.mark.parametrize(
    ("message", "args"),
    [
        ("%s: %s", ("Not Found", f"/reset/{SECRET}/")),
        ("Forbidden (%s): %s", ("CSRF cookie not set.", f"/{SECRET}")),
        ("Method Not Allowed (%s): %s", ("PUT", f"/{SECRET}")),
    ],
)
def test_refused_request_is_logged_without_its_path(message: str, args: tuple[str, ...]) -> None:
    found = line(record_of(message, *args, request=object(), status_code=404))
    assert SECRET not in json.dumps(found)
    assert (found["level"], found["logger"], found["status"]) == ("warning", "django.request", 404)


def test_suspicious_request_is_logged_by_kind_only() -> None:
    found = line(record_of(f"Invalid HTTP_HOST header: '{SECRET}'.", name="django.security.DisallowedHost"))
    assert SECRET not in json.dumps(found)
    assert found["message"] == "refused: DisallowedHost"


def test_refused_request_is_logged_with_its_route() -> None:
    request = RequestFactory().get(f"/invitations/{SECRET}/")
    request.resolver_match = resolve(request.path)
    found = line(record_of("%s: %s", "Gone", request.path, request=request, status_code=410))
    assert found["message"] == "request refused: 410 invitations/<str:token>/"


@pytest.mark.parametrize("name", ["django.request", "django.security.DisallowedHost"])
def test_refused_request_is_logged_without_its_error(name: str) -> None:
    record = record_of("refused", name=name, request=object(), status_code=400)
    record.exc_info = (ValueError, ValueError(SECRET), None)
    WithoutPaths().filter(record)
    assert SECRET not in logging.Formatter().format(record)


def test_every_shape_of_the_site_logs_without_paths() -> None:
    for json_lines in (True, False):
        handlers = logging_settings(json_lines=json_lines, level="INFO")["handlers"].values()
        assert [handler["filters"] for handler in handlers] == [["without_paths"]]


def test_error_is_logged_without_its_message() -> None:
    try:
        raise ValueError(SECRET)
    except ValueError:
        record = logging.getLogger("x").makeRecord("x", logging.ERROR, __file__, 1, "it broke", (), sys.exc_info())
    found = line(record)
    assert SECRET not in json.dumps(found)
    assert found["error"] == "ValueError"
    assert "test_log.py" in str(found["frames"])


def test_production_logs_json_and_the_embedded_site_plain_text() -> None:
    formatters = [
        logging_settings(json_lines=json_lines, level="INFO")["handlers"]["stderr"]["formatter"]
        for json_lines in (True, False)
    ]
    assert formatters == ["json", "plain"]
