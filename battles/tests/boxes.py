"""Prints in tests: made once for the same box, and read back page by page."""

import json
from functools import lru_cache
from io import BytesIO

from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from battles.models import Battle, BoxPrint
from battles.printing.render import pdf_of
from battles.services import box, plans
from battles.tests.builders import a_battle, march, open_it
from campaign.tests.builders import Club
from rulesets.core.plain import Json

Fight = tuple[Club, Battle]


def a_fight() -> Fight:
    """Return a battle in which only the Union has sealed, with a flank march."""
    club, battle = a_battle()
    flank = march(battle, "USA", "right", "Sherman", points=1)
    plans.seal(club.viewer("union"), battle.id, plan=flank, entropy="aa")
    return club, battle


def opened(fight: Fight) -> Fight:
    club, battle = fight
    plans.seal(club.viewer("confederate"), battle.id, plan={}, entropy="bb")
    open_it(club, battle, right_usa=4)
    battle.refresh_from_db()
    return club, battle


def url(battle: Battle, *more: int) -> str:
    return reverse("battles:box-pdf" if more else "battles:box", args=[battle.campaign_id, battle.id, *more])


def browser(club: Club, who: str) -> Client:
    client = Client()
    client.force_login(club.users[who])
    return client


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
