"""A brigade keeps its name and record from battle to battle while its strength points do (issue 11, decision 0046)."""

from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from battles.conduct.orders import OrderEdit
from battles.models import Battle, PlacedUnit
from battles.selectors.order_of_battle import order_page
from battles.selectors.reads import plans_of, units_of
from battles.services import plans
from battles.tests.builders import (
    a_battle,
    enter_and_confirm,
    fight_on_table,
    meet_again,
    settle_it,
    to_results,
    told,
    veterans,
)
from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.models import CAMPAIGN_STREAM, Entry
from campaign.selectors.verify import verify
from campaign.services.corrections import correct
from campaign.services.rewind import rewind
from campaign.services.sweep import sweep
from campaign.tests.api import Program
from campaign.tests.budget import BUDGET, weigh
from campaign.tests.builders import PASSWORD, Club
from campaign.tests.kept import kept
from rulesets.core.report import StandsLost
from war.models import Brigade, StrengthPoint
from war.selectors.brigades import brigades_page

pytestmark = pytest.mark.django_db
IRON = OrderEdit("rename", "c0d0b0", name="The Iron Brigade", commander="John Gibbon")
THREE = {"c0d0b0": StandsLost(killed=2, captured=1, skedaddled=2)}
MOST_QUERIES = 9


def rename(club: Club, battle: Battle, edit: OrderEdit = IRON, who: str = "union") -> None:
    plans.edit_order(club.viewer(who), battle.pk, edit=edit, draft_version=0)


@kept
def shiloh_fought() -> tuple[Club, Battle]:
    """Fight Shiloh with a renamed Union brigade, which loses three stands for good."""
    club, battle = a_battle(brief=veterans())
    rename(club, battle)
    battle = to_results(club, battle)
    enter_and_confirm(club, battle, "USA", THREE, points=5)
    enter_and_confirm(club, battle, "CSA", points=3)
    settle_it(club, battle)
    return club, battle


def again(club: Club, name: str = "Corinth", attacker: str = "CSA") -> Battle:
    battle = fight_on_table(club, meet_again(club, name, attacker=attacker))
    sweep(club.campaign.pk)
    return battle


def names(club: Club, battle: Battle, who: str = "union") -> dict[str, str]:
    view = order_page(club.viewer(who), battle.pk).order
    return {brigade.at: brigade.name for command in view.commands for brigade in command.brigades}


def records(club: Club, battle: Battle, who: str = "union") -> dict[str, tuple[str, ...]]:
    view = order_page(club.viewer(who), battle.pk).order
    return {b.name: b.record for command in view.commands for b in command.brigades if b.record}


def iron() -> Brigade:
    return Brigade.objects.get(name="The Iron Brigade")


class Test_Names:
    def test_every_brigade_of_the_next_battle_has_its_old_name(self) -> None:
        club, battle = shiloh_fought()
        before = {who: names(club, battle, who) for who in ("union", "confederate")}
        then = again(club)
        for who, named in before.items():
            assert sorted(names(club, then, who).values()) == sorted(named.values())
        assert "The Iron Brigade" in before["union"].values()

    def test_name_given_by_its_owner_carries_over_with_its_commander(self) -> None:
        club, _ = shiloh_fought()
        then = again(club)
        view = order_page(club.viewer("union"), then.pk).order
        found = [b for command in view.commands for b in command.brigades if b.name == "The Iron Brigade"]
        assert [b.commander for b in found] == ["John Gibbon"]

    def test_second_new_name_replaces_the_first(self) -> None:
        club, _ = shiloh_fought()
        then = again(club)
        at = next(at for at, name in names(club, then).items() if name == "The Iron Brigade")
        rename(club, then, OrderEdit("rename", at, name="The Black Hats"))
        then = to_results(club, then)
        for side in ("USA", "CSA"):
            enter_and_confirm(club, then, side)
        settle_it(club, then)
        assert not Brigade.objects.filter(name="The Iron Brigade").exists()
        assert [line["battle"] for line in Brigade.objects.get(name="The Black Hats").record] == ["Shiloh", "Corinth"]

    def test_name_ends_with_its_strength_points(self) -> None:
        club, _ = shiloh_fought()
        points = [int(point, 16) for point in iron().points]
        for pk in points:
            correct(
                club.viewer("umpire"), table="war_strengthpoint", row_id=pk, values={"lost": True}, reason="Captured."
            )
        then = again(club)
        assert "The Iron Brigade" not in names(club, then).values()
        page = brigades_page(club.viewer("union")).sides[0].brigades
        (ended,) = [line for line in page if line.name == "The Iron Brigade"]
        assert ended.has_ended
        assert page[-1].has_ended

    def test_no_two_brigades_of_an_army_have_one_name(self) -> None:
        club, _ = shiloh_fought()
        then = to_results(club, again(club))
        for side in ("USA", "CSA"):
            enter_and_confirm(club, then, side)
        settle_it(club, then)
        found = list(Brigade.objects.values_list("side", "name"))
        assert len(set(found)) == len(found)


