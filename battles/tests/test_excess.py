"""Flank marches that meet: what enters, who chooses it, and who is told what (VG-7B5a)."""

from typing import Any

import pytest
from django.db import connection
from django.http import Http404
from django.test import Client
from django.test.utils import CaptureQueriesContext

from battles.models import Battle, ExcessChoice, SecretResult
from battles.selectors.arrivals import excess_page
from battles.selectors.opening import opening_page
from battles.selectors.reads import excess_choices_of, never_arrived, plans_of, units_of
from battles.services import arrivals
from battles.tests.builders import both_request, to_turn, told
from battles.tests.test_worked_flanks import both_armies, rolled
from campaign.errors import Refusal
from campaign.models import Entry
from campaign.selectors.verify import verify
from campaign.services.rewind import rewind
from campaign.services.sweep import sweep
from campaign.tests.builders import Club
from campaign.tests.kept import kept

pytestmark = [pytest.mark.django_db, pytest.mark.rule("VG-7B5a")]
TEN, FIVES, LAST_GUNS = "c0d0b0", ["c0d0b3", "c0d0b4"], ["c0d0g2", "c0d0g3"]


@kept
def example_12(turn: int = 9) -> tuple[Club, Battle]:
    """Let 40 Confederate stands with 4 batteries meet 25 Union ones; 15 and 2 enter on turn 9."""
    marches = {"CSA": "40 infantry, 4 batteries", "USA": "25 infantry"}
    club, battle, _ = rolled(both_armies(), marches, left_csa=2, left_usa=2)
    to_turn(club, battle, turn)
    battle.refresh_from_db()
    return club, battle


def choose(club: Club, battle: Battle, units: list[str], reduced: str = "", *, who: str = "confederate") -> None:
    arrivals.choose_excess(club.viewer(who), battle.pk, edge="left", units=units, reduced=reduced)


def absent(battle: Battle, side: str) -> dict[str, int]:
    battle = Battle.objects.select_related("setup", "public_setup", "campaign").get(id=battle.pk)
    units = units_of(battle, side, plans_of(battle))
    return {
        at: n
        for at, n in never_arrived(
            battle, side, units, list(battle.findings.all()), excess_choices_of(plans_of(battle))
        ).items()
        if n
    }


def test_default_is_whole_brigades_in_order_and_one_reduced() -> None:
    club, battle = example_12()
    page = excess_page(club.viewer("confederate"), battle.pk, "left")
    assert page.is_open
    assert (page.brought.units, page.brought.reduced) == (("c0d0b0", "c0d0g0", "c0d0g1"), "c0d0b1")
    assert page.lines[-1].label == "hood 1, reduced to 5 stands, 5.4.3"
    assert absent(battle, "CSA") == {"c0d0b1": 5, "c0d0b2": 10, "c0d0b3": 5, "c0d0b4": 5}


def test_owner_chooses_brigades_batteries_and_the_reduced_one() -> None:
    club, battle = example_12()
    choose(club, battle, [*FIVES, *LAST_GUNS], TEN)
    assert absent(battle, "CSA") == {"c0d0b0": 5, "c0d0b1": 10, "c0d0b2": 10}
    assert sum(absent(battle, "USA").values()) == 25
    assert "You chose what enters around your right" in told(club, "confederate")[-1]
    assert verify(club.campaign.id) == []


@pytest.mark.parametrize(
    ("units", "reduced", "said"),
    [
        (["c0d0b0", "c0d0b1", *LAST_GUNS], "", "have 20 stands; only 15 come on"),
        (["c0d0b0", *LAST_GUNS], "", "have 10 of the 15 stands. Choose one more to come reduced"),
        (["c0d0b0", *LAST_GUNS], "c0d0b0", "both whole and reduced"),
        (["c0d0b0", "c0d0b3", *LAST_GUNS], "c0d0b1", "so none is left for another brigade"),
        (["c0d0b0", *LAST_GUNS], "c0d0b3", "so that brigade can come whole"),
        (["c0d0b0", "c0d0b3", "c0d0g0"], "", "Choose 2 batteries, not 1"),
        (["c0d0b0", "c0d0b3"], "", "Choose 2 batteries, not 0"),
        (["c0d2b0", *LAST_GUNS], "", "Choose only brigades and batteries of this flank march"),
    ],
)
def test_other_choices_are_refused(units: list[str], reduced: str, said: str) -> None:
    club, battle = example_12()
    with pytest.raises(Refusal, match=said):
        choose(club, battle, units, reduced)
    assert not ExcessChoice.objects.get().is_made


def test_choice_is_open_on_the_entry_turn_alone_and_made_once() -> None:
    club, battle = example_12(turn=8)
    with pytest.raises(Http404):
        choose(club, battle, [*FIVES, *LAST_GUNS], TEN)
    to_turn(club, battle, 9)
    choose(club, battle, [*FIVES, *LAST_GUNS], TEN)
    with pytest.raises(Refusal, match="already chosen"):
        choose(club, battle, ["c0d0b0", *LAST_GUNS], "c0d0b1")


def test_nobody_waits_for_the_choice() -> None:
    club, battle = example_12()
    both_request(club, battle)
    assert Battle.objects.get().turn == 10
    with pytest.raises(Refusal, match="is over, so the choice is final"):
        choose(club, battle, [*FIVES, *LAST_GUNS], TEN)
    page = opening_page(club.viewer("confederate"), battle.pk, "csa")
    (force,) = page.forces
    assert force.choose_url == ""
    assert any(unit.words for unit in force.units)


