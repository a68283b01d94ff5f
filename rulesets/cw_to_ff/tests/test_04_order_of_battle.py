"""4B to 4E: ranks, the check, and the draft, which the check must accept."""

import json
import re
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.core.brief_form import DATA, read_brief_form
from rulesets.core.context import Context
from rulesets.core.errors import IllegalOrder
from rulesets.core.registry import procedure
from rulesets.cw_to_ff.hand_over import present_of

CHECK, DRAFT, RANK = (f"cw_to_ff.{name}" for name in ("check_order_of_battle", "draft_order_of_battle", "leader_rank"))


def leader(name: str, stars: int = 1, **more: Any) -> dict[str, Any]:
    return {"id": name, "name": name, "stars": stars, **more}


def division(commander: str, items: list[str], stands: list[int], **more: Any) -> dict[str, Any]:
    brigades = [{"stands": n} for n in stands]
    return {"leader": commander, "items": items, "brigades": brigades, "batteries": 2 * len(items), **more}


def points(*names: str, **more: Any) -> list[dict[str, Any]]:
    return [{"id": name, **more} for name in names]


def check(present: dict[str, Any], order: dict[str, Any]) -> Any:
    return procedure(CHECK).run({**present, "order": order}).result


def clauses(result: Any) -> set[str]:
    return {fault.cites for fault in result.faults}


def draft(present: dict[str, Any], context: Context | None = None) -> Any:
    return procedure(DRAFT).run(present, None, context or Context()).result


def checked(present: dict[str, Any], drafted: Any) -> Any:
    return check(present, drafted.order.model_dump(mode="json"))


ONE_DIVISION: dict[str, Any] = {"items": points("a", "b"), "leaders": [leader("Sherman")]}
TWO: dict[str, Any] = {"items": points("a", "b"), "leaders": [leader("Grant", 2), leader("Sherman"), leader("Hurlbut")]}
TWO_ORDER: dict[str, Any] = {
    "corps": [
        {"leader": "Grant", "divisions": [division("Sherman", ["a"], [10, 10]), division("Hurlbut", ["b"], [10, 10])]}
    ]
}


@pytest.mark.rule("VG-4B")
class Test_4B:
    @pytest.mark.parametrize(
        ("stars", "senior", "four", "rank"),
        [
            (1, False, False, "division"),
            (2, True, False, "corps"),
            (3, True, False, "army"),
            (3, False, False, "corps"),
            (3, True, True, "corps"),
            (4, False, True, "army"),
        ],
    )
    def test_rank_follows_stars(self, stars: int, rank: str, *, senior: bool, four: bool) -> None:
        inputs = {"stars": stars, "is_senior": senior, "four_star_present": four}
        assert procedure(RANK).run(inputs).result.rank == rank

    def test_ruling_lets_all_three_stars_lead_corps(self) -> None:
        context = Context.of(switches={"R-5": "all lead corps"})
        assert procedure(RANK).run({"stars": 3, "is_senior": True}, None, context).result.rank == "corps"

    def test_every_leader_must_be_listed_once(self) -> None:
        present = {**ONE_DIVISION, "leaders": [leader("Sherman"), leader("Hurlbut")]}
        result = check(present, {"divisions": [division("Sherman", ["a", "b"], [10, 10, 10, 10])]})
        assert [f.sentence for f in result.faults] == ["Hurlbut is not in the order of battle; list each leader once."]

    def test_division_leader_cannot_lead_a_corps_nor_strangers_anything(self) -> None:
        order = {"corps": [{**TWO_ORDER["corps"][0], "leader": "Sherman"}], "supernumerary": ["Lee"]}
        result = check(TWO, order)
        assert clauses(result) == {"VG-4B"}
        assert "Sherman is a division leader and cannot serve as a corps leader." in [f.sentence for f in result.faults]

    def test_leader_is_supernumerary_only_without_a_command(self) -> None:
        present = {"items": points("a"), "leaders": [leader("Sherman"), leader("Hurlbut"), leader("Grant", 2)]}
        order = {"divisions": [division("Sherman", ["a"], [10, 10])], "supernumerary": ["Hurlbut", "Grant"]}
        assert check(present, order).is_legal
        invented = {"divisions": [division("", ["a"], [10, 10])], "supernumerary": ["Sherman", "Hurlbut", "Grant"]}
        assert "Sherman is supernumerary, but could have a command." in check(present, invented).faults[0].sentence

    def test_sole_corps_leader_commands_a_division_of_one_point(self) -> None:
        present = {"items": points("a"), "leaders": [leader("Grant", 2)]}
        assert check(present, {"divisions": [division("Grant", ["a"], [10, 10])]}).is_legal
        assert draft(present).order.divisions[0].leader == "Grant"

    def test_second_four_star_is_supernumerary(self) -> None:
        present = {
            "items": points("a", "b"),
            "leaders": [leader("Lee", 4, seniority=1), leader("Cooper", 4, seniority=2)],
        }
        drafted = draft(present)
        assert (drafted.order.army_leader, drafted.order.supernumerary) == ("Lee", ("Cooper",))
        assert checked(present, drafted).is_legal


