"""The rule books for programs: books, rules, results, and odds."""

from typing import Any

from django.urls import path
from drf_spectacular.utils import inline_serializer
from rest_framework import serializers
from rest_framework.exceptions import ParseError
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.api.base import PROBLEMS, endpoint
from campaign.api.body import body_of
from campaign.api.described import described
from campaign.errors import Refusal
from campaign.selectors.rules import book_page, book_pages, card, chances_of, find_procedure, house_lines
from campaign.services.rulebook import carry_out
from rulesets.core.context import BY_THE_BOOK, Context, Noting
from rulesets.core.cup import MOST_DICE
from rulesets.core.errors import IllegalOrder
from rulesets.core.plain import as_json
from rulesets.core.procedure import Procedure
from rulesets.core.registry import tables

OWN = "the campaign's own numbers and rulings that the odds rest on, each with its origin and reason"
CARD = inline_serializer(
    "ProcedureCard",
    {
        "id": serializers.CharField(),
        "name": serializers.CharField(),
        "title": serializers.CharField(),
        "rules": serializers.ListField(child=serializers.CharField()),
        "help": serializers.CharField(),
    },
    many=True,
)
BOOK = inline_serializer(
    "Book",
    {
        "id": serializers.CharField(),
        "title": serializers.CharField(),
        "about": serializers.CharField(),
        "procedures": CARD,
    },
)
BOOKS: Any = serializers.ListSerializer(child=BOOK)
PROCEDURE = inline_serializer(
    "Procedure",
    {
        "id": serializers.CharField(),
        "title": serializers.CharField(),
        "rules": serializers.ListField(child=serializers.CharField()),
        "help": serializers.CharField(),
        "odds": serializers.CharField(help_text="how its odds are found"),
        "schema": serializers.DictField(help_text="JSON Schema of the input"),
        "examples": serializers.ListField(child=serializers.DictField()),
        "tables": serializers.ListField(child=serializers.DictField()),
    },
)
RUN = inline_serializer(
    "Run",
    {
        "inputs": serializers.DictField(help_text="as the rule's schema says"),
        "dice": serializers.ListField(
            child=serializers.IntegerField(),
            required=False,
            help_text="your own dice; without them the practice cup rolls",
        ),
        "odds": serializers.BooleanField(required=False, help_text="also return the exact chances"),
        "number": serializers.IntegerField(required=False, help_text="number of the roll in today's practice cup"),
        "entropy": serializers.CharField(
            required=False, help_text="random digits that you add to the cup, in hexadecimal"
        ),
    },
)
RAN = inline_serializer(
    "Ran",
    {
        "says": serializers.CharField(),
        "result": serializers.JSONField(),
        "steps": serializers.ListField(child=serializers.DictField()),
        "throws": serializers.ListField(child=serializers.DictField()),
        "odds": serializers.DictField(required=False, child=serializers.CharField()),
        "house": serializers.ListField(child=serializers.DictField(), required=False, help_text=OWN),
    },
)
ODDS = inline_serializer(
    "Odds",
    {
        "odds": serializers.DictField(child=serializers.CharField()),
        "house": serializers.ListField(child=serializers.DictField(), help_text=OWN),
    },
)


@described(operation_id="rules", responses={200: BOOKS, **PROBLEMS})
@endpoint("GET", permissions=(AllowAny,))
def books(request: Request) -> Response:
    """Return every book with its rules."""
    return all_books()


def all_books() -> Response:
    return Response([_book(page.id) for page in book_pages()])


@described(operation_id="rules_book", responses={200: BOOK, **PROBLEMS})
@endpoint("GET", permissions=(AllowAny,))
def book(request: Request, book_id: str) -> Response:
    """Return one book."""
    return one_book(book_id)


def one_book(book_id: str) -> Response:
    return Response(_book(book_id))


def _book(book_id: str) -> dict[str, Any]:
    page = book_page(book_id)
    return {"id": page.id, "title": page.title, "about": page.about, "procedures": as_json(page.procedures)}


