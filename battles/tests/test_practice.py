"""Try it: a practice battle without an account, three curtains, for a day."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest import mock

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from battles.models import Battle, BattleState
from battles.services.practice import begin_practice
from battles.tests.builders import a_battle
from battles.tests.visitor import SEATS, Visitor
from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.models import Campaign, Cup, CupState, Email, Invitation, Practice, Role, Seat, User
from campaign.selectors.verify import verify
from campaign.services import accounts, lifecycle, practice_acts, practice_campaigns, sweep
from campaign.services.campaigns import SeatPlan, found_campaign, open_seat
from campaign.services.invitations import known_user
from campaign.services.live import read_token
from campaign.services.record import open_act
from campaign.services.throttle import Limit
from campaign.sources import SOURCES, SeededSources
from campaign.tasks import forget_old, send_mail
from campaign.tests.budget import BUDGET, weigh
from campaign.tests.builders import a_club, enroll

NOON = datetime(2026, 3, 7, 12, 0, tzinfo=UTC)
DAY = timedelta(hours=24)
SECOND = timedelta(seconds=1)
MOST_QUERIES = 10
PRIVATE = "private, no-store"
CLOSED_PAGES = ("seats/", "settings/", "settings/decide/", "seats/leave/", "view-as/end/", "nowhere/")
pytestmark = pytest.mark.django_db


@pytest.fixture
def clock() -> Iterator[SeededSources]:
    sources = SeededSources("practice", now=NOON)
    with SOURCES.using(sources):
        yield sources


@pytest.fixture
def visitor() -> Visitor:
    visitor = Visitor()
    visitor.start()
    return visitor


def nothing_there() -> tuple[int, bytes]:
    page = Client().get("/nowhere/")
    return page.status_code, page.content


def same_as_nothing(answer: Any) -> bool:
    return (answer.status_code, answer.content) == nothing_there()


class Test_Start:
    def test_landing_page_offers_it_with_one_click(self) -> None:
        page = Client().get("/").text
        assert re.search(r'<form[^>]*method="post"[^>]*action="/practice/"', page)
        assert re.findall(r'class="button main[^"]*"[^>]*>\s*(.*?)\s*<', page) == ["Try it"]

    def test_only_a_post_starts_one(self) -> None:
        for method in ("get", "head"):
            assert getattr(Client(), method)("/practice/").status_code == 405
        assert not Practice.objects.exists()

    def test_post_from_another_site_is_refused(self) -> None:
        assert Client(enforce_csrf_checks=True).post("/practice/").status_code == 403
        assert not Practice.objects.exists()

    def test_visitor_arrives_at_the_union_curtain(self) -> None:
        visitor = Visitor()
        there = visitor.client.post("/practice/", follow=True)
        assert "The Union curtain" in there.text
        assert Campaign.objects.get().name == "Practice: Shiloh"
        assert Battle.objects.get().state == BattleState.PLANS
        assert verify(Campaign.objects.get().pk) == []

    def test_key_is_in_no_row_and_goes_to_no_other_address(self, visitor: Visitor) -> None:
        cookie = visitor.client.cookies["practice"]
        assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == ("/practice/", True, "Lax")
        assert cookie["max-age"] == DAY.total_seconds()
        assert cookie.value not in str(list(Practice.objects.values()))
        assert "sessionid" not in visitor.client.cookies

    def test_member_is_led_to_their_campaigns(self) -> None:
        club = a_club()
        client = Client()
        client.force_login(club.users["union"])
        assert client.post("/practice/")["Location"] == "/"
        assert not Practice.objects.exists()

    def test_one_visitor_may_hold_several_apart(self, visitor: Visitor) -> None:
        first = visitor.battle
        visitor.start()
        assert visitor.battle.campaign_id != first.campaign_id
        assert Practice.objects.values("visitor").distinct().count() == 1
        visitor.lift("union")
        assert [practice.lifted for practice in Practice.objects.order_by("campaign__begun_at")] == [[], ["union"]]


class Test_Curtain:
    @pytest.mark.parametrize(
        ("seat", "words"),
        [
            ("union", "The Union curtain"),
            ("confederate", "The Confederate curtain"),
            ("umpire", "The umpire’s curtain"),
        ],
    )
    def test_names_its_seat_and_shows_nothing_until_tapped(self, visitor: Visitor, seat: str, words: str) -> None:
        for rest in ("", "plan/", "table/"):
            page = visitor.get(visitor.on_field(seat, rest))
            assert (page.status_code, page["Cache-Control"]) == (200, PRIVATE)
            assert f">{words}</h1>" in page.text
            assert "Shiloh" not in page.text
            assert "ETag" not in page.headers
        back = visitor.on_field(seat)
        lifted = visitor.lift(seat, back)
        assert lifted["Location"] == back
        assert "Shiloh" in visitor.get(back).text

    def test_all_curtains_have_the_same_length_but_for_names(self, visitor: Visitor) -> None:
        """What is behind a curtain doesn't show in its page."""
        visitor.lift("union")
        before = visitor.get(visitor.url("confederate")).text
        visitor.press("union", "plan/", page="plan/")
        after = visitor.get(visitor.url("confederate")).text
        token = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')
        assert token.sub("", before) == token.sub("", after)

    def test_switching_draws_both_curtains(self, visitor: Visitor) -> None:
        visitor.lift("union")
        visitor.lift("confederate")
        there = visitor.switch("union", "confederate")
        assert there["Location"] == visitor.url("confederate")
        for seat in ("union", "confederate"):
            assert "curtain</h1>" in visitor.get(visitor.on_field(seat)).text

    def test_going_back_after_switching_shows_the_curtain(self, visitor: Visitor) -> None:
        visitor.lift("union")
        plan = visitor.on_field("union", "plan/")
        assert "The Union curtain" not in visitor.get(plan).text
        visitor.switch("union", "confederate")
        visitor.lift("confederate")
        again = visitor.get(plan)
        assert "The Union curtain" in again.text
        assert again["Cache-Control"] == PRIVATE

    def test_two_tabs_keep_their_seats(self, visitor: Visitor) -> None:
        visitor.lift("union")
        visitor.lift("confederate")
        tabs = {seat: visitor.get(visitor.on_field(seat, "plan/")).text for seat in ("union", "confederate")}
        assert "Sherman" in tabs["union"]
        assert "Sherman" not in tabs["confederate"]
        visitor.press("union", "plan/", page="plan/")
        assert sealed_by(visitor) == {"USA"}
        visitor.press("confederate", "plan/", page="plan/")
        assert sealed_by(visitor) == {"USA", "CSA"}

    def test_page_left_open_gets_and_does_nothing_once_its_curtain_is_drawn(self, visitor: Visitor) -> None:
        visitor.lift("union")
        visitor.switch("union", "umpire")
        part = visitor.get(visitor.on_field("union"), **{"HX-Request": "true"})
        poll = visitor.get(visitor.url("union", "live/"), Accept="application/json")
        sent = visitor.client.post(visitor.on_field("union", "plan/"), {"entropy": "aa"})
        assert [answer.status_code for answer in (part, poll, sent)] == [403, 403, 403]
        assert sealed_by(visitor) == set()

    @pytest.mark.parametrize(
        "back", ["", "https://example.org/", "//example.org", "/practice/umpire/c/", "/", "\0", "x" * 9000]
    )
    def test_tap_leads_only_to_this_seat(self, visitor: Visitor, back: str) -> None:
        assert visitor.lift("union", back)["Location"] == visitor.url("union")

    @pytest.mark.parametrize("to", ["observer", "", "\0", "x" * 9000, "Union"])
    def test_switching_to_an_unknown_seat_is_refused(self, visitor: Visitor, to: str) -> None:
        visitor.lift("union")
        assert visitor.switch("union", to).status_code == 404
        assert visitor.practice.lifted == ["union"]

    @pytest.mark.parametrize("rest", ["curtain/lift/", "curtain/switch/"])
    def test_curtain_of_no_practice_campaign_is_not_found(self, rest: str) -> None:
        club = a_club()
        client = Client()
        client.force_login(club.users["umpire"])
        assert same_as_nothing(client.post(f"/c/{hex_id(club.campaign.pk)}/{rest}", {"seat": "union"}))

    @pytest.mark.parametrize("rest", ["curtain/lift/", "curtain/switch/"])
    def test_curtains_move_only_by_a_post(self, visitor: Visitor, rest: str) -> None:
        assert visitor.get(visitor.url("union", rest)).status_code == 405


