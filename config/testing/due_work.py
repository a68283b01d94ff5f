"""A campaign full of due work, and a check that workers did all of it exactly once."""

import time
from collections import Counter
from datetime import timedelta
from typing import Any

from battles.models import Battle, BoxPrint, Plan, PrintState
from battles.tests.builders import a_battle
from campaign.models import Announcement, Campaign, Deadline, Email, Entry, Feed, Proposal, Seat, User
from campaign.selectors.verify import verify
from campaign.services import decisions, emails, talk
from campaign.services.site_corrections import ask_correction
from campaign.services.sweep import sweep
from campaign.sources import SOURCES, SeededSources
from campaign.tests.builders import Club
from war.models import Force

AGREED, ASKED = "Army of the Tennessee", "Army of Mississippi"
MEMBERS = ("reminder@example.org", "talk@example.org")
LONGEST_SECONDS, MORE_SWEEPS_SECONDS = 300, 3
BY_THE_SITE = (
    "correct",
    "proposal.done",
    "battle.sealed",
    "battle.prepared",
    "battle.opened",
    "battle.umpire_work",
    "deadline.reminded",
)
DONE = {
    "entries": {**dict.fromkeys(BY_THE_SITE, 1), "battle.umpire_work": 2},  # of the preparation and of the opening
    "announcements": {"correct": 1, "battle.sealed": 2, "battle.prepared": 1, "battle.opened": 1},
    "plans sealed": 2,
    "deadlines reminded": 1,
    "force": AGREED,
    "emails left": 0,
    "notices left": 0,
}


def plant(*, guests: int) -> None:
    """Leave two plans overdue, an answer nearly due, a correction agreed to, a notice open, and emails to guests."""
    now = SOURCES.now()
    sources = SeededSources("due work", now=now - timedelta(hours=73))
    with SOURCES.using(sources):
        club, _ = a_battle(umpire_kind="site")
        sources.clock = now - timedelta(hours=60)
        _ask_for_name(club, "confederate", "CSA", ASKED)
        sweep(club.campaign.id)
        sources.clock = now - timedelta(minutes=1)
        _ask_for_name(club, "union", "USA", AGREED)
        asked = Proposal.objects.get(own__values__name=AGREED)
        decisions.agree(club.viewer("confederate"), proposal_id=asked.pk)
        _write_emails(club, guests)


def _ask_for_name(club: Club, who: str, side: str, name: str) -> None:
    row = Force.objects.get(side=side)
    ask_correction(
        club.viewer(who), table=row._meta.db_table, row_id=row.pk, values={"name": name}, reason="We counted wrong."
    )


def _write_emails(club: Club, guests: int) -> None:
    """Let one member get only reminders and another only notices of messages."""
    silent = {"notify_moves": "never", "notify_news": "never"}
    User.objects.filter(username="union").update(email=MEMBERS[0], notify_talk="never", **silent)
    User.objects.filter(username="union_west").update(email=MEMBERS[1], remind=False, **silent)
    talk.say(club.viewer("union"), to="side", text="Hold the sunken road.")
    for number in range(guests):
        emails.write("invitation", address=f"guest-{number}@example.org", reference="token")


def found() -> dict[str, Any]:
    """Return what is done, and what is left."""
    return {
        "entries": _kinds(Entry),
        "announcements": _kinds(Announcement),
        "plans sealed": Plan.objects.count(),
        "deadlines reminded": Deadline.objects.exclude(reminded_at=None).count(),
        "force": Force.objects.get(side="USA").name,
        "emails left": Email.objects.count(),
        "notices left": Feed.objects.exclude(game_since=None, talk_since=None).count(),
    }


def _kinds(model: type[Entry | Announcement]) -> Counter[str]:
    return Counter(model.objects.filter(kind__in=BY_THE_SITE).values_list("kind", flat=True))


def finish() -> None:
    """Wait until all work is done and more sweeps have run; fail if any was repeated or left half done."""
    end = time.monotonic() + LONGEST_SECONDS
    while found() != DONE and time.monotonic() < end:
        time.sleep(0.5)
    time.sleep(MORE_SWEEPS_SECONDS)
    assert found() == DONE, found()
    assert verify(Campaign.objects.get().id) == []


def finish_sweeps() -> None:
    """Wait until nothing is left but emails."""
    end, by_mail = time.monotonic() + LONGEST_SECONDS, {"emails left", "notices left"}
    while any(count != DONE[name] for name, count in found().items() if name not in by_mail):
        assert time.monotonic() < end, found()
        time.sleep(0.5)


def ask_for_prints(number: int) -> None:
    """Let seats wait for prints of one label each."""
    mark = {"side": "USA", "who": "Union", "seal": "Seal 1", "visible": "", "kind": "labels"}
    part = {**mark, "title": "Labels", "note": "", "cards": [{"name": "Grant", "command": "The army"}]}
    battle, now = Battle.objects.get(), SOURCES.now()
    box = {"paper": "a4", "name": battle.name, "at": now.isoformat(), "printed": "", "address": "/", "parts": [part]}
    for seat in Seat.objects.order_by("id")[:number]:
        ids = {"id": SOURCES.new_id("print"), "seat_id": seat.pk, "battle_id": battle.pk}
        BoxPrint.objects.create(**ids, at=now, due_at=now, box=box)


def finish_prints(number: int) -> None:
    """Wait until all prints are made; fail if one was made twice or given up."""
    end = time.monotonic() + LONGEST_SECONDS
    while BoxPrint.objects.filter(state=PrintState.WAITING).exists() and time.monotonic() < end:
        time.sleep(0.5)
    made = list(BoxPrint.objects.values_list("state", "tries"))
    assert made == [(PrintState.READY, 1)] * number, made
    assert all(bytes(row.pdf).startswith(b"%PDF-") for row in BoxPrint.objects.all())
