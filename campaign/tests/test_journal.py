"""The journal's pages and their twins in the API: own lines, own numbers; the umpire rewinds and corrects."""

from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.models import Entry, Feed, RulingSwitch
from campaign.services.corrections import correct, correctable_fields
from campaign.services.record import open_act
from campaign.services.rewind import rewind
from campaign.sources import SOURCES, SeededSources
from campaign.tests.builders import Club, a_club
from campaign.tests.test_rewind import found_force, move
from war.models import Force, Sighting

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return a_club()


def as_(club: Club, who: str) -> Client:
    client = Client()
    client.force_login(club.users[who])
    return client


def page(club: Club, rest: str = "journal/", *, api: bool = False) -> str:
    return f"{'/api' if api else ''}/c/{hex_id(club.campaign.id)}/{rest}"


def test_each_reads_his_own_lines(club: Club) -> None:
    found_force(club)
    assert "A force stands" in as_(club, "union").get(page(club)).text
    assert "A force stands" not in as_(club, "confederate").get(page(club)).text


def test_a_stranger_finds_nothing_and_the_same_nothing_as_anywhere(club: Club) -> None:
    client = as_(club, "outsider")
    there, nowhere = client.get(page(club)), client.get("/c/0123456789abcdef/journal/")
    assert there.status_code == nowhere.status_code == 404
    assert there.content == nowhere.content


def test_without_log_in_every_campaign_leads_to_the_log_in_page(club: Club) -> None:
    for url in (page(club), "/c/0123456789abcdef/journal/"):
        assert Client().get(url).status_code == 302


@pytest.mark.parametrize("query", ["before=x", "before=0", "turn=-1", "kind=nonsense", "before=99999999999999999999"])
def test_a_senseless_filter_is_a_sentence_not_a_crash(club: Club, query: str) -> None:
    for api in (False, True):
        assert as_(club, "union").get(page(club, f"journal/?{query}", api=api)).status_code == 400


def test_an_entry_opens_with_its_rows_for_the_umpire_alone(club: Club) -> None:
    force = found_force(club)
    n = Feed.objects.get(id=club.viewer("umpire").feed_id).last
    assert hex_id(force.pk) in as_(club, "umpire").get(page(club, f"journal/{n}/")).text
    n = Feed.objects.get(id=club.viewer("union").feed_id).last
    assert hex_id(force.pk) not in as_(club, "union").get(page(club, f"journal/{n}/")).text
    assert as_(club, "union").get(page(club, "journal/999/")).status_code == 404


def test_the_umpire_rewinds_from_the_page_once(club: Club) -> None:
    force = found_force(club)
    n = Feed.objects.get(id=club.viewer("umpire").feed_id).last
    move(club, force, "0909")
    umpire = as_(club, "umpire")
    shown = umpire.get(page(club, f"journal/{n}/rewind/"))
    assert "force moved" in shown.text
    form = {"reason": "A slip.", "key": "k", "version": club.viewer("umpire").version}
    for _ in range(2):
        assert umpire.post(page(club, f"journal/{n}/rewind/"), form).status_code == 302
    assert Force.objects.get().hex == "0101"
    assert Entry.objects.filter(kind="rewind").count() == 1


def test_a_rewind_is_chosen_weighed_and_confirmed_on_one_page(club: Club) -> None:
    force = found_force(club)
    n = Feed.objects.get(id=club.viewer("umpire").feed_id).last
    move(club, force, "0909")
    shown = as_(club, "umpire").get(page(club, f"journal/{n}/rewind/")).text
    steps = [shown.index(words) for words in ("1. Entry to return to", "2. Effects", "3. Confirm")]
    assert steps == sorted(steps)
    assert "Choose another entry" in shown


def test_where_nothing_would_be_taken_back_no_rewind_is_offered(club: Club) -> None:
    found_force(club)
    n = Feed.objects.get(id=club.viewer("umpire").feed_id).last
    shown = as_(club, "umpire").get(page(club, f"journal/{n}/rewind/")).text
    assert "there’s nothing to undo" in shown
    assert ">Rewind</button>" not in shown


@pytest.mark.parametrize("who", ["union", "confederate", "observer", "outsider"])
def test_nobody_else_finds_the_rewind_page(club: Club, who: str) -> None:
    found_force(club)
    assert as_(club, who).post(page(club, "journal/1/rewind/"), {"reason": "x"}).status_code == 404


