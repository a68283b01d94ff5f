"""A war through the services: the scenario on the map, orders as entries, random play, and what is refused."""

import random
from collections import Counter
from dataclasses import replace
from unittest import mock

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaign.errors import AlreadyDone, Refusal, Stale
from campaign.models import Cup, CupState, Entry, OwnerKind, RowImage
from campaign.selectors.cups import cup_documents
from campaign.selectors.verify import verify
from campaign.services import decisions
from campaign.services.sweep import sweep
from campaign.tests.builders import Club, a_club
from rulesets.civil_war.war import setup, view
from rulesets.civil_war.war import state as engine
from rulesets.civil_war.war.orders import BuildHere, EndHalf, Move, Order, Prioritize, StandFast
from rulesets.core.cup_check import check
from war.models import Force, Leader, Marker, Purse, StrengthPoint, TurnTrack
from war.selectors.war_state import state_of
from war.selectors.worlds import world_of_campaign
from war.services import war_course, war_orders
from war.services.turn_cups import cups_of_turn
from war.tests.war_builders import a_war, begun, now_of
from war.tests.war_play import WHO, Played, a_played_war, differences, rows_of, rows_read_back, seeded

pytestmark = pytest.mark.django_db
MOST_READS = 7
MOST_STATEMENTS = 45  # of an order
FIXED, DRAWN = 1862, random.SystemRandom().randrange(10_000)


class Test_Founding:
    def test_scenario_is_on_the_map(self) -> None:
        club = a_war()
        start, found = setup(world_of_campaign(club.campaign)), now_of(club.campaign)
        assert _anonymous(found) == _anonymous(start)
        assert (found.clock, found.works, found.depots, found.held) == (
            start.clock,
            start.works,
            start.depots,
            start.held,
        )
        assert found.purses == start.purses
        assert not any(found.available.values())

    def test_pieces_of_a_side_in_a_hex_are_one_force(self) -> None:
        club = a_war()
        forces = list(Force.objects.filter(campaign=club.campaign).values_list("side", "hex"))
        assert len(forces) == len(set(forces))
        for model in (StrengthPoint, Leader):
            rows = model._default_manager.select_related("force").exclude(force=None)
            assert all(row.force is not None and row.side == row.force.side for row in rows)
        state = now_of(club.campaign)
        assert set(forces) == {*state.points_at, *state.leaders_at}

    def test_force_has_the_name_of_its_army_and_its_theater(self) -> None:
        club = a_war()
        state = now_of(club.campaign)
        for army in state.armies.values():
            force = Force.objects.get(side=army.side, hex=state.leaders[army.commander].hex)
            assert (force.name, force.scope) == (army.name, "West")

    def test_each_side_has_a_purse_and_the_turn_its_cups(self) -> None:
        club = a_war()
        assert sorted(Purse.objects.values_list("side", flat=True)) == ["CSA", "USA"]
        kind, owner = cups_of_turn(club.campaign.pk, 4)
        cups = Cup.objects.filter(owner_kind=kind, owner_id=owner)
        assert sorted(cups.values_list("audience", flat=True)) == ["public", "side:CSA", "side:USA", "umpire"]
        assert {cup.state for cup in cups} == {CupState.TAKING}

    def test_founding_is_one_entry(self) -> None:
        club = a_war()
        entry = Entry.objects.get(campaign=club.campaign)
        assert RowImage.objects.filter(entry=entry, table="war_strengthpoint").count() == StrengthPoint.objects.count()
        assert verify(club.campaign.pk) == []

    def test_campaign_without_a_scenario_has_no_war(self) -> None:
        club = a_club()
        assert not any(model._default_manager.exists() for model in (Force, Marker, Purse, TurnTrack))
        with pytest.raises(Refusal, match="isn’t played from a scenario"):
            war_orders.give(club.viewer("union"), order=EndHalf())


def _anonymous(state: engine.State) -> Counter[object]:
    """Return the pieces without their ids, which are drawn anew for every campaign."""
    points = [replace(point, id="") for point in state.points.values()]
    leaders = [replace(leader, id="") for leader in state.leaders.values()]
    armies = [(army.side, army.name, state.leaders[army.commander].name) for army in state.armies.values()]
    return Counter([*points, *leaders, *armies])


class Test_Random_play:
    @pytest.mark.rule("CW-PHASE", "CW-PULSE", "CW-SPIN")
    @pytest.mark.parametrize("seed", [FIXED, pytest.param(DRAWN, id="drawn")])
    def test_rows_read_back_as_the_state_of_the_engine(self, seed: int) -> None:
        print(f"seed {seed}")
        with seeded(seed), rows_read_back() as compared:
            played = a_played_war(seed).play()
        assert played.is_over
        entries = Counter(Entry.objects.filter(campaign=played.club.campaign).values_list("kind", flat=True))
        assert entries[war_orders.ORDERED] == played.given.total() > 10
        assert Counter(compared) == {kind: entries[kind] for kind in set(compared)}
        assert _conserved(played)
        assert verify(played.club.campaign.pk) == []

    def test_order_is_one_entry(self) -> None:
        played = a_played_war()
        for _ in range(12):
            who, order = played.order()
            before = Entry.objects.count()
            war_orders.give(played.club.viewer(who), order=order)
            assert Entry.objects.count() == before + 1
            assert Entry.objects.latest("seq").payload["order"] == type(order).__name__
            sweep(played.club.campaign.pk)


