"""Acts: all or nothing, done once, recorded, and each feed gets only its own lines."""

import pytest
from django.db import connection
from django.test import TestCase
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from campaign.errors import AlreadyDone, Refusal, Stale
from campaign.models import Entry, Feed, JournalLine, RowImage
from campaign.selectors import verify as verify_module
from campaign.services import live, talk
from campaign.services.record import open_act, touch_own
from campaign.sources import SOURCES
from campaign.tests.builders import Club, a_club
from war.models import TurnTrack

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return a_club()


def journal(club: Club, who: str) -> list[tuple[int, str]]:
    lines = JournalLine.objects.filter(feed_id=club.viewer(who).feed_id).order_by("n")
    return list(lines.values_list("n", "announcement__text"))


def test_each_feed_numbers_only_its_own_lines(club: Club) -> None:
    with open_act(club.viewer("union"), stream="campaign", kind="note") as act:
        act.tell("side:USA", "Only the Union")
        act.tell("public", "Everybody")
    assert journal(club, "union")[-2:] == [(2, "Only the Union"), (3, "Everybody")]
    assert journal(club, "confederate")[-1:] == [(2, "Everybody")]
    assert journal(club, "observer")[-1:] == [(2, "Everybody")]


def test_scope_line_reaches_scope_and_whole_side_seats(club: Club) -> None:
    with open_act(club.viewer("union"), stream="campaign", kind="note") as act:
        act.tell("scope:USA:West", "West only")
        act.tell("scope:USA:East", "East only")
    assert [text for _, text in journal(club, "union_west")][1:] == ["West only"]
    assert [text for _, text in journal(club, "union")][1:] == ["West only", "East only"]
    assert [text for _, text in journal(club, "confederate")][1:] == []


def test_line_for_one_side_costs_an_act_no_further_statement(club: Club) -> None:
    """Everyone can time an act that tells something to all: its statements must not say that somebody learned more."""
    assert statements_to_tell(club, "public", "side:USA") == statements_to_tell(club, "public", "public")


def statements_to_tell(club: Club, *audiences: str) -> int:
    with (
        CaptureQueriesContext(connection) as queries,
        open_act(club.viewer("union"), stream="campaign", kind="note") as act,
    ):
        for audience in audiences:
            act.tell(audience, "News")
    return len(queries)


def test_row_read_before_the_act_cannot_be_saved(club: Club) -> None:
    """It may have changed before the act had its lock, and writing it would undo that."""
    viewer = club.viewer("umpire")
    with open_act(viewer, stream="campaign", kind="turn") as act:
        act.create(TurnTrack(id=SOURCES.new_id("public"), campaign=club.campaign, season="Mar-Apr"))
    early = TurnTrack.objects.get()
    early.turn = 2
    with open_act(viewer, stream="campaign", kind="turn") as act, pytest.raises(RuntimeError, match="inside the act"):
        act.save(early)
    assert TurnTrack.objects.get().turn == 1


def test_rows_are_imaged_before_and_after(club: Club) -> None:
    viewer = club.viewer("umpire")
    with open_act(viewer, stream="campaign", kind="turn") as act:
        track = act.create(TurnTrack(id=SOURCES.new_id("public"), campaign=club.campaign, season="Mar-Apr"))
    with open_act(viewer, stream="campaign", kind="turn") as act:
        track = TurnTrack.objects.get()
        track.turn = 2
        act.save(track)
    image = RowImage.objects.filter(table="war_turntrack").order_by("-seq")[0]
    assert image.before is not None
    assert image.after is not None
    assert (image.before["turn"], image.after["turn"]) == (1, 2)


def test_error_inside_an_act_leaves_nothing(club: Club) -> None:
    before = (Entry.objects.count(), JournalLine.objects.count())

    def failing() -> None:
        with open_act(club.viewer("union"), stream="campaign", kind="note") as act:
            act.tell("public", "never posted")
            raise Refusal("No.")

    with pytest.raises(Refusal):
        failing()
    assert (Entry.objects.count(), JournalLine.objects.count()) == before


def test_same_key_acts_once(club: Club) -> None:
    for _ in range(2):
        try:
            with open_act(club.viewer("union"), stream="campaign", kind="note", key="k1") as act:
                act.tell("public", "once")
        except AlreadyDone:
            pass
    assert Entry.objects.filter(kind="note").count() == 1


def test_stale_page_is_refused_with_that_seats_news(club: Club) -> None:
    union = club.viewer("union")
    with open_act(club.viewer("confederate"), stream="campaign", kind="note") as act:
        act.tell("side:CSA", "a secret")
        act.tell("public", "a public word")
    with (
        pytest.raises(Stale) as refused,
        open_act(union, stream="campaign", kind="note", version=union.version),
    ):
        pass
    assert refused.value.news == ["a public word"]


def test_enemy_secret_act_moves_no_version(club: Club) -> None:
    union = club.viewer("union")
    with open_act(club.viewer("confederate"), stream="campaign", kind="note") as act:
        act.tell("side:CSA", "a secret")
    assert club.viewer("union").version == union.version
    with open_act(union, stream="campaign", kind="note", version=union.version) as act:
        act.tell("side:USA", "not stale")


def test_notices_skip_actor_and_observers(club: Club) -> None:
    Feed.objects.update(game_since=None)
    with open_act(club.viewer("union"), stream="campaign", kind="note") as act:
        act.tell("public", "a word")
    due = set(Feed.objects.exclude(game_since=None).values_list("id", flat=True))
    assert due == {club.viewer(who).feed_id for who in ("umpire", "union_west", "confederate")}


def test_draft_moves_only_own_version_after_commit(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    published: list[list[tuple[int, int]]] = []
    monkeypatch.setattr(live, "publish", published.append)
    union, west = club.viewer("union"), club.viewer("union_west")
    with TestCase.captureOnCommitCallbacks(execute=True):
        touch_own(union)
        assert published == []
    assert published == [[(union.feed_id, union.version + 1)]]
    assert club.viewer("union").version == union.version + 1
    assert club.viewer("union_west").version == west.version


def test_observers_share_one_feed(club: Club) -> None:
    assert Feed.objects.filter(role="observer").count() == 1


@pytest.mark.parametrize("entries", [10, 300])
def test_act_queries_do_not_grow(club: Club, entries: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for _ in range(entries):
        with open_act(None, campaign_id=club.campaign.id, stream="campaign", kind="note") as act:
            act.tell("public", "x")
    union = club.viewer("union")
    with (
        django_assert_num_queries(8),
        open_act(union, stream="campaign", kind="note", version=union.version, key="one") as act,
    ):
        act.tell("public", "a word")


def test_verify_reads_again_when_somebody_acts_in_between(monkeypatch: pytest.MonkeyPatch) -> None:
    """The journal was read before an act, and the rows after it."""
    club = a_club()
    read, left = verify_module._rows, [1]

    def late(campaign_id: int) -> list[str]:
        if left:
            left.pop()
            talk.say(club.viewer("union"), to="side", text="Now.")
            return ["campaign_message: the row differs from the journal"]
        return read(campaign_id)

    monkeypatch.setattr(verify_module, "_rows", late)
    assert verify_module.verify(club.campaign.id) == []
    monkeypatch.setattr(verify_module, "_rows", lambda campaign_id: ["a problem"])
    assert verify_module.verify(club.campaign.id) == ["a problem"]
