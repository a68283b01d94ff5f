"""Journal pages and endpoints: each feed's own lines, and the umpire's rewinds and corrections."""

from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.models import Entry, Feed, RulingSwitch
from campaign.selectors.correctable import correctable_fields
from campaign.services.corrections import correct
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


def test_journal_shows_only_own_lines(club: Club) -> None:
    found_force(club)
    assert "A force is at" in as_(club, "union").get(page(club)).text
    assert "A force is at" not in as_(club, "confederate").get(page(club)).text


def test_stranger_gets_the_usual_404(club: Club) -> None:
    client = as_(club, "outsider")
    there, nowhere = client.get(page(club)), client.get("/c/0123456789abcdef/journal/")
    assert there.status_code == nowhere.status_code == 404
    assert there.content == nowhere.content


def test_every_campaign_address_requires_log_in(club: Club) -> None:
    for url in (page(club), "/c/0123456789abcdef/journal/"):
        assert Client().get(url).status_code == 302


@pytest.mark.parametrize("query", ["before=x", "before=0", "turn=-1", "kind=nonsense", "before=99999999999999999999"])
def test_invalid_filter_is_refused(club: Club, query: str) -> None:
    for api in (False, True):
        assert as_(club, "union").get(page(club, f"journal/?{query}", api=api)).status_code == 400


def test_entry_shows_records_only_to_umpire(club: Club) -> None:
    force = found_force(club)
    n = Feed.objects.get(id=club.viewer("umpire").feed_id).last
    assert hex_id(force.pk) in as_(club, "umpire").get(page(club, f"journal/{n}/")).text
    n = Feed.objects.get(id=club.viewer("union").feed_id).last
    assert hex_id(force.pk) not in as_(club, "union").get(page(club, f"journal/{n}/")).text
    assert as_(club, "union").get(page(club, "journal/999/")).status_code == 404


def test_rewind_page_rewinds_once(club: Club) -> None:
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


def test_rewind_page_has_three_steps(club: Club) -> None:
    force = found_force(club)
    n = Feed.objects.get(id=club.viewer("umpire").feed_id).last
    move(club, force, "0909")
    shown = as_(club, "umpire").get(page(club, f"journal/{n}/rewind/")).text
    steps = [shown.index(words) for words in ("1. Entry to return to", "2. Effects", "3. Confirm")]
    assert steps == sorted(steps)
    assert "Choose another entry" in shown


def test_rewind_with_nothing_to_undo_is_not_offered(club: Club) -> None:
    found_force(club)
    n = Feed.objects.get(id=club.viewer("umpire").feed_id).last
    shown = as_(club, "umpire").get(page(club, f"journal/{n}/rewind/")).text
    assert "there’s nothing to undo" in shown
    assert ">Rewind</button>" not in shown


@pytest.mark.parametrize("who", ["union", "confederate", "observer", "outsider"])
def test_rewind_page_is_umpire_only(club: Club, who: str) -> None:
    found_force(club)
    assert as_(club, who).post(page(club, "journal/1/rewind/"), {"reason": "x"}).status_code == 404


def test_stale_rewind_shows_news_and_keeps_reason(club: Club) -> None:
    found_force(club)
    n, version = Feed.objects.get(id=club.viewer("umpire").feed_id).last, club.viewer("umpire").version
    with open_act(club.viewer("union"), stream="club", kind="talk") as act:
        act.tell("public", "A word in between.")
    answer = as_(club, "umpire").post(page(club, f"journal/{n}/rewind/"), {"reason": "My reason", "version": version})
    assert answer.status_code == 409
    assert "A word in between." in answer.text
    assert "My reason" in answer.text


def test_correction_is_applied_and_announced(club: Club) -> None:
    force = found_force(club)
    umpire = as_(club, "umpire")
    n = Feed.objects.get(id=club.viewer("umpire").feed_id).last
    url = page(club, f"journal/{n}/correct/war_force/{hex_id(force.pk)}/")
    shown = umpire.get(url)
    assert shown.status_code == 200
    form = {"side": "USA", "hex": "0707", "name": "", "scope": "", "in_supply": "on", "reason": "Wrong hex."}
    assert umpire.post(url, form).status_code == 302
    assert Force.objects.get().hex == "0707"
    assert "The umpire corrected " in as_(club, "union").get(page(club)).text
    assert "The umpire corrected " not in as_(club, "confederate").get(page(club)).text


def test_api_corrects_one_field(club: Club) -> None:
    force = found_force(club)
    url = page(club, f"rows/war_force/{hex_id(force.pk)}/", api=True)
    body = {"hex": "0808", "reason": "Wrong hex."}
    assert as_(club, "union").post(url, body, content_type="application/json").status_code == 404
    answer = as_(club, "umpire").post(url, body, content_type="application/json")
    assert answer.json() == {"done": True, "again": False}
    assert Force.objects.get().hex == "0808"


