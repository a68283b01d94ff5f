"""Draw a picture again as a plain JPEG: upright, without metadata, and of a bounded size.

Runs in a process of its own, without Django and without the site's settings, so that neither the memory a file takes
nor its faults reach a process of the site. Its arguments are the most pixels it takes and the most bytes it makes.
The file comes in; a line of JSON goes out, then the picture.
"""

import json
import os
import resource
import sys
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO

from PIL import Image

FORMATS = ("JPEG", "PNG", "WEBP")  # told by their content
LONGEST_SIDE = 1600  # of the picture drawn again
QUALITIES = (82, 70, 55, 40)
ORIENTATION = 0x0112
UPRIGHT = {
    2: "FLIP_LEFT_RIGHT",
    3: "ROTATE_180",
    4: "FLIP_TOP_BOTTOM",
    5: "TRANSPOSE",
    6: "ROTATE_270",
    7: "TRANSVERSE",
    8: "ROTATE_90",
}
UNREADABLE, TOO_MANY_PIXELS, ANIMATED = "unreadable", "too many pixels", "animated"
MOST_CPU_SECONDS = 8
NICENESS = 5
Drawn = tuple[bytes, int, int]


class NotDrawn(Exception):
    """A file that isn't a picture the site takes, and why, in one of the words above."""


def drawn_again(data: bytes, most_pixels: int, most_bytes: int) -> Drawn:
    """Return the picture in a file, with its width and height."""
    try:
        with Image.open(BytesIO(data), formats=FORMATS) as image:
            _check(image, most_pixels)
            return _written(_plain(image), most_bytes)
    except NotDrawn:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise NotDrawn(TOO_MANY_PIXELS) from None
    except Exception:  # a damaged file makes Pillow raise almost anything
        raise NotDrawn(UNREADABLE) from None


def _check(image: Image.Image, most_pixels: int) -> None:
    """Check what the file's head says, before any of it is drawn."""
    width, height = image.size
    if width < 1 or height < 1:
        raise NotDrawn(UNREADABLE)
    if width * height > most_pixels:
        raise NotDrawn(TOO_MANY_PIXELS)
    if image.format in ("PNG", "WEBP") and getattr(image, "n_frames", 1) > 1:  # a phone's JPEG may hold a preview
        raise NotDrawn(ANIMATED)


def _plain(image: Image.Image) -> Image.Image:
    """Return the picture upright, on white, no longer than the limit, and with nothing but its pixels."""
    turn = UPRIGHT.get(_orientation(image))
    image.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))  # a large JPEG is read at a fraction of its size
    if image.mode in ("L", "RGB", "CMYK"):  # the sooner it is small, the less memory it takes
        _shrink(image)
    plain = _in_color(image)
    _shrink(plain)
    return plain if turn is None else plain.transpose(Image.Transpose[turn])


def _shrink(image: Image.Image) -> None:
    image.thumbnail((LONGEST_SIDE, LONGEST_SIDE), Image.Resampling.LANCZOS)


def _orientation(image: Image.Image) -> int:
    with suppress(Exception):  # metadata may be damaged where the picture is whole
        return int(image.getexif().get(ORIENTATION, 1))
    return 1


def _in_color(image: Image.Image) -> Image.Image:
    """Return the pixels in a new picture, which has none of the old one's metadata."""
    if image.mode.startswith(("I", "F")):
        image = image.convert("I").point(lambda gray: gray * (1 / 256)).convert("L")
    is_clear = image.has_transparency_data
    pixels = image.convert("RGBA" if is_clear else "RGB")
    plain = Image.new("RGB", pixels.size, "white")
    plain.paste(pixels, mask=pixels if is_clear else None)
    return plain


def _written(image: Image.Image, most_bytes: int) -> Drawn:
    """Return the first of ever smaller files that is small enough; the last one always is."""
    body = b""
    for body in _tries(image):
        if len(body) <= most_bytes:
            break
    with Image.open(BytesIO(body)) as drawn:
        return body, *drawn.size


def _tries(image: Image.Image) -> Iterator[bytes]:
    for quality in QUALITIES:
        yield _saved(image, quality)
    yield _saved(image.reduce(2), QUALITIES[-1])


def _saved(image: Image.Image, quality: int) -> bytes:
    file = BytesIO()
    image.save(file, "JPEG", quality=quality, optimize=True)
    return file.getvalue()


def limit(processor_seconds: int) -> None:
    """End this process by SIGXCPU after this time. A second later it would be killed, which says nothing of why."""
    resource.setrlimit(resource.RLIMIT_CPU, (processor_seconds, processor_seconds + 1))


def main() -> None:
    os.nice(NICENESS)
    limit(MOST_CPU_SECONDS)
    said: dict[str, object]
    try:
        body, width, height = drawn_again(sys.stdin.buffer.read(), *map(int, sys.argv[1:]))
        said = {"width": width, "height": height}
    except NotDrawn as why:
        body, said = b"", {"why": str(why)}
    sys.stdout.buffer.write(json.dumps(said).encode() + b"\n" + body)


if __name__ == "__main__":
    main()
