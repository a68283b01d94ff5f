"""Define errors whose sentences people read. Any other exception is a bug and stays one."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from django.http import Http404

if TYPE_CHECKING:
    from django.forms import BaseForm


NOTHING_HERE = "Not found."
ALREADY_DONE = "Already done; not repeated."
PROBLEM = "application/problem+json"


def problem_body(status: int, detail: str) -> dict[str, Any]:
    """Return an RFC 9457 problem, with one sentence, for a program."""
    return {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": int(status), "detail": detail}


class Refusal(Exception):
    """An action that isn't allowed, and why; nothing was changed."""

    status = HTTPStatus.CONFLICT

    def __init__(self, sentence: str, *, cites: str = "", field: str = "") -> None:
        super().__init__(sentence)
        self.sentence, self.cites, self.field = sentence, cites, field

    @property
    def sentences(self) -> list[str]:
        """Return the sentences, one per line, for pages with room for several."""
        return [f"{self.sentence} {self.cites}".strip()]

    @property
    def errors(self) -> dict[str, list[str]]:
        """Return the sentences by field, for programs."""
        return {self.field: [self.sentence]} if self.field else {}


class NumberNeeded(Refusal):
    """A refusal for lack of a number that no book states: `where` in words, `cell` by table, row, and column."""

    def __init__(self, where: str, *, cites: str, cell: tuple[str, str, str]) -> None:
        super().__init__(f"{where}: this number is unknown.", cites=cites)
        self.where, self.cell = where, cell


class RewindFirst(Refusal):
    """A refusal of what only a rewind can change: to before the entry of this `kind` about this stream."""

    def __init__(self, sentence: str, *, cites: str = "", kind: str, about: str) -> None:
        super().__init__(sentence, cites=cites)
        self.kind, self.about = kind, about


class Later(Refusal):
    """A request refused only for now; it may be sent again after `retry_after` seconds."""

    def __init__(self, sentence: str, retry_after: int) -> None:
        super().__init__(sentence)
        self.retry_after = retry_after


class Stale(Refusal):
    """The page was older than the seat's view; `news` lists the journal texts the seat hasn't seen."""

    def __init__(self, *, news: Sequence[str], version: int) -> None:
        super().__init__("This page is out of date. Nothing was changed. Check what’s new, then send it again.")
        self.news, self.version = list(news), version


class AlreadyDone(Exception):
    """The same request came again, or another sweep was faster; the work is done and isn't repeated."""


class BadInput(Refusal):
    """A request that doesn't make sense: which field, and its limit."""

    status = HTTPStatus.BAD_REQUEST

    @classmethod
    def from_form(cls, form: "BaseForm") -> "BadInput":
        """Return the first error of a form, in one sentence."""
        name, sentences = next(iter(form.errors.items()))
        return cls(f"{name}: {sentences[0]}", field=name)


class Mistyped(Http404):
    """There is no such page, but there may be one at an address much like it.

    `asked` is the part of the address that was mistyped; `near` are the titles and addresses that it may stand for.
    """

    def __init__(self, asked: str, near: list[tuple[str, str]]) -> None:
        super().__init__()
        self.asked, self.near = asked, near

    def suggested(self, path: str) -> list[tuple[str, str]]:
        """Return the titles and paths of the pages that were perhaps meant."""
        before = path.partition(self.asked)[0]
        return [(title, before + address) for title, address in self.near]
