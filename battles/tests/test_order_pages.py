"""VG-4: the order of battle as its side drafts, edits, seals, and prints it."""

import re
import time
from dataclasses import replace
from http import HTTPStatus

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from battles.conduct.orders import OrderEdit
from battles.models import Battle, Plan
from battles.selectors.order_of_battle import order_page
from battles.selectors.reads import brief_of_battle, plans_of, units_of
from battles.services import plans
from battles.services.begin import begin_one_off
from battles.tests.builders import a_battle, march, seal_both, shiloh
from campaign.errors import Refusal, Stale
from campaign.ids import hex_id
from campaign.models import Draft
from campaign.tests.api import Program
from campaign.tests.builders import Club, a_club
from rulesets.core.brief import Brief, Ratio
from rulesets.cw_to_ff.site_order import Given, site_order

pytestmark = [pytest.mark.django_db, pytest.mark.rule("VG-4")]
Fight = tuple[Club, Battle]
NAMED = {"edit_kind": "rename", "what": "c0d0b0", "name": "The Iron Brigade", "commander": "John Gibbon"}
MOST_QUERIES = 9
MOST_BYTES = 24_000
MOST_BYTES_OF_100_UNITS = 40_000


@pytest.fixture
def fight() -> Fight:
    return a_battle()


def url(battle: Battle, name: str = "order", *more: str) -> str:
    return reverse(f"battles:{name}", args=[battle.campaign_id, battle.id, *more])


def browser(club: Club, who: str = "union") -> Client:
    client = Client()
    client.force_login(club.users[who])
    return client


def large_army(points: int) -> Brief:
    """Return Shiloh with so many strength points of the Union, of two qualities."""
    brief = shiloh()
    army = brief.sides["USA"]
    many = (replace(army.strength[0], id=f"p{n}", quality=("green", "veteran")[n % 2]) for n in range(points))
    return replace(brief, sides={**brief.sides, "USA": replace(army, strength=tuple(many))})


def edit(club: Club, battle: Battle, *edits: OrderEdit, who: str = "union") -> None:
    for one in edits:
        version = order_page(club.viewer(who), battle.id).draft_version
        plans.edit_order(club.viewer(who), battle.id, edit=one, draft_version=version)


