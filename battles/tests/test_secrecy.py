"""Two worlds of a battle: plans, orders of battle, rolls, voids, drafts, and losses stay hidden."""

from typing import Any

import pytest

from battles.tests.play import PLAY
from battles.tests.test_secrecy_arrivals import PAIRS as PAIRS_OF_ARRIVALS
from battles.tests.test_secrecy_brigades import PAIRS as PAIRS_OF_BRIGADES
from battles.tests.test_secrecy_cards import PAIRS as PAIRS_OF_CARDS
from battles.tests.test_secrecy_games import PAIRS as PAIRS_OF_GAMES
from battles.tests.test_secrecy_night import PAIRS as PAIRS_OF_NIGHT
from battles.tests.test_secrecy_pictures import OTHER as ANOTHER_PICTURE
from battles.tests.test_secrecy_pictures import PAIRS as PAIRS_OF_PICTURES
from battles.tests.test_secrecy_site import PAIRS as PAIRS_OF_SITE_BATTLE
from battles.tests.test_secrecy_table import PAIRS as PAIRS_OF_TABLE
from campaign.models import TABLES
from campaign.tests.harness.bundles import Bundle
from campaign.tests.harness.pairs import Apart, Pair, unknown_columns, without_pair
from campaign.tests.harness.people import NOT_OWNER, NOT_UNION, ONLY_UMPIRE, STRANGERS
from campaign.tests.harness.world import BY_ROW, VIEWING_AS_SEAT
from campaign.tests.harness.worlds import Worlds
from campaign.tests.our_apps import our_models
from war.tests.test_two_worlds import PAIRS as PAIRS_OF_CLUB
from war.tests.test_two_worlds_outcome import PAIRS as PAIRS_OF_OUTCOME
from war.tests.test_two_worlds_site import PAIRS as PAIRS_OF_SITE
from war.tests.test_two_worlds_war import PAIRS as PAIRS_OF_WAR

pytestmark = [pytest.mark.harness, pytest.mark.django_db]
ALL_BUT_AUTHOR = (*NOT_OWNER, "umpire", f"{VIEWING_AS_SEAT}union")
NOT_ARMIES = (*STRANGERS, "observer", "union_west")
CUP_OF_UMPIRE = ("cup:umpire", "secret")


def pair(name: str, *columns: str, since: str, until: str, blind: tuple[str, ...] = NOT_OWNER, **more: Any) -> Pair:
    return Pair(name, blind, columns, since, until, **more)


