"""4: an order of battle copied from an earlier battle keeps what the army still has, and says what it lacks."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rulesets.core.brief import Brief, BriefItem, BriefLeader, BriefSide, Ratio
from rulesets.core.brief_form import shipped_briefs
from rulesets.cw_to_ff.named_order import LONGEST_NAME, NamedOrder
from rulesets.cw_to_ff.order_copy import OrderCopy, copied
from rulesets.cw_to_ff.site_order import Given, checked, is_of, site_order
from rulesets.cw_to_ff.tree_changes import Edit, Merge, Move, Rename, Split
from rulesets.cw_to_ff.tree_edits import edited

pytestmark = pytest.mark.rule("VG-4")
BRIEFS = shipped_briefs()
SHILOH = BRIEFS["shiloh"]
UNION = SHILOH.sides["USA"]
Qualities = ["green", "veteran", "crack"]


def with_army(army: BriefSide, brief: Brief = SHILOH, side: str = "USA") -> Brief:
    return replace(brief, sides={**brief.sides, side: army})


def without(*names: str, points: int = 0) -> BriefSide:
    """Return the Union's army of Shiloh without these leaders and without its first points."""
    leaders = tuple(leader for leader in UNION.leaders if leader.name not in names)
    return replace(UNION, leaders=leaders, strength=UNION.strength[points:])


def order_of(*edits: Edit) -> NamedOrder:
    """Return the Union's order of battle at Shiloh, edited by hand."""
    here = Given.of(SHILOH, "USA")
    order = site_order(here).order
    for edit in edits:
        order = edited(here, order, edit)
    return order


def copy_to(army: BriefSide, order: NamedOrder, brief: Brief = SHILOH) -> tuple[Given, OrderCopy]:
    here = Given.of(with_army(army, brief), "USA")
    return here, copied(here, order, UNION)


def test_same_army_gets_the_same_order_with_its_names_and_its_structure() -> None:
    order = order_of(
        Rename("c0d0b0", "The Iron Brigade", "John Gibbon"),
        Rename("c0", "The Right Wing"),
        Merge("c0d0b1", "c0d0b2"),
        Split("c0d1b0", 3),
        Move("c0d0g0", "c0"),
    )
    here, copy = copy_to(UNION, order)
    assert copy == OrderCopy(order, ())
    assert is_of(here, copy.order)


def test_command_of_a_leader_who_is_gone_keeps_its_name_if_it_was_given_by_hand() -> None:
    order = order_of(Rename("c0", "The Right Wing"))
    assert order.corps[0].leader == "usa-grant-2"
    here, copy = copy_to(without("Grant", "Sherman"), order)
    names = [corps.name for corps in copy.order.corps]
    assert names == ["The Right Wing", "McClernand’s corps"]
    assert "Grant isn’t in this army, so The Right Wing is under an invented leader." in copy.changes
    assert "Sherman isn’t in this army, so Sherman’s division is under an invented leader." in copy.changes
    assert "Sherman’s division" not in str(copy.order)
    assert checked(here, copy.order).is_legal


def test_leader_who_came_since_takes_the_place_of_one_who_is_gone() -> None:
    thomas = replace(UNION.leaders[2], id="usa-thomas-1", name="Thomas", seniority=90)
    army = without("Sherman")
    here, copy = copy_to(replace(army, leaders=(*army.leaders, thomas)), order_of())
    assert "Sherman isn’t in this army, so Sherman’s division is under Thomas." in copy.changes
    assert "Thomas wasn’t in that battle." in copy.changes
    assert checked(here, copy.order).is_legal


def test_promoted_leader_leads_a_corps_now() -> None:
    leaders = tuple(replace(x, rank_stars=2) if x.name == "Sherman" else x for x in UNION.leaders)
    here, copy = copy_to(replace(UNION, leaders=leaders), order_of())
    assert any(change.startswith("Sherman is a corps leader now, so Sherman’s division") for change in copy.changes)
    assert "usa-sherman-1" in [corps.leader for corps in copy.order.corps]
    assert checked(here, copy.order).is_legal


def test_lost_strength_points_leave_their_divisions() -> None:
    here, copy = copy_to(without(points=2), order_of())
    assert "2 strength points of that battle aren’t in this army." in copy.changes
    assert is_of(here, copy.order)
    assert checked(here, copy.order).is_legal


def test_new_strength_point_takes_the_place_of_one_that_is_gone() -> None:
    new = replace(UNION.strength[0], id="new")
    here, copy = copy_to(replace(UNION, strength=(*UNION.strength[1:], new)), order_of())
    assert "1 strength point of this army wasn’t in that battle." in copy.changes
    assert [b.name for _, _, d in copy.order.all_divisions() for b in d.brigades] == [
        b.name for _, _, d in order_of().all_divisions() for b in d.brigades
    ]
    assert checked(here, copy.order).is_legal


