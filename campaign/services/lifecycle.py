"""Pause, resume, close, archive, and delete a campaign; deletion comes a week after everyone is notified."""

from collections.abc import Collection, Generator, Iterable, Iterator
from datetime import datetime, timedelta
from graphlib import TopologicalSorter
from typing import Any

from django.apps import apps
from django.db import transaction
from django.db.models import Field, ForeignKey, Model, Q, QuerySet

from campaign.app_part import INSTALLED, Decision
from campaign.audiences import PUBLIC
from campaign.dates import long_date
from campaign.errors import Refusal
from campaign.models import ENDED, Campaign, CampaignState, Feed, Invitation, Lock, Practice, Seat, User
from campaign.prepared import prepared
from campaign.services import cups, deadlines, emails
from campaign.services.record import ANY_STATE, RUNNING, Act

WAIT_BEFORE_DELETION = timedelta(days=7)
BATCH = 500  # rows
OVER = frozenset({CampaignState.CLOSED})
CLOSE_FIRST = "Close the campaign first. That reveals its cups, so that everyone can check them during the week."


def pause(act: Act, payload: dict[str, Any]) -> None:
    campaign = _move(act, CampaignState.PAUSED, "paused the campaign. All clocks are stopped.")
    deadlines.stop_all(act, campaign)


def resume(act: Act, payload: dict[str, Any]) -> None:
    _move(act, CampaignState.RUNNING, "resumed the campaign. All clocks run again, with the time they had left.")
    deadlines.run_all(act)


def close(act: Act, payload: dict[str, Any]) -> None:
    """Close the campaign: every battle ends, and every cup is revealed."""
    INSTALLED.end(act)
    cups.reveal_campaign()
    _move(act, CampaignState.CLOSED, "closed the campaign. Every seat can still read it.")


def archive(act: Act, payload: dict[str, Any]) -> None:
    _move(act, CampaignState.ARCHIVED, "archived the campaign.")


def set_hours_per_move(act: Act, payload: dict[str, Any]) -> None:
    """Set the time limit for new moves; running clocks keep theirs."""
    campaign = Campaign.objects.get(id=act.campaign_id)
    campaign.hours_per_move = payload["hours"]
    act.save(campaign)
    hours = deadlines.hours_in_words(payload["hours"])
    act.tell(PUBLIC, f"{act.decided_by} set the time limit to {hours} per move.")


def plan_deletion(act: Act, payload: dict[str, Any]) -> None:
    """Schedule a deletion in a week; every seat is notified, also by email, and can object.

    Only a closed campaign can go, so that its cups are revealed and can be checked during that week.
    """
    campaign = Campaign.objects.get(id=act.campaign_id)
    if campaign.delete_at is not None:
        raise Refusal("Deletion is already scheduled.")
    if campaign.state not in ENDED:
        raise Refusal(CLOSE_FIRST)
    campaign.delete_at = act.at + WAIT_BEFORE_DELETION
    act.save(campaign)
    due = f"{long_date(campaign.delete_at)}, at {campaign.delete_at:%H:%M} UTC"
    act.tell(PUBLIC, f"{act.decided_by} scheduled the campaign and all its records for deletion on {due}.")
    for seat in Seat.objects.filter(campaign=campaign, user__isnull=False).select_related("user"):
        if seat.user is not None and seat.user.email:
            emails.write("deletion", address=seat.user.email, reference=campaign.name)


def keep(act: Act, payload: dict[str, Any]) -> None:
    campaign = Campaign.objects.get(id=act.campaign_id)
    if campaign.delete_at is None:
        raise Refusal("No deletion is scheduled.")
    campaign.delete_at = None
    act.save(campaign)
    act.tell(PUBLIC, f"{act.decided_by} canceled the deletion. The campaign stays.")


def _move(act: Act, state: CampaignState, did: str) -> Campaign:
    campaign = Campaign.objects.get(id=act.campaign_id)
    campaign.state, campaign.since = state, act.at
    act.save(campaign)
    act.tell(PUBLIC, f"{act.decided_by} {did}")
    return campaign


