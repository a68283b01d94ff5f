"""The hall closes: a battle is adjourned and resumed, and each side notes its positions (VG-8)."""

from datetime import UTC, datetime, timedelta
from http import HTTPStatus

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from battles.models import Battle, PositionNote
from battles.models.positions import LONGEST_NOTE
from battles.selectors.adjourned import positions_page
from battles.selectors.battle_list import battles_page
from battles.services import adjourning
from battles.tests.builders import a_battle, both_request, request, seal_both, told
from battles.tests.test_night import now_at, opened, page_of
from campaign.errors import AlreadyDone, Refusal
from campaign.models import Deadline, JournalLine
from campaign.selectors.moves import moves
from campaign.selectors.verify import verify
from campaign.services.sweep import sweep
from campaign.sources import SOURCES, SeededSources
from campaign.tests.builders import Club
from campaign.tests.pictures import a_file

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tin_book")]
Fight = tuple[Club, Battle]
DECIDERS = ["union", "confederate", "umpire"]


@pytest.fixture
def fight() -> Fight:
    return opened()


def url(battle: Battle, name: str) -> str:
    return reverse(f"battles:{name}", args=[battle.campaign_id, battle.id])


def browser(club: Club, who: str) -> Client:
    client = Client()
    client.force_login(club.users[who])
    return client


class Test_Adjourning:
    @pytest.mark.rule("VG-8day")
    @pytest.mark.parametrize("who", DECIDERS)
    def test_either_side_or_the_umpire_adjourns_and_resumes_alone(self, fight: Fight, who: str) -> None:
        club, battle = fight
        assert "nobody can ask for a turn until" in browser(club, who).get(url(battle, "adjourn")).text
        assert browser(club, who).post(url(battle, "adjourn"), {}).status_code == HTTPStatus.FOUND
        with pytest.raises(Refusal, match="Shiloh is adjourned"):
            request(club, battle, "union")
        assert any("adjourned Shiloh on turn 1." in text for text in told(club, "observer"))
        assert "Resume the battle" in browser(club, "confederate").get(url(battle, "table")).text
        assert browser(club, who).post(url(battle, "resume"), {}).status_code == HTTPStatus.FOUND
        both_request(club, battle)
        assert now_at(battle) == ("day", 2)
        assert verify(club.campaign.id) == []

    @pytest.mark.parametrize("who", ["observer", "union_west", "outsider"])
    @pytest.mark.parametrize("name", ["adjourn", "resume", "positions"])
    def test_nobody_else_can(self, fight: Fight, who: str, name: str) -> None:
        club, battle = fight
        assert browser(club, who).post(url(battle, name), {"text": "Here."}).status_code == HTTPStatus.NOT_FOUND

    def test_second_one_changes_nothing(self, fight: Fight) -> None:
        club, battle = fight
        adjourning.adjourn(club.viewer("union"), battle.id)
        with pytest.raises(AlreadyDone):
            adjourning.adjourn(club.viewer("confederate"), battle.id)
        assert browser(club, "confederate").post(url(battle, "adjourn"), {}).status_code == HTTPStatus.FOUND
        assert sum("adjourned Shiloh" in text for text in told(club, "observer")) == 1

    def test_pages_say_so(self, fight: Fight) -> None:
        club, battle = fight
        adjourning.adjourn(club.viewer("union"), battle.id)
        sweep(club.campaign.id)
        assert battles_page(club.viewer("observer")).battles[0].state == "adjourned"
        for who in ("union", "observer"):
            assert page_of(club, battle, who).next_move.whose == "Adjourned"
            assert page_of(club, battle, who).requests == ()
        mine = [thing.sentence for thing in moves([club.viewer("union")])[club.campaign.id].mine]
        assert mine == ["Meet again at the table of Shiloh, and resume it."]

    def test_only_a_day_can_be_adjourned(self, fight: Fight) -> None:
        club, battle = fight
        request(club, battle, "umpire", "end")
        assert browser(club, "union").get(url(battle, "adjourn")).status_code == HTTPStatus.CONFLICT


def test_site_waits_while_the_battle_is_adjourned() -> None:
    clock = SeededSources("adjourned", now=datetime(1862, 4, 6, 12, tzinfo=UTC))
    with SOURCES.using(clock):
        club, battle = a_battle(umpire_kind="site")
        seal_both(club, battle)
        sweep(club.campaign.id)
        assert now_at(battle) == ("day", 1)
        sweep(club.campaign.id)
        adjourning.adjourn(club.viewer("union"), battle.id)
        sweep(club.campaign.id)
        for _ in range(3):
            clock.clock += timedelta(hours=7 * 72 + 1)
            sweep(club.campaign.id)
        assert now_at(battle) == ("day", 1)
        adjourning.resume(club.viewer("union"), battle.id)
        sweep(club.campaign.id)
        due = Deadline.objects.filter(subject__contains=":day:").values_list("due_at", flat=True)
        assert all(each > clock.clock for each in due)
        clock.clock += timedelta(hours=7 * 72 + 1)
        sweep(club.campaign.id)
        assert now_at(battle)[0] == "result"


