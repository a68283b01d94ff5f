"""The worked examples of VG-5 and 7B, from the order of battle to the secret rolls, through the services."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest

from battles.conduct.base import Chosen
from battles.models import Battle, SecretResult
from battles.services import plans
from battles.services.begin import begin_one_off
from battles.tests.builders import open_it, to_turn, told
from battles.tests.test_flank_forces import brief_of, corps_of, division, foot, horse, order_of
from campaign.errors import Refusal
from campaign.tests.builders import Club, a_club
from campaign.tests.kept import kept
from rulesets.core.brief import Brief, BriefItem
from rulesets.cw_to_ff import order_files
from rulesets.cw_to_ff.named_order import NamedOrder
from rulesets.cw_to_ff.state import Arm

pytestmark = pytest.mark.django_db
SEATS = {"CSA": "confederate", "USA": "union"}
Marches = Mapping[str, tuple[str, str]]  # by edge: a leader, and addresses with spaces between
TENS = (10, 10, 10, 10)
HALF = BriefItem(id="half", quality="veteran", carried_loss=Fraction(1, 2))


@kept
def begun(brief: Brief, orders: Mapping[str, NamedOrder]) -> tuple[Club, Battle]:
    """Begin a battle in which sides have imported their orders of battle."""
    club = a_club(name="Worked example", book="cw_to_ff", one_off=True)
    battle = begin_one_off(club.viewer("umpire"), name="Worked example", brief=brief)
    for side, order in orders.items():
        text = order_files.written(order)
        plans.import_order(club.viewer(SEATS[side]), battle.pk, text=text, draft_version=0)
    return club, battle


def seal(club: Club, battle: Battle, side: str, marches: Marches) -> None:
    plan = {edge: Chosen(leader, tuple(units.split())) for edge, (leader, units) in marches.items()}
    plans.seal(club.viewer(SEATS[side]), battle.pk, plan=plan, entropy="ab")


# 5 and 6: half of an army.


ELEVEN = order_of(
    divisions=(
        division("cheatham", "foot0", "foot1", stands=TENS),
        division("cleburne", "foot2", "foot3", stands=(10, 5, 10, 11, 4)),
        division("", "foot4", "half", stands=(10, 10, 10)),
    )
)


@pytest.mark.rule("VG-5A")
def test_worked_example_5() -> None:
    leaders = {"Cheatham": (1, 3), "Cleburne": (1, 3)}
    club, battle = begun(brief_of([*foot(5), HALF], leaders), {"CSA": ELEVEN})
    thirty = ("cheatham", "d0b0 d0b1 d0b2")
    with pytest.raises(Refusal, match=r"56 of 110 stands would flank march; the limit is 55. VG-5A."):
        seal(club, battle, "CSA", {"right": thirty, "left": ("cleburne", "d1b1 d1b2 d1b3")})
    seal(club, battle, "CSA", {"right": thirty, "left": ("cleburne", "d1b0 d1b2 d1b1")})


@pytest.mark.rule("VG-5A")
def test_worked_example_6() -> None:
    order = order_of(divisions=(division("cheatham", "foot0", "half", stands=(10, 10, 10)),))
    club, battle = begun(brief_of([*foot(1), HALF], {"Cheatham": (1, 3)}), {"CSA": order})
    with pytest.raises(Refusal, match=r"20 of 30 stands would flank march; the limit is 15. VG-5A."):
        seal(club, battle, "CSA", {"left": ("cheatham", "d0b0 d0b1")})


# 7 to 14: arrivals and meetings.


def both_armies(initiative: int = 2) -> Brief:
    leaders = {"Polk": (2, initiative), "Hood": (1, initiative), "Wheeler": (1, initiative)}
    brief = brief_of([*foot(8), *horse(1)], leaders)
    army = brief.sides["CSA"]

    def union(name: str) -> str:
        return f"u-{name}"

    ours = replace(
        army,
        strength=tuple(replace(i, id=union(i.id), under=i.under and union(i.under)) for i in army.strength),
        leaders=tuple(replace(each, id=union(each.id)) for each in army.leaders),
    )
    return replace(brief, hex_terrain="clear", hexside_crossed="none", sides={"CSA": army, "USA": ours})


def order_for(prefix: str) -> NamedOrder:
    """Return 180 stands: Polk's corps with Hood's, Wheeler's, and another division, and two divisions outside it."""
    names = [f"{prefix}foot{n}" for n in range(8)]
    return order_of(
        corps_of(
            f"{prefix}polk",
            division(f"{prefix}hood", *names[:2], stands=(10, 10, 10, 5, 5)),
            division(f"{prefix}wheeler", f"{prefix}horse0", arm=Arm.CAVALRY),
            division("", *names[2:4], stands=TENS),
        ),
        divisions=(division("", *names[4:6], stands=TENS), division("", *names[6:], stands=TENS)),
    )