def test_removed_record_cannot_be_corrected(club: Club) -> None:
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
def test_etag_answers_304_until_view_changes(club: Club) -> None:
    union = as_(club, "union")
    tag = union.get(page(club))["ETag"]
    assert union.get(page(club), headers={"If-None-Match": tag}).status_code == 304
    found_force(club, side="CSA")
    assert union.get(page(club), headers={"If-None-Match": tag}).status_code == 304
    found_force(club, side="USA")
    assert union.get(page(club), headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize("entries", [10, 400])
def test_journal_queries_do_not_grow(
    club: Club, entries: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(entries):
        with open_act(None, campaign_id=club.campaign.id, stream="campaign", kind="note") as act:
            act.tell("public", "x", turn=1)
    union = as_(club, "union")
    with django_assert_num_queries(4):
        union.get(page(club))


def test_correction_checks_only_changed_fields(club: Club) -> None:
    """An empty list in an unchanged field never blocks a correction."""
    with open_act(None, campaign_id=club.campaign.id, stream="campaign", kind="test") as act:
        sighting = Sighting(id=SOURCES.new_id("side:USA"), campaign=club.campaign, side="USA", hex="0101", since_turn=1)
        act.create(sighting)
        act.tell("umpire", "A sighting.")
    umpire = as_(club, "umpire")
    n = Feed.objects.get(id=club.viewer("umpire").feed_id).last
    url = page(club, f"journal/{n}/correct/war_sighting/{hex_id(sighting.pk)}/")
    form = {"side": "USA", "hex": "0101", "leaders": "[]", "since_turn": "4", "in_sight": "on", "reason": "Earlier."}
    assert umpire.post(url, form).status_code == 302
    assert Sighting.objects.get().since_turn == 4


@pytest.fixture
def sighting(club: Club) -> Sighting:
    with open_act(club.viewer("umpire"), stream="campaign", kind="test") as act:
        id_ = SOURCES.new_id("side:USA")
        names = ["Hood", "Hardee"]
        found = Sighting(id=id_, campaign=club.campaign, side="USA", hex="0101", since_turn=1, leaders=names)
        act.create(found)
        act.tell("umpire", "A sighting.")
    return found


def correction(club: Club, sighting: Sighting) -> str:
    n = Feed.objects.get(id=club.viewer("umpire").feed_id).last
    return page(club, f"journal/{n}/correct/war_sighting/{hex_id(sighting.pk)}/")


def test_json_field_is_shown_on_separate_lines(club: Club, sighting: Sighting) -> None:
    shown = as_(club, "umpire").get(correction(club, sighting)).text
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
    ids=["broken", "wrong type", "deep", "not a number", "long number", "nul", "surrogate"],
)
def test_invalid_json_is_refused_with_a_reason(club: Club, sighting: Sighting, typed: str, said: str) -> None:
    form = {"side": "USA", "hex": "0101", "leaders": typed, "since_turn": "1", "reason": "A slip."}
    answer = as_(club, "umpire").post(correction(club, sighting), form)
    assert answer.status_code == 422
    assert said in answer.text
    assert Sighting.objects.get().leaders == ["Hood", "Hardee"]


def test_umpire_sees_each_lines_audience(club: Club) -> None:
    """Both sides get the same text; only the umpire sees which line went to which side."""
    with open_act(None, campaign_id=club.campaign.id, stream="campaign", kind="note") as act:
        for side in ("USA", "CSA"):
            act.tell(f"side:{side}", "The enemy is seen at Corinth.")
    umpire = as_(club, "umpire").get(page(club, "")).text
    assert umpire.count("The enemy is seen at Corinth.") == 2
    assert "Union, all seats" in umpire
    assert "Confederate, all seats" in umpire
    assert "all seats" not in as_(club, "union").get(page(club, "")).text


def test_home_page_shows_umpire_each_lines_audience(club: Club) -> None:
    with open_act(None, campaign_id=club.campaign.id, stream="campaign", kind="note") as act:
        act.tell("side:CSA", "The enemy is seen at Corinth.")
    assert "Confederate, all seats" in as_(club, "umpire").get("/").text
    assert "Confederate, all seats" not in as_(club, "confederate").get("/").text


def test_correction_cannot_change_a_records_own_reason(club: Club) -> None:
    umpire = club.viewer("umpire")
    with open_act(umpire, stream="club", kind="house.switch") as act:
        kept = RulingSwitch(id=SOURCES.new_id("public"), campaign=club.campaign, ruling="R-1", option="a", reason="Us.")
        act.create(kept)
    assert "reason" not in {field.name for field in correctable_fields(RulingSwitch)}
    with pytest.raises(Refusal, match="reason can’t be corrected"):
        correct(umpire, table="campaign_rulingswitch", row_id=kept.pk, values={"reason": "Another."}, reason="No.")
