"""The journal, rewinds, and corrections."""

from typing import Any

from django.urls import path
from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework_dataclasses.serializers import DataclassSerializer

from campaign.actions import journal as acts
from campaign.actions.base import Action
from campaign.api.base import PROBLEMS, Done, acts_as, asked_now, carried_out, seated_endpoint, twin_of
from campaign.api.body import body_of
from campaign.api.described import described
from campaign.api.forms import AskedSerializer
from campaign.errors import BadInput
from campaign.forms.journal import Correctable, CorrectionForm, JournalFilter
from campaign.models import LineTopic
from campaign.selectors.journal import KINDS, EntryPage, JournalPage, RewindPage, entry_page, journal_page, rewind_page
from campaign.visibility import Viewer

FIELDS = inline_serializer("Fields", {"version": serializers.IntegerField(), "fields": AskedSerializer(many=True)})


class JournalPageSerializer(DataclassSerializer[JournalPage]):
    class Meta:
        dataclass = JournalPage


class EntryPageSerializer(DataclassSerializer[EntryPage]):
    class Meta:
        dataclass = EntryPage


class RewindPageSerializer(DataclassSerializer[RewindPage]):
    class Meta:
        dataclass = RewindPage


@described(
    operation_id="journal",
    parameters=[
        OpenApiParameter("before", int, description="only lines before this line number"),
        OpenApiParameter("topic", str, enum=LineTopic.values),
        OpenApiParameter("kind", str, enum=[*KINDS]),
        OpenApiParameter("turn", int),
    ],
    responses={200: JournalPageSerializer, **PROBLEMS},
)
@seated_endpoint("GET")
def journal(request: Request, viewer: Viewer) -> Response:
    """Return your journal lines, newest first; send `older` as `before` to read the next page."""
    asked = JournalFilter(request.query_params)
    if not asked.is_valid():
        raise BadInput.from_form(asked)
    page = journal_page(viewer, **asked.cleaned_data)
    return Response(JournalPageSerializer(page).data)


@described(operation_id="journal_entry", responses={200: EntryPageSerializer, **PROBLEMS})
@seated_endpoint("GET")
def entry(request: Request, viewer: Viewer, n: int) -> Response:
    """Return one line with its trace; the umpire also sees the records before and after."""
    return Response(EntryPageSerializer(entry_page(viewer, n)).data)


@described(methods=["GET"], operation_id="rewind_preview", responses={200: RewindPageSerializer, **PROBLEMS})
@acts_as(acts.rewind)
@seated_endpoint("GET", "POST")
def rewind_to(request: Request, viewer: Viewer, n: int) -> Response:
    """Return what a rewind to this entry would undo, or rewind to it. Only the umpire can."""
    if request.method == "GET":
        return Response(RewindPageSerializer(rewind_page(viewer, n)).data)
    return carried_out(acts.rewind, viewer, acts.rewind.ask(viewer, body_of(request), n=n), n=n)


@described(methods=["GET"], operation_id="row", responses={200: FIELDS, **PROBLEMS})
@described(
    methods=["POST"],
    operation_id="correct",
    description=acts.correct.about,
    request={"application/json": {"type": "object", "required": ["reason"], "additionalProperties": True}},
    responses={200: Done, **PROBLEMS},
)
@seated_endpoint("GET", "POST")
def correct_row(request: Request, viewer: Viewer, /, **path: Any) -> Response:
    """Return a record, or correct it. Fields that the body leaves out stay unchanged.

    Without a human umpire, a side asks for the correction of a record that it may see.
    """
    act: Action[Correctable, CorrectionForm] = acts.ask_correction if viewer.speaks_for_side else acts.correct
    offer = act.offer(viewer, **path)
    if request.method == "GET":
        return Response(asked_now(act.form(viewer=viewer, offer=offer)))
    form = act.form(offer.present | body_of(request), viewer=viewer, offer=offer)
    return carried_out(act, viewer, form, **path)


urlpatterns = [
    path("c/<id:campaign_id>/journal/", journal, name="journal"),
    path("c/<id:campaign_id>/journal/<int:n>/", entry, name="entry"),
    path("c/<id:campaign_id>/journal/<int:n>/ask-rewind/", twin_of(acts.ask_rewind), name="ask-rewind"),
    path("c/<id:campaign_id>/journal/<int:n>/rewind/", rewind_to, name="rewind"),
    path("c/<id:campaign_id>/rows/<str:table>/<id:row_id>/", correct_row, name="correct"),
]
