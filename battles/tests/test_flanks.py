"""Flank marches: sealed, rolled in secret, and announced on their turns (VG-5, 7B, 7C, 7D)."""

from dataclasses import replace

import pytest

from battles.conduct.base import Chosen
from battles.models import Battle, Plan, SecretResult
from battles.selectors.reads import brief_of_battle, conduct, excess_choices_of, never_arrived, plans_of, units_of
from battles.services import opening, plans
from battles.tests.builders import a_battle, both_request, march, open_it, seal_both, to_turn, told
from campaign.errors import Refusal
from campaign.models import Cup, Feed, Throw
from campaign.services.sweep import sweep
from campaign.tests.builders import Club

pytestmark = pytest.mark.django_db
SWIFTLY = [("swift", "1/2"), ("deliberate", "1/4"), ("plodding", "1/4")]
SLOWLY = [("swift", "1/4"), ("deliberate", "1/4"), ("plodding", "1/2")]


@pytest.fixture
def fight() -> tuple[Club, Battle]:
    return a_battle()


@pytest.mark.rule("VG-5")
@pytest.mark.parametrize("edges", [(), ("left",), ("right",), ("left", "right")])
def test_side_may_march_on_left_right_both_or_neither(fight: tuple[Club, Battle], edges: tuple[str, ...]) -> None:
    club, battle = fight
    plan: dict[str, Chosen] = {}
    for edge, leader in zip(edges, ("Breckinridge", "Forrest"), strict=False):
        plan |= march(battle, "CSA", edge, leader, points=1)
    sealed = plans.seal(club.viewer("confederate"), battle.id, plan=plan)
    assert set(sealed.body) == {*edges, "order"}