@pytest.mark.rule("VG-4C")
class Test_4C:
    def test_division_has_1_or_2_points(self) -> None:
        present = {"items": points("a", "b", "c"), "leaders": [leader("Sherman")]}
        result = check(
            present, {"divisions": [division("Sherman", ["a", "b", "c"], [12] * 5, batteries=4)], "batteries": 2}
        )
        assert [f.sentence for f in result.faults] == [
            "Sherman's division has 3 SP (60 stands); it needs 1 to 2 SP (20 to 40 stands)."
        ]

    def test_corps_has_at_least_2_divisions(self) -> None:
        order = {"corps": [{"leader": "Grant", "divisions": [division("Sherman", ["a", "b"], [10] * 4)]}]}
        present = {"items": points("a", "b"), "leaders": [leader("Grant", 2), leader("Sherman")]}
        assert [f.sentence for f in check(present, order).faults] == [
            "Grant's corps has 1 division; it needs at least 2."
        ]

    def test_two_divisions_of_20_make_a_corps(self) -> None:
        assert str(check(TWO, TWO_ORDER)) == "legal"

    def test_corps_has_at_most_6_points(self) -> None:
        names = list("abcdefgh")
        divisions = [division("", names[n : n + 2], [8] * 5) for n in range(0, 8, 2)]
        present = {"items": points(*names), "leaders": [leader("Grant", 2)]}
        assert "VG-4C" in clauses(check(present, {"corps": [{"leader": "Grant", "divisions": divisions}]}))

    def test_corps_has_at_most_the_batteries_of_6_points(self) -> None:
        names = list("abcdefgh")
        inside = [division("", names[n : n + 2], [8] * 5) for n in (0, 2, 4)]
        outside = division("", names[6:], [8] * 5, batteries=0)
        present = {"items": points(*names), "leaders": [leader("Grant", 2)]}
        order = {"corps": [{"leader": "Grant", "divisions": inside}], "divisions": [outside], "batteries": 4}
        assert check(present, order).is_legal
        order = {"corps": [{"leader": "Grant", "divisions": inside, "batteries": 4}], "divisions": [outside]}
        assert [(f.cites, f.sentence) for f in check(present, order).faults] == [
            ("VG-4C", "Grant's corps has 16 batteries; the limit is 12.")
        ]

    def test_limits_ignore_carryover(self) -> None:
        present = {"items": points("a", carried_loss="1/2"), "leaders": [leader("Sherman")]}
        assert check(present, {"divisions": [division("Sherman", ["a"], [5, 5])]}).is_legal


@pytest.mark.rule("VG-4D")
class Test_4D:
    def test_invented_leaders_have_the_same_limits(self) -> None:
        present = {"items": points("a", "b"), "leaders": [leader("Grant", 2)]}
        drafted = draft(present)
        assert (drafted.invented, len(drafted.order.corps[0].divisions)) == (2, 2)
        assert checked(present, drafted).is_legal
        too_large = {"divisions": [division("", ["a", "b", "c"], [12] * 5, batteries=4)], "batteries": 2}
        assert clauses(check({"items": points("a", "b", "c")}, too_large)) == {"VG-4D"}