def _conserved(played: Played) -> bool:
    """Return whether every strength point is on the map with a force, due, waiting, or lost without one."""
    points = StrengthPoint.objects.filter(campaign=played.club.campaign)
    assert points.count() == len(setup(world_of_campaign(played.club.campaign)).points)
    return not points.filter(lost=True).exclude(force=None).exists()


class Test_Reads:
    def test_state_takes_few_reads(self) -> None:
        club = begun(a_war())
        with CaptureQueriesContext(connection) as asked:
            state_of(club.campaign)
        assert len(asked) <= MOST_READS

    def test_order_takes_few_statements(self) -> None:
        played = a_played_war()
        for _ in range(6):
            who, order = played.order()
            viewer = played.club.viewer(who)
            with CaptureQueriesContext(connection) as asked:
                war_orders.give(viewer, order=order)
            assert len(asked) <= MOST_STATEMENTS, "\n".join(each["sql"] for each in asked)
            sweep(played.club.campaign.pk)


def refused(club: Club, who: str, order: Order, **more: object) -> str:
    """Return why an order is refused; nothing may have changed."""
    before, entries = rows_of(club), Entry.objects.count()
    with pytest.raises(Refusal) as found:
        war_orders.give(club.viewer(who), order=order, **more)  # type: ignore[arg-type]
    assert (rows_of(club), Entry.objects.count()) == (before, entries)
    return found.value.sentence


class Test_Refusals:
    @pytest.mark.parametrize(
        ("who", "said"),
        [
            ("other", "The {side} side gives orders now."),
            ("umpire", war_orders.ONLY_COMMANDERS),
            ("observer", war_orders.ONLY_COMMANDERS),
            ("union_west", war_orders.ONLY_WHOLE_SIDE),
        ],
    )
    def test_order_of_somebody_else(self, who: str, said: str) -> None:
        played = a_played_war()
        giver, _ = played.order()
        if who == "union_west":
            played.play(60, until_turn=5) if giver == "confederate" else None
            while played.order()[0] == "confederate":
                played.play(1)
            giver = "union"
        other = "confederate" if giver == "union" else "union"
        sides = {"union": "Union", "confederate": "Confederate"}
        assert refused(played.club, other if who == "other" else who, EndHalf()) == said.format(side=sides[giver])

    def test_order_before_the_war_begins(self) -> None:
        assert refused(a_war(), "union", EndHalf()) == war_orders.NOT_BEGUN

    def test_order_while_the_last_one_is_being_settled(self) -> None:
        played = a_played_war()
        moved = False
        while not moved:
            who, order = played.order()
            war_orders.give(played.club.viewer(who), order=order)
            moved = isinstance(order, Move) and played.now.contact is not None
            if not moved:
                sweep(played.club.campaign.pk)
        assert refused(played.club, who, EndHalf()) == war_orders.A_MOMENT

    def test_order_sent_twice_counts_once(self) -> None:
        played = a_played_war()
        who, order = played.order()
        war_orders.give(played.club.viewer(who), order=order, key="one")
        before = rows_of(played.club)
        with pytest.raises(AlreadyDone):
            war_orders.give(played.club.viewer(who), order=order, key="one")
        assert rows_of(played.club) == before

    def test_order_from_an_old_page(self) -> None:
        played = a_played_war()
        who, order = played.order()
        old = played.club.viewer(who).version
        played.give(who, order)
        before = rows_of(played.club)
        with pytest.raises(Stale):
            war_orders.give(played.club.viewer(who), order=order, version=old)
        assert rows_of(played.club) == before

    def test_orders_with_enemy_pieces_and_unknown_ones_are_refused_alike(self) -> None:
        played = a_played_war()
        who, _ = played.order()
        state = played.now
        enemy = next(point.id for point in state.points.values() if WHO[point.side] != who and point.hex)
        said = {refused(played.club, who, StandFast(id_, "theatre")) for id_ in (enemy, "0123456789abcdef", "")}
        said |= {refused(played.club, who, BuildHere(id_, "depot", "theatre")) for id_ in (enemy, "0123456789abcdef")}
        assert len(said) == 1

    def test_move_off_the_map_or_in_a_circle(self) -> None:
        played = a_played_war()
        who, _ = played.order()
        state = played.now
        point = next(point for point in state.points.values() if WHO[point.side] == who and point.hex)
        for path in ((point.hex, "9999"), (point.hex, point.hex), (point.hex,), ()):
            refused(played.club, who, Move("", frozenset({point.id}), path, "theatre"))

    def test_priorities_that_are_no_theaters(self) -> None:
        played = a_played_war()
        who, _ = played.order()
        refused(played.club, who, Prioritize(("West", "West", "West")))

    def test_war_begins_once_and_by_the_umpire(self) -> None:
        club = a_war()
        for who in ("union", "observer"):
            with pytest.raises(Refusal):
                war_course.begin(club.viewer(who))
        war_course.begin(club.viewer("umpire"))
        with pytest.raises(Refusal, match="already begun"):
            war_course.begin(club.viewer("umpire"))

    def test_both_sides_begin_where_the_site_umpires(self) -> None:
        club = a_war(umpire_kind="site")
        war_course.begin(club.viewer("union"))
        sweep(club.campaign.pk)
        assert now_of(club.campaign).clock.phase == "reinforcement"
        war_course.begin(club.viewer("confederate"))
        sweep(club.campaign.pk)
        assert now_of(club.campaign).clock.phase == "action"


