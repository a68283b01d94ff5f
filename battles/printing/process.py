"""Run the process that makes a PDF, with a limit on its time and on what it may answer."""

import json
import subprocess
import sys
from pathlib import Path

from rulesets.core.plain import Json

RENDER = Path(__file__).with_name("render.py")
MOST_SECONDS = 9.0
MOST_BYTES = 3_000_000


class NotPrinted(Exception):
    """The process failed, took too long, or made something that isn't a print."""


def make_pdf(box: Json) -> bytes:
    """Return the PDF of a box. The process gets the box and nothing else: no environment, no settings, no database."""
    command = [sys.executable, "-I", str(RENDER)]
    try:
        done = subprocess.run(
            command, input=json.dumps(box).encode(), capture_output=True, timeout=MOST_SECONDS, env={}, check=False
        )
    except subprocess.TimeoutExpired:
        raise NotPrinted("It took too long.") from None
    if done.returncode or not done.stdout.startswith(b"%PDF-") or len(done.stdout) > MOST_BYTES:
        raise NotPrinted(f"It ended with {done.returncode} and {len(done.stdout)} bytes.")
    return done.stdout