@pytest.mark.rule("VG-4E")
class Test_4E:
    @pytest.mark.parametrize(
        ("stands", "legal"), [([20], False), ([10, 10], True), ([4] * 5, True), ([4, 4, 4, 4, 2, 2], False)]
    )
    def test_division_has_2_to_5_brigades(self, stands: list[int], *, legal: bool) -> None:
        present = {"items": points("a"), "leaders": [leader("Sherman")]}
        assert check(present, {"divisions": [division("Sherman", ["a"], stands)]}).is_legal is legal

    def test_brigades_match_quality_and_arm_of_the_points(self) -> None:
        present = {"items": points("a", quality="green"), "leaders": [leader("Sherman")]}
        result = check(present, {"divisions": [division("Sherman", ["a"], [10, 10])]})
        assert clauses(result) == {"VG-4E"}
        assert len(result.faults) == 2

    def test_division_with_other_stands_in_all_than_its_points_breaks_4C(self) -> None:
        present = {"items": points("a"), "leaders": [leader("Sherman")]}
        result = check(present, {"divisions": [division("Sherman", ["a"], [10, 9])]})
        assert [(str(f.cites), f.sentence) for f in result.faults] == [
            ("VG-4C", "Sherman's division has 19 veteran infantry stands; its SP give 20.")
        ]

    def test_odd_brigades_give_a_warning_and_huge_ones_are_refused(self) -> None:
        result = check(ONE_DIVISION, {"divisions": [division("Sherman", ["a", "b"], [3, 13, 24])]})
        assert len(result.warnings) == 2
        assert [f.sentence for f in result.faults] == [
            "Sherman's division has a brigade of 24 stands; the limit is 20."
        ]

    @pytest.mark.parametrize(("count", "legal"), [(60, True), (61, False)])
    def test_army_has_at_most_60_brigades(self, count: int, *, legal: bool) -> None:
        names = [f"p{n}" for n in range(30)]
        divisions = [division("", [name], [10, 10]) for name in names[:-1]]
        divisions.append(division("", names[-1:], [10, 10] if count == 60 else [10, 5, 5]))
        found = check({"items": points(*names)}, {"divisions": divisions}).faults
        assert [fault.sentence for fault in found] == ([] if legal else ["The army has 61 brigades; the limit is 60."])

    def test_batteries_may_be_at_any_level(self) -> None:
        first, second = TWO_ORDER["corps"][0]["divisions"]
        brigade = {"stands": 10, "batteries": 1}
        moved = {**first, "batteries": 0, "brigades": [brigade, {"stands": 10}]}
        order = {"corps": [{"leader": "Grant", "divisions": [moved, second], "batteries": 1}]}
        assert check(TWO, order).is_legal
        order["corps"][0]["batteries"] = 0
        assert [f.sentence for f in check(TWO, order).faults] == ["The army has 3 foot batteries; its SP give 4."]

    def test_division_may_be_outside_any_corps(self) -> None:
        present = {"items": points("a", "b", "c"), "leaders": TWO["leaders"]}
        order = {**TWO_ORDER, "divisions": [division("", ["c"], [10, 10])]}
        assert check(present, order).is_legal

    def test_twenty_stands_split_into_7_7_6(self) -> None:
        drafted = draft({"items": points("a"), "leaders": [leader("Sherman")]})
        assert [brigade.stands for brigade in drafted.order.divisions[0].brigades] == [7, 7, 6]


