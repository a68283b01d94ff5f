"""Starts the site's real processes for a test: on free ports, in a data folder of their own, gone afterwards."""

import fcntl
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import field
from functools import cache
from pathlib import Path
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from rulesets.core.records import dataclass

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent
PATIENCE_SECONDS = 60


def free_port() -> int:
    """Return a port that is free, and that no other run of the tests is given as long as this one lasts."""
    while True:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = int(probe.getsockname()[1])
        if port not in _given and _is_reserved(port):
            _given.add(port)
            return port


_given: set[int] = set()


@cache
def _ports() -> IO[bytes]:
    return (Path(tempfile.gettempdir()) / f"neutral-ports-{os.getuid()}").open("ab")


def _is_reserved(port: int) -> bool:
    """Lock the byte of a port in a file that all runs share; the lock goes with this process."""
    try:
        fcntl.lockf(_ports(), fcntl.LOCK_EX | fcntl.LOCK_NB, 1, port)
    except OSError:
        return False
    return True


def wait_until(
    done: Callable[[], object], what: str, *, seconds: float = PATIENCE_SECONDS, pause: float = 0.02
) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, f"{what}: not within {seconds} s"
        time.sleep(pause)


def answers(url: str, headers: Mapping[str, str] | None = None) -> bool:
    try:
        with urlopen(Request(url, headers=dict(headers or {})), timeout=2) as response:
            return bool(response.status == 200)
    except HTTPError:
        return False
    except (URLError, OSError):
        return False


def processor_seconds(pid: int) -> float:
    """Return the processor time of a process and its children, also of those that have ended."""
    own = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:15]
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return sum(map(int, own)) / os.sysconf("SC_CLK_TCK") + sum(processor_seconds(int(child)) for child in children)


@dataclass
class Processes:
    """Some processes with one environment. They inherit nothing of the test run's own settings."""

    environment: dict[str, str]
    folder: Path
    running: dict[str, "subprocess.Popen[bytes]"] = field(default_factory=dict)

    def __post_init__(self) -> None:
        path = os.pathsep.join([str(BIN), os.environ.get("PATH", "")])
        self.environment = {"PATH": path, "DATA_DIR": str(self.folder), **self.environment}

    def start(self, name: str, *command: str) -> "subprocess.Popen[bytes]":
        log = (self.folder / f"{name}.log").open("ab")
        process = subprocess.Popen(
            command, cwd=ROOT, env=self.environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL
        )
        self.running[name] = process
        return process

    def python(self, name: str, *arguments: str) -> "subprocess.Popen[bytes]":
        return self.start(name, sys.executable, *arguments)

    def manage(self, *arguments: str) -> str:
        """Run a management command to its end; returns what it prints."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment,
            text=True,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, f"{arguments}: {done.stdout}{done.stderr}"
        return done.stdout

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text(errors="replace")

    def kill(self, name: str) -> None:
        self.running[name].kill()
        self.running.pop(name).wait(PATIENCE_SECONDS)

    def stop(self) -> None:
        for process in self.running.values():
            process.send_signal(signal.SIGTERM)
        for process in self.running.values():
            try:
                process.wait(PATIENCE_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.running.clear()
