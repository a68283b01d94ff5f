"""A battle in a box: what its sheets hold, who may print it, and what makes a print void."""

import json
import re
from base64 import b64encode
from dataclasses import replace
from datetime import timedelta
from http import HTTPStatus

import pytest
from django.urls import reverse

from battles.conduct import conduct_of
from battles.models import SecretResult, Setup
from battles.printing.process import make_pdf
from battles.selectors.box import OUTDATED, VOID, box_page
from battles.selectors.box_parts import SPARE_BRIGADES
from battles.selectors.reads import plans_of, stream_of, units_of
from battles.services import box, overdue, plans
from battles.services.ground import set_ground
from battles.tests.boxes import Fight, a_fight, browser, drawn, opened, pages_of, printed, sizes_of, url
from battles.tests.builders import a_battle, shiloh
from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.models import Entry, Feed
from campaign.services.rewind import rewind
from campaign.sources import SOURCES
from campaign.tests.api import Program
from campaign.tests.harness.world import Answer
from campaign.tests.kept import kept
from campaign.web import VIEWING_AS
from rulesets.core.ground import standard_ground

pytestmark = [pytest.mark.django_db]
MOST_BYTES = 600_000
NUMBER = re.compile(r"(\d+) of (\d+)")


@pytest.fixture
@kept
def fight() -> Fight:
    return a_fight()


def pages(fight: Fight, who: str = "union", **more: str) -> tuple[str, ...]:
    return pages_of(bytes(printed(fight[0], who, fight[1], **more).pdf))


def with_title(title: str, found: tuple[str, ...]) -> list[str]:
    return [page for page in found if title in page]


class Test_Sheets:
    @pytest.mark.parametrize("paper", ["a4", "us-letter"])
    def test_each_page_says_side_seal_and_time(self, fight: Fight, paper: str) -> None:
        found = pages(fight, paper=paper)
        for n, page in enumerate(found, start=1):
            assert page.startswith("Union Shiloh")
            assert re.search(r"Seal 1\. Printed [A-Z][a-z]+ \d+, \d{4}, \d\d:\d\d UTC", page)
            assert f"Page {n} of {len(found)}" in page

    def test_paper_has_its_size(self, fight: Fight) -> None:
        club, battle = fight
        sizes = {paper: sizes_of(bytes(printed(club, "union", battle, paper=paper).pdf)) for paper in PAPERS}
        assert sizes == PAPERS

    def test_each_brigade_has_a_card_with_a_box_for_each_stand(self, fight: Fight) -> None:
        club, battle = fight
        row = box.order_print(club.viewer("union"), battle.id, paper="a4")
        cards = [card for part in row.box["parts"] if part["kind"] == "brigades" for card in part["cards"]]
        named = [card for card in cards if card["name"]]
        stands = sum(group["stands"] for card in named for group in card["groups"])
        units = units_of(battle, "USA", plans_of(battle))
        brigades = {unit.id.partition("-")[0] for unit in units}
        assert stands == sum(unit.stands for unit in units)
        assert len(cards) == len(brigades) + SPARE_BRIGADES
        for card in named:
            full, worn, spent = (int(n) for n in card["triple"].split("."))
            assert [group["stands"] for group in card["groups"]] == [full - worn, worn - spent, spent]
            assert [group["state"] for group in card["groups"]] == ["Fresh", "Worn", "Spent"]

    @pytest.mark.parametrize("paper", ["a4", "us-letter"])
    def test_no_card_crosses_a_page(self, fight: Fight, paper: str) -> None:
        """Each card begins with its name and ends with its number: both are on one page, and every number is there."""
        club, battle = fight
        row = box.order_print(club.viewer("union"), battle.id, paper=paper)
        found = pages_of(drawn(row.box))
        for part in row.box["parts"]:
            for card in part.get("cards", ()):
                if card.get("number") and part["kind"] != "labels":
                    name, number = re.escape(card["name"]), re.escape(card["number"])
                    assert any(re.search(f"{name}.*{number}", page) for page in found), (part["title"], card)

    @pytest.mark.rule("VG-7D2")
    def test_demoralized_defender_starts_worn(self) -> None:
        brief, conduct = shiloh(), conduct_of("cw_to_ff")
        assert conduct.boxes is not None
        army = replace(brief.sides[brief.defender], demoralized=True)
        brief = replace(brief, sides={**brief.sides, brief.defender: army})
        plan = conduct.planning.settle(brief, brief.defender, {}).to_json()
        card = conduct.boxes.army(brief, brief.defender, plan).brigades[0]
        assert card.triple.startswith("-.")
        assert [group.state for group in card.groups] == ["Worn", "Spent"]
        assert "starts Worn" in card.starts

    def test_marching_brigades_have_sheets_of_their_own(self, fight: Fight) -> None:
        found = pages(fight)
        (sheet,) = with_title("Brigades: marches around the Union right", found)
        on_table = [page for page in with_title("Tick a box for each stand lost", found) if page != sheet]
        assert "marches around" not in " ".join(on_table)
        assert "20 stands" in found[0]

    @pytest.mark.rule("VG-8")
    def test_hours_are_those_of_the_season(self, fight: Fight) -> None:
        (day,) = with_title("Turns and hours", pages(fight))
        assert "Turn 1 6:00" in day
        assert "Turn 25 18:00" in day

    def test_rules_fit_on_one_page(self, fight: Fight) -> None:
        for paper in PAPERS:
            found = pages(fight, paper=paper)
            (rules,) = with_title("Rules in short", found)
            assert "Flank forces VG-7B2" in rules
            assert "sourced" in rules
            assert "reconstructed" in rules

    def test_field_shows_zones_and_edges(self, fight: Fight) -> None:
        (field,) = with_title("The table at Shiloh: 72 by 48 inches", pages(fight))
        for words in ("West entry", "North", "South", "12 inches of the table"):
            assert words in field

    def test_box_is_light(self, fight: Fight) -> None:
        assert len(printed(fight[0], "union", fight[1]).pdf) < MOST_BYTES

    def test_same_box_gives_the_same_bytes(self, fight: Fight) -> None:
        club, battle = fight
        row = box.order_print(club.viewer("union"), battle.id, paper="a4")
        assert make_pdf(row.box) == drawn(row.box)

    def test_names_are_text_and_never_markup(self, fight: Fight) -> None:
        club, battle = fight
        row = box.order_print(club.viewer("union"), battle.id, paper="a4")
        row.box["parts"][0]["title"] = "#panic() *bold* $x$ <b>"
        assert "#panic() *bold* $x$ <b>" in pages_of(drawn(row.box))[0]

    def test_code_leads_to_the_phone_page_without_a_token(self, fight: Fight) -> None:
        club, battle = fight
        row = box.order_print(club.viewer("union"), battle.id, paper="a4")
        path = reverse("battles:table", args=[battle.campaign_id, battle.id])
        assert row.box["address"] == f"http://localhost:8000{path}"


