"""Compare pages, an action, and the start of a web process with healthchecks on this machine (bench/README.md).

Where no healthchecks runs, the reference loop of `bench/run` stands beside ours, and the output says so.
"""

import os
import shlex
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlencode, urlsplit

from config.testing.processes import PATIENCE_SECONDS, ROOT, answers, free_port
from rulesets.core.records import dataclass

TIMES, AT_ONCE, ROUNDS, STARTS = 200, 16, 320, 5
ACTIONS = 40  # of the sixty messages that one person may write in ten minutes
LOOK_SECONDS = 0.005
TOKEN = "bench" * 6 + "ab"  # of a form: the cookie and the field only have to be the same
# Most that ours may take, as a share of theirs.
MOST = {"page, p50 at one": 0.25, "page, p95 at 16": 0.25, "action, p50": 1.2, "cold start": 0.6}
Milliseconds = dict[str, float]


@dataclass(frozen=True)
class Address:
    """A page that answers 200, and a request that changes something."""

    host: str
    page: str
    cookie: str
    action: str
    method: str = "GET"
    body: str = ""


def healthchecks() -> Address | None:
    """Return the healthchecks that the environment names, if any."""
    url = os.environ.get("HEALTHCHECKS_URL", "")
    if not url:
        return None
    names = ("HEALTHCHECKS_PAGE", "HEALTHCHECKS_COOKIE", "HEALTHCHECKS_PING")
    page, cookie, ping = (os.environ[name] for name in names)
    return Address(urlsplit(url).netloc, page, cookie, ping)


def ours(site: Any) -> Address:
    """Return how a laptop's site is asked: a campaign's page, and a message to one's own side."""
    page = next(page["path"] for page in site.filled["pages"] if page["name"] == "campaign page")
    cookie = f"sessionid={site.filled['session']}; csrftoken={TOKEN}"
    body = urlencode({"to": "side", "text": "Hold the sunken road.", "csrfmiddlewaretoken": TOKEN})
    return Address(f"localhost:{site.port}", page, cookie, site.filled["talk_path"], "POST", body)


def measured(at: Address) -> Milliseconds:
    """Return the times of page and action, each once they are warm."""
    read, act = _asking(at, at.page, "GET", ""), _asking(at, at.action, at.method, at.body)
    for _ in range(20):
        read()
    alone = [_milliseconds(read) for _ in range(TIMES)]
    with ThreadPoolExecutor(AT_ONCE) as people:
        crowd = sorted(people.map(lambda _: _milliseconds(_asking(at, at.page, "GET", "")), range(ROUNDS)))
    actions = [_milliseconds(act) for _ in range(ACTIONS)]
    return {
        "page, p50 at one": statistics.median(alone),
        "page, p95 at 16": crowd[int(len(crowd) * 0.95)],
        "action, p50": statistics.median(actions),
    }


def _asking(at: Address, path: str, method: str, body: str) -> Callable[[], None]:
    """Return a function that sends this request on a connection of its own."""
    connection = HTTPConnection(at.host, timeout=PATIENCE_SECONDS)
    headers = {"Cookie": at.cookie, "Content-Type": "application/x-www-form-urlencoded"} if at.cookie else {}

    def ask() -> None:
        connection.request(method, path, body or None, headers)
        answer = connection.getresponse()
        answer.read()
        if answer.status not in (200, 302):
            raise SystemExit(f"{at.host}{path} answers {answer.status}")

    return ask


def _milliseconds(work: Callable[[], None]) -> float:
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


def cold_start(command: list[str], url: str, variables: dict[str, str]) -> float:
    """Return the median milliseconds from a process's start to its first answer."""
    taken = []
    for _ in range(STARTS):
        began = time.perf_counter()
        process = subprocess.Popen(
            command, cwd=ROOT, env=variables, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            while not answers(url):
                if process.poll() is not None or time.perf_counter() - began > PATIENCE_SECONDS:
                    raise SystemExit(f"{command[0]} didn't answer.")
                time.sleep(LOOK_SECONDS)
            taken.append((time.perf_counter() - began) * 1000)
        finally:
            process.terminate()
            process.wait()
    return statistics.median(taken)


def report(site: Any, loop: float) -> None:
    """Print ours beside theirs, as ratios; without a healthchecks, ours beside the reference loop."""
    mine = measured(ours(site)) | {"cold start": _our_cold_start(site)}
    rival = healthchecks()
    theirs = measured(rival) | _their_cold_start() if rival else {}
    beside = "healthchecks" if theirs else "of the loop"
    print(f"\n{'in milliseconds':<18}{'ours':>9}{beside:>14}{'ratio':>8}{'at most':>9}  load {os.getloadavg()[0]:.1f}")
    for name, most in MOST.items():
        print(f"{name:<18}{mine[name]:9.2f}" + _beside(mine[name], theirs.get(name), most, loop))
    if not theirs:
        print("No healthchecks is running here (bench/README.md says how to get it), so no ratio was measured.")


def _beside(mine: float, theirs: float | None, most: float, loop: float) -> str:
    if theirs is None:
        return f"{mine / loop:14.2f}{'-':>8}{most:9.2f}"
    return f"{theirs:14.2f}{mine / theirs:8.2f}{most:9.2f}"


def _our_cold_start(site: Any) -> float:
    port = free_port()
    command = [sys.executable, "-m", "config.web", "--port", str(port)]
    return cold_start(command, f"http://localhost:{port}/accounts/log-in/", site.environment)


def _their_cold_start() -> Milliseconds:
    command, url = os.environ.get("HEALTHCHECKS_START", ""), os.environ.get("HEALTHCHECKS_START_URL", "")
    return {"cold start": cold_start(shlex.split(command), url, dict(os.environ))} if command else {}
