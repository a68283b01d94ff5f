"""Real sites whose processes may be killed at any moment: a laptop's on SQLite, and a server's behind nginx."""

import json
import os
import signal
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any, Protocol

from bench.attacks.chance import Chance
from bench.attacks.counts import Counts
from bench.attacks.inside import a_folder
from config import supervisor
from config.celery_settings import JOBS_FILE
from config.jobs_file import release_leases
from config.testing.processes import ROOT, Processes, answers, free_port, wait_until
from config.testing.production import ProductionStack
from config.testing.services import Postgres, Redis

SHAPES = ("sqlite", "production")
CERTIFICATE = "fullchain.pem"
MORTAL = ("web", "worker", "nudges", "beat")
PAUSES = (0.1, 1.2)  # seconds between two kills
CALMER = 1.2  # how much longer the next pause is, if nothing was done in the last
COME_BACK_SECONDS = 40
USUAL_START_SECONDS = 1.2  # until a web process is ready, on a machine that does nothing else


class Site(Protocol):
    """A site that runs: its address, its folder with the logs, and its management commands."""

    @property
    def url(self) -> str: ...

    @property
    def folder(self) -> Path: ...

    @property
    def environment(self) -> dict[str, str]: ...

    def manage(self, *arguments: str) -> str: ...


def ask(site: Site, call: str) -> Any:
    """Call a function of `worlds` inside a site, and return what it prints."""
    code = f"from bench.attacks import worlds; worlds.{call}"
    return json.loads(site.manage("shell", "-v0", "-c", code).splitlines()[-1])


def logs(site: Site) -> str:
    return _texts(site, "*.log")


def emails(site: Site) -> str:
    """Return the emails that were sent: files if there is no mail server, or part of a log."""
    return _texts(site, "mail/*") + logs(site)


def _texts(site: Site, names: str) -> str:
    return "".join(path.read_text(errors="replace") for path in site.folder.glob(names))


def trusted(site: Site) -> ssl.SSLContext:
    """Return a context that trusts the site's own certificate, if it has one."""
    return ssl.create_default_context(cafile=site.folder / CERTIFICATE if site.url.startswith("https") else None)


class Mortal(Processes):
    """Processes that are killed with all their children, and begun again as they were."""

    url: str

    def start(self, name: str, *command: str) -> "subprocess.Popen[bytes]":
        with (self.folder / f"{name}.log").open("ab") as log:
            self.running[name] = subprocess.Popen(
                command,
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                process_group=0,
            )
        return self.running[name]

    @property
    def mortal(self) -> list[str]:
        return [name for name in self.running if name.startswith(MORTAL)]

    def kill(self, name: str) -> None:
        group = self.running[name].pid
        os.killpg(group, signal.SIGKILL)
        super().kill(name)

    def revive(self, name: str) -> None:
        command: Any = self.running[name].args
        self.kill(name)
        self.before_start(name)
        self.start(name, *command)

    def before_start(self, name: str) -> None:
        """Do what the supervisor would do."""

    def stop(self) -> None:
        groups = [process.pid for process in self.running.values()]
        super().stop()
        for group in groups:
            with suppress(ProcessLookupError):
                os.killpg(group, signal.SIGKILL)


class Laptop(Mortal):
    """Web and worker on SQLite, as ./play starts them."""

    def begin(self) -> None:
        port = free_port()
        self.url = f"http://localhost:{port}"
        self.environment |= {"SITE_URL": self.url, "DJANGO_SETTINGS_MODULE": "config.settings"}
        self.manage("migrate", "-v0")
        self.manage("collectstatic", "--no-input", "-v0")
        for name, command in supervisor.commands(host="127.0.0.1", port=port).items():
            self.start(name, *command)
        wait_until(lambda: answers(f"{self.url}/healthz"), "the laptop’s site")

    def before_start(self, name: str) -> None:
        if name == "worker":
            release_leases(self.folder / JOBS_FILE)


class Server(Mortal, ProductionStack):
    """The commands of docker-compose.yml on PostgreSQL and Redis, behind nginx."""


@contextmanager
def a_site(shape: str, variables: Mapping[str, str] | None = None) -> Iterator[Mortal]:
    """Start a site of this shape with these environment variables, and remove it afterward."""
    with a_folder() as folder:
        if shape == "sqlite":
            laptop = Laptop(dict(variables or {}), folder)
            with _stopping(laptop):
                laptop.begin()
                yield laptop
            return
        folder.chmod(0o755)
        with services() as (postgres, redis):
            server = Server(dict(variables or {}), folder)
            with _stopping(server):
                server.begin(postgres, redis, "attack")
                yield server


@contextmanager
def _stopping(site: Processes) -> Iterator[None]:
    try:
        yield
    finally:
        site.stop()


@contextmanager
def services() -> Iterator[tuple[Postgres, Redis]]:
    postgres, redis = Postgres(), Redis()
    try:
        yield postgres, redis
    finally:
        redis.stop()
        postgres.stop()


@contextmanager
def killed_at_random(site: Mortal, counts: Counts, dice: Chance, acts: Callable[[], int]) -> Iterator[None]:
    """Kill the site's processes one after another while the block runs; `acts` counts what it has done."""
    is_over = Event()
    killer = Thread(target=_kill, args=(site, counts, dice, acts, is_over), daemon=True)
    killer.start()
    try:
        yield
    finally:
        is_over.set()
        killer.join()


def _kill(site: Mortal, counts: Counts, dice: Chance, acts: Callable[[], int], is_over: Event) -> None:
    """Kill at random; on a busy machine, where a web process begins and answers slowly, the pauses grow alike.

    They also grow from kill to kill until the next act is done, which may have to wait for a worker that lives long.
    """
    slowness, calm, done = 1.0, 1.0, acts()
    while not is_over.wait(dice.between(*PAUSES) * slowness * calm):
        before, done = done, acts()
        calm = calm * CALMER if done == before else 1.0
        name = dice.choice(sorted(site.mortal))
        site.revive(name)
        counts.add("kills", name.partition("-")[0])
        if name.startswith("web"):
            slowness = max(1.0, _come_back(site, is_over) / USUAL_START_SECONDS)


def _come_back(site: Mortal, is_over: Event) -> float:
    """Give a web process time to begin, so that acts are cut short instead of never begun; return the seconds."""
    began = time.monotonic()
    while time.monotonic() < began + COME_BACK_SECONDS and not is_over.is_set() and not _is_up(site):
        time.sleep(0.1)
    return time.monotonic() - began


def _is_up(site: Mortal) -> bool:
    return site.is_up() if isinstance(site, Server) else answers(f"{site.url}/readyz")
