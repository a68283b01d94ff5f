"""Strangers who send the largest cup files at once don't stop a real server process."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from pathlib import Path
from time import sleep
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from config.testing import migrated
from config.testing.processes import PATIENCE_SECONDS, Processes, answers, free_port, wait_until
from rulesets.core.cup_check import MOST_LINES
from rulesets.core.tests.test_cup_work import lines_and_checkpoints

pytestmark = pytest.mark.processes
ATTACKERS, CHECKS = 2, 3  # an attack ends when this many of its files were checked
TRIES, PAUSE_SECONDS = 15, 0.2  # both attackers stay below the limit of checks a minute
PAGES_A_CHECK = 6  # a fifth of what is usual; where pages wait for a free thread, there are 3
TOKEN = "a" * 32  # a stranger's own, against forged forms
PART = '--part\r\nContent-Disposition: form-data; name="{}"\r\n\r\n{}\r\n'
FILE = PART.replace('"{}"', '"file"; filename="cup.json"', 1)


class Site(Processes):
    """One process that serves pages, as on a laptop."""

    def begin(self) -> None:
        port = free_port()
        self.url = f"http://localhost:{port}"
        migrated.migrate(self)
        migrated.collect_static(self)
        self.python("web", "-m", "config.web", "--port", str(port))
        wait_until(lambda: answers(f"{self.url}/healthz"), "the web process")

    def status(self, path: str, body: str | None = None) -> int:
        headers = {"Cookie": f"csrftoken={TOKEN}", "Content-Type": "multipart/form-data; boundary=part"} if body else {}
        request = Request(f"{self.url}{path}", body.encode() if body else None, headers)
        try:
            with urlopen(request, timeout=PATIENCE_SECONDS) as response:
                return int(response.status)
        except HTTPError as refused:
            return refused.code


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    site = Site({}, tmp_path)
    site.begin()
    yield site
    site.stop()


def test_pages_answer_while_the_largest_cup_files_are_checked(site: Site) -> None:
    text, _ = lines_and_checkpoints(MOST_LINES)
    body = PART.format("csrfmiddlewaretoken", TOKEN) + FILE.format(text) + "--part--\r\n"

    def attack() -> list[int]:
        statuses: list[int] = []
        while statuses.count(HTTPStatus.OK) < CHECKS and len(statuses) < TRIES:
            statuses.append(site.status("/dice/", body))
            sleep(PAUSE_SECONDS if statuses[-1] == HTTPStatus.SERVICE_UNAVAILABLE else 0)
        return statuses

    site.status("/rules/")  # its templates are read once
    answered = 0
    with ThreadPoolExecutor(ATTACKERS) as pool:
        attacks = [pool.submit(attack) for _ in range(ATTACKERS)]
        while not all(each.done() for each in attacks):
            assert (site.status("/healthz"), site.status("/rules/")) == (HTTPStatus.OK, HTTPStatus.OK)
            answered += 1
    checked = [status for each in attacks for status in each.result()]
    assert checked.count(HTTPStatus.OK) == ATTACKERS * CHECKS
    assert set(checked) <= {HTTPStatus.OK, HTTPStatus.SERVICE_UNAVAILABLE}
    assert answered >= PAGES_A_CHECK * checked.count(HTTPStatus.OK), "the pages waited for the checks"
