"""Casualties ticked at the table: they add up, stay within the stands, and only their own side learns of them."""

from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.http import Http404
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from battles.conduct.base import Unit
from battles.conduct.cw_to_ff.wear import TableWear
from battles.conduct.orders import OrderEdit
from battles.models import Battle, Tick
from battles.selectors.losses import BY_STAND, Roster, Tally, Ticked, last_of, tally_of
from battles.selectors.losses_page import losses_page
from battles.selectors.reads import find_battle
from battles.selectors.result_form import side_result_page
from battles.services import plans, result, ticks
from battles.tests.builders import a_battle, a_side_result, both_request, march, open_it, seal_both, to_turn, told
from campaign.errors import AlreadyDone, Refusal
from campaign.models import Entry, Feed
from campaign.selectors.verify import verify
from campaign.tests.budget import BUDGET, weigh
from campaign.tests.builders import Club
from campaign.tests.kept import kept
from rulesets.core.context import Context
from rulesets.core.report import Fate, StandsLost

pytestmark = pytest.mark.django_db
MOST_QUERIES = 9
MOST_OF_A_TICK = 16  # by HTTP, with BEGIN and COMMIT
FIRST = "c0d0b0"


@pytest.fixture
@kept
def fight() -> tuple[Club, Battle]:
    club, battle = a_battle()
    seal_both(club, battle, confederate=march(battle, "CSA", "left", "Forrest", points=1))
    open_it(club, battle, left_csa=4)
    return club, battle


def tick(
    club: Club, battle: Battle, cause: str = "killed", *, unit: str = FIRST, who: str = "union", **more: Any
) -> Tick:
    return ticks.tick(club.viewer(who), battle.pk, unit=unit, cause=cause, **more)


def tally(club: Club, battle: Battle, side: str = "USA") -> Tally:
    return tally_of(find_battle(club.viewer("umpire"), battle.pk), side)


def url(battle: Battle, side: str = "usa") -> str:
    return reverse("battles:side-losses", args=[battle.campaign_id, battle.pk, side])


def versions(club: Club) -> dict[str, int]:
    seated = ("umpire", "union", "union_west", "confederate", "observer")
    return {who: Feed.objects.get(id=club.viewer(who).feed_id).version for who in seated}


class Test_Adding_up:
    def test_ticks_add_up_by_cause(self, fight: tuple[Club, Battle]) -> None:
        club, battle = fight
        for cause in ("killed", "killed", "captured", "skedaddled"):
            tick(club, battle, cause)
        sums = tally(club, battle)
        assert sums.losses[FIRST] == StandsLost(killed=2, captured=1, skedaddled=1)
        assert (sums.present(FIRST), sums.states[FIRST].status) == (4, "Spent")
        assert verify(club.campaign.pk) == []

    def test_undone_tick_gives_the_stand_back(self, fight: tuple[Club, Battle]) -> None:
        club, battle = fight
        tick(club, battle)
        tick(club, battle, by=-1)
        assert tally(club, battle).losses[FIRST] == StandsLost()
        assert not tick(club, battle, by=-1).counts

    def test_tick_beyond_the_stands_is_kept_and_not_counted(self, fight: tuple[Club, Battle]) -> None:
        club, battle = fight
        assert [tick(club, battle).counts for _ in range(9)] == [True] * 8 + [False]
        page = losses_page(club.viewer("union"), battle.pk, "USA")
        row = next(row for row in page.rows if row.id == FIRST)
        assert (row.present, row.uncounted, row.boxes) == (0, 1, "K" * 8)
        assert told(club, "union")[-1] == "Peabody’s brigade, veteran infantry: 1 stand killed; not counted."

    def test_stale_expectation_is_no_conflict(self, fight: tuple[Club, Battle]) -> None:
        club, battle = fight
        assert [tick(club, battle, expected=8).counts for _ in range(3)] == [True] * 3
        assert tally(club, battle).present(FIRST) == 5

    def test_same_key_ticks_once(self, fight: tuple[Club, Battle]) -> None:
        club, battle = fight
        tick(club, battle, key="once")
        with pytest.raises(AlreadyDone):
            tick(club, battle, key="once")
        assert tally(club, battle).present(FIRST) == 7

    def test_unit_that_quits_takes_the_rest_along(self, fight: tuple[Club, Battle]) -> None:
        club, battle = fight
        tick(club, battle)
        tick(club, battle, "quit")
        assert tally(club, battle).losses[FIRST] == StandsLost(killed=1, quit=7)
        assert not tick(club, battle).counts
        tick(club, battle, "quit", by=-1)
        assert tally(club, battle).present(FIRST) == 7

    def test_unit_that_never_arrived_has_lost_nothing(self, fight: tuple[Club, Battle]) -> None:
        club, battle = fight
        tick(club, battle, "never_arrived")
        assert tally(club, battle).losses[FIRST] == StandsLost(never_arrived=8)
        tick(club, battle, unit="c0d0b1")
        assert not tick(club, battle, "never_arrived", unit="c0d0b1").counts

    def test_flank_force_is_absent_until_it_enters(self, fight: tuple[Club, Battle]) -> None:
        club, battle = fight
        away = [at for at, state in tally(club, battle, "CSA").states.items() if not state.present]
        assert away
        assert not tick(club, battle, unit=away[0], who="confederate").counts
        to_turn(club, battle, 4)
        sums = tally(club, battle, "CSA")
        assert all(sums.states[at].present for at in away)

    def test_battery_is_lost_or_captured_once(self, fight: tuple[Club, Battle]) -> None:
        club, battle = fight
        battery = next(iter(tally(club, battle).roster.batteries))
        assert [tick(club, battle, unit=battery, cause=cause).counts for cause in ("captured", "killed")] == [
            True,
            False,
        ]

    def test_leaders_last_fate_counts(self, fight: tuple[Club, Battle]) -> None:
        club, battle = fight
        known = list(tally(club, battle).roster.commanders)
        grant, invented, brigadier = known[0], next(at for at in known if at[0] == "@"), f"@{FIRST}"
        for unit, cause in ((grant, "wounded"), (grant, "killed"), (invented, "stunned"), (brigadier, "captured")):
            tick(club, battle, cause, unit=unit)
        assert tally(club, battle).fates == {
            grant: Fate.KILLED,
            invented: Fate.STUNNED,
            brigadier: Fate.CAPTURED,
        }
        tick(club, battle, "killed", unit=grant, by=-1)
        assert tally(club, battle).fates[grant] is Fate.WOUNDED


