"""Rewinds: recorded, exact, refused only where another stream built on them, announced only to earlier readers."""

import contextlib
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.http import Http404
from hypothesis import HealthCheck, given
from hypothesis import settings as prove
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from campaign.errors import Refusal
from campaign.models import TABLES, Deadline, Entry, JournalLine, image
from campaign.selectors.current import is_current, spans
from campaign.selectors.journal import journal_page
from campaign.selectors.rewinds import number_runs, preview_rewind
from campaign.selectors.verify import verify
from campaign.services.record import open_act
from campaign.services.rewind import rewind, rewind_stream
from campaign.sources import SOURCES
from campaign.tests.builders import Club, a_club
from war.models import Force

BATTLE = "battle:00000000000000b1"


def found_force(club: Club, *, side: str = "USA", stream: str = "campaign", hex: str = "0101") -> Force:
    with open_act(club.viewer("umpire"), stream=stream, kind="force.found") as act:
        force = act.create(Force(id=SOURCES.new_id("umpire"), campaign=club.campaign, side=side, hex=hex))
        act.tell(f"side:{side}", f"A force is at {hex}.")
    return force


def move(club: Club, force: Force, hex: str, *, stream: str = "campaign", audience: str = "side:USA") -> Entry:
    with open_act(club.viewer("umpire"), stream=stream, kind="force.moved") as act:
        force = Force.objects.get(id=force.pk)
        force.hex = hex
        act.save(force)
        act.tell(audience, f"It went to {hex}.")
    return act.entry


def disband(club: Club, force: Force, *, stream: str = "campaign") -> None:
    with open_act(club.viewer("umpire"), stream=stream, kind="force.disbanded") as act:
        act.delete(Force.objects.get(id=force.pk))


def rows() -> dict[tuple[str, int], dict[str, Any]]:
    return {(t, r.pk): image(r) for t, m in TABLES.models.items() for r in m._default_manager.all()}


def journal(club: Club, who: str) -> list[str]:
    lines = JournalLine.objects.filter(feed_id=club.viewer(who).feed_id).order_by("n")
    return list(lines.values_list("announcement__text", flat=True))


def current_lines(club: Club, who: str) -> dict[int, bool]:
    lines = JournalLine.objects.filter(feed_id=club.viewer(who).feed_id)
    return dict(lines.values_list("n", "is_current"))


@pytest.mark.django_db
class Test_Rewind:
    def test_rewind_restores_moved_created_and_deleted_rows(self) -> None:
        club = a_club()
        kept, doomed = found_force(club), found_force(club, hex="0202")
        before, mark = rows(), Entry.objects.order_by("-seq")[0]
        move(club, kept, "0303")
        found_force(club, hex="0404")
        disband(club, doomed)
        rewind(club.viewer("umpire"), entry_id=mark.pk, reason="A slip.")
        assert rows() == before
        assert verify(club.campaign.id) == []

    def test_rewind_is_announced_only_to_readers_of_undone_lines(self) -> None:
        club = a_club()
        force = found_force(club)
        mark = Entry.objects.order_by("-seq")[0]
        move(club, force, "0202")
        move(club, force, "0303")
        confederate, observer = club.viewer("confederate").version, club.viewer("observer").version
        rewind(club.viewer("umpire"), entry_id=mark.pk, reason="A slip.")
        assert journal(club, "union")[-1] == "Undone: entries 3 to 4. A slip."
        assert (club.viewer("confederate").version, club.viewer("observer").version) == (confederate, observer)

    def test_rewind_is_announced_to_shared_observer_feed(self) -> None:
        club = a_club()
        force = found_force(club)
        mark = Entry.objects.order_by("-seq")[0]
        move(club, force, "0202", audience="public")
        rewind(club.viewer("umpire"), entry_id=mark.pk, reason="A slip.")
        newest = {who: journal_page(club.viewer(who)).lines[0].seen_by.words for who in ("observer", "union", "umpire")}
        assert newest == {"observer": "All observers", "union": "Only you", "umpire": "Only the umpire"}

    def test_rewinding_a_rewind_restores_entries(self) -> None:
        club = a_club()
        force = found_force(club)
        mark = Entry.objects.order_by("-seq")[0]
        moved = move(club, force, "0202")
        rewind(club.viewer("umpire"), entry_id=mark.pk, reason="Back.")
        rewind(club.viewer("umpire"), entry_id=moved.pk, reason="No, it was right.")
        assert Force.objects.get(id=force.pk).hex == "0202"
        assert journal(club, "union")[-1] == "Restored: entry 3. No, it was right."

    def test_rewind_is_refused_where_another_stream_built_on_it(self) -> None:
        club = a_club()
        mark = Entry.objects.order_by("-seq")[0]
        force = found_force(club)
        with open_act(club.viewer("umpire"), stream=BATTLE, kind="contact.taken") as act:
            act.pin(force)
        with pytest.raises(Refusal, match=r"would undo: contact taken in a battle\. Rewind"):
            rewind_stream(club.viewer("umpire"), stream="campaign", to_seq=mark.seq, reason="No.")
        rewind_stream(club.viewer("umpire"), stream=BATTLE, to_seq=0, reason="No battle.")
        rewind_stream(club.viewer("umpire"), stream="campaign", to_seq=mark.seq, reason="Now it may go.")
        assert not Force.objects.exists()

    def test_rewind_marks_undone_and_restored_lines(self) -> None:
        club = a_club()
        force = found_force(club)
        mark = Entry.objects.order_by("-seq")[0]
        moved = move(club, force, "0202")
        rewind(club.viewer("umpire"), entry_id=mark.pk, reason="Back.")
        assert current_lines(club, "union") == {1: True, 2: True, 3: False, 4: True}
        assert set(current_lines(club, "confederate").values()) == {True}
        rewind(club.viewer("umpire"), entry_id=moved.pk, reason="No, it was right.")
        assert current_lines(club, "union") == {1: True, 2: True, 3: True, 4: True, 5: True}

    def test_club_stream_is_never_rewound(self) -> None:
        club = a_club()
        first = Entry.objects.filter(stream="club").earliest("seq")
        with pytest.raises(Refusal, match="never rewound"):
            rewind(club.viewer("umpire"), entry_id=first.pk, reason="No.")

    @pytest.mark.parametrize("who", ["union", "confederate", "observer"])
    def test_rewind_is_umpire_only(self, who: str) -> None:
        club = a_club()
        found_force(club)
        entry = Entry.objects.latest("seq")
        with pytest.raises(Http404):
            rewind(club.viewer(who), entry_id=entry.pk, reason="No.")

    def test_preview_shows_actors_and_readers(self) -> None:
        club = a_club()
        force = found_force(club)
        mark = Entry.objects.order_by("-seq")[0]
        move(club, force, "0202")
        shown = preview_rewind(club.viewer("umpire"), mark)
        assert [entry.kind for entry in shown.undone] == ["force.moved"]
        assert shown.acted == {club.viewer("umpire").seat_id}
        assert shown.readers[club.viewer("union").feed_id] == [3]