@pytest.mark.rule("VG-4A")
class Test_4A_cavalry:
    def test_points_are_cavalry_under_their_leader_on_the_map(self) -> None:
        present = {
            "items": points("a", arm="cavalry", under="Forrest"),
            "leaders": [leader("Forrest", cavalry=True)],
        }
        drafted = draft(present).order.divisions[0]
        assert (drafted.leader, drafted.horse_batteries, {b.arm for b in drafted.brigades}) == (
            "Forrest",
            2,
            {"cavalry"},
        )
        assert checked(present, draft(present)).is_legal

    @pytest.mark.rule("VG-4B")
    def test_spare_cavalry_leader_can_take_an_invented_cavalry_corps(self) -> None:
        leaders = [leader("Sheridan", 2, cavalry=True), leader("Custer", cavalry=True), leader("Merritt", cavalry=True)]
        items = [{"id": "a", "under": "Custer"}, {"id": "b", "under": "Merritt"}]
        present = {"items": items, "leaders": leaders}
        order = draft(present).order.model_dump(mode="json")
        assert (order["corps"][0]["leader"], check(present, order).faults) == ("Sheridan", ())
        order["corps"][0]["leader"], order["supernumerary"] = "", ["Sheridan"]
        assert [f.sentence for f in check(present, order).faults] == [
            "Sheridan is supernumerary, but could have a command."
        ]

    def test_cavalry_is_limited_to_points_on_the_map(self) -> None:
        present = {"items": points("a"), "leaders": [leader("Forrest", cavalry=True)]}
        result = check(present, {"divisions": [division("Forrest", ["a"], [10, 10])]})
        assert "Forrest cannot lead a: not with that leader on the map." in [f.sentence for f in result.faults]
        assert draft(present).order.supernumerary == ("Forrest",)

    def test_every_point_is_listed_once(self) -> None:
        result = check(ONE_DIVISION, {"divisions": [division("Sherman", ["a", "a"], [10] * 4)]})
        assert [f.sentence for f in result.faults] == [
            "The order of battle has 2 SP of a; it needs 1.",
            "The order of battle has 0 SP of b; it needs 1.",
        ]


BRIEFS = [(path, side) for path in sorted(DATA.glob("*.json")) for side in ("USA", "CSA")]


@pytest.mark.parametrize(("path", "side"), BRIEFS, ids=[f"{path.stem} {side}" for path, side in BRIEFS])
def test_every_setup_drafts_a_legal_order_with_all_leaders(path: Any, side: str) -> None:
    brief = read_brief_form(json.loads(path.read_text()))
    present = present_of(brief, side)
    drafted = draft(present)
    assert drafted.unmet == ()
    assert drafted.order.supernumerary == ()
    assert str(checked(present, drafted)) == "legal"


FEWEST = {"shiloh USA": 3, "shiloh CSA": 6, "perryville CSA": 1, "first_bull_run USA": 3}


@pytest.mark.parametrize(("where", "invented"), FEWEST.items())
def test_draft_invents_no_more_leaders_than_worked_orders(where: str, invented: int) -> None:
    name, side = where.split()
    brief = read_brief_form(json.loads((DATA / f"{name}.json").read_text()))
    assert draft(present_of(brief, side)).invented <= invented


qualities = st.sampled_from(["green", "veteran", "crack"])
stars = st.sampled_from([1, 1, 1, 2, 2, 3, 4])


@st.composite
def armies(draw: Any) -> dict[str, Any]:
    leaders = [
        leader(f"l{n}", draw(stars), seniority=n + 1, cavalry=draw(st.integers(0, 4)) == 0)
        for n in range(draw(st.integers(0, 12)))
    ]
    horse = [each["id"] for each in leaders if each["cavalry"]]
    items = []
    for n in range(draw(st.integers(1, 24))):
        under = draw(st.sampled_from(horse)) if horse and draw(st.integers(0, 2)) == 0 else None
        carry = f"{draw(st.integers(-9, 9))}/20"
        item = {"id": f"p{n}", "quality": draw(qualities), "under": under, "carried_loss": carry}
        items.append({**item, "arm": "cavalry" if under else "infantry"})
    return {"items": items, "leaders": leaders}


@settings(max_examples=200)
@given(armies())
def test_check_accepts_every_draft(present: dict[str, Any]) -> None:
    drafted = draft(present)
    assert drafted.unmet == ()
    assert checked(present, drafted).faults == ()


