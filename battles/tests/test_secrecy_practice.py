"""Both harnesses over a practice battle: one visitor holds all seats, one curtain apart, and nobody else sees it.

Another visitor, an outsider with a campaign of their own, and a stranger are blind to all of it. So is each side of the
same visitor to the other side's secrets.
"""

from collections.abc import Callable
from unittest import mock

import pytest

from battles.services.practice import begin_practice
from battles.tests import play
from battles.tests.visitor import SEATS
from campaign.models import Practice
from campaign.selectors.practice_seats import PracticeSeat, practice_seat
from campaign.services import talk
from campaign.tests.builders import Club, enroll
from campaign.tests.harness.bundles import Bundle
from campaign.tests.harness.canary import Found, Marker, judge_all, look_for
from campaign.tests.harness.pairs import Pair, Play
from campaign.tests.harness.people import STRANGERS, found_elsewhere
from campaign.tests.harness.world import World, a_world
from campaign.tests.harness.worlds import Worlds

pytestmark = [pytest.mark.harness, pytest.mark.django_db]
OTHER = "another visitor"
OUTSIDE = (*STRANGERS, OTHER)
WHO = (*OUTSIDE, *SEATS)
NOT_UNION = (*OUTSIDE, "confederate")
ONLY_UMPIRE = (*NOT_UNION, "union")
KEYS = {"visitor": "1" * 64, OTHER: "2" * 64}
MARKERS = (
    Marker("Zq60a", frozenset({"union", "umpire"})),
    Marker("Zq61a", frozenset({"confederate", "umpire"})),
    Marker("Zq62a", frozenset(SEATS)),
)


def begin(world: World) -> None:
    """Let two visitors start practice battles, and open all curtains of the first."""
    users = enroll("outsider")
    battle = begin_practice(key=KEYS["visitor"], caller="10.0.0.1")
    begin_practice(key=KEYS[OTHER], caller="10.0.0.2")
    Practice.objects.update(lifted=list(SEATS))
    seats = {seat.side or seat.role: seat.user for seat in battle.campaign.seats.select_related("user")}
    holders = {"union": seats["USA"], "confederate": seats["CSA"], "umpire": seats["umpire"]}
    world.club = Club(battle.campaign, {**users, **{name: user for name, user in holders.items() if user}})
    found_elsewhere(world)
    for seat in SEATS:
        world.open_curtain(seat, seat, KEYS["visitor"])
    world.open_curtain(OTHER, "union", KEYS[OTHER])
    world.open_browsers()


def spoken(world: World) -> None:
    if world.facts.get("message"):
        world.act(lambda: talk.say(world.club.viewer("union"), to="side", text="Hold the landing."))


PLAY = Play(
    "practice",
    begin,
    {
        "spoken": spoken,
        "drafted": play.drafted,
        "deployed": play.hide_almost_all,
        "sealed": play.sealed,
        "opened": play.prepare_and_open,
        "turn 2": play.next_turn,
        "end": play.the_end,
        "results": play.side_results,
        "confirmed": play.confirmed,
    },
)
PAIRS = (
    Pair("message", NOT_UNION, ("campaign_message.audience",), "spoken", "sealed", "spoken"),
    Pair("draft", ONLY_UMPIRE[:-1], ("campaign_draft.body",), "drafted", "drafted"),
    Pair("no flank march", NOT_UNION, ("battles_plan.body",), "sealed", "turn 2", "opened"),
    Pair("losses", NOT_UNION, ("battles_sideresult.body",), "results", "confirmed", "results"),
)
WORLDS = Worlds(PLAY, PAIRS)


@pytest.mark.parametrize("bundle", WORLDS.bundles, ids=str)
def test_nobody_else_learns_what_a_side_of_the_visitor_knows(bundle: Bundle) -> None:
    assert WORLDS.problems_of(bundle) == []


def faults(*, probe: bool, leak: Callable[..., object] = practice_seat) -> list[str]:
    """Return what the canary finds once every seat has written something; a `leak` lets visitors in."""
    found = Found()
    with a_world() as world:
        begin(world)
        for seat, to, marker in (("union", "side", 0), ("confederate", "side", 1), ("umpire", "all", 2)):
            talk.say(world.club.viewer(seat), to=to, text=MARKERS[marker].word)
        world.settle()
        play.PLAY.steps["sealed"](world)
        world.settle()
        with mock.patch("campaign.curtain.practice_seat", leak):
            look_for(world, MARKERS, found, probe=probe, viewers=WHO)
    return judge_all(MARKERS, found)


def test_only_owners_behind_their_own_curtain_see_texts() -> None:
    wrong = faults(probe=True)
    assert wrong == [], "\n".join(wrong)


def any_key(*, key: str, campaign_id: int, word: str) -> PracticeSeat | None:
    return practice_seat(key=KEYS["visitor"], campaign_id=campaign_id, word=word)


def any_curtain(*, key: str, campaign_id: int, word: str) -> PracticeSeat | None:
    return practice_seat(key=key, campaign_id=campaign_id, word="union" if word == "confederate" else word)


@pytest.mark.parametrize(("leak", "who"), [(any_key, OTHER), (any_curtain, "confederate")])
def test_planted_leak_is_found(leak: Callable[..., object], who: str) -> None:
    assert any(line.startswith(f"{who} sees Zq60a") for line in faults(probe=False, leak=leak))
