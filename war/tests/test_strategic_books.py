"""The map is played by its campaign's book: sight, orders, pieces, and set-up are the book's, and nobody else's."""

from dataclasses import replace
from types import ModuleType

import pytest
from django.test import Client
from django.urls import reverse

from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.services.corrections import correct
from campaign.sources import SOURCES
from campaign.tests.builders import Club, a_club
from rulesets.civil_war import contract as civil_war
from rulesets.core import registry
from rulesets.core.brief import Brief, BriefItem, BriefSide
from rulesets.core.brief_form import shipped_briefs
from rulesets.core.dice import NoDice
from rulesets.core.registry import NoSuchProcedure
from rulesets.core.sheet_form import load_sheet
from rulesets.core.strategic import DETACH, MapState, Order, StrategicBook
from war.models import Force, Leader, Sighting, StrengthPoint
from war.services.forces import detach
from war.services.set_up import set_up
from war.services.sighting import update_sightings
from war.tests.builders import agree_on_table
from war.tests.test_sighting import SHEET, a_force

CIVIL_WAR: StrategicBook = civil_war


def shiloh_in_blocks() -> Brief:
    brief = shipped_briefs()["shiloh"]
    army = BriefSide(strength=tuple(BriefItem(id=f"b{n}", quality="A", size=3) for n in range(2)))
    return replace(brief, sides=dict.fromkeys(brief.sides, army))


def points_of(force: Force) -> list[int]:
    return list(StrengthPoint.objects.filter(force=force).order_by("id").values_list("id", flat=True))


def put_right(club: Club, point: StrengthPoint, **values: str) -> None:
    correct(club.viewer("umpire"), table="war_strengthpoint", row_id=point.pk, values=values, reason="A slip.")


@pytest.fixture
def club(db: None, blocks_book: None) -> Club:
    return a_club(sheet=SHEET, book="blocks")


def test_two_hexes_are_seen_where_the_book_sees_that_far(club: Club) -> None:
    a_force(club, "USA", "0101")
    a_force(club, "CSA", "0103")
    update_sightings(club.campaign.id, SOURCES.now())
    assert set(Sighting.objects.filter(side="USA").values_list("hex", flat=True)) == {"0103"}


def test_set_up_forms_the_forces_of_the_book(club: Club) -> None:
    set_up(None, brief=shiloh_in_blocks(), campaign_id=club.campaign.id)
    assert list(Force.objects.order_by("side").values_list("name", flat=True)) == ["CSA blocks", "USA blocks"]
    assert (StrengthPoint.objects.count(), Leader.objects.count()) == (4, 0)


def test_an_order_beyond_the_book_is_refused_and_one_within_is_carried_out(club: Club) -> None:
    force = a_force(club, "USA", "0101", points=3)
    StrengthPoint.objects.update(quality="A")
    one, two, _ = points_of(force)
    with pytest.raises(Refusal, match="Leave at least 2 strength points behind"):
        detach(club.viewer("union"), force_id=force.id, strength_points={one, two}, leaders=set())
    new = detach(club.viewer("union"), force_id=force.id, strength_points={one}, leaders=set())
    assert (new.name, points_of(new)) == ("Scouts", [one])


def test_page_of_a_force_offers_the_orders_of_the_book(club: Club) -> None:
    force = a_force(club, "USA", "0101", points=1)
    StrengthPoint.objects.update(quality="B")
    client = Client()
    client.force_login(club.users["union"])
    page = client.get(reverse("map:force", args=[club.campaign.id, force.id]))
    assert hex_id(points_of(force)[0]) in page.text


def test_a_corrected_piece_is_checked_by_the_book(club: Club) -> None:
    point = StrengthPoint.objects.get(force=a_force(club, "USA", "0101", points=1))
    with pytest.raises(Refusal, match="must be A or B"):
        correct(
            club.viewer("umpire"), table="war_strengthpoint", row_id=point.pk, values={"quality": "crack"}, reason="?"
        )
    correct(
        club.viewer("umpire"), table="war_strengthpoint", row_id=point.pk, values={"quality": "B"}, reason="So it is."
    )


def test_battles_of_a_book_without_a_bridge_are_not_fought_on_a_table(club: Club) -> None:
    contact = set_up(None, brief=shiloh_in_blocks(), campaign_id=club.campaign.id)
    with pytest.raises(Refusal, match="No book brings battles of this campaign to a table"):
        agree_on_table(club, contact)


def test_book_without_a_map_has_no_contract() -> None:
    with pytest.raises(NoSuchProcedure, match="is played without a map"):
        registry.strategic_book("fire_and_fury")


@pytest.mark.parametrize("book", [book.id for book in registry.books() if book.sheets])
def test_every_strategic_book_plays_a_setup_to_its_end(book: str) -> None:
    """Each side sees its own forces only, and every legal order keeps all pieces on the map."""
    contract, brief = registry.strategic_book(book), shipped_briefs()["shiloh"]
    state = contract.setup(brief, load_sheet(SHEET), "0202")
    for side in brief.sides:
        view = contract.view(state, side)
        assert {force.side for force in view.forces.values()} == {side}
        assert view.enemy_at == {"0202"}
        for key in view.forces:
            for legal in contract.legal_orders(view, key):
                order = Order(DETACH, key, frozenset({*legal.points[: legal.most], *legal.leaders}))
                legal.check(order)
                after = contract.apply(state, contract.resolve(state, order, NoDice()).result)
                assert pieces(after) == pieces(state)
                assert len(after.forces) == len(state.forces) + 1


def pieces(state: MapState) -> list[str]:
    forces = state.forces.values()
    return sorted(
        [leader.id for f in forces for leader in f.leaders] + [item.id for f in forces for item in f.strength]
    )


def test_an_enemys_force_has_no_legal_orders() -> None:
    state = CIVIL_WAR.setup(shipped_briefs()["shiloh"], load_sheet(SHEET), "0202")
    enemy = next(key for key, force in state.forces.items() if force.side == "CSA")
    assert CIVIL_WAR.legal_orders(CIVIL_WAR.view(state, "USA"), enemy) == ()


def test_contract_is_the_books_own_module() -> None:
    assert isinstance(civil_war, ModuleType)
    assert registry.strategic_book("civil_war") is civil_war
