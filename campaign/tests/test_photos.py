"""Uploaded pictures are drawn again: upright, bounded, and without metadata. Other files are refused in a sentence."""

import os
import struct
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from campaign import photos
from campaign.photos import (
    ANIMATED,
    NO_PICTURE,
    TOO_LARGE,
    TOO_MANY_PIXELS,
    TOO_MANY_SCANS,
    UNREADABLE,
    BadPhoto,
    redraw,
)
from campaign.redraw import ORIENTATION, NotDrawn, drawn_again
from campaign.tests.pictures import a_file, opened, saved

RED, WHITE = (254, 0, 0), (255, 255, 255)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "MPO"])
def test_each_kind_becomes_a_jpeg(kind: str) -> None:
    photo = redraw(a_file(kind))
    assert opened(photo.body).format == "JPEG"
    assert (photo.width, photo.height) == opened(photo.body).size == (300, 200)


@pytest.mark.parametrize(
    ("mode", "kind"),
    [("CMYK", "JPEG"), ("L", "JPEG"), ("P", "PNG"), ("1", "PNG"), ("LA", "PNG"), ("I;16", "PNG"), ("RGBA", "WEBP")],
)
def test_each_mode_becomes_color(mode: str, kind: str) -> None:
    assert opened(redraw(a_file(kind, mode=mode)).body).mode == "RGB"


def test_clear_pixels_become_white() -> None:
    for image in (Image.new("RGBA", (9, 9), (0, 0, 0, 0)), Image.new("P", (9, 9), 0)):
        options = {"transparency": 0} if image.mode == "P" else {}
        assert opened(redraw(saved(image, "PNG", **options)).body).getpixel((4, 4)) == WHITE


def test_sixteen_bit_gray_keeps_its_tone() -> None:
    gray = opened(redraw(saved(Image.new("I;16", (9, 9), 40_000), "PNG")).body).getpixel((4, 4))
    assert gray == (156, 156, 156)


@pytest.mark.parametrize(
    ("orientation", "corner"),
    [(1, (0, 0)), (2, (1, 0)), (3, (1, 1)), (4, (0, 1)), (5, (0, 0)), (6, (1, 0)), (7, (1, 1)), (8, (0, 1))],
)
def test_orientation_is_applied(orientation: int, corner: tuple[int, int]) -> None:
    image = Image.new("RGB", (320, 160), "white")
    image.paste("red", (0, 0, 160, 80))
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    photo = redraw(saved(image, "JPEG", exif=exif))
    assert (photo.width, photo.height) == ((320, 160) if orientation < 5 else (160, 320))
    at = (corner[0] * (photo.width - 40) + 20, corner[1] * (photo.height - 40) + 20)
    assert opened(photo.body).getpixel(at) == RED


def test_metadata_does_not_survive() -> None:
    exif = Image.Exif()
    exif[0x010F], exif[0x8825] = "Camera of Smith", {1: "N", 2: (48.0, 51.0, 30.0)}
    for kind in ("JPEG", "PNG", "WEBP"):
        extra: dict[str, Any] = {"comment": b"Smith"} if kind == "JPEG" else {}
        file = a_file(kind, exif=exif, icc_profile=b"profile of Smith", **extra)
        body = redraw(file).body
        assert b"Smith" in file
        assert b"Smith" not in body
        assert set(opened(body).info) <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}


@pytest.mark.filterwarnings("ignore:Corrupt EXIF data")
def test_damaged_metadata_does_not_matter() -> None:
    assert redraw(a_file(exif=b"Exif\0\0MM\0*\xff\xff\xff\xff")).width == 300


def test_large_picture_shrinks() -> None:
    photo = redraw(a_file(size=(4000, 3000)))
    assert (photo.width, photo.height) == (1600, 1200)
    noise = Image.frombytes("RGB", (1700, 1700), os.urandom(3 * 1700 * 1700))
    assert len(redraw(saved(noise, "WEBP", quality=50)).body) <= photos.MOST_KEPT


