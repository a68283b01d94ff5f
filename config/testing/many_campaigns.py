"""Two thousand campaigns with work due at one moment: one takes long, one always fails, one has a battle's clocks.

Some of the others are to be deleted now; the rest were last swept a day ago.
"""

import time
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection

from campaign.app_part import INSTALLED, AppPart, SweepPhase, SweepStep
from campaign.audiences import PUBLIC
from campaign.models import Campaign, Lock
from campaign.services.sweep import LONGEST_RUN, having_work
from campaign.sources import SOURCES
from config.testing import due_work, mortal_workers

NUMBER, DELETED = 2_000, 100
SLOW, FAILING = "Slow", "Failing"
TURNS = "turns"
LONGEST_SECONDS = 900  # on a machine that does much else
SLOW_SECONDS = LONGEST_RUN + 1


def plant() -> None:
    """Let the slow and the failing campaign be the first in line, and the battle the last."""
    due_work.plant(guests=0)
    ids = sorted(SOURCES.new_id(PUBLIC) for _ in range(NUMBER - 1))
    names = [SLOW, FAILING, *(f"Campaign {n}" for n in range(len(ids) - 2))]
    over = SOURCES.now() - timedelta(hours=1)
    campaigns = [
        Campaign(id=id_, name=name, book="civil_war", since=over, begun_at=over)
        for id_, name in zip(ids, names, strict=True)
    ]
    for campaign in campaigns[-DELETED:]:
        campaign.delete_at = over
    Lock.objects.bulk_create(Lock(id=id_, seq=1, swept=1, due_at=over) for id_ in ids)
    Campaign.objects.bulk_create(campaigns)
    Lock.objects.exclude(id__in=ids).update(tried_at=SOURCES.now())


def work(command: list[str]) -> None:
    """Work as this command does, and note which campaign has its turn."""
    names = dict(Campaign.objects.values_list("id", "name"))
    connection.close()  # a pool of processes inherits none

    def take_turn(campaign_id: int, now: datetime) -> None:
        with (Path(settings.DATA_DIR) / TURNS).open("a") as turns:
            turns.write(f"{names[campaign_id]}\n")
        if names[campaign_id] == SLOW:
            time.sleep(SLOW_SECONDS)
        if names[campaign_id] == FAILING:
            raise RuntimeError

    INSTALLED.parts = (*INSTALLED.parts, AppPart(sweep=(SweepStep(SweepPhase.CHAIR, "turns", take_turn),)))
    mortal_workers.work(command)


def finish() -> None:
    """Wait until all is done but what fails, which has another turn then."""
    end = time.monotonic() + LONGEST_SECONDS
    while waiting() != {FAILING} or turns_in(Path(settings.DATA_DIR)).count(FAILING) < 2:
        assert time.monotonic() < end, len(waiting())
        time.sleep(0.5)
    due_work.finish_sweeps()
    assert Campaign.objects.count() == NUMBER - DELETED


def waiting() -> set[str]:
    """Return the names of the campaigns that have work; the battle's last acts may be work again for a moment."""
    ids = [campaign_id for campaign_id, _ in having_work(SOURCES.now())]
    return set(Campaign.objects.filter(id__in=ids).values_list("name", flat=True))


def turns_in(folder: Path) -> list[str]:
    return (folder / TURNS).read_text().splitlines()
