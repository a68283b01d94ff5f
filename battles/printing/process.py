"""Run the process that makes a PDF, with a limit on its time and on what it may answer."""

import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from subprocess import PIPE
from time import monotonic

from rulesets.core.plain import Json

RENDER = Path(__file__).with_name("render.py")
MOST_SECONDS = 9.0
TICK_SECONDS = 0.1  # between two looks at whether the worker has to end
MOST_BYTES = 3_000_000


class NotPrinted(Exception):
    """The process failed, took too long, or made something that isn't a print."""


class Interrupted(Exception):
    """The worker has to end, so the print was left for the next one."""


def make_pdf(box: Json, is_ending: Callable[[], bool] = lambda: False) -> bytes:
    """Return the PDF of a box. The process gets the box and nothing else: no environment, no settings, no database."""
    command = [sys.executable, "-I", str(RENDER)]
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE, env={}) as process:
        try:
            pdf = _answer(process, json.dumps(box).encode(), is_ending)
        finally:
            process.kill()
    if process.returncode or not pdf.startswith(b"%PDF-") or len(pdf) > MOST_BYTES:
        raise NotPrinted(f"It ended with {process.returncode} and {len(pdf)} bytes.")
    return pdf


def _answer(process: "subprocess.Popen[bytes]", given: bytes, is_ending: Callable[[], bool]) -> bytes:
    end, unsent = monotonic() + MOST_SECONDS, [given]
    while monotonic() < end:
        with suppress(subprocess.TimeoutExpired):
            return process.communicate(unsent.pop() if unsent else None, timeout=TICK_SECONDS)[0]
        if is_ending():
            raise Interrupted
    raise NotPrinted("It took too long.")