class Test_Killed:
    def test_process_killed_between_acts_loses_nothing(self) -> None:
        club = a_war()
        war_course.begin(club.viewer("umpire"))
        carry_out, left = war_orders.carry_out, [None, None]

        def killed(*asked: object) -> object:
            if not left:
                raise KeyboardInterrupt
            left.pop()
            return carry_out(*asked)  # type: ignore[arg-type]

        with mock.patch.object(war_course, "carry_out", killed), pytest.raises(KeyboardInterrupt):
            sweep(club.campaign.pk)
        assert Entry.objects.filter(kind=war_course.PROCEEDED).count() == 2
        assert verify(club.campaign.pk) == []
        sweep(club.campaign.pk)
        assert now_of(club.campaign).clock.phase == "action"
        assert verify(club.campaign.pk) == []

    def test_order_of_a_process_killed_in_the_middle_never_was(self) -> None:
        played = a_played_war()
        who, order = played.order()
        before, state = rows_of(played.club), played.now
        with mock.patch.object(war_orders, "tell_all", side_effect=KeyboardInterrupt), pytest.raises(KeyboardInterrupt):
            war_orders.give(played.club.viewer(who), order=order)
        assert rows_of(played.club) == before
        played.give(who, order)
        assert differences(played.now, state) != []


class Test_Cups:
    def test_dice_of_a_turn_come_from_its_own_cups(self) -> None:
        played = a_played_war().play(until_turn=5)
        turns = {4: cups_of_turn(played.club.campaign.pk, 4)[1], 5: cups_of_turn(played.club.campaign.pk, 5)[1]}
        thrown = Cup.objects.filter(owner_kind=OwnerKind.TURN, throws__isnull=False)
        assert set(thrown.values_list("owner_id", flat=True)) <= set(turns.values())
        assert thrown.filter(owner_id=turns[4], audience="public").exists()
        for turn, owner in turns.items():
            bases = Cup.objects.filter(owner_id=owner, throws__isnull=False).values_list("throws__base", flat=True)
            assert all(base.endswith(f",{turn}]") for base in bases)

    def test_public_cup_is_checked_after_its_turn_and_all_others_at_the_end(self) -> None:
        played = a_played_war().play(until_turn=5)
        cups = Cup.objects.filter(owner_id=cups_of_turn(played.club.campaign.pk, 4)[1])
        assert [cup.audience for cup in cups if cup.state == CupState.TURNED_OVER] == ["public"]
        public = cups.get(audience="public")
        assert public.count > 0
        assert check(cup_documents([public])[0]) == []
        assert verify(played.club.campaign.pk) == []
        decisions.decide(played.club.viewer("umpire"), kind="campaign.closed")
        assert not Cup.objects.exclude(state=CupState.TURNED_OVER).exists()
        assert all(check(document) == [] for document in cup_documents(list(Cup.objects.all())))
        assert verify(played.club.campaign.pk) == []

    def test_digits_of_orders_go_into_the_cups_of_the_next_turn(self) -> None:
        played = a_played_war()
        who, order = played.order()
        war_orders.give(played.club.viewer(who), order=order, entropy="ab" * 32)
        side = played.club.viewer(who).side
        for turn, lines in ((4, []), (5, ["ab" * 32] * 4)):
            owner = cups_of_turn(played.club.campaign.pk, turn)[1]
            found = Cup.objects.filter(owner_id=owner, entropies__side=side).values_list("entropies__line", flat=True)
            assert [line for line in found if line != "absent"] == lines

    def test_nothing_is_rolled_before_the_digits_are_frozen(self) -> None:
        """A cup's first head is published as it is frozen, before its first roll."""
        played = a_played_war()
        public = Cup.objects.get(owner_id=cups_of_turn(played.club.campaign.pk, 4)[1], audience="public")
        assert public.heads.order_by("step")[0].count == 0 < public.count
        assert view(played.now, "USA").clock.turn == 4
