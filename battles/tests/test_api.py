"""The battle API: programs get the same forms as the pages and can fight a whole battle."""

from typing import Any

import pytest

from battles.models import Battle, Plan
from battles.tests.builders import SHEET, a_battle, a_toy_battle, both_request, open_it, seal_both, shiloh
from campaign.ids import hex_id
from campaign.services.sweep import sweep
from campaign.tests.api import Program, refusal
from campaign.tests.builders import Club, a_club
from war.services.set_up import set_up
from war.tests.builders import agree_on_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tin_book")]
SEATED = ("umpire", "union", "union_west", "confederate", "observer")
Fight = tuple[Club, Battle]


@pytest.fixture
def fight() -> Fight:
    return a_toy_battle()


def of(battle: Battle, more: str = "") -> str:
    return f"c/{hex_id(battle.campaign_id)}/b/{hex_id(battle.pk)}/{more}"


def initial_body(form: dict[str, Any]) -> dict[str, Any]:
    """Return the body for a form, with its initial values."""
    return {asked["name"]: asked["value"] for asked in form["fields"]} | {"version": form["version"]}


class Test_Forms:
    def test_only_own_side_reads_plan_form(self) -> None:
        _, battle = a_battle()
        form = Program("union").get(of(battle, "plan/")).json()
        assert form["side"] == "USA"
        assert form["battle_id"] == hex_id(battle.pk)
        leader = next(asked for asked in form["fields"] if asked["name"].endswith("_leader"))
        assert leader["choices"][0] == ["", "Nobody (no flank march here)"]
        assert form["choices"]["leaders"]
        for who in ("umpire", "observer", "outsider"):
            refusal(Program(who).get(of(battle, "plan/")), 404)
        refusal(Program().get(of(battle, "plan/")), 401)

    def test_plan_form_holds_only_own_draft(self) -> None:
        _, battle = a_battle()
        union = Program("union")
        body = initial_body(union.get(of(battle, "plan/")).json())
        leader = next(name for name in body if name.endswith("_leader"))
        choices = {f["name"]: f["choices"] for f in union.get(of(battle, "plan/")).json()["fields"]}
        chosen = choices[leader][1][0]
        assert union.post(of(battle, "plan/draft/"), **body | {leader: chosen}).json()["done"]
        assert initial_body(union.get(of(battle, "plan/")).json())[leader] == chosen
        other = Program("confederate").get(of(battle, "plan/"))
        assert chosen not in other.text
        assert other.json()["draft"] == {}

    def test_only_umpire_reads_opening_form(self, fight: Fight) -> None:
        _, battle = fight
        form = Program("umpire").get(of(battle, "prepare/")).json()
        assert [asked["name"] for asked in form["fields"]] == [throw["field"] for throw in form["throws"]]
        for who in ("union", "confederate", "observer", "outsider"):
            for page in ("prepare/", "open/"):
                refusal(Program(who).get(of(battle, page)), 404)

    def test_only_own_side_and_umpire_read_result_form(self, fight: Fight) -> None:
        club, battle = fight
        seal_both(club, battle)
        open_it(club, battle)
        both_request(club, battle, "end")
        for who in ("union", "umpire"):
            form = Program(who).get(of(battle, "result/usa/")).json()
            points = next(asked for asked in form["fields"] if asked["name"] == "points")
            assert (points["needed"], points["least"]) == (True, 0)
        for who in ("union_west", "confederate", "observer", "outsider"):
            refusal(Program(who).get(of(battle, "result/usa/")), 404)
        refusal(Program("umpire").get(of(battle, "result/nobody/")), 404)

    def test_only_umpire_reads_contact_form(self) -> None:
        club = a_club(name="Shiloh", sheet=SHEET)
        contact = set_up(None, brief=shiloh(), campaign_id=club.campaign.pk)
        path = f"c/{hex_id(club.campaign.pk)}/contact/{hex_id(contact.pk)}/fight/"
        refusal(Program("umpire").get(path), 409)
        agree_on_table(club, contact)
        assert Program("umpire").get(path).json()["place"]
        for who in ("union", "observer", "outsider"):
            refusal(Program(who).get(path), 404)


class Test_Battle:
    def test_every_seat_lists_battle(self, fight: Fight) -> None:
        _, battle = fight
        path = f"c/{hex_id(battle.campaign_id)}/battles/"
        lists = [Program(who).get(path).json()["battles"] for who in SEATED]
        assert all(listed == lists[0] for listed in lists)
        assert [line["id"] for line in lists[0]] == [hex_id(battle.pk)]
        refusal(Program("outsider").get(path), 404)
        refusal(Program().get(path), 401)

    def test_programs_fight_from_contact_to_report(self) -> None:
        club = a_club(name="Shiloh", sheet=SHEET)
        contact = set_up(None, brief=shiloh(), campaign_id=club.campaign.pk)
        umpire, union, confederate = (Program(who) for who in ("umpire", "union", "confederate"))
        home = f"c/{hex_id(club.campaign.pk)}/"

        def carry_out(program: Program, path: str, **more: Any) -> None:
            body = initial_body(program.get(path).json())
            answer = program.post(path, **{k: v for k, v in (body | more).items() if v is not None}, key=path)
            assert answer.json() == {"done": True, "again": False}, answer.content
            assert program.post(path, **body | more, key=path).json() == {"done": True, "again": True}
            sweep(club.campaign.pk)

        def press(program: Program, path: str, **body: Any) -> None:
            assert program.post(path, **body).json()["done"]
            sweep(club.campaign.pk)

        met = f"{home}map/contact/{hex_id(contact.pk)}/"
        press(union, f"{met}offer/", combat="table", stands_per_sp=20)
        press(confederate, f"{met}agree/", answers=confederate.get(met).json()["open_offer"]["id"])
        carry_out(umpire, f"{home}contact/{hex_id(contact.pk)}/fight/")
        battle = f"{home}b/{umpire.get(f'{home}battles/').json()['battles'][0]['id']}/"
        for side in (union, confederate):
            carry_out(side, f"{battle}plan/", entropy="ab")
        carry_out(umpire, f"{battle}prepare/")
        carry_out(umpire, f"{battle}open/")
        for side in (union, confederate):
            press(
                side, f"{battle}request/", asks_for="end", leaves="CSA", turn=union.get(battle).json()["clock"]["turn"]
            )
        carry_out(union, f"{battle}result/usa/", end="held")
        carry_out(confederate, f"{battle}result/csa/", end="withdrew")
        removals = union.get(f"{battle}result/usa/removals/").json()
        assert [asked["name"] for asked in removals["fields"]] == [each["name"] for each in removals["classes"]]
        refusal(confederate.get(f"{battle}result/usa/removals/"), 404)
        for side in (union, confederate):
            press(side, f"{battle}confirm/")
        press(umpire, f"{battle}settle/")
        assert union.get(battle).json()["state"] == "applied"


class Test_Bad_input:
    def test_invalid_field_is_named_and_nothing_changes(self) -> None:
        _, battle = a_battle()
        union = Program("union")
        form = union.get(of(battle, "plan/")).json()
        leader = next(asked["name"] for asked in form["fields"] if asked["name"].endswith("_leader"))
        refusal(union.post(of(battle, "plan/"), **{leader: "nobody we know"}), 422, leader)
        refusal(union.post(of(battle, "plan/"), **{leader: ["x"]}), 422, leader)
        refusal(union.post(of(battle, "plan/"), entropy="xyz"), 422, "entropy")
        assert not Plan.objects.exists()
