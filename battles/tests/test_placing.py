"""A hidden unit is placed when it moves, fires, or comes within sight; the enemy sees only what stands there (VG-7)."""

from typing import Any

import pytest
from django.db import connection
from django.http import Http404
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from battles.models import Battle, PlacedUnit
from battles.selectors.hidden import in_sight, place_page, seen_page
from battles.selectors.opening import open_page, opening_page
from battles.selectors.page import battle_page
from battles.selectors.reads import placed_units, plans_of, units_of
from battles.services import hidden, plans, result
from battles.tests.builders import (
    a_battle,
    a_side_result,
    a_toy_battle,
    both_request,
    march,
    open_it,
    prepare_it,
    seal_both,
    to_turn,
    told,
    toy_books,
)
from campaign.errors import Refusal
from campaign.models import Entry
from campaign.selectors.verify import verify
from campaign.services.rewind import rewind
from campaign.sources import SOURCES
from campaign.tests.builders import Club
from campaign.tests.kept import kept
from rulesets.core.deployment import Deployment, Placed, Sight

pytestmark = [pytest.mark.django_db, pytest.mark.rule("VG-7")]
HIDDEN = ("c0d0b0", "c0d0b1", "c0d0b2", "c0d0b3", "c0d0b4", "c0d0g0", "c0d0g1", "c0d0g2", "c0d0g3")
EVERYONE = ("union", "union_west", "confederate", "observer", "umpire")


@kept
def opened(*, csa: bool = False, **more: Any) -> tuple[Club, Battle]:
    """Open a battle in which the first division of the Union is hidden, and if asked that of the Confederates."""
    club, battle = a_battle(**more)
    lines = Deployment((Placed("c0d0", sight=Sight.HIDDEN),))
    for who in ("union", *(["confederate"] if csa else [])):
        plans.save_deployment(club.viewer(who), battle.pk, deployment=lines, draft_version=0)
    seal_both(club, battle)
    if battle.campaign.umpire_kind == "person":
        open_it(club, battle)
    else:
        from campaign.services.sweep import sweep

        sweep(club.campaign.id)
    return club, Battle.objects.get()


def place(club: Club, battle: Battle, *units: str, who: str = "union", side: str = "USA", **more: Any) -> None:
    hidden.place_units(club.viewer(who), battle.pk, side=side, units=units, why=more.pop("why", "moved"), **more)


def seen(club: Club, battle: Battle, who: str = "confederate", side: str = "USA") -> list[tuple[str, str]]:
    page = seen_page(club.viewer(who), battle.pk)
    return [(unit.name, unit.about) for each in page.sides if each.side == side for unit in each.units]


def names(battle: Battle, *units: str) -> list[str]:
    known = {unit.id: unit.called for unit in placed_units(battle, "USA", plans_of(battle))}
    return sorted(known[unit] for unit in units)


def test_enemy_sees_from_the_opening_on_what_starts_in_sight() -> None:
    club, battle = opened()
    units = placed_units(battle, "USA", plans_of(battle))
    expected = sorted(unit.called for unit in units if unit.id not in HIDDEN)
    for who in EVERYONE:
        assert [name for name, _ in seen(club, battle, who)] == expected
    assert ("Geary’s brigade", "infantry, 8 stands") in seen(club, battle)
    assert ("Klauss’s battery", "battery") in seen(club, battle)
    assert in_sight(battle, "USA", plans_of(battle)) == {unit.id for unit in units} - set(HIDDEN)
    assert verify(club.campaign.id) == []


def test_nothing_is_in_sight_before_the_opening() -> None:
    club, battle = a_battle()
    seal_both(club, battle)
    prepare_it(club, battle)
    for who in EVERYONE:
        with pytest.raises(Http404):
            seen_page(club.viewer(who), battle.pk)
    assert not PlacedUnit.objects.exists()


@pytest.mark.parametrize(("why", "words"), hidden.DONE.items())
def test_owner_places_a_unit_and_everyone_learns_its_name_and_why(why: str, words: str) -> None:
    club, battle = opened()
    place(club, battle, "c0d0b0", why=why)
    for who in EVERYONE:
        assert told(club, who)[-1] == f"A Union unit {words} and is on the table now: Peabody’s brigade. VG-7"
        assert ("Peabody’s brigade", "infantry, 8 stands") in seen(club, battle, who)
    page = opening_page(club.viewer("union"), battle.pk, "usa")
    assert "Peabody" not in str(page.hidden)
    assert "Peabody" in str(page.placed)
    assert verify(club.campaign.id) == []


