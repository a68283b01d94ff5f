"""Two worlds of a whole war, for `bench/soak`: the whole map as it opens in 1861, and Shiloh to Corinth to its end."""

import pytest

from campaign.tests.harness.bundles import Bundle
from campaign.tests.harness.worlds import Worlds
from war.tests.two_worlds_play import ON_BOARD, SHILOH, WHOLE_MAP, pair, play_on, play_to_the_end, to_the_end

pytestmark = [pytest.mark.harness, pytest.mark.django_db]
OPENING = Worlds(play_on(WHOLE_MAP), [*ON_BOARD, pair("priorities", "war_purse.body")])
TO_THE_END = Worlds(play_on(SHILOH, over=play_to_the_end), to_the_end(ON_BOARD, "over"))


@pytest.mark.parametrize("bundle", OPENING.bundles, ids=str)
def test_answers_on_the_whole_map_do_not_reveal_hidden_facts(bundle: Bundle) -> None:
    assert OPENING.problems_of(bundle) == []


@pytest.mark.parametrize("bundle", TO_THE_END.bundles, ids=str)
def test_answers_up_to_the_end_of_a_war_do_not_reveal_hidden_facts(bundle: Bundle) -> None:
    assert TO_THE_END.problems_of(bundle) == []
