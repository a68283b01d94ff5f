"""The rule pages inside a campaign: the same pages, with its own numbers and rulings."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_http_methods

from campaign.routes import reverse
from campaign.selectors.house import house_of
from campaign.views import rules
from campaign.views.rules import Shelf
from campaign.visibility import Viewer
from campaign.web import seated

ShelfOf = Callable[..., Shelf]


def of_campaign(viewer: Viewer) -> Shelf:
    base = reverse("rulebook:books", args=[viewer.campaign_id])
    return Shelf(base, house_of(viewer.campaign_id), f"With the numbers and rulings of {viewer.campaign_name}.")


def rule_pages(shelf_of: ShelfOf) -> list[URLPattern]:
    """Return the URLs of the rule pages as one shelf has them; `shelf_of` gets the viewer and the rest of the path."""
    return [
        path("", _inside(rules.books, shelf_of), name="books"),
        path("<slug:book_id>/", _inside(rules.book, shelf_of), name="book"),
        path("<slug:book_id>/<slug:name>/", _inside(rules.procedure, shelf_of, "POST"), name="procedure"),
        path("<slug:book_id>/<slug:name>/odds/", _inside(rules.odds, shelf_of), name="odds"),
    ]


def _inside(view: Callable[..., HttpResponse], shelf_of: ShelfOf, *more_methods: str) -> Callable[..., Any]:
    """Serve a rule page to seats; it has no tag, because a practice roll changes it without a journal entry."""

    def page(request: HttpRequest, viewer: Viewer, /, **path: Any) -> HttpResponse:
        named = {key: path.pop(key) for key in ("book_id", "name") if key in path}
        return view(request, **named, at=shelf_of(viewer, **path))

    return seated(require_http_methods(["GET", *more_methods])(page), has_tag=False)
