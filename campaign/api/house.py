"""House rules of a campaign."""

from django.urls import path
from drf_spectacular.utils import inline_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.actions import house as acts
from campaign.api.base import PROBLEMS, seated_endpoint, twin_of
from campaign.api.described import described
from campaign.selectors.house import house_page
from campaign.selectors.house_tables import blank_file, filled_file, table_cards
from campaign.visibility import Viewer
from rulesets.core.plain import as_json

HOUSE = inline_serializer(
    "House",
    {
        "cells": serializers.ListField(child=serializers.DictField(), help_text="replaced table cells"),
        "choices": serializers.ListField(child=serializers.DictField(), help_text="rulings with a choice"),
    },
)


@described(operation_id="house", responses={200: HOUSE, **PROBLEMS})
@seated_endpoint("GET")
def house(request: Request, viewer: Viewer) -> Response:
    """Return this campaign's replaced numbers and chosen rulings."""
    return Response(as_json(house_page(viewer.campaign_id)))


LINES = serializers.ListField(child=serializers.DictField(), help_text="lines with table, row, column, and value")
TABLES = inline_serializer(
    "HouseTables",
    {
        "tables": serializers.ListField(child=serializers.DictField(), help_text="tables with replaceable cells"),
        "blank": LINES,
        "filled": LINES,
    },
)


@described(operation_id="house_tables", responses={200: TABLES, **PROBLEMS})
@seated_endpoint("GET")
def tables(request: Request, viewer: Viewer) -> Response:
    """Return the tables whose numbers a campaign may replace, their unknown cells as lines to fill in, and the
    campaign's own numbers as lines that import back."""
    found = viewer.campaign_id
    lines = {"blank": blank_file(found), "filled": filled_file(found)}
    return Response(as_json({"tables": table_cards(found), **lines}))


urlpatterns = [
    path("c/<id:campaign_id>/rules/", house, name="house"),
    path("c/<id:campaign_id>/rules/tables/", tables, name="house-tables"),
    path("c/<id:campaign_id>/rules/table/", twin_of(acts.import_table), name="house-table"),
    path("c/<id:campaign_id>/rules/number/", twin_of(acts.enter_number), name="house-number"),
    path("c/<id:campaign_id>/rules/switch/", twin_of(acts.switch_ruling), name="house-switch"),
]
