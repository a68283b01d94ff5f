"""Logs: one JSON line per event in production, plain text otherwise; never a query, body, cookie, or value.

A path may hold a reset or invitation token, so every shape of the site logs a request by its route. An exception's
message may quote a row, so production logs an exception by its type and place.
"""

import json
import logging
import traceback
from datetime import UTC, datetime
from typing import Any

FIELDS = ("method", "route", "status", "milliseconds", "task", "feed")


def frames(error: BaseException) -> list[str]:
    """Return the file, line, and function of each frame, without values."""
    return [f"{f.filename}:{f.lineno} {f.name}" for f in traceback.extract_tb(error.__traceback__)]


class JsonFormatter(logging.Formatter):
    """Write one line per record, with only the fields named above beside the message."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            line |= {"error": type(error).__name__, "frames": frames(error)}
        return json.dumps(line, ensure_ascii=False, default=str)


class WithoutPaths(logging.Filter):
    """Replace Django's messages that quote the request's path or host; keep the kind, the status, and the route."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name.startswith("django.security"):
            record.msg, record.args, record.exc_info = f"refused: {record.name.rsplit('.', 1)[-1]}", (), None
        elif hasattr(record, "request"):
            match = getattr(record.request, "resolver_match", None)
            status, route = getattr(record, "status_code", None), match.route if match else "no route"
            record.__dict__.update(status=status, route=route)
            record.msg, record.args = "request refused: %s %s", (status, route)
            if record.levelno < logging.ERROR:
                record.exc_info = None  # it quotes the request
        return True


def logging_settings(*, json_lines: bool, level: str) -> dict[str, Any]:
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"without_paths": {"()": "config.log.WithoutPaths"}},
        "formatters": {
            "json": {"()": "config.log.JsonFormatter"},
            "plain": {"format": "{levelname[0]} {name}: {message}", "style": "{"},
        },
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": "json" if json_lines else "plain",
                "filters": ["without_paths"],
            }
        },
        "root": {"handlers": ["stderr"], "level": level if json_lines else "WARNING"},
        "loggers": {
            "django": {"handlers": [], "level": level if json_lines else "WARNING", "propagate": True},
            "django.server": {"handlers": [], "propagate": True},
            "neutral": {"level": level if json_lines else "WARNING"},
        },
    }