def sealed_by(visitor: Visitor) -> set[str]:
    return set(visitor.battle.plan_set.values_list("side", flat=True))


class Test_Strip:
    @pytest.mark.parametrize("rest", ["", "map/", "journal/", "talk/", "cups/", "rules/"])
    def test_every_page_says_whose_curtain_what_next_and_until_when(
        self, clock: SeededSources, visitor: Visitor, rest: str
    ) -> None:
        visitor.lift("union")
        page = visitor.get(visitor.url("union", rest))
        assert page.status_code == 200
        strip = page.text[page.text.index('<section class="practice"') :].partition("</section>")[0]
        assert "You’re behind the Union curtain." in strip
        assert f'Next: <a href="{visitor.on_field("union", "plan/")}">Seal your plan for Shiloh.' in strip
        assert '<time datetime="2026-03-08T12:00+00:00">Sunday 12:00</time>' in strip
        assert "Nothing from here is carried over." in strip

    def test_it_says_whose_move_it_is_when_none_is_left(self, visitor: Visitor) -> None:
        visitor.lift("union")
        visitor.press("union", "plan/", page="plan/")
        strip = visitor.get(visitor.url("union", "curtain/")).text
        assert "Next:" not in strip
        assert "The Confederate side’s move" in strip

    def test_no_move_is_due_after_the_end(self, visitor: Visitor) -> None:
        visitor.lift("union")
        visitor.press("union", "plan/draft/", page="plan/")
        assert "Due" not in visitor.get(visitor.on_field("union")).text

    def test_battle_page_names_its_own_next_move(self, visitor: Visitor) -> None:
        visitor.lift("union")
        strip = visitor.get(visitor.on_field("union")).text.partition('<section class="practice"')[2]
        assert "Next: " in strip.partition("</section>")[0]

    def test_other_campaigns_have_none(self) -> None:
        club, _ = a_battle()
        client = Client()
        client.force_login(club.users["union"])
        assert "Practice battle" not in client.get(f"/c/{hex_id(club.campaign.pk)}/").text
        assert client.get(f"/c/{hex_id(club.campaign.pk)}/curtain/").status_code == 404

    @pytest.mark.parametrize("seat", SEATS)
    def test_pages_keep_their_limits(self, visitor: Visitor, seat: str) -> None:
        visitor.lift(seat)
        for url in (visitor.url(seat), visitor.on_field(seat), visitor.url(seat, "journal/")):
            with CaptureQueriesContext(connection) as queries:
                page = visitor.get(url)
            assert len(queries) <= MOST_QUERIES, url
            assert weigh(page).own <= BUDGET


