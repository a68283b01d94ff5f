"""Cups of a battle: revealed with the battle report, checked by anyone, and replaced after a rewind."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from battles.models import Battle, SecretResult
from battles.services import opening, settle
from battles.tests.builders import a_battle, both_request, march, open_it, seal_both, told
from battles.tests.test_thread import enter
from campaign.ids import hex_id
from campaign.models import Cup, CupState, Entry, JournalLine, Throw
from campaign.selectors.cups import cup_documents
from campaign.selectors.verify import verify
from campaign.services.rewind import rewind_stream
from campaign.services.sweep import sweep
from campaign.tests.builders import Club
from campaign.tests.kept import kept
from rulesets.core.cup_check import examine

pytestmark = pytest.mark.django_db


@kept
def open_with_flank_march() -> tuple[Club, Battle]:
    """Open Shiloh with a Confederate flank march that the site rolls for."""
    club, battle = a_battle()
    seal_both(club, battle, confederate=march(battle, "CSA", "right", "Breckinridge", points=1))
    open_it(club, battle)
    return club, battle


def finish(club: Club, battle: Battle) -> None:
    both_request(club, battle, "end")
    battle.refresh_from_db()
    enter(club, battle, "union", "USA", killed=0, points=1, end="held")
    enter(club, battle, "confederate", "CSA", killed=0, points=0, end="withdrew")
    settle.settle(club.viewer("umpire"), battle.id)


def check_cups(club: Club) -> list[str]:
    """Check every cup of the battle against an observer's journal."""
    text = json.dumps(cup_documents(list(Cup.objects.order_by("audience", "opening"))))
    return [finding.sentence for finding in examine(text, "\n".join(told(club, "observer")))]


def test_report_reveals_cups_that_match_observers_journal() -> None:
    club, battle = open_with_flank_march()
    finish(club, battle)
    assert set(Throw.objects.values_list("how", flat=True)) == {"machine"}
    assert set(Cup.objects.values_list("state", flat=True)) == {CupState.TURNED_OVER}
    assert check_cups(club) == []


def test_roll_voided_after_report_is_rerolled_from_new_cups() -> None:
    club, battle = open_with_flank_march()
    finish(club, battle)
    first = Throw.objects.get(base__contains="VG-7B1")
    stream = f"battle:{hex_id(battle.id)}"
    prepared = Entry.objects.get(stream=stream, kind="battle.prepared").seq
    place = f"{hex_id(first.cup_id)}:{first.n}"
    settled = Entry.objects.get(kind="battle.settled")
    rewind_stream(club.viewer("umpire"), stream=settled.stream, to_seq=settled.seq - 1, reason="Seen by all")
    rewind_stream(club.viewer("umpire"), stream=stream, to_seq=prepared, reason="Seen by all", voids=[place])
    sweep(club.campaign.id)
    assert not Battle.objects.get().waits_for_umpire_work
    assert not SecretResult.objects.exists()
    opening.open_battle(club.viewer("umpire"), battle.id)
    sweep(club.campaign.id)
    assert SecretResult.objects.exists()
    of_march = Throw.objects.filter(base=first.base).order_by("id")
    assert list(of_march.values_list("how", "k", "cup__opening")) == [
        ("machine", 0, 1), ("void", 0, 2), ("machine", 1, 2),
    ]  # fmt: skip
    finish(club, battle)
    assert check_cups(club) == []
    assert verify(club.campaign.id) == []


def test_umpire_reads_rolls_in_words(client: Client) -> None:
    """The entry names the purpose, the side, and the rule, never the ledger's key."""
    club, _ = open_with_flank_march()
    feed = club.viewer("umpire").feed_id
    line = JournalLine.objects.filter(feed_id=feed).exclude(announcement__entry__throws=[]).earliest("n")
    client.force_login(club.users["umpire"])
    page = client.get(reverse("journal:entry", args=[club.campaign.pk, line.n])).content.decode()
    throws = page[page.index("<h2>Rolls</h2>") :]
    assert "Flank force arrival, Confederate, right" in throws
    assert '<span class="cite">VG-7B1</span>' in throws
    assert "Only the umpire" in throws
    assert "[&quot;" not in throws


def test_correction_form_opens_without_errors_for_any_column_name(client: Client) -> None:
    """A column named like an attribute of the form used to show up as news."""
    club, _ = open_with_flank_march()
    entry = Entry.objects.filter(images__table="battles_secretresult").earliest("seq")
    n = JournalLine.objects.filter(feed_id=club.viewer("umpire").feed_id, announcement__entry=entry).earliest("n").n
    client.force_login(club.users["umpire"])
    where = [club.campaign.pk, n, "battles_secretresult", SecretResult.objects.get(subject__contains=".1.").pk]
    page = client.get(reverse("journal:correct", args=where)).content.decode()
    assert page.count("<textarea") == 1
    assert "There’s a problem" not in page