class Test_Records:
    def test_owner_reads_the_record_in_the_order_of_battle(self) -> None:
        club, _ = shiloh_fought()
        then = again(club)
        found = records(club, then)
        assert found["The Iron Brigade"] == ("Shiloh, 3 stands lost",)
        others = {record for name, record in found.items() if name != "The Iron Brigade"}
        assert others == {("Shiloh, no stands lost",)}

    def test_record_grows_by_a_line_a_battle(self) -> None:
        club, _ = shiloh_fought()
        then = to_results(club, again(club))
        for side in ("USA", "CSA"):
            enter_and_confirm(club, then, side)
        settle_it(club, then)
        assert [line["lost"] for line in iron().record] == [3, 0]
        assert verify(club.campaign.pk) == []

    def test_enemy_reads_the_name_on_the_table_and_never_the_record(self, client: Client) -> None:
        club, _ = shiloh_fought()
        then = again(club)
        client.login(username="confederate", password=PASSWORD)
        battle_url = reverse("battles:detail", args=[club.campaign.pk, then.pk])
        assert "The Iron Brigade" not in client.get(battle_url).content.decode()
        to_results(club, then)
        assert PlacedUnit.objects.filter(battle=then, name="The Iron Brigade").exists()
        for name in ("map:brigades", "map:sheet"):
            page = client.get(reverse(name, args=[club.campaign.pk])).content.decode()
            assert "The Iron Brigade" not in page
            assert "3 stands lost" not in page
        assert not any("stands lost" in line and "Iron" in line for line in told(club, "confederate"))

    def test_record_is_the_theaters_that_fought(self) -> None:
        club, _ = shiloh_fought()
        row = iron()
        assert row.who_may_know() == "scope:USA:"
        assert brigades_page(club.viewer("union_west")).sides[0].brigades == ()
        assert len(brigades_page(club.viewer("umpire")).sides) == 2

    def test_observer_finds_no_such_page(self, client: Client) -> None:
        club, _ = shiloh_fought()
        client.login(username="observer", password=PASSWORD)
        assert client.get(reverse("map:brigades", args=[club.campaign.pk])).status_code == HTTPStatus.NOT_FOUND

    def test_brigade_that_never_arrived_says_so(self) -> None:
        club, battle = a_battle()
        rename(club, battle)
        battle = to_results(club, battle)
        stands = next(u.stands for u in units_of(battle, "USA", plans_of(battle)) if u.id == "c0d0b0")
        lost = {"c0d0b0": StandsLost(never_arrived=stands)}
        enter_and_confirm(club, battle, "USA", lost)
        enter_and_confirm(club, battle, "CSA")
        settle_it(club, battle)
        assert iron().record[0]["arrived"] is False


