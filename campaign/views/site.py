"""Pages about the site itself, the same for everyone."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET


@require_GET
def help_page(request: HttpRequest) -> HttpResponse:
    return render(request, "help.html")
