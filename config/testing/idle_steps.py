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


class Chosen(list[SweepStep]):
    """The steps that a sweep runs. Each other one runs when the sweep asks for it in its turn, but may not write."""

    campaign_id: int

    def __contains__(self, step: object) -> bool:
        is_chosen = super().__contains__(step)
        if not is_chosen and isinstance(step, SweepStep) and Campaign.objects.filter(id=self.campaign_id).exists():
            _run_idle(step, self.campaign_id)
        return is_chosen


def install() -> None:
    """Check the steps of every sweep."""
    choose = sweep.steps_with_work

    @wraps(choose)
    def checked(steps: tuple[SweepStep, ...], campaign_id: int) -> list[SweepStep]:
        chosen = Chosen(choose(steps, campaign_id))
        chosen.campaign_id = campaign_id
        return chosen

    sweep.steps_with_work = checked


def _run_idle(step: SweepStep, campaign_id: int) -> None:
    def refuse(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        assert not sql.startswith(WRITES), f"the sweep would have passed over “{step.name}”, which wanted to {sql}"
        return execute(sql, *rest)

    with connection.execute_wrapper(refuse):
        step.run(campaign_id, SOURCES.now().replace(microsecond=0))
