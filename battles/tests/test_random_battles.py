"""Random battles through the services: stands are conserved, and strength points and carryovers add up (VG-9A)."""

import os

import pytest

from battles.tests.builders import shiloh
from battles.tests.random_battles import SIDES, begin, play_random, points_of
from campaign.selectors.verify import verify
from war.models import StrengthPoint

pytestmark = [pytest.mark.django_db, pytest.mark.long]
SEEDS = range(int(os.environ.get("RANDOM_BATTLES", "50")))  # `bench/soak battles` plays a thousand


@pytest.mark.rule("VG-9A")
@pytest.mark.parametrize("seed", SEEDS)
def test_random_battle_of_a_random_setup_adds_up(seed: int) -> None:
    play_random(seed)


@pytest.mark.rule("VG-9A", "VG-9E", "VG-4F3")
@pytest.mark.parametrize("seed", [1862, 1863])
def test_twenty_battles_in_a_row_add_up(seed: int) -> None:
    """The same armies fight until twenty battles are over, or one of them is gone; each battle's sums are checked."""
    played = begin(seed, shiloh())
    began = {side: len(points_of(played.club, side)) for side in SIDES}
    while played.fought < 20 and not played.is_over:
        if played.fought:
            played.meet()
        played.fight()
        left = StrengthPoint.objects.filter(lost=False)
        assert left.filter(battles__gt=played.fought).count() == 0
        for side in SIDES:
            assert left.filter(side=side, quality="crack").count() <= played.fought
    assert played.fought >= 5
    assert all(len(points_of(played.club, side)) <= began[side] for side in SIDES)
    assert verify(played.club.campaign.pk) == []
