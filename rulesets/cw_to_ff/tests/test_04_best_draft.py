"""Compares the draft with every possible arrangement, for armies small enough to try them all."""

from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from rulesets.core.registry import procedure

Json = dict[str, Any]
Worth = tuple[tuple[bool, ...], int, int]
CHECK, DRAFT = "cw_to_ff.check_order_of_battle", "cw_to_ff.draft_order_of_battle"


def ranks_of(leaders: list[Json]) -> dict[str, str]:
    """Rank leaders by stars; without a four-star, the senior three-star leads the army."""
    three = [each["id"] for each in leaders if each["stars"] == 3]
    chief = three[0] if three and all(each["stars"] != 4 for each in leaders) else ""
    by_stars = {1: "division", 2: "corps", 3: "corps", 4: "army"}
    return {each["id"]: "army" if each["id"] == chief else by_stars[each["stars"]] for each in leaders}


def by_rank(leaders: list[Json]) -> list[Json]:
    ranks = ranks_of(leaders)
    order = ("army", "corps", "division")
    return sorted(leaders, key=lambda each: (order.index(ranks[each["id"]]), -each["stars"], each["seniority"]))


def divided(items: list[str]) -> Iterator[list[list[str]]]:
    """Yield all ways to make divisions of one or two points."""
    if not items:
        yield []
        return
    for rest in divided(items[1:]):
        yield [[items[0]], *rest]
        for n, part in enumerate(rest):
            if len(part) < 2:
                yield [*rest[:n], [items[0], *part], *rest[n + 1 :]]


def led(divisions: list[list[str]], leaders: list[str]) -> Iterator[list[str]]:
    """Yield all ways to assign leaders; "" is an invented one."""
    for count in range(min(len(leaders), len(divisions)) + 1):
        for chosen in combinations(leaders, count):
            for places in permutations(range(len(divisions)), count):
                yield [chosen[places.index(n)] if n in places else "" for n in range(len(divisions))]


def best_of(present: Json) -> Worth:
    """Score leaders left out by rank and seniority, invented leaders, and points of cavalry; the lowest is best."""
    leaders, ranks = present["leaders"], ranks_of(present["leaders"])
    under = {item["id"]: item["under"] for item in present["items"]}
    horse = {each["id"] for each in leaders if each["cavalry"]}
    corps = [each["id"] for each in leaders if ranks[each["id"]] == "corps"]
    divisional = [each["id"] for each in leaders if ranks[each["id"]] == "division"]
    chief = [each["id"] for each in by_rank(leaders) if ranks[each["id"]] == "army"][:1]
    if len(leaders) == 1 and corps and len(under) == 1:
        corps, divisional = [], corps
    found: list[Worth] = []
    for divisions in divided(list(under)):
        for heads in led(divisions, divisional):
            if any(
                head in horse and any(under[i] != head for i in part)
                for head, part in zip(heads, divisions, strict=True)
            ):
                continue
            for count in range(len(corps) + 1):
                for chosen in combinations(corps, count):
                    for places in product(range(-1, count), repeat=len(divisions)):
                        if are_sound(chosen, places, divisions, heads, under, horse):
                            above = [chosen[place] if place >= 0 else "" for place in places]
                            in_command = {*chief, *chosen, *heads}
                            left_out = tuple(each["id"] not in in_command for each in by_rank(leaders))
                            mounted = sum(
                                under[i] is not None and under[i] in (head, top)
                                for part, head, top in zip(divisions, heads, above, strict=True)
                                for i in part
                            )
                            found.append((left_out, heads.count(""), -mounted))
    return min(found)


def are_sound(
    chosen: tuple[str, ...],
    places: tuple[int, ...],
    divisions: list[list[str]],
    heads: list[str],
    under: dict[str, str | None],
    horse: set[str],
) -> bool:
    """Check corps of at least 2 divisions and 2 to 6 points, and cavalry corps of their leaders' own points."""
    for n, leader in enumerate(chosen):
        mine = [at for at, place in enumerate(places) if place == n]
        if len(mine) < 2 or not 2 <= sum(len(divisions[at]) for at in mine) <= 6:
            return False
        own = [at for at in mine if heads[at] not in horse]
        if leader in horse and any(under[item] != leader for at in own for item in divisions[at]):
            return False
    return True


def worth_of(present: Json, drafted: Any) -> Worth:
    under = {item["id"]: item["under"] for item in present["items"]}
    mounted = sum(
        under[item] is not None and under[item] in (part.leader, corps.leader if corps else "")
        for corps, part in drafted.order.all_divisions()
        for item in part.items
    )
    left_out = tuple(each["id"] in drafted.order.supernumerary for each in by_rank(present["leaders"]))
    return left_out, drafted.invented, -mounted