class Test_Nights:
    @pytest.mark.rule("VG-8A1", "VG-8A2")
    def test_example_22_through_the_services(self) -> None:
        """Brigade 10.8.5: 3 killed, 1 captured, 2 skedaddled is Spent at night; the next day 6 stands are Worn."""
        club, battle = a_battle()
        shift = OrderEdit("shift", "c0d0b1", "c0d0b0", stands=2)
        plans.edit_order(club.viewer("union"), battle.pk, edit=shift, draft_version=0)
        seal_both(club, battle)
        open_it(club, battle)
        for cause, count in (("killed", 3), ("captured", 1), ("skedaddled", 2)):
            for _ in range(count):
                tick(club, battle, cause)
        state = tally(club, battle).states[FIRST]
        assert (state.triple, state.present, state.status) == ("10.8.5", 4, "Spent")
        to_turn(club, battle, 26)
        state = tally(club, battle).states[FIRST]
        assert (state.present, state.status, state.lost.for_good) == (6, "Worn", 4)
        both_request(club, battle, "end")
        start = side_result_page(club.viewer("union"), battle.pk, "USA").start
        assert start.losses[FIRST] == StandsLost(killed=3, captured=1)

    @pytest.mark.rule("VG-8A1")
    def test_unit_off_the_table_at_nightfall_is_out(self, fight: tuple[Club, Battle]) -> None:
        club, battle = fight
        tick(club, battle, "quit")
        for _ in range(8):
            tick(club, battle, "skedaddled", unit="c0d0b1")
        to_turn(club, battle, 26)
        sums = tally(club, battle)
        assert [sums.states[at].is_out for at in (FIRST, "c0d0b1", "c0d0b2")] == [True, True, False]
        assert sums.losses[FIRST] == StandsLost(quit=8)
        assert sums.losses["c0d0b1"] == StandsLost(skedaddled=8)
        assert not tick(club, battle, unit=FIRST).counts

    def test_tick_taken_back_has_the_turn_of_the_one_it_takes(self, fight: tuple[Club, Battle]) -> None:
        club, battle = fight
        tick(club, battle, "skedaddled")
        to_turn(club, battle, 26)
        assert tick(club, battle, "skedaddled", by=-1).turn == 1

    def test_late_tick_counts_on_the_day_it_was_made(self, fight: tuple[Club, Battle]) -> None:
        club, battle = fight
        to_turn(club, battle, 26)
        assert tick(club, battle, "skedaddled", turn=20).turn == 20
        assert tally(club, battle).present(FIRST) == 8
        assert tick(club, battle, turn=999).turn == 26