PAPERS = {"a4": {(595, 842)}, "us-letter": {(612, 792)}}


class Test_Secrets:
    @pytest.mark.rule("VG-7A")
    def test_side_reads_no_roll_before_or_after_the_opening(self, fight: Fight) -> None:
        before = pages(fight)
        after = pages(opened(fight))
        for found in (before, after):
            text = " ".join(found)
            assert "E exceptional, P poltroon" in text
            for secret in ("Secret sheet", "swift,", "Confederate seal", "To tell, by turn", "d4: 4"):
                assert secret not in text
        assert len(before) == len(after)

    def test_umpires_box_holds_both_armies_and_the_rolls(self, fight: Fight) -> None:
        found = pages(opened(fight), "umpire")
        assert "Secret sheet" in found[0]
        secret = " ".join(page for page in found if page.startswith("Umpire"))
        assert "d4: 4" in secret
        assert "To tell, by turn" in secret.replace("TO TELL, BY TURN", "To tell, by turn")
        assert "Union seal 1, Confederate seal 1" in found[0]
        assert any(page.startswith("Union, umpire’s copy") for page in found)
        assert any(page.startswith("Confederate, umpire’s copy") for page in found)

    def test_umpire_waits_for_the_opening(self, fight: Fight) -> None:
        club, battle = fight
        with pytest.raises(Refusal, match="Prepare the battle first"):
            box.order_print(club.viewer("umpire"), battle.id, paper="a4")

    def test_side_waits_for_its_seal(self, fight: Fight) -> None:
        club, battle = fight
        with pytest.raises(Refusal, match="Seal your plan first"):
            box.order_print(club.viewer("confederate"), battle.id, paper="a4")
        assert "Seal your plan first" in browser(club, "confederate").get(url(battle)).text

    def test_harnesses_read_what_a_print_says(self, fight: Fight) -> None:
        club, battle = fight
        pdf = bytes(printed(club, "union", battle).pdf)
        shown = json.dumps({"pdf": b64encode(pdf).decode()}).encode()
        for body in (pdf, shown):
            seen = Answer(200, (), body).seen.decode(errors="replace")
            assert "Lauman’s brigade" in seen
            assert "Lauman’sbrigade" in seen
        assert Answer(200, (), b"<html>").seen == b"<html>"

    @pytest.mark.parametrize("who", ["confederate", "union_west", "observer", "outsider", "umpire"])
    def test_print_is_its_own_seats_alone(self, fight: Fight, who: str) -> None:
        club, battle = fight
        row = printed(club, "union", battle)
        client = browser(club, who)
        foreign, nothing = (client.get(url(battle, each)) for each in (row.pk, 4711))
        assert (foreign.status_code, foreign.content) == (HTTPStatus.NOT_FOUND, nothing.content)
        shown = Program(who).get(f"c/{hex_id(battle.campaign_id)}/b/{hex_id(battle.pk)}/box/{hex_id(row.pk)}/")
        assert shown.status_code == HTTPStatus.NOT_FOUND

    @pytest.mark.parametrize("who", ["observer", "outsider"])
    def test_page_is_for_those_who_print(self, fight: Fight, who: str) -> None:
        club, battle = fight
        client = browser(club, who)
        assert client.get(url(battle)).status_code == HTTPStatus.NOT_FOUND
        assert client.post(url(battle), {"paper": "a4"}).status_code == HTTPStatus.NOT_FOUND
        assert "box/" not in client.get(reverse("battles:detail", args=[battle.campaign_id, battle.id])).text

    def test_print_moves_no_other_view(self, fight: Fight) -> None:
        club, battle = fight
        own = club.viewer("union").feed_id
        before = dict(Feed.objects.exclude(id=own).values_list("id", "version"))
        entries = Entry.objects.count()
        version = club.viewer("union").version
        printed(club, "union", battle)
        assert dict(Feed.objects.exclude(id=own).values_list("id", "version")) == before
        assert Entry.objects.count() == entries
        assert club.viewer("union").version == version + 2  # when it was asked for, and when it was made

    def test_umpire_viewing_as_the_seat_sees_no_print(self, fight: Fight) -> None:
        club, battle = fight
        row = printed(club, "union", battle)
        client = browser(club, "umpire")
        session, seat = client.session, club.viewer("union").seat_id
        session[VIEWING_AS] = {hex_id(battle.campaign_id): {"seat": hex_id(seat), "until": 2**40}}
        session.save()
        page = client.get(url(battle))
        assert "You haven’t printed anything yet." in page.text
        assert client.get(url(battle, row.pk)).status_code == HTTPStatus.NOT_FOUND


