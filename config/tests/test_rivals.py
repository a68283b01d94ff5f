"""The comparison with another site: it times what its address names, and says so if there is none."""

import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from bench import rivals
from config.testing.processes import free_port


class Members(BaseHTTPRequestHandler):
    """Answers at once to a reader with a cookie, and refuses anybody else."""

    def do_GET(self) -> None:
        self.send_response(200 if self.headers["Cookie"] == "sessionid=1" else 403)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def rival(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    server = ThreadingHTTPServer(("localhost", 0), Members)
    Thread(target=server.serve_forever, daemon=True).start()
    for name, value in (("TIMES", 3), ("ROUNDS", 16), ("ACTIONS", 3), ("STARTS", 1)):
        monkeypatch.setattr(rivals, name, value)
    port = free_port()
    told = {
        "URL": f"http://localhost:{server.server_port}",
        "PAGE": "/",
        "PING": "/ping",
        "COOKIE": "sessionid=1",
        "START": f"{sys.executable} -m http.server {port}",
        "START_URL": f"http://localhost:{port}/",
    }
    for name, text in told.items():
        monkeypatch.setenv(f"HEALTHCHECKS_{name}", text)
    yield
    server.shutdown()
    server.server_close()


@pytest.fixture
def mine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let our own figures be known."""
    monkeypatch.setattr(rivals, "ours", lambda site: None)
    known = rivals.measured
    monkeypatch.setattr(rivals, "measured", lambda at: known(at) if at else dict.fromkeys(rivals.MOST, 50.0))
    monkeypatch.setattr(rivals, "_our_cold_start", lambda site: 500.0)


def test_ratio_stands_beside_both(rival: None, mine: None, capsys: pytest.CaptureFixture[str]) -> None:
    rivals.report(None, 1.0)
    lines = [line.rsplit(None, 4) for line in capsys.readouterr().out.splitlines()[2:]]
    assert [name for name, *_ in lines] == list(rivals.MOST)
    for _, ours, theirs, ratio, _ in lines:
        assert float(ratio) == pytest.approx(float(ours) / float(theirs), rel=0.2)


def test_reference_loop_stands_in_and_is_named(mine: None, capsys: pytest.CaptureFixture[str]) -> None:
    rivals.report(None, 100.0)
    said = capsys.readouterr().out
    assert "of the loop" in said
    assert "No healthchecks is running here" in said
    assert "0.50" in said  # 50 ms beside a loop of 100


def test_page_that_refuses_ends_the_comparison(rival: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEALTHCHECKS_COOKIE", "sessionid=2")
    found = rivals.healthchecks()
    assert found is not None
    with pytest.raises(SystemExit, match="answers 403"):
        rivals.measured(found)
