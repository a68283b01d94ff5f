"""The embedded site as ./play starts it, for tests that need pages, streams, and jobs together."""

import subprocess
import time
from pathlib import Path

from config.testing.processes import Processes, free_port, wait_until

READY = "Ctrl-C ends it."


class EmbeddedSite(Processes):
    """./play on its own data folder: web and worker. `url` is its address."""

    def begin(self, *options: str) -> None:
        self.port = free_port()
        began = time.monotonic()
        (self.folder / "play.log").unlink(missing_ok=True)
        self.process = self.start("play", "./play", "--port", str(self.port), *options)
        wait_until(lambda: READY in self.log("play") or self.process.poll() is not None, "./play", seconds=120)
        assert self.process.poll() is None, self.log("play")
        self.seconds = time.monotonic() - began - self._held_up()

    def _held_up(self) -> float:
        """Return the seconds for which the start waited for a processor."""
        pids = [self.process.pid, self.children()["web"]]
        return sum(int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) for pid in pids) / 1e9

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def children(self) -> dict[str, int]:
        """Return the children's process ids by name."""
        whole_lines = ["ps", "-ww", "--ppid", str(self.process.pid), "-o", "pid=,args="]
        listing = subprocess.run(whole_lines, text=True, capture_output=True, check=False)
        names = {"config.web": "web", "config.worker": "worker"}
        rows = [line.split(maxsplit=1) for line in listing.stdout.splitlines()]
        return {name: int(pid) for pid, args in rows for word, name in names.items() if word in f"{args} "}
