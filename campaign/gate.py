"""Keep a page thread free for light pages: heavy work may hold all but one of them (docs/decisions/0023)."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from threading import BoundedSemaphore, local
from typing import ParamSpec, TypeVar

from django.conf import settings

from campaign.errors import Later

P = ParamSpec("P")
R = TypeVar("R")
RETRY_SECONDS = 2
PLACES = BoundedSemaphore(settings.PAGE_THREADS - 1)
_this_thread = local()


class Busy(Later):
    """The process has no thread to spare for heavy work."""

    status = HTTPStatus.SERVICE_UNAVAILABLE

    def __init__(self) -> None:
        super().__init__("The site is busy with other calculations. Try again in a few seconds.", RETRY_SECONDS)


def heavy(work: Callable[P, R]) -> Callable[P, R]:
    """Mark what may keep a thread busy for longer than a page. It never waits, as that would hold a thread too.

    Heavy work inside other heavy work takes no place of its own.
    """

    @wraps(work)
    def admitted(*args: P.args, **kwargs: P.kwargs) -> R:
        if getattr(_this_thread, "is_inside", False):
            return work(*args, **kwargs)
        if not PLACES.acquire(blocking=False):
            raise Busy
        _this_thread.is_inside = True
        try:
            return work(*args, **kwargs)
        finally:
            _this_thread.is_inside = False
            PLACES.release()

    return admitted
