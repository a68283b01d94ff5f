"""Whole games through the services, their orders drawn by kind: what holds at every step, and at the end."""

import os

import pytest

from campaign.errors import Refusal
from campaign.models import Entry
from campaign.selectors.verify import verify
from rulesets.civil_war.war import setup
from rulesets.civil_war.war.orders import Move
from war.models import StrengthPoint
from war.selectors.worlds import world_of_campaign
from war.services import war_orders
from war.tests.by_kind import ByKind
from war.tests.war_builders import a_war, begun
from war.tests.war_play import differences, rows_read_back, seeded

pytestmark = [pytest.mark.django_db, pytest.mark.long]
SEEDS = range(int(os.environ.get("RANDOM_GAMES", "1")))  # `bench/soak games` plays two hundred


@pytest.mark.parametrize("seed", SEEDS)
def test_random_game_ends_and_adds_up(seed: int) -> None:
    """After every act the rows are the engine's state, and the journal replays to them (`verify`)."""
    with seeded(seed), rows_read_back() as compared:
        played = ByKind(begun(a_war()), seed)
        tried = play_out(played)
    campaign = played.club.campaign
    orders = Entry.objects.filter(campaign=campaign, kind=war_orders.ORDERED)
    assert orders.count() == played.given.total() == compared.count(war_orders.ORDERED) > 10
    print(f"seed {seed}: {played.given.total()} orders, {tried} refused for want of room, {played.now.clock.result}")
    assert verify(campaign.pk) == []
    points = StrengthPoint.objects.filter(campaign=campaign)
    start = setup(world_of_campaign(campaign))
    for side in ("USA", "CSA"):
        ours = points.filter(side=side)
        arrived = sum(point.side == side for point in start.points.values())
        lost, on_map = ours.filter(lost=True), ours.filter(lost=False).exclude(force=None)
        waiting = ours.filter(lost=False, force=None)
        assert lost.count() + on_map.count() + waiting.count() == arrived
        assert not lost.exclude(force=None).exists()


def play_out(played: ByKind) -> int:
    """Play a war to its end; return how many moves found no room."""
    refused = 0
    while not played.is_over:
        who, order = played.order()
        before = played.now
        try:
            played.give(who, order)
        except Refusal:
            assert isinstance(order, Move), order  # a way that is too full for so many
            assert differences(played.now, before) == []
            refused += 1
    return refused
