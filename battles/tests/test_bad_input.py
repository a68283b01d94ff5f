"""Bad input to a battle's URLs gets the right status and a clear error, and changes nothing."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from battles.models import Battle
from battles.selectors.objections import seen_rows
from battles.selectors.reads import placed_units, plans_of, units_of
from battles.selectors.roll_start import table_roll_start
from battles.selectors.table_rolls import rule_units_page
from battles.services import adjourning, card_rolls, cards, objections, opening, plans, result, table_rolls
from battles.services.begin import begin_one_off
from battles.services.call_off import call_off
from battles.services.card_setup import begin_with_cards
from battles.services.ground_pictures import add_picture
from battles.services.orders import write_order
from battles.tests.builders import (
    SHEET,
    a_side_result,
    begin_agreed,
    both_request,
    march,
    prepare_it,
    seal_both,
    shiloh,
    to_turn,
)
from battles.tests.cards import card, open_cards
from campaign.ids import hex_id
from campaign.services.sweep import sweep
from campaign.tests.builders import Club, a_club
from campaign.tests.pictures import a_file
from campaign.tests.urlconf import Route
from campaign.tests.wrong.site import Site
from campaign.tests.wrong.survey import elsewhere, survey
from rulesets.core.brief import Brief
from rulesets.core.report import StandsLost
from rulesets.core.units import NewUnit
from war.models import Contact
from war.services.set_up import set_up
from war.tests.builders import agree_on_table

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def bare_map() -> Site:
    """Return a site with two campaigns of the same users, without armies."""
    club = a_club(name="Shiloh", sheet=SHEET)
    return Site(club, elsewhere(club), patience=10)


def led() -> Brief:
    """Return Shiloh with a Confederate army leader who has rerolls."""
    brief = shiloh()
    army = brief.sides["CSA"]
    leaders = tuple(replace(each, command=2) if each.name == "A.S. Johnston" else each for each in army.leaders)
    return replace(brief, sides={**brief.sides, "CSA": replace(army, leaders=leaders)})


def two_fronts(site: Site) -> None:
    """Set up a pending contact in both campaigns."""
    for campaign in (site.club.campaign, site.elsewhere.campaign):
        set_up(None, brief=led(), campaign_id=campaign.pk)
        sweep(campaign.pk)


def begun(club: Club) -> Battle:
    contact = Contact.objects.get(campaign=club.campaign)
    battle = begin_agreed(club, contact)
    sweep(club.campaign.pk)
    return battle


def enter(club: Club, battle: Battle, who: str, side: str, *, points: int, end: str) -> None:
    battle.refresh_from_db()
    units = units_of(battle, side, plans_of(battle))
    entered = a_side_result(units, points=points, end=end, killed={units[0].id: 12})
    result.enter_result(club.viewer(who), battle.pk, entered=entered)


def hide(club: Club, battle: Battle) -> None:
    """Let the first Union brigade start hidden."""
    unit = placed_units(battle, "USA", plans_of(battle))[0].id
    opening.set_hidden(club.viewer("umpire"), battle.pk, side="USA", units=[unit])


def photograph(club: Club, battle: Battle) -> None:
    """Photograph where the Confederates stand."""
    viewer = club.viewer("confederate")
    adjourning.photograph_positions(viewer, battle.pk, data=a_file(), caption="Our left.")


def maneuver(club: Club, battle: Battle) -> None:
    """Roll for the first Confederate brigade on the table."""
    viewer, side, name = club.viewer("confederate"), "csa", "maneuver"
    units = rule_units_page(viewer, battle.pk, side, name).units
    unit = next(unit.id for unit in units if not unit.note)
    inputs = table_roll_start(viewer, battle.pk, side, name, unit).page.inputs
    table_rolls.roll_at_table(viewer, battle.pk, side=side, name=name, unit=unit, inputs=inputs)


def object_to(club: Club, battle: Battle) -> None:
    """Object to a loss of either side, so that both pages have figures and the umpire can rule."""
    for who, side in (("union", "CSA"), ("confederate", "USA")):
        row = seen_rows(battle, side, plans_of(battle))[-1]
        figures = {row.key: StandsLost(killed=1)}
        objections.object_to_losses(club.viewer(who), battle.pk, side=side, figures=figures)


def stages() -> Iterator[Site]:
    """Play a battle and yield the site after each step."""
    site = bare_map()
    yield site
    two_fronts(site)
    yield site
    for club in (site.club, site.elsewhere):
        agree_on_table(club, Contact.objects.get(campaign=club.campaign))
    yield site
    begun(site.elsewhere)
    battle = begun(site.club)
    for club in (site.club, site.elsewhere):
        table = Battle.objects.get(campaign=club.campaign)
        add_picture(club.viewer("umpire"), table.pk, data=a_file(), caption="The table")
    yield site
    flank = march(battle, "USA", "left", "Sherman", points=1)
    plans.seal(site.club.viewer("union"), battle.pk, plan=flank, entropy="aa")
    yield site
    flank = march(battle, "CSA", "left", "Hardee", points=2)
    plans.seal(site.club.viewer("confederate"), battle.pk, plan=flank, entropy="bb")
    sweep(site.club.campaign.pk)
    yield site
    prepare_it(site.club, battle, left_csa=4, left_usa=2)
    yield site
    hide(site.club, battle)
    opening.open_battle(site.club.viewer("umpire"), battle.pk)
    sweep(site.club.campaign.pk)
    photograph(site.club, battle)
    yield site
    to_turn(site.club, battle, 8)  # with a notice
    maneuver(site.club, battle)  # with a roll to reroll
    yield site
    to_turn(site.club, battle, 9)  # with a choice of what enters
    yield site
    Battle.objects.filter(id=battle.pk).update(turn=25)  # the last of the day
    yield site
    both_request(site.club, battle)
    yield site
    to_turn(site.club, battle, 26)
    both_request(site.club, battle, "end")
    yield site
    enter(site.club, battle, "union", "USA", points=9, end="held")
    enter(site.club, battle, "confederate", "CSA", points=7, end="withdrew")
    object_to(site.club, battle)
    yield site
    for who in ("union", "confederate"):
        result.confirm_result(site.club.viewer(who), battle.pk)
    yield site


def stages_of_cards() -> Iterator[Site]:
    """Play a battle with unit cards and yield the site after each step."""
    club = a_club(name="Nursery", one_off=True)
    site = Site(club, elsewhere(club))
    yield site
    for each in (site.elsewhere, club):
        begin_with_cards(each.viewer("umpire"), book="lead", units="own")
        battle = Battle.objects.get(campaign=each.campaign)
        for side, who, hidden in (("USA", "union", True), ("CSA", "confederate", False)):
            unit = NewUnit(side, "regiment", f"{side} 1", {"began": 6}, hidden=hidden)
            cards.add_unit(each.viewer(who), battle.pk, unit=unit)
    yield site
    write_order(club.viewer("union"), battle.pk, text="Hold the table leg.")
    open_cards(club, battle)
    yield site
    ids = {role: [hex_id(card(battle, name).pk)] for role, name in (("firers", "CSA 1"), ("target", "USA 1"))}
    inputs = {"stands": 6, "firer": "CSA 1", "target": "USA 1"}
    card_rolls.roll(club.viewer("umpire"), battle.pk, name="volley", cards=ids, inputs=inputs, faces=[6])
    yield site


def stages_of_copies() -> Iterator[Site]:
    """Yield the site with a battle whose sides have sealed their plans for another one before."""
    club = a_club(name="Shiloh", one_off=True)
    site = Site(club, elsewhere(club))
    for each in (site.elsewhere, club):
        battle = begin_one_off(None, name="Shiloh", brief=shiloh(), campaign_id=each.campaign.pk)
        seal_both(each, battle)
        call_off(each.viewer("umpire"), battle.pk)
        begin_one_off(None, name="Shiloh again", brief=shiloh(), campaign_id=each.campaign.pk)
    yield site


def is_of_copies(route: Route) -> bool:
    return "/order/copy/" in route.text


def is_of_cards(route: Route) -> bool:
    """Return whether an address is of unit cards, and not of the table of a battle with orders of battle."""
    return bool(re.search("(?<!/table)/(units?|orders|rolls?)/", route.text))


def test_bad_input_to_a_battle_is_refused() -> None:
    faults = survey("battles", stages(), of=lambda route: not is_of_cards(route) and not is_of_copies(route))
    assert faults == [], "\n".join(faults)


def test_bad_input_to_a_copy_of_an_order_of_battle_is_refused() -> None:
    faults = survey("battles", stages_of_copies(), of=is_of_copies)
    assert faults == [], "\n".join(faults)


@pytest.mark.usefixtures("tin_book")
def test_bad_input_to_a_battle_with_cards_is_refused() -> None:
    faults = survey("battles", stages_of_cards(), of=is_of_cards)
    assert faults == [], "\n".join(faults)