ORDERS = {"CSA": order_for(""), "USA": order_for("u-")}
FORCES = {  # a leader, and brigades and batteries
    "40 infantry, 4 batteries": ("hood", "c0d0b0 c0d0b1 c0d0b2 c0d0b3 c0d0b4 c0d0g0 c0d0g1 c0d0g2 c0d0g3"),
    "35 infantry": ("hood", "c0d0b0 c0d0b1 c0d0b2 c0d0b3"),
    "30 infantry": ("hood", "c0d0b0 c0d0b1 c0d0b2"),
    "25 infantry": ("hood", "c0d0b0 c0d0b1 c0d0b3"),
    "20 cavalry": ("wheeler", "c0d1b0 c0d1b1"),
    "50 infantry": ("polk", "c0d0b0 c0d0b1 c0d0b2 c0d2b0 c0d2b1"),
    "30 infantry, 10 cavalry": ("polk", "c0d0b0 c0d0b1 c0d0b2 c0d1b0"),
}


@kept
def rolled(brief: Brief, marches: Mapping[str, str], **typed: int) -> tuple[Club, Battle, dict[str, dict[str, object]]]:
    """Send forces around one flank, and return what the secret rolls found of each side and of a meeting."""
    club, battle = begun(brief, ORDERS)
    for side in SEATS:
        leader, units = FORCES[marches[side]] if side in marches else ("", "")
        prefix = "u-" if side == "USA" else ""
        seal(club, battle, side, {"left": (f"{prefix}{leader}", units)} if leader else {})
    open_it(club, battle, **typed)
    facts = [row.body["facts"] for row in SecretResult.objects.filter(battle=battle, subject__startswith="left.")]
    return club, battle, {str(each.get("side", "meeting")): each for each in facts}


@pytest.mark.rule("VG-7B1")
@pytest.mark.rule("VG-7C1")
@pytest.mark.rule("VG-7C3")
@pytest.mark.rule("VG-7C4")
@pytest.mark.parametrize(
    ("example", "side", "initiative", "terrain", "hexside", "die", "turn"),
    [
        (7, "USA", 2, "clear", "none", 3, 4),
        (7, "USA", 2, "clear", "none", 2, 9),
        (7, "USA", 2, "clear", "none", 1, 14),
        (8, "CSA", 2, "forest", "none", 3, 9),
        (8, "USA", 2, "forest", "none", 3, 4),
        (9, "CSA", 2, "clear", "navigable_river", 4, 9),
        (9, "CSA", 2, "clear", "navigable_river", 3, 14),
        (9, "CSA", 2, "forest", "navigable_river", 4, 14),
        (10, "USA", 4, "clear", "none", 4, 9),
        (10, "USA", 4, "clear", "none", 3, 14),
    ],
)
def test_worked_examples_7_to_10(
    example: int, side: str, initiative: int, terrain: str, hexside: str, die: int, turn: int
) -> None:
    brief = replace(both_armies(initiative), hex_terrain=terrain, hexside_crossed=hexside)
    brief = replace(brief, attacker="CSA", defender="USA")
    _, _, found = rolled(brief, {side: "30 infantry"}, **{f"left_{side.lower()}": die})
    assert found[side]["entry_turn"] == turn, example


@pytest.mark.rule("VG-7B5")
@pytest.mark.rule("VG-7B6")
@pytest.mark.parametrize(
    ("dice", "d10", "meets"),
    [((3, 1), 1, False), ((3, 2), 5, True), ((3, 2), 6, False), ((1, 2), 5, True), ((2, 2), 10, True)],
)
def test_worked_example_11(dice: tuple[int, int], d10: int, meets: bool) -> None:  # noqa: FBT001
    typed = {"left_csa": dice[0], "left_usa": dice[1], "left_meet": d10}
    _, _, found = rolled(both_armies(), {"CSA": "30 infantry", "USA": "30 infantry"}, **typed)
    assert found["meeting"]["meets"] is meets
    arrive = 0 if meets else 30
    assert (found["CSA"]["arrives"], found["USA"]["arrives"]) == (arrive, arrive)


@pytest.mark.rule("VG-7B5a")
@pytest.mark.rule("VG-7B5b")
@pytest.mark.parametrize(
    ("example", "a", "b", "arrive"),
    [
        (12, "40 infantry, 4 batteries", "25 infantry", (15, 0)),
        (13, "20 cavalry", "30 infantry", (0, 0)),
        (14, "20 cavalry", "50 infantry", (0, 10)),
        (15, "30 infantry, 10 cavalry", "35 infantry", (5, 0)),
    ],
)
def test_worked_examples_12_to_15(example: int, a: str, b: str, arrive: tuple[int, int]) -> None:
    club, battle, found = rolled(both_armies(), {"CSA": a, "USA": b}, left_csa=2, left_usa=2)
    assert (found["CSA"]["arrives"], found["USA"]["arrives"]) == arrive, example
    if example == 12:
        to_turn(club, battle, 8)
        part = "15 of its 40 stands enter with 2 batteries"
        assert not any(part in line for line in told(club, "confederate"))
        to_turn(club, battle, 9)
        assert any(part in line for line in told(club, "confederate"))
        assert not any(part in line for who in ("union", "observer") for line in told(club, who))