@pytest.mark.rule("VG-5")
def test_empty_plan_is_announced_like_a_full_one(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    announced = []
    for plan in ({}, march(battle, "CSA", "left", "Breckinridge", points=1)):
        before = {who: len(told(club, who)) for who in ("union", "observer")}
        plans.seal(club.viewer("confederate"), battle.id, plan=plan, entropy="ab")
        announced.append({who: told(club, who)[count:] for who, count in before.items()})
        plans.unseal(club.viewer("confederate"), battle.id)
    assert announced[0] == announced[1]


@pytest.mark.rule("VG-5A")
def test_oversized_flank_march_is_refused_with_its_rule(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    plan = march(battle, "USA", "left", "Grant", points=5)
    with pytest.raises(Refusal, match="VG-5A"):
        plans.seal(club.viewer("union"), battle.id, plan=plan)
    assert not Plan.objects.exists()


@pytest.mark.rule("VG-5B")
def test_all_violations_are_named_at_once(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    plan = march(battle, "CSA", "left", "A.S. Johnston", points=7)
    with pytest.raises(Refusal) as refused:
        plans.seal(club.viewer("confederate"), battle.id, plan=plan)
    assert "VG-5A" in refused.value.sentence
    assert "army leader" in refused.value.sentence


def test_plan_with_enemy_units_is_refused(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    enemy = march(battle, "USA", "left", "Sherman", points=1)
    with pytest.raises(Refusal, match="not in this army"):
        plans.seal(club.viewer("confederate"), battle.id, plan=enemy)


@pytest.mark.rule("VG-7D1")
def test_demoralized_defender_sees_ban_before_choosing(fight: tuple[Club, Battle]) -> None:
    _, battle = fight
    planning, brief = conduct(battle).planning, brief_of_battle(battle)
    demoralized = replace(brief.sides["USA"], demoralized=True)
    brief = replace(brief, sides={**brief.sides, "USA": demoralized})
    assert planning.choices(brief, "USA").ban_cites == "VG-7D1"
    assert planning.chances(brief, "USA") == ()
    assert planning.choices(brief, "CSA").ban == ""


@pytest.mark.rule("VG-7C2")
@pytest.mark.parametrize(("terrain", "hexside"), [("swamp", "none"), ("clear", "gap_road")])
def test_swamp_and_gap_ban_flank_marches_for_both_sides(fight: tuple[Club, Battle], terrain: str, hexside: str) -> None:
    _, battle = fight
    planning, day = conduct(battle).planning, conduct(battle).day
    brief = replace(brief_of_battle(battle), hex_terrain=terrain, hexside_crossed=hexside)
    plans_of_both = {
        "USA": march(battle, "USA", "left", "Sherman", points=1),
        "CSA": march(battle, "CSA", "left", "Forrest", points=1),
    }
    for side, plan in plans_of_both.items():
        assert planning.choices(brief, side).ban_cites == "VG-7C2"
        with pytest.raises(Refusal, match="VG-7C2"):
            planning.settle(brief, side, plan)
    assert any("VG-7C2" in note for note in day.terms(planning.public_part(brief)).notes)


def test_plan_counts_what_marches_and_names_it_to_its_owner_alone(fight: tuple[Club, Battle]) -> None:
    _, battle = fight
    planning, brief = conduct(battle).planning, brief_of_battle(battle)
    plan = planning.settle(brief, "CSA", march(battle, "CSA", "left", "Hardee", points=2))
    (line,) = planning.in_words(brief, "CSA", plan)
    assert line.endswith("Hardee with 6 brigades of 40 stands, 4 batteries.")
    own = [unit.name.partition(",")[0] for unit in planning.units(brief, "CSA", plan) if unit.place == "left"]
    assert len(own) == 6
    assert all(name in planning.deployment_in_words(plan)[0] for name in own)
    assert not any(name in line for name in own)


@pytest.mark.rule("VG-7C1")
def test_flank_march_shortens_own_breastworks(fight: tuple[Club, Battle]) -> None:
    _, battle = fight
    planning, brief = conduct(battle).planning, brief_of_battle(battle)
    nobody = planning.settle(brief, "USA", {})
    assert "45″" in planning.breastworks(brief, "USA", nobody)
    marching = planning.settle(brief, "USA", march(battle, "USA", "left", "Sherman", points=2))
    assert "35″" in planning.breastworks(brief, "USA", marching)
    assert planning.breastworks(brief, "CSA", nobody) == ""


@pytest.mark.rule("VG-7B1")
@pytest.mark.rule("VG-7C1")
@pytest.mark.parametrize(("face", "speed", "notice"), [(1, "plodding", 13), (3, "deliberate", 8), (4, "swift", 3)])
def test_flank_roll_against_initiative_sets_speed(
    fight: tuple[Club, Battle], face: int, speed: str, notice: int
) -> None:
    """Forrest's initiative is 2; the forest subtracts 1 from the attacker's roll."""
    club, battle = fight
    seal_both(club, battle, confederate=march(battle, "CSA", "left", "Forrest", points=1))
    open_it(club, battle, left_csa=face)
    body = SecretResult.objects.get(battle=battle, subject="left.1.CSA").body
    assert (body["facts"]["speed"], body["dispatches"][0]["turn"]) == (speed, notice)


@pytest.mark.rule("VG-7B2")
@pytest.mark.rule("VG-7B3")
@pytest.mark.rule("VG-7B4")
@pytest.mark.parametrize(("face", "notice"), [(4, 3), (3, 8), (1, 13)])
def test_both_sides_are_warned_a_turn_before_flank_entry(fight: tuple[Club, Battle], face: int, notice: int) -> None:
    club, battle = fight
    seal_both(club, battle, confederate=march(battle, "CSA", "left", "Forrest", points=1))
    open_it(club, battle, left_csa=face)

    def hears(who: str, text: str) -> bool:
        return any(text in line for line in told(club, who))

    to_turn(club, battle, notice - 1)
    for who in ("union", "confederate"):
        assert not hears(who, "flank march nears")
    to_turn(club, battle, notice)
    text = f"A flank march nears the Union left, the Confederate right. It enters on turn {notice + 1}."
    assert all(hears(who, text) for who in ("union", "confederate", "observer"))
    assert not hears("union", "Confederate flank march enters")
    to_turn(club, battle, notice + 1)
    assert hears("union", "Confederate flank march enters")


@pytest.mark.rule("VG-7B")
@pytest.mark.rule("VG-7B6")
@pytest.mark.rule("VG-7B5a")
def test_only_larger_force_learns_of_meeting(fight: tuple[Club, Battle]) -> None:
    """Equal marches on one edge always meet: 40 stands against 20 leave 20."""
    club, battle = fight
    union = march(battle, "USA", "left", "L. Wallace", points=2)
    confederate = march(battle, "CSA", "left", "Breckinridge", points=1)
    seal_both(club, battle, union=union, confederate=confederate)
    open_it(club, battle, left_usa=3, left_csa=4)
    to_turn(club, battle, 9)
    met = "met the enemy off the table. 20 of its 40 stands enter with 2 batteries"
    assert any(met in line for line in told(club, "union"))
    assert not any("off the table" in line for who in ("confederate", "observer") for line in told(club, who))
    assert sum("flank march nears" in line for line in told(club, "confederate")) == 1
    battle.refresh_from_db()
    secret_results = list(SecretResult.objects.filter(battle=battle).order_by("subject"))
    for side, absent in (("USA", 20), ("CSA", 20)):
        units = units_of(battle, side, plans_of(battle))
        assert (
            sum(never_arrived(battle, side, units, secret_results, excess_choices_of(plans_of(battle))).values())
            == absent
        )


@pytest.mark.rule("VG-7B5")
@pytest.mark.parametrize(("face", "meets"), [(5, True), (6, False)])
def test_adjacent_marches_meet_on_half_the_rolls(fight: tuple[Club, Battle], face: int, meets: bool) -> None:  # noqa: FBT001
    club, battle = fight
    union = march(battle, "USA", "left", "L. Wallace", points=1)
    confederate = march(battle, "CSA", "left", "Breckinridge", points=1)
    seal_both(club, battle, union=union, confederate=confederate)
    open_it(club, battle, left_usa=3, left_csa=1, left_meet=face)
    assert SecretResult.objects.get(battle=battle, subject="left.2").body["facts"]["meets"] is meets


@pytest.mark.rule("VG-7B")
def test_sweep_rolls_untyped_dice_and_leaves_its_mark(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    seal_both(club, battle, confederate=march(battle, "CSA", "left", "Forrest", points=1))
    open_it(club, battle)
    roll = Throw.objects.get(sides=4)
    assert (roll.how, Cup.objects.get(id=roll.cup_id).audience) == ("machine", "umpire")
    count = Throw.objects.count()
    sweep(club.campaign.id)
    assert Throw.objects.count() == count
    battle.refresh_from_db()
    assert battle.is_swept


def test_repeated_turn_announces_nothing_twice(fight: tuple[Club, Battle]) -> None:
    club, battle = fight
    seal_both(club, battle, confederate=march(battle, "CSA", "left", "Forrest", points=1))
    open_it(club, battle, left_csa=4)
    to_turn(club, battle, 3)
    both_request(club, battle, "back")
    to_turn(club, battle, 3)
    assert sum("flank march nears" in line for line in told(club, "union")) == 1


def test_secret_result_changes_only_umpires_view(fight: tuple[Club, Battle]) -> None:
    """Every other view moves only by the sweep's mark and by the clock of the umpire's next move."""
    club, battle = fight
    seal_both(club, battle, confederate=march(battle, "CSA", "left", "Forrest", points=1))
    opening.prepare_battle(club.viewer("umpire"), battle.id)
    Feed.objects.update(game_since=None)
    before = {who: (len(told(club, who)), club.viewer(who).version) for who in ("union", "confederate", "observer")}
    sweep(club.campaign.id)
    for who, (lines, version) in before.items():
        assert len(told(club, who)) == lines
        assert club.viewer(who).version == version + 2
    assert set(Feed.objects.exclude(game_since=None).values_list("role", flat=True)) <= {"umpire"}


@pytest.mark.parametrize(
    ("at", "leader", "points", "said"),
    [
        ("left", "", 1, "Your right: a flank march needs a leader and brigades. Choose a leader"),
        ("right", "Breckinridge", 0, "Your left: .* Choose brigades"),
        ("left", "Forrest", 1, "Your right: .* isn’t under its leader"),
        ("right", "Hardee", 1, "The force on your left has 20 stands; a corps leader commands 40 to 120"),
    ],
)
def test_error_names_flank_from_own_side(
    fight: tuple[Club, Battle], at: str, leader: str, points: int, said: str
) -> None:
    club, battle = fight
    names = {each.name: each.id for each in brief_of_battle(battle).sides["CSA"].leaders} | {"": ""}
    of = "Hardee" if leader == "Hardee" else "Breckinridge"
    units = march(battle, "CSA", at, of, points=points)[at].units
    with pytest.raises(Refusal, match=said):
        plans.seal(club.viewer("confederate"), battle.id, plan={at: Chosen(names[leader], units)})


def test_planner_sees_exact_arrival_odds_for_each_leader(
    fight: tuple[Club, Battle],
) -> None:
    _, battle = fight
    planning, brief = conduct(battle).planning, brief_of_battle(battle)
    chances = planning.chances(brief, "USA")
    assert [(c.choice, [(line.words.split(":")[0], str(line.chance)) for line in c.odds]) for c in chances] == [
        *((f"{name} (initiative 2)", SWIFTLY) for name in ("Grant", "Sherman")),
        *((f"{name} (initiative 3)", SLOWLY) for name in ("McClernand", "Hurlbut", "L. Wallace")),
    ]
    attacking = planning.chances(brief, "CSA")
    assert [str(line.chance) for line in attacking[-1].odds if line.words.startswith("plodding")] == ["3/4"]
