"""Two worlds of a finished game: its public pages don't depend on messages, drafts, or reasons, nor on who agreed."""

import pytest

from battles.tests import play
from battles.tests import test_secrecy_canary as canary
from battles.tests.test_secrecy_canary import MARKERS
from campaign.models import Entry
from campaign.services import decisions, publishing, talk
from campaign.services.corrections import correct
from campaign.services.record import open_act
from campaign.services.rewind import rewind
from campaign.tests.harness.bundles import Bundle
from campaign.tests.harness.canary import Found, judge
from campaign.tests.harness.pairs import Pair, Play
from campaign.tests.harness.people import ONLY_UMPIRE, STRANGERS
from campaign.tests.harness.routes import Filler, Met
from campaign.tests.harness.sight import Sight, look, look_further
from campaign.tests.harness.world import World, a_world
from campaign.tests.harness.worlds import Worlds
from campaign.tests.urlconf import routes
from war.models import Force

pytestmark = [pytest.mark.harness, pytest.mark.django_db]
STEPS = play.PLAY.steps
SILENT = "union"
PLAYERS = ("umpire", "union_west", "confederate", "observer", SILENT)
NOT_SILENT = (*(who for who in ONLY_UMPIRE if who != SILENT), "umpire")
PUBLISHED = ("Zq12a",)  # the reason for a void, which is part of the ledger's proof
NEVER_PUBLISHED = tuple(marker for marker in MARKERS if marker.word not in PUBLISHED)


def write_and_correct(world: World) -> None:
    """Say, correct, and rewind with other words in another world; everyone in the campaign reads some of them."""
    club = world.club
    text = "Another message." if world.facts.get("message") else "A message."
    world.act(lambda: talk.say(club.viewer("union"), to="side", text=text))
    said = "Another word to all." if world.facts.get("message to all") else "A word to all."
    world.act(lambda: talk.say(club.viewer("umpire"), to="all", text=said))
    force = Force.objects.filter(campaign=club.campaign, side="USA").order_by("id")[0]
    reason = "Another reason." if world.facts.get("correction") else "A reason."
    table, values = "war_force", {"in_supply": False}
    world.act(lambda: correct(club.viewer("umpire"), table=table, row_id=force.pk, values=values, reason=reason))
    mark = Entry.objects.filter(campaign=club.campaign, stream="campaign").order_by("-seq")[0]
    with open_act(club.viewer("umpire"), stream="campaign", kind="note") as act:
        act.tell("public", "Rain falls everywhere.")
    why = "Another rewind." if world.facts.get("rewind") else "A rewind."
    world.act(lambda: rewind(club.viewer("umpire"), entry_id=mark.pk, reason=why))


def drafted(world: World) -> None:
    STEPS["drafted"](world)


def closed(world: World) -> None:
    STEPS["settled"](world)
    world.settle()
    world.act(lambda: decisions.decide(world.club.viewer("umpire"), kind="campaign.closed"))


def agree(world: World, who: str, name: str = "") -> None:
    account, campaign = world.club.users[who].pk, world.club.campaign.pk
    world.act(lambda: publishing.agree(user_id=account, campaign_id=campaign, name=name))


def some_agree(world: World) -> None:
    """Agree as all but one, who agrees as well in one world and withdraws in another."""
    for who in PLAYERS:
        if who not in (SILENT, "confederate"):
            agree(world, who)
    if world.facts.get("agreed"):
        agree(world, SILENT, "Cump")


def all_agree(world: World) -> None:
    for who in PLAYERS:
        agree(world, who, "Cump" if who == SILENT else "")


def one_withdraws(world: World) -> None:
    account = world.club.users["confederate"].pk
    world.act(lambda: publishing.withdraw(user_id=account, campaign_id=world.club.campaign.pk))


PLAY = Play(
    "finished game",
    play.begin,
    {
        "on the table": STEPS["on the table"],
        "written": write_and_correct,
        "drafted": drafted,
        "sealed": STEPS["sealed"],
        "opened": play.prepare_and_open,
        "end": STEPS["end"],
        "results": STEPS["results"],
        "confirmed": STEPS["confirmed"],
        "closed": closed,
        "some agree": some_agree,
        "published": all_agree,
        "withdrawn": one_withdraws,
    },
)


def unread(name: str, *columns: str) -> Pair:
    """Return a fact that no reader of the published game may see."""
    return Pair(name, STRANGERS, columns, since="published", until="withdrawn")


PAIRS = (
    Pair(
        "agreed",
        NOT_SILENT,
        (
            "campaign_consent.user",
            "campaign_consent.agrees",
            "campaign_consent.name_text_id",
            "campaign_erasabletext.text",
        ),
        since="some agree",
        until="some agree",
    ),
    unread("message", "campaign_erasabletext.text"),
    unread("message to all", "campaign_erasabletext.text"),
    unread("correction", "campaign_entry.payload"),
    unread("rewind", "campaign_entry.payload"),
    unread("draft", "campaign_draft.body"),
)
WORLDS = Worlds(PLAY, PAIRS)


@pytest.mark.parametrize("bundle", WORLDS.bundles, ids=str)
def test_answers_do_not_reveal_hidden_facts(bundle: Bundle) -> None:
    assert WORLDS.problems_of(bundle) == []


def test_reader_of_a_published_game_sees_no_marker_that_it_does_not_publish() -> None:
    """Mark every secret text, play to the end, publish, and read every public page without an account."""
    found = Found()
    with a_world() as world:
        canary.begin(world)
        world.settle()
        for label in ("on the table", "sealed", "prepared", "opened", "turn 2"):
            STEPS[label](world)
            if label == "on the table":
                world.act(lambda: canary.draft_a_plan(world))
            world.settle()
        world.act(lambda: canary.write_in_secret(world))
        world.act(lambda: canary.void_in_secret(world))
        for label in ("end", "results", "confirmed"):
            STEPS[label](world)
            world.settle()
        closed(world)
        all_agree(world)
        for who in STRANGERS:
            sight = read_everything(world, who)
            judge(who, sight, NEVER_PUBLISHED, (), found)
            assert f"GET /games/{world.campaign}/" in statuses(sight, 200)
            assert any(f"/games/{world.campaign}/b/" in name for name in statuses(sight, 200))
            assert seen(sight, PUBLISHED) == set(PUBLISHED)
    assert found.wrong == []


def read_everything(world: World, who: str) -> Sight:
    met = Met(world.campaign)
    sight = look(world, who, met)
    filler = Filler(met, world.truth(), met)
    urls = [url for route in routes() for url in filler.urls(route, strict=False)]
    look_further(world, who, urls, sight)
    return sight


def statuses(sight: Sight, status: int) -> list[str]:
    return [name for name, answer in sight.answers.items() if answer.status == status]


def seen(sight: Sight, words: tuple[str, ...]) -> set[str]:
    return {word for word in words if any(word in answer.text for answer in sight.answers.values())}