@described(methods=["GET"], operation_id="rules_procedure", responses={200: PROCEDURE, **PROBLEMS})
@described(methods=["POST"], operation_id="rules_run", request=RUN, responses={200: RAN, **PROBLEMS})
@endpoint("GET", "POST", permissions=(AllowAny,))
def procedure(request: Request, book_id: str, name: str) -> Response:
    """Return a rule's inputs, tables, and examples, or carry it out."""
    return one_procedure(request, book_id, name, BY_THE_BOOK)


def one_procedure(request: Request, book_id: str, name: str, context: Context) -> Response:
    each = find_procedure(book_id, name)
    if request.method == "GET":
        return Response(_described(each, context))
    body = body_of(request)
    inputs, dice, number, entropy = _inputs(body), body.get("dice"), body.get("number"), body.get("entropy", "")
    _check(
        dice is None or (isinstance(dice, list) and len(dice) <= MOST_DICE and all(_is_face(face) for face in dice)),
        f"dice: enter a list of at most {MOST_DICE} whole numbers.",
    )
    _check(
        number is None or (isinstance(number, int) and 0 < number < 10**6),
        "number: enter a whole number from 1 to 999999.",
    )
    _check(isinstance(entropy, str) and len(entropy) <= 128, "entropy: enter at most 128 hexadecimal digits.")
    try:
        odds = _odds(each, inputs, context) if body.get("odds") is True else {}
        outcome = carry_out(
            each, inputs, faces=dice, user_id=request.user.pk, number=number, entropy=entropy, context=context
        )
    except IllegalOrder as error:
        raise _refused(error) from error
    return Response(outcome.to_json() | odds)


@described(operation_id="rules_odds", request=RUN, responses={200: ODDS, **PROBLEMS})
@endpoint("POST", permissions=(AllowAny,))
def odds(request: Request, book_id: str, name: str) -> Response:
    """Return the exact chance of every result, as fractions."""
    return all_chances(request, book_id, name, BY_THE_BOOK)


def all_chances(request: Request, book_id: str, name: str, context: Context) -> Response:
    each = find_procedure(book_id, name)
    try:
        return Response(_odds(each, _inputs(body_of(request)), context))
    except IllegalOrder as error:
        raise _refused(error) from error


def _odds(each: Procedure[Any, Any], inputs: dict[str, Any], context: Context) -> dict[str, Any]:
    noting = Noting.uses_of(context)
    odds = {words: str(chance) for words, chance in chances_of(each, inputs, noting).items()}
    return {"odds": odds, "house": as_json(house_lines(noting))}


def _described(each: Procedure[Any, Any], context: Context) -> dict[str, Any]:
    known = tables(each.book)
    return as_json(card(each)) | {  # type: ignore[no-any-return]
        "odds": each.odds_way.name,
        "schema": each.schema(),
        "examples": [as_json(example) for example in each.examples],
        "tables": [
            {
                "id": table.id,
                "title": table.title,
                "cites": str(table.cites),
                "cells": as_json(list(table.cells(context=context))),
            }
            for table in (known[name] for name in each.tables if name in known)
        ],
    }


def _inputs(body: dict[str, Any]) -> dict[str, Any]:
    inputs = body.get("inputs", {})
    _check(isinstance(inputs, dict), "inputs: enter an object with fields.")
    return inputs  # type: ignore[no-any-return]


def _is_face(face: object) -> bool:
    return isinstance(face, int) and not isinstance(face, bool) and 0 <= face < 1000


def _check(is_right: object, sentence: str) -> None:
    if not is_right:
        raise ParseError(sentence)


def _refused(error: IllegalOrder) -> Refusal:
    refusal = Refusal(error.sentence, cites=error.cites, field=error.field)
    refusal.status = 422  # type: ignore[assignment]
    return refusal


urlpatterns = [
    path("rules/", books, name="rules"),
    path("rules/<slug:book_id>/", book, name="rules-book"),
    path("rules/<slug:book_id>/<slug:name>/", procedure, name="rules-procedure"),
    path("rules/<slug:book_id>/<slug:name>/odds/", odds, name="rules-odds"),
]
