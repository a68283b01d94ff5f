"""Builders of battles, and steps that play them."""

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest import mock

from battles.conduct.base import Chosen, ChosenPlan, EnteredResult, Unit
from battles.models import Battle, BattleState
from battles.selectors.reads import brief_of_battle, plans_of, units_of
from battles.selectors.report import counts_points
from battles.services import begin, day, night, opening, plans, result, settle
from battles.services.begin import begin_one_off
from battles.services.common import open_battle_act, reload
from campaign.audiences import PUBLIC
from campaign.models import CAMPAIGN_STREAM, JournalLine
from campaign.services.record import open_act
from campaign.services.sweep import sweep
from campaign.sources import SOURCES
from campaign.tests.builders import Club, a_club
from campaign.tests.kept import kept
from rulesets.core import registry
from rulesets.core.brief import Brief, BriefItem, BriefSide
from rulesets.core.brief_form import DATA, read_brief_form
from rulesets.core.ground import Objective
from rulesets.core.packages import MORE_BOOKS
from rulesets.core.report import End, StandsLost
from rulesets.cw_to_ff.named_order import NamedOrder
from rulesets.cw_to_ff.own_command import Commands
from rulesets.cw_to_ff.site_order import Given, site_order, troops_of
from war.models import Contact, Force
from war.services.set_up import set_up
from war.tests.builders import agree_on_table

SHEET = "pittsburg_landing"
WHO = {"USA": "union", "CSA": "confederate"}
TOY_BOOKS = Path(__file__).parent / "toy_books"


@contextmanager
def toy_books() -> Iterator[None]:
    """Add the toy books to the registry."""
    with mock.patch.dict(os.environ, {MORE_BOOKS: str(TOY_BOOKS)}):
        registry.books.cache_clear()
        yield
    registry.books.cache_clear()


def shiloh() -> Brief:
    import json

    return read_brief_form(json.loads((DATA / "shiloh.json").read_text()))


def fight_on_table(club: Club, contact: Contact) -> Battle:
    """Agree on the table as both sides, and begin the battle, as the umpire or as the site."""
    agree_on_table(club, contact)
    return begin_agreed(club, contact)


def begin_agreed(club: Club, contact: Contact) -> Battle:
    """Begin an agreed battle, as the umpire or as the site."""
    viewer = club.viewer("umpire") if club.decider == "umpire" else None
    return begin.fight_on_table(viewer, contact_id=contact.pk, campaign_id=club.campaign.pk)


def veterans() -> Brief:
    """Return Shiloh with two armies of veterans, whose quality no battle changes."""
    brief = shiloh()
    sides = {}
    for side, army in brief.sides.items():
        sides[side] = replace(army, strength=tuple(replace(item, quality="veteran") for item in army.strength))
    return replace(brief, sides=sides)


@kept
def a_battle(*, umpire_kind: str = "person", brief: Brief | None = None) -> tuple[Club, Battle]:
    """Set up Shiloh and fight it on the table."""
    club = a_club(name="Shiloh", sheet=SHEET, umpire_kind=umpire_kind)
    contact = set_up(None, brief=brief or shiloh(), campaign_id=club.campaign.id)
    battle = fight_on_table(club, contact)
    sweep(club.campaign.id)
    return club, battle


def a_toy_brief(*, coats: str = "red") -> Brief:
    def army(name: str) -> BriefSide:
        units = (BriefItem(id=f"{name}-{n}", name=f"{name} {n}", stands=6, state={"coats": coats}) for n in (1, 2))
        return BriefSide(strength=tuple(units))

    return Brief(
        name="Nursery floor", attacker="USA", defender="CSA", book="tin", sides={"USA": army("U"), "CSA": army("C")}
    )


@kept
def a_toy_battle() -> tuple[Club, Battle]:
    club = a_club(name="Nursery", book="tin", one_off=True)
    return club, begin_one_off(club.viewer("umpire"), name="Nursery floor", brief=a_toy_brief())


def seal_both(
    club: Club, battle: Battle, *, union: ChosenPlan | None = None, confederate: ChosenPlan | None = None
) -> None:
    plans.seal(club.viewer("union"), battle.id, plan=union or {}, entropy="aa")
    plans.seal(club.viewer("confederate"), battle.id, plan=confederate or {}, entropy="bb")


