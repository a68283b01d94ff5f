"""Files of pictures, good and bad, for tests."""

from base64 import b64encode
from io import BytesIO
from typing import Any

from PIL import Image


def a_file(kind: str = "JPEG", *, size: tuple[int, int] = (300, 200), mode: str = "RGB", **options: Any) -> bytes:
    """Return a file with a picture of one color."""
    return saved(Image.new(mode, size), kind, **options)


def saved(image: Image.Image, kind: str, **options: Any) -> bytes:
    file = BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def in_base64(file: bytes) -> str:
    return b64encode(file).decode()


def opened(file: bytes) -> Image.Image:
    image = Image.open(BytesIO(file))
    image.load()
    return image
