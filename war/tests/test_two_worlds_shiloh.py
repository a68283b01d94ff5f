"""Two worlds of Shiloh to Corinth on the board: everybody sees where the Union stands, and nobody what stands there."""

import pytest

from campaign.tests.harness.bundles import Bundle
from campaign.tests.harness.worlds import Worlds
from war.tests.two_worlds_play import ON_BOARD, Ground, play_on

pytestmark = [pytest.mark.harness, pytest.mark.django_db]
NASHVILLE, CAIRO = "3221", "2618"
GROUND = Ground("shiloh_to_corinth", "board", far=NASHVILLE, farthest=CAIRO, general="Thomas")
WORLDS = Worlds(play_on(GROUND), ON_BOARD, most_ids=3)


@pytest.mark.parametrize("bundle", WORLDS.bundles, ids=str)
def test_answers_do_not_reveal_hidden_facts(bundle: Bundle) -> None:
    assert WORLDS.problems_of(bundle) == []
