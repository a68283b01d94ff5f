"""What a reader of the journal sees: topics, folded checkpoints, changes in words, an entry beside the lines."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from campaign.ids import hex_id
from campaign.models import Feed
from campaign.selectors.changes import Change, changes_in_words
from campaign.selectors.journal import journal_page
from campaign.services import talk
from campaign.services.record import open_act
from campaign.tests import api
from campaign.tests.builders import Club, a_club
from campaign.tests.test_rewind import found_force, move

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    """Return a campaign with two turns: an event and two checkpoints each, and a message within the Union."""
    club = a_club()
    for turn in (1, 2):
        with open_act(None, campaign_id=club.campaign.id, stream="campaign", kind="note") as act:
            act.tell("public", f"Turn {turn} began.", turn=turn)
            for step in (turn, turn + 1):
                text = f"Shiloh: the dice at public step {step}. Keep these lines.\ncup 0 step {step} head {step}"
                act.tell("public", text, kind="cup.heads", turn=turn)
    talk.say(club.viewer("union"), to="side", text="Hold.")
    return club


def page(club: Club, who: str, rest: str = "journal/", **query: str | int) -> str:
    client = Client()
    client.force_login(club.users[who])
    return str(client.get(f"/c/{hex_id(club.campaign.id)}/{rest}", query).content.decode())


def texts(club: Club, who: str, **query: str | int) -> list[str]:
    path = f"c/{hex_id(club.campaign.pk)}/journal/"
    return [line["text"] for line in api.Program(who).get(path, **query).json()["lines"]]


def test_checkpoints_of_a_turn_are_one_row_that_opens(club: Club) -> None:
    shown = page(club, "confederate")
    assert shown.count("<summary>Shiloh: dice checkpoints</summary>") == 2
    for step in (1, 2, 3):
        assert f"cup 0 step {step} head {step}" in shown
    lines = [line for line in journal_page(club.viewer("confederate")).lines if line.checkpoints]
    assert [(line.turn, [c.text[8:34] for c in line.checkpoints]) for line in lines] == [
        (2, ["the dice at public step 3.", "the dice at public step 2."]),
        (1, ["the dice at public step 2.", "the dice at public step 1."]),
    ]


def test_journal_filters_by_topic(club: Club) -> None:
    assert texts(club, "union", topic="messages") == ["Union, whole side sent a message to Union, all seats."]
    assert set(texts(club, "union", topic="dice")) == {"Shiloh: dice checkpoints"}
    events = texts(club, "union", topic="events")
    assert "Turn 2 began." in events
    assert not any("dice" in text or "message" in text for text in events)


def test_topic_and_turn_filter_together(club: Club) -> None:
    assert texts(club, "union", topic="events", turn=1) == ["Turn 1 began."]


def test_filtered_journal_of_others_shows_nothing_more(club: Club) -> None:
    assert texts(club, "confederate", topic="messages") == []
    assert "No entries of this kind yet." in page(club, "confederate", topic="messages")


def test_unknown_topic_is_refused(club: Club) -> None:
    api.refusal(api.Program("union").get(f"c/{hex_id(club.campaign.pk)}/journal/", topic="secrets"), 400, "topic")


def test_numbers_have_no_gaps_but_those_of_the_filter(club: Club) -> None:
    """A fold has the number of its newest line; the others are inside it."""
    lines = journal_page(club.viewer("confederate")).lines
    numbers = [n for line in lines for n in ([c.n for c in line.checkpoints] or [line.n])]
    last = Feed.objects.get(id=club.viewer("confederate").feed_id).last
    assert sorted(numbers) == list(range(1, last + 1))


@pytest.mark.parametrize("more", [0, 300])
@pytest.mark.parametrize("query", [{"topic": "events"}, {"topic": "dice"}, {"topic": "messages"}])
def test_filtered_journal_queries_do_not_grow(
    club: Club, more: int, query: dict[str, str], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(more):
        with open_act(None, campaign_id=club.campaign.id, stream="campaign", kind="cup.heads") as act:
            act.tell("public", "Shiloh: the dice.\nx", turn=3)
    client = Client()
    client.force_login(club.users["union"])
    with django_assert_num_queries(4):
        client.get(f"/c/{hex_id(club.campaign.id)}/journal/", query)


def test_changed_row_reads_as_a_sentence(club: Club) -> None:
    force = found_force(club)
    move(club, force, "0909")
    n = Feed.objects.get(id=club.viewer("umpire").feed_id).last
    shown = " ".join(page(club, "umpire", f"journal/{n}/").split())
    assert "Hex: 0101 → 0909" in shown
    sentence, fold, raw = "Hex: 0101 → 0909", "<summary>Stored values</summary>", "Record <code>"
    assert shown.index(sentence) < shown.index(fold) < shown.index(raw)
    row = api.Program("umpire").get(f"c/{hex_id(club.campaign.pk)}/journal/{n}/").json()["rows"][0]
    assert {"name": "hex", "before": "0101", "after": "0909"} in row["in_words"]


def test_codes_flags_and_lists_are_put_into_words() -> None:
    before = {"id": 1, "side": "USA", "demoralized": False, "scope": "", "turn": 6, "hash": "a" * 64, "moved_id": 5}
    after = before | {"side": "CSA", "demoralized": True, "scope": "West", "turn": 7, "hash": "b" * 64, "moved_id": 9}
    assert changes_in_words("war_force", before, after) == [
        Change("side", "Union", "Confederate"),
        Change("demoralized", "no", "yes"),
        Change("scope", "–", "West"),
        Change("turn", "6", "7"),
        Change("hash", "", ""),
        Change("moved", "", ""),
    ]


def test_new_row_tells_only_what_says_something() -> None:
    row = {"id": 1, "side": "USA", "demoralized": False, "scope": "", "body": {"a": 1}, "leaders": ["Hood", "Hardee"]}
    told = [Change("side", "–", "Union"), Change("leaders", "–", "Hood, Hardee")]
    assert changes_in_words("war_force", {}, row) == told


def test_entry_is_beside_the_lines_around_it(club: Club) -> None:
    shown = page(club, "umpire", "journal/2/", topic="events")
    beside = shown[shown.index('<nav class="lines-of') :]
    assert "Turn 1 began." in beside
    assert "dice checkpoints" not in beside
    assert "?topic=events" in beside


def test_own_lines_are_beside_an_entry(club: Club) -> None:
    union, confederate = (page(club, who, "journal/3/") for who in ("union", "confederate"))
    assert "sent a message to Union" in union
    assert "sent a message to Union" not in confederate
