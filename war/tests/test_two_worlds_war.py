"""Two worlds of a war where sides see only nearby hexes: what a side has, plans, and orders out of sight stays its own.

On the board the same columns are hidden but for markers, so that this is the stricter of both.
"""

import pytest

from campaign.tests.harness.bundles import Bundle
from campaign.tests.harness.worlds import Worlds
from rulesets.civil_war.war.tests.builders import SEVEN_HEXES
from war.tests.two_worlds_play import NEAR, Ground, play_on

pytestmark = [pytest.mark.harness, pytest.mark.django_db]
LEXINGTON, PERRYVILLE = "0101", "0201"
GROUND = Ground("near_landing", "near", far=PERRYVILLE, farthest=LEXINGTON, general="Sherman", file=SEVEN_HEXES)
PAIRS = NEAR
WORLDS = Worlds(play_on(GROUND), PAIRS, most_ids=3)


@pytest.mark.parametrize("bundle", WORLDS.bundles, ids=str)
def test_answers_do_not_reveal_hidden_facts(bundle: Bundle) -> None:
    assert WORLDS.problems_of(bundle) == []
