"""A war where sides see only nearby hexes: each learns by its own sight, in the sweep, and keeps what it saw."""

import re
from collections.abc import Iterator
from typing import get_args

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from campaign.ids import hex_id
from campaign.models import Announcement, Entry, RowImage
from campaign.selectors.verify import verify
from campaign.services.sweep import sweep
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


def test_sight_moves_the_version_of_its_own_side_alone() -> None:
    played = near()
    while True:
        who, move = moving(played)
        war_orders.give(played.club.viewer(who), order=move)
        versions = {each: played.club.viewer(each).version for each in ("union", "confederate", "observer")}
        last = Entry.objects.latest("seq").seq
        sweep(played.club.campaign.pk)
        kinds = list(Entry.objects.filter(seq__gt=last).values_list("kind", flat=True))
        if kinds == ["war.proceeded", "sighting"]:
            break
    saw = Belief.objects.get(id=RowImage.objects.filter(table="war_belief").latest("seq").row).side
    now = {each: played.club.viewer(each).version for each in versions}
    assert [each for each in versions if now[each] != versions[each]] == ["union" if saw == "USA" else "confederate"]


def test_rules_are_told_with_what_they_decided() -> None:
    """A line of its own says which line or step of the war it explains."""
    played = near().play(12)
    said = set(Announcement.objects.filter(entry__campaign=played.club.campaign).values_list("text", flat=True))
    behind = {line for line in said if line.startswith("The rules behind")}
    steps = {f"The rules behind the {step}." for step in (*map(str.lower, PHASES.values()), *get_args(Step))}
    assert "The rules behind the action." in behind
    assert behind <= steps | {f"The rules behind it: {line}" for line in said}
    assert behind - steps
