"""Ask a running site for what needs its processes: free page threads, a log without links, and no restore beside it."""

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from urllib.parse import urlsplit

from bench.attacks import values
from bench.attacks.chance import Chance
from bench.attacks.counts import Counts
from bench.attacks.people import Person
from bench.attacks.sites import Site, ask, logs, trusted
from bench.attacks.story import Story, set_up
from campaign.ids import hex_id
from campaign.tests.urlconf import routes
from campaign.tests.wrong.routes import ANYTHING
from config.testing.processes import ROOT
from rulesets.core.cup import MACHINE, SCHEMA, TURNED_OVER

PART = "a running site"
TOKEN = "hush" * 10
SIZES = ((1_200, 1_000), (2, 4_000))  # of a cup: random digits, and lines
PAUSE_SECONDS = 0.05
LONGEST_SECONDS = 3.0  # for /healthz while two documents are checked
LONGEST_PART = 0.5  # of the checks' time, on a machine where 3 s prove nothing: with no thread free, it takes all of it
HASH = "ab" * 32
RAW = (
    b"GET /%00 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: other\r\nConnection: close\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\nConnection: close\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"\x16\x03\x01" + bytes(200),
    b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: " + b"a" * 200_000 + b"\r\n\r\n",
    b"BREW /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: \xff\xfe\r\nAccept-Language: \x00\r\nConnection: close\r\n\r\n",
)


def attack(counts: Counts, site: Site, people: dict[str, Person], *, seed: int) -> None:
    counts.blame(PART, ())
    for part in (_busy, _raw, _log, _restore):
        counts.blame(PART, part(counts, site, people["union"]))
    counts.blame(PART, _bodies(counts, site, people, Chance(seed, "bodies")))


def _busy(counts: Counts, site: Site, person: Person) -> Iterator[str]:
    """Check large documents, two at once, and ask for /healthz all the while."""
    for sides, lines in SIZES:
        text = _document(sides, lines)
        began = time.monotonic()
        slowest = _slowest_beside(person, text, counts)
        if slowest > max(LONGEST_SECONDS, LONGEST_PART * (time.monotonic() - began)):
            yield f"/healthz took {slowest:.1f} s while two documents of {len(text):,} bytes were checked"


def _slowest_beside(person: Person, text: str, counts: Counts) -> float:
    slowest = 0.0
    with ThreadPoolExecutor(2) as pool:
        checks = [pool.submit(person.post_form, "/dice/", {"text": text, "kept": ""}) for _ in range(2)]
        while not all(check.done() for check in checks):
            began = time.monotonic()
            person.read("/healthz")
            slowest = max(slowest, time.monotonic() - began)
            counts.add(PART, "healthz beside two checks")
            time.sleep(PAUSE_SECONDS)
    return slowest


def _document(sides: int, lines: int) -> str:
    """Return a revealed cup with this many random digits, and as many lines as checkpoints."""
    cup = {"schema": SCHEMA, "cup": "ab" * 8, "owner": "battle", "owner_id": "ab" * 8, "title": "Shiloh"}
    cup |= {"audience": "umpire", "opening": 1, "opened_on": "1862-04-06", "commitment": HASH, "state": TURNED_OVER}
    lists = {
        "entropies": [{"side": _letters(n), "entropy": HASH} for n in range(sides)],
        "heads": [{"step": n, "at": "opening", "blinded": HASH, "count": n} for n in range(lines)],
        "throws": [_line(n) for n in range(lines)],
    }
    return json.dumps(cup | {"secret": HASH} | lists)


def _letters(n: int) -> str:
    return "S" + "".join("abcdefghij"[int(digit)] for digit in str(n))


def _line(n: int) -> dict[str, object]:
    line: dict[str, object] = {"n": n + 1, "rule": "VG-7B1", "subject": ["CSA", "left"], "turn": 0, "k": 0}
    return line | {"sides": 10, "faces": [1], "how": MACHINE, "of": "", "note": "", "hash": HASH}


def _raw(counts: Counts, site: Site, person: Person) -> Iterator[str]:
    """Send what is no HTTP; the site goes on."""
    for raw in RAW:
        counts.add(PART, "broken requests")
        status = _answer_to(site, raw)
        if status.startswith("5") and status not in ("501", "505"):
            yield f"{raw[:40]!r} was answered with {status}"
    if person.ask("/healthz").status != HTTPStatus.OK:
        yield "the site is down after broken requests"


def _answer_to(site: Site, raw: bytes) -> str:
    """Return the status of the answer; empty if the connection is closed."""
    place = urlsplit(site.url)
    plain = socket.create_connection((place.hostname or "", place.port or 0), timeout=5)
    try:
        wire = trusted(site).wrap_socket(plain, server_hostname="localhost") if place.scheme == "https" else plain
        with wire:
            wire.sendall(raw)
            return wire.recv(200).decode(errors="replace").partition(" ")[2][:3]
    except OSError:
        return ""
    finally:
        plain.close()


def _bodies(counts: Counts, site: Site, people: dict[str, Person], dice: Chance) -> Iterator[str]:
    """Send broken bodies to every address of a campaign, through the proxy if there is one."""
    story = Story(people, ask(site, "make(umpire_kind='person', number=2000)"), 2000, dice)
    set_up(story)
    known = {"campaign_id": story.campaign, "contact_id": story.contact("umpire"), "force_id": story.force("union")}
    words = {**ANYTHING, **{name: hex_id(value) for name, value in known.items()}}
    before, done = ask(site, f"acts_of_people({story.campaign})"), 0
    for route in (route for route in routes() if route.is_of_campaign):
        url = route.filled({name: words.get(name, ANYTHING[kind]) for name, kind in route.converters.items()})
        for what, body, kind in values.bodies(as_json=route.is_api, names=["version"]):
            person = people[dice.choice(sorted(people))]
            reply = person.once(url, body, Content_Type=kind, X_CSRFToken=person.csrf_token)
            counts.add(PART, f"broken bodies answered {reply.status // 100}xx")
            done += reply.is_done
            if reply.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
                yield f"{route.text}, the body is {what}: {reply.status}"
    for person in people.values():
        person.acknowledged.pop(str(story.campaign), None)  # what broken bodies did has no key
    more = ask(site, f"acts_of_people({story.campaign})") - before
    if more > done:
        yield f"{more} acts were recorded, but only {done} requests were accepted"


def _log(counts: Counts, site: Site, person: Person) -> Iterator[str]:
    """Open wrong links, and read every log."""
    for path in (f"/invitations/{TOKEN}/", f"/accounts/reset/{'0' * 16}/{TOKEN}/", f"/live/?token={TOKEN}"):
        person.ask(path)
        counts.add(PART, "wrong links")
    yield from ["a log shows the token of a link"] if TOKEN in logs(site) else []


def _restore(counts: Counts, site: Site, person: Person) -> Iterator[str]:
    """Restore a good backup over the running site."""
    file = site.folder / "site.backup"
    site.manage("backup", str(file))
    command = [sys.executable, "manage.py", "restore", "--replace", str(file)]
    done = subprocess.run(command, cwd=ROOT, env=site.environment, text=True, capture_output=True, check=False)
    counts.add(PART, "restores")
    if done.returncode == 0:
        yield "a backup was restored while the site runs"
    elif "Traceback" in done.stderr:
        yield "restore ended with a traceback while the site runs"