def test_number_runs_are_joined() -> None:
    assert number_runs([2, 3, 4, 6]) == "2 to 4, 6"


@given(st.lists(st.integers(0, 40), max_size=8))
def test_spans_match_replayed_jumps(targets: list[int]) -> None:
    """Replay the history entry by entry, keep the current entries as a set, and compare."""
    jumps: list[tuple[int, int]] = []
    current: set[int] = set()
    after = {0: current}
    seq = 0
    for target in targets:
        for _ in range(3):
            seq += 1
            current = current | {seq}
            after[seq] = current
        seq += 1
        to = min(target, seq - 1)
        jumps.append((seq, to))
        current = after[to] | {seq}
        after[seq] = current
    kept = spans(jumps, seq)
    rewinds = {at for at, _ in jumps}
    assert {n for n in range(1, seq + 1) if is_current(kept, n)} - rewinds == current - rewinds


ACTIONS = st.tuples(st.sampled_from(["found", "move", "disband", "pin", "due", "rewind", "rewind"]), st.integers(0, 99))


class Test_Random_history(TestCase):
    """Random acts and rewinds in all streams, after which the rows must follow from the journal."""

    @given(st.lists(st.tuples(ACTIONS, st.sampled_from(["campaign", BATTLE])), max_size=30))
    @prove(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
    def test_replayed_journal_gives_the_same_rows(self, run: list[tuple[tuple[str, int], str]]) -> None:
        club = a_club()
        for (verb, n), stream in run:
            _try(partial(_do, club, verb, n, stream))
        assert verify(club.campaign.id) == []

    @given(st.lists(ACTIONS.filter(lambda a: a[0] != "pin"), max_size=30))
    @prove(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
    def test_rewind_within_one_stream_is_exact(self, run: list[tuple[str, int]]) -> None:
        club = a_club()
        found_force(club)
        after = {Entry.objects.latest("seq").seq: rows()}
        for verb, n in run:
            if verb == "due":
                continue
            if verb == "rewind":
                to = sorted(after)[n % len(after)]
                rewind_stream(club.viewer("umpire"), stream="campaign", to_seq=to, reason="r")
                assert rows() == after[to]
            else:
                _do(club, verb, n, "campaign")
            after[Entry.objects.latest("seq").seq] = rows()


def _try(action: Callable[[], None]) -> None:
    with contextlib.suppress(Refusal):
        action()


def _do(club: Club, verb: str, n: int, stream: str) -> None:
    forces = list(Force.objects.order_by("id"))
    force = forces[n % len(forces)] if forces else None
    if verb == "found":
        found_force(club, stream=stream, side="CSA" if n % 2 else "USA")
    elif verb == "due":
        _extend_deadline(club, n)
    elif verb == "rewind":
        entries = Entry.objects.filter(stream=stream).order_by("-seq")[: n % 9 + 1]
        to = min((e.seq for e in entries), default=0)
        rewind_stream(club.viewer("umpire"), stream=stream, to_seq=to, reason="r")
    elif force is None:
        return
    elif verb == "move":
        move(club, force, f"{n:04}", stream=stream)
    elif verb == "disband":
        disband(club, force, stream=stream)
    elif verb == "pin":
        with open_act(club.viewer("umpire"), stream=stream, kind="pin") as act:
            act.pin(force)


def _extend_deadline(club: Club, n: int) -> None:
    with open_act(club.viewer("umpire"), stream="club", kind="deadline") as act:
        row = Deadline.objects.filter(subject="x").first()
        if row is None:
            now = SOURCES.now()
            row = Deadline(id=SOURCES.new_id("public"), campaign=club.campaign, subject="x", since=now, due_at=now)
            act.create(row)
        else:
            row.due_at = SOURCES.now()
            act.save(row)