def test_battle_is_played_to_its_report_by_one_visitor(visitor: Visitor) -> None:
    visitor.open_all()
    for seat in ("union", "confederate"):
        visitor.press(seat, "plan/", page="plan/")
    for step in ("prepare/", "open/"):
        visitor.press("umpire", step, page=step)
    visitor.press("union", "losses/usa/", page="losses/usa/", press="c0d0b0 killed 1 8")
    page = visitor.get(visitor.on_field("union", "losses/usa/"))
    assert "7 of 8" in page.text
    assert f'data-url="{visitor.on_field("union", "losses/usa/")}"' in page.text
    assert weigh(page).own <= BUDGET
    assert visitor.get(visitor.on_field("confederate", "losses/usa/")).status_code == 404
    for seat in ("union", "confederate"):
        visitor.press(seat, "request/", asks_for="end", leaves="CSA")
    for seat, side, end in (("union", "usa", "held"), ("confederate", "csa", "withdrew")):
        visitor.press(seat, f"result/{side}/", page=f"result/{side}/", end=end)
        visitor.press(seat, "confirm/", page="")
    visitor.press("umpire", "settle/")
    assert Battle.objects.get(id=visitor.battle.pk).state == BattleState.APPLIED
    assert {cup.state for cup in Cup.objects.filter(campaign_id=visitor.battle.campaign_id)} == {CupState.TURNED_OVER}
    assert visitor.get(visitor.url("union", "cups/")).status_code == 200
    assert verify(visitor.battle.campaign_id) == []


