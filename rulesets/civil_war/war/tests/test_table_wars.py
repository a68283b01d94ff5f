"""Wars in which battles go to the table: they end, SP are conserved, locks hold, and their outcomes replay."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import field, replace
from functools import cache

import pytest

from rulesets.civil_war.war import State, apply, awaited, can_proceed, default_order, resolve, setup, view
from rulesets.civil_war.war.draft import Resolved
from rulesets.civil_war.war.locks import holding, locked
from rulesets.civil_war.war.orders import FightHere, Order, Postpone, Proceed, Resume, Settle, SideResult, ToTable
from rulesets.civil_war.war.random_play import Chooser
from rulesets.civil_war.war.scenario import SIDES
from rulesets.civil_war.war.state import Changes
from rulesets.civil_war.war.tests.builders import asking, attack_of, whole_war
from rulesets.civil_war.war.tests.test_random_play import hold, strength
from rulesets.civil_war.war.world import Sight
from rulesets.civil_war.words import Side
from rulesets.core.dice import ChanceDice
from rulesets.core.errors import IllegalOrder
from rulesets.core.records import dataclass


@dataclass
class Umpire:
    """Decides at random how contacts are fought, when a battle is postponed, and how it ends."""

    chance: Chooser

    def order(self, state: State) -> Order | None:
        """Return what the umpire orders next, or None if the game or a side comes first."""
        if state.contact is not None:
            is_due = state.contact.step == "decision"
            return (FightHere() if self.chance.one_of(3) == 0 else ToTable()) if is_due else None
        stuck = awaited(state) is None and not can_proceed(state)
        for hex_, each in sorted(state.waiting.items()):
            if stuck or self.chance.one_of(20) == 0:
                return self._about(state, hex_, postponed=each.postponed, stuck=stuck)
        return None

    def _about(self, state: State, hex_id: str, *, postponed: bool, stuck: bool) -> Order:
        what = self.chance.one_of(4)
        if what == 0 and not postponed:
            return Postpone(hex_id)
        if what == 1 and postponed and not stuck:
            return Resume(hex_id)
        return FightHere(hex_id) if what == 2 else self._report(state, hex_id)

    def _report(self, state: State, hex_id: str) -> Settle:
        loser: Side | None = (*SIDES, None)[self.chance.one_of(3)]
        surrenders = loser is not None and self.chance.one_of(8) == 0
        return Settle(hex_id, {side: self._result(state, side, hex_id) for side in SIDES}, loser, "", surrenders)

    def _result(self, state: State, side: Side, hex_id: str) -> SideResult:
        ids = [point.id for point in state.points_at[side, hex_id]]
        gone = frozenset(id_ for id_ in ids if self.chance.one_of(4) == 0)
        leaders = [leader.id for leader in state.leaders_at.get((side, hex_id), ())]
        hurt = [id_ for id_ in leaders if self.chance.one_of(6) == 0]
        return SideResult(
            gone=gone,
            demoralized=self.chance.one_of(2) == 0,
            fought=frozenset(ids),
            quality=dict.fromkeys(ids, "veteran"),
            leaders=dict.fromkeys(hurt, "wounded"),
            due_on=dict.fromkeys(hurt, state.clock.turn + 1),
            seen=frozenset(leaders),
        )


@dataclass
class War:
    """A war being played, with the changes of each order and how often each kind was given."""

    state: State
    journal: list[Changes] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)


def played(state: State, seed: int, *, turns: int = 19) -> War:
    """Play so many turns: sides attack wherever they can, and most of their battles go to the table."""
    war, dice, chance = War(state), ChanceDice(seed), Chooser(ChanceDice(seed + 1))
    umpire, last = Umpire(chance), state.clock.turn + turns
    while war.state.clock.phase != "over" and war.state.clock.turn < last:
        order = umpire.order(war.state) or _of_play(war.state, chance)
        if order is None:
            continue
        try:
            result: Resolved = resolve(war.state, order, dice).result
        except IllegalOrder:
            continue  # a way that is too full for so many
        _check_locks(war.state, order, result)
        war.state = apply(war.state, result.changes)
        war.journal.append(result.changes)
        war.kinds[type(order).__name__] += 1
        hold(war.state)
        assert strength(war.state) == strength(state)
    return war


@cache
def shiloh_war(sight: Sight, seed: int) -> War:
    """Return the whole war of a seed, played once for all tests that ask about it."""
    return played(setup(asking(sight)), seed)


def _of_play(state: State, chance: Chooser) -> Order | None:
    side = awaited(state)
    if side is None:
        return Proceed() if can_proceed(state) else None
    seen = view(state, side)
    return attack_of(seen) or (default_order(seen) if state.waiting else chance.order(seen))


def _check_locks(before: State, order: Order, result: Resolved) -> None:
    """Check that nothing that waits for the table moved or entered, and no pulse began; only a loser may leave."""
    if isinstance(order, Settle | FightHere):
        return
    hexes, fought_in = locked(before), before.contact.hex if before.contact else None
    for id_, after in _pieces(result):
        was = before.points.get(id_) or before.leaders.get(id_)
        assert was is not None
        if was.hex not in (after, fought_in):
            assert was.hex not in hexes
            assert after not in hexes
    if holding(before.waiting):
        assert result.changes.clock is None or result.changes.clock.pulses == before.clock.pulses


def _pieces(result: Resolved) -> Iterator[tuple[str, str]]:
    for id_, point in result.changes.points.items():
        yield id_, point.hex
    for id_, leader in result.changes.leaders.items():
        yield id_, leader.hex


@pytest.mark.rule("CW-PHASE", "CW-CRT", "VG-9")
@pytest.mark.parametrize("sight", ["board", "near"])
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_war_with_battles_on_the_table_ends(sight: Sight, seed: int) -> None:
    war = shiloh_war(sight, seed)
    assert war.state.clock.phase == "over"
    assert war.state.waiting == {}
    assert {"ToTable", "Settle"} <= war.kinds.keys()


def test_every_order_of_the_umpire_is_given_in_some_war() -> None:
    given = Counter[str]()
    for seed in range(1, 5):
        given += shiloh_war("board", seed).kinds
    assert {each.__name__ for each in (FightHere, ToTable, Postpone, Resume, Settle)} <= given.keys()


def test_journal_with_waiting_contacts_replays_to_the_same_state() -> None:
    war, state = shiloh_war("board", 3), setup(asking("board"))
    for changes in war.journal:
        state = apply(state, changes)
    assert state == war.state


def test_whole_war_plays_on_in_other_theaters() -> None:
    world = replace(whole_war(), asks=True)
    war = played(setup(world), 5, turns=2)
    assert war.state.clock.turn == 3
    assert "ToTable" in war.kinds