def test_a_stale_rewind_is_refused_with_what_changed_and_the_typed_reason_is_kept(club: Club) -> None:
    found_force(club)
    n, version = Feed.objects.get(id=club.viewer("umpire").feed_id).last, club.viewer("umpire").version
    with open_act(club.viewer("union"), stream="club", kind="talk") as act:
        act.tell("public", "A word in between.")
    answer = as_(club, "umpire").post(page(club, f"journal/{n}/rewind/"), {"reason": "My reason", "version": version})
    assert answer.status_code == 409
    assert "A word in between." in answer.text
    assert "My reason" in answer.text


def test_a_row_is_put_right_on_record(club: Club) -> None:
    force = found_force(club)
    umpire = as_(club, "umpire")
    n = Feed.objects.get(id=club.viewer("umpire").feed_id).last
    url = page(club, f"journal/{n}/correct/war_force/{hex_id(force.pk)}/")
    shown = umpire.get(url)
    assert shown.status_code == 200
    form = {"side": "USA", "hex": "0707", "name": "", "scope": "", "in_supply": "on", "reason": "Wrong hex."}
    assert umpire.post(url, form).status_code == 302
    assert Force.objects.get().hex == "0707"
    assert "corrected a record" in as_(club, "union").get(page(club)).text
    assert "corrected a record" not in as_(club, "confederate").get(page(club)).text


def test_the_api_corrects_one_column(club: Club) -> None:
    force = found_force(club)
    url = page(club, f"rows/war_force/{hex_id(force.pk)}/", api=True)
    body = {"hex": "0808", "reason": "Wrong hex."}
    assert as_(club, "union").post(url, body, content_type="application/json").status_code == 404
    answer = as_(club, "umpire").post(url, body, content_type="application/json")
    assert answer.json() == {"done": True, "again": False}
    assert Force.objects.get().hex == "0808"


def test_a_row_that_is_no_more_is_not_offered_to_be_put_right(club: Club) -> None:
    with open_act(None, campaign_id=club.campaign.id, stream="campaign", kind="note") as act:
        act.tell("umpire", "Nothing yet.")
    mark = act.entry
    force = found_force(club)
    n = Feed.objects.get(id=club.viewer("umpire").feed_id).last
    link = page(club, f"journal/{n}/correct/war_force/{hex_id(force.pk)}/")
    assert link in as_(club, "umpire").get(page(club, f"journal/{n}/")).text
    rewind(club.viewer("umpire"), entry_id=mark.pk, reason="Too early.")
    shown = as_(club, "umpire").get(page(club, f"journal/{n}/")).text
    assert hex_id(force.pk) in shown
    assert link not in shown


@pytest.fixture
def stopped_clock() -> Iterator[None]:
    with SOURCES.using(SeededSources("etag", now=SOURCES.now())):
        yield


