"""Messages, deadlines, and campaign status."""

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
from campaign.tests.builders import Club, a_club, enroll
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
    def test_side_message_is_read_by_side_and_umpire(self, club: Club) -> None:
        talk.say(club.viewer("union"), to="side", text="Hold the sunken road.")
        assert {who for who in SEATED if reads(club, who)} == {"umpire", "union", "union_west"}

    def test_message_to_umpire_is_private(self, club: Club) -> None:
        talk.say(club.viewer("union_west"), to="umpire", text="May I ford here?")
        assert {who for who in SEATED if reads(club, who)} == {"umpire", "union_west"}

    def test_umpire_writes_to_anyone(self, club: Club) -> None:
        west = Seat.objects.get(campaign=club.campaign, scope="West")
        for to in ("all", "side:CSA", hex_id(west.id)):
            talk.say(club.viewer("umpire"), to="CSA" if to == "side:CSA" else to, text=to)
        assert reads(club, "observer") == ["all"]
        assert reads(club, "confederate") == ["side:CSA", "all"]
        assert reads(club, "union_west") == [hex_id(west.id), "all"]

    def test_message_to_forbidden_reader_is_refused(self, club: Club) -> None:
        for who, to in (("observer", "all"), ("observer", "side"), ("union", "CSA"), ("confederate", "nobody")):
            with pytest.raises(Refusal):
                talk.say(club.viewer(who), to=to, text="x")
        assert not Message.objects.exists()

    def test_message_text_is_erasable_and_never_recorded(self, club: Club) -> None:
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

    def test_hash_proves_message_text(self, club: Club) -> None:
        talk.say(club.viewer("union"), to="side", text="Hold.")
        words = ErasableText.objects.get()
        assert Message.objects.get().text_hash == talk.hash_under(words.nonce, "Hold.")

    def test_double_click_sends_message_once(self, club: Club) -> None:
        client = as_(club, "union")
        for _ in range(2):
            client.post(at("talk:page", club), {"to": "side", "text": "Hold.", "key": "abc"})
        assert Message.objects.count() == 1

    def test_new_text_from_an_old_page_is_sent(self, club: Club) -> None:
        client, page = as_(club, "union"), {"to": "side", "key": "abc", "version": club.viewer("union").version}
        for words in ("Hold.", "Fall back."):
            assert client.post(at("talk:page", club), page | {"text": words}).status_code == 302
        assert set(ErasableText.objects.values_list("text", flat=True)) == {"Hold.", "Fall back."}

    @pytest.mark.parametrize("data", [{}, {"to": "side"}, {"text": "x"}, {"to": "side", "text": "x" * 4001}])
    def test_invalid_message_is_refused_and_text_kept(self, club: Club, data: dict[str, str]) -> None:
        response = as_(club, "union").post(at("talk:page", club), data)
        assert response.status_code == 422
        assert data.get("text", "") in response.content.decode()
        assert not Message.objects.exists()

    def test_markup_is_escaped(self, club: Club) -> None:
        talk.say(club.viewer("union"), to="side", text="<script>alert(1)</script>")
        assert "<script>alert" not in as_(club, "union").get(at("talk:page", club)).content.decode()

    @pytest.mark.parametrize(
        "before", ["", "nonsense", "1862-04-06", "9999-99-99T00:00:00Z", "0001-01-01T00:00+14:00", "x" * 500]
    )
    def test_any_before_value_opens_the_page(self, club: Club, before: str) -> None:
        assert as_(club, "union").get(at("talk:page", club), {"before": before}).status_code == 200