class Test_Site_draft:
    @pytest.mark.parametrize("umpire_kind", ["person", "site"])
    def test_page_shows_a_legal_draft_with_names(self, umpire_kind: str) -> None:
        club, battle = a_battle(umpire_kind=umpire_kind)
        text = browser(club).get(url(battle)).text
        assert "Legal: every clause of VG-4 is met." in text
        assert "The site drafted this from your setup." in text
        assert "Peabody’s brigade" in text
        assert "8 veteran stands" in text

    @pytest.mark.parametrize("umpire_kind", ["person", "site"])
    def test_one_off_battle_has_it_too(self, umpire_kind: str) -> None:
        club = a_club(name="Shiloh", one_off=True, umpire_kind=umpire_kind)
        battle = begin_one_off(None, name="Shiloh", brief=shiloh(), campaign_id=club.campaign.pk)
        assert "brigades of 180 stands, 18 batteries" in browser(club).get(url(battle)).text

    @pytest.mark.parametrize("who", ["umpire", "observer", "union_west", "outsider"])
    def test_only_the_side_reads_its_draft(self, fight: Fight, who: str) -> None:
        club, battle = fight
        for address in (url(battle), url(battle, "order-sheet", "usa"), url(battle, "order-sheet", "x")):
            assert browser(club, who).get(address).status_code == HTTPStatus.NOT_FOUND

    def test_enemy_cannot_print_it(self, fight: Fight) -> None:
        club, battle = fight
        seal_both(club, battle)
        sheets = [browser(club, "confederate").get(url(battle, "order-sheet", side)) for side in ("usa", "csa")]
        assert [sheet.status_code for sheet in sheets] == [HTTPStatus.NOT_FOUND, HTTPStatus.OK]

    def test_page_is_quick_and_lean(self, fight: Fight, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
        club, battle = fight
        client = browser(club)
        client.get(url(battle))
        with django_assert_max_num_queries(MOST_QUERIES):
            page = client.get(url(battle))
        assert len(page.content) < MOST_BYTES

    def test_page_of_100_units_takes_no_more_queries(
        self, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        club = a_club(name="Large", one_off=True)
        battle = begin_one_off(None, name="Large", brief=large_army(20), campaign_id=club.campaign.pk)
        client = browser(club)
        first = client.get(url(battle))
        with django_assert_max_num_queries(MOST_QUERIES):
            page = client.get(url(battle))
        brigades = re.search(r"(\d+) brigades of 400 stands, 40 batteries", page.text)
        assert brigades
        assert int(brigades[1]) + 40 >= 90
        assert len(page.content) == len(first.content) < MOST_BYTES_OF_100_UNITS

    def test_clauses_that_no_order_meets_are_said_and_sealed(self) -> None:
        brief = shiloh()
        army = brief.sides["USA"]
        few = replace(army, strength=army.strength[:1], leaders=army.leaders[2:3])
        brief = replace(brief, ratio=Ratio(1, 0), sides={**brief.sides, "USA": few}, strategic_table=None)
        club = a_club(name="Skirmish", one_off=True)
        battle = begin_one_off(None, name="Skirmish", brief=brief, campaign_id=club.campaign.pk)
        text = browser(club).get(url(battle)).text
        assert "No order of battle of your army can meet this" in text
        assert text.count("has 1 brigade; it needs 2 to 5 (VG-4E).") == 2  # once at its place
        plans.seal(club.viewer("union"), battle.id, plan={})

    def test_leader_without_a_command_is_explained(self) -> None:
        brief = shiloh()
        army = brief.sides["USA"]
        brief = replace(brief, sides={**brief.sides, "USA": replace(army, strength=army.strength[:1])})
        club = a_club(name="Skirmish", one_off=True)
        battle = begin_one_off(None, name="Skirmish", brief=brief, campaign_id=club.campaign.pk)
        text = browser(club).get(url(battle)).text
        assert "Grant is supernumerary: no command of 2 SP is left for a corps leader (VG-4B)." in text
        assert "No order of battle of your army can meet this" not in text


class Test_Edits:
    def test_plain_form_renames_a_brigade(self, fight: Fight) -> None:
        club, battle = fight
        answer = browser(club).post(url(battle), {**NAMED, "draft_version": 0})
        assert (answer.status_code, answer["Location"]) == (HTTPStatus.FOUND, f"{url(battle)}#at-c0d0b0")
        text = browser(club).get(url(battle)).text
        assert "The Iron Brigade" in text
        assert "Only you see it." in text

    def test_broken_clause_is_said_at_its_place(self, fight: Fight) -> None:
        club, battle = fight
        edit(club, battle, OrderEdit("move", "c0d1p0", "c0d0"))
        command = next(c for c in order_page(club.viewer("union"), battle.id).order.commands if c.at == "c0d0")
        assert any("has 3 SP (60 stands); it needs 1 to 2 SP" in fault for fault in command.faults)
        text = browser(club).get(url(battle)).text
        place = text[text.index('id="at-c0d0"') : text.index('id="at-c0d1"')]
        assert "has 3 SP (60 stands)" in place
        assert "Not legal yet." in text

    def test_illegal_order_is_not_sealed(self, fight: Fight) -> None:
        club, battle = fight
        edit(club, battle, OrderEdit("move", "c0d1p0", "c0d0"))
        with pytest.raises(Refusal, match="Your order of battle isn’t legal yet"):
            plans.seal(club.viewer("union"), battle.id, plan={})
        assert not Plan.objects.exists()
        edit(club, battle, OrderEdit("site"))
        plans.seal(club.viewer("union"), battle.id, plan={})

    def test_other_page_of_the_draft_is_stale(self, fight: Fight) -> None:
        club, battle = fight
        union, one = club.viewer("union"), OrderEdit("split", "c0d0b0", stands=2)
        plans.edit_order(union, battle.id, edit=one, draft_version=0, key="k")
        plans.edit_order(union, battle.id, edit=one, draft_version=0, key="k")
        assert Draft.objects.get().version == 1
        with pytest.raises(Stale):
            plans.edit_order(union, battle.id, edit=one, draft_version=0, key="other")

    def test_sealed_order_is_not_edited(self, fight: Fight) -> None:
        club, battle = fight
        plans.seal(club.viewer("union"), battle.id, plan={})
        answer = browser(club).post(url(battle), {**NAMED, "draft_version": 0})
        assert answer.status_code == HTTPStatus.CONFLICT
        assert not Draft.objects.exists()

    @pytest.mark.parametrize(
        ("sent", "says"),
        [
            ({"edit_kind": ""}, "Choose what to change."),
            ({"edit_kind": "explode"}, ">Change: "),
            ({"edit_kind": "move"}, "Choose a part of the order of battle."),
            ({"edit_kind": "move", "what": "c0d0p0"}, "Choose where to."),
            ({"edit_kind": "split", "what": "c0d0b0"}, "Enter a number of stands from 1 to 2000."),
            ({"edit_kind": "split", "what": "c0d0b0", "stands": 8}, "split off from 1 to 7"),
            ({"edit_kind": "split", "what": "c7d7b7", "stands": 1}, "That part isn’t in this order of battle."),
            ({"edit_kind": "split", "what": "c0d0b0'--", "stands": 1}, "That part isn’t in this order of battle."),
            ({"edit_kind": "rename", "what": "c0d0b0", "name": "x" * 61}, "up to 60 characters; this has 61"),
            ({"edit_kind": "rename", "what": "c0d0b0", "name": "a\u202eb"}, "can’t have control characters"),
            ({"edit_kind": "rename", "what": "c0d0b0", "name": " "}, "Enter a name."),
            ({"edit_kind": "appoint", "what": "c0d0", "leader": "x"}, "That leader isn’t in this army."),
        ],
    )
    def test_bad_input_is_refused_in_words(self, fight: Fight, sent: dict[str, object], says: str) -> None:
        club, battle = fight
        answer = browser(club).post(url(battle), {**sent, "draft_version": 0})
        assert answer.status_code in (HTTPStatus.CONFLICT, HTTPStatus.UNPROCESSABLE_ENTITY)
        assert says in answer.text
        assert not Draft.objects.exists()

    def test_enemy_ids_are_refused_like_unknown_ones(self, fight: Fight) -> None:
        club, battle = fight
        enemy = brief_of_battle(battle).sides["CSA"].leaders[0].id
        said = set()
        for leader in (enemy, "nobody"):
            sent = {"edit_kind": "appoint", "what": "c0d0", "leader": leader, "draft_version": 0}
            answer = browser(club).post(url(battle), sent)
            found = re.search(r"Leader: ([^<]+)", answer.text)
            assert found
            said.add((answer.status_code, found[1]))
        assert len(said) == 1

    def test_program_edits_and_reads_the_same(self, fight: Fight) -> None:
        _, battle = fight
        path = f"c/{hex_id(battle.campaign_id)}/b/{hex_id(battle.pk)}/plan/order/"
        assert Program("union").post(path, **NAMED, draft_version=0).json()["done"]
        read = Program("union").get(path).json()
        assert "The Iron Brigade" in str(read["order"])
        assert Program("union").get(f"{path}usa/").json()["order"] == read["order"]
        assert Program("confederate").get(f"{path}usa/").status_code == HTTPStatus.NOT_FOUND


class Test_Files:
    def test_export_is_imported_again(self, fight: Fight) -> None:
        club, battle = fight
        client = browser(club)
        text = client.get(url(battle, "order-export")).text
        changed = text.replace("Peabody’s brigade", "The Iron Brigade")
        for sent in ({"text": changed}, {"file": SimpleUploadedFile("o.json", changed.encode())}):
            version = order_page(club.viewer("union"), battle.id).draft_version
            answer = client.post(url(battle, "order-file"), {**sent, "draft_version": version})
            assert (answer.status_code, answer["Location"]) == (HTTPStatus.FOUND, f"{url(battle)}#at-")
        assert "The Iron Brigade" in client.get(url(battle)).text
        assert "Peabody’s brigade" not in client.get(url(battle)).text

    def test_every_fault_is_listed_and_nothing_changes(self, fight: Fight) -> None:
        club, battle = fight
        client = browser(club)
        text = client.get(url(battle, "order-export")).text.replace('"stands": 8', '"stands": 0')
        answer = client.post(url(battle, "order-file"), {"text": text, "draft_version": 0})
        assert answer.status_code == HTTPStatus.CONFLICT
        assert len(set(re.findall(r"Line \d+: stands must be a whole number from 1 to 2000", answer.text))) == 20
        assert not Draft.objects.exists()

    @pytest.mark.parametrize("content", [b"\xff\xfe", b" " * 256_001, b"{}", b"", b"\x00"])
    def test_bad_files_are_refused(self, fight: Fight, content: bytes) -> None:
        club, battle = fight
        sent = {"file": SimpleUploadedFile("o.json", content), "draft_version": 0}
        answer = browser(club).post(url(battle, "order-file"), sent)
        assert answer.status_code in (HTTPStatus.CONFLICT, HTTPStatus.UNPROCESSABLE_ENTITY)
        assert not Draft.objects.exists()

    def test_ids_of_enemy_and_nobody_are_refused_alike(self, fight: Fight) -> None:
        club, battle = fight
        client, brief = browser(club), brief_of_battle(battle)
        text = client.get(url(battle, "order-export")).text
        own, enemy = (brief.sides[side].strength[0].id for side in ("USA", "CSA"))
        path = f"c/{hex_id(battle.campaign_id)}/b/{hex_id(battle.pk)}/plan/order/file/"
        said = []
        for point in (enemy, "0" * len(enemy)):
            answer = Program("union").post(path, text=text.replace(own, point), draft_version=0)
            assert answer.status_code == HTTPStatus.CONFLICT
            said.append(answer.json()["errors"])
        assert said[0] == said[1]
        assert "is not in this army" in str(said[0])

    @pytest.mark.parametrize("who", ["umpire", "observer", "union_west", "outsider"])
    def test_only_the_side_has_files(self, fight: Fight, who: str) -> None:
        club, battle = fight
        for name in ("order-file", "order-export"):
            assert browser(club, who).get(url(battle, name)).status_code == HTTPStatus.NOT_FOUND


class Test_Sealed:
    def test_sealed_plan_carries_the_edited_order(self, fight: Fight) -> None:
        club, battle = fight
        edit(club, battle, OrderEdit("rename", "c0d0b0", name="The Iron Brigade"))
        seal_both(club, battle)
        units = units_of(battle, "USA", plans_of(battle))
        assert units[0].name == "The Iron Brigade, veteran infantry"
        assert sum(unit.stands for unit in units) == 180
        for who, sheet in (("umpire", "usa"), ("union", "usa"), ("umpire", "csa")):
            assert browser(club, who).get(url(battle, "order-sheet", sheet)).status_code == HTTPStatus.OK
        assert "The Iron Brigade" in browser(club, "umpire").get(url(battle, "order-sheet", "usa")).text

    def test_untouched_side_fights_with_the_sites_draft(self, fight: Fight) -> None:
        club, battle = fight
        drafted = order_page(club.viewer("confederate"), battle.id).order
        seal_both(club, battle)
        units = units_of(battle, "CSA", plans_of(battle))
        names = [part.name for command in drafted.commands for part in command.brigades]
        assert [unit.name.partition(", ")[0] for unit in units] == names

    def test_brigades_march_whole(self, fight: Fight) -> None:
        club, battle = fight
        seal_both(club, battle, union=march(battle, "USA", "right", "Sherman", points=1))
        units = units_of(battle, "USA", plans_of(battle))
        away = [unit for unit in units if unit.place == "right"]
        assert [unit.stands for unit in away] == [8, 8, 8]
        assert sum(unit.stands for unit in units) == 180

    def test_battle_page_leads_its_readers_to_the_order(self, fight: Fight) -> None:
        club, battle = fight
        seal_both(club, battle)
        link = f'href="{url(battle, "order-sheet", "usa")}"'
        found = {
            who: link in browser(club, who).get(url(battle, "detail")).text for who in club.users if who != "outsider"
        }
        assert {who for who, has in found.items() if has} == {"union", "umpire"}


def test_draft_of_a_large_army_takes_at_most_200_milliseconds() -> None:
    given = Given.of(large_army(40), "USA")
    began = time.process_time()
    site_order(given)
    assert time.process_time() - began < 0.2
