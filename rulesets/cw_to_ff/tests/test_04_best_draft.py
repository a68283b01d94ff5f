"""Compares the draft with every possible arrangement, for armies small enough to try them all."""

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from fractions import Fraction
from itertools import combinations, permutations, product
from math import ceil, floor
from typing import Any
from unittest import mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulesets.core.registry import procedure
from rulesets.cw_to_ff import order_check, order_draft, order_search

Json = dict[str, Any]
Worth = tuple[int, tuple[bool, ...], int, int]
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


def points_of(present: Json) -> list[Json]:
    """Return every strength point by itself; the first of an item carries its carryover, rounded (R-4)."""
    ratio = present["stands_per_sp"]
    return [
        {**item, "stands": max(0, ratio + (0 if n else floor(Fraction(1, 2) - ratio * Fraction(item["carried_loss"]))))}
        for item in present["items"]
        for n in range(item["size"])
    ]


def brigades_of(points: list[Json]) -> int:
    """Return the fewest brigades of a division, 2 to 5 of 1 to 20 stands, each of one quality; 0 if it can't be one."""
    stands = Counter({quality: 0 for quality in ("green", "veteran", "crack")})
    for point in points:
        stands[point["quality"]] += point["stands"]
    needed = sum(ceil(count / 20) for count in stands.values())
    return max(2, needed) if sum(stands.values()) >= 2 and needed <= 5 else 0


def best_of(present: Json, most: int = 60) -> Worth | None:
    """Score leaders left out, these by rank and seniority, invented leaders, and points of cavalry; the lowest is best.

    A sole corps leader without a corps in any order goes a level down. `most` brigades are allowed."""
    ranks = ranks_of(present["leaders"])
    best = best_with(present, ranks, most)
    if list(ranks.values()) == ["corps"] and (best is None or best[0]):
        return best_with(present, dict.fromkeys(ranks, "division"), most)
    return best


def best_with(present: Json, ranks: dict[str, str], most: int) -> Worth | None:
    leaders, points = present["leaders"], points_of(present)
    under = {str(n): point["under"] for n, point in enumerate(points)}
    horse = {each["id"] for each in leaders if each["cavalry"]}
    corps = [each["id"] for each in leaders if ranks[each["id"]] == "corps"]
    divisional = [each["id"] for each in leaders if ranks[each["id"]] == "division"]
    chief = [each["id"] for each in by_rank(leaders) if ranks[each["id"]] == "army"][:1]
    found: list[Worth] = []
    for divisions in divided(list(under)):
        needed = [brigades_of([points[int(n)] for n in part]) for part in divisions]
        if not all(needed) or sum(needed) > most:
            continue
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
                            found.append((sum(left_out), left_out, heads.count(""), -mounted))
    return min(found, default=None)


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
    return sum(left_out), left_out, drafted.invented, -mounted


def drafted_and_checked(present: Json) -> tuple[Any, Any]:
    drafted = procedure(DRAFT).run(present).result
    order = drafted.order.model_dump(mode="json")
    return drafted, procedure(CHECK).run({**present, "order": order}).result


@st.composite
def armies(
    draw: Any,
    most_points: int = 4,
    most_leaders: int = 4,
    ratios: tuple[int, ...] = (1, 2, 3, 10, 20),
    *,
    with_carries: bool = True,
    with_horse: bool = True,
) -> Json:
    stars, horse = st.sampled_from([1, 1, 1, 2, 2, 3, 4]), st.booleans() if with_horse else st.just(value=False)
    leaders = [
        {"id": f"l{n}", "stars": draw(stars), "seniority": n + 1, "cavalry": draw(horse)}
        for n in range(draw(st.integers(0, most_leaders)))
    ]
    under = st.sampled_from([None, *(each["id"] for each in leaders if each["cavalry"])])
    qualities = st.sampled_from(["green", "veteran", "crack"])
    ratio = draw(st.sampled_from(ratios))
    carries = st.sampled_from(["0", "1", "-1", *(f"{n}/{ratio}" for n in (ratio - 1, 1, -1)), "11/20", "-7/20"])
    sizes = st.sampled_from([1, 1, 1, 2])
    items: list[Json] = []
    for n in range(draw(st.integers(1, most_points))):
        size = min(draw(sizes), most_points - sum(item["size"] for item in items))
        if size:
            item = {"id": f"p{n}", "quality": draw(qualities), "under": draw(under), "size": size}
            items.append({**item, "carried_loss": draw(carries) if with_carries else "0"})
    return {"items": items, "leaders": leaders, "stands_per_sp": ratio}


@pytest.mark.rule("VG-4B")
@pytest.mark.rule("VG-4C")
@pytest.mark.rule("VG-4D")
@pytest.mark.rule("VG-4E")
@settings(max_examples=150, suppress_health_check=list(HealthCheck))
@given(armies())
def test_draft_is_the_best_of_all_arrangements(present: Json) -> None:
    drafted, check = drafted_and_checked(present)
    best = best_of(present)
    assert drafted.unmet == check.faults
    assert check.is_legal is (best is not None)
    if best is not None:
        assert worth_of(present, drafted) == best


LARGE_RATIOS = (21, 25, 30, 33, 40, 45, 50, 55, 60)


@pytest.mark.rule("VG-4D")
@pytest.mark.rule("VG-4E")
@settings(max_examples=80, suppress_health_check=list(HealthCheck))
@given(armies(5, ratios=LARGE_RATIOS, with_horse=False))
def test_draft_is_the_best_of_all_arrangements_at_large_ratios(present: Json) -> None:
    drafted, check = drafted_and_checked(present)
    best = best_of(present)
    assert check.is_legal is (best is not None)
    if best is not None:
        assert worth_of(present, drafted) == best


@pytest.mark.rule("VG-4E")
@settings(max_examples=80, suppress_health_check=list(HealthCheck))
@given(armies(5, ratios=(10, 20, *LARGE_RATIOS), with_horse=False), st.integers(4, 12))
def test_draft_is_the_best_of_all_that_stay_within_the_brigades(present: Json, most: int) -> None:
    """A lower limit than 60 shows in small armies what large ones do near theirs."""
    with ExitStack() as limited:
        for module in (order_check, order_draft, order_search):
            limited.enter_context(mock.patch.object(module, "MOST_BRIGADES", most))
        drafted, check = drafted_and_checked(present)
    best = best_of(present, most)
    assert check.is_legal is (best is not None)
    if best is not None:
        assert worth_of(present, drafted) == best


@pytest.mark.rule("VG-4B")
@pytest.mark.rule("VG-4C")
@pytest.mark.rule("VG-4D")
@pytest.mark.rule("VG-4E")
@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(armies(most_points=40, most_leaders=20, with_carries=False), st.sampled_from([10, 20, 30, 60]))
def test_large_army_is_drafted_legally_as_far_as_its_brigades_go(present: Json, ratio: int) -> None:
    drafted, check = drafted_and_checked({**present, "stands_per_sp": ratio})
    assert drafted.unmet == check.faults
    stands = ratio * len(points_of(present))
    if stands <= 20 * 30:  # 60 brigades hold any 30 points of 20
        assert check.is_legal


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