class Test_Reach:
    @pytest.mark.parametrize("rest", CLOSED_PAGES)
    @pytest.mark.parametrize("seat", SEATS)
    def test_seats_invitations_and_settings_are_closed(self, visitor: Visitor, seat: str, rest: str) -> None:
        visitor.lift(seat)
        assert same_as_nothing(visitor.get(visitor.url(seat, rest)))
        assert visitor.client.post(visitor.url(seat, rest)).status_code == 404
        assert not Invitation.objects.exists()

    def test_no_page_links_to_what_is_closed(self, visitor: Visitor) -> None:
        visitor.open_all()
        for seat in SEATS:
            for rest in ("", "map/", "journal/", "talk/", "cups/", "rules/"):
                page = visitor.get(visitor.url(seat, rest)).text
                links = set(re.findall(r'(?:href|action)="([^"#?]*)', page))
                broken = [link for link in links if link.startswith("/practice/") and not self.leads_on(visitor, link)]
                assert broken == []

    def leads_on(self, visitor: Visitor, link: str) -> bool:
        return visitor.get(link).status_code in (200, 302, 405)

    def test_pages_outside_are_the_public_ones(self, visitor: Visitor) -> None:
        help_page = visitor.get("/practice/union/help/")
        assert (help_page.status_code, help_page["Location"]) == (302, "/help/")
        assert visitor.get("/practice/union/rules/?x=1")["Location"] == "/rules/?x=1"
        profile = visitor.client.get("/practice/union/accounts/profile/", follow=True)
        assert profile.redirect_chain[-1][0].startswith("/accounts/log-in/")

    @pytest.mark.parametrize("path", ["//example.org/", "/\\example.org/", "/nowhere/", "/c/", "/%0a/"])
    def test_no_address_leads_off_the_site(self, visitor: Visitor, path: str) -> None:
        assert visitor.get(f"/practice/union{path}").status_code == 404
        assert visitor.client.post("/practice/union/accounts/log-out/").status_code == 404

    def test_nobody_can_log_in_as_the_holder_of_a_seat(self, visitor: Visitor) -> None:
        for holder in visitor.practice.users.all():
            assert (holder.has_usable_password(), holder.email) == (False, "")
            with pytest.raises(Refusal):
                accounts.log_in(username=holder.username, password="!", caller="127.0.0.1")
            assert known_user(holder.username) is None

    def test_it_sends_no_email(self, visitor: Visitor) -> None:
        visitor.open_all()
        visitor.press("union", "plan/", page="plan/")
        send_mail()
        assert not Email.objects.exists()

    def test_nobody_else_can_open_it(self, visitor: Visitor) -> None:
        """An outsider, a logged-in umpire, and another visitor get what an address of nothing gets."""
        club, _ = a_battle()
        member, other = Client(), Visitor()
        member.force_login(club.users["umpire"])
        other.start()
        visitor.open_all()
        for seat in SEATS:
            for url in (visitor.url(seat), visitor.on_field(seat), visitor.on_field(seat, "plan/")):
                for client in (Client(), member, other.client):
                    assert same_as_nothing(client.get(url)), url
                    assert same_as_nothing(client.post(url)), url
            plain = visitor.on_field(seat).removeprefix(f"/practice/{seat}")
            assert same_as_nothing(member.get(plain))
            assert visitor.get(plain)["Location"].startswith("/accounts/log-in/")

    def test_visitor_can_open_nothing_else(self, visitor: Visitor) -> None:
        club, battle = a_battle()
        other = Visitor()
        other.start()
        visitor.open_all()
        for campaign, fight in ((club.campaign.pk, battle.pk), (other.battle.campaign_id, other.battle.pk)):
            for seat in SEATS:
                for rest in ("", f"b/{hex_id(fight)}/", "journal/", "live/"):
                    assert same_as_nothing(visitor.get(f"/practice/{seat}/c/{hex_id(campaign)}/{rest}"))
        mixed = visitor.url("union", f"b/{hex_id(battle.pk)}/")
        assert same_as_nothing(visitor.get(mixed))
        assert visitor.client.get("/api/campaigns/").status_code in (401, 403)

    def test_wrong_or_broken_key_opens_nothing(self, visitor: Visitor) -> None:
        for key in ("", "x", "0" * 64, visitor.client.cookies["practice"].value[:-1]):
            client = Client()
            client.cookies["practice"] = key
            assert same_as_nothing(client.get(visitor.url("union")))

    def test_live_token_listens_only_to_the_seat_in_the_address(self, visitor: Visitor) -> None:
        visitor.open_all()
        feeds = set()
        for seat in SEATS:
            claim = read_token(visitor.get(visitor.url(seat, "live/")).json()["token"])
            assert claim is not None
            feeds.add(claim[0])
        assert feeds == set(Seat.objects.filter(campaign=visitor.battle.campaign_id).values_list("feed_id", flat=True))


