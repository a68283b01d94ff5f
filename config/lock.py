"""Write the lock files from pyproject.toml: `.venv/bin/python -m config.lock`, with options for uv.

Versions that still fit are kept. `--upgrade` takes newer versions of everything that pyproject.toml does not pin.
"""

import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path

from config.bootstrap import LOCK, ROOT, TEST_LOCK

UV = Path(sysconfig.get_path("scripts")) / "uv"
GROUPS = ("test", "lint", "tools")
COMPILE = (
    *(str(UV), "pip", "compile", "pyproject.toml", "--universal", "--generate-hashes", "--quiet"),
    *("--custom-compile-command", ".venv/bin/python -m config.lock"),
)


def write(lock: Path, *options: str) -> None:
    subprocess.run([*COMPILE, *options, "--output-file", lock.name], cwd=ROOT, check=True)


def main(options: Sequence[str]) -> None:
    """Lock the site's packages first, and hold the tests to the same versions."""
    write(LOCK, *options)
    groups = [word for group in GROUPS for word in ("--group", group)]
    write(TEST_LOCK, *groups, "--constraints", LOCK.name, *options)


if __name__ == "__main__":
    main(sys.argv[1:])