def test_only_the_owner_is_asked_and_told() -> None:
    club, battle = example_12()
    before = {who: (told(club, who), club.viewer(who).version) for who in ("union", "union_west", "observer")}
    asked = {who: moves(club, who) for who in ("union", "confederate", "observer", "umpire")}
    assert [who for who, page in asked.items() if "Choose what enters" in page] == ["confederate"]
    choose(club, battle, [*FIVES, *LAST_GUNS], TEN)
    sweep(club.campaign.id)
    assert {who: (told(club, who), club.viewer(who).version) for who in before} == before
    assert "Choose what enters" not in moves(club, "confederate")
    for who in ("union", "observer", "umpire"):
        with pytest.raises(Http404):
            excess_page(club.viewer(who), battle.pk, "left")


def moves(club: Club, who: str) -> str:
    """Return what a seat reads of moves to make."""
    client = Client()
    client.force_login(club.users[who])
    return client.get(f"/c/{club.campaign.id:016x}/").text


def test_list_shows_ratings_of_what_enters_once_the_choice_is_final() -> None:
    club, battle = example_12()
    viewer = club.viewer("confederate")
    (force,) = opening_page(viewer, battle.pk, "csa").forces
    assert force.choose_url
    assert not any(unit.words for unit in force.units)
    choose(club, battle, [*FIVES, *LAST_GUNS], TEN)
    (force,) = opening_page(viewer, battle.pk, "csa").forces
    assert [bool(unit.words) for unit in force.units] == [True, True, True, False, False, True]


def test_rewound_choice_can_be_made_again() -> None:
    club, battle = example_12()
    before = Entry.objects.filter(kind="battle.umpire_work").order_by("-seq")[0]
    choose(club, battle, [*FIVES, *LAST_GUNS], TEN)
    rewind(club.viewer("umpire"), entry_id=before.pk, reason="They misread the list.")
    sweep(club.campaign.id)
    assert not ExcessChoice.objects.get().is_made
    choose(club, battle, ["c0d0b0", *LAST_GUNS], "c0d0b1")
    assert verify(club.campaign.id) == []


def test_form_brings_on_what_is_checked(client: Any) -> None:
    club, battle = example_12()
    client.force_login(club.users["confederate"])
    url = f"/c/{club.campaign.id:016x}/b/{battle.pk:016x}/excess/left/"
    link = f'href="{url}"'
    page = client.get(url).text
    assert "15 of its 40 stands" in page
    assert all(link in client.get(url.replace("excess/left/", rest)).text for rest in ("", "table/"))
    key = client.get(url).context["form"].initial["key"]
    sent = {"brigades": FIVES, "batteries": LAST_GUNS, "reduced": TEN, "key": key}
    assert client.post(url, sent).status_code == 302
    assert ExcessChoice.objects.get().reduced == TEN
    assert "Your side chose what entered." in client.get(url).text
    assert link not in client.get(url.replace("excess/left/", "")).text


@pytest.mark.rule("VG-7B6")
def test_equal_forces_never_enter_and_only_their_owners_learn_so_on_turn_14() -> None:
    club, battle, _ = rolled(both_armies(), {"CSA": "30 infantry", "USA": "30 infantry"}, left_csa=2, left_usa=2)
    to_turn(club, battle, 13)
    people = ("union", "confederate", "observer", "union_west")
    assert not any("flank march" in line for who in people for line in told(club, who))
    to_turn(club, battle, 14)
    for who, where in (("union", "your left"), ("confederate", "your right")):
        (line,) = [line for line in told(club, who) if "flank march" in line]
        assert line == f"Your flank march around {where} can’t enter this battle any more. VG-7B5a"
    assert not any("flank march" in line for who in ("observer", "union_west") for line in told(club, who))
    assert "can’t enter any more" in opening_page(club.viewer("union"), battle.pk, "usa").forces[0].about


def test_smaller_force_hears_the_usual_notices_until_turn_14() -> None:
    club, battle = example_12(turn=13)
    lines = [line for line in told(club, "union") if "flank march" in line]
    assert lines == [line for line in told(club, "observer") if "flank march" in line]
    assert len(lines) == 2
    assert "not on the table yet" in opening_page(club.viewer("union"), battle.pk, "usa").forces[0].about
    to_turn(club, battle, 14)
    assert any("can’t enter this battle any more" in line for line in told(club, "union"))
    assert not any("any more" in line for who in ("confederate", "observer") for line in told(club, who))


def test_worked_example_16() -> None:
    """A larger force keeps its excess over infantry and doubled cavalry: 60 against 20 and 15."""
    from rulesets.cw_to_ff.meetings import Marching, excess
    from rulesets.cw_to_ff.state import Speed

    larger = Marching(side="A", speed=Speed.SWIFT, infantry=60)
    smaller = Marching(side="B", speed=Speed.SWIFT, infantry=20, cavalry=15)
    assert excess(larger, smaller, letter=True) == 10


def test_excess_of_everything_is_no_choice() -> None:
    club, battle, _ = rolled(both_armies(), {"CSA": "30 infantry"}, left_csa=2)
    to_turn(club, battle, 9)
    assert not ExcessChoice.objects.exists()
    assert not SecretResult.objects.filter(subject__contains=".3.").exists()


def test_pages_of_the_opening_cost_few_queries(client: Any) -> None:
    club, battle = example_12()
    for who, page in (("confederate", "opening/csa/"), ("confederate", "excess/left/"), ("umpire", "open/")):
        client.force_login(club.users[who])
        url = f"/c/{club.campaign.id:016x}/b/{battle.pk:016x}/{page}"
        client.get(url)
        with CaptureQueriesContext(connection) as asked:
            assert client.get(url).status_code == 200
        assert len(asked) <= 9, (page, [query["sql"][:80] for query in asked])