BRIEF = ("battles_setup.brief", "war_leader.name")
PLAN, FOUND = (
    "battles_plan.body",
    ("battles_secretresult.subject", "battles_secretresult.body", "battles_secretresult.told"),
)
BOX = "battles_boxprint.seat_id"
RESULT = ("battles_sideresult.body", "battles_battlereport.body")
OBJECTION = ("battles_objection.figures",)
TICKED = {
    "loss ticked": ("unit", "cause", "expected", "n"),
    "brigade worn": ("n",),
    "tick taken back": ("by", "n"),
    "tick not counted": ("unit", "counts", "n"),
    "late tick": ("unit", "cause", "turn", "n"),
    "fate ticked": ("unit", "cause", "n"),
}
PAIRS = (
    pair("leader", *BRIEF, since="on the table", until="confirmed", blind=NOT_UNION, full="opened"),
    pair("order of battle", *BRIEF[:1], since="offered", until="confirmed", blind=NOT_UNION, full="sealed"),
    pair("theater", "battles_setup.scopes", since="on the table", until="turn 2", blind=NOT_UNION, full="sealed"),
    pair("draft", "campaign_draft.body", since="drafted", until="sealed", blind=ALL_BUT_AUTHOR, full="sealed"),
    pair("order draft", "campaign_draft.body", since="ordered", until="ordered", blind=ALL_BUT_AUTHOR, full="ordered"),
    pair("order names", PLAN, since="ordered", until="settled", full="opened"),
    pair("order tree", PLAN, "battles_placedunit.unit", since="ordered", until="turn 2", full="opened"),
    pair("order booking", PLAN, since="ordered", until="turn 2", full="opened"),
    pair(
        "deployment draft",
        "campaign_draft.body",
        since="ordered",
        until="ordered",
        blind=ALL_BUT_AUTHOR,
        full="ordered",
    ),
    pair("deployment zone", PLAN, since="ordered", until="settled", full="opened"),
    pair("hidden mark", PLAN, since="ordered", until="settled", full="opened"),
    pair("deployment notes", PLAN, since="ordered", until="settled", full="opened"),
    pair("no flank march", PLAN, *FOUND, since="sealed", until="confirmed", full="opened"),
    pair("other edge", PLAN, *FOUND[:2], since="sealed", until="turn 2", full="opened"),
    pair("other leader", PLAN, since="sealed", until="turn 2", full="opened"),
    pair("other units", PLAN, since="sealed", until="turn 2", full="opened"),
    pair("initiative", *FOUND[1:2], since="sealed", until="turn 2", blind=NOT_UNION, full="opened"),
    pair("box printed", BOX, since="printed", until="opened", blind=ALL_BUT_AUTHOR, full="printed"),
    pair("correct rewound", "campaign_entry.payload", since="hidden", until="opened", blind=NOT_UNION, full="opened"),
    pair("secret roll", "campaign_throw.base", since="rolled", until="confirmed", blind=ONLY_UMPIRE, full="turn 2"),
    pair(
        "battle.umpire_work rewound",
        "battles_umpirework.step",
        *FOUND[1:2],
        "campaign_entry.payload",
        since="work rewound",
        until="confirmed",
        blind=ONLY_UMPIRE,
        full="work rewound",
    ),
    pair(
        "battle.stuck rewound",
        "campaign_entry.kind",
        since="rolled",
        until="confirmed",
        blind=ONLY_UMPIRE,
        full="turn 2",
    ),
    pair("battle.removals rewound", "campaign_entry.payload", since="chosen", until="confirmed", full="chosen"),
    pair("hidden units", "battles_hiddenstart.units", since="marked", until="marked", full="marked"),
    pair("battle.hidden rewound", "campaign_entry.payload", since="marked", until="confirmed", full="marked"),
    pair("void", "campaign_throw.how", since="rolled", until="turn 3", blind=ONLY_UMPIRE, full="turn 2"),
    pair(
        "another cup secret",
        "campaign_cupsecret.secret",
        *FOUND[1:2],
        since="on the table",
        until="marked",  # from the opening on, each side knows its ratings
        full="prepared",
        blind=ONLY_UMPIRE,
        other_seeds={CUP_OF_UMPIRE: "another"},
        hides_commitments=True,
    ),
    pair(
        "notice read",
        "battles_readnotice.line",
        since="notice read",
        until="end",
        blind=ALL_BUT_AUTHOR,
        full="notice read",
    ),
    *(
        pair(name, *(f"battles_tick.{column}" for column in columns), since="ticked", until="settled", full="ticked")
        for name, columns in TICKED.items()
    ),
    pair("battle.tick rewound", "campaign_entry.payload", since="ticked", until="settled", full="ticked"),
    pair("draft of a result", *OBJECTION, since="drafts of results", until="settled", blind=NOT_ARMIES, full="results"),
    pair("objection", *OBJECTION, since="objected", until="settled", blind=NOT_ARMIES, full="objected"),
    pair(
        "battle.objected rewound",
        "campaign_entry.payload",
        since="objected",
        until="settled",
        blind=NOT_ARMIES,
        full="objected",
    ),
    pair("losses", *RESULT, since="results", until="settled", full="confirmed"),
    pair("more losses", RESULT[0], since="results", until="confirmed", full="confirmed"),
    pair("candidate", *RESULT, since="results", until="settled", full="confirmed"),
    pair("retreat named", *RESULT, since="results", until="settled", full="confirmed"),
    pair("removals", RESULT[0], since="chosen", until="confirmed", full="chosen"),
    pair(
        "points removed",
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
    Apart("losses", ("more losses",), "One result is entered."),
    Apart(
        "no flank march",
        ("other edge", "other leader", "other units"),
        "Without a march there is no edge, leader, or unit.",
    ),
    Apart("another cup secret", (), "It masks commitments, because they always differ."),
    Apart("points removed", ("order of battle",), "The points to remove are chosen from the order of battle."),
)


ALL_PAIRS = [
    *PAIRS,
    *PAIRS_OF_OUTCOME,
    *PAIRS_OF_ARRIVALS,
    *PAIRS_OF_BRIGADES,
    *PAIRS_OF_GAMES,
    *PAIRS_OF_NIGHT,
    *PAIRS_OF_PICTURES,
    *PAIRS_OF_SITE_BATTLE,
    *PAIRS_OF_CARDS,
    *PAIRS_OF_TABLE,
    *PAIRS_OF_CLUB,
    *PAIRS_OF_SITE,
    *PAIRS_OF_WAR,
]


WORLDS = Worlds(PLAY, PAIRS, APART)


@pytest.mark.parametrize("bundle", WORLDS.bundles, ids=str)
def test_answers_do_not_reveal_hidden_facts(bundle: Bundle) -> None:
    assert WORLDS.problems_of(bundle) == []


def test_separated_facts_collide() -> None:
    assert WORLDS.needless() == []


def test_every_secret_column_has_a_pair() -> None:
    """Check the models: a new column is secret, and needs a pair, unless it is declared public."""
    assert TABLES.models
    assert without_pair(ALL_PAIRS) == []


UNRECORDED = {
    "battles_boxprint": "box printed",
    "battles_readnotice": "notice read",
    "campaign_apitoken": "own account",
    "campaign_cup": "no flank march",
    "campaign_cupsecret": "another cup secret",
    "campaign_draft": "draft",
    "campaign_entropy": "",  # public as soon as it is used
    "campaign_entry": "own-side message",
    "campaign_head": "no flank march",
    "campaign_email": "invited by email",
    "campaign_lock": "own-side message",
    "campaign_picture": ANOTHER_PICTURE,
    "campaign_practice": "",  # found only by the visitor's own key (test_secrecy_practice.py)
    "campaign_feed": "own-side message",
    "campaign_rowimage": "unseen split",
    "campaign_announcement": "own-side message",
    "campaign_throttle": "",  # keyed hashes, shown to nobody
    "campaign_throw": "secret roll",
    "campaign_journalline": "own-side message",
    "campaign_user": "own account",
    "campaign_erasabletext": "own-side message",
    "war_importedscenario": "",  # the site's, and public
}


def test_every_unrecorded_table_has_a_pair() -> None:
    """Check that each table without a list of public columns names a pair that changes it."""
    unrecorded = {model._meta.db_table for model in our_models()} - TABLES.models.keys()
    assert unrecorded == UNRECORDED.keys()
    assert set(UNRECORDED.values()) - {""} <= {pair.name for pair in ALL_PAIRS}


def test_pairs_name_existing_columns() -> None:
    assert unknown_columns(ALL_PAIRS) == []
    assert all(pair.columns for pair in ALL_PAIRS)
