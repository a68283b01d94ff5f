"""Who leads a flank force, of which arm it is, and how many divisions it makes (VG-4A, 4B, 5B, 7B5)."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from battles.conduct.base import Chosen
from battles.conduct.cw_to_ff.planning import FlankMarchPlanning
from battles.conduct.cw_to_ff.secret_work import find
from battles.tests.builders import kind_of
from campaign.errors import Refusal
from rulesets.core.brief import Brief, BriefItem, BriefSide
from rulesets.core.brief_form import shipped_briefs
from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.cw_to_ff.findings import ForceFacts
from rulesets.cw_to_ff.orders import FlankMarches

PERRYVILLE = shipped_briefs()["perryville"]
HOUSE = Context.of(switches={"R-5": "all lead corps"})


def with_items(brief: Brief, side: str, *items: BriefItem) -> Brief:
    return replace(brief, sides={**brief.sides, side: replace(brief.sides[side], strength=items)})


def foot(count: int, **more: object) -> list[BriefItem]:
    return [BriefItem(id=f"foot{n}", quality="veteran", **more) for n in range(count)]  # type: ignore[arg-type]


def horse(count: int) -> list[BriefItem]:
    under = leader_of(PERRYVILLE.sides["CSA"], "Wheeler")
    return [BriefItem(id=f"horse{n}", arm="cavalry", quality="veteran", under=under) for n in range(count)]


def leader_of(army: BriefSide, name: str) -> str:
    return next(leader.id for leader in army.leaders if leader.name == name)


def settled(brief: Brief, side: str, name: str, items: list[BriefItem], house: Context = BY_THE_BOOK) -> FlankMarches:
    chosen = Chosen(leader_of(brief.sides[side], name), tuple(item.id for item in items))
    return FlankMarchPlanning(house).settle(brief, side, {"left": chosen})


@pytest.mark.rule("VG-4B")
@pytest.mark.rule("VG-5B")
def test_three_star_leads_a_flank_march_only_where_all_of_them_lead_corps() -> None:
    army = foot(4)
    brief = with_items(PERRYVILLE, "CSA", *army)
    assert settled(brief, "CSA", "Bragg", army[:2], HOUSE).left is not None
    with pytest.raises(Refusal, match="army leader may not lead"):
        settled(brief, "CSA", "Bragg", army[:2])


@pytest.mark.rule("VG-4B")
def test_of_two_alike_in_seniority_one_leads_the_army() -> None:
    army = PERRYVILLE.sides["CSA"]
    bragg = army.leader(leader_of(army, "Bragg"))
    twin = replace(bragg, id="twin", name="Hood")
    brief = with_items(PERRYVILLE, "CSA", *foot(4))
    brief = replace(brief, sides={**brief.sides, "CSA": replace(brief.sides["CSA"], leaders=(*army.leaders, twin))})
    assert settled(brief, "CSA", "Hood", foot(2)).left is not None


@pytest.mark.rule("VG-4C")
@pytest.mark.rule("VG-5B")
@pytest.mark.parametrize(("size", "carry"), [(4, "0"), (2, "0"), (2, "9/10")])
def test_points_of_one_item_make_the_divisions_of_a_corps(size: int, carry: str) -> None:
    large = BriefItem(id="large", quality="veteran", size=size, carried_loss=Fraction(carry))
    assert settled(with_longstreet(large), "CSA", "Longstreet", [large]).left is not None


@pytest.mark.rule("VG-5B")
def test_point_of_one_stand_makes_no_second_division() -> None:
    large = BriefItem(id="large", quality="veteran", size=2, carried_loss=Fraction("19/20"))
    with pytest.raises(Refusal, match="needs at least 2 divisions"):
        settled(with_longstreet(large), "CSA", "Longstreet", [large])


def with_longstreet(large: BriefItem) -> Brief:
    brief = with_items(PERRYVILLE, "CSA", large, *foot(8))
    army = brief.sides["CSA"]
    longstreet = replace(army.leader(leader_of(army, "Polk")), id="longstreet", name="Longstreet")
    return replace(brief, sides={**brief.sides, "CSA": replace(army, leaders=(longstreet,))})


@pytest.mark.rule("VG-4A")
@pytest.mark.rule("VG-7B5b")
@pytest.mark.parametrize(("leader", "arm", "arrive"), [("Cheatham", "infantry", 20), ("Wheeler", "cavalry", 0)])
def test_cavalry_under_an_infantry_leader_counts_once(leader: str, arm: str, arrive: int) -> None:
    """40 stands keep off 40 of 60 as infantry, and 80 as cavalry."""
    mounted, union = horse(2), foot(6)
    brief = with_items(with_items(PERRYVILLE, "CSA", *foot(2), *mounted), "USA", *union)
    plans = {
        "CSA": settled(brief, "CSA", leader, mounted),
        "USA": settled(brief, "USA", "McCook", union[:3]),
    }
    planning = FlankMarchPlanning()
    marching = [unit for unit in planning.units(brief, "CSA", plans["CSA"]) if unit.place == "left"]
    assert {kind_of(unit) for unit in marching} == {f"veteran {arm}"}
    assert f"2 × veteran {arm}" in planning.in_words(brief, "CSA", plans["CSA"])[0]
    found = find(brief, plans, both_deliberate(brief, plans), BY_THE_BOOK)
    arriving = {each.facts.side: each.facts.arrives for each in found if isinstance(each.facts, ForceFacts)}
    assert arriving == {"CSA": 0, "USA": arrive}


def both_deliberate(brief: Brief, plans: dict[str, FlankMarches]) -> Callable[..., tuple[int, ...]]:
    def throw(*, subject: tuple[str, ...], **_: object) -> tuple[int, ...]:
        march = plans[subject[0]].left
        assert march is not None
        return (brief.sides[subject[0]].leader(march.leader).initiative,)

    return throw


@pytest.mark.rule("VG-4B")
def test_battle_of_more_than_20_leaders_a_side_is_refused_without_naming_the_side() -> None:
    planning, army = FlankMarchPlanning(), PERRYVILLE.sides["CSA"]
    for count in (20, 21):
        leaders = tuple(replace(army.leaders[0], id=f"l{n}", seniority=n + 1) for n in range(count))
        brief = replace(PERRYVILLE, sides={**PERRYVILLE.sides, "CSA": replace(army, leaders=leaders)})
        if count == 20:
            planning.check_brief(brief)
            continue
        with pytest.raises(Refusal) as refused:
            planning.check_brief(brief)
        assert refused.value.sentence.startswith("An army here has more than 20 leaders")
