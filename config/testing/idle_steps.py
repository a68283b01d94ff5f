"""Let the sweeps of all tests also run the steps that the site passes over, and fail if one would do anything."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.db import connection

from campaign.app_part import SweepStep
from campaign.models import Campaign
from campaign.services import sweep
from campaign.sources import SOURCES

WRITES = ("INSERT", "UPDATE", "DELETE")


def install() -> None:
    """Check each choice of steps."""
    choose = sweep.steps_with_work

    @wraps(choose)
    def checked(steps: tuple[SweepStep, ...], campaign_id: int) -> list[SweepStep]:
        chosen = choose(steps, campaign_id)
        if Campaign.objects.filter(id=campaign_id).exists():
            for step in steps:
                if step not in chosen:
                    _run_idle(step, campaign_id)
        return chosen

    sweep.steps_with_work = checked


def _run_idle(step: SweepStep, campaign_id: int) -> None:
    def refuse(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        assert not sql.startswith(WRITES), f"the sweep would have passed over “{step.name}”, which wanted to {sql}"
        return execute(sql, *rest)

    with connection.execute_wrapper(refuse):
        step.run(campaign_id, SOURCES.now().replace(microsecond=0))
