"""The enemy may object to losses that it saw; the owner's figure stands unless the umpire rules (VG-9)."""

from http import HTTPStatus

import pytest
from django.http import Http404
from django.test import Client
from django.urls import reverse

from battles.models import Battle, LossRuling, Objection, SideResult
from battles.selectors.objections import objection_page, ruling_page, seen_rows
from battles.selectors.reads import plans_of
from battles.selectors.result_form import side_result_page
from battles.services import objections
from battles.tests.builders import told
from battles.tests.test_points import WORN, confirm, enter, fought, points
from campaign.errors import Refusal
from campaign.models import Feed
from campaign.selectors.todos import todos_of
from campaign.selectors.verify import verify
from campaign.tests.builders import Club
from rulesets.core.report import StandsLost

pytestmark = [pytest.mark.django_db, pytest.mark.rule("VG-9")]
ONE = StandsLost(killed=1)


def key_of(battle: Battle, unit: str, side: str = "CSA") -> str:
    return next(row.key for row in seen_rows(battle, side, plans_of(battle)) if row.unit == unit)


def object_to(club: Club, battle: Battle, unit: str, lost: StandsLost, who: str = "union", side: str = "CSA") -> None:
    figures = {key_of(battle, unit, side): lost}
    objections.object_to_losses(club.viewer(who), battle.pk, side=side, figures=figures)


def rule(club: Club, battle: Battle, unit: str, lost: StandsLost, who: str = "umpire") -> None:
    row = key_of(battle, unit)
    objections.rule_on_losses(
        club.viewer(who), battle.pk, side="CSA", row=row, losses=lost, reason="Both players saw it."
    )


def losses(side: str, unit: str) -> dict[str, int]:
    found: dict[str, int] = SideResult.objects.get(side=side).body["losses"][unit]
    return found


def test_objection_is_told_to_both_armies_and_the_umpire_and_to_nobody_else() -> None:
    club, battle = fought()
    enter(club, battle, "CSA")
    before = {who: Feed.objects.get(id=club.viewer(who).feed_id).version for who in ("observer", "union_west")}
    object_to(club, battle, "c0d0b0", StandsLost(killed=2, captured=1))
    for who, words in (
        ("confederate", "Union objected to the Confederate result:"),
        ("union", "Union gave its own figures for the Confederate result:"),
        ("umpire", "Union objected to the Confederate result:"),
    ):
        assert any(line.startswith(words) and "lost 2 1c. VG-9" in line for line in told(club, who)), who
    after = {who: Feed.objects.get(id=club.viewer(who).feed_id).version for who in before}
    assert after == before
    assert verify(club.campaign.pk) == []


def test_owner_reads_the_figure_beside_his_row_and_his_own_stands() -> None:
    club, battle = fought()
    enter(club, battle, "CSA")
    object_to(club, battle, "c0d0b0", WORN)
    page = side_result_page(club.viewer("confederate"), battle.pk, "CSA")
    assert [(row.unit, row.enemy_says, row.rule_url) for row in page.objected] == [("c0d0b0", "2", "")]
    enter(club, battle, "USA")
    confirm(club, battle)
    assert points(club, battle) == {"USA": 0, "CSA": 0}


def test_umpire_is_asked_to_rule_on_objections_before_settling() -> None:
    club, battle = fought()
    for side in ("CSA", "USA"):
        enter(club, battle, side)
    confirm(club, battle)
    assert umpires_todos(club) == ["Settle the result of Shiloh."]
    object_to(club, battle, "c0d0b0", WORN)
    asked = "Rule on the objections to the result of Shiloh, or let its figures stand, and settle it."
    assert umpires_todos(club) == [asked]
    client = Client()
    for who in ("union", "confederate", "observer"):
        client.force_login(club.users[who])
        page = client.get(reverse("campaigns:page", args=[club.campaign.id]))
        assert "Shiloh" in page.text
        assert "Rule on the objections" not in page.text, who


def umpires_todos(club: Club) -> list[str]:
    return [each.sentence for each in todos_of([club.viewer("umpire")]) if each.audience == "umpire"]


def test_figures_given_before_the_owner_enters_his_are_only_kept_where_they_differ() -> None:
    club, battle = fought()
    object_to(club, battle, "c0d0b0", WORN)
    assert side_result_page(club.viewer("confederate"), battle.pk, "CSA").objected
    enter(club, battle, "CSA", {"c0d0b0": WORN})
    assert not side_result_page(club.viewer("confederate"), battle.pk, "CSA").objected


