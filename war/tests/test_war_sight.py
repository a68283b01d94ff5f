"""A war where sides see only nearby hexes: each learns by its own sight, in the sweep, and keeps what it saw."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import get_args

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from campaign.ids import hex_id
from campaign.models import Announcement, Entry, RowImage
from campaign.selectors.verify import verify
from campaign.services.rewind import rewind
from campaign.services.sweep import sweep
from campaign.tests.kept import kept
from rulesets.civil_war.war.orders import Move
from rulesets.civil_war.war.state import Step
from rulesets.civil_war.war.views import looked_around
from war.models import Belief, Leader
from war.selectors.war_words import PHASES
from war.services import war_orders, war_umpire
from war.tests.war_builders import a_war, begun
from war.tests.war_play import Played, seeded

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _same_dice() -> Iterator[None]:
    with seeded(2):
        yield


@kept
def near(seed: int = 2) -> Played:
    return Played(begun(a_war(sight="near")), seed)


def moving(played: Played) -> tuple[str, Move]:
    """Play on until somebody may move, and return his move."""
    while True:
        who, order = played.order()
        if isinstance(order, Move):
            return who, order
        played.give(who, order)


def test_sides_learn_in_the_sweep_and_never_in_the_act_itself() -> None:
    played = near()
    who, move = moving(played)
    war_orders.give(played.club.viewer(who), order=move)
    entry = Entry.objects.latest("seq")
    assert not RowImage.objects.filter(entry=entry, table="war_belief").exists()
    sweep(played.club.campaign.pk)
    assert all(looked_around(played.now, side) == {} for side in ("USA", "CSA"))
    assert verify(played.club.campaign.pk) == []


def shape(sql: str) -> str:
    """Return a statement without its values, of which a list may be longer."""
    return re.sub(r"(\?, )+", "?, ", re.sub(r"'[^']*'|\b\d+\b|%s|\bs\d+_x\d+\b", "?", sql))


def statements_of(played: Played, who: str, move: Move) -> list[str]:
    """Return the statements of a move that is taken back afterwards."""
    viewer = played.club.viewer(who)
    with transaction.atomic(), CaptureQueriesContext(connection) as asked:
        war_orders.give(viewer, order=move)
        transaction.set_rollback(True)
    return [shape(each["sql"]) for each in asked]


def moving_to_an_empty_hex(played: Played) -> tuple[str, Move, Leader]:
    """Play on to a move into an empty hex while an enemy leader is in the pool; return who moves, the move, and him."""
    while True:
        who, move = moving(played)
        taken = {hex_ for _, hex_ in played.now.points_at}
        enemy = {"union": "CSA", "confederate": "USA"}[who]
        found = Leader.objects.filter(campaign=played.club.campaign, side=enemy, standing="pool").order_by("id").first()
        if found and move.points and not move.by_water and len(move.path) > 1 and taken.isdisjoint(move.path[1:]):
            return who, move, found
        played.give(who, move)


def test_move_takes_the_same_statements_whether_or_not_it_catches_a_leader() -> None:
    """H-23: what the mover's own act costs would tell of a leader whom nobody saw; the step after it catches him."""
    played = near()
    who, move, found = moving_to_an_empty_hex(played)
    without = statements_of(played, who, move)
    umpire = played.club.viewer("umpire")
    war_umpire.move(umpire, pieces=[hex_id(found.pk)], hex=move.path[-1], reason="Alone.", version=None, key=None)
    assert statements_of(played, who, move) == without
    war_orders.give(played.club.viewer(who), order=move)
    found.refresh_from_db()
    assert found.standing == "map"
    sweep(played.club.campaign.pk)
    found.refresh_from_db()
    assert (found.standing, found.force_id) == ("away", None)
    assert verify(played.club.campaign.pk) == []


def test_second_sweep_has_nothing_to_learn() -> None:
    played = near().play(3)
    before = Entry.objects.count()
    sweep(played.club.campaign.pk)
    assert Entry.objects.count() == before


PLAYERS = ("union", "confederate", "observer")


def versions(played: Played) -> dict[str, int]:
    return {who: played.club.viewer(who).version for who in PLAYERS}


def who_sees_other_pages(played: Played, act: Callable[[], object]) -> list[str]:
    before = versions(played)
    act()
    now = versions(played)
    return [who for who in PLAYERS if now[who] != before[who]]


def learned_by_sight(played: Played) -> tuple[Entry, list[str]]:
    """Play on to a step after which one side alone learns something; return its entry and whose pages it changed."""
    while True:
        who, move = moving(played)
        war_orders.give(played.club.viewer(who), order=move)
        last = Entry.objects.latest("seq").seq
        changed = who_sees_other_pages(played, lambda: sweep(played.club.campaign.pk))
        since = list(Entry.objects.filter(seq__gt=last).order_by("seq"))
        if [entry.kind for entry in since] == ["war.proceeded", "sighting"]:
            return since[-1], changed


def test_sight_moves_the_version_of_its_own_side_alone() -> None:
    entry, changed = learned_by_sight(near())
    saw = Belief.objects.get(id=RowImage.objects.filter(entry=entry, table="war_belief")[0].row).side
    assert changed == ["union" if saw == "USA" else "confederate"]


def test_rewind_moves_the_versions_that_no_line_moved() -> None:
    """What a side learned by sight stands in no journal, but undoing it and restoring it change that side's pages."""
    played = near()
    seen, changed = learned_by_sight(played)
    umpire, before = played.club.viewer("umpire"), Entry.objects.get(seq=seen.seq - 1)
    for to in (before, seen):
        back = partial(rewind, umpire, entry_id=to.pk, reason="A slip.")
        assert who_sees_other_pages(played, back) == changed


def test_rules_are_told_with_what_they_decided() -> None:
    """A line of its own says which line or step of the war it explains."""
    played = near().play(12)
    said = set(Announcement.objects.filter(entry__campaign=played.club.campaign).values_list("text", flat=True))
    behind = {line for line in said if line.startswith("The rules behind")}
    steps = {f"The rules behind the {step}." for step in (*map(str.lower, PHASES.values()), *get_args(Step))}
    assert "The rules behind the action." in behind
    assert behind <= steps | {f"The rules behind it: {line}" for line in said}
    assert behind - steps