class Test_Who_may:
    def test_only_its_side_and_the_umpire_learn_of_a_tick(self, fight: tuple[Club, Battle]) -> None:
        club, battle = fight
        before, said = versions(club), told(club, "confederate")
        tick(club, battle)
        moved = {who for who, version in versions(club).items() if version != before[who]}
        assert moved == {"umpire", "union"}  # not the West, which isn't in this battle
        assert told(club, "confederate") == said
        entry = Entry.objects.order_by("-seq")[0]
        assert (entry.kind, entry.announcements.count()) == ("battle.tick", 1)

    @pytest.mark.parametrize("who", ["confederate", "observer"])
    def test_others_find_no_page(self, fight: tuple[Club, Battle], who: str) -> None:
        club, battle = fight
        with pytest.raises(Http404):
            losses_page(club.viewer(who), battle.pk, "USA")
        with pytest.raises(Http404):
            ticks.tick(club.viewer(who), battle.pk, side="USA", unit=FIRST, cause="killed")

    def test_umpire_ticks_for_either_side(self, fight: tuple[Club, Battle]) -> None:
        club, battle = fight
        for side in ("USA", "CSA"):
            assert ticks.tick(club.viewer("umpire"), battle.pk, side=side, unit=FIRST, cause="killed").side == side

    @pytest.mark.parametrize(
        ("said", "sentence"),
        [
            ({"unit": "c9d9b9"}, "Choose a unit, a battery, or a leader of your army."),
            ({"cause": "wounded"}, "Choose what can happen to a unit: killed"),
            ({"by": 2}, "Tick one stand, or take one back."),
            ({"seat": "0" * 16}, "This loss was ticked from another seat"),
        ],
    )
    def test_wrong_tick_is_refused(self, fight: tuple[Club, Battle], said: dict[str, Any], sentence: str) -> None:
        club, battle = fight
        with pytest.raises(Refusal, match=sentence):
            ticks.tick(club.viewer("union"), battle.pk, **{"unit": FIRST, "cause": "killed", **said})
        assert not Tick.objects.exists()


class Test_Result:
    def end(self, club: Club, battle: Battle) -> None:
        both_request(club, battle, "end")

    def test_form_starts_from_the_ticks(self, fight: tuple[Club, Battle]) -> None:
        club, battle = fight
        tick(club, battle)
        self.end(club, battle)
        tick(club, battle, "captured")
        leader = next(iter(tally(club, battle).roster.commanders))
        tick(club, battle, "killed", unit=leader)
        start = side_result_page(club.viewer("union"), battle.pk, "USA").start
        assert start.losses[FIRST] == StandsLost(killed=1, captured=1)
        assert start.leaders[leader].fate is Fate.KILLED

    def confirm(self, club: Club, battle: Battle) -> None:
        page = side_result_page(club.viewer("union"), battle.pk, "USA")
        entered = replace(a_side_result(page.units), losses=page.start.losses)
        result.enter_result(club.viewer("union"), battle.pk, entered=entered)
        result.confirm_result(club.viewer("union"), battle.pk)

    def test_late_tick_returns_with_a_reason_and_the_enemy_hears_nothing(self, fight: tuple[Club, Battle]) -> None:
        club, battle = fight
        self.end(club, battle)
        self.confirm(club, battle)
        before, said = versions(club), told(club, "confederate")
        with pytest.raises(Refusal, match="was confirmed before this loss came"):
            tick(club, battle)
        assert (versions(club), told(club, "confederate")) == (before, said)
        assert not Tick.objects.exists()

    def test_tick_after_the_entry_has_to_be_entered_before_it_is_confirmed(self, fight: tuple[Club, Battle]) -> None:
        club, battle = fight
        self.end(club, battle)
        page = side_result_page(club.viewer("union"), battle.pk, "USA")
        result.enter_result(club.viewer("union"), battle.pk, entered=a_side_result(page.units, killed={FIRST: 2}))
        tick(club, battle)
        with pytest.raises(Refusal, match="1 tick came after this result was entered"):
            result.confirm_result(club.viewer("union"), battle.pk)
        assert side_result_page(club.viewer("union"), battle.pk, "USA").start.losses[FIRST] == StandsLost(killed=3)
        self.confirm(club, battle)


