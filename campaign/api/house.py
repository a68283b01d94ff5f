"""What a campaign plays differently from the books."""

from typing import Any

from django.http import Http404
from django.urls import path
from drf_spectacular.utils import inline_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.api.base import PROBLEMS, Done, do, seated_endpoint
from campaign.api.body import body_of
from campaign.api.described import described
from campaign.api.forms import schema_of
from campaign.forms.house import SwitchForm, TableForm
from campaign.selectors.house import house_page
from campaign.services.house import import_table, switch_ruling
from campaign.visibility import Viewer
from rulesets.core.plain import as_json

HOUSE = inline_serializer(
    "House",
    {
        "cells": serializers.ListField(child=serializers.DictField(), help_text="replaced cells of tables"),
        "choices": serializers.ListField(child=serializers.DictField(), help_text="rulings that can be switched"),
    },
)


@described(operation_id="house", responses={200: HOUSE, **PROBLEMS})
@seated_endpoint("GET")
def house(request: Request, viewer: Viewer) -> Response:
    """Replaced numbers and switched rulings of this campaign."""
    return Response(as_json(house_page(viewer.campaign_id)))


@described(operation_id="import_table", request=schema_of(TableForm), responses={200: Done, **PROBLEMS})
@seated_endpoint("POST")
def table(request: Request, viewer: Viewer) -> Response:
    """Replace the cells that a CSV or JSON text names, all or none. The umpire's, or both sides' together."""
    form = TableForm(body_of(request), viewer=_who_decides(viewer))

    def action(data: dict[str, Any]) -> None:
        import_table(viewer, text=data["text"], name=data["name"], reason=data["reason"], **form.action())

    return do(form, action)


@described(operation_id="switch_ruling", request=schema_of(SwitchForm), responses={200: Done, **PROBLEMS})
@seated_endpoint("POST")
def switch(request: Request, viewer: Viewer) -> Response:
    """Choose another answer where a book is silent: `choice` is book|ruling|option. Without an umpire, both sides'."""
    form = SwitchForm(body_of(request), viewer=_who_decides(viewer))

    def action(data: dict[str, Any]) -> None:
        book, ruling, option = form.chosen()
        switch_ruling(viewer, book=book, ruling=ruling, option=option, reason=data["reason"], **form.action())

    return do(form, action)


def _who_decides(viewer: Viewer) -> Viewer:
    if not viewer.decides:
        raise Http404
    return viewer


urlpatterns = [
    path("c/<id:campaign_id>/rules/", house, name="house"),
    path("c/<id:campaign_id>/rules/table/", table, name="house-table"),
    path("c/<id:campaign_id>/rules/switch/", switch, name="house-switch"),
]