class Test_Positions:
    def test_note_is_read_by_its_side_and_the_umpire(self, fight: Fight) -> None:
        club, battle = fight
        answer = browser(club, "union").post(url(battle, "positions"), {"text": "Sherman holds the church."})
        assert (answer.status_code, answer["Location"]) == (HTTPStatus.FOUND, url(battle, "positions"))
        assert "Sherman holds the church." in browser(club, "union").get(url(battle, "positions")).text
        assert [note.by for note in positions_page(club.viewer("umpire"), battle.id).notes] == ["Union"]
        assert positions_page(club.viewer("confederate"), battle.id).notes == ()
        assert not any("noted positions" in text for text in told(club, "confederate"))

    def test_note_moves_no_other_view(self, fight: Fight) -> None:
        club, battle = fight
        before = {who: club.viewer(who).version for who in ("confederate", "observer")}
        adjourning.note_positions(club.viewer("union"), battle.id, text="On the ridge.")
        assert {who: club.viewer(who).version for who in before} == before
        assert not JournalLine.objects.filter(
            feed_id=club.viewer("confederate").feed_id, kind="battle.positions"
        ).exists()

    def test_umpires_note_is_the_umpires(self, fight: Fight) -> None:
        club, battle = fight
        adjourning.note_positions(club.viewer("umpire"), battle.id, text="Measured from the creek.")
        assert positions_page(club.viewer("union"), battle.id).notes == ()
        assert PositionNote.objects.get().who_may_know() == "umpire"

    @pytest.mark.parametrize("text", ["", "a" * (LONGEST_NOTE + 1), "two\nlines", " "])
    def test_bad_note_is_refused(self, fight: Fight, text: str) -> None:
        club, battle = fight
        answer = browser(club, "union").post(url(battle, "positions"), {"text": text})
        assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        assert not PositionNote.objects.exists()

    def test_notes_stay_readable_after_the_day(self, fight: Fight) -> None:
        club, battle = fight
        adjourning.note_positions(club.viewer("union"), battle.id, text="On the ridge.")
        request(club, battle, "umpire", "end")
        page = positions_page(club.viewer("union"), battle.id)
        assert (len(page.notes), page.is_open) == (1, False)
        with pytest.raises(Refusal, match="isn’t being fought now"):
            adjourning.note_positions(club.viewer("union"), battle.id, text="Gone.")


class Test_Photographs:
    @pytest.fixture
    def kept(self, fight: Fight) -> Fight:
        club, battle = fight
        adjourning.photograph_positions(club.viewer("union"), battle.id, data=a_file(), caption="The left at noon")
        return club, battle

    def test_photograph_is_seen_by_its_side_and_the_umpire(self, kept: Fight) -> None:
        club, battle = kept
        found = positions_page(club.viewer("union"), battle.id).notes[0].picture
        assert found is not None
        address = reverse("pictures:file", args=[battle.campaign_id, found.id])
        for who, status in (
            ("union", 200),
            ("umpire", 200),
            ("union_west", 404),
            ("confederate", 404),
            ("observer", 404),
        ):
            assert browser(club, who).get(address).status_code == status, who
        page = browser(club, "umpire").get(url(battle, "positions")).text
        assert "The left at noon" in page
        assert address in page
        assert verify(club.campaign.id) == []

    def test_photograph_is_sent_by_the_page(self, fight: Fight) -> None:
        club, battle = fight
        page = browser(club, "union").get(url(battle, "positions-picture")).text
        assert "Keep the photograph" in page
        assert 'value="Positions on turn 1"' in page
        sent = {"caption": "Our line", "photo": SimpleUploadedFile("line.png", a_file())}
        assert browser(club, "union").post(url(battle, "positions-picture"), sent).status_code == HTTPStatus.FOUND
        assert PositionNote.objects.get().picture
        answer = browser(club, "union").post(url(battle, "positions-picture"), {"caption": "Nothing"})
        assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY

    def test_erased_photograph_leaves_its_note(self, kept: Fight) -> None:
        club, battle = kept
        found = positions_page(club.viewer("union"), battle.id).notes[0].picture
        assert found is not None
        address = reverse("battles:erase-photograph", args=[battle.campaign_id, battle.id, found.id])
        assert browser(club, "confederate").post(address, {}).status_code == HTTPStatus.NOT_FOUND
        assert browser(club, "union").post(address, {}).status_code == HTTPStatus.FOUND
        note = positions_page(club.viewer("umpire"), battle.id).notes[0]
        assert (note.text, note.picture) == ("The left at noon", None)
