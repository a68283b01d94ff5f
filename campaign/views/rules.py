"""The rule pages: each rule as a form, with its result and why, its odds, and its printed tables."""

from dataclasses import field
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_http_methods

from campaign.errors import Later, NumberNeeded, Refusal
from campaign.forms.rules import drawn, faces_typed, typed
from campaign.gate import heavy
from campaign.routes import reverse
from campaign.selectors.rule_search import LONGEST, named_like, search
from campaign.selectors.rules import (
    Answer,
    answer_of,
    book_page,
    book_pages,
    card,
    examples_of,
    find_procedure,
    names_of,
    next_practice_number,
    odds_of,
    tables_of,
)
from campaign.services import throttle
from campaign.services.rulebook import carry_out
from campaign.views.numbers import wanted
from campaign.web import is_kept, limit_strangers, practice_of
from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.errors import IllegalOrder
from rulesets.core.outcome import Outcome
from rulesets.core.procedure import Procedure
from rulesets.core.records import dataclass


@dataclass(frozen=True)
class Shelf:
    """Where rules are read: the address of their pages, the numbers and rulings they use, and whose these are."""

    base: str
    context: Context = BY_THE_BOOK
    about: str = ""


def open_shelf() -> Shelf:
    return Shelf(reverse("rules:books"))


@dataclass
class Asked:
    """A rule, the typed values, and the result."""

    procedure: Procedure[Any, Any]
    typed: dict[str, Any]
    faces: str = ""
    outcome: Outcome[Any] | None = None
    answer: Answer | None = None
    wrong: str = ""
    sentence: str = ""
    cites: str = ""
    needed: NumberNeeded | None = None
    status: int = HTTPStatus.OK
    examples: list[dict[str, Any]] = field(default_factory=list)


@require_GET
def books(request: HttpRequest, *, at: Shelf | None = None) -> HttpResponse:
    """List the books; a search lists what it finds in all of them."""
    at = at or open_shelf()
    context = {"books": book_pages(), "shelf": at}
    return render(request, "rules/books.html", context | _searched(request, at))


@require_GET
def book(request: HttpRequest, book_id: str, *, at: Shelf | None = None) -> HttpResponse:
    """List a book's rules by phase; a search lists what it finds in this book."""
    at = at or open_shelf()
    context = {"book": book_page(book_id), "shelf": at, "shows_rulings": "rulings" in request.GET}
    return render(request, "rules/book.html", context | _searched(request, at, book_id))


def _searched(request: HttpRequest, at: Shelf, book_id: str = "") -> dict[str, Any]:
    """Return the words that were searched for and what was found, or rules of a similar name."""
    words = request.GET.get("q", "").strip()[:LONGEST]
    found = search(words, book_id)
    named = named_like(words) if words and not found else []
    near = [(title, at.base + address) for title, address in named]
    return {"words": words, "longest": LONGEST, "found": found, "near": near}


@require_http_methods(["GET", "POST"])
def procedure(request: HttpRequest, book_id: str, name: str, *, at: Shelf | None = None) -> HttpResponse:
    """Show a rule's form; a POST rolls or takes the typed dice and shows the result."""
    each, at = find_procedure(book_id, name), at or open_shelf()
    if request.method == "POST" or request.GET:
        limit_strangers(request, throttle.RULES)
        return _as_typed(request, each, at)
    return _draw(request, Asked(each, _values(each, {})), at)


@heavy
def _as_typed(request: HttpRequest, each: Procedure[Any, Any], at: Shelf) -> HttpResponse:
    """Draw the form as it was typed, however long its lists; carry out a POST."""
    data = request.POST if request.method == "POST" else request.GET
    asked = Asked(each, _values(each, data), data.get("dice", ""))
    if request.method == "POST" and not is_kept(request):
        _carry_out(request, asked, at)
    return _draw(request, asked, at)


