"""4: edits of an order of battle keep every stand booked exactly once."""

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given as given_that
from hypothesis import settings
from hypothesis import strategies as st

from rulesets.core.brief import Brief
from rulesets.core.brief_form import DATA, read_brief_form
from rulesets.core.errors import IllegalOrder
from rulesets.cw_to_ff.named_order import NamedOrder, booking, is_whole
from rulesets.cw_to_ff.order_names import people, theater_of
from rulesets.cw_to_ff.site_order import Given, checked, giver_of, site_order, troops_of
from rulesets.cw_to_ff.state import Arm
from rulesets.cw_to_ff.tree_changes import Appoint, Edit, Merge, Move, Rename, Shift, Split
from rulesets.cw_to_ff.tree_edits import edited as carry_out

SIDES = ("USA", "CSA")
NAMES = ("chancellorsville", "first_bull_run", "perryville", "shiloh")


def brief(name: str = "shiloh") -> Brief:
    return read_brief_form(json.loads((DATA / f"{name}.json").read_text()))


def shiloh(side: str = "USA") -> Given:
    return Given.of(brief(), side)


def edited(order: NamedOrder, *edits: Edit, given: Given | None = None) -> NamedOrder:
    for edit in edits:
        order = carry_out(given or shiloh(), order, edit)
    return order


def names_of(order: NamedOrder) -> list[str]:
    brigades = [brigade.name for _, _, division in order.all_divisions() for brigade in division.brigades]
    return [*brigades, *(battery.name for battery in order.all_batteries())]


class Test_4_Names:
    """VG-4: generated parts have names of the side, arm, theater, and turn; the same for the same setup."""

    @pytest.mark.parametrize("name", NAMES)
    @pytest.mark.parametrize("side", SIDES)
    def test_every_generated_part_has_a_name_of_its_own(self, name: str, side: str) -> None:
        given = Given.of(brief(name), side)
        names = names_of(site_order(given).order)
        assert all(names)
        assert len(names) == len(set(names))
        leaders = {leader.name for leader in given.brief.sides[side].leaders}
        assert not {f"{leader}’s brigade" for leader in leaders} & set(names)

    def test_names_are_those_of_theater_and_turn(self) -> None:
        one = site_order(Given.of(brief("chancellorsville"), "CSA")).order
        known = {person.in_full: person for person in people() if (person.side, person.arm) == ("CSA", "infantry")}
        found = [known[b.commander] for _, _, d in one.all_divisions() for b in d.brigades if b.arm == "infantry"]
        assert len(found) > 10
        assert {person.theater for person in found} <= {"east", "both"}
        assert all(person.turns_from(brief("chancellorsville").turn) == 0 for person in found)

    def test_same_setup_gets_the_same_names(self) -> None:
        site_order.cache_clear()
        first = site_order(shiloh()).order
        site_order.cache_clear()
        assert site_order(shiloh()).order == first
        other = Given.of(replace(brief(), name="Another field"), "USA")
        assert names_of(site_order(other).order) != names_of(first)

    def test_theater_is_that_of_the_state_or_the_longitude(self) -> None:
        said = [theater_of(replace(brief(), state=state, lon=lon)) for state, lon in (("VA", -90), ("TN", -77))]
        assert said == ["east", "west"]
        assert [theater_of(replace(brief(), state="", lon=lon)) for lon in (-77.0, -88.0, None)] == ["east", "west", ""]

    def test_nearest_turn_comes_before_the_other_theater(self) -> None:
        giver = giver_of(Given.of(replace(brief(), turn=1), "CSA"))
        given = []
        while (person := giver.next("cavalry")) is not None:
            given.append(person)
        places = [(p.theater == "east", p.turns_from(1)) for p in given]
        assert places == sorted(places)
        assert len(given) == sum((p.side, p.arm) == ("CSA", "cavalry") for p in people())

    def test_parts_are_numbered_when_names_run_out(self) -> None:
        giver = giver_of(shiloh())
        while giver.next("artillery") is not None:
            pass
        assert [giver.battery(Arm.INFANTRY).name for _ in range(2)] == ["1st battery", "2nd battery"]


