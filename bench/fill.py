"""Fill the demo campaign with journal entries and count the queries of its pages. Runs inside the site; prints JSON."""

import json
import sys
import time
from dataclasses import asdict, replace

from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, setup_test_environment

from battles.models import Battle, BattleState, Plan
from battles.selectors.box import Printable, box_of, table_path
from battles.selectors.reads import brief_of_battle, conduct
from battles.services import plans
from battles.services.begin import begin_one_off
from battles.services.demo import BOOK, make_demo
from campaign import visibility
from campaign.models import CAMPAIGN_STREAM, Campaign, Role, SideCode, User
from campaign.routes import reverse
from campaign.services.campaigns import SeatPlan, found_campaign
from campaign.services.emails import site_url
from campaign.services.live import make_token
from campaign.services.record import open_act
from campaign.sources import SOURCES
from rulesets.core.brief_form import shipped_briefs
from rulesets.core.plain import Json
from rulesets.core.records import dataclass
from war.selectors.war_piece_orders import next_able
from war.selectors.war_pieces import own_stacks
from war.selectors.war_state import seen_by

ACTIONS_TIMED = 100
POINTS = 20  # of the large battle: 60 brigades and 40 batteries
BOX_POINTS = 10
# Name, URL name, and the arguments it takes.
PAGES: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("home page", "home", ()),
    ("campaign page", "campaigns:page", ("campaign_id",)),
    ("battle page", "battles:detail", ("campaign_id", "battle_id")),
    ("map", "map:sheet", ("campaign_id",)),
    ("journal", "journal:list", ("campaign_id",)),
)
PAGES_OF_LARGE_BATTLE = (
    ("order of battle", "battles:order", ("campaign_id", "battle_id")),
    ("its plan", "battles:plan", ("campaign_id", "battle_id")),
)


@dataclass(frozen=True)
class Page:
    name: str
    path: str
    queries: int


def one_act(user_id: int, campaign_id: int, number: int) -> float:
    """Carry out an ordinary act, visible to all; return its milliseconds up to the commit."""
    viewer = visibility.enter(user_id, campaign_id)
    began = time.perf_counter()
    with open_act(viewer, stream=CAMPAIGN_STREAM, kind="bench.line") as act:
        act.tell("public", f"Line {number}.", turn=number // 50)
    return (time.perf_counter() - began) * 1000


def large_battle(union: User) -> Battle:
    """Begin a one-off battle in which the Union has 100 units: three brigades and two batteries for each point."""
    seat = SeatPlan(Role.COMMANDER, SideCode.UNION, user_id=union.pk)
    campaign = found_campaign(name="Large", book=BOOK, founder_id=union.pk, seats=[seat], one_off=True)
    brief = shipped_briefs()["shiloh"]
    army = brief.sides["USA"]
    points = (replace(army.strength[n % len(army.strength)], id=f"p{n}") for n in range(POINTS))
    sides = {**brief.sides, "USA": replace(army, strength=tuple(points))}
    return begin_one_off(None, name="Large", brief=replace(brief, sides=sides), campaign_id=campaign.pk)


def pages(client: Client, battle: Battle, listed: tuple[tuple[str, str, tuple[str, ...]], ...]) -> list[Page]:
    """Return the pages with their queries, once each has been read before."""
    ids, found = {"campaign_id": battle.campaign_id, "battle_id": battle.id}, []
    for name, url_name, wants in listed:
        found.append(page(client, name, reverse(url_name, [ids[want] for want in wants])))
    return found


def page(client: Client, name: str, path: str) -> Page:
    """Return a page with its queries, once it has been read before."""
    client.get(path)
    with CaptureQueriesContext(connection) as queries:
        response = client.get(path)
    if response.status_code != 200:
        raise SystemExit(f"{name}: {path} answers {response.status_code}")
    return Page(name, path, len(queries))


def pages_of_war(client: Client, union: User) -> list[Page]:
    """Return the pages of the demo's war for the Union, which may spend a pulse."""
    campaign = Campaign.objects.exclude(scenario="").get()
    seen = seen_by(visibility.enter(union.pk, campaign.pk))
    assert seen is not None
    stacks = own_stacks(seen)
    piece = next_able(stacks)
    hex_ = next(stack.hex for stack in stacks if stack.may_act)
    sheet, orders = reverse("map:sheet", [campaign.pk]), reverse("map:orders", [campaign.pk])
    paths = {
        "war: campaign": reverse("campaigns:page", [campaign.pk]),
        "war: map": sheet,
        "war: a hex": f"{sheet}?hex={hex_}",
        "war: one piece": f"{orders}?piece={piece}",
    }
    return [page(client, name, path) for name, path in paths.items()]


def box_of_a_side(battle: Battle) -> Json:
    """Seal the Union's plan, so that it can be printed, and return the box of an army of ten strength points."""
    viewer = visibility.enter(User.objects.get(username="union").pk, battle.campaign_id)
    plans.seal(viewer, battle.id, plan={})
    brief = brief_of_battle(battle)
    union = brief.sides["USA"]
    more = [replace(union.strength[0], id=f"more{n}") for n in range(BOX_POINTS - union.total_sp)]
    side = replace(union, strength=(*union.strength, *more))
    battle.setup.whole_brief = replace(brief, sides={**brief.sides, "USA": side})
    plan = conduct(battle).planning.settle(brief_of_battle(battle), "USA", {})
    found = Printable(battle, "USA", {"USA": Plan(side="USA", body=plan.to_json())})
    return box_of(found, paper="a4", at=SOURCES.now(), address=site_url(table_path(battle)))


def main(entries: int) -> None:
    """Make the demo campaign, add entries, and print what the bench needs."""
    setup_test_environment()
    settings.SWEEP_NUDGE = False
    make_demo()
    battle = Battle.objects.get(state=BattleState.PLANS)
    ids = {"campaign_id": battle.campaign_id, "battle_id": battle.id}
    people = [User.objects.get(username=name) for name in ("union", "confederate")]
    costs = [one_act(people[n % 2].pk, battle.campaign_id, n) for n in range(entries)]
    client = Client()
    client.force_login(people[0])
    filled = {
        "session": client.cookies[settings.SESSION_COOKIE_NAME].value,
        "pages": [
            asdict(each)
            for about, listed in ((battle, PAGES), (large_battle(people[0]), PAGES_OF_LARGE_BATTLE))
            for each in pages(client, about, listed)
        ]
        + [asdict(each) for each in pages_of_war(client, people[0])],
        "acts": costs[-ACTIONS_TIMED:],
        "box": box_of_a_side(battle),
        "box_points": BOX_POINTS,
        "talk_path": reverse("talk:page", [battle.campaign_id]),
        "box_path": reverse("battles:box", list(ids.values())),
        "tokens": [make_token(visibility.enter(people[0].pk, battle.campaign_id).feed_id)],
    }
    print(json.dumps(filled))


if __name__ == "__main__":
    main(int(sys.argv[1]))