def drafted_and_checked(present: Json) -> tuple[Any, Any]:
    drafted = procedure(DRAFT).run(present).result
    order = drafted.order.model_dump(mode="json")
    return drafted, procedure(CHECK).run({**present, "order": order}).result


@st.composite
def armies(draw: Any, most_points: int = 4, most_leaders: int = 4) -> Json:
    stars, horse = st.sampled_from([1, 1, 1, 2, 2, 3, 4]), st.booleans()
    leaders = [
        {"id": f"l{n}", "stars": draw(stars), "seniority": n + 1, "cavalry": draw(horse)}
        for n in range(draw(st.integers(0, most_leaders)))
    ]
    under = st.sampled_from([None, *(each["id"] for each in leaders if each["cavalry"])])
    qualities = st.sampled_from(["green", "veteran", "crack"])
    points = range(draw(st.integers(1, most_points)))
    return {
        "items": [{"id": f"p{n}", "quality": draw(qualities), "under": draw(under)} for n in points],
        "leaders": leaders,
    }


@pytest.mark.rule("VG-4B")
@pytest.mark.rule("VG-4C")
@pytest.mark.rule("VG-4D")
@settings(max_examples=120)
@given(armies())
def test_draft_is_the_best_arrangement(present: Json) -> None:
    drafted, check = drafted_and_checked(present)
    assert check.is_legal
    assert worth_of(present, drafted) == best_of(present)


MIXED: list[tuple[list[str | None], list[tuple[int, bool]], int]] = [
    (["l2", None, "l2", None, "l2"], [(1, False), (1, False), (2, True), (1, False)], 0),
    ([None, None, "l1", None, "l2"], [(4, True), (2, True), (1, True)], 3),
    (["l1", "l0", "l0"], [(2, True), (1, True), (1, False)], 0),
    (
        ["l3", "l2", "l2", "l1", "l3", None, "l2"],
        [(4, False), (3, True), (2, True), (1, True), (2, False), (1, False)],
        4,
    ),
    (["l4", "l3", "l1", "l1", None, "l3"], [(4, False), (1, True), (1, False), (1, True), (2, True)], 0),
]


@pytest.mark.rule("VG-4D")
@pytest.mark.parametrize(("under", "leaders", "invented"), MIXED)
def test_cavalry_corps_of_present_leaders_needs_no_invented_one(
    under: list[str | None], leaders: list[tuple[int, bool]], invented: int
) -> None:
    present = {
        "items": [{"id": f"p{n}", "under": leader} for n, leader in enumerate(under)],
        "leaders": [{"id": f"l{n}", "stars": s, "seniority": n + 1, "cavalry": c} for n, (s, c) in enumerate(leaders)],
    }
    drafted, check = drafted_and_checked(present)
    assert (str(check), drafted.invented, drafted.order.supernumerary) == ("legal", invented, ())


@pytest.mark.rule("VG-4E")
@pytest.mark.parametrize("ratio", [40, 60])
def test_large_ratio_makes_divisions_of_one_point(ratio: int) -> None:
    items = [{"id": f"p{n}", "quality": quality} for n, quality in enumerate(["green", "veteran", "crack"] * 3)]
    drafted, check = drafted_and_checked({"items": items, "stands_per_sp": ratio})
    assert drafted.unmet == ()
    assert check.is_legal


@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(armies(most_points=40, most_leaders=20), st.sampled_from([10, 20, 30, 60]))
def test_large_army_is_drafted_legally(present: Json, ratio: int) -> None:
    assume(len(present["items"]) >= 2 * len(present["leaders"]))
    asked = procedure(DRAFT).read({**present, "stands_per_sp": ratio})
    drafted = procedure(DRAFT).run(asked).result
    order = drafted.order.model_dump(mode="json")
    assert procedure(CHECK).run({**present, "stands_per_sp": ratio, "order": order}).result.is_legal


def test_supernumerary_leader_gets_a_reason() -> None:
    leaders = [
        {"id": "Grant", "stars": 4, "seniority": 1},
        {"id": "Halleck", "stars": 4, "seniority": 2},
        {"id": "Meade", "stars": 2},
        {"id": "Forrest", "cavalry": True},
        {"id": "Sherman", "seniority": 1},
        {"id": "Hurlbut", "seniority": 2},
    ]
    drafted, check = drafted_and_checked({"items": [{"id": "a"}], "leaders": leaders})
    assert check.is_legal
    assert [(each.cites, each.sentence) for each in drafted.left_out] == [
        ("VG-4B", "Halleck is supernumerary: another leads the army."),
        ("VG-4B", "Meade is supernumerary: no command of 2 SP is left for a corps leader."),
        ("VG-4B", "Hurlbut is supernumerary: no command of 1 SP is left for a division leader."),
        ("VG-4B", "Forrest is supernumerary: fewer than 1 SP on the map with that leader."),
    ]