class Test_4_Draft:
    @pytest.mark.parametrize("name", NAMES)
    @pytest.mark.parametrize("side", SIDES)
    def test_site_draft_books_every_stand_and_is_legal(self, name: str, side: str) -> None:
        given = Given.of(brief(name), side)
        order = site_order(given).order
        assert is_whole(order, troops_of(given))
        assert checked(given, order).is_legal
        assert NamedOrder.from_json(json.loads(json.dumps(order.to_json()))) == order

    def test_stands_are_booked_in_order_of_points_and_brigades(self) -> None:
        order = site_order(shiloh()).order
        at, _, division = next(iter(order.all_divisions()))
        booked = booking(order, troops_of(shiloh()))
        first = booked[f"{at}b0"]
        assert first == ((division.points[0], division.brigades[0].stands),)
        by_point: Counter[str] = Counter()
        for part in booked.values():
            by_point.update(dict(part))
        assert set(by_point.values()) == {20}

    def test_carryover_counts_where_the_draft_says(self) -> None:
        """R-4: an item of several points loses its carryover in one division only."""
        whole = brief()
        army = whole.sides["USA"]
        big = replace(army.strength[0], size=4, carried_loss=Fraction(3, 20))
        for rest in (0, 1, 3):
            sides = {**whole.sides, "USA": replace(army, strength=(big, *army.strength[1 : 1 + rest]))}
            given = Given.of(replace(whole, sides=sides), "USA")
            order = site_order(given).order
            assert is_whole(order, troops_of(given))
            booked = booking(order, troops_of(given))
            assert sum(n for part in booked.values() for point, n in part if point == big.id) == 77
            for address in list(addresses(order)):
                try:
                    moved = edited(order, Move(address, "new"), given=given)
                except IllegalOrder:
                    continue
                assert is_whole(moved, troops_of(given))


class Test_4_Edits:
    def test_strength_point_moves_with_its_batteries(self) -> None:
        order = site_order(shiloh()).order
        to = edited(order, Move("c0d0p0", "newc0"))
        (old, new) = (order.corps[0].divisions[0], to.corps[0].divisions[-1])
        assert new.points == old.points[:1]
        assert (sum(b.stands for b in new.brigades), len(new.batteries)) == (20, 2)
        assert to.corps[0].divisions[0].points == old.points[1:]
        assert sum(b.stands for b in to.corps[0].divisions[0].brigades) == 20 * len(old.points[1:])
        assert is_whole(to, troops_of(shiloh()))

    def test_division_without_points_is_dropped_and_its_leader_is_supernumerary(self) -> None:
        order = site_order(shiloh()).order
        while len(order.corps[0].divisions) > 1:
            order = edited(order, Move("c0d0p0", "c0d1"))
        led = [d.leader for d in site_order(shiloh()).order.corps[0].divisions[:-1] if d.leader]
        assert set(led) <= set(order.supernumerary)
        assert is_whole(order, troops_of(shiloh()))

    def test_stands_shift_inside_a_division_only(self) -> None:
        order = site_order(shiloh()).order
        brigades = order.corps[0].divisions[0].brigades
        after = edited(order, Shift("c0d0b0", "c0d0b1", 2)).corps[0].divisions[0].brigades
        assert [b.stands for b in after[:2]] == [brigades[0].stands - 2, brigades[1].stands + 2]
        with pytest.raises(IllegalOrder, match="Stands stay in their division"):
            edited(order, Shift("c0d0b0", "c0d1b0", 2))

    def test_whole_brigade_cannot_be_shifted(self) -> None:
        order = site_order(shiloh()).order
        stands = order.corps[0].divisions[0].brigades[0].stands
        with pytest.raises(IllegalOrder, match=f"shift from 1 to {stands - 1}, or merge it"):
            edited(order, Shift("c0d0b0", "c0d0b1", stands))

    def test_brigade_splits_and_merges(self) -> None:
        order = site_order(shiloh()).order
        split = edited(order, Split("c0d0b0", 3))
        one, new = split.corps[0].divisions[0].brigades[:2]
        assert new.stands == 3
        assert new.name not in names_of(order)
        assert edited(split, Merge("c0d0b1", "c0d0b0")) == order
        assert one.name == order.corps[0].divisions[0].brigades[0].name

    def test_battery_moves_to_any_command(self) -> None:
        order = site_order(shiloh()).order
        after = edited(order, Move("c0d0g0", ""), Move("c0d0g0", "c0"))
        assert [len(h.batteries) for h in (after, after.corps[0])] == [1, 1]
        assert sorted(names_of(after)) == sorted(names_of(order))

    def test_division_moves_to_another_corps(self) -> None:
        order = site_order(shiloh()).order
        division = order.corps[0].divisions[0]
        assert edited(order, Move("c0d0", "c1")).corps[1].divisions[-1] == division
        assert edited(order, Move("c0d0", "")).divisions[-1] == division

    def test_two_leaders_trade_places(self) -> None:
        order = site_order(shiloh()).order
        at = {d.leader: a for a, _, d in order.all_divisions() if d.leader}
        (one, here), (other, there) = list(at.items())[:2]
        after = edited(order, Appoint(one, there))
        assert {d.leader: a for a, _, d in after.all_divisions() if d.leader} == {**at, one: there, other: here}

    def test_parts_are_renamed(self) -> None:
        order = edited(site_order(shiloh()).order, Rename("c0d0b0", " The Iron Brigade ", "John Gibbon"))
        brigade = order.corps[0].divisions[0].brigades[0]
        assert (brigade.name, brigade.commander) == ("The Iron Brigade", "John Gibbon")

    @pytest.mark.parametrize(
        ("name", "says"),
        [("x" * 61, "up to 60 characters; this has 61"), ("A\nB", "control characters"), ("  ", "Enter a name.")],
    )
    def test_bad_names_are_refused(self, name: str, says: str) -> None:
        with pytest.raises(IllegalOrder, match=says):
            edited(site_order(shiloh()).order, Rename("c0d0b0", name))

    @pytest.mark.parametrize("what", ["c9d0b0", "x", "c0d0b99", "d7", "", "c0d0", "c0d0p0", "c0d0g0"])
    def test_only_a_brigade_of_this_army_splits(self, what: str) -> None:
        with pytest.raises(IllegalOrder):
            edited(site_order(shiloh()).order, Split(what, 1))


