"""A campaign is paused, resumed, closed, archived, and deleted after everyone was told and a week has passed."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.apps import apps
from django.db import transaction
from django.db.models import Field, ForeignKey, Model

from campaign.app_part import Decision
from campaign.audiences import PUBLIC
from campaign.errors import Refusal
from campaign.models import Campaign, CampaignState, Feed, Lock, Seat
from campaign.services import deadlines, emails
from campaign.services.record import ANY_STATE, RUNNING, Act

WAIT_BEFORE_DELETION = timedelta(days=7)
OVER = frozenset({CampaignState.CLOSED})


def pause(act: Act, payload: dict[str, Any]) -> None:
    _move(act, CampaignState.PAUSED, "The campaign is paused. All clocks stand still.")
    deadlines.stop_all(act)


def resume(act: Act, payload: dict[str, Any]) -> None:
    _move(act, CampaignState.RUNNING, "The campaign goes on. All clocks run again, with the time they had left.")
    deadlines.run_all(act)


def close(act: Act, payload: dict[str, Any]) -> None:
    _move(act, CampaignState.CLOSED, "The campaign is closed. Everyone who has a seat may go on reading.")


def archive(act: Act, payload: dict[str, Any]) -> None:
    _move(act, CampaignState.ARCHIVED, "The campaign is put into the archive.")


def set_hours_per_move(act: Act, payload: dict[str, Any]) -> None:
    """How many hours a waiting thing has from now on; clocks that run already keep theirs."""
    campaign = Campaign.objects.get(id=act.campaign_id)
    campaign.hours_per_move = payload["hours"]
    act.save(campaign)
    act.tell(PUBLIC, f"From now on a waiting thing has {payload['hours']} hours.")


def plan_deletion(act: Act, payload: dict[str, Any]) -> None:
    """Every seat is told, on its list and by letter, and can object for a week."""
    campaign = Campaign.objects.get(id=act.campaign_id)
    if campaign.delete_at is not None:
        raise Refusal("The campaign is to be deleted already.")
    campaign.delete_at = act.at + WAIT_BEFORE_DELETION
    act.save(campaign)
    day = campaign.delete_at
    act.tell(PUBLIC, f"The campaign will be deleted with all its record on {day.day} {day:%B %Y} at {day:%H:%M} UTC.")
    for seat in Seat.objects.filter(campaign=campaign, user__isnull=False).select_related("user"):
        if seat.user is not None and seat.user.email:
            emails.write("deletion", address=seat.user.email, reference=campaign.name)


def keep(act: Act, payload: dict[str, Any]) -> None:
    campaign = Campaign.objects.get(id=act.campaign_id)
    if campaign.delete_at is None:
        raise Refusal("The campaign is not to be deleted.")
    campaign.delete_at = None
    act.save(campaign)
    act.tell(PUBLIC, "The campaign is kept; it will not be deleted.")


def _move(act: Act, state: CampaignState, sentence: str) -> None:
    campaign = Campaign.objects.get(id=act.campaign_id)
    campaign.state, campaign.since = state, act.at
    act.save(campaign)
    act.tell(PUBLIC, sentence)


def delete_due(campaign_id: int, now: datetime) -> None:
    """The sweep's last step: a campaign whose week is over goes, with every row that hangs on it."""
    if Campaign.objects.filter(id=campaign_id, delete_at__lte=now).exists():
        erase_campaign(campaign_id)


@transaction.atomic
def erase_campaign(campaign_id: int) -> None:
    """All rows of all apps that lead to this campaign, found by their keys. No table has to be listed."""
    Lock.objects.select_for_update().filter(id=campaign_id).first()
    seats = list(Seat.objects.filter(campaign_id=campaign_id).values_list("id", flat=True))
    feeds = list(Feed.objects.filter(campaign_id=campaign_id).values_list("id", flat=True))
    for model, path in sorted(_paths().items(), key=lambda item: -item[1].count("__")):
        model._default_manager.filter(**{path: campaign_id}).delete()
    for model in apps.get_models():
        names = {field.name for field in model._meta.concrete_fields if not field.is_relation}
        for name, values in (("seat_id", seats), ("feed_id", feeds)):
            if name in names and model not in (Seat, Feed):
                model._default_manager.filter(**{f"{name}__in": values}).delete()
    Lock.objects.filter(id=campaign_id).delete()
    Campaign.objects.filter(id=campaign_id).delete()


def _paths() -> dict[type[Model], str]:
    """For each table that leads to a campaign, the way there."""
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
    Decision("campaign.resumed", "Go on with the campaign", resume, _PAUSED),
    Decision("campaign.closed", "Close the campaign", close),
    Decision("campaign.archived", "Put the campaign into the archive", archive, OVER),
    Decision("campaign.time_limit", "Change the pace", set_hours_per_move),
    Decision("campaign.deletion", "Delete the campaign in a week", plan_deletion, ANY_STATE),
    Decision("campaign.kept", "Keep the campaign", keep, ANY_STATE),
)
