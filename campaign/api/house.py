"""What a campaign plays differently from the books."""

from django.urls import path
from drf_spectacular.utils import inline_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.actions import house as acts
from campaign.api.base import PROBLEMS, seated_endpoint, twin_of
from campaign.api.described import described
from campaign.selectors.house import house_page
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


urlpatterns = [
    path("c/<id:campaign_id>/rules/", house, name="house"),
    path("c/<id:campaign_id>/rules/table/", twin_of(acts.import_table), name="house-table"),
    path("c/<id:campaign_id>/rules/switch/", twin_of(acts.switch_ruling), name="house-switch"),
]
