"""Set up the virtual environment and the locked packages, for ./play and ./test.

Standard library only: this runs on a Debian that has python3 and nothing else.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from config.parent import die_with_parent

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "installed"
LOCK = ROOT / "requirements.txt"  # runs the site
TEST_LOCK = ROOT / "requirements-test.txt"  # the same plus test tools


class CannotGoOn(Exception):
    """A sentence for the person at the terminal."""


def say(sentence: str) -> None:
    print(sentence, flush=True)


def is_root() -> bool:
    return os.geteuid() == 0


def environment(*, for_tests: bool) -> None:
    """Make the virtual environment and install the locked packages, unless that is done.

    Playing needs no test tools.
    """
    if sys.version_info < (3, 11):  # noqa: UP036 - whatever python3 there is reads this file
        raise CannotGoOn(f"Python 3.11 or later is needed; this is {sys.version.split()[0]}.")
    if not PYTHON.exists():
        make_venv()
    lock = TEST_LOCK if for_tests else LOCK
    if STAMP.exists() and STAMP.read_text() in {digest(lock), digest(TEST_LOCK)}:
        return
    install(lock)
    STAMP.write_text(digest(lock))


def digest(lock: Path) -> str:
    return hashlib.sha256(lock.read_bytes()).hexdigest()


def make_venv() -> None:
    if find_spec("ensurepip") is None:  # Debian keeps it in a separate package
        debian_package("python3-venv", why="to make a virtual environment")
    say("Making a virtual environment in .venv …")
    run([sys.executable, "-m", "venv", "--clear", str(VENV)])


def debian_package(name: str, *, why: str) -> None:
    """Install a Debian package when root; otherwise say in one line what to type."""
    command = f"apt-get install -y --no-install-recommends {name}"
    if not is_root() or shutil.which("apt-get") is None:
        raise CannotGoOn(f"{name} is needed {why}. Please type:  sudo {command}")
    say(f"Installing the Debian package {name} {why} …")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    if not _succeeds(command.split(), quiet):
        _succeeds(["apt-get", "update"], quiet)
        if not _succeeds(command.split(), quiet):
            raise CannotGoOn(f"{name} could not be installed: {command}")


def _succeeds(command: Sequence[str], variables: dict[str, str]) -> bool:
    done = subprocess.run(command, env=variables, capture_output=True, check=False, preexec_fn=die_with_parent)
    return done.returncode == 0


def install(lock: Path) -> None:
    """Run pip and print a line for each package, to show progress."""
    say(f"Installing the packages in {lock.name} …")
    options = ["--disable-pip-version-check", "--no-input", "--require-hashes"]
    command = [str(PYTHON), "-m", "pip", "install", *options, "-r", str(lock)]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, preexec_fn=die_with_parent
    )
    assert process.stdout is not None
    lines = [show_progress(line) for line in process.stdout]
    if process.wait():
        raise CannotGoOn("The packages could not be installed. pip said:\n" + "".join(lines[-15:]))
    say("  installed.")


def show_progress(line: str) -> str:
    if line.startswith("Collecting "):
        say(f"  {line.split()[1]}")
    elif line.startswith("Installing collected"):
        say("  unpacking …")
    return line


def run(command: Sequence[str]) -> None:
    done = subprocess.run(command, check=False, preexec_fn=die_with_parent)
    if done.returncode:
        raise CannotGoOn(f"This failed: {' '.join(command)}")
