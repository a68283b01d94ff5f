"""Any setup of form 1 is drafted, checked, planned, and turned into units without a crash (VG-4, 5, 7C)."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from battles.conduct.cw_to_ff import conduct
from battles.conduct.orders import OrderEdit
from campaign.errors import Refusal
from rulesets.core.brief import Brief
from rulesets.core.brief_form import read_brief_form
from rulesets.core.brief_values import HEXSIDES, QUALITIES, SIDES, TERRAINS
from rulesets.core.context import BY_THE_BOOK
from rulesets.cw_to_ff import setups
from rulesets.cw_to_ff.named_order import NamedOrder
from rulesets.cw_to_ff.site_order import Given, checked, is_of, site_order

Json = dict[str, Any]
pytestmark = pytest.mark.rule("VG-4")
COMMAND = {1: None, 2: None, 3: 1, 4: 2}
MOST_POINTS, MOST_LEADERS = 45, 20
EDITS = ("move", "shift", "split", "merge", "rename", "appoint", "site")


@st.composite
def armies(draw: Any, side: str) -> Json:
    """Return one side as a file has it: items of one or more SP, carryover up to one SP, leaders of all ranks."""
    stars, whole = st.sampled_from([1, 1, 1, 2, 2, 3, 4]), st.integers(-3, 3)
    leaders = [
        {
            "id": f"{side}-l{n}",
            "name": f"Leader {n}",
            "rank_stars": (rank := draw(stars)),
            "initiative": draw(st.integers(1, 4)),
            "tactical": draw(whole),
            "command": draw(whole) if COMMAND[rank] else None,
            "cavalry": draw(st.integers(0, 3)) == 0,
            "seniority": n + 1,
        }
        for n in range(draw(st.integers(0, MOST_LEADERS)))
    ]
    horse = [leader["id"] for leader in leaders if leader["cavalry"]]
    sizes, left = st.sampled_from([1, 1, 1, 1, 2, 3]), draw(st.integers(1, MOST_POINTS))
    carries = st.sampled_from([0, 0, 0, 0.2, -0.2, "7/20", "-9/20", "1/3", 1, -1])
    strength: list[Json] = []
    while left > 0:
        under = draw(st.sampled_from([None, None, *horse]))
        size = min(left, draw(sizes))
        left -= size
        item = {"id": f"{side}-p{len(strength)}", "arm": "cavalry" if under else "infantry", "under": under}
        quality, carry = draw(st.sampled_from(QUALITIES)), draw(carries)
        strength.append({**item, "quality": quality, "size": size, "carried_loss": carry})
    return {"demoralized": draw(st.booleans()), "in_supply": True, "leaders": leaders, "strength": strength}


@st.composite
def briefs(draw: Any) -> Json:
    """Return a file of form 1."""
    attacker, defender = draw(st.permutations(SIDES))
    ratio = draw(st.sampled_from([(20, 2), (20, 2), (10, 1), (15, 3), (1, 0), (2, 1), (3, 10), (60, 10), (45, 0)]))
    return {
        "form": 1,
        "name": "Any battle",
        "turn": draw(st.integers(1, 19)),
        "place": "Anywhere",
        "state": draw(st.sampled_from(["VA", "TN", ""])),
        "hex_terrain": draw(st.sampled_from(TERRAINS)),
        "hexside_crossed": draw(st.sampled_from(HEXSIDES)),
        "attacker": attacker,
        "defender": defender,
        "ratio_offered": {"stands_per_sp": ratio[0], "batteries_per_sp": ratio[1]},
        "sides": {side: draw(armies(side)) for side in SIDES},
    }


def read(plain: Json) -> Brief:
    return setups.completed(read_brief_form(plain, setups.faults))


@pytest.mark.rule("VG-5")
@pytest.mark.rule("VG-7C1")
@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(briefs())
def test_any_setup_is_drafted_checked_and_sealed(plain: Json) -> None:
    brief, played = read(plain), conduct(BY_THE_BOOK)
    assert played.orders is not None
    played.planning.check_brief(brief)
    for side in SIDES:
        here = Given.of(brief, side)
        drafted = site_order(here)
        assert is_of(here, drafted.order)
        assert checked(here, drafted.order).faults == drafted.unmet
        view = played.orders.view(brief, side, None)
        assert view.is_legal is (not drafted.unmet)
        file = played.orders.file(brief, side, None)
        assert NamedOrder.from_json(played.orders.read_file(brief, side, file)) == drafted.order
        played.planning.choices(brief, side)
        played.planning.chances(brief, side)
        plan = played.planning.settle(brief, side, {})
        assert played.planning.from_json(plan.to_json()) == plan
        units = played.planning.units(brief, side, plan)
        stands = sum(b.stands for _, _, division in drafted.order.all_divisions() for b in division.brigades)
        assert sum(unit.stands for unit in units) == stands
        played.planning.breastworks(brief, side, plan)
        played.planning.in_words(brief, side, plan)


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(briefs(), st.data())
def test_any_edit_makes_a_whole_order_or_is_refused(plain: Json, data: Any) -> None:
    brief, orders = read(plain), conduct(BY_THE_BOOK).orders
    assert orders is not None
    here, saved = Given.of(brief, "USA"), None
    leaders = [leader.id for leader in brief.sides["USA"].leaders] or [""]
    for _ in range(6):
        view = orders.view(brief, "USA", saved)
        places = ["new", "newc0", "c9d9", "x", *(command.at for command in view.commands)]
        places += [part.at for c in view.commands for part in (*c.brigades, *c.points, *c.batteries)]
        edit = OrderEdit(
            data.draw(st.sampled_from(EDITS)),
            what=data.draw(st.sampled_from(places)),
            to=data.draw(st.sampled_from(places)),
            leader=data.draw(st.sampled_from(leaders)),
            stands=data.draw(st.integers(0, 30)),
            name="A name",
        )
        with suppress(Refusal):
            saved = orders.edited(brief, "USA", saved, edit)
        assert saved is None or is_of(here, NamedOrder.from_json(saved))


def test_carryover_of_a_whole_point_leaves_an_order() -> None:
    """The least army: a point without stands, and nobody to lead it."""
    army = {"leaders": [], "strength": [{"id": "p", "quality": "green", "carried_loss": 1}]}
    plain = {"form": 1, "name": "Least", "turn": 1, "place": "Anywhere", "attacker": "USA", "defender": "CSA"}
    brief = read({**plain, "sides": {"USA": army, "CSA": {**army, "strength": [{"id": "q", "quality": "green"}]}}})
    drafted = site_order(Given.of(brief, "USA"))
    assert [fault.cites for fault in drafted.unmet] == ["VG-4E"]
