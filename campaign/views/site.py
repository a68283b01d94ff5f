"""Pages about the site, the same for everyone."""

from functools import cache
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_GET

from campaign.errors import NOTHING_HERE, PROBLEM, Mistyped, problem_body


@require_GET
def help_page(request: HttpRequest) -> HttpResponse:
    return render(request, "help.html")


def nowhere(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer an unknown address with a page or, under /api/, a problem document."""
    if not request.path.startswith("/api/"):
        if isinstance(exception, Mistyped):
            near = exception.suggested(request.path)
            return render(request, "404.html", {"near": near}, status=HTTPStatus.NOT_FOUND)
        return HttpResponse(_nothing_here(), status=HTTPStatus.NOT_FOUND)
    body = problem_body(HTTPStatus.NOT_FOUND, NOTHING_HERE)
    return JsonResponse(body, status=HTTPStatus.NOT_FOUND, content_type=PROBLEM)


@cache
def _nothing_here() -> str:
    """Return the page for an unknown address: the same bytes for everyone, so it is drawn once."""
    return render_to_string("404.html")
