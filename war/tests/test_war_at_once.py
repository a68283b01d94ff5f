"""Two sweeps, or two commanders, act in a war at the same moment: each step and each order counts once."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any
from unittest import mock

import pytest

from battles.tests.test_at_once import at_once, together
from campaign.errors import Refusal
from campaign.models import Entry
from campaign.selectors.verify import verify
from campaign.services.sweep import sweep
from war.services import war_course, war_orders, war_steps
from war.tests.war_builders import a_war, now_of
from war.tests.war_play import a_played_war

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_sweeps_take_each_step_once() -> None:
    club = a_war()
    war_course.begin(club.viewer("umpire"))
    carry_out, steps = war_orders.carry_out, Counter[tuple[object, ...]]()

    def noted(act: Any, found: Any, state: Any, order: Any) -> object:
        clock = state.clock
        steps[clock.turn, clock.phase, clock.rolls] += 1
        return carry_out(act, found, state, order)

    with mock.patch.object(war_course, "carry_out", noted), together(war_steps, "take_step"):
        assert at_once(*[partial(sweep, club.campaign.pk)] * 2) == []
    assert now_of(club.campaign).clock.phase == "action"
    assert set(steps.values()) == {1}
    assert Entry.objects.filter(kind=war_course.PROCEEDED).count() == len(steps) >= 3
    assert verify(club.campaign.pk) == []


def test_order_given_twice_at_once_counts_once() -> None:
    played = a_played_war()
    who, order = played.order()
    viewer = played.club.viewer(who)
    give: Callable[[], None] = partial(war_orders.give, viewer, order=order, version=viewer.version)
    with together(war_orders, "open_act"):
        wrong = at_once(give, give)
    assert len(wrong) == 1
    assert isinstance(wrong[0], Refusal)
    assert Entry.objects.filter(kind=war_orders.ORDERED).count() == 1
    assert verify(played.club.campaign.pk) == []
