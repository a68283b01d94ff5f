"""The after-action report of a settled battle, and its files."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from battles.selectors.after import after_report
from battles.selectors.after_page import after_page, as_file, units_file
from campaign.visibility import Viewer


def after(request: HttpRequest, viewer: Viewer, battle_id: int) -> HttpResponse:
    """Show the report, to read and to print: a page that stays as it is, without scripts."""
    context = {"viewer": viewer, "page": after_page(viewer, battle_id), "live": None}
    return render(request, "battles/after.html", context)


def after_file(request: HttpRequest, viewer: Viewer, battle_id: int) -> HttpResponse:
    """Send the whole report as JSON."""
    return _file(as_file(after_report(viewer, battle_id)), "application/json", "after-action-report.json")


def after_units(request: HttpRequest, viewer: Viewer, battle_id: int) -> HttpResponse:
    """Send the units of both sides as CSV."""
    return _file(units_file(after_report(viewer, battle_id)), "text/csv; charset=utf-8", "units.csv")


def _file(text: str, media_type: str, name: str) -> HttpResponse:
    answer = HttpResponse(text, content_type=media_type)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