def large_army(ratio: int, *, carries: bool) -> dict[str, Any]:
    """40 points and 20 leaders of all ranks, some of cavalry, with an uneven carryover each."""
    leaders = [leader(f"l{n}", [4, 3, 2, 2, 1, 2, 1][n % 7], seniority=n + 1, cavalry=n % 4 == 2) for n in range(20)]
    horse = [each["id"] for each in leaders if each["cavalry"]]
    items = [
        {
            **points(f"p{n}")[0],
            "quality": ("green", "veteran", "crack")[n % 3],
            "under": horse[n % len(horse)] if n % 5 < 2 else None,
            "carried_loss": f"{(7 * n) % (2 * ratio + 1) - ratio if carries else 0}/{ratio}",
        }
        for n in range(40)
    ]
    return {"items": items, "leaders": leaders, "stands_per_sp": ratio}


@pytest.mark.parametrize("carries", [False, True])
@pytest.mark.parametrize(("ratio", "is_legal"), [(1, None), (7, True), (20, True), (23, None), (45, False)])
def test_draft_of_40_points_takes_at_most_a_fifth_of_a_second(
    ratio: int,
    is_legal: bool | None,  # noqa: FBT001
    *,
    carries: bool,
) -> None:
    present = procedure(DRAFT).read(large_army(ratio, carries=carries))
    began = process_time()
    drafted = procedure(DRAFT).run(present).result
    assert process_time() - began <= 0.2
    found = check(large_army(ratio, carries=carries), drafted.order.model_dump(mode="json"))
    assert found.faults == drafted.unmet
    if is_legal is not None:
        assert found.is_legal is is_legal


@pytest.mark.rule("VG-4E")
@pytest.mark.parametrize(
    ("count", "ratio", "is_legal"), [(60, 20, True), (61, 20, False), (23, 45, True), (26, 45, False)]
)
def test_draft_stays_within_60_brigades_where_it_can(count: int, ratio: int, *, is_legal: bool) -> None:
    """30 pairs of 40 stands need 2 brigades each; 12 pairs of 90 need 5."""
    present = {"items": points(*(f"p{n}" for n in range(count))), "stands_per_sp": ratio}
    drafted = draft(present)
    faults = checked(present, drafted).faults
    assert faults == drafted.unmet
    over = [fault.sentence for fault in faults if "the limit is 60" in fault.sentence]
    assert (len(faults), len(over)) == ((0, 0) if is_legal else (1, 1))


def test_unmet_clauses_are_named() -> None:
    assert [f.cites for f in draft({"items": [], "leaders": [leader("Sherman")]}).unmet] == ["VG-4C"]
    tiny = {"items": points("a"), "leaders": [leader("Sherman")], "stands_per_sp": 1}
    assert [(f.cites, f.sentence, f.path) for f in draft(tiny).unmet] == [
        ("VG-4E", "Sherman's division has 1 brigade; it needs 2 to 5.", ("divisions", 0))
    ]


@pytest.mark.rule("VG-4E")
def test_clause_met_by_other_divisions_is_not_named() -> None:
    items = [*points("a", "b", quality="crack"), *points("c", carried_loss="-3/4"), *points("d")]
    drafted = draft({"items": items, "stands_per_sp": 60})
    assert {f.sentence for f in drafted.unmet} == {
        "The 3rd division outside any corps has a brigade of 21 stands; the limit is 20."
    }


@pytest.mark.rule("VG-4B")
@pytest.mark.parametrize(
    ("ratio", "items"),
    [(1, points("a", "b")), (4, [*points("a"), *points("b", carried_loss="3/4")])],
)
def test_too_few_stands_for_2_divisions_leave_one_commander(ratio: int, items: list[dict[str, Any]]) -> None:
    leaders = [leader("Grant", 2), leader("Sherman"), leader("Hurlbut")]
    present: dict[str, Any] = {"items": items, "leaders": leaders, "stands_per_sp": ratio}
    drafted = draft(present)
    assert (drafted.unmet, drafted.order.supernumerary) == ((), ("Grant", "Sherman"))
    assert checked(present, drafted).faults == ()


