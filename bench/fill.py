"""Fill the demo campaign with journal entries and count the queries of its pages. Runs inside the site; prints JSON."""

import json
import sys
import time
from dataclasses import asdict, dataclass

from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, setup_test_environment
from django.urls import reverse

from battles.models import Battle
from battles.services.demo import make_demo
from campaign import visibility
from campaign.models import CAMPAIGN_STREAM, User
from campaign.services.live import make_token
from campaign.services.record import open_act

ACTIONS_TIMED = 100
# Name, URL name, and the arguments it takes.
PAGES: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("home page", "home", ()),
    ("campaign page", "campaigns:page", ("campaign_id",)),
    ("battle page", "battles:detail", ("campaign_id", "battle_id")),
    ("map", "map:sheet", ("campaign_id",)),
    ("journal", "journal:list", ("campaign_id",)),
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


def pages(client: Client, ids: dict[str, int]) -> list[Page]:
    """Return the pages with their queries, once each has been read before."""
    found = []
    for name, url_name, wants in PAGES:
        path = reverse(url_name, kwargs={want: ids[want] for want in wants})
        client.get(path)
        with CaptureQueriesContext(connection) as queries:
            response = client.get(path)
        if response.status_code != 200:
            raise SystemExit(f"{name}: {path} answers {response.status_code}")
        found.append(Page(name, path, len(queries)))
    return found


def main(entries: int) -> None:
    """Make the demo campaign, add entries, and print what the bench needs."""
    setup_test_environment()
    settings.SWEEP_NUDGE = False
    make_demo()
    battle = Battle.objects.get()
    ids = {"campaign_id": battle.campaign_id, "battle_id": battle.id}
    people = [User.objects.get(username=name) for name in ("union", "confederate")]
    costs = [one_act(people[n % 2].pk, battle.campaign_id, n) for n in range(entries)]
    client = Client()
    client.force_login(people[0])
    filled = {
        "session": client.cookies[settings.SESSION_COOKIE_NAME].value,
        "pages": [asdict(page) for page in pages(client, ids)],
        "acts": costs[-ACTIONS_TIMED:],
        "tokens": [make_token(visibility.enter(people[0].pk, battle.campaign_id).feed_id)],
    }
    print(json.dumps(filled))


if __name__ == "__main__":
    main(int(sys.argv[1]))
