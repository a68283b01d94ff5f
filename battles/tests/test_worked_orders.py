"""The worked examples of VG-4 and 7C, from the setup to the pages of a battle, through the services."""

from dataclasses import replace

import pytest

from battles.models import Battle
from battles.selectors.losses import tally_of
from battles.selectors.order_of_battle import order_page
from battles.selectors.plan_views import plan_view
from battles.selectors.reads import find_battle, plans_of
from battles.services import plans
from battles.services.begin import begin_one_off
from battles.tests.builders import open_it, seal_both
from battles.tests.test_flank_forces import PERRYVILLE, brief_of, corps_of, division, foot, horse, order_of
from campaign.errors import Refusal
from campaign.tests.builders import Club, a_club
from rulesets.core.brief import Brief, BriefItem
from rulesets.cw_to_ff import order_files
from rulesets.cw_to_ff.named_order import NamedBrigade, NamedOrder
from rulesets.cw_to_ff.state import Arm, Quality

pytestmark = pytest.mark.django_db
ONE_LEADER = {"Cheatham": (1, 3)}


def begun(brief: Brief) -> tuple[Club, Battle]:
    club = a_club(name="Worked example", book="cw_to_ff", one_off=True)
    return club, begin_one_off(club.viewer("umpire"), name="Worked example", brief=brief)


def abouts(club: Club, battle: Battle, who: str = "confederate") -> list[str]:
    view = order_page(club.viewer(who), battle.pk).order
    return [brigade.about for command in view.commands for brigade in command.brigades]


def triples(club: Club, battle: Battle) -> list[str]:
    return [about.split(", ")[1] for about in abouts(club, battle)]


def seal_order(brief: Brief, order: NamedOrder) -> None:
    club, battle = begun(brief)
    text = order_files.written(order)
    plans.import_order(club.viewer("confederate"), battle.pk, text=text, draft_version=0)
    plans.seal(club.viewer("confederate"), battle.pk, plan={}, entropy="ab")


@pytest.mark.rule("VG-4A")
def test_worked_example_1() -> None:
    items = [*foot(3), *horse(1)]
    club, battle = begun(brief_of(items, {"Wheeler": (1, 3), "Polk": (2, 3)}))
    view = order_page(club.viewer("confederate"), battle.pk).order
    assert "of 80 stands, 8 batteries" in view.about
    cavalry = sum(int(about.split()[0]) for about in abouts(club, battle) if "cavalry" in about)
    guns = [battery.about for command in view.commands for battery in command.batteries]
    assert (cavalry, guns.count("foot"), guns.count("horse")) == (20, 6, 2)


@pytest.mark.rule("VG-4C")
def test_worked_example_2() -> None:
    """A corps of two divisions of 20 stands each is sealed, a corps of one division of 40 isn't."""
    leaders = {"Polk": (2, 3), "Cheatham": (1, 3)}
    two = corps_of("polk", division("cheatham", "foot0"), division("", "foot1"))
    seal_order(brief_of(foot(2), leaders), order_of(two))


@pytest.mark.rule("VG-4C")
@pytest.mark.parametrize(
    "order",
    [
        order_of(corps_of("polk", division("cheatham", "foot0", "foot1", stands=(10,) * 4))),
        order_of(divisions=(division("cheatham", "foot0", "foot1", "foot2", stands=(12,) * 5),)),
    ],
    ids=["a corps of one division", "a division of three points"],
)
def test_worked_example_2_refuses(order: NamedOrder) -> None:
    points = [point for _, _, each in order.all_divisions() for point in each.points]
    leaders = {"Polk": (2, 3), "Cheatham": (1, 3)} if order.corps else ONE_LEADER
    with pytest.raises(Refusal, match="VG-4C"):
        seal_order(brief_of(foot(len(points)), leaders), order)


@pytest.mark.rule("VG-4E")
def test_worked_example_3() -> None:
    club, battle = begun(brief_of(foot(1), ONE_LEADER))
    assert triples(club, battle) == ["7.5.4", "7.5.4", "6.5.3"]


@pytest.mark.rule("VG-7D2")
@pytest.mark.parametrize(("demoralized", "triple"), [(False, "10.8.6"), (True, "-.10.6")])
def test_worked_example_4(*, demoralized: bool, triple: str) -> None:
    """Twenty green stands in two brigades; the same army demoralized and defending."""
    brief = brief_of([BriefItem(id="foot0", quality="green")], ONE_LEADER)
    sides = {**brief.sides, "CSA": replace(brief.sides["CSA"], demoralized=demoralized)}
    club, battle = begun(replace(brief, sides=sides, attacker="USA", defender="CSA", strategic_table=None))
    tens = (NamedBrigade(f"Brigade {n}", "", Quality.GREEN, Arm.INFANTRY, 10) for n in (1, 2))
    order = order_of(divisions=(replace(division("cheatham", "foot0"), brigades=tuple(tens)),))
    text = order_files.written(order)
    plans.import_order(club.viewer("confederate"), battle.pk, text=text, draft_version=0)
    seal_both(club, battle)
    open_it(club, battle)
    states = tally_of(find_battle(club.viewer("umpire"), battle.pk), "CSA").states
    assert [each.triple for each in states.values() if each.triple] == [triple, triple]


@pytest.mark.rule("VG-7C1", "VG-7C2")
@pytest.mark.parametrize(
    ("ground", "points", "inches"),
    [
        ({"hex_terrain": "forest"}, 4, "20″"),
        ({"hex_terrain": "swamp"}, 3, "30″"),
        ({"hex_terrain": "forest", "hexside_crossed": "navigable_river"}, 4, "60″"),
    ],
)
def test_worked_example_17(ground: dict[str, str], points: int, inches: str) -> None:
    """Stands on the table: a quarter in forest, half in a swamp, three quarters behind a great river in forest."""
    brief = brief_of(foot(points), {"Polk": (2, 3), "Cheatham": (1, 3)}, "USA", like=replace(PERRYVILLE, **ground))  # type: ignore[arg-type]
    club, battle = begun(replace(brief, strategic_table=None))
    seal_both(club, battle)
    assert plan_view(battle, plans_of(battle)["USA"]).breastworks.startswith(inches)