class Test_Page:
    def test_is_light_and_needs_few_queries(self, fight: tuple[Club, Battle]) -> None:
        club, battle = fight
        client = Client()
        client.force_login(club.users["union"])
        client.get(url(battle))
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(url(battle))
        weight = weigh(answer)
        print(weight, len(answer.content), len(queries))
        assert weight.own <= BUDGET
        assert weight.own + weight.vendored <= 30_000
        assert len(queries) <= MOST_QUERIES
        assert "htmx.min" not in answer.text

    def test_ticks_by_button(self, fight: tuple[Club, Battle]) -> None:
        club, battle = fight
        client = Client()
        client.force_login(club.users["union"])
        answer = client.post(url(battle), {"press": f"{FIRST} killed 1 8", "key": "k"}, follow=True)
        assert "7 of 8" in answer.text
        assert client.post(url(battle), {"press": "nonsense"}).status_code == 422
        assert client.post(url(battle), {"unit": FIRST}).status_code == 400

    @pytest.mark.django_db(transaction=True)
    def test_tick_takes_few_statements_and_one_commit(self, transactional_db: None) -> None:
        club, battle = a_battle()
        seal_both(club, battle)
        open_it(club, battle)
        client = Client()
        client.force_login(club.users["union"])
        for key in ("first", "second"):
            with CaptureQueriesContext(connection) as found:
                assert client.post(url(battle), {"press": f"{FIRST} killed 1 8", "key": key}).status_code == 302
        statements = [query["sql"] for query in found.captured_queries]
        assert len(statements) <= MOST_OF_A_TICK, "\n".join(statements)
        assert sum(sql.startswith("COMMIT") for sql in statements) == 1

    def test_ticks_by_api(self, fight: tuple[Club, Battle]) -> None:
        club, battle = fight
        client = Client()
        client.force_login(club.users["union"])
        api, body = f"/api{url(battle)}", {"unit": FIRST, "cause": "killed", "key": "a"}
        for again in (False, True):
            answer = client.post(api, body, content_type="application/json")
            assert answer.json() == {"done": True, "again": again}
        assert client.get(api).json()["rows"][0]["present"] == 7


SIZE = 8
ACTS = st.lists(
    st.tuples(
        st.sampled_from(["killed", "captured", "skedaddled", "quit", "never_arrived"]),
        st.sampled_from([1, 1, 1, -1]),
        st.integers(0, 1),
    ),
    max_size=40,
)


def a_tally(made: list[Ticked], turn: int, absent: int) -> Tally:
    """Return a brigade of eight; each turn is a day of its own."""
    roster = Roster({"b": Unit("b", "A brigade", "table", (("p", SIZE),))}, {}, {})
    return Tally(roster, made, {"b": absent}, lambda turn: turn, turn, lambda _: {"b": "8.6.4"}, TableWear())


@given(acts=ACTS, absent=st.integers(0, SIZE))
@settings(max_examples=300)
def test_stands_are_conserved_whatever_is_ticked_and_taken_back(acts: list[tuple[str, int, int]], absent: int) -> None:
    made: list[Ticked] = []
    turn = 1
    for n, (cause, by, later) in enumerate(acts, start=1):
        turn += later
        sums = a_tally(made, turn, absent)
        counts = sums.may_count("b", cause, by)
        taken = last_of(sums.standing.get("b", []), cause) if by < 0 else None
        made.append(Ticked(n, "b", cause, by, 0, taken.turn if taken else turn, counts))
        state = a_tally(made, turn, absent).states["b"]
        assert 0 <= state.present <= SIZE - absent
        assert state.present + sum(state.lost.by_cause.values()) == SIZE
        if counts and by > 0 and cause in BY_STAND:
            assert state.present == sums.present("b") - 1
        if not counts:
            assert state == sums.states["b"]


@given(acts=ACTS)
def test_taking_everything_back_leaves_no_loss(acts: list[tuple[str, int, int]]) -> None:
    made = [Ticked(n, "b", cause, 1, 0, 1, counts=True) for n, (cause, _by, _later) in enumerate(acts, start=1)]
    undone = [Ticked(len(made) + n, "b", each.cause, -1, 0, 1, counts=True) for n, each in enumerate(made, start=1)]
    assert a_tally([*made, *undone], 1, 0).losses == {"b": StandsLost()}


def test_campaign_may_let_brigades_begin_a_later_day_fresh() -> None:
    """The ruling R-29 may be switched."""
    house = Context.from_json(
        {"overrides": [], "switches": {"R-29": "starts Fresh whatever its number"}, "reasons": {}}
    )
    made = [Ticked(n, "b", "killed", 1, 0, 1, counts=True) for n in (1, 2, 3)]
    sums = replace(a_tally(made, 2, 0), wear=TableWear(house))
    assert sums.states["b"].status == "Fresh"
    assert replace(sums, turn=1).states["b"].status == "Worn"
