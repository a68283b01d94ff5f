"""Measure a battle in a box: the request, the PDF of a 10-SP side, and what the web process pays for it."""

import re
import statistics
import sys
import time
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlencode

from battles.printing.process import make_pdf

MOST_SECONDS, MOST_BYTES = 1.0, 600_000
PAPERS = ("a4", "us-letter")
TIMES = 9
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


def report(site: Any) -> None:
    """Print from a laptop's site that is running, then make the PDF of a larger side as its worker does."""
    _connect(site)
    before = site.memory()
    asked = [_ask(site, paper) for paper in PAPERS]
    site.manage("shell", "-v0", "-c", "from battles.services import box; box.make_due()")
    _connect(site)
    page = site.get(site.filled["box_path"]).decode()
    links = re.findall(r'"(/c/[^"]+/box/[0-9a-f]{16}/)"', page)
    sizes = [len(site.get(link)) for link in links]
    grown = (site.memory() - before) / 1e6
    seconds, size = pdf_of(site.filled["box"])
    print(f"\nBattle in a box, {site.filled['box_points']} SP ({size / 1000:.0f} kB of {MOST_BYTES // 1000})")
    print(f"PDF in a process of its own {seconds:8.3f} s of {MOST_SECONDS:.0f}, median of {TIMES}")
    print(
        f"web: {statistics.median(asked):.1f} ms to ask, {grown:+.2f} MB after {len(sizes)} prints asked for and read"
    )
    if seconds > MOST_SECONDS or size > MOST_BYTES or len(sizes) != len(PAPERS):
        raise SystemExit("A print is too slow, too large, or missing.")
    if "typst" in sys.modules:
        raise SystemExit("The compiler was loaded outside its own process.")


def _connect(site: Any) -> None:
    """Connect again: the last connection may have idled too long."""
    site.connection = HTTPConnection("localhost", site.port)


def pdf_of(box: Any) -> tuple[float, int]:
    """Return the median seconds to make a PDF, with the start of its process, and its bytes."""
    taken = []
    for _ in range(TIMES):
        began = time.perf_counter()
        pdf = make_pdf(box)
        taken.append(time.perf_counter() - began)
    return statistics.median(taken), len(pdf)


def _ask(site: Any, paper: str) -> float:
    """Ask for a print through the page, and return the milliseconds of the request."""
    path, connection = site.filled["box_path"], site.connection
    connection.request("GET", path, headers={"Cookie": f"sessionid={site.filled['session']}"})
    page = connection.getresponse()
    token, secret = TOKEN.search(page.read().decode()), page.getheader("Set-Cookie") or ""
    if token is None:
        raise SystemExit(f"{path} has no form")
    cookie = f"sessionid={site.filled['session']}; {secret.partition(';')[0]}"
    body = urlencode({"paper": paper, "csrfmiddlewaretoken": token[1]})
    headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
    began = time.perf_counter()
    connection.request("POST", path, body, headers)
    response = connection.getresponse()
    response.read()
    taken = (time.perf_counter() - began) * 1000
    if response.status != 302:
        raise SystemExit(f"{path} answers {response.status}")
    return taken
