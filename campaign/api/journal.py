"""The journal and what the umpire does to it."""

from collections.abc import Callable
from typing import Any

from django.http import Http404
from django.urls import path
from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework_dataclasses.serializers import DataclassSerializer

from campaign.api.base import PROBLEMS, Done, asked_now, do, seated_endpoint, twin
from campaign.api.body import body_of
from campaign.api.described import described
from campaign.api.forms import AskedSerializer, schema_of
from campaign.errors import BadInput
from campaign.forms.journal import AskRewindForm, CorrectionForm, JournalFilter, RewindForm
from campaign.ids import read_id
from campaign.selectors.journal import EntryPage, JournalPage, RewindPage, entry_page, journal_page, rewind_page
from campaign.services.corrections import correct, find_row
from campaign.services.rewind import rewind
from campaign.services.site_corrections import ask_correction, askable_fields, find_askable
from campaign.services.site_rewind import ask_rewind
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
        OpenApiParameter("before", int, description="only lines before this number of yours"),
        OpenApiParameter("kind", str, enum=["battle", "cup", "map", "club", "correct", "rewind"]),
        OpenApiParameter("turn", int),
    ],
    responses={200: JournalPageSerializer, **PROBLEMS},
)
@seated_endpoint("GET")
def journal(request: Request, viewer: Viewer) -> Response:
    """Your own lines, newest first; `older` is the number to ask before for the next page."""
    asked = JournalFilter(request.query_params)
    if not asked.is_valid():
        raise BadInput.from_form(asked)
    page = journal_page(viewer, **{name: asked.cleaned_data[name] for name in ("before", "kind", "turn")})
    return Response(JournalPageSerializer(page).data)


@described(operation_id="journal_entry", responses={200: EntryPageSerializer, **PROBLEMS})
@seated_endpoint("GET")
def entry(request: Request, viewer: Viewer, n: int) -> Response:
    """One line with its trace; the umpire sees the rows before and after."""
    return Response(EntryPageSerializer(entry_page(viewer, n)).data)


@described(methods=["GET"], operation_id="rewind_preview", responses={200: RewindPageSerializer, **PROBLEMS})
@described(methods=["POST"], operation_id="rewind", request=schema_of(RewindForm), responses={200: Done, **PROBLEMS})
@seated_endpoint("GET", "POST")
def rewind_to(request: Request, viewer: Viewer, n: int) -> Response:
    """What a rewind to this entry would take back; and the rewind. The umpire's alone."""
    page = rewind_page(viewer, n)
    if request.method == "GET":
        return Response(RewindPageSerializer(page).data)
    form = RewindForm(body_of(request), viewer=viewer, faces=page.faces)

    def action(data: dict[str, Any]) -> None:
        entry_id = read_id(page.entry) or 0
        said = {"reason": data["reason"], "private": data["private"], "voids": data.get("void", [])}
        rewind(viewer, entry_id=entry_id, **said, **form.action())

    return do(form, action)


@described(methods=["GET"], operation_id="row", responses={200: FIELDS, **PROBLEMS})
@described(
    methods=["POST"],
    operation_id="correct",
    request={"application/json": {"type": "object", "required": ["reason"], "additionalProperties": True}},
    responses={200: Done, **PROBLEMS},
)
@seated_endpoint("GET", "POST")
def correct_row(request: Request, viewer: Viewer, table: str, row_id: int) -> Response:
    """A row as it stands; and to put it right: columns by name, and the reason. The umpire's alone.

    Without a human umpire a side asks for it: the rows that it may see, and what it may see of them.
    """
    asks = viewer.speaks_for_side
    row = find_askable(viewer, table, row_id) if asks else find_row(viewer, table, row_id)
    offered = askable_fields(row) if asks else None
    if request.method == "GET":
        return Response(asked_now(CorrectionForm({}, viewer=viewer, row=row, offered=offered)))
    body = CorrectionForm.present(row, offered) | body_of(request)
    form = CorrectionForm(body, viewer=viewer, row=row, offered=offered)
    do_it: Callable[..., object] = ask_correction if asks else correct

    def action(data: dict[str, Any]) -> None:
        do_it(viewer, table=table, row_id=row_id, values=form.values(), reason=data["reason"], **form.action())

    return do(form, action)


ask = twin(
    "ask_rewind",
    "Without a human umpire: ask the other side to set the game back to this line.",
    make=lambda body, viewer, n: _ask_form(body, viewer, n),
    body=AskRewindForm,
    action=lambda viewer, form, n: ask_rewind(viewer, n=n, reason=form.cleaned_data["reason"], **form.action()),
)


def _ask_form(body: dict[str, Any], viewer: Viewer, n: int) -> AskRewindForm:
    if not entry_page(viewer, n).may_ask_rewind:
        raise Http404
    return AskRewindForm(body, viewer=viewer)


urlpatterns = [
    path("c/<id:campaign_id>/journal/<int:n>/ask-rewind/", ask, name="ask-rewind"),
    path("c/<id:campaign_id>/journal/", journal, name="journal"),
    path("c/<id:campaign_id>/journal/<int:n>/", entry, name="entry"),
    path("c/<id:campaign_id>/journal/<int:n>/rewind/", rewind_to, name="rewind"),
    path("c/<id:campaign_id>/rows/<str:table>/<id:row_id>/", correct_row, name="correct"),
]
