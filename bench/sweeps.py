"""Measure the sweep of all campaigns: how long it takes when nothing is due, and when somebody acted in a few."""

import json
import statistics
import time
from typing import Any
from unittest import mock

CAMPAIGNS, ACTIVE, TIMES = 1_000, 10, 20
MOST_IDLE_SECONDS = 0.2


def report(site: Any) -> None:
    """Print from a laptop's site; its database gets a thousand campaigns."""
    code = f"from bench.sweeps import main; main({CAMPAIGNS})"
    found = json.loads(site.shell(code))
    print(f"\nSweep of {CAMPAIGNS:,} campaigns, in milliseconds")
    print(f"all have work    {found['all'] * 1000:8.1f}  in {found['runs']} runs, which each end in a few seconds")
    print(f"nothing is due   {found['idle'] * 1000:8.2f}  of {MOST_IDLE_SECONDS * 1000:.0f}")
    print(f"{ACTIVE} acted in      {found['active'] * 1000:8.1f}")
    if found["idle"] > MOST_IDLE_SECONDS:
        raise SystemExit("The sweep takes too long when nothing is due.")


def main(number: int) -> None:
    """Start campaigns, sweep until they rest, and time the sweeps after that. Runs inside the site; prints JSON."""
    from campaign.models import Role, SideCode, User
    from campaign.services import sweep
    from campaign.services.campaigns import SeatPlan, found_campaign
    from campaign.services.talk import say
    from campaign.sources import SOURCES
    from campaign.visibility import enter

    founder = User.objects.get(username="union").pk
    seats = [SeatPlan(Role.COMMANDER, SideCode.UNION, user_id=founder), SeatPlan(Role.COMMANDER, SideCode.CONFEDERATE)]
    campaigns = [
        found_campaign(name=f"Campaign {n}", book="civil_war", founder_id=founder, seats=seats).pk
        for n in range(number)
    ]
    whole, runs = 0.0, 0
    while sweep.having_work(SOURCES.now()):
        whole, runs = whole + seconds(sweep.sweep_all), runs + 1
    idle = statistics.median(seconds(sweep.sweep_all) for _ in range(TIMES))
    active = []
    for n in range(TIMES):
        with mock.patch("campaign.services.throttle.spend"):  # one person writes more than anybody may
            for campaign_id in campaigns[:ACTIVE]:
                say(enter(founder, campaign_id), to="side", text=f"Message {n}.")
        active.append(seconds(sweep.sweep_all))
    print(json.dumps({"all": whole, "runs": runs, "idle": idle, "active": statistics.median(active)}))


def seconds(work: Any) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
