"""Read pages for links, form targets, and field values."""

from collections import Counter, defaultdict
from dataclasses import field
from html.parser import HTMLParser

from django.urls import Resolver404, resolve

from campaign.ids import hex_id
from campaign.tests.urlconf import Route
from campaign.tests.wrong.site import Site
from rulesets.core.records import dataclass

MOST_OF_A_ROUTE = 3
MOST_OF_A_FILE = 50_000
LINKS = ("href", "action", "hx-get", "hx-post", "formaction")
NEVER_COPIED = ("csrfmiddlewaretoken", "key", "version")


@dataclass
class Met:
    """URL arguments and field values found on pages."""

    arguments: list[dict[str, str]] = field(default_factory=list)
    values: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def note_value(self, name: str, value: str) -> None:
        if value and name not in NEVER_COPIED and value not in self.values[name]:
            self.values[name].append(value)

    def __or__(self, other: "Met") -> "Met":
        both = Met([*self.arguments, *other.arguments])
        for name, values in (*self.values.items(), *other.values.items()):
            for value in values:
                both.note_value(name, value)
        return both

    def fillings(self, route: Route, campaign: str) -> list[dict[str, str]]:
        """Return the sets of arguments found for an address, first those of addresses that take no other."""
        wanted = route.converters
        known = sorted((values for values in self.arguments if wanted.keys() <= values.keys()), key=len)
        found = [{name: values[name] for name in wanted} for values in known]
        if not wanted.keys() - {"campaign_id"}:
            found.append({"campaign_id": campaign} if wanted else {})
        return list({tuple(sorted(values.items())): values for values in found}.values())


class Page(HTMLParser):
    """A page's links and field values."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.fields: list[tuple[str, str]] = []
        self.select = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = {name: value or "" for name, value in attrs}
        self.links += [at[name] for name in LINKS if name in at]
        if tag == "select":
            self.select = at.get("name", "")
        if tag in ("input", "button") and "name" in at and "value" in at:
            self.fields.append((at["name"], at["value"]))
        if tag == "option" and self.select:
            self.fields.append((self.select, at.get("value", "")))


@dataclass
class Walk:
    """The pages that one person has read, a few for each URL pattern, and everything met there."""

    met: Met = field(default_factory=Met)
    seen: set[str] = field(default_factory=set)
    of_route: Counter[str | None] = field(default_factory=Counter)


def explore(site: Site, who: str, outside: Walk | None = None) -> Met:
    """Follow links from the first page; pages outside the campaign that `outside` has read aren't read again."""
    inside, outside = Walk(), outside or Walk()
    waiting = ["/", f"/c/{site.campaign}/", *site.emails]
    while waiting:
        link = waiting.pop(0).partition("#")[0]
        walk = inside if site.campaign in link.partition("?")[0] else outside
        if link in walk.seen or not link.startswith("/") or link.startswith("/static/"):
            continue
        walk.seen.add(link)
        route = _follow(walk.met, link, site.campaign)
        walk.of_route[route] += 1
        if route is not None and walk.of_route[route] <= MOST_OF_A_ROUTE:
            waiting += _read(site, who, link, walk.met)
    return inside.met | outside.met


def _follow(met: Met, link: str, campaign: str) -> str | None:
    try:
        match = resolve(link.partition("?")[0])
    except Resolver404:
        return None
    converters = Route(f"/{match.route}").converters
    values = {name: hex_id(v) if converters[name] == "id" else str(v) for name, v in match.kwargs.items()}
    if values.get("campaign_id", campaign) != campaign:
        return None
    met.arguments.append(values)
    return str(match.route)


def _read(site: Site, who: str, link: str, met: Met) -> list[str]:
    path, _, query = link.partition("?")
    answer = site.send(who, "GET", path, query=query)
    if location := answer.headers.get("Location"):
        return [location]
    if answer.status == 200 and "attachment" in answer.headers.get("Content-Disposition", ""):
        met.note_value("text", answer.text[:MOST_OF_A_FILE])  # a file that the site offers is one that it takes
    if answer.status != 200 or "html" not in answer.headers.get("Content-Type", ""):
        return []
    page = Page(answer.text)
    for name, value in page.fields:
        met.note_value(name, value)
    return page.links