class Test_Seats:
    def test_person_still_holds_one_seat_a_campaign(self) -> None:
        user = enroll("union")["union"].pk
        seats = [SeatPlan(Role.COMMANDER, "USA", user_id=user), SeatPlan(Role.UMPIRE, user_id=user)]
        with pytest.raises(Refusal, match="already has a seat"):
            found_campaign(name="All mine", book="civil_war", founder_id=user, seats=seats)

    def test_holder_of_a_practice_seat_sits_nowhere_else(self, visitor: Visitor) -> None:
        club = a_club()
        holder = visitor.practice.users.first()
        assert holder is not None
        with pytest.raises(Refusal, match="has no account"):
            self.seat(club.campaign, holder.pk)

    def test_member_cannot_sit_in_a_practice_campaign(self, visitor: Visitor) -> None:
        user = enroll("union")["union"].pk
        with pytest.raises(Refusal, match="has no account"):
            self.seat(visitor.battle.campaign, user)

    def seat(self, campaign: Campaign, user_id: int) -> None:
        with open_act(None, stream="club", kind="seat.taken", campaign_id=campaign.pk) as act:
            open_seat(act, SeatPlan(Role.OBSERVER, user_id=user_id))


class Test_Limits:
    def test_visitor_starts_three_a_day(self, clock: SeededSources) -> None:
        visitor = Visitor()
        assert [visitor.start().status_code for _ in range(4)] == [302, 302, 302, 429]
        clock.clock += timedelta(hours=20)
        refused = visitor.start()
        assert refused["Retry-After"] == str(4 * 3600)
        assert "Too many tries. Wait 4 hours, then try again." in refused.text
        clock.clock += timedelta(hours=4)
        assert visitor.start().status_code == 302

    def test_address_starts_twenty_a_day(self, clock: SeededSources) -> None:
        with mock.patch.object(practice_campaigns, "OF_ADDRESS", Limit("practice-address", 2, DAY)):
            answers = [Visitor().start().status_code for _ in range(3)]
            other = Client(REMOTE_ADDR="10.0.0.9").post("/practice/").status_code
        assert (answers, other) == ([302, 302, 429], 302)
        assert practice_campaigns.OF_ADDRESS.times == 20

    def test_two_hundred_are_open_at_once(self, clock: SeededSources, monkeypatch: pytest.MonkeyPatch) -> None:
        assert practice_campaigns.MOST_OPEN == 200
        monkeypatch.setattr(practice_campaigns, "MOST_OPEN", 1)
        Visitor().start()
        clock.clock += timedelta(hours=23)
        refused = Visitor().start()
        assert (refused.status_code, refused["Retry-After"]) == (429, "3600")
        assert "All practice battles are taken right now. Wait 60 minutes, then try again." in refused.text
        clock.clock += timedelta(hours=1)
        assert Visitor().start().status_code == 429  # it is over, but its rows are still there
        forget_old()
        assert Visitor().start().status_code == 302

    def test_refused_start_leaves_nothing(self, clock: SeededSources) -> None:
        visitor = Visitor()
        for _ in range(3):
            visitor.start()
        before = Campaign.objects.count(), User.objects.count()
        visitor.start()
        assert (Campaign.objects.count(), User.objects.count()) == before

    def test_visitor_acts_only_so_often(self, visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
        limit = Limit("practice-act", 2, timedelta(hours=1))
        monkeypatch.setattr(practice_acts, "ACTS", limit)
        answers = [visitor.lift("union") for _ in range(3)]
        assert [answer.status_code for answer in answers] == [302, 302, 429]
        assert "Too many tries. Wait" in answers[-1].text


def counts() -> dict[str, int]:
    return {model._meta.label: model._default_manager.count() for model in apps.get_models()}


class Test_End:
    def test_it_is_closed_after_a_day(self, clock: SeededSources, visitor: Visitor) -> None:
        visitor.lift("union")
        clock.clock = NOON + DAY - SECOND
        assert visitor.get(visitor.url("union")).status_code == 200
        clock.clock += SECOND
        assert same_as_nothing(visitor.get(visitor.url("union")))

    def test_no_row_of_any_table_is_left(self, clock: SeededSources) -> None:
        club, _ = a_battle()
        before = counts()
        visitor = Visitor()
        visitor.start()
        self.play(visitor)
        assert len([label for label, count in counts().items() if count != before[label]]) > 25
        clock.clock += DAY
        forget_old()
        clock.clock += SECOND  # the windows of the limits
        forget_old()
        assert counts() == before
        assert verify(club.campaign.pk) == []

    def play(self, visitor: Visitor) -> None:
        """Fill as many tables as a visitor can."""
        visitor.open_all()
        text = {"to": "side", "text": "Hold the landing."}
        assert visitor.client.post(visitor.url("union", "talk/"), text).status_code == 302
        visitor.press("union", "plan/draft/", page="plan/")
        for seat in ("union", "confederate"):
            visitor.press(seat, "plan/", page="plan/")
        visitor.press("umpire", "open/", page="open/")
        for seat in ("union", "confederate"):
            visitor.press(seat, "request/", asks_for="on")

    def test_others_keep_theirs(self, clock: SeededSources, visitor: Visitor) -> None:
        clock.clock += timedelta(hours=1)
        later = Visitor()
        later.start()
        clock.clock = NOON + DAY
        forget_old()
        assert not Practice.objects.filter(pk=visitor.battle.campaign_id).exists()
        later.lift("union")
        assert later.get(later.on_field("union")).status_code == 200

    @pytest.mark.parametrize("killed_after", [1, 2, 5, 9, 14])
    def test_deletion_killed_in_the_middle_is_finished_by_the_next(
        self, clock: SeededSources, visitor: Visitor, monkeypatch: pytest.MonkeyPatch, killed_after: int
    ) -> None:
        monkeypatch.setattr(lifecycle, "BATCH", 7)
        batches = lifecycle.erase_in_batches(visitor.battle.campaign_id)
        clock.clock += DAY
        for _ in range(killed_after):
            next(batches)
        batches.close()
        connection.check_constraints()
        assert Practice.objects.filter(pk=visitor.battle.campaign_id).exists()
        sweep.sweep_all()
        while Practice.objects.exists():
            forget_old()
        assert not Campaign.objects.exists()
        assert not User.objects.exists()

    def test_each_batch_leaves_nothing_that_refers_to_a_missing_row(
        self, clock: SeededSources, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.play(visitor)
        monkeypatch.setattr(lifecycle, "BATCH", 25)
        for size in lifecycle.erase_in_batches(visitor.battle.campaign_id):
            assert size <= 25
            connection.check_constraints()

    def test_one_run_is_bounded(self, clock: SeededSources, visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(lifecycle, "BATCH", 10)
        monkeypatch.setattr(practice_campaigns, "MOST_BATCHES", 3)
        clock.clock += DAY
        before = sum(counts().values())
        forget_old()
        assert before - sum(counts().values()) <= 40
        assert Practice.objects.exists()

    def test_resting_one_is_not_swept(self, clock: SeededSources, visitor: Visitor) -> None:
        while sweep.having_work(clock.clock):
            sweep.sweep_all()
        clock.clock += timedelta(hours=20)
        assert not sweep.having_work(clock.clock)


def test_start_takes_a_bounded_number_of_queries() -> None:
    with CaptureQueriesContext(connection) as queries:
        begin_practice(key="0" * 64, caller="127.0.0.1")
    assert len(queries) < 230
