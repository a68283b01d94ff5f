"""Fill PostgreSQL with many campaigns by copying one. Runs inside the site; prints JSON.

The first campaign is played by the site's own services. The others are its rows under other ids: each id of a copy is
the original's, combined with the copy's own number by an exclusive or, so that all references still match.
"""

import json
from collections.abc import Iterator
from typing import Any
from unittest import mock

from django.apps import apps
from django.conf import settings
from django.db import connection, transaction
from django.db.models import AutoField, BigIntegerField, Field, ForeignKey, Model
from django.test import Client

from bench.fill import one_act
from campaign.models import Email, Feed, Role, Seat, SideCode, User
from campaign.models.accounts import Throttle
from campaign.models.user import Session
from campaign.routes import reverse
from campaign.services.campaigns import SeatPlan, found_campaign
from campaign.services.live import make_token
from campaign.services.sweep import sweep
from campaign.services.talk import say
from campaign.sources import SOURCES
from campaign.visibility import enter

BATCH = 250  # campaigns in one transaction
PEOPLE = (
    ("umpire", Role.UMPIRE, None),
    ("union", Role.COMMANDER, SideCode.UNION),
    ("confederate", Role.COMMANDER, SideCode.CONFEDERATE),
)
NOT_COPIED = (Session, Throttle, Email)
IDS_BESIDE = ("row",)  # of a row image


def main(campaigns: int, entries: int, actors: int, viewers: int) -> None:
    """Make the campaigns, and print who acts and who watches."""
    settings.SWEEP_NUDGE = False
    original = _play(entries)
    masks = [SOURCES.new_id("bench") >> 1 | 1 for _ in range(campaigns - 1)]
    for start in range(0, len(masks), BATCH):
        _copy(masks[start : start + BATCH], original)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    people = list(_actors(actors))
    print(json.dumps({"actors": people, "tokens": _tokens(viewers, people)}))


def _play(entries: int) -> dict[type[Model], list[Any]]:
    """Play one campaign, and return its rows' ids by model, as all that there is."""
    users = {name: User.objects.create(username=name) for name, *_ in PEOPLE}
    seats = [
        SeatPlan(role, side, user_id=users[name].pk) if side else SeatPlan(role, user_id=users[name].pk)
        for name, role, side in PEOPLE
    ]
    founder = users["umpire"].pk
    campaign_id = found_campaign(name="Campaign", book="civil_war", founder_id=founder, seats=seats).pk
    with mock.patch("campaign.services.throttle.spend"):  # one person writes more than anybody may
        for n in range(entries):
            person = users[PEOPLE[n % len(PEOPLE)][0]].pk
            if n % 2:
                one_act(person, campaign_id, n)
            else:
                say(enter(person, campaign_id), to="all", text=f"Message {n}.")
    sweep(campaign_id)
    return {model: list(model._default_manager.values_list("pk", flat=True)) for model in _copied()}


def _copied() -> Iterator[type[Model]]:
    for app in settings.INSTALLED_APPS:
        if app in ("campaign", "war", "battles"):
            yield from (model for model in apps.get_app_config(app).get_models() if model not in NOT_COPIED)


def _copy(masks: list[int], original: dict[type[Model], list[Any]]) -> None:
    """Insert copies of all rows, in one transaction that checks no references: they match by construction."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        for model, ids in original.items():
            if ids:
                cursor.execute(_sql(model), [ids, masks])


def _sql(model: type[Model]) -> str:
    fields = [field for field in model._meta.concrete_fields if not isinstance(field, AutoField)]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    values = ", ".join(_value(field) for field in fields)
    table, key = model._meta.db_table, model._meta.pk.column
    return (
        f'WITH original AS (SELECT * FROM {table} WHERE "{key}" = ANY(%s)) INSERT INTO {table} ({columns}) '
        f"SELECT {values} FROM original CROSS JOIN unnest(%s::bigint[]) AS copy (copy_mask)"
    )


def _value(field: "Field[Any, Any]") -> str:
    target = field.target_field if isinstance(field, ForeignKey) else field
    is_id = isinstance(target, BigIntegerField) and not isinstance(target, AutoField)
    if is_id and (field.primary_key or str(field.column).endswith("_id") or field.column in IDS_BESIDE):
        return f'"{field.column}" # copy_mask'
    return "username || '-' || copy_mask" if field.column == "username" else f'"{field.column}"'


def _actors(number: int) -> Iterator[dict[str, Any]]:
    """Log people in, each of another campaign, and return how they act and what they read."""
    seats = Seat.objects.filter(role=Role.COMMANDER, side=SideCode.UNION).order_by("id")
    for seat in seats[:number]:
        client = Client()
        client.force_login(User.objects.get(seats=seat))
        yield {
            "campaign": seat.campaign_id,
            "session": client.cookies[settings.SESSION_COOKIE_NAME].value,
            "talk": reverse("talk:page", [seat.campaign_id]),
            "page": reverse("campaigns:page", [seat.campaign_id]),
        }


def _tokens(number: int, actors: list[dict[str, Any]]) -> list[str]:
    """Return tokens for the journals of campaigns in which somebody acts, and then for others."""
    acting = Feed.objects.filter(campaign_id__in=[actor["campaign"] for actor in actors]).values_list("id", flat=True)
    others = Feed.objects.exclude(id__in=acting).order_by("id").values_list("id", flat=True)
    return [make_token(feed_id) for feed_id in [*acting, *others[:number]][:number]]