@pytest.mark.usefixtures("stopped_clock")
def test_the_etag_answers_304_until_the_view_moves(club: Club) -> None:
    union = as_(club, "union")
    tag = union.get(page(club))["ETag"]
    assert union.get(page(club), headers={"If-None-Match": tag}).status_code == 304
    found_force(club, side="CSA")
    assert union.get(page(club), headers={"If-None-Match": tag}).status_code == 304
    found_force(club, side="USA")
    assert union.get(page(club), headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize("entries", [10, 400])
def test_the_page_costs_the_same_queries_at_any_length(
    club: Club, entries: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(entries):
        with open_act(None, campaign_id=club.campaign.id, stream="campaign", kind="note") as act:
            act.tell("public", "x", turn=1)
    union = as_(club, "union")
    with django_assert_num_queries(5):
        union.get(page(club))


def test_only_what_is_put_right_is_looked_at(club: Club) -> None:
    """An empty list, or a leader that a strength point never had, stands in no correction's way."""
    with open_act(None, campaign_id=club.campaign.id, stream="campaign", kind="test") as act:
        belief = Sighting(id=SOURCES.new_id("side:USA"), campaign=club.campaign, side="USA", hex="0101", since_turn=1)
        act.create(belief)
        act.tell("umpire", "A belief.")
    umpire = as_(club, "umpire")
    n = Feed.objects.get(id=club.viewer("umpire").feed_id).last
    url = page(club, f"journal/{n}/correct/war_sighting/{hex_id(belief.pk)}/")
    form = {"side": "USA", "hex": "0101", "leaders": "[]", "since_turn": "4", "in_sight": "on", "reason": "Earlier."}
    assert umpire.post(url, form).status_code == 302
    assert Sighting.objects.get().since_turn == 4


@pytest.fixture
def belief(club: Club) -> Sighting:
    with open_act(club.viewer("umpire"), stream="campaign", kind="test") as act:
        id_ = SOURCES.new_id("side:USA")
        names = ["Hood", "Hardee"]
        found = Sighting(id=id_, campaign=club.campaign, side="USA", hex="0101", since_turn=1, leaders=names)
        act.create(found)
        act.tell("umpire", "A belief.")
    return found


def correction(club: Club, belief: Sighting) -> str:
    n = Feed.objects.get(id=club.viewer("umpire").feed_id).last
    return page(club, f"journal/{n}/correct/war_sighting/{hex_id(belief.pk)}/")


def test_a_column_of_json_is_laid_out_in_lines_to_be_put_right(club: Club, belief: Sighting) -> None:
    shown = as_(club, "umpire").get(correction(club, belief)).text
    assert "[\n  &quot;Hood&quot;,\n  &quot;Hardee&quot;\n]" in shown
    assert "text in double quotes" in shown


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ('["Hood",\n"Hardee"', "See line 2, character 9."),
        ('{"Hood": 1}', "Keep this a list in [ ]."),
        ("[" * 50_000, "This is nested too deeply."),
        ("[NaN]", "This contains a number or character that can’t be stored."),
        (f"[{'1' * 5000}]", "This contains a number or character that can’t be stored."),
        ('["a\\u0000"]', "This contains a number or character that can’t be stored."),
        ('["\\ud800"]', "This contains a number or character that can’t be stored."),
    ],
    ids=["broken", "another kind", "deep", "no number", "long number", "nul", "surrogate"],
)
def test_json_that_cannot_be_kept_is_refused_in_a_sentence(club: Club, belief: Sighting, typed: str, said: str) -> None:
    form = {"side": "USA", "hex": "0101", "leaders": typed, "since_turn": "1", "reason": "A slip."}
    answer = as_(club, "umpire").post(correction(club, belief), form)
    assert answer.status_code == 422
    assert said in answer.text
    assert Sighting.objects.get().leaders == ["Hood", "Hardee"]


def test_the_umpire_is_told_whom_a_line_was_told(club: Club) -> None:
    """Both sides hear the same words of each other; to the umpire the two lines are not alike."""
    with open_act(None, campaign_id=club.campaign.id, stream="campaign", kind="note") as act:
        for side in ("USA", "CSA"):
            act.tell(f"side:{side}", "The enemy is seen at Corinth.")
    umpire = as_(club, "umpire").get(page(club, "")).text
    assert umpire.count("The enemy is seen at Corinth.") == 2
    assert "Union, all seats" in umpire
    assert "Confederate, all seats" in umpire
    assert "all seats" not in as_(club, "union").get(page(club, "")).text


def test_the_home_page_tells_the_umpire_too_whom_a_line_was_told(club: Club) -> None:
    with open_act(None, campaign_id=club.campaign.id, stream="campaign", kind="note") as act:
        act.tell("side:CSA", "The enemy is seen at Corinth.")
    assert "Confederate, all seats" in as_(club, "umpire").get("/").text
    assert "Confederate, all seats" not in as_(club, "confederate").get("/").text


def test_a_correction_gives_its_own_reason_and_leaves_the_one_that_a_row_was_given(club: Club) -> None:
    umpire = club.viewer("umpire")
    with open_act(umpire, stream="club", kind="house.switch") as act:
        kept = RulingSwitch(id=SOURCES.new_id("public"), campaign=club.campaign, ruling="R-1", option="a", reason="Us.")
        act.create(kept)
    assert "reason" not in {field.name for field in correctable_fields(RulingSwitch)}
    with pytest.raises(Refusal, match="reason can’t be corrected"):
        correct(umpire, table="campaign_rulingswitch", row_id=kept.pk, values={"reason": "Another."}, reason="No.")
