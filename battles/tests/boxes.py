"""Prints in tests: made once for the same box, and read back page by page."""

import json
from functools import lru_cache
from io import BytesIO

from pypdf import PdfReader

from battles.models import Battle, BoxPrint
from battles.printing.render import pdf_of
from battles.services import box
from campaign.tests.builders import Club
from rulesets.core.plain import Json


def drawn(of: Json) -> bytes:
    """Return the PDF of a box, made in this process, so that no slow machine gives up on it, and only once."""
    return _drawn(json.dumps(of, sort_keys=True))


@lru_cache(maxsize=64)
def _drawn(text: str) -> bytes:
    return pdf_of(json.loads(text))


def printed(club: Club, who: str, battle: Battle, *, paper: str = "a4") -> BoxPrint:
    """Print a battle's box, and return it made."""
    row = box.order_print(club.viewer(who), battle.id, paper=paper)
    box.make_due(drawn)
    return BoxPrint.objects.get(id=row.id)


@lru_cache(maxsize=64)
def pages_of(pdf: bytes) -> tuple[str, ...]:
    """Return the text of each page on one line."""
    return tuple(" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(pdf)).pages)


def sizes_of(pdf: bytes) -> set[tuple[int, int]]:
    """Return the sizes of the pages in points."""
    boxes = (page.mediabox for page in PdfReader(BytesIO(pdf)).pages)
    return {(round(each.width), round(each.height)) for each in boxes}
