"""Sentences for people. Anything else that goes wrong is a bug and stays one."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django.forms import BaseForm


NOTHING_HERE = "There is nothing here for you."
PROBLEM = "application/problem+json"


def problem_body(status: int, detail: str) -> dict[str, Any]:
    """RFC 9457: what is wrong, in one sentence, for a program."""
    return {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": int(status), "detail": detail}


class Refusal(Exception):
    """An action that is not allowed, and why; nothing has changed."""

    status = HTTPStatus.CONFLICT

    def __init__(self, sentence: str, *, cites: str = "", field: str = "") -> None:
        super().__init__(sentence)
        self.sentence, self.cites, self.field = sentence, cites, field

    @property
    def sentences(self) -> list[str]:
        """Each on a line of its own, where a page has room for several."""
        return [f"{self.sentence} {self.cites}".strip()]


class Stale(Refusal):
    """The page was older than the seat's view; `news` says what has changed for that seat since."""

    def __init__(self, *, news: Sequence[str], version: int) -> None:
        super().__init__("Your view has changed since this page was made. Nothing was done; what you typed is kept.")
        self.news, self.version = list(news), version


class AlreadyDone(Exception):
    """The same request came again, or another sweep was quicker: it was done the first time and is not done twice."""


class BadInput(Refusal):
    """A request that makes no sense: which field, and its limit."""

    status = HTTPStatus.BAD_REQUEST

    @classmethod
    def from_form(cls, form: "BaseForm") -> "BadInput":
        """The first thing that is wrong with a form, in one sentence."""
        name, sentences = next(iter(form.errors.items()))
        return cls(f"{name}: {sentences[0]}", field=name)