class Test_player_text:
    """Faults name things as players do, never by a path inside the input."""

    def test_command_is_named_by_its_leader(self) -> None:
        order = {"divisions": [division("Sherman", ["a"], [10, 10]), division("", ["b"], [61])]}
        found = check({**ONE_DIVISION}, order).faults
        assert [(fault.sentence, fault.where) for fault in found] == [
            (
                "The 2nd division outside any corps has 1 brigade; it needs 2 to 5.",
                "the 2nd division outside any corps",
            ),
            (
                "The 2nd division outside any corps has 61 veteran infantry stands; its SP give 20.",
                "the 2nd division outside any corps",
            ),
            (
                "The 2nd division outside any corps has a brigade of 61 stands; the limit is 20.",
                "the 1st brigade of the 2nd division outside any corps",
            ),
        ]

    def test_command_without_leader_is_numbered(self) -> None:
        corps = [
            {"leader": "Grant", "divisions": [division("Hurlbut", ["a"], [10, 10])]},
            {"leader": "", "divisions": [division("", ["b"], [20]), division("", [], [])]},
        ]
        where = {fault.where for fault in check(TWO, {"corps": corps}).faults}
        assert {"Grant's corps", "the 2nd division of the 2nd corps", "the order of battle"} <= where

    def test_fault_has_the_path_of_its_command_or_brigade(self) -> None:
        corps = [
            {"leader": "Grant", "divisions": [division("Hurlbut", ["a"], [10, 10])]},
            {"leader": "", "divisions": [division("Lee", ["b"], [5, 21]), division("", ["a", "c"], [20, 20])]},
        ]
        found = check(TWO, {"corps": corps, "divisions": [division("Hurlbut", [], [])], "supernumerary": ["Sherman"]})
        at = {fault.sentence: fault.path for fault in found.faults}
        second = ("corps", 1, "divisions")
        first = (*second, 0)
        assert {
            "Grant's corps has 1 division; it needs at least 2.": ("corps", 0),
            "“Lee” is not at the battle.": first,
            "“c” is not a strength point of this army.": (*second, 1),
            "The order of battle has 2 SP of a; it needs 1.": (*second, 1),
            "Hurlbut is listed 2 times; list each leader once.": ("divisions", 0),
            "Sherman is supernumerary, but could have a command.": ("supernumerary",),
            "The 1st division of the 2nd corps has a brigade of 21 stands; the limit is 20.": (
                *second,
                0,
                "brigades",
                1,
            ),
        }.items() <= at.items()

    @pytest.mark.parametrize(
        ("order", "sentence"),
        [
            (
                {"corps": [{"divisions": [{"brigades": [{"stands": "many"}]}]}]},
                "Order of battle, 1st corps, 1st division, 1st brigade, stands: "
                "must be a whole number from 1 to 2000, not “many”.",
            ),
            (
                {"divisions": [{}, {"batteries": -1}]},
                "Order of battle, 2nd division outside any corps, foot batteries: must",
            ),
            (
                {"divisions": [{}, {"guns": 1}]},
                "Order of battle, 2nd division outside any corps: unknown field “guns”.",
            ),
            ({"divisions": "none"}, "Order of battle, divisions outside any corps: must be a list, not “none”."),
            ({"supernumerary": [3]}, "Order of battle, 1st supernumerary leader: must be text, not 3."),
        ],
    )
    def test_unreadable_input_names_its_place_in_words(self, order: dict[str, Any], sentence: str) -> None:
        with pytest.raises(IllegalOrder) as caught:
            check(TWO, order)
        assert caught.value.sentence.startswith(sentence)

    @settings(max_examples=60)
    @given(st.permutations(["Sherman", "Hurlbut", "Grant", ""]), st.lists(st.integers(1, 90), max_size=7))
    def test_fault_never_shows_an_inner_path(self, names: list[str], stands: list[int]) -> None:
        corps = [{"leader": names[0], "divisions": [division(names[1], ["a"], stands), division("", ["c"], stands)]}]
        order = {"corps": corps, "divisions": [division(names[2], ["b"], stands)], "supernumerary": [names[3]]}
        for fault in check(TWO, order).faults:
            assert not re.search(r"[a-z_]\.[a-z0-9]|_", f"{fault.sentence} {fault.where}")