class Test_Taking_Back:
    def test_rewind_takes_names_and_records_along(self) -> None:
        club, battle = shiloh_fought()
        entries = Entry.objects.filter(campaign=club.campaign, stream=CAMPAIGN_STREAM).order_by("-seq")
        settled = entries.get(kind="battle.settled")
        rewind(club.viewer("umpire"), entry_id=entries.filter(seq__lt=settled.seq)[0].pk, reason="Miscounted.")
        assert not Brigade.objects.exists()
        sweep(club.campaign.pk)
        enter_and_confirm(club, battle, "USA", {"c0d0b0": StandsLost(killed=4)}, points=5)
        enter_and_confirm(club, battle, "CSA", points=3)
        settle_it(club, battle)
        assert [line["lost"] for line in iron().record] == [4]
        assert verify(club.campaign.pk) == []

    def test_corrected_record_is_read_at_the_next_battle(self) -> None:
        club, _ = shiloh_fought()
        row = iron()
        record = [{**row.record[0], "lost": 4}]
        values = {"record": record, "name": "The Old Brigade"}
        correct(club.viewer("umpire"), table="war_brigade", row_id=row.pk, values=values, reason="Miscounted.")
        assert records(club, again(club))["The Old Brigade"] == ("Shiloh, 4 stands lost",)

    @pytest.mark.parametrize(
        ("values", "field"),
        [
            ({"name": " "}, "name"),
            ({"record": [{"battle": "Shiloh"}]}, "record"),
            ({"record": [{"battle": "Shiloh", "turn": 1, "stands": 8, "lost": 9}]}, "record"),
            ({"points": {}}, "points"),
            ({"points": {"0123456789abcdef": 3}}, "points"),
            ({"points": "none"}, "points"),
        ],
    )
    def test_correction_that_says_nothing_true_is_refused(self, values: dict[str, object], field: str) -> None:
        club, _ = shiloh_fought()
        row = iron()
        with pytest.raises(Refusal) as refused:
            correct(club.viewer("umpire"), table="war_brigade", row_id=row.pk, values=values, reason="No.")
        assert refused.value.field == field
        assert Brigade.objects.get(id=row.pk).record == row.record

    def test_points_of_the_enemy_make_no_brigade(self) -> None:
        club, _ = shiloh_fought()
        enemy = StrengthPoint.objects.filter(side="CSA").order_by("id")[0]
        values = {"points": {hex_id(enemy.pk): 3}}
        with pytest.raises(Refusal, match="this side"):
            correct(club.viewer("umpire"), table="war_brigade", row_id=iron().pk, values=values, reason="No.")


class Test_Pages:
    def test_page_of_brigades_costs_few_queries(
        self, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        club, _ = shiloh_fought()
        again(club)
        for who in ("union", "umpire"):
            client.login(username=who, password=PASSWORD)
            with django_assert_max_num_queries(MOST_QUERIES):
                answer = client.get(reverse("map:brigades", args=[club.campaign.pk]))
            assert weigh(answer).own <= BUDGET
            page = answer.content.decode()
            assert "The Iron Brigade" in page
            assert "Shiloh, 3 stands lost" in page

    def test_order_of_battle_with_records_costs_few_queries(
        self, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        club, _ = shiloh_fought()
        then = again(club)
        client.login(username="union", password=PASSWORD)
        url = reverse("battles:order", args=[club.campaign.pk, then.pk])
        client.get(url)
        with django_assert_max_num_queries(MOST_QUERIES):
            page = client.get(url).content.decode()
        assert "Shiloh, 3 stands lost" in page

    def test_program_reads_its_brigades(self) -> None:
        club, _ = shiloh_fought()
        page = Program("union").get(f"c/{hex_id(club.campaign.pk)}/map/brigades/").json()
        found = {line["name"]: line["record"] for line in page["sides"][0]["brigades"]}
        assert found["The Iron Brigade"] == ["Shiloh, 3 stands lost"]
