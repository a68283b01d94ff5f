"""The size of a page and the hosts it contacts, for page tests.

    weight = weigh(client.get(url))
    assert weight.own <= BUDGET and weight.foreign_hosts == []

`own` is our html, css, and js, each gzipped as served. Vendored files (htmx and its extension, the font, the icons)
are immutable and cached, so they count separately.
"""

import gzip
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpResponseBase

from rulesets.core.records import dataclass

BUDGET = 20_000
AIM = 15_000
VENDOR = "vendor/"


@dataclass(frozen=True)
class Weight:
    """A page's compressed bytes by kind, and the foreign hosts it contacts."""

    html: int
    css: int
    js: int
    vendored: int
    foreign_hosts: list[str]

    @property
    def own(self) -> int:
        return self.html + self.css + self.js


class _Links(HTMLParser):
    """Collect every address that a browser fetches to draw the page."""

    FETCHED = {
        ("link", "href"),
        ("script", "src"),
        ("img", "src"),
        ("use", "href"),
        ("iframe", "src"),
        ("source", "src"),
    }

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [(tag, value) for name, value in attrs if (tag, name) in self.FETCHED and value]


def weigh(response: HttpResponseBase) -> Weight:
    """Weigh a whole page with its own stylesheets and scripts."""
    page: bytes = getattr(response, "content")  # noqa: B009 - a stream has no content
    links = _Links()
    links.feed(page.decode())
    addresses = {address for _tag, address in links.found}
    files = [_source(address) for address in addresses if not urlsplit(address).netloc]
    own = [file for file in files if file and VENDOR not in file.as_posix()]
    vendored = [file for file in files if file and VENDOR in file.as_posix()]
    return Weight(
        html=_compressed(page),
        css=sum(_compressed(file.read_bytes()) for file in own if file.suffix == ".css"),
        js=sum(_compressed(file.read_bytes()) for file in own if file.suffix == ".js"),
        vendored=sum(_compressed(file.read_bytes()) for file in vendored),
        foreign_hosts=sorted({urlsplit(address).netloc for address in addresses} - {""}),
    )


def _compressed(content: bytes) -> int:
    return len(gzip.compress(content, 9, mtime=0))


def _source(address: str) -> Path | None:
    """Return the file behind a static address, hashed or not."""
    path = urlsplit(address).path
    prefix = f"/{settings.STATIC_URL.strip('/')}/"
    if not path.startswith(prefix):
        return None
    name = path.removeprefix(prefix)
    parts = name.rsplit(".", 2)
    plain = f"{parts[0]}.{parts[2]}" if len(parts) == 3 and len(parts[1]) == 12 else name
    found = finders.find(plain) or finders.find(name)
    assert found, f"no static file for {address}"
    return Path(str(found))