def prepare_it(club: Club, battle: Battle, **typed: int) -> None:
    """Prepare the battle, with the secret rolls that follow."""
    opening.prepare_battle(club.viewer("umpire"), battle.id, typed=typed)
    sweep(club.campaign.id)


def open_unswept(club: Club, battle: Battle, **typed: int) -> None:
    """Prepare and open the battle; the sweep of the opening is still to come."""
    prepare_it(club, battle, **typed)
    opening.open_battle(club.viewer("umpire"), battle.id)


def open_it(club: Club, battle: Battle, **typed: int) -> None:
    """Prepare and open the battle, each with its sweep."""
    open_unswept(club, battle, **typed)
    sweep(club.campaign.id)


def request(
    club: Club, battle: Battle, who: str, asks_for: str = "on", *, leaves: str = "CSA", entropy: str = ""
) -> None:
    """Ask for a step as somebody who sees the turn that it is now; the end of the battle names who leaves."""
    turn = Battle.objects.get(id=battle.id).turn
    day.request_step(club.viewer(who), battle.id, asks_for=asks_for, turn=turn, leaves=leaves, entropy=entropy)


def both_request(club: Club, battle: Battle, asks_for: str = "on", *, leaves: str = "CSA") -> None:
    for who in ("union", "confederate"):
        request(club, battle, who, asks_for, leaves=leaves, entropy="cc")
    sweep(club.campaign.id)


def to_dusk(club: Club, battle: Battle, *, turn: int = 25) -> None:
    """Skip to the last turn of the first day, and let night fall."""
    with open_battle_act(None, battle, "battle.request") as act:
        now = reload(battle)
        now.turn = turn
        act.save(now)
    both_request(club, battle)


def choose(club: Club, battle: Battle, who: str, choice: str = "stay", *, sweeps: bool = True) -> None:
    """Seal a side's choice for the night that it is now."""
    turn = Battle.objects.get(id=battle.id).turn
    night.choose_for_night(club.viewer(who), battle.id, choice=choice, turn=turn, entropy="dd")
    if sweeps:
        sweep(club.campaign.id)


def to_turn(club: Club, battle: Battle, turn: int) -> None:
    """Play until a turn begins; both armies stay overnight."""
    while (now := Battle.objects.get(id=battle.id)).turn < turn:
        if now.state == BattleState.NIGHT:
            for who in ("union", "confederate"):
                choose(club, battle, who)
        else:
            both_request(club, battle)


def told(club: Club, who: str) -> list[str]:
    """Return the texts of a seat's journal."""
    lines = JournalLine.objects.filter(feed_id=club.viewer(who).feed_id).order_by("n")
    return list(lines.values_list("announcement__text", flat=True))


def kind_of(unit: Unit) -> str:
    return unit.name.partition(", marching")[0].rpartition(", ")[2]


def first_of_most(units: Sequence[Unit]) -> str:
    """Return the first unit of the kind with the most stands."""
    stands: Counter[str] = Counter()
    for unit in units:
        stands[kind_of(unit)] += unit.stands
    most = max(stands, key=lambda kind: stands[kind])
    return next(unit.id for unit in units if kind_of(unit) == most)


def spread(units: Sequence[Unit], first: str, killed: int) -> dict[str, StandsLost]:
    """Return this many stands killed, in one unit while it has any, then in others of its kind, then in the rest."""
    kinds = {unit.id: kind_of(unit) for unit in units}
    lost = {}
    for unit in sorted(units, key=lambda unit: (unit.id != first, kinds[unit.id] != kinds[first])):
        fell = min(killed, unit.stands)
        killed -= fell
        if fell:
            lost[unit.id] = StandsLost(killed=fell)
    return lost


def a_side_result(
    units: Sequence[Unit], *, points: int = 0, end: str = "held", killed: Mapping[str, int] | None = None
) -> EnteredResult:
    """Return a result; losses of a unit that has fewer stands fall on the next ones, those of its kind first."""
    lost = {unit.id: StandsLost() for unit in units}
    for first, stands in (killed or {}).items():
        for unit, fell in spread(units, first, stands).items():
            lost[unit] += fell
    return EnteredResult(End(end), points, lost)