class FakeTodos:
    """A source of to-dos that the test fills."""

    def __init__(self) -> None:
        self.items: list[Todo] = []

    def __call__(self, viewers: Sequence[Viewer]) -> Iterable[Todo]:
        campaigns = {viewer.campaign_id for viewer in viewers}
        return [item for item in self.items if item.campaign_id in campaigns]

    def add(self, club: Club, subject: str, audience: str, *, is_public: bool = False) -> None:
        self.items.append(
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
def fake_todos(monkeypatch: pytest.MonkeyPatch) -> FakeTodos:
    """Replace every source of to-dos with one that the test fills."""
    fake_todos = FakeTodos()
    without = [replace(part, todos=()) for part in INSTALLED.parts]
    monkeypatch.setattr(INSTALLED, "parts", (*without, AppPart(todos=(fake_todos,))))
    return fake_todos


class Test_Deadlines:
    def test_new_move_has_a_clock_until_done(self, club: Club, fake_todos: FakeTodos) -> None:
        fake_todos.add(club, "plan", side_audience("USA"))
        sweep.sweep(club.campaign.id)
        assert Deadline.objects.get().due_at == NOON + timedelta(hours=72)
        entries = Entry.objects.count()
        sweep.sweep(club.campaign.id)
        assert Entry.objects.count() == entries
        fake_todos.items.clear()
        sweep.sweep(club.campaign.id)
        assert not Deadline.objects.exists()

    def test_home_shows_move_to_its_side_and_hints_to_others(self, club: Club, fake_todos: FakeTodos) -> None:
        fake_todos.add(club, "plan", side_audience("USA"), is_public=True)
        sweep.sweep(club.campaign.id)
        mine = as_(club, "union").get("/").context["page"].waiting[0].move.first
        assert (mine.sentence, mine.deadline.due) == ("Do plan.", NOON + timedelta(hours=72))
        other = as_(club, "confederate").get("/").context["page"].resting[0].move
        assert (other.first, other.others) == (None, "The Union side’s move.")
        assert other.others_deadline.due == NOON + timedelta(hours=72)

    def test_secret_move_is_invisible_to_others(self, club: Club, fake_todos: FakeTodos) -> None:
        before = {who: club.viewer(who).version for who in SEATED}
        fake_todos.add(club, "scout", scope_audience("USA", "West"))
        sweep.sweep(club.campaign.id)
        moved = {who for who in SEATED if club.viewer(who).version != before[who]}
        assert moved == {"umpire", "union", "union_west"}
        for who in ("confederate", "observer"):
            assert "scout" not in as_(club, who).get("/").content.decode()
            assert "scout" not in as_(club, who).get(at("campaigns:page", club)).content.decode()
            assert as_(club, who).get("/").context["page"].resting[0].move.others == "No moves pending."

    def test_reminder_email_is_sent_once_and_reveals_nothing(
        self, club: Club, fake_todos: FakeTodos, clock: SeededSources
    ) -> None:
        User.objects.filter(username="union").update(email="union@example.org")
        User.objects.filter(username="union_west").update(email="west@example.org", remind=False)
        fake_todos.add(club, "plan", side_audience("USA"))
        sweep.sweep(club.campaign.id)
        clock.clock = NOON + timedelta(hours=49)
        for _ in range(2):
            sweep.sweep(club.campaign.id)
            send_due()
        assert [m.to for m in mail.outbox] == [["union@example.org"]]
        assert "plan" not in f"{mail.outbox[0].body} {mail.outbox[0].subject}"

    def test_passed_deadline_is_announced_once(self, club: Club, fake_todos: FakeTodos, clock: SeededSources) -> None:
        fake_todos.add(club, "plan", side_audience("USA"))
        sweep.sweep(club.campaign.id)
        clock.clock = NOON + timedelta(hours=73)
        for _ in range(2):
            sweep.sweep(club.campaign.id)
        [over] = Announcement.objects.filter(kind="deadline.passed")
        assert over.audience == side_audience("USA")
        assert over.text.endswith("The umpire decides what happens next.")

    def test_umpire_is_emailed_about_a_passed_deadline(
        self, club: Club, fake_todos: FakeTodos, clock: SeededSources
    ) -> None:
        User.objects.filter(username="umpire").update(email="umpire@example.org")
        fake_todos.add(club, "plan", side_audience("USA"))
        sweep.sweep(club.campaign.id)
        clock.clock = NOON + timedelta(hours=73)
        for _ in range(2):
            sweep.sweep(club.campaign.id)
            send_due()
        assert [(m.to, m.subject) for m in mail.outbox] == [
            (["umpire@example.org"], "Neutral Party: a deadline has passed")
        ]

    def test_passed_deadline_mentions_no_umpire_when_site_umpires(
        self, site_club: Club, fake_todos: FakeTodos, clock: SeededSources
    ) -> None:
        fake_todos.add(site_club, "plan", side_audience("USA"))
        sweep.sweep(site_club.campaign.id)
        clock.clock = NOON + timedelta(hours=73)
        sweep.sweep(site_club.campaign.id)
        assert Announcement.objects.get(kind="deadline.passed").text == "Time is up."

    def test_umpire_extends_stops_and_restarts_clock(
        self, club: Club, fake_todos: FakeTodos, clock: SeededSources
    ) -> None:
        fake_todos.add(club, "plan", side_audience("USA"))
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
    def test_invalid_clock_request_changes_nothing(
        self, club: Club, fake_todos: FakeTodos, data: dict[str, str]
    ) -> None:
        fake_todos.add(club, "plan", side_audience("USA"))
        sweep.sweep(club.campaign.id)
        assert as_(club, "umpire").post(at("campaigns:clock", club), data).status_code in (409, 422)
        assert Deadline.objects.get().due_at == NOON + timedelta(hours=72)

    def test_pausing_campaign_stops_clocks_and_restores_time(
        self, club: Club, fake_todos: FakeTodos, clock: SeededSources
    ) -> None:
        fake_todos.add(club, "plan", side_audience("USA"))
        sweep.sweep(club.campaign.id)
        decisions.decide(club.viewer("umpire"), kind="campaign.paused")
        clock.clock = NOON + timedelta(hours=100)
        sweep.sweep(club.campaign.id)
        decisions.decide(club.viewer("umpire"), kind="campaign.resumed")
        assert Deadline.objects.get().due_at == NOON + timedelta(hours=172)

    def test_commander_cannot_decide_what_only_the_umpire_decides(self, club: Club) -> None:
        with pytest.raises(Refusal, match="Only the umpire"):
            decisions.decide(club.viewer("union"), kind="campaign.paused")

    def test_concurrent_sweeps_set_one_clock(self, club: Club, fake_todos: FakeTodos) -> None:
        fake_todos.add(club, "plan", side_audience("USA"))
        campaign = Campaign.objects.get()
        for _ in range(2):
            deadlines._match(campaign, [club.viewer("umpire")], NOON)
        assert Deadline.objects.count() == 1
        assert Entry.objects.filter(kind="deadline.set").count() == 1

    def test_clock_extended_during_sweep_does_not_pass(self, club: Club, fake_todos: FakeTodos) -> None:
        fake_todos.add(club, "plan", side_audience("USA"))
        sweep.sweep(club.campaign.id)
        as_it_was = Deadline.objects.get()
        payload = {"subject": "plan", "hours": 100}
        decisions.decide(club.viewer("umpire"), kind="deadline.extended", payload=payload)
        late = NOON + timedelta(hours=72)
        deadlines._pass([as_it_was], {"plan": fake_todos.items[0]}, [], club.campaign, late)
        assert Deadline.objects.get().passed_at is None


class Test_Campaign_status:
    def test_paused_campaign_refuses_acts_until_resumed(self, club: Club) -> None:
        umpire = as_(club, "umpire")
        assert umpire.post(at("campaigns:decide", club), {"kind": "campaign.paused"}).status_code == 302
        with pytest.raises(Refusal), open_act(club.viewer("union"), stream="campaign", kind="x"):
            pass
        assert umpire.post(at("campaigns:decide", club), {"kind": "campaign.resumed"}).status_code == 302
        assert Campaign.objects.get().state == "running"

    def test_closed_campaign_is_read_only(self, club: Club) -> None:
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
    def test_only_umpire_decides(self, club: Club, who: str) -> None:
        client = as_(club, who)
        for name in ("decide", "pace", "clock"):
            assert client.post(at(f"campaigns:{name}", club), {"kind": "campaign.closed"}).status_code == 404
        assert Campaign.objects.get().state == "running"

    def test_closing_and_deleting_ask_for_confirmation(self, club: Club) -> None:
        url = at("campaigns:decide", club)
        for kind, state in (("campaign.closed", "running"), ("campaign.deletion", "closed")):
            page = as_(club, "umpire").get(url, {"kind": kind})
            assert (page.status_code, "Go back" in page.content.decode()) == (200, True)
            assert Campaign.objects.get(delete_at=None).state == state
            as_(club, "umpire").post(url, {"kind": kind})

    def test_open_campaign_offers_no_deletion(self, club: Club) -> None:
        page = as_(club, "umpire").get(at("campaigns:settings", club)).text
        assert "kind=campaign.closed" in page
        assert "kind=campaign.deletion" not in page

    @pytest.mark.parametrize("kind", ["", "campaign.resumed", "deadline.run", "x" * 900])
    def test_unavailable_decision_is_refused(self, club: Club, kind: str) -> None:
        assert as_(club, "umpire").post(at("campaigns:decide", club), {"kind": kind}).status_code == 400

    @pytest.mark.parametrize("hours", ["", "0", "-1", "x", "99999", "1e3"])
    def test_invalid_time_limit_is_refused(self, club: Club, hours: str) -> None:
        response = as_(club, "umpire").post(at("campaigns:pace", club), {"hours": hours})
        assert response.status_code == 422
        assert Campaign.objects.get().hours_per_move == 72

    def test_deletion_is_announced_and_can_be_canceled_for_a_week(self, club: Club, clock: SeededSources) -> None:
        User.objects.filter(username="union").update(email="union@example.org")
        umpire = as_(club, "umpire")
        for kind in ("campaign.closed", "campaign.deletion"):
            umpire.post(at("campaigns:decide", club), {"kind": kind})
        assert JournalLine.objects.filter(announcement__kind="campaign.deletion").count() == 5
        send_due()
        assert [m.to for m in mail.outbox if "deletion" in m.subject] == [["union@example.org"]]
        clock.clock = NOON + timedelta(days=6)
        sweep.sweep_all()
        assert Campaign.objects.exists()
        umpire.post(at("campaigns:decide", club), {"kind": "campaign.kept"})
        clock.clock = NOON + timedelta(days=8)
        sweep.sweep_all()
        assert Campaign.objects.exists()

    def test_deleted_campaign_leaves_no_records(self, club: Club, clock: SeededSources) -> None:
        talk.say(club.viewer("union"), to="side", text="Hold.")
        other = {model: model._default_manager.count() for model in apps.get_models()}
        doomed = a_second_club(club)
        talk.say(doomed.viewer("union2"), to="side", text="Hold.")
        for kind in ("campaign.closed", "campaign.deletion"):
            decisions.decide(doomed.viewer("umpire2"), kind=kind)
        clock.clock = NOON + timedelta(days=8)
        sweep.sweep_all()
        left = {model: model._default_manager.count() for model in apps.get_models()}
        assert {m.__name__ for m in left if left[m] != other[m]} == {"User", "Throttle"}
        assert not Campaign.objects.filter(id=doomed.campaign.id).exists()
        assert not Lock.objects.filter(id=doomed.campaign.id).exists()
        assert Campaign.objects.filter(id=club.campaign.id).exists()

    def test_erasing_a_campaign_keeps_others(self, club: Club) -> None:
        other = a_second_club(club)
        erase_campaign(other.campaign.id)
        assert as_(club, "union").get(at("campaigns:page", club)).status_code == 200


def a_second_club(club: Club) -> Club:
    """Return another campaign with its own people."""
    users = enroll("umpire2", "union2")
    seats = [
        SeatPlan(Role.UMPIRE, user_id=users["umpire2"].pk),
        SeatPlan(Role.COMMANDER, "USA", user_id=users["union2"].pk),
    ]
    campaign = found_campaign(
        name="Other", book="fire_and_fury", founder_id=users["umpire2"].pk, seats=seats, hours_per_move=72
    )
    return Club(campaign, users)


class Test_Site_as_umpire:
    def test_request_is_done_once_other_side_agrees(self, site_club: Club) -> None:
        union, confederate = as_(site_club, "union"), as_(site_club, "confederate")
        assert union.post(at("campaigns:decide", site_club), {"kind": "campaign.paused"}).status_code == 302
        for client in (union, confederate):  # a pending request is answered, not repeated
            assert 'value="campaign.paused"' not in client.get(at("campaigns:settings", site_club)).content.decode()
        assert Campaign.objects.get().state == "running"
        asked = confederate.get("/").context["page"].waiting[0].move.first
        assert asked.sentence == "Answer the other side’s request: pause the campaign."
        data = {"proposal": hex_id(Proposal.objects.get().id), "answer": "agree"}
        assert union.post(at("campaigns:proposal", site_club), data).status_code == 409
        assert as_(site_club, "union_west").post(at("campaigns:proposal", site_club), data).status_code == 409
        assert confederate.post(at("campaigns:proposal", site_club), data).status_code == 302
        assert Campaign.objects.get().state == "paused"
        assert confederate.post(at("campaigns:proposal", site_club), data).status_code == 409

    def test_same_request_from_both_sides_is_agreement(self, site_club: Club) -> None:
        for who in ("union", "confederate"):
            decisions.decide(site_club.viewer(who), kind="campaign.time_limit", payload={"hours": 24})
        assert Campaign.objects.get().hours_per_move == 24

    def test_declined_request_ends(self, site_club: Club) -> None:
        decisions.decide(site_club.viewer("union"), kind="campaign.closed")
        decisions.refuse(site_club.viewer("confederate"), proposal_id=Proposal.objects.get().id)
        with pytest.raises(Refusal):
            decisions.agree(site_club.viewer("confederate"), proposal_id=Proposal.objects.get().id)
        assert Campaign.objects.get().state == "running"

    def test_umpire_seat_is_refused_when_site_umpires(self, site_club: Club) -> None:
        plan = SeatPlan(Role.UMPIRE, user_id=site_club.users["outsider"].pk)
        with pytest.raises(Refusal, match="The site umpires this campaign"):
            found_campaign(name="X", book="fire_and_fury", founder_id=1, seats=[plan], umpire_kind="site")
        with pytest.raises(Refusal, match="The site umpires this campaign"):
            seats.add_seat(site_club.viewer("union"), role=Role.UMPIRE, side="", scope="")
        with pytest.raises(Http404):
            site_club.viewer("umpire")


class Test_Page_costs:
    @pytest.mark.parametrize("who", ["umpire", "union", "observer"])
    def test_page_queries_do_not_grow_with_journal(self, club: Club, fake_todos: FakeTodos, who: str) -> None:
        fake_todos.add(club, "plan", side_audience("USA"), is_public=True)
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

    def test_home_queries_do_not_grow_with_campaigns(self, club: Club) -> None:
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


def test_umpire_move_is_shown_only_to_umpire(club: Club, fake_todos: FakeTodos) -> None:
    fake_todos.add(club, "rule", UMPIRE)
    sweep.sweep(club.campaign.id)
    assert {w for w in SEATED if as_(club, w).get("/").context["page"].waiting} == {"umpire"}
