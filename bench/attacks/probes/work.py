"""The dice check: sixteen times as large a document takes at most about sixteen times as long, or is refused."""

import json
import time
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from django.test import Client

from bench.attacks.table import Table
from campaign.models import Cup, Throttle
from campaign.routes import reverse
from campaign.selectors.cups import cup_document

RUNS = 3
SIZES = (50, 800)
MOST_TIMES = 24  # as long for sixteen times the size: linear is at most 16, quadratic 50 and more
MEASURABLE_SECONDS = 0.1  # a machine's noise counts more than a shorter check
REFUSED = (HTTPStatus.UNPROCESSABLE_ENTITY, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)


def dice_check() -> Iterator[str]:
    """Grow a cup in each of its lists until the check refuses it or takes too long."""
    table = Table()
    table.play()
    table.enter_both()
    table.confirm_both()
    table.settle()
    document = cup_document(Cup.objects.filter(audience="umpire").latest("opened_seq"))
    for name in ("entropies", "heads", "throws"):
        yield from _grown(document, [name])
    yield from _grown(document, ["entropies", "heads"])
    yield from _grown(document, ["heads", "throws"])


def _grown(document: dict[str, Any], names: list[str]) -> Iterator[str]:
    few, many = (json.dumps(document | {name: _repeated(document[name], size) for name in names}) for size in SIZES)
    runs = [(_checked(few), _checked(many)) for _ in range(RUNS)]
    if any(status in REFUSED for _, (status, _) in runs):
        return
    before, taken = (min(seconds for _, seconds in each) for each in zip(*runs, strict=True))
    if taken > MEASURABLE_SECONDS and taken > MOST_TIMES * before:
        times = f"{taken / before:.0f} times as long as a sixteenth of it"
        yield f"a check of {len(many):,} bytes, {SIZES[-1]:,} {' and '.join(names)}, took {taken:.2f} s, {times}"


def _repeated(items: list[dict[str, Any]], size: int) -> list[dict[str, Any]]:
    return [{**items[n % len(items)], **_numbers(items[n % len(items)], n)} for n in range(size)]


def _numbers(item: dict[str, Any], n: int) -> dict[str, Any]:
    """Return the counters of a line, so that each line differs."""
    if "side" in item:
        return {"side": "S" + "".join(chr(ord("a") + int(digit)) for digit in str(n))}
    return {name: value for name, value in (("n", n + 1), ("step", n)) if name in item}


def _checked(text: str) -> tuple[int, float]:
    """Return the status of a check, and the seconds it took."""
    Throttle.objects.all().delete()
    began = time.thread_time()
    answer = Client(raise_request_exception=False).post(reverse("dice:check"), {"text": text})
    return answer.status_code, time.thread_time() - began
