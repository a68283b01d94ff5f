"""Which brigades and batteries a flank force has, who leads it, and how large it is (VG-4A to 4C, 5, 7B, 7C, 7D)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

import pytest

from battles.conduct.base import Chosen, PlanChoices, SecretDice
from battles.conduct.cw_to_ff.planning import FlankMarchPlanning
from battles.conduct.cw_to_ff.secret_work import find
from battles.tests.builders import kind_of
from campaign.errors import Refusal
from rulesets.core.brief import Brief, BriefItem, BriefLeader, BriefSide
from rulesets.core.brief_form import shipped_briefs
from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.cw_to_ff.findings import FlankFacts, ForceFacts
from rulesets.cw_to_ff.named_order import NamedBattery, NamedBrigade, NamedCorps, NamedDivision, NamedOrder
from rulesets.cw_to_ff.orders import Plan
from rulesets.cw_to_ff.state import Arm, Quality

PERRYVILLE = shipped_briefs()["perryville"]
HOUSE = Context.of(switches={"R-5": "all lead corps"})


def brief_of(
    items: list[BriefItem], leaders: Mapping[str, tuple[int, int]], side: str = "CSA", *, like: Brief = PERRYVILLE
) -> Brief:
    """Return a Brief in which a side has these points, and these leaders with their stars and initiative."""
    listed = tuple(
        BriefLeader(
            id=name.lower(),
            name=name,
            rank_stars=stars,
            initiative=i,
            tactical=0,
            cavalry=name == "Wheeler",
            seniority=n + 1,
        )
        for n, (name, (stars, i)) in enumerate(leaders.items())
    )
    return replace(like, sides={**like.sides, side: BriefSide(strength=tuple(items), leaders=listed)})


def foot(count: int, **more: object) -> list[BriefItem]:
    return [BriefItem(id=f"foot{n}", quality="veteran", **more) for n in range(count)]  # type: ignore[arg-type]


def horse(count: int) -> list[BriefItem]:
    return [BriefItem(id=f"horse{n}", arm="cavalry", quality="veteran", under="wheeler") for n in range(count)]


def division(leader: str, *points: str, stands: tuple[int, ...] = (10, 10), arm: Arm = Arm.INFANTRY) -> NamedDivision:
    """Return a veteran division with two batteries for each point."""
    brigades = (NamedBrigade(f"{leader} {n}", "", Quality.VETERAN, arm, count) for n, count in enumerate(stands))
    guns = tuple(NamedBattery(f"{leader or points[0]} {n}", arm) for n in range(2 * len(points)))
    commander = "" if leader else f"Commander of {points[0]}"
    return NamedDivision(leader, commander, f"Division of {leader or points[0]}", points, tuple(brigades), guns)


def order_of(*corps: NamedCorps, divisions: tuple[NamedDivision, ...] = (), leader: str = "") -> NamedOrder:
    return NamedOrder(leader, "The army", corps, divisions)


def corps_of(leader: str, *divisions: NamedDivision) -> NamedCorps:
    return NamedCorps(leader, "", f"Corps of {leader}", divisions)


def settled(
    brief: Brief, order: NamedOrder | None, marches: Mapping[str, tuple[str, str]], house: Context = BY_THE_BOOK
) -> Plan:
    """Seal marches by edge: a leader, and addresses with spaces between."""
    chosen = {edge: Chosen(leader, tuple(units.split())) for edge, (leader, units) in marches.items()}
    return FlankMarchPlanning(house).settle(brief, "CSA", chosen, order.to_json() if order else None)


def refused(brief: Brief, order: NamedOrder | None, marches: Mapping[str, tuple[str, str]]) -> str:
    with pytest.raises(Refusal) as error:
        settled(brief, order, marches)
    return error.value.sentence


# Whose brigades march.


TWO_DIVISIONS = brief_of(foot(4), {"Polk": (2, 3), "Cheatham": (1, 3)})
OF_POLK = order_of(
    corps_of(
        "polk",
        division("cheatham", "foot0", "foot1", stands=(10, 10, 10, 10)),
        division("", "foot2", stands=(10, 10)),
        division("", "foot3", stands=(10, 10)),
    )
)


@pytest.mark.rule("VG-5")
class Test_Own_command:
    def test_part_of_a_division_marches_with_its_batteries(self) -> None:
        plan = settled(TWO_DIVISIONS, OF_POLK, {"left": ("cheatham", "c0d0b0 c0d0b2 c0d0g1")})
        units = FlankMarchPlanning().units(TWO_DIVISIONS, "CSA", plan)
        batteries = FlankMarchPlanning().batteries(TWO_DIVISIONS, "CSA", plan)
        assert [unit.id for unit in units if unit.place == "left"] == ["c0d0b0", "c0d0b2"]
        assert {unit.id for unit in batteries if unit.place == "left"} == {"c0d0g1"}
        assert sum(unit.stands for unit in units) == 80
        assert len(batteries) == 8

    @pytest.mark.rule("VG-5B")
    def test_corps_leader_marches_with_brigades_of_two_divisions(self) -> None:
        parts = "c0d1b0 c0d1b1 c0d2b0 c0d2b1"
        assert settled(TWO_DIVISIONS, OF_POLK, {"left": ("polk", parts)}).left is not None
        one = refused(TWO_DIVISIONS, OF_POLK, {"left": ("polk", "c0d0b0 c0d0b1 c0d0b2 c0d0b3")})
        assert one.endswith("Under a corps leader, the force on your right needs at least 2 divisions. VG-5B.")

    @pytest.mark.parametrize("stranger", ["c0d1b0", "c0d1g0", "c9d9b9", "foot0", "x" * 60, "c0d0"])
    def test_other_commands_and_unknown_ids_are_refused_alike(self, stranger: str) -> None:
        said = refused(TWO_DIVISIONS, OF_POLK, {"left": ("cheatham", f"c0d0b0 c0d0b1 {stranger}")})
        assert said == (
            "Your right: it has a brigade or battery that isn’t under its leader. "
            "Choose from the leader’s own command. VG-5B."
        )

    def test_unit_in_both_marches_is_refused(self) -> None:
        marches = {"left": ("cheatham", "c0d0b0 c0d0b1"), "right": ("polk", "c0d0b1 c0d1b0 c0d1b1 c0d2b0")}
        assert "can join only one flank march. VG-5A." in refused(TWO_DIVISIONS, OF_POLK, marches)

    def test_leader_of_both_marches_is_refused_once(self) -> None:
        marches = {"left": ("cheatham", "c0d0b0 c0d0b1"), "right": ("cheatham", "c0d0b2 c0d0b3")}
        said = refused(TWO_DIVISIONS, OF_POLK, marches)
        assert said == "A leader can lead only one flank march. VG-5B."

    @pytest.mark.parametrize("leader", ["nobody", "buell"])
    def test_leader_of_nobody_or_of_the_enemy_is_refused(self, leader: str) -> None:
        said = refused(TWO_DIVISIONS, OF_POLK, {"left": (leader, "c0d0b0")})
        assert said == "The plan names a leader who is not in this army."

    def test_empty_march_asks_for_what_it_lacks(self) -> None:
        assert "Choose brigades. VG-5B." in refused(TWO_DIVISIONS, OF_POLK, {"left": ("cheatham", "")})
        assert "Choose a leader. VG-5B." in refused(TWO_DIVISIONS, OF_POLK, {"right": ("", "c0d0b0")})

    def test_march_of_batteries_alone_is_too_small(self) -> None:
        assert "has 0 stands; it needs at least 20" in refused(TWO_DIVISIONS, OF_POLK, {"left": ("cheatham", "c0d0g0")})


# Who can lead.


def leaders(choices: PlanChoices) -> tuple[list[str], dict[str, str]]:
    return [each.label.partition(",")[0] for each in choices.leaders], {o.label: o.detail for o in choices.refused}


@pytest.mark.rule("VG-4B")
@pytest.mark.rule("VG-5B")
def test_three_star_leads_a_flank_march_only_where_all_of_them_lead_corps() -> None:
    brief = brief_of(foot(4), {"Bragg": (3, 3)})
    corps = order_of(
        corps_of("bragg", division("", "foot0"), division("", "foot1")),
        divisions=(division("", "foot2", "foot3", stands=(10, 10, 10, 10)),),
    )
    march = {"left": ("bragg", "c0d0b0 c0d0b1 c0d1b0 c0d1b1")}
    assert settled(brief, corps, march, HOUSE).left is not None
    assert leaders(FlankMarchPlanning(HOUSE).choices(brief, "CSA", corps.to_json())) == (["Bragg"], {})
    able, unable = leaders(FlankMarchPlanning().choices(brief, "CSA"))
    assert able == []
    assert unable == {"Bragg": "an army leader may not lead a flank march. VG-5B"}
    army = FlankMarchPlanning().commands(brief, "CSA")
    units = " ".join(part.at for command in army[:3] for part in command.parts if part.kind == "brigade")
    assert "An army leader may not lead the force on your right" in refused(brief, None, {"left": ("bragg", units)})


@pytest.mark.rule("VG-4B")
def test_of_two_alike_in_seniority_one_leads_the_army() -> None:
    brief = brief_of(foot(4), {"Bragg": (3, 3), "Hood": (3, 3)})
    assert leaders(FlankMarchPlanning().choices(brief, "CSA"))[0] == ["Hood"]


@pytest.mark.rule("VG-5B")
def test_supernumerary_leader_cannot_lead() -> None:
    brief = brief_of(foot(2), {"Cheatham": (1, 3), "Cleburne": (1, 3), "Withers": (1, 3)})
    able, unable = leaders(FlankMarchPlanning().choices(brief, "CSA"))
    assert len(able) == 2
    assert set(unable.values()) == {"no command in your order of battle. VG-5B"}


@pytest.mark.rule("VG-5A")
def test_leader_whose_command_is_too_large_for_half_the_army_is_told_why() -> None:
    brief = brief_of(foot(3), {"Polk": (2, 3), "Cheatham": (1, 3)})
    able, unable = leaders(FlankMarchPlanning().choices(brief, "CSA"))
    assert able == ["Cheatham"]
    assert unable["Polk"].startswith("a force under a corps leader has 40 to 120 stands of at least 2 divisions, and")
    assert unable["Polk"].endswith("this command has none of that size. VG-5A, VG-5B")


# Sizes.


@pytest.mark.rule("VG-4C")
@pytest.mark.rule("VG-5B")
def test_points_of_one_item_make_the_divisions_of_a_corps() -> None:
    large = BriefItem(id="large", quality="veteran", size=4)
    brief = brief_of([large, *foot(4)], {"Longstreet": (2, 3)})
    halves = [division("", "large", "large", stands=(10, 10, 10, 10)) for _ in range(2)]
    rest = tuple(division("", f"foot{n}", f"foot{n + 1}", stands=(10, 10, 10, 10)) for n in (0, 2))
    order = order_of(corps_of("longstreet", *halves), divisions=rest)
    whole = " ".join(f"c0d{d}b{b}" for d in range(2) for b in range(4))
    assert settled(brief, order, {"left": ("longstreet", whole)}).left is not None


@pytest.mark.rule("VG-5B")
@pytest.mark.parametrize(("carry", "stands"), [("9/20", (6, 5)), ("-9/20", (15, 14))])
def test_least_size_ignores_carryover(carry: str, stands: tuple[int, int]) -> None:
    """One strength point is worth 20 stands, whether it has 11 or 29."""
    brief = brief_of(
        [BriefItem(id="worn", quality="veteran", carried_loss=Fraction(carry)), *foot(3)], {"Hood": (1, 2)}
    )
    rest = tuple(division("", f"foot{n}") for n in range(3))
    order = order_of(divisions=(division("hood", "worn", stands=stands), *rest))
    assert settled(brief, order, {"left": ("hood", "d0b0 d0b1")}).left is not None
    assert "it needs at least 20" in refused(brief, order, {"left": ("hood", "d0b0")})


@pytest.mark.rule("VG-5A")
def test_half_of_the_army_is_counted_in_the_stands_it_has() -> None:
    """Of 11 + 20 stands, 15 may march: the worn division may, and the other may not."""
    brief = brief_of(
        [BriefItem(id="worn", quality="veteran", carried_loss=Fraction(9, 20)), *foot(1)],
        {"Hood": (1, 2), "Cheatham": (1, 3)},
    )
    order = order_of(divisions=(division("hood", "worn", stands=(6, 5)), division("cheatham", "foot0")))
    assert settled(brief, order, {"left": ("hood", "d0b0 d0b1 d0g0 d0g1")}).left is not None
    assert "20 of 31 stands would flank march; the limit is 15. VG-5A." in refused(
        brief, order, {"left": ("cheatham", "d1b0 d1b1")}
    )
    able, unable = leaders(FlankMarchPlanning().choices(brief, "CSA", order.to_json()))
    assert (able, list(unable)) == (["Hood"], ["Cheatham"])


# Arms.


OF_MCCOOK = order_of(
    corps_of("mccook", *(division("", f"foot{n}", f"foot{n + 1}", stands=(10, 10, 10, 10)) for n in (0, 2, 4)))
)
SIXTY = {"left": Chosen("mccook", ("c0d0b0", "c0d0b1", "c0d0b2", "c0d0b3", "c0d1b0", "c0d1b1"))}


@pytest.mark.rule("VG-4A")
@pytest.mark.rule("VG-7B5b")
@pytest.mark.parametrize(("leader", "arm", "arrive"), [("cheatham", "infantry", 20), ("wheeler", "cavalry", 0)])
def test_cavalry_under_an_infantry_leader_counts_once(leader: str, arm: str, arrive: int) -> None:
    """40 stands keep off 40 of 60 as infantry, and 80 as cavalry."""
    brief = brief_of([*foot(2), *horse(2)], {"Cheatham": (1, 3), "Wheeler": (1, 2)})
    brief = brief_of([*foot(6)], {"McCook": (2, 3)}, "USA", like=brief)
    tens, mounted = (10, 10, 10, 10), Arm(arm)
    other = "wheeler" if leader == "cheatham" else "cheatham"
    order = order_of(
        divisions=(
            division(leader, "horse0", "horse1", stands=tens, arm=mounted),
            division("", "foot0", "foot1", stands=tens),
        )
    )
    order = replace(order, supernumerary=(other,))
    plans = {
        "CSA": Plan.from_json(
            {"left": {"leader": leader, "units": [f"d0b{n}" for n in range(4)]}, "order": order.to_json()}
        ),
        "USA": FlankMarchPlanning().settle(brief, "USA", SIXTY, OF_MCCOOK.to_json()),
    }
    dice: SecretDice[FlankFacts] = SecretDice(both_deliberate(brief, plans), lambda rolls: {})
    found = find(brief, plans, dice, BY_THE_BOOK)
    arriving = {each.facts.side: each.facts.arrives for each in found if isinstance(each.facts, ForceFacts)}
    assert arriving == {"CSA": 0, "USA": arrive}
    marching = [unit for unit in FlankMarchPlanning().units(brief, "CSA", plans["CSA"]) if unit.place == "left"]
    assert {kind_of(unit) for unit in marching} == {f"veteran {arm}"}


def both_deliberate(brief: Brief, plans: dict[str, Plan]) -> Callable[..., tuple[int, ...]]:
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