def delete_due(campaign_id: int, now: datetime) -> None:
    """Erase a campaign whose week is over; the sweep's last step."""
    if Campaign.objects.filter(id=campaign_id, delete_at__lte=now).exists():
        erase_campaign(campaign_id)


def deletion_due(campaign_id: int, now: datetime) -> datetime | None:
    """Return when a campaign is to be erased."""
    return next(iter(_delete_at(campaign_id)), None)


@prepared
def _delete_at(campaign_id: int) -> "QuerySet[Campaign, datetime | None]":
    return Campaign.objects.filter(id=campaign_id).values_list("delete_at", flat=True)


def deletion_is_planned() -> Q:
    return Q(delete_at__isnull=False)


@transaction.atomic
def erase_campaign(campaign_id: int) -> None:
    """Erase every row of every app that leads to this campaign, found by foreign keys; no list of tables."""
    Lock.objects.select_for_update().filter(id=campaign_id).first()
    for rows in _rows_of(campaign_id):
        rows.delete()
    Lock.objects.filter(id=campaign_id).delete()
    Campaign.objects.filter(id=campaign_id).delete()


def erase_in_batches(campaign_id: int) -> Generator[int, None, None]:
    """Erase the bulk of a campaign's rows, and yield after each batch: it can be stopped there and begun again.

    What is left, `erase_campaign` erases at once: the campaign, and a practice campaign's own row and accounts.
    """
    for rows in _rows_of(campaign_id):
        if rows.model not in (Practice, User):
            while batch := list(rows.values_list("pk", flat=True)[:BATCH]):
                rows.model._default_manager.filter(pk__in=batch).delete()
                yield len(batch)


def _rows_of(campaign_id: int) -> Iterator[QuerySet[Model]]:
    """Yield the rows of each table that lead to a campaign, before the rows that they refer to."""
    paths = _paths()
    for model in apps.get_models():
        names = {field.name for field in _own_fields(model)} if model not in paths else set()
        for name, owner in (("seat_id", Seat), ("feed_id", Feed), ("invitation_id", Invitation)):
            if name in names:
                owners = owner._default_manager.filter(campaign_id=campaign_id)
                yield model._default_manager.filter(**{f"{name}__in": owners.values("id")})
    for model in _referring_first(paths):
        yield model._default_manager.filter(**{paths[model]: campaign_id})


def _referring_first(models: Collection[type[Model]]) -> Iterable[type[Model]]:
    """Sort tables so that none comes before one that refers to it."""
    order: TopologicalSorter[type[Model]] = TopologicalSorter({model: () for model in models})
    for model in models:
        for field in _own_fields(model):
            if isinstance(field, ForeignKey) and field.related_model in models and field.related_model != model:
                order.add(field.related_model, model)
    return order.static_order()


def _paths() -> dict[type[Model], str]:
    """Return the path from each table that leads to a campaign."""
    paths: dict[type[Model], str] = {}
    models = [model for model in apps.get_models() if model is not Campaign]
    found = True
    while found:
        ways = {model: way for model in models if model not in paths and (way := _way(model, paths))}
        paths.update(ways)
        found = bool(ways)
    return paths


def _way(model: type[Model], paths: dict[type[Model], str]) -> str:
    for field in _own_fields(model):
        if field.attname == "campaign_id":
            return "campaign_id"
    for field in _own_fields(model):
        if isinstance(field, ForeignKey) and field.related_model in paths:
            return f"{field.name}__{paths[field.related_model]}"
    return ""


def _own_fields(model: type[Model]) -> "Iterable[Field[Any, Any]]":
    return model._meta.concrete_fields


_PAUSED = frozenset({CampaignState.PAUSED})
DECISIONS = (
    Decision("campaign.paused", "Pause the campaign", pause, RUNNING),
    Decision("campaign.resumed", "Resume the campaign", resume, _PAUSED, silence_agrees=True),
    Decision("campaign.closed", "Close the campaign", close),
    Decision("campaign.archived", "Archive the campaign", archive, OVER),
    Decision("campaign.time_limit", "Change the time limit", set_hours_per_move),
    Decision("campaign.deletion", "Delete the campaign in a week", plan_deletion, ANY_STATE),
    Decision("campaign.kept", "Keep the campaign", keep, ANY_STATE),
)
