"""Read the text of a PDF, so that the harnesses see in a print what a person reads in it."""

import json
import re
from base64 import b64decode
from functools import lru_cache
from io import BytesIO

from pypdf import PdfReader

PDF = b"%PDF-"
IN_JSON = re.compile(rb'"pdf": ?"(JVBERi0[^"]*)"')


def text_in(body: bytes) -> str:
    """Return the text of a PDF, alone or inside a program's answer; "" for anything else.

    The text comes twice, once without its spaces: a word that breaks at the end of a line is still found.
    """
    if body.startswith(PDF):
        return _text_of(body)
    return "".join(_text_of(b64decode(json.loads(b'"%s"' % found))) for found in IN_JSON.findall(body))


@lru_cache(maxsize=64)
def _text_of(pdf: bytes) -> str:
    words = "\n".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)
    return f"{words}\n{''.join(words.split())}"