def addresses(order: NamedOrder) -> list[str]:
    """Return every address of an order, and some of nothing."""
    found = ["", "new", "c9", "d9", "c0d0b9", "c0d0p9", "c0d0g9"]
    for n, corps in enumerate(order.corps):
        found += [f"c{n}", f"newc{n}", *(f"c{n}g{m}" for m in range(len(corps.batteries)))]
    for at, _, division in order.all_divisions():
        for kind, parts in (("b", division.brigades), ("p", division.points), ("g", division.batteries)):
            found += [at, *(f"{at}{kind}{n}" for n in range(len(parts)))]
    return found


@settings(max_examples=60, deadline=None)
@given_that(st.data(), st.sampled_from(NAMES), st.sampled_from(SIDES))
def test_any_edits_keep_every_stand_booked_once(data: st.DataObject, name: str, side: str) -> None:
    """Try any sequence of edits: each makes a whole order of battle with the same leaders and guns, or is refused."""
    given = Given.of(brief(name), side)
    order = site_order(given).order
    leaders, guns = set(troops_of(given).leaders), len(list(order.all_batteries()))
    for _ in range(data.draw(st.integers(1, 12))):
        where = st.sampled_from(addresses(order))
        stands = st.integers(-1, 25)
        kind = data.draw(st.sampled_from([Move, Move, Shift, Split, Merge, Rename, Appoint]))
        if kind is Split:
            edit: Edit = Split(data.draw(where), data.draw(stands))
        elif kind is Shift:
            edit = Shift(data.draw(where), data.draw(where), data.draw(stands))
        elif kind is Appoint:
            edit = Appoint(data.draw(st.sampled_from([*sorted(leaders), "nobody"])), data.draw(where))
        else:
            edit = kind(data.draw(where), data.draw(where))
        try:
            order = edited(order, edit, given=given)
        except IllegalOrder:
            continue
        assert is_whole(order, troops_of(given))
        led = [order.leader, *(c.leader for c in order.corps), *(d.leader for _, _, d in order.all_divisions())]
        assert Counter([x for x in led if x] + list(order.supernumerary)) == Counter(leaders)
        assert len(list(order.all_batteries())) == guns
        assert not [
            f for f in checked(given, order).faults if f.cites == "VG-4A" and "not with that leader" not in f.sentence
        ]
