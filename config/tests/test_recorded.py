"""Every journal recorded at a release is restored, verified, rebuilt, rewound, checked, and read."""

import ast
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Set
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.urls import resolve
from pytest_django import DjangoDbBlocker

from battles.tests.record import RECORDED
from battles.tests.test_secrecy import ALL_PAIRS
from campaign.app_part import INSTALLED
from campaign.audiences import PUBLIC
from campaign.ids import hex_id
from campaign.models import (
    CLUB_STREAM,
    TABLES,
    Campaign,
    CampaignState,
    Cup,
    CupState,
    Entry,
    Feed,
    JournalLine,
    Role,
    RowImage,
    Seat,
    from_image,
    image,
)
from campaign.models.base import RowValues
from campaign.selectors.cups import cup_documents
from campaign.selectors.verify import verify
from campaign.services.rewind import rewind_game
from campaign.tests.shared_rows import shared_rows
from config import backup
from config.packages import APPS
from config.testing.processes import ROOT
from rulesets.core.records import dataclass

pytestmark = pytest.mark.django_db
FILES = sorted(RECORDED.glob("*.backup"))
LINK = re.compile(r'href="(/c/[^"#]*)"')
Rows = dict[tuple[str, int], RowValues]
NO_PAGE = re.compile(r"\?|/odds/$")
MOST_OF_A_KIND = 12
RULES, MOST_READ_AGAIN = "/rulebook/", 3
NEVER_RECORDED: dict[str, str] = {}  # a table or a kind of entry, and why no story can hold it


@dataclass(frozen=True)
class Recorded:
    """A restored file."""

    file: Path

    @property
    def campaigns(self) -> list[Campaign]:
        return list(Campaign.objects.order_by("begun_at"))


@pytest.fixture(scope="module", params=FILES, ids=lambda file: str(file.stem))
def recorded(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Recorded]:
    """Restore a file for every test of this module: what a test changes is rolled back to here."""
    with shared_rows(django_db_blocker):
        backup.read(request.param, replace=True)
        yield Recorded(request.param)


def test_database_has_counted_the_rows_it_was_given(recorded: Recorded) -> None:
    """PostgreSQL plans by such counts: without them, reading every page took seven times as long."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT reltuples FROM pg_class WHERE relname = 'campaign_entry'")
            assert cursor.fetchone() == (Entry.objects.count(),)
    assert Entry.objects.exists()


def test_restore_locks_nothing_that_other_databases_use(recorded: Recorded) -> None:
    """PostgreSQL keeps such locks to the end of a transaction: restores into two databases waited for each other."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT mode FROM pg_locks WHERE locktype = 'relation' AND database = 0 AND pid = pg_backend_pid()"
            )
            assert "ShareUpdateExclusiveLock" not in {mode for (mode,) in cursor}
    assert Entry.objects.exists()


def rows_of(campaign: Campaign) -> Rows:
    return {(t, r.pk): image(r) for t, m in TABLES.models.items() for r in m.of_campaign(campaign.pk)}


def test_recorded_files_exist_and_are_small() -> None:
    assert FILES
    assert all(file.stat().st_size < 400_000 for file in FILES)


def test_restored_campaigns_are_verified(recorded: Recorded) -> None:
    assert len(recorded.campaigns) > 1
    assert [verify(campaign.pk) for campaign in recorded.campaigns] == [[]] * len(recorded.campaigns)


def test_rows_are_rebuilt_from_their_images(recorded: Recorded) -> None:
    for campaign in recorded.campaigns:
        before = rows_of(campaign)
        for model in TABLES.models.values():
            model.of_campaign(campaign.pk)._raw_delete("default")
        replay(campaign.pk)
        assert rows_of(campaign) == before
        assert len(before) > 5


def replay(campaign_id: int) -> None:
    state: dict[tuple[str, int], RowValues | None] = {}
    for row in RowImage.objects.filter(campaign_id=campaign_id, pin=False).order_by("seq", "id"):
        state[row.table, row.row] = TABLES.upcast(row.table, row.schema, row.after)
    for (table, _), values in sorted(state.items()):
        if values is not None:
            model = TABLES.models[table]
            model._default_manager.bulk_create([from_image(model, values)])


