"""Have an uploaded photograph or sketch drawn again by a process with limits on its time and its answer."""

import json
import logging
import subprocess
import sys
from pathlib import Path
from signal import SIGXCPU
from subprocess import DEVNULL, PIPE

from campaign.errors import Refusal
from rulesets.core.plain import Json
from rulesets.core.records import dataclass

REDRAW = Path(__file__).with_name("redraw.py")
MEDIA_TYPE, BEGINS = "image/jpeg", b"\xff\xd8"
MOST_BYTES = 10 * 2**20
MOST_PIXELS, MOST_KEPT = 25_000_000, 400_000  # taken, and bytes of the picture drawn again
MOST_SCANS = 100  # of a JPEG; each is drawn over the whole picture
MOST_SECONDS = 9.0
KINDS = f"a JPEG, PNG, or WebP picture of at most {MOST_BYTES // 2**20} MB"
NO_PICTURE = f"Choose {KINDS}."
TOO_LARGE = f"This file is larger than {MOST_BYTES // 2**20} MB. Choose {KINDS}."
UNREADABLE = f"This file is damaged or isn’t a picture that the site can read. Choose {KINDS}."
TOO_MANY_PIXELS = (
    f"This picture has more than {MOST_PIXELS // 10**6} megapixels. Make it smaller, then choose it again."
)
TOO_SLOW = "This picture took too long to read. Make it smaller, then choose it again."
ANIMATED = "This picture moves. Choose a still one."
TOO_MANY_SCANS = f"This JPEG has more than {MOST_SCANS} layers. Save it again as a plain JPEG, then choose it."
SENTENCES = {"unreadable": UNREADABLE, "too many pixels": TOO_MANY_PIXELS, "animated": ANIMATED}
logger = logging.getLogger("neutral.photos")


@dataclass(frozen=True)
class Photo:
    """A picture drawn again."""

    body: bytes
    width: int
    height: int


class BadPhoto(Refusal):
    """A file that isn't a picture the site takes."""


def redraw(data: bytes) -> Photo:
    """Return the picture in a file, or refuse the file. What it costs is bounded by the limits above."""
    _check_file(data)
    said, body = _answer(data)
    if "why" in said:
        raise BadPhoto(SENTENCES[said["why"]])
    return Photo(body, said["width"], said["height"])


def _check_file(data: bytes) -> None:
    if not data:
        raise BadPhoto(NO_PICTURE)
    if len(data) > MOST_BYTES:
        raise BadPhoto(TOO_LARGE)
    if data.startswith(BEGINS) and data.count(b"\xff\xda") > MOST_SCANS:
        raise BadPhoto(TOO_MANY_SCANS)


def _answer(data: bytes) -> tuple[Json, bytes]:
    """Return what the process says of a file. It gets the file and nothing else: no environment, no settings."""
    command = [sys.executable, "-I", str(REDRAW), str(MOST_PIXELS), str(MOST_KEPT)]
    try:
        done = subprocess.run(
            command, input=data, stdout=PIPE, stderr=DEVNULL, env={}, timeout=MOST_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise BadPhoto(TOO_SLOW) from None
    if done.returncode == -SIGXCPU:
        raise BadPhoto(TOO_SLOW)
    said, _, body = done.stdout.partition(b"\n")
    if done.returncode or len(body) > MOST_KEPT:
        logger.warning("A picture of %d bytes ended its process with %d.", len(data), done.returncode)
        raise BadPhoto(UNREADABLE)
    return json.loads(said), body