def test_order_of_the_news_and_of_the_list_tells_nothing() -> None:
    """Whatever the order in the plan or in the request: names are sorted, and ids are drawn for them."""
    club, battle = opened()
    place(club, battle, "c0d0g1", "c0d0b3", "c0d0b0")
    one, two, three = names(battle, "c0d0g1", "c0d0b3", "c0d0b0")
    assert told(club, "confederate")[-1].endswith(f"are on the table now: {one}, {two}, and {three}. VG-7")
    listed = [name for name, _ in seen(club, battle)]
    assert listed == sorted(listed)
    assert not any(address in str(seen_page(club.viewer("confederate"), battle.pk)) for address in HIDDEN)


def test_umpire_places_units_of_either_side_from_the_sheet() -> None:
    club, battle = opened(csa=True)
    sheet = open_page(club.viewer("umpire"), battle.pk)
    assert all(side.place_url for side in sheet.sides)
    for side in ("USA", "CSA"):
        place(club, battle, "c0d0b0", who="umpire", side=side, why="seen")
        assert "came within sight and is on the table now" in told(club, "observer")[-1]
    assert PlacedUnit.objects.filter(unit="c0d0b0").count() == 2


def test_both_sides_place_at_once_from_pages_that_are_stale() -> None:
    club, battle = opened(csa=True)
    union, confederate = club.viewer("union"), club.viewer("confederate")
    hidden.place_units(union, battle.pk, side="USA", units=["c0d0b0"], why="moved", key="a")
    hidden.place_units(confederate, battle.pk, side="CSA", units=["c0d0b0"], why="fired", key="b")
    assert PlacedUnit.objects.filter(unit="c0d0b0").count() == 2


def test_unit_is_placed_once() -> None:
    club, battle = opened()
    place(club, battle, "c0d0b0")
    before = PlacedUnit.objects.count()
    with pytest.raises(Refusal, match="still hidden"):
        place(club, battle, "c0d0b0", "c0d0b1")
    assert PlacedUnit.objects.count() == before


@pytest.mark.parametrize("unit", ["c0d1b0", "c9d9b9", "x", ""])
def test_unit_in_sight_and_unknown_one_are_refused_alike(unit: str) -> None:
    club, battle = opened()
    with pytest.raises(Refusal) as refused:
        place(club, battle, unit)
    assert refused.value.sentence == hidden.NOT_HIDDEN


def test_wrong_moments_and_reasons_are_refused() -> None:
    club, battle = opened()
    with pytest.raises(Refusal, match="Choose why"):
        place(club, battle, "c0d0b0", why="bored")
    with pytest.raises(Refusal, match="at least one"):
        place(club, battle)
    both_request(club, battle, "end")
    with pytest.raises(Refusal, match="isn’t being fought"):
        place(club, battle, "c0d0b0")
    assert not place_page(club.viewer("union"), battle.pk, "usa").is_open


def test_other_side_strangers_and_early_pages_find_nothing() -> None:
    club, battle = opened()
    for who in ("confederate", "observer", "union_west"):
        for side in ("usa", "xyz"):
            with pytest.raises(Http404):
                place_page(club.viewer(who), battle.pk, side)
            with pytest.raises(Http404):
                place(club, battle, "c0d0b0", who=who, side=side.upper())
    assert place_page(club.viewer("confederate"), battle.pk, "csa").units == ()


def test_before_the_opening_there_is_no_page() -> None:
    club, battle = a_battle()
    seal_both(club, battle)
    prepare_it(club, battle)
    for who in ("union", "umpire"):
        with pytest.raises(Http404):
            place_page(club.viewer(who), battle.pk, "usa")


def test_book_without_orders_of_battle_has_neither_page() -> None:
    with toy_books():
        club, battle = a_toy_battle()
        seal_both(club, battle)
        open_it(club, battle)
        battle.refresh_from_db()
        assert battle.turn == 1
        with pytest.raises(Http404):
            seen_page(club.viewer("union"), battle.pk)
        with pytest.raises(Http404):
            place_page(club.viewer("umpire"), battle.pk, "usa")
        assert battle_page(club.viewer("union"), battle.pk, now=SOURCES.now()).seen_url == ""


def test_form_works_once_under_one_key(client: Client) -> None:
    club, battle = opened()
    client.force_login(club.users["union"])
    url = reverse("battles:place", args=[club.campaign.pk, battle.pk, "usa"])
    page = client.get(url)
    assert page.status_code == 200
    data = {"units": ["c0d0b0", "c0d0g0"], "why": "fired", "key": "0123456789abcdef0123456789abcdef"}
    lines = len(told(club, "union"))
    for _ in range(2):
        assert client.post(url, data).status_code == 302
    assert len(told(club, "union")) == lines + 1
    wrong = client.post(url, {"units": ["c9d9b9"], "why": "fired"})
    assert wrong.status_code == 422
    assert hidden.NOT_HIDDEN in wrong.content.decode()