def test_thin_picture_keeps_a_pixel() -> None:
    assert redraw(a_file("PNG", mode="1", size=(1, 60_000))).width == 1


def a_png_of(width: int, height: int) -> bytes:
    """Return a PNG whose head claims a size; there is hardly anything behind it."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


WHOLE = a_file(size=(640, 480))
BAD = {
    "empty": (b"", NO_PICTURE),
    "garbage": (os.urandom(2000), UNREADABLE),
    "words": (b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", UNREADABLE),
    "a GIF": (a_file("GIF", mode="P"), UNREADABLE),
    "a TIFF": (a_file("TIFF"), UNREADABLE),
    "a PDF": (a_file("PDF"), UNREADABLE),
    "cut off": (WHOLE[: len(WHOLE) // 2], UNREADABLE),
    "only a head": (WHOLE[:20], UNREADABLE),
    "a PNG cut off": (a_file("PNG")[:-30], UNREADABLE),
    "a WebP cut off": (a_file("WEBP")[:40], UNREADABLE),
    "of no width": (a_png_of(0, 9), UNREADABLE),
    "of no height": (a_png_of(9, 0), UNREADABLE),
    "of too many pixels": (a_png_of(5001, 5000), TOO_MANY_PIXELS),
    "a bomb": (a_png_of(2**31 - 1, 2**31 - 1), TOO_MANY_PIXELS),
    "a smaller bomb": (a_file("PNG", mode="1", size=(10_000, 10_000)), TOO_MANY_PIXELS),
    "an animated PNG": (a_file("PNG", save_all=True, append_images=[Image.new("RGB", (300, 200), "red")]), ANIMATED),
    "an animated WebP": (a_file("WEBP", save_all=True, append_images=[Image.new("RGB", (300, 200), "red")]), ANIMATED),
    "a JPEG of many layers": (WHOLE[:-2] + b"\xff\xda\0\0" * 101 + WHOLE[-2:], TOO_MANY_SCANS),
    "too large": (WHOLE + bytes(photos.MOST_BYTES), TOO_LARGE),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning")
def test_bad_file_is_refused_in_a_sentence(name: str) -> None:
    file, sentence = BAD[name]
    with pytest.raises(BadPhoto) as refused:
        redraw(file)
    assert refused.value.sentence == sentence


def test_every_cut_and_every_flipped_byte_is_drawn_or_refused() -> None:
    for kind in ("JPEG", "PNG", "WEBP"):
        whole = a_file(kind, size=(40, 30))
        for at in range(0, len(whole), 7):
            for file in (whole[:at], whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :]):
                with suppress(NotDrawn):
                    drawn_again(file, photos.MOST_PIXELS, photos.MOST_KEPT)


DIES = "import os; os.kill(os.getpid(), 9)"
SAYS_TOO_MUCH = "print('{}\\n' + 400_001 * '.', end='')"


@pytest.mark.parametrize("code", [DIES, SAYS_TOO_MUCH])
def test_file_that_breaks_the_process_is_refused(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "redraw.py"
    broken.write_text(code)
    monkeypatch.setattr(photos, "REDRAW", broken)
    with pytest.raises(BadPhoto, match="damaged"):
        redraw(WHOLE)


SLEEPS = "import time; time.sleep(60)"
FOLDER = str(photos.REDRAW.parent)
WORKS = f"import sys; sys.path.append({FOLDER!r}); from redraw import limit; limit(1)\nwhile True: pass"


@pytest.mark.parametrize(("code", "seconds"), [(SLEEPS, 0.5), (WORKS, 60)])
def test_picture_that_takes_too_long_is_refused(
    code: str, seconds: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = tmp_path / "slow.py"
    slow.write_text(code)
    monkeypatch.setattr(photos, "REDRAW", slow)
    monkeypatch.setattr(photos, "MOST_SECONDS", seconds)
    with pytest.raises(BadPhoto, match="too long"):
        redraw(WHOLE)
