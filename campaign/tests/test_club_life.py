"""Talk, deadlines, and the course of a campaign."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.apps import apps
from django.core import mail
from django.db import connection
from django.http import Http404
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaign.app_part import INSTALLED, AppPart
from campaign.audiences import PUBLIC, UMPIRE, scope_audience, side_audience
from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.models import (
    Announcement,
    Campaign,
    Deadline,
    Entry,
    ErasableText,
    JournalLine,
    Lock,
    Message,
    Proposal,
    Role,
    RowImage,
    Seat,
    User,
)
from campaign.selectors.talk import talk_page
from campaign.selectors.todos import Todo
from campaign.services import deadlines, decisions, seats, sweep, talk
from campaign.services.campaigns import SeatPlan, found_campaign
from campaign.services.lifecycle import erase_campaign
from campaign.services.mail import send_due
from campaign.services.record import open_act
from campaign.sources import SOURCES, SeededSources
from campaign.tests.builders import Club, a_club, enrol
from campaign.visibility import Viewer

pytestmark = pytest.mark.django_db
NOON = datetime(1862, 4, 6, 12, tzinfo=UTC)
SEATED = ("umpire", "union", "union_west", "confederate", "observer")


@pytest.fixture
def clock() -> Iterator[SeededSources]:
    sources = SeededSources("club", now=NOON)
    with SOURCES.using(sources):
        yield sources


@pytest.fixture
def club(clock: SeededSources) -> Club:
    return a_club()


@pytest.fixture
def site_club(clock: SeededSources) -> Club:
    return a_club(umpire_kind="site")


def as_(club: Club, who: str) -> Client:
    client = Client()
    client.force_login(club.users[who])
    return client


def at(name: str, club: Club, *args: int) -> str:
    return reverse(name, args=[club.campaign.id, *args])


def reads(club: Club, who: str) -> list[str]:
    return [said.text for said in talk_page(club.viewer(who)).messages]


class Test_Talk:
    def test_a_side_reads_its_own_and_the_umpire_reads_all(self, club: Club) -> None:
        talk.say(club.viewer("union"), to="side", text="Hold the sunken road.")
        assert {who for who in SEATED if reads(club, who)} == {"umpire", "union", "union_west"}

    def test_a_word_to_the_umpire_is_for_him_alone(self, club: Club) -> None:
        talk.say(club.viewer("union_west"), to="umpire", text="May I ford here?")
        assert {who for who in SEATED if reads(club, who)} == {"umpire", "union_west"}

    def test_the_umpire_writes_to_whom_he_likes(self, club: Club) -> None:
        west = Seat.objects.get(campaign=club.campaign, scope="West")
        for to in ("all", "side:CSA", hex_id(west.id)):
            talk.say(club.viewer("umpire"), to="CSA" if to == "side:CSA" else to, text=to)
        assert reads(club, "observer") == ["all"]
        assert reads(club, "confederate") == ["side:CSA", "all"]
        assert reads(club, "union_west") == [hex_id(west.id), "all"]

    def test_who_may_not_write_there_is_refused(self, club: Club) -> None:
        for who, to in (("observer", "side"), ("union", "all"), ("union", "CSA"), ("confederate", "nobody")):
            with pytest.raises(Refusal):
                talk.say(club.viewer(who), to=to, text="x")
        assert not Message.objects.exists()

    def test_the_record_holds_no_word_and_the_words_can_be_erased(self, club: Club) -> None:
        client = as_(club, "union")
        client.post(at("talk:page", club), {"to": "side", "text": "Hold the sunken road."})
        record = [str(list(m.objects.values())) for m in (Message, RowImage, Entry, Announcement)]
        assert not any("sunken" in text for text in record)
        message = Message.objects.get()
        assert ErasableText.objects.get().text == "Hold the sunken road."
        other = as_(club, "union_west").post(at("talk:erase", club), {"message": hex_id(message.id)})
        assert other.status_code == 409
        assert client.post(at("talk:erase", club), {"message": hex_id(message.id)}).status_code == 302
        assert (ErasableText.objects.get().text, ErasableText.objects.get().nonce) == ("", "")
        assert "Message text erased." in as_(club, "union_west").get(at("talk:page", club)).content.decode()

    def test_the_hash_proves_the_words_while_they_are_kept(self, club: Club) -> None:
        talk.say(club.viewer("union"), to="side", text="Hold.")
        words = ErasableText.objects.get()
        assert Message.objects.get().text_hash == talk.hash_under(words.nonce, "Hold.")

    def test_a_double_click_says_it_once(self, club: Club) -> None:
        client = as_(club, "union")
        for _ in range(2):
            client.post(at("talk:page", club), {"to": "side", "text": "Hold.", "key": "abc"})
        assert Message.objects.count() == 1

    def test_other_words_from_a_page_gone_back_to_are_said_too(self, club: Club) -> None:
        client, page = as_(club, "union"), {"to": "side", "key": "abc", "version": club.viewer("union").version}
        for words in ("Hold.", "Fall back."):
            assert client.post(at("talk:page", club), page | {"text": words}).status_code == 302
        assert set(ErasableText.objects.values_list("text", flat=True)) == {"Hold.", "Fall back."}

    @pytest.mark.parametrize("data", [{}, {"to": "side"}, {"text": "x"}, {"to": "side", "text": "x" * 4001}])
    def test_what_is_wrong_is_said_and_what_was_typed_stays(self, club: Club, data: dict[str, str]) -> None:
        response = as_(club, "union").post(at("talk:page", club), data)
        assert response.status_code == 422
        assert data.get("text", "") in response.content.decode()
        assert not Message.objects.exists()

    def test_markup_is_text(self, club: Club) -> None:
        talk.say(club.viewer("union"), to="side", text="<script>alert(1)</script>")
        assert "<script>alert" not in as_(club, "union").get(at("talk:page", club)).content.decode()

    @pytest.mark.parametrize(
        "before", ["", "nonsense", "1862-04-06", "9999-99-99T00:00:00Z", "0001-01-01T00:00+14:00", "x" * 500]
    )
    def test_any_older_mark_is_met(self, club: Club, before: str) -> None:
        assert as_(club, "union").get(at("talk:page", club), {"before": before}).status_code == 200


class Stage:
    """Things that wait, set by hand."""

    def __init__(self) -> None:
        self.things: list[Todo] = []

    def __call__(self, viewers: Sequence[Viewer]) -> Iterable[Todo]:
        campaigns = {viewer.campaign_id for viewer in viewers}
        return [thing for thing in self.things if thing.campaign_id in campaigns]

    def add(self, club: Club, subject: str, audience: str, *, is_public: bool = False) -> None:
        self.things.append(
            Todo(
                campaign_id=club.campaign.id,
                subject=subject,
                audience=audience,
                sentence=f"Do {subject}.",
                url_name="talk:page",
                url_args=(club.campaign.id,),
                button="Do it",
                since=SOURCES.now(),
                is_public=is_public,
            )
        )


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch) -> Stage:
    """Nothing else waits."""
    stage = Stage()
    without = [replace(part, todos=()) for part in INSTALLED.parts]
    monkeypatch.setattr(INSTALLED, "parts", (*without, AppPart(todos=(stage,))))
    return stage


class Test_Deadlines:
    def test_a_new_thing_gets_the_pace_of_the_campaign_and_loses_its_clock_when_done(
        self, club: Club, stage: Stage
    ) -> None:
        stage.add(club, "plan", side_audience("USA"))
        sweep.sweep(club.campaign.id)
        assert Deadline.objects.get().due_at == NOON + timedelta(hours=72)
        entries = Entry.objects.count()
        sweep.sweep(club.campaign.id)
        assert Entry.objects.count() == entries
        stage.things.clear()
        sweep.sweep(club.campaign.id)
        assert not Deadline.objects.exists()

    def test_home_shows_it_soonest_first_to_whom_it_waits_for(self, club: Club, stage: Stage) -> None:
        stage.add(club, "plan", side_audience("USA"), is_public=True)
        sweep.sweep(club.campaign.id)
        mine = as_(club, "union").get("/").context["page"].waiting[0].move.first
        assert (mine.sentence, mine.deadline.due) == ("Do plan.", NOON + timedelta(hours=72))
        other = as_(club, "confederate").get("/").context["page"].resting[0].move
        assert (other.first, other.others) == (None, "The Union side’s move.")
        assert other.others_deadline.due == NOON + timedelta(hours=72)

    def test_a_secret_thing_shows_nowhere_else_and_moves_nobody_elses_view(self, club: Club, stage: Stage) -> None:
        before = {who: club.viewer(who).version for who in SEATED}
        stage.add(club, "scout", scope_audience("USA", "West"))
        sweep.sweep(club.campaign.id)
        moved = {who for who in SEATED if club.viewer(who).version != before[who]}
        assert moved == {"umpire", "union", "union_west"}
        for who in ("confederate", "observer"):
            assert "scout" not in as_(club, who).get("/").content.decode()
            assert "scout" not in as_(club, who).get(at("campaigns:page", club)).content.decode()
            assert as_(club, who).get("/").context["page"].resting[0].move.others == "No moves pending."

    def test_a_letter_comes_a_day_before_once_and_says_nothing(
        self, club: Club, stage: Stage, clock: SeededSources
    ) -> None:
        User.objects.filter(username="union").update(email="union@example.org")
        User.objects.filter(username="union_west").update(email="west@example.org", remind=False)
        stage.add(club, "plan", side_audience("USA"))
        sweep.sweep(club.campaign.id)
        clock.clock = NOON + timedelta(hours=49)
        for _ in range(2):
            sweep.sweep(club.campaign.id)
            send_due()
        assert [m.to for m in mail.outbox] == [["union@example.org"]]
        assert "plan" not in f"{mail.outbox[0].body} {mail.outbox[0].subject}"

    def test_when_it_is_over_they_are_told_once(self, club: Club, stage: Stage, clock: SeededSources) -> None:
        stage.add(club, "plan", side_audience("USA"))
        sweep.sweep(club.campaign.id)
        clock.clock = NOON + timedelta(hours=73)
        for _ in range(2):
            sweep.sweep(club.campaign.id)
        [over] = Announcement.objects.filter(kind="deadline.passed")
        assert over.audience == side_audience("USA")
        assert over.text.endswith("The umpire decides what happens next.")

    def test_where_the_site_is_the_umpire_nobody_is_told_that_one_will_decide(
        self, site_club: Club, stage: Stage, clock: SeededSources
    ) -> None:
        stage.add(site_club, "plan", side_audience("USA"))
        sweep.sweep(site_club.campaign.id)
        clock.clock = NOON + timedelta(hours=73)
        sweep.sweep(site_club.campaign.id)
        assert Announcement.objects.get(kind="deadline.passed").text == "Time is up."

    def test_the_umpire_gives_more_time_stops_and_lets_run(
        self, club: Club, stage: Stage, clock: SeededSources
    ) -> None:
        stage.add(club, "plan", side_audience("USA"))
        sweep.sweep(club.campaign.id)
        umpire, url = as_(club, "umpire"), at("campaigns:clock", club)
        assert umpire.post(url, {"subject": "plan", "what": "extended", "hours": "24"}).status_code == 302
        assert Deadline.objects.get().due_at == NOON + timedelta(hours=96)
        assert umpire.post(url, {"subject": "plan", "what": "stopped"}).status_code == 302
        clock.clock = NOON + timedelta(hours=200)
        sweep.sweep(club.campaign.id)
        assert Deadline.objects.get().passed_at is None
        assert umpire.post(url, {"subject": "plan", "what": "run"}).status_code == 302
        assert Deadline.objects.get().due_at == NOON + timedelta(hours=296)

    @pytest.mark.parametrize(
        "data",
        [
            {},
            {"subject": "plan", "what": "extended"},
            {"subject": "plan", "what": "extended", "hours": "0"},
            {"subject": "plan", "what": "extended", "hours": "99999999999999999999"},
            {"subject": "none", "what": "stopped"},
            {"subject": "plan", "what": "burn"},
            {"subject": "p" * 500, "what": "stopped"},
        ],
    )
    def test_nonsense_about_a_clock_changes_nothing(self, club: Club, stage: Stage, data: dict[str, str]) -> None:
        stage.add(club, "plan", side_audience("USA"))
        sweep.sweep(club.campaign.id)
        assert as_(club, "umpire").post(at("campaigns:clock", club), data).status_code in (409, 422)
        assert Deadline.objects.get().due_at == NOON + timedelta(hours=72)

    def test_a_pause_of_the_campaign_stops_every_clock_and_gives_the_time_back(
        self, club: Club, stage: Stage, clock: SeededSources
    ) -> None:
        stage.add(club, "plan", side_audience("USA"))
        sweep.sweep(club.campaign.id)
        decisions.decide(club.viewer("umpire"), kind="campaign.paused")
        clock.clock = NOON + timedelta(hours=100)
        sweep.sweep(club.campaign.id)
        decisions.decide(club.viewer("umpire"), kind="campaign.resumed")
        assert Deadline.objects.get().due_at == NOON + timedelta(hours=172)

    def test_two_sweeps_at_once_make_one_clock(self, club: Club, stage: Stage) -> None:
        stage.add(club, "plan", side_audience("USA"))
        campaign = Campaign.objects.get()
        for _ in range(2):
            deadlines._match(campaign, [club.viewer("umpire")], NOON)
        assert Deadline.objects.count() == 1
        assert Entry.objects.filter(kind="deadline.set").count() == 1

    def test_a_clock_that_is_put_forward_while_a_sweep_looks_is_not_over(self, club: Club, stage: Stage) -> None:
        stage.add(club, "plan", side_audience("USA"))
        sweep.sweep(club.campaign.id)
        as_it_was = Deadline.objects.get()
        payload = {"subject": "plan", "hours": 100}
        decisions.decide(club.viewer("umpire"), kind="deadline.extended", payload=payload)
        deadlines._pass([as_it_was], {"plan": stage.things[0]}, club.campaign, NOON + timedelta(hours=72))
        assert Deadline.objects.get().passed_at is None


class Test_The_course_of_a_campaign:
    def test_a_paused_campaign_refuses_the_game_and_goes_on(self, club: Club) -> None:
        umpire = as_(club, "umpire")
        assert umpire.post(at("campaigns:decide", club), {"kind": "campaign.paused"}).status_code == 302
        with pytest.raises(Refusal), open_act(club.viewer("union"), stream="campaign", kind="x"):
            pass
        assert umpire.post(at("campaigns:decide", club), {"kind": "campaign.resumed"}).status_code == 302
        assert Campaign.objects.get().state == "running"

    def test_a_closed_campaign_is_open_to_read_and_to_nothing_else(self, club: Club) -> None:
        decisions.decide(club.viewer("umpire"), kind="campaign.closed")
        for who in SEATED:
            assert as_(club, who).get(at("campaigns:page", club)).status_code == 200
        with pytest.raises(Refusal):
            talk.say(club.viewer("union"), to="side", text="x")
        with pytest.raises(Refusal):
            decisions.decide(club.viewer("umpire"), kind="campaign.resumed")
        decisions.decide(club.viewer("umpire"), kind="campaign.archived")
        assert as_(club, "union").get("/").context["page"].archived

    @pytest.mark.parametrize("who", ["union", "confederate", "observer"])
    def test_only_the_umpire_decides(self, club: Club, who: str) -> None:
        client = as_(club, who)
        for name in ("decide", "pace", "clock"):
            assert client.post(at(f"campaigns:{name}", club), {"kind": "campaign.closed"}).status_code == 404
        assert Campaign.objects.get().state == "running"

    def test_closing_and_deleting_are_asked_twice(self, club: Club) -> None:
        for kind in ("campaign.closed", "campaign.deletion"):
            page = as_(club, "umpire").get(at("campaigns:decide", club), {"kind": kind})
            assert (page.status_code, "Go back" in page.content.decode()) == (200, True)
        assert Campaign.objects.get(delete_at=None).state == "running"

    @pytest.mark.parametrize("kind", ["", "campaign.resumed", "deadline.run", "x" * 900])
    def test_a_decision_that_cannot_be_taken_now_is_refused(self, club: Club, kind: str) -> None:
        assert as_(club, "umpire").post(at("campaigns:decide", club), {"kind": kind}).status_code == 400

    @pytest.mark.parametrize("hours", ["", "0", "-1", "x", "99999", "1e3"])
    def test_a_pace_that_is_none_is_refused_with_its_limit(self, club: Club, hours: str) -> None:
        response = as_(club, "umpire").post(at("campaigns:pace", club), {"hours": hours})
        assert response.status_code == 422
        assert Campaign.objects.get().hours_per_move == 72

    def test_a_deletion_is_told_to_all_waits_a_week_and_can_be_taken_back(
        self, club: Club, clock: SeededSources
    ) -> None:
        User.objects.filter(username="union").update(email="union@example.org")
        umpire = as_(club, "umpire")
        umpire.post(at("campaigns:decide", club), {"kind": "campaign.deletion"})
        assert JournalLine.objects.filter(announcement__kind="campaign.deletion").count() == 5
        send_due()
        assert [m.to for m in mail.outbox] == [["union@example.org"]]
        clock.clock = NOON + timedelta(days=6)
        sweep.sweep_all()
        assert Campaign.objects.exists()
        umpire.post(at("campaigns:decide", club), {"kind": "campaign.kept"})
        clock.clock = NOON + timedelta(days=8)
        sweep.sweep_all()
        assert Campaign.objects.exists()

    def test_after_the_week_no_row_of_it_is_left_in_any_table(self, club: Club, clock: SeededSources) -> None:
        talk.say(club.viewer("union"), to="side", text="Hold.")
        other = {model: model._default_manager.count() for model in apps.get_models()}
        doomed = a_second_club(club)
        talk.say(doomed.viewer("union2"), to="side", text="Hold.")
        decisions.decide(doomed.viewer("umpire2"), kind="campaign.deletion")
        clock.clock = NOON + timedelta(days=8)
        sweep.sweep_all()
        left = {model: model._default_manager.count() for model in apps.get_models()}
        assert {m.__name__ for m in left if left[m] != other[m]} == {"User", "Throttle"}
        assert not Campaign.objects.filter(id=doomed.campaign.id).exists()
        assert not Lock.objects.filter(id=doomed.campaign.id).exists()
        assert Campaign.objects.filter(id=club.campaign.id).exists()

    def test_erasing_leaves_others_alone(self, club: Club) -> None:
        other = a_second_club(club)
        erase_campaign(other.campaign.id)
        assert as_(club, "union").get(at("campaigns:page", club)).status_code == 200


def a_second_club(club: Club) -> Club:
    """Another campaign with people of its own."""
    users = enrol("umpire2", "union2")
    seats = [
        SeatPlan(Role.UMPIRE, user_id=users["umpire2"].pk),
        SeatPlan(Role.COMMANDER, "USA", user_id=users["union2"].pk),
    ]
    campaign = found_campaign(
        name="Other", book="fire_and_fury", founder_id=users["umpire2"].pk, seats=seats, hours_per_move=72
    )
    return Club(campaign, users)


class Test_The_site_as_umpire:
    def test_what_one_side_asks_is_done_once_the_other_agrees(self, site_club: Club) -> None:
        union, grey = as_(site_club, "union"), as_(site_club, "confederate")
        assert union.post(at("campaigns:decide", site_club), {"kind": "campaign.paused"}).status_code == 302
        for client in (union, grey):  # what is asked for already is answered, not asked for again
            assert 'value="campaign.paused"' not in client.get(at("campaigns:settings", site_club)).content.decode()
        assert Campaign.objects.get().state == "running"
        asked = grey.get("/").context["page"].waiting[0].move.first
        assert asked.sentence == "Answer the other side’s request: pause the campaign."
        data = {"proposal": hex_id(Proposal.objects.get().id), "answer": "agree"}
        assert union.post(at("campaigns:proposal", site_club), data).status_code == 409
        assert as_(site_club, "union_west").post(at("campaigns:proposal", site_club), data).status_code == 409
        assert grey.post(at("campaigns:proposal", site_club), data).status_code == 302
        assert Campaign.objects.get().state == "paused"
        assert grey.post(at("campaigns:proposal", site_club), data).status_code == 409

    def test_asking_the_same_is_agreeing(self, site_club: Club) -> None:
        for who in ("union", "confederate"):
            decisions.decide(site_club.viewer(who), kind="campaign.time_limit", payload={"hours": 24})
        assert Campaign.objects.get().hours_per_move == 24

    def test_a_no_ends_it(self, site_club: Club) -> None:
        decisions.decide(site_club.viewer("union"), kind="campaign.closed")
        decisions.refuse(site_club.viewer("confederate"), proposal_id=Proposal.objects.get().id)
        with pytest.raises(Refusal):
            decisions.agree(site_club.viewer("confederate"), proposal_id=Proposal.objects.get().id)
        assert Campaign.objects.get().state == "running"

    def test_nobody_is_given_an_umpires_seat(self, site_club: Club) -> None:
        plan = SeatPlan(Role.UMPIRE, user_id=site_club.users["outsider"].pk)
        with pytest.raises(Refusal, match="The site umpires this campaign"):
            found_campaign(name="X", book="fire_and_fury", founder_id=1, seats=[plan], umpire_kind="site")
        with pytest.raises(Refusal, match="The site umpires this campaign"):
            seats.add_seat(site_club.viewer("union"), role=Role.UMPIRE, side="", scope="")
        with pytest.raises(Http404):
            site_club.viewer("umpire")


class Test_How_much_a_page_costs:
    @pytest.mark.parametrize("who", ["umpire", "union", "observer"])
    def test_home_and_campaign_cost_the_same_at_any_length(self, club: Club, stage: Stage, who: str) -> None:
        stage.add(club, "plan", side_audience("USA"), is_public=True)
        sweep.sweep(club.campaign.id)
        client, counts = as_(club, who), []
        urls = ("/", *(at(name, club) for name in ("campaigns:page", "seats:list", "talk:page", "campaigns:settings")))
        for _ in range(2):
            counts.append([_queries(client, url) for url in urls])
            for n in range(40):
                with open_act(club.viewer("umpire"), stream="club", kind="x") as act:
                    act.tell(PUBLIC, f"Line {n}.")
        assert counts[0] == counts[1]
        assert max(counts[0]) <= 9, dict(zip(urls, counts[0], strict=True))

    def test_home_costs_the_same_with_many_campaigns(self, club: Club) -> None:
        before = _queries(as_(club, "union"), "/")
        for n in range(5):
            _one_more(club, n)
        assert _queries(as_(club, "union"), "/") == before


def _queries(client: Client, url: str) -> int:
    client.get(url)
    with CaptureQueriesContext(connection) as found:
        assert client.get(url).status_code == 200
    return len(found)


def _one_more(club: Club, n: int) -> None:
    plan = SeatPlan(Role.COMMANDER, "USA", user_id=club.users["union"].pk)
    found_campaign(name=f"War {n}", book="fire_and_fury", founder_id=club.users["union"].pk, seats=[plan])


def test_the_umpires_audience_is_addressed_to_him_alone(club: Club, stage: Stage) -> None:
    stage.add(club, "rule", UMPIRE)
    sweep.sweep(club.campaign.id)
    assert {w for w in SEATED if as_(club, w).get("/").context["page"].waiting} == {"umpire"}
