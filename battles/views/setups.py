"""The pages of a setup: its form, proposals in full, and the JSON Schema of its file."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from battles.actions import set_up_battle
from battles.forms.brief import BriefForm
from battles.selectors.ground import proposed_ground
from battles.selectors.ground_pictures import proposed_picture
from battles.selectors.setups import proposed_setup
from campaign.visibility import Viewer
from rulesets.core.brief_form import schema as schema_of_form


def set_up(
    request: HttpRequest, viewer: Viewer, *, form: BriefForm | None = None, status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    """Show the form, again with a row more or fewer, or filled with the armies of a sample (`?like=shiloh`)."""
    if form is None:
        form = set_up_battle.ask(viewer)
        form.start_from(request.GET.get("like", ""))
    context = {"page": form.offer.page, "form": form}
    return render(request, set_up_battle.template, context, status=HTTPStatus.OK if form.changes_rows else status)


def proposed(request: HttpRequest, viewer: Viewer, proposal_id: int) -> HttpResponse:
    return render(request, "battles/proposed_setup.html", {"page": proposed_setup(viewer, proposal_id)})


def ground(request: HttpRequest, viewer: Viewer, proposal_id: int) -> HttpResponse:
    return render(request, "battles/proposed_ground.html", {"page": proposed_ground(viewer, proposal_id)})


def picture(request: HttpRequest, viewer: Viewer, proposal_id: int) -> HttpResponse:
    return render(request, "battles/proposed_picture.html", {"page": proposed_picture(viewer, proposal_id)})


@require_safe
@cache_control(public=True, max_age=3600)
def schema(request: HttpRequest) -> HttpResponse:
    """Return the JSON Schema of a setup, made from its dataclasses."""
    return JsonResponse(schema_of_form(), content_type="application/schema+json")