def test_pages_keep_their_budget_of_queries(client: Client) -> None:
    club, battle = opened()
    place(club, battle, "c0d0b0")
    for who in ("union", "confederate", "observer", "umpire"):
        client.force_login(club.users[who])
        names = ["detail", "table", "seen", *(["opening", "place"] if who in ("union", "umpire") else [])]
        for name in names:
            side = ["usa"] if name in ("opening", "place") else []
            with CaptureQueriesContext(connection) as asked:
                page = client.get(reverse(f"battles:{name}", args=[club.campaign.pk, battle.pk, *side]))
            assert page.status_code == 200
            assert len(asked) <= 9, (who, name, len(asked))
            assert ("Peabody" in page.content.decode()) == (name not in ("place", "table")), (who, name)


def test_rewound_placing_leaves_the_list_and_is_marked_undone() -> None:
    """What was told stays told; placed again, the unit has another id."""
    club, battle = opened()
    place(club, battle, "c0d0b0")
    first = PlacedUnit.objects.get(side="USA", unit="c0d0b0").pk
    before, last = reversed(
        Entry.objects.filter(campaign=club.campaign, stream__startswith="battle").order_by("-seq")[:2]
    )
    assert last.kind == hidden.PLACED
    rewind(club.viewer("umpire"), entry_id=before.pk, reason="It stood still.")
    assert "Peabody" not in str(seen(club, battle))
    assert any("Peabody" in line for line in told(club, "confederate"))
    assert "Peabody" in str(opening_page(club.viewer("union"), battle.pk, "usa").hidden)
    place(club, battle, "c0d0b0")
    assert PlacedUnit.objects.get(side="USA", unit="c0d0b0").pk != first
    assert verify(club.campaign.id) == []


def test_enemy_reads_only_the_losses_of_units_in_sight() -> None:
    club, battle = opened()
    place(club, battle, "c0d0b1")
    both_request(club, battle, "end")
    units = units_of(battle, "USA", plans_of(battle))
    killed = {"c0d0b0": 5, "c0d0b1": 3, "c0d1b0": 2}
    entered = a_side_result(units, killed=killed)
    result.enter_result(club.viewer("union"), battle.pk, entered=entered)
    for who in ("confederate", "observer"):
        page = battle_page(club.viewer(who), battle.pk, now=SOURCES.now())
        assert page.result is not None
        (table,) = [each.losses for each in page.result.side_results if each.losses]
        rows = {row.cells[0].text: row.cells[1].text for row in table.rows}
        assert "Peabody’s brigade" not in rows
        assert (rows["J.C. Sullivan’s brigade"], rows["W.S. Smith’s brigade"]) == ("3", "2")
        assert table.total is not None
        assert table.total.cells[1].text == "5"
    own = battle_page(club.viewer("union"), battle.pk, now=SOURCES.now())
    assert own.result is not None
    (table,) = [each.losses for each in own.result.side_results if each.losses]
    assert table.total is not None
    assert table.total.cells[1].text == "10"


def test_flank_force_is_in_sight_once_the_turn_of_its_entry_is_over() -> None:
    club, battle = a_battle()
    seal_both(club, battle, union=march(battle, "USA", "right", "Sherman", points=1))
    open_it(club, battle, right_usa=1)
    marching = {unit.id: unit.called for unit in units_of(battle, "USA", plans_of(battle)) if unit.place != "table"}
    assert marching
    assert not in_sight(battle, "USA", plans_of(battle)) & marching.keys()
    turn = next(turn for turn in range(2, 16) if _entered(club, battle, turn) or marching.keys() <= _in_sight(battle))
    assert any(f"came on around a flank on turn {turn - 1}" in line for line in told(club, "confederate"))
    assert {row.turn for row in PlacedUnit.objects.filter(side="USA", unit__in=marching)} == {turn - 1}
    assert verify(club.campaign.id) == []


def _in_sight(battle: Battle) -> frozenset[str]:
    return in_sight(battle, "USA", plans_of(battle))


def _entered(club: Club, battle: Battle, turn: int) -> bool:
    to_turn(club, battle, turn)
    return False


def test_site_as_umpire_places_what_starts_in_sight() -> None:
    club, battle = opened(umpire_kind="site")
    assert battle.turn == 1
    assert seen(club, battle, "union", "CSA")
    assert "Peabody" not in str(seen(club, battle))