class Test_Void:
    def line(self, fight: Fight, who: str = "union") -> tuple[str, str, str]:
        line = box_page(fight[0].viewer(who), fight[1].id).prints[-1]
        return line.seal, line.note, line.url

    def test_unsealing_makes_prints_void_and_the_next_seal_has_the_next_number(self, fight: Fight) -> None:
        club, battle = fight
        row = printed(club, "union", battle)
        assert self.line(fight) == ("Seal 1", "", url(battle, row.pk))
        plans.unseal(club.viewer("union"), battle.id)
        assert self.line(fight) == ("Seal 1", VOID, "")
        client = browser(club, "union")
        assert client.get(url(battle, row.pk)).status_code == HTTPStatus.NOT_FOUND
        assert "Don’t use this print." in client.get(url(battle)).text
        plans.seal(club.viewer("union"), battle.id, plan={}, entropy="aa")
        assert self.line(fight) == ("Seal 1", VOID, "")
        assert printed(club, "union", battle).seal == "Seal 2"

    def test_rewind_behind_the_seal_makes_prints_void(self, fight: Fight) -> None:
        club, battle = fight
        printed(club, "union", battle)
        before = Entry.objects.filter(stream=stream_of(battle.id)).order_by("-seq")[1]
        rewind(club.viewer("umpire"), entry_id=before.pk, reason="Once more.")
        assert self.line(fight) == ("Seal 1", VOID, "")
        plans.seal(club.viewer("union"), battle.id, plan={}, entropy="aa")
        assert printed(club, "union", battle).seal == "Seal 2"

    def test_plan_that_the_site_sealed_has_a_number_too(self) -> None:
        club, battle = a_battle(umpire_kind="site")
        overdue.move_on(battle, SOURCES.now() + timedelta(days=30))
        assert printed(club, "confederate", battle).seal == "Seal 1"

    def test_enemy_seal_changes_nothing(self, fight: Fight) -> None:
        club, battle = fight
        row = printed(club, "union", battle)
        opened(fight)
        assert self.line(fight)[2] == url(battle, row.pk)
        assert "Seal 1" in pages(fight)[0]

    def test_correction_of_the_enemy_army_changes_nothing(self, fight: Fight) -> None:
        club, battle = fight
        row = printed(club, "union", battle)
        setup = Setup.objects.get(battle=battle)
        setup.brief["sides"]["CSA"]["strength"][0]["quality"] = "crack"
        setup.save()
        assert self.line(fight) == ("Seal 1", "", url(battle, row.pk))
        setup.brief["sides"]["USA"]["strength"][0]["quality"] = "crack"
        setup.save()
        assert self.line(fight) == ("Seal 1", VOID, "")

    def test_later_roll_only_outdates_the_umpires_sheet(self, fight: Fight) -> None:
        club, battle = opened(fight)
        row = printed(club, "umpire", battle)
        SecretResult.objects.filter(battle=battle).delete()
        assert self.line(fight, "umpire")[1:] == (OUTDATED, url(battle, row.pk))

    def test_new_edge_makes_only_the_field_outdated(self, fight: Fight) -> None:
        club, battle = fight
        row = printed(club, "union", battle)
        opened(fight)  # which assigns the edge
        assert self.line(fight) == ("Seal 1", OUTDATED, url(battle, row.pk))

    def test_new_ground_opens_the_seal_and_so_makes_prints_void(self, fight: Fight) -> None:
        club, battle = fight
        printed(club, "union", battle)
        set_ground(club.viewer("umpire"), battle.id, standard_ground(60, 48))
        assert self.line(fight) == ("Seal 1", VOID, "")