def test_objection_that_agrees_again_is_withdrawn() -> None:
    club, battle = fought()
    enter(club, battle, "CSA", {"c0d0b0": ONE})
    object_to(club, battle, "c0d0b0", WORN)
    object_to(club, battle, "c0d0b0", ONE)
    assert not Objection.objects.exists()
    assert verify(club.campaign.pk) == []


def test_umpires_ruling_sets_the_figure_and_everyone_reads_why() -> None:
    club, battle = fought()
    enter(club, battle, "CSA")
    object_to(club, battle, "c0d0b0", WORN)
    rule(club, battle, "c0d0b0", WORN)
    assert losses("CSA", "c0d0b0")["killed"] == 2
    for who in ("union", "confederate", "observer"):
        assert any("lost 2: Both players saw it." in line for line in told(club, who))
    enter(club, battle, "CSA", {"c0d0b0": ONE})
    assert losses("CSA", "c0d0b0")["killed"] == 2
    page = side_result_page(club.viewer("confederate"), battle.pk, "CSA")
    assert page.ruled == {"c0d0b0": "2, ruled by the umpire: Both players saw it."}
    enter(club, battle, "USA")
    confirm(club, battle)
    assert points(club, battle) == {"USA": 1, "CSA": 0}
    assert verify(club.campaign.pk) == []


def test_ruling_keeps_the_confirmation() -> None:
    club, battle = fought()
    enter(club, battle, "CSA")
    enter(club, battle, "USA")
    confirm(club, battle)
    rule(club, battle, "c0d0b0", WORN)
    assert SideResult.objects.get(side="CSA").confirmed


@pytest.mark.parametrize("who", ["confederate", "umpire", "observer", "union_west"])
def test_only_the_enemys_army_objects(who: str) -> None:
    club, battle = fought()
    enter(club, battle, "CSA")
    with pytest.raises((Http404, Refusal)):
        object_to(club, battle, "c0d0b0", ONE, who=who)
    with pytest.raises(Http404):
        objection_page(club.viewer(who), battle.pk, "CSA")


@pytest.mark.parametrize("who", ["union", "confederate", "observer"])
def test_only_the_umpire_rules(who: str) -> None:
    club, battle = fought()
    enter(club, battle, "CSA")
    with pytest.raises(Http404):
        rule(club, battle, "c0d0b0", ONE, who=who)
    with pytest.raises(Http404):
        ruling_page(club.viewer(who), battle.pk, "CSA", key_of(battle, "c0d0b0"))
    assert not LossRuling.objects.exists()


def test_unseen_unit_has_no_row() -> None:
    club, battle = fought(hide="c0d0b0")
    enter(club, battle, "USA", {"c0d0b0": WORN})
    page = objection_page(club.viewer("confederate"), battle.pk, "USA")
    names = [row.unit for row in seen_rows(battle, "USA", plans_of(battle))]
    assert "c0d0b0" not in names
    assert len(page.rows) == len(names)
    with pytest.raises(Refusal, match="Choose a unit that your side saw"):
        objections.object_to_losses(club.viewer("confederate"), battle.pk, side="USA", figures={"c0d0b0": ONE})


def test_figure_beyond_the_stands_is_refused_at_its_field() -> None:
    club, battle = fought()
    enter(club, battle, "CSA")
    client = Client()
    client.force_login(club.users["union"])
    url = reverse("battles:object-to-losses", args=[battle.campaign_id, battle.pk, "csa"])
    key = key_of(battle, "c0d0b0")
    answer = client.post(url, {f"{key}-said": "99"})
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "so its losses must total 0 to" in answer.text
    assert not Objection.objects.exists()
    assert client.post(url, {f"{key}-said": "x"}).status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert client.post(url, {f"{key}-said": "1"}).status_code == HTTPStatus.FOUND
    assert client.get(reverse("battles:result", args=[battle.campaign_id, battle.pk])).text.count('value="1"') == 1


def test_never_arrived_stands_are_not_shown_to_the_enemy() -> None:
    club, battle = fought()
    enter(club, battle, "CSA", {"c0d0b0": StandsLost(killed=1, never_arrived=2)})
    page = objection_page(club.viewer("union"), battle.pk, "CSA")
    row = next(row for row in page.rows if row.key == key_of(battle, "c0d0b0"))
    assert row.owner_says == "1"
    rule(club, battle, "c0d0b0", WORN)
    assert losses("CSA", "c0d0b0") == {"killed": 2, "captured": 0, "skedaddled": 0, "quit": 0, "never_arrived": 2}