def test_brigades_of_points_that_became_veterans_keep_their_names() -> None:
    points = tuple(replace(point, quality="veteran") for point in UNION.strength)
    here, copy = copy_to(replace(UNION, strength=points), order_of())
    old, new = ([b for _, _, d in order.all_divisions() for b in d.brigades] for order in (order_of(), copy.order))
    assert [(b.name, b.commander, b.stands) for b in new] == [(b.name, b.commander, b.stands) for b in old]
    assert {brigade.quality for brigade in new} == {"veteran"}
    assert checked(here, copy.order).is_legal


@pytest.mark.parametrize(("stands", "batteries"), [(10, 1), (15, 3), (50, 0), (1, 10)])
def test_other_ratio_changes_stands_and_batteries(stands: int, batteries: int) -> None:
    brief = replace(SHILOH, ratio=Ratio(stands, batteries))
    here, copy = copy_to(UNION, order_of(), brief)
    assert is_of(here, copy.order)
    assert sum(1 for _ in copy.order.all_batteries()) == batteries * 9
    unmet = {fault.cites for fault in site_order(here).unmet}
    assert {fault.cites for fault in checked(here, copy.order).faults} <= unmet


def test_cavalry_without_its_leader_is_infantry() -> None:
    army = SHILOH.sides["CSA"]
    leaders = tuple(leader for leader in army.leaders if leader.name != "Forrest")
    points = tuple(replace(point, under=None, arm="infantry") for point in army.strength)
    here = Given.of(with_army(replace(army, leaders=leaders, strength=points), side="CSA"), "CSA")
    copy = copied(here, site_order(Given.of(SHILOH, "CSA")).order, army)
    assert {battery.arm for battery in copy.order.all_batteries()} == {"infantry"}
    assert checked(here, copy.order).is_legal


@pytest.mark.parametrize("name", BRIEFS)
@pytest.mark.parametrize("earlier", BRIEFS)
@pytest.mark.parametrize("side", ["USA", "CSA"])
def test_armies_of_other_battles_get_a_legal_copy(name: str, earlier: str, side: str) -> None:
    here = Given.of(BRIEFS[name], side)
    copy = copied(here, site_order(Given.of(BRIEFS[earlier], side)).order, BRIEFS[earlier].sides[side])
    assert is_of(here, copy.order)
    assert checked(here, copy.order).is_legal


@st.composite
def armies(draw: Any) -> BriefSide:
    """Return an army of points and leaders that two battles may share."""
    stars, chance = st.sampled_from([1, 1, 1, 2, 2, 3, 4]), st.integers(0, 3)
    leaders = tuple(
        BriefLeader(f"l{n}", f"L{n}", draw(stars), 3, 0, cavalry=n % 4 == 0, seniority=n + 1)
        for n in range(12)
        if draw(chance)
    )
    horse = [leader.id for leader in leaders if leader.cavalry]
    carries = st.sampled_from([Fraction(0), Fraction(7, 20), Fraction(-9, 20)])
    points = []
    for n in range(18):
        if draw(chance):
            under = draw(st.sampled_from([None, None, *horse]))
            arm, size = ("cavalry" if under else "infantry"), draw(st.sampled_from([1, 1, 1, 2]))
            points.append(BriefItem(f"p{n}", arm, draw(st.sampled_from(Qualities)), size, under, draw(carries)))
    return BriefSide(leaders=leaders, strength=tuple(points))


@settings(max_examples=120)
@given(armies(), armies(), st.sampled_from([(20, 2), (20, 2), (10, 1), (3, 0), (45, 10)]))
def test_copy_is_a_whole_order_of_this_army_whatever_changed(
    then: BriefSide, now: BriefSide, ratio: tuple[int, int]
) -> None:
    assume(then.strength and now.strength)
    earlier = site_order(Given.of(with_army(then), "USA")).order
    here = Given.of(replace(with_army(now), ratio=Ratio(*ratio)), "USA")
    copy = copied(here, earlier, then)
    order = copy.order
    assert is_of(here, order)
    assert NamedOrder.from_json(order.to_json()) == order
    led = [order.leader, *(corps.leader for corps in order.corps), *order.supernumerary]
    led += [division.leader for _, _, division in order.all_divisions()]
    assert sorted(filter(None, led)) == sorted(leader.id for leader in now.leaders)
    parts: tuple[Any, ...] = (*order.corps, *(d for _, _, d in order.all_divisions()), *order.all_batteries())
    assert all(0 < len(part.name) <= LONGEST_NAME for part in parts)
    assert sum(1 for _ in order.all_batteries()) == ratio[1] * now.total_sp
    assert copied(here, earlier, then) == copy