def prizes(battle: Battle, **points: int) -> dict[str, str]:
    """Lay an objective for each side that it holds at the end, worth so many points; return who holds them."""
    with open_battle_act(None, battle, "battle.ground") as act:
        ground = reload(battle).ground
        worth = {"USA": 0, "CSA": 0} | {each.name: each.points for each in ground.whole.objectives} | points
        ground.lay(replace(ground.whole, objectives=tuple(Objective(name, n, 1, 1) for name, n in worth.items())))
        act.save(ground)
    return {"USA": "USA", "CSA": "CSA"}


def march(
    battle: Battle, side: str, edge: str, leader: str, *, points: int, order: NamedOrder | None = None
) -> dict[str, Chosen]:
    """Return a plan with one flank march: brigades and batteries of as many strength points under a leader, in the
    order of the tree. Without an order of battle, it's the site's draft."""
    brief = brief_of_battle(battle)
    given = Given.of(brief, side)
    chosen = next(each.id for each in brief.sides[side].leaders if each.name == leader)
    command = Commands.of(order or site_order(given).order, troops_of(given)).of_leader(chosen)
    assert command is not None
    units, stands = [], 0
    for each in command.brigades:
        if stands < points * brief.ratio.stands_per_sp:
            units.append(each.at)
            stands += each.brigade.stands
    batteries = [at for at, _ in command.batteries][: points * brief.ratio.batteries_per_sp]
    return {edge: Chosen(chosen, (*units, *batteries) if points else ())}


# Battles in a row.


def meet_again(club: Club, name: str, *, attacker: str = "CSA", **values: Any) -> Contact:
    """Bring both armies together in the hex of their first battle, for another one."""
    first = Contact.objects.filter(campaign=club.campaign).order_by("since")[0]
    with open_act(None, campaign_id=club.campaign.pk, stream=CAMPAIGN_STREAM, kind="map.set_up") as act:
        for force in Force.objects.filter(campaign=club.campaign).order_by("side", "id"):
            force.hex = first.hex
            act.save(force)
        again = Contact(id=SOURCES.new_id(PUBLIC), campaign=club.campaign, name=name, hex=first.hex)
        again.attacker, again.hexside, again.since, again.fought_on = attacker, first.hexside, act.at, first.fought_on
        for column, value in values.items():
            setattr(again, column, value)
        act.create(again)
        act.tell(PUBLIC, f"Two armies met again: {name}.")
    return again


def to_results(club: Club, battle: Battle, *, leaves: str = "CSA", **plans_of_sides: ChosenPlan) -> Battle:
    """Seal, open, and end a battle, so that its results can be entered."""
    seal_both(club, battle, **plans_of_sides)
    open_it(club, battle)
    end_it(club, battle, leaves)
    return reload(battle)


def end_it(club: Club, battle: Battle, leaves: str) -> None:
    """Let one army leave the field, as its own side says."""
    request(club, battle, WHO[leaves], "end", leaves=leaves, entropy="cc")
    sweep(club.campaign.pk)


def enter_and_confirm(
    club: Club,
    battle: Battle,
    side: str,
    lost: Mapping[str, StandsLost] | None = None,
    *,
    points: int = 0,
    **more: Any,
) -> None:
    """Enter a side's losses by unit, and confirm them; it ended the battle as was named.

    Where the book counts the points, those given are what an objective is worth that the side holds.
    """
    if counts_points(battle):
        more = {"objectives": prizes(battle, **{side: points})} | more
    units = units_of(battle, side, plans_of(battle))
    losses = {unit.id: StandsLost() for unit in units} | dict(lost or {})
    entered = EnteredResult(End(battle.ends.get(side, "held")), points, losses, **more)
    result.enter_result(club.viewer(WHO[side]), battle.pk, entered=entered)
    result.confirm_result(club.viewer(WHO[side]), battle.pk)


def settle_it(club: Club, battle: Battle) -> None:
    """Settle a battle whose results are confirmed: by the umpire, or by the sweep."""
    if club.decider == "umpire":
        settle.settle(club.viewer("umpire"), battle.pk)
    sweep(club.campaign.pk)
