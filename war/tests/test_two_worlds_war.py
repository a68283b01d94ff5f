"""Two worlds of a war on seven hexes, where sides see only nearby hexes and keep to themselves what is out of sight."""

import pytest

from campaign.tests.harness.bundles import Bundle
from campaign.tests.harness.worlds import Worlds
from war.tests.two_worlds_play import AT_MOST, NEAR, SEVEN, play_on

pytestmark = [pytest.mark.harness, pytest.mark.django_db]
PAIRS = NEAR
WORLDS = Worlds(play_on(SEVEN), PAIRS, most_ids=AT_MOST)


@pytest.mark.parametrize("bundle", WORLDS.bundles, ids=str)
def test_answers_do_not_reveal_hidden_facts(bundle: Bundle) -> None:
    assert WORLDS.problems_of(bundle) == []
