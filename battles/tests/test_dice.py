"""The cups of a real battle: turned over with the Report, checked by anybody, and met again after a rewind."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from battles.models import Battle, SecretResult
from battles.services import settle
from battles.tests.builders import a_battle, both_tap, march, open_it, seal_both, told
from battles.tests.test_thread import enter
from campaign.ids import hex_id
from campaign.models import Cup, CupState, Entry, JournalLine, Throw
from campaign.selectors.cups import cup_documents
from campaign.selectors.verify import verify
from campaign.services.rewind import rewind_stream
from campaign.services.sweep import sweep
from campaign.tests.builders import Club
from rulesets.core.cup_check import examine

pytestmark = pytest.mark.django_db


def fought() -> tuple[Club, Battle]:
    """Shiloh with a Confederate flank march thrown for by the site."""
    club, battle = a_battle()
    seal_both(club, battle, confederate=march(battle, "CSA", "right", "Breckinridge", points=1))
    open_it(club, battle)
    return club, battle


def report(club: Club, battle: Battle) -> None:
    both_tap(club, battle, "end")
    battle.refresh_from_db()
    enter(club, battle, "union", "USA", killed=0, points=1, end="held")
    enter(club, battle, "confederate", "CSA", killed=0, points=0, end="withdrew")
    settle.settle(club.viewer("umpire"), battle.id)


def secret_results(club: Club) -> list[str]:
    """What a reader finds who kept his journal and is given every document of the battle."""
    text = json.dumps(cup_documents(list(Cup.objects.order_by("audience", "opening"))))
    return [finding.sentence for finding in examine(text, "\n".join(told(club, "observer")))]


def test_with_the_report_all_cups_are_turned_over_and_pass_with_the_lines_that_an_observer_kept() -> None:
    club, battle = fought()
    report(club, battle)
    assert Throw.objects.get().how == "machine"
    assert set(Cup.objects.values_list("state", flat=True)) == {CupState.TURNED_OVER}
    assert secret_results(club) == []


def test_behind_the_report_a_void_throw_waits_for_the_next_tap_and_is_thrown_from_new_cups() -> None:
    club, battle = fought()
    report(club, battle)
    first = Throw.objects.get()
    stream = f"battle:{hex_id(battle.id)}"
    opened = Entry.objects.get(stream=stream, kind="battle.opened").seq
    place = f"{hex_id(first.cup_id)}:1"
    settled = Entry.objects.get(kind="battle.settled")
    rewind_stream(club.viewer("umpire"), stream=settled.stream, to_seq=settled.seq - 1, reason="Seen by all")
    rewind_stream(club.viewer("umpire"), stream=stream, to_seq=opened, reason="Seen by all", voids=[place])
    sweep(club.campaign.id)
    assert not Battle.objects.get().waits_for_umpire_work
    assert not SecretResult.objects.exists()
    both_tap(club, battle)
    assert SecretResult.objects.exists()
    assert list(Throw.objects.order_by("id").values_list("how", "k", "cup__opening")) == [
        ("machine", 0, 1), ("void", 0, 2), ("machine", 1, 2),
    ]  # fmt: skip
    report(club, battle)
    assert secret_results(club) == []
    assert verify(club.campaign.id) == []


def test_the_umpire_reads_in_words_what_an_entry_threw(client: Client) -> None:
    """For what, for whom and under which rule; never the key as the ledger spells it."""
    club, _ = fought()
    feed = club.viewer("umpire").feed_id
    line = JournalLine.objects.filter(feed_id=feed).exclude(announcement__entry__throws=[]).earliest("n")
    client.force_login(club.users["umpire"])
    page = client.get(reverse("journal:entry", args=[club.campaign.pk, line.n])).content.decode()
    throws = page[page.index("<h2>Throws</h2>") :]
    assert "Flank force arrival, Confederate, right" in throws
    assert '<span class="cite">VG-7B1</span>' in throws
    assert "Only the umpire" in throws
    assert "[&quot;" not in throws


def test_a_row_with_a_column_of_any_name_opens_to_be_put_right_with_nothing_refused(client: Client) -> None:
    """A column called as an attribute of the form: it was taken for what has changed since."""
    club, _ = fought()
    entry = Entry.objects.filter(images__table="battles_secretresult").earliest("seq")
    n = JournalLine.objects.filter(feed_id=club.viewer("umpire").feed_id, announcement__entry=entry).earliest("n").n
    client.force_login(club.users["umpire"])
    where = [club.campaign.pk, n, "battles_secretresult", SecretResult.objects.get().pk]
    page = client.get(reverse("journal:correct", args=where)).content.decode()
    assert page.count("<textarea") == 2
    assert "Nothing was done" not in page
