"""The rule books inside a campaign: the same answers, with its own numbers and rulings."""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.api.base import PROBLEMS, seated_endpoint
from campaign.api.described import described
from campaign.api.rules import (
    BOOK,
    BOOKS,
    ODDS,
    PROCEDURE,
    RAN,
    RUN,
    all_books,
    all_chances,
    one_book,
    one_procedure,
)
from campaign.selectors.house import house_of
from campaign.visibility import Viewer
from rulesets.core.context import Context


def rule_endpoints(base: str, operation: str, whose: str, context_of: Callable[..., Context]) -> list[URLPattern]:
    """Return the endpoints of the rules with the numbers that `context_of` gives for a viewer and the rest of the path.

    `operation` begins the names of their operations, and `whose` says whose numbers they use.
    """
    numbers = f"with the numbers and rulings of {whose}"

    @described(
        operation_id=operation,
        description=f"Return every book with its rules, {numbers}.",
        responses={200: BOOKS, **PROBLEMS},
    )
    @seated_endpoint("GET")
    def books(request: Request, viewer: Viewer, /, **path: Any) -> Response:
        context_of(viewer, **path)
        return all_books()

    @described(
        operation_id=f"{operation}_book",
        description=f"Return one book, {numbers}.",
        responses={200: BOOK, **PROBLEMS},
    )
    @seated_endpoint("GET")
    def book(request: Request, viewer: Viewer, /, *, book_id: str, **path: Any) -> Response:
        context_of(viewer, **path)
        return one_book(book_id)

    @described(
        methods=["GET"],
        operation_id=f"{operation}_procedure",
        description=f"Return a rule's inputs, examples, and tables, {numbers}.",
        responses={200: PROCEDURE, **PROBLEMS},
    )
    @described(
        methods=["POST"],
        operation_id=f"{operation}_run",
        description=f"Carry out a rule {numbers}.",
        request=RUN,
        responses={200: RAN, **PROBLEMS},
    )
    @seated_endpoint("GET", "POST")
    def procedure(request: Request, viewer: Viewer, /, *, book_id: str, name: str, **path: Any) -> Response:
        return one_procedure(request, book_id, name, context_of(viewer, **path))

    @described(
        operation_id=f"{operation}_odds",
        description=f"Return the exact chance of every result, {numbers}.",
        request=RUN,
        responses={200: ODDS, **PROBLEMS},
    )
    @seated_endpoint("POST")
    def odds(request: Request, viewer: Viewer, /, *, book_id: str, name: str, **path: Any) -> Response:
        return all_chances(request, book_id, name, context_of(viewer, **path))

    return [
        path(base, books),
        path(f"{base}<slug:book_id>/", book),
        path(f"{base}<slug:book_id>/<slug:name>/", procedure),
        path(f"{base}<slug:book_id>/<slug:name>/odds/", odds),
    ]


def _of_campaign(viewer: Viewer) -> Context:
    return house_of(viewer.campaign_id)


urlpatterns = rule_endpoints("c/<id:campaign_id>/rulebook/", "campaign_rules", "the campaign", _of_campaign)
