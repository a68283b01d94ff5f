"""The embedded site as one process tree: web and worker, stopped together, each restarted if it dies.

`manage.py serve` prepares the site and then becomes this process, which imports no Django: it idles for weeks.
"""

import fcntl
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import FrameType, TracebackType
from typing import IO, Any, NoReturn

from config.celery_settings import JOBS_FILE
from config.jobs_file import release_leases
from config.parent import die_with_parent

STOP_SECONDS = 20
START_SECONDS = 60
LONGEST_PAUSE = 30.0
CALM_SECONDS = 60  # a child that ran this long has recovered
ANSWER_SECONDS = 2
WELCOME = "PLAY_WELCOME"
ONE_HEAP = {"MALLOC_ARENA_MAX": "1"}  # for all threads, which saves 4 MB; docker-compose.yml says it too

Command = Sequence[str]


def commands(*, host: str, port: int) -> dict[str, Command]:
    return {
        "web": [sys.executable, "-m", "config.web", "--host", host, "--port", str(port)],
        "worker": [sys.executable, "-m", "config.worker"],
    }


class Child:
    """A process of the site, in its own session so that Ctrl-C reaches it once, through the supervisor."""

    def __init__(self, name: str, command: Command, data: Path) -> None:
        self.name, self.command, self.data = name, command, data
        self.pause, self.not_before = 0.5, 0.0
        self.process = self.begin()

    def begin(self) -> "subprocess.Popen[bytes]":
        self.began = time.monotonic()
        if self.name == "worker":
            release_leases(self.data / JOBS_FILE)
        environment = {**os.environ, **ONE_HEAP}
        self.process = subprocess.Popen(
            self.command, env=environment, start_new_session=True, preexec_fn=die_with_parent
        )
        return self.process

    def restart_if_dead(self) -> None:
        """Restart the process if it died, after a pause that doubles each time."""
        if self.process.poll() is None:
            return
        now = time.monotonic()
        if not self.not_before:
            self.pause = 0.5 if now - self.began > CALM_SECONDS else min(self.pause * 2, LONGEST_PAUSE)
            self.not_before = now + self.pause
            print(f"{self.name} ended ({self.process.returncode}); restarting it.", file=sys.stderr, flush=True)
        elif now >= self.not_before:
            self.not_before = 0.0
            self.begin()


class Supervisor:
    def __init__(self, commands: Mapping[str, Command], data: Path) -> None:
        self.commands, self.data = commands, data
        self.children: list[Child] = []
        self.is_stopping = False

    def start(self) -> None:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._stop_soon)
        self.children = [Child(name, command, self.data) for name, command in self.commands.items()]

    def _stop_soon(self, number: int, frame: FrameType | None) -> None:
        self.is_stopping = True

    def wait_until_ready(self, port: int) -> bool:
        """Return False if a child died or nothing answered in time."""
        end = time.monotonic() + START_SECONDS
        while not self.is_stopping and time.monotonic() < end:
            if any(child.process.poll() is not None for child in self.children):
                return False
            if _answers(port):
                return True
            time.sleep(0.05)
        return self.is_stopping

    def run(self) -> None:
        while not self.is_stopping:
            time.sleep(0.2)
            for child in self.children:
                child.restart_if_dead()

    def stop(self) -> None:
        """Stop all children at once, and kill those that do not finish in time."""
        end = time.monotonic() + STOP_SECONDS
        for child in self.children:
            child.process.terminate()
        for child in self.children:
            try:
                child.process.wait(max(0.1, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                child.process.kill()
                child.process.wait()


def _answers(port: int) -> bool:
    """Ask for the health page by hand: an HTTP client would stay in memory for weeks."""
    try:
        with socket.create_connection(("127.0.0.1", port), ANSWER_SECONDS) as client:
            client.sendall(b"GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n")
            return client.makefile("rb").readline().split()[1:2] == [b"200"]
    except OSError:
        return False


class OnlyOne(AbstractContextManager[None]):
    """Locks the data folder, because two sites on it would steal each other's jobs."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "serve.lock"
        self.file: IO[Any] | None = None

    def __enter__(self) -> None:
        self.file = self.path.open("w")
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SystemExit(f"./play is already running on the data folder {self.path.parent}.") from None
        os.set_inheritable(self.file.fileno(), True)  # noqa: FBT003 - its only way

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.file is not None:
            self.file.close()


def become(*, host: str, port: int, data: Path, welcome: str) -> NoReturn:
    """Go on as the supervisor alone; locks whose files are inheritable stay held.

    The welcome names passwords, so it isn't an argument, which others on this machine can read.
    """
    sys.stdout.flush()
    os.environ[WELCOME] = welcome
    os.execv(sys.executable, [sys.executable, "-m", "config.supervisor", host, str(port), str(data)])


def main(host: str, port: str, data: str) -> None:
    welcome = os.environ.pop(WELCOME, "")
    supervisor = Supervisor(commands(host=host, port=int(port)), Path(data))
    supervisor.start()
    try:
        if not supervisor.wait_until_ready(int(port)):
            sys.exit("The site did not start; see its output above.")
        if not supervisor.is_stopping:
            print(welcome, flush=True)
        supervisor.run()
    finally:
        supervisor.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
