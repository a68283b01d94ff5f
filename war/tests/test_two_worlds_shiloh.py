"""Two worlds of Shiloh to Corinth, on the board and where sides see only nearby hexes.

On the board everybody sees where the Union stands, and nobody what stands there.
"""

import pytest

from campaign.tests.harness.bundles import Bundle
from campaign.tests.harness.worlds import Worlds
from war.tests.two_worlds_play import AT_MOST, NEAR, ON_BOARD, SHILOH, SHILOH_NEAR, play_on

pytestmark = [pytest.mark.harness, pytest.mark.django_db]
BOARD = Worlds(play_on(SHILOH), ON_BOARD, most_ids=AT_MOST)
NEARBY = Worlds(play_on(SHILOH_NEAR), NEAR, most_ids=AT_MOST)


@pytest.mark.parametrize("bundle", BOARD.bundles, ids=str)
def test_answers_on_the_board_do_not_reveal_hidden_facts(bundle: Bundle) -> None:
    assert BOARD.problems_of(bundle) == []


@pytest.mark.parametrize("bundle", NEARBY.bundles, ids=str)
def test_answers_with_near_sight_do_not_reveal_hidden_facts(bundle: Bundle) -> None:
    assert NEARBY.problems_of(bundle) == []