def test_game_rewinds_to_any_entry_and_forward_again(recorded: Recorded) -> None:
    for campaign in recorded.campaigns:
        if campaign.state != CampaignState.RUNNING:
            continue
        game = Entry.objects.filter(campaign=campaign).exclude(stream=CLUB_STREAM).order_by("seq")
        seqs = list(game.values_list("seq", flat=True))
        now, before = seqs[-1], rows_of(campaign)
        for early in (seqs[0], seqs[len(seqs) // 3], seqs[len(seqs) // 2]):
            rewind_game(campaign_id=campaign.pk, to_seq=early, reason="To see it once more.")
            assert rows_of(campaign) != before
            assert verify(campaign.pk) == []
            rewind_game(campaign_id=campaign.pk, to_seq=now, reason="And forward again.")
            assert rows_of(campaign) == before
            assert verify(campaign.pk) == []


def test_revealed_cups_pass_the_script_with_kept_checkpoints(recorded: Recorded, tmp_path: Path) -> None:
    turned = list(Cup.objects.filter(state=CupState.TURNED_OVER).order_by("id"))
    assert {cup.audience for cup in turned} == {"public", "side:USA", "side:CSA", "umpire"}
    assert any(cup.count for cup in turned)
    document, kept = tmp_path / "cups.json", tmp_path / "kept.txt"
    document.write_text(json.dumps(cup_documents(turned)))
    observers = JournalLine.objects.filter(feed__role=Role.OBSERVER).order_by("feed", "n")
    kept.write_text("\n".join(observers.values_list("announcement__text", flat=True)))
    command = [sys.executable, "static/check_cup.py", str(document), "--heads", str(kept)]
    done = subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (
        0,
        "Everything agrees: commitment, random digits, results, chain, and checkpoints.\n",
    )
    assert kept.read_text().count(" head ") > 4


def test_every_seat_reads_its_pages_and_whole_journal(recorded: Recorded) -> None:
    read = set[str]()
    for seat in Seat.objects.filter(user__isnull=False, removed_at=None).select_related("user", "feed"):
        assert seat.user is not None
        client = Client()
        client.force_login(seat.user)
        pages = dict(walk(client, f"/c/{hex_id(seat.campaign_id)}/", read))
        read |= pages.keys()
        assert {url: status for url, status in pages.items() if status != 200} == {}
        assert len(pages) > 5
        assert journal_of(client, seat) == lines_of(seat.feed)


route_of = cache(lambda url: resolve(url).route)


def walk(client: Client, start: str, read: Set[str]) -> Iterator[tuple[str, int]]:
    """Yield a campaign's linked pages once each, but only the newest few of a kind, and no odds, which need inputs.

    A page of rules is the same for every seat, so of those that others have read, fewer are opened.
    """
    waiting, met, kinds = [start], {start}, Counter[str]()
    while waiting:
        url = waiting.pop()
        kinds[route_of(url)] += 1
        if kinds[route_of(url)] > (MOST_READ_AGAIN if RULES in url and url in read else MOST_OF_A_KIND):
            continue
        answer = client.get(url)
        yield url, answer.status_code
        found = set(LINK.findall(answer.content.decode(errors="replace"))) if not answer.streaming else set()
        fresh = sorted(link for link in found - met if link.startswith(start) and not NO_PAGE.search(link))
        met |= set(fresh)
        waiting += fresh


def journal_of(client: Client, seat: Seat) -> list[tuple[int, str]]:
    """Return a seat's journal lines from the API with every fold open, oldest first."""
    lines, before = [], ""
    while before is not None:
        page = client.get(f"/api/c/{hex_id(seat.campaign_id)}/journal/", {"before": before} if before else {}).json()
        lines += [(one["n"], one["text"]) for line in page["lines"] for one in line["checkpoints"] or [line]]
        before = page["older"]
    return sorted(lines)


def lines_of(feed: Feed) -> list[tuple[int, str]]:
    return list(JournalLine.objects.filter(feed=feed).order_by("n").values_list("n", "announcement__text"))


def test_recorded_files_hold_every_table_and_kind_of_entry() -> None:
    """Add a new one to the story in battles/tests/story.py, then run `python -m battles.tests.record`."""
    rows = [found.row for file in FILES for found in backup._rows(file)]
    tables = {row.table for row in rows if isinstance(row, RowImage)}
    kinds = {row.kind for row in rows if isinstance(row, Entry)}
    missing = (TABLES.models.keys() - tables) | (kinds_in_the_code() - kinds)
    assert missing - NEVER_RECORDED.keys() == set()
    assert NEVER_RECORDED.keys() <= missing, "an exception is no longer needed"


@pytest.mark.usefixtures("recorded")
def test_every_secret_kind_is_rewound_in_two_worlds() -> None:
    """Check the kinds that not everyone hears of: nobody may notice that the umpire rewinds one."""
    game = Entry.objects.exclude(stream=CLUB_STREAM).exclude(kind="rewind")
    secret = game.exclude(announcements__audience=PUBLIC).values_list("kind", flat=True).distinct()
    assert {f"{kind} rewound" for kind in secret} <= {pair.name for pair in ALL_PAIRS}


@cache
def kinds_in_the_code() -> frozenset[str]:
    """Return every kind of entry: those of calls that open an act, and those of decisions."""
    files = [file for app in APPS for file in (ROOT / app / "services").rglob("*.py")]
    return frozenset(INSTALLED.decisions).union(*(kinds_in(file) for file in files))


def kinds_in(file: Path) -> Iterator[str]:
    module = import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))
    for call in ast.walk(ast.parse(file.read_text())):
        if (
            isinstance(call, ast.Call)
            and isinstance(call.func, ast.Name)
            and call.func.id in ("open_act", "open_battle_act")
        ):
            said = next((word.value for word in call.keywords if word.arg == "kind"), None) or call.args[2]
            if isinstance(said, ast.Constant):
                yield str(said.value)
            elif isinstance(said, ast.Name) and isinstance(getattr(module, said.id, None), str):
                yield getattr(module, said.id)


def test_every_kind_of_entry_has_a_title() -> None:
    assert sorted(kinds_in_the_code() - {kind for part in INSTALLED.parts for kind in part.entry_titles}) == []


def test_kinds_are_found_in_the_code() -> None:
    kinds = kinds_in_the_code()
    assert {"rewind", "battle.request", "deadline.reminded", "campaign.paused", "rewind.agreed", "talk.said"} <= kinds
    assert len(kinds) > 40
