"""Draw an uploaded photograph or sketch again as a plain JPEG: upright, without metadata, and of a bounded size."""

from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO

from PIL import Image

from campaign.errors import Refusal
from rulesets.core.records import dataclass

FORMATS = ("JPEG", "PNG", "WEBP")  # told by their content
MEDIA_TYPE = "image/jpeg"
MOST_BYTES = 10 * 2**20
MOST_PIXELS = 25_000_000
MOST_SCANS = 100  # of a JPEG; each is drawn over the whole picture
LONGEST_SIDE, MOST_KEPT = 1600, 400_000  # pixels and bytes of the picture drawn again
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
KINDS = f"a JPEG, PNG, or WebP picture of at most {MOST_BYTES // 2**20} MB"
NO_PICTURE = f"Choose {KINDS}."
TOO_LARGE = f"This file is larger than {MOST_BYTES // 2**20} MB. Choose {KINDS}."
UNREADABLE = f"This file is damaged or isn’t a picture that the site can read. Choose {KINDS}."
TOO_MANY_PIXELS = (
    f"This picture has more than {MOST_PIXELS // 10**6} megapixels. Make it smaller, then choose it again."
)
ANIMATED = "This picture moves. Choose a still one."
TOO_MANY_SCANS = f"This JPEG has more than {MOST_SCANS} layers. Save it again as a plain JPEG, then choose it."


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
    try:
        with Image.open(BytesIO(data), formats=FORMATS) as image:
            _check(image)
            return _written(_drawn(image))
    except BadPhoto:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise BadPhoto(TOO_MANY_PIXELS) from None
    except Exception:  # a damaged file makes Pillow raise almost anything
        raise BadPhoto(UNREADABLE) from None


def _check_file(data: bytes) -> None:
    if not data:
        raise BadPhoto(NO_PICTURE)
    if len(data) > MOST_BYTES:
        raise BadPhoto(TOO_LARGE)
    if data.startswith(b"\xff\xd8") and data.count(b"\xff\xda") > MOST_SCANS:
        raise BadPhoto(TOO_MANY_SCANS)


def _check(image: "Image.Image") -> None:
    """Check what the file's head says, before any of it is drawn."""
    width, height = image.size
    if width < 1 or height < 1:
        raise BadPhoto(UNREADABLE)
    if width * height > MOST_PIXELS:
        raise BadPhoto(TOO_MANY_PIXELS)
    if image.format in ("PNG", "WEBP") and getattr(image, "n_frames", 1) > 1:  # a phone's JPEG may hold a preview
        raise BadPhoto(ANIMATED)


def _drawn(image: "Image.Image") -> "Image.Image":
    """Return the picture upright, on white, no longer than the limit, and with nothing but its pixels."""
    turn = UPRIGHT.get(_orientation(image))
    image.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))  # a large JPEG is read at a fraction of its size
    if image.mode in ("L", "RGB", "CMYK"):  # the sooner it is small, the less memory it takes
        _shrink(image)
    plain = _in_color(image)
    _shrink(plain)
    return plain if turn is None else plain.transpose(Image.Transpose[turn])


def _shrink(image: "Image.Image") -> None:
    image.thumbnail((LONGEST_SIDE, LONGEST_SIDE), Image.Resampling.LANCZOS)


def _orientation(image: "Image.Image") -> int:
    with suppress(Exception):  # metadata may be damaged where the picture is whole
        return int(image.getexif().get(ORIENTATION, 1))
    return 1


def _in_color(image: "Image.Image") -> "Image.Image":
    """Return the pixels in a new picture, which has none of the old one's metadata."""
    if image.mode.startswith(("I", "F")):
        image = image.convert("I").point(lambda gray: gray * (1 / 256)).convert("L")
    is_clear = image.has_transparency_data
    pixels = image.convert("RGBA" if is_clear else "RGB")
    plain = Image.new("RGB", pixels.size, "white")
    plain.paste(pixels, mask=pixels if is_clear else None)
    return plain


def _written(image: "Image.Image") -> Photo:
    """Return the first of ever smaller files that is small enough; the last one always is."""
    body = b""
    for body in _tries(image):
        if len(body) <= MOST_KEPT:
            break
    with Image.open(BytesIO(body)) as drawn:
        return Photo(body, *drawn.size)


def _tries(image: "Image.Image") -> Iterator[bytes]:
    for quality in QUALITIES:
        yield _saved(image, quality)
    yield _saved(image.reduce(2), QUALITIES[-1])


def _saved(image: "Image.Image", quality: int) -> bytes:
    file = BytesIO()
    image.save(file, "JPEG", quality=quality, optimize=True)
    return file.getvalue()
