"""Two worlds, a battle: plans, orders of battle, throws, voids, drafts and losses that nobody else may notice."""

from typing import Any

import pytest

from battles.tests.play import PLAY
from battles.tests.test_secrecy_site import PAIRS as PAIRS_OF_SITE_BATTLE
from campaign.models import TABLES
from campaign.tests.harness.bundles import Bundle
from campaign.tests.harness.pairs import Apart, Pair, unknown_columns, without_pair
from campaign.tests.harness.people import NOT_OWNER, NOT_UNION, ONLY_UMPIRE
from campaign.tests.harness.world import BY_ROW, VIEWING_AS_SEAT
from campaign.tests.harness.worlds import Worlds
from campaign.tests.our_apps import our_models
from war.tests.test_two_worlds import PAIRS as PAIRS_OF_CLUB
from war.tests.test_two_worlds_site import PAIRS as PAIRS_OF_SITE

pytestmark = [pytest.mark.harness, pytest.mark.django_db]
ALL_BUT_AUTHOR = (*NOT_OWNER, "umpire", f"{VIEWING_AS_SEAT}union")
CUP_OF_UMPIRE = ("cup:umpire", "secret")


def pair(name: str, *columns: str, since: str, until: str, blind: tuple[str, ...] = NOT_OWNER, **more: Any) -> Pair:
    return Pair(name, blind, columns, since, until, **more)


BRIEF = ("battles_setup.brief", "war_leader.name")
PLAN, FOUND = (
    "battles_plan.body",
    ("battles_secretresult.subject", "battles_secretresult.body", "battles_secretresult.told"),
)
RESULT = ("battles_sideresult.body", "battles_battlereport.body")
PAIRS = (
    pair("leader", *BRIEF, since="taken up", until="confirmed", blind=NOT_UNION, full="opened"),
    pair("order of battle", *BRIEF[:1], since="taken up", until="confirmed", blind=NOT_UNION, full="sealed"),
    pair("theater", "battles_setup.scopes", since="taken up", until="turn 2", blind=NOT_UNION, full="sealed"),
    pair("draft", "campaign_draft.body", since="drafted", until="sealed", blind=ALL_BUT_AUTHOR, full="sealed"),
    pair("no flank march", PLAN, *FOUND, since="sealed", until="confirmed", full="opened"),
    pair("other edge", PLAN, *FOUND[:2], since="sealed", until="turn 3", full="opened"),
    pair("other leader", PLAN, since="sealed", until="turn 2", full="opened"),
    pair("other items", PLAN, since="sealed", until="turn 2", full="opened"),
    pair("initiative", *FOUND[1:2], since="sealed", until="turn 2", blind=NOT_UNION, full="opened"),
    pair("rewound secret", "campaign_entry.payload", since="hidden", until="opened", blind=NOT_UNION, full="opened"),
    pair("secret throw", "campaign_throw.base", since="thrown", until="confirmed", blind=ONLY_UMPIRE, full="turn 2"),
    pair("void", "campaign_throw.how", since="thrown", until="turn 3", blind=ONLY_UMPIRE, full="turn 2"),
    pair(
        "another secret in the cup",
        "campaign_cupsecret.secret",
        *FOUND[1:2],
        since="taken up",
        until="turn 2",
        full="opened",
        blind=ONLY_UMPIRE,
        other_seeds={CUP_OF_UMPIRE: "another"},
        hides_commitments=True,
    ),
    pair("losses", *RESULT, since="halves", until="settled", full="confirmed"),
    pair("removals", RESULT[0], since="chosen", until="confirmed", full="chosen"),
    pair(
        "what has left",
        *RESULT,
        f"war_strengthpoint.lost{BY_ROW}",
        facts={"removals": True},
        blind=NOT_UNION,
        since="chosen",
        until="settled",
        full="settled",
    ),
)
APART = (
    Apart("no flank march", ("other edge", "other leader", "other items"), "Without a march there is nothing of it."),
    Apart("another secret in the cup", (), "Its commitments are masked, for nobody can compare them."),
    Apart("what has left", ("order of battle",), "What leaves is chosen from an order of battle."),
)


ALL_PAIRS = [*PAIRS, *PAIRS_OF_SITE_BATTLE, *PAIRS_OF_CLUB, *PAIRS_OF_SITE]


WORLDS = Worlds(PLAY, PAIRS, APART)


@pytest.mark.parametrize("bundle", WORLDS.bundles, ids=str)
def test_nobody_who_may_not_know_is_answered_otherwise(bundle: Bundle) -> None:
    assert WORLDS.told_apart(bundle) == []


def test_facts_are_kept_apart_only_where_they_collide() -> None:
    assert WORLDS.needless() == []


def test_every_secret_column_has_a_pair() -> None:
    """Derived from the models: a new column is secret until it is called public, and then wants its pair."""
    assert TABLES.models
    assert without_pair(ALL_PAIRS) == []


BESIDE = {
    "campaign_apitoken": "own affairs",
    "campaign_cup": "no flank march",
    "campaign_cupsecret": "another secret in the cup",
    "campaign_done": "own-side message",
    "campaign_draft": "draft",
    "campaign_entropy": "",  # public as soon as it counts
    "campaign_entry": "own-side message",
    "campaign_head": "no flank march",
    "campaign_email": "invited by mail",
    "campaign_lock": "own-side message",
    "campaign_outbox": "own-side message",
    "campaign_feed": "own-side message",
    "campaign_rowimage": "unseen split",
    "campaign_announcement": "own-side message",
    "campaign_throttle": "",  # keyed hashes, shown to nobody
    "campaign_throw": "secret throw",
    "campaign_journalline": "own-side message",
    "campaign_user": "own affairs",
    "campaign_erasabletext": "own-side message",
}


def test_every_table_beside_the_record_is_moved_by_a_pair() -> None:
    """What is not recorded has no list of public columns: each table names the pair that moves it."""
    beside = {model._meta.db_table for model in our_models()} - TABLES.models.keys()
    assert beside == BESIDE.keys()
    assert set(BESIDE.values()) - {""} <= {pair.name for pair in ALL_PAIRS}


def test_every_pair_stands_for_columns_that_there_are() -> None:
    assert unknown_columns(ALL_PAIRS) == []
    assert all(pair.columns for pair in ALL_PAIRS)
