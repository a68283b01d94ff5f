"""Survey an app in several stages, each time testing the addresses that could not be reached before."""

import logging
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from unittest import mock

from campaign.app_part import ScenarioOffer
from campaign.ids import hex_id
from campaign.models import Campaign, Picture, Recorded, Role
from campaign.services import throttle
from campaign.services.campaigns import SeatPlan, found_campaign
from campaign.tests.builders import Club
from campaign.tests.harness.rotation import is_due
from campaign.tests.our_apps import model_named_by
from campaign.tests.urlconf import Route
from campaign.tests.wrong.eyes import Walk, explore
from campaign.tests.wrong.routes import acting
from campaign.tests.wrong.site import Site, watched_forms
from campaign.tests.wrong.table import Table
from campaign.tests.wrong.tries import find

SHEET = "pittsburg_landing"
TWINS = 2  # parts of all addresses that take turns in a run of all tests: a page and its endpoint read the same form
CALLED = {
    "offer": "invitation",
    "to": "seat",
    "points": "strengthpoint",
    "point": "strengthpoint",
    "piece": "strengthpoint",
    "pieces": "strengthpoint",
    "along": "leader",
    "leaders": "leader",
    "row": "force",
    "request": "seatrequest",
    "unit": "card",
}


def elsewhere(club: Club, *, scenario: ScenarioOffer | None = None) -> Club:
    """Return another campaign of the same sort, or one on a scenario, with the same people in the same seats."""
    plans = [
        SeatPlan(seat.role, seat.side, seat.scope, user_id=seat.user_id)
        for seat in club.campaign.seats.filter(user__isnull=False).order_by("id")
    ]
    if not any(plan.role == Role.UMPIRE for plan in plans):
        plans.append(SeatPlan(Role.UMPIRE, user_id=club.users["umpire"].pk))
    campaign = found_campaign(
        name="Elsewhere",
        book="" if scenario else club.campaign.book,
        founder_id=club.users["umpire"].pk,
        seats=plans,
        sheet="" if club.campaign.one_off or scenario else SHEET,
        one_off=club.campaign.one_off,
        scenario=scenario,
    )
    return Club(campaign, club.users)


def ids_of(campaign: Campaign, name: str) -> list[str]:
    """Return ids of a campaign's rows that an argument or field of this name could mean."""
    model = model_named_by(CALLED.get(name.removesuffix("_id"), name))
    if model is None or not issubclass(model, (Recorded, Picture)):
        return []
    rows = model._default_manager.filter(**{getattr(model, "CAMPAIGN_COLUMN", "campaign_id"): campaign.pk})
    return [hex_id(pk) for pk in rows.values_list("pk", flat=True)[:2]]


def survey(app: str, stages: Iterable[Site], *, of: Callable[[Route], bool] = lambda route: True) -> list[str]:
    """Return every fault in how an app, or some of its addresses, handles bad input.

    In a run of all tests, half of the addresses have their turn.
    """

    def takes(route: Route) -> bool:
        return of(route) and is_due(route.text, TWINS)

    findings: list[str] = []
    waiting: list[tuple[Route, str]] | None = None
    walks = defaultdict[str, Walk](Walk)
    for site in stages:
        with watched_forms(site), undisturbed():
            waiting = [each for each in acting(app, site) if takes(each[0])] if waiting is None else waiting
            reached = dict(_reached(site, waiting, walks))
        waiting = [each for each in waiting if each not in reached]
        findings += [line for lines in reached.values() for line in lines]
    return findings + [f"{method} {route.text}: no request was accepted from anyone" for route, method in waiting or ()]


def _reached(
    site: Site, waiting: Collection[tuple[Route, str]], walks: defaultdict[str, Walk]
) -> Iterator[tuple[tuple[Route, str], list[str]]]:
    """Yield each address that accepts a request at this stage, with its faults.

    While an address outside the campaign waits, every page outside is read at each stage, otherwise only once.
    """
    if not all(route.is_of_campaign for route, _ in waiting):
        walks.clear()
    mets = {who: explore(site, who, walks[who]) for who in site.people}
    site.mark()
    for route, method in waiting:
        if good := find(site, route, method, mets):
            yield (route, method), table_of(site).findings(good)


def table_of(site: Site) -> Table:
    return Table(site, partial(ids_of, site.elsewhere.campaign))


@contextmanager
def undisturbed() -> Iterator[None]:
    """Turn off throttling and logging for thousands of bad requests."""
    with ExitStack() as stack:
        stack.enter_context(mock.patch.object(throttle, "spend"))
        stack.enter_context(mock.patch("rest_framework.throttling.SimpleRateThrottle.allow_request", return_value=True))
        before = logging.root.manager.disable
        stack.callback(logging.disable, before)
        logging.disable(logging.CRITICAL)
        yield