def _draw(request: HttpRequest, asked: Asked, at: Shelf) -> HttpResponse:
    return render(request, "rules/procedure.html", _context(request, asked, at), status=asked.status)


def _values(each: Procedure[Any, Any], data: Any) -> dict[str, Any]:
    """Return the typed values, or the first example so that the form can be tried right away."""
    if "clear" in data:
        return {}
    if data:
        return typed(each.schema(), {key: data[key] for key in data})
    return dict(each.examples[0].inputs) if each.examples else {}


def _carry_out(request: HttpRequest, asked: Asked, at: Shelf) -> None:
    number = request.POST.get("number", "")
    try:
        faces = faces_typed(asked.faces)
        asked.outcome = carry_out(
            asked.procedure,
            asked.typed,
            faces=faces,
            user_id=_roller(request),
            number=int(number) if number.isdecimal() and len(number) < 6 else None,
            entropy=request.POST.get("entropy", ""),
            context=at.context,
        )
        of_book, names = asked.procedure.book, names_of(asked.typed)
        asked.answer = answer_of(asked.outcome, book=of_book, by_hand=faces is not None, names=names)
    except Later:
        raise
    except (IllegalOrder, Refusal) as error:
        asked.wrong, asked.sentence, asked.cites = error.field, _as_labelled(asked.procedure, error), error.cites
        asked.needed = error if isinstance(error, NumberNeeded) else None
        asked.status = HTTPStatus.UNPROCESSABLE_ENTITY


def _roller(request: HttpRequest) -> int | None:
    """Return whose practice cup is rolled from; a visitor of a practice battle has none, as any stranger."""
    return request.user.pk if request.user.is_authenticated and practice_of(request) is None else None


def _as_labelled(each: Procedure[Any, Any], error: IllegalOrder | Refusal) -> str:
    """Return the sentence with the field's label in place of its name."""
    name = f"{error.field}: "
    label = each.schema().get("properties", {}).get(error.field, {}).get("title", error.field)
    return f"{label}: {error.sentence.removeprefix(name)}" if error.sentence.startswith(name) else error.sentence


def _context(request: HttpRequest, asked: Asked, at: Shelf) -> dict[str, Any]:
    each = asked.procedure
    user_id = _roller(request)
    return {
        "book": book_page(each.book),
        "card": card(each),
        "shelf": at,
        "wanted": wanted(request, asked.needed) if asked.needed else None,
        "fields": drawn(each.schema(), asked.typed, wrong=asked.wrong, sentence=asked.sentence),
        "asked": asked,
        "throws_dice": each.odds_way.name != "no dice",
        "number": next_practice_number(user_id) if user_id else None,
        "tables": tables_of(each, asked.outcome, at.context),
        "examples": examples_of(each),
    }


@require_GET
def odds(request: HttpRequest, book_id: str, name: str, *, at: Shelf | None = None) -> HttpResponse:
    """Show the exact chances for these inputs, inside the rule's page or, without scripts, alone."""
    each = find_procedure(book_id, name)
    at = at or open_shelf()
    context: dict[str, Any] = {"card": card(each), "book": book_page(each.book), "shelf": at}
    status = HTTPStatus.OK
    limit_strangers(request, throttle.RULES)
    try:
        asked = typed(each.schema(), {key: request.GET[key] for key in request.GET})
        context["odds"] = odds_of(each, asked, came=request.GET.get("came", ""), context=at.context)
    except Later:
        raise
    except (IllegalOrder, Refusal) as error:
        context |= {"sentence": _as_labelled(each, error), "cites": error.cites}
        if isinstance(error, NumberNeeded):
            back = f"{at.base}{each.book}/{each.name}/?{request.GET.urlencode()}"
            context["wanted"] = wanted(request, error, back=back)
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    template = "rules/odds.html#odds" if request.htmx else "rules/odds.html"  # type: ignore[attr-defined]
    return render(request, template, context, status=status)
