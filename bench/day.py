"""Measure the day at the table: one tick committed, what it takes until another phone shows it, and the phone pages."""

import json
import re
import socket
import statistics
import subprocess
import sys
import time
from contextlib import closing
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlencode

from config.hub import HEAD, RETRY
from config.testing.processes import ROOT

MOST_COMMITTED, MOST_SEEN, MOST_BYTES = 2.5, 250.0, 30_000
TIMES, SEEN_TIMES = 200, 40
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


def fill() -> None:
    """Open a battle in the demo's site, tick losses, and print what the bench needs. Runs inside the site."""
    from django.conf import settings
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext, setup_test_environment

    from campaign.models import User
    from campaign.routes import reverse
    from campaign.services.live import make_token
    from campaign.tests.budget import weigh

    setup_test_environment()
    settings.SWEEP_NUDGE = False
    viewer, battle = _opened()
    taken = [_tick(viewer, battle.pk, n) for n in range(TIMES)]
    client = Client()
    client.force_login(User.objects.get(username="union"))
    path = reverse("battles:side-losses", args=[battle.campaign_id, battle.pk, "usa"])
    client.get(path)
    with CaptureQueriesContext(connection) as queries:
        weights = [weigh(client.get(path))]
    weights.append(weigh(client.get(reverse("battles:table", args=[battle.campaign_id, battle.pk]))))
    filled = {
        "ticks": taken,
        "path": path,
        "session": client.cookies[settings.SESSION_COOKIE_NAME].value,
        "token": make_token(viewer.feed_id),
        "bytes": max(weight.own + weight.vendored for weight in weights),
        "queries": len(queries),
    }
    print(json.dumps(filled))


def _opened() -> tuple[Any, Any]:
    """Return the Union's viewer and Shiloh on its first turn."""
    from battles.services import opening, plans
    from battles.services.agreed_game import agree_and_fight
    from battles.services.demo import BOOK, SHEET
    from campaign import visibility
    from campaign.models import Role, SideCode, User
    from campaign.services.campaigns import SeatPlan, found_campaign
    from campaign.services.sweep import sweep
    from rulesets.core.brief_form import shipped_briefs
    from rulesets.core.sheet_form import load_sheet
    from war.services.set_up import set_up

    users = {name: User.objects.get(username=name).pk for name in ("umpire", "union", "confederate")}
    sides = {"union": SideCode.UNION, "confederate": SideCode.CONFEDERATE}
    seats = [SeatPlan(Role.COMMANDER, side, user_id=users[name]) for name, side in sides.items()]
    campaign = found_campaign(
        name="The day",
        book=BOOK,
        founder_id=users["umpire"],
        sheet=SHEET,
        sheet_hash=load_sheet(SHEET).hash,
        seats=[SeatPlan(Role.UMPIRE, user_id=users["umpire"]), *seats],
    )
    set_up(None, brief=shipped_briefs()["shiloh"], campaign_id=campaign.pk)
    battle = agree_and_fight(campaign.pk)
    for name in sides:
        plans.seal(visibility.enter(users[name], campaign.pk), battle.pk, plan={})
    for step in (opening.prepare_battle, opening.open_battle):
        step(visibility.enter(users["umpire"], campaign.pk), battle.pk)
        sweep(campaign.pk)
    return visibility.enter(users["union"], campaign.pk), battle


def _tick(viewer: Any, battle_id: int, n: int) -> float:
    """Tick a loss; return its milliseconds up to the commit."""
    from battles.services import ticks

    unit, cause = f"c0d0b{n % 4}", ("killed", "captured", "skedaddled")[n % 3]
    began = time.perf_counter()
    ticks.tick(viewer, battle_id, unit=unit, cause=cause, by=-1 if n % 8 > 3 else 1, expected=8, key=f"bench {n}")
    return (time.perf_counter() - began) * 1000


def report(site: Any) -> None:
    """Tick as one phone of a laptop's site that is running, and wait as another."""
    code = "from bench.day import fill; fill()"
    command = [sys.executable, "manage.py", "shell", "-v0", "-c", code]
    done = subprocess.run(command, cwd=ROOT, env=site.environment, text=True, stdout=subprocess.PIPE, check=True)
    filled = json.loads(done.stdout.splitlines()[-1])
    committed, seen = statistics.median(filled["ticks"]), statistics.median(_seen(site, filled))
    p95 = sorted(filled["ticks"])[int(TIMES * 0.95)]
    print("\nThe day at the table")
    print(f"one tick        {committed:8.2f} {p95:8.2f} ms of {MOST_COMMITTED} to commit, median and p95")
    print(f"other phone     {seen:8.2f} ms of {MOST_SEEN:.0f} until it has the tick, from the tap on")
    print(f"phone pages    {filled['bytes'] / 1000:8.1f} kB of {MOST_BYTES // 1000}, {filled['queries']} queries")
    if committed > MOST_COMMITTED or seen > MOST_SEEN or filled["bytes"] > MOST_BYTES:
        raise SystemExit("A tick takes too long, or a phone page is too large.")


def _seen(site: Any, filled: Any) -> list[float]:
    """Return the milliseconds from each tap until the other phone has fetched its losses again."""
    cookie = {"Cookie": f"sessionid={filled['session']}"}
    with closing(HTTPConnection("localhost", site.port)) as one, closing(HTTPConnection("localhost", site.port)) as two:
        page, answer = _get(one, filled["path"], cookie)
        csrf = re.findall(r"csrftoken=([^;]+)", answer.headers.get("Set-Cookie", ""))[0]
        said = {"csrfmiddlewaretoken": TOKEN.findall(page)[0], "press": "c0d0b3 killed 1 8"}
        head = {"Cookie": f"{cookie['Cookie']}; csrftoken={csrf}", "Content-Type": "application/x-www-form-urlencoded"}
        with closing(_listen(site, filled["token"])) as stream:
            return [_once(one, two, stream, filled["path"], head, said, n) for n in range(SEEN_TIMES)]


def _once(
    one: HTTPConnection,
    two: HTTPConnection,
    stream: socket.socket,
    path: str,
    head: dict[str, str],
    said: dict[str, str],
    n: int,
) -> float:
    _drain(stream)
    by = "-1" if n % 2 else "1"
    said = {**said, "press": f"c0d0b3 killed {by} 8", "key": f"seen {n}"}
    began = time.perf_counter()
    one.request("POST", path, urlencode(said), headers=head)
    stream.recv(4096)
    _get(two, path, {"Cookie": head["Cookie"], "HX-Request": "true"})
    taken = (time.perf_counter() - began) * 1000
    answer = one.getresponse()
    answer.read()
    if answer.status != 302:
        raise SystemExit(f"{path} answers {answer.status} to a tick")
    return taken


def _get(connection: HTTPConnection, path: str, headers: dict[str, str]) -> tuple[str, Any]:
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    return answer.read().decode(), answer


def _listen(site: Any, token: str) -> socket.socket:
    stream = socket.create_connection(("localhost", site.port), timeout=5)
    stream.sendall(f"GET /live/?token={token}&seen=1 HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    stream.recv(len(HEAD + RETRY), socket.MSG_WAITALL)
    return stream


def _drain(stream: socket.socket) -> None:
    """Read what is left from before."""
    stream.settimeout(0.12)
    try:
        while True:
            stream.recv(4096)
    except TimeoutError:
        stream.settimeout(5)
