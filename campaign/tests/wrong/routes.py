"""Every address of an app's URLconf that takes a request that acts."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.urls import URLPattern, URLResolver, get_resolver

from campaign.tests.wrong.site import Site

ARGUMENT = re.compile(r"<(?:(?P<converter>\w+):)?(?P<name>\w+)>")
ACTING = ("POST", "PUT", "PATCH", "DELETE")
UNKNOWN_METHOD = "BREW"
NOWHERE = "0123456789abcdef"  # an id of the right form that no row has
ANYTHING = {"id": NOWHERE, "int": "1", "slug": "x", "str": "x"}


@dataclass(frozen=True)
class Route:
    """One address with its arguments still open; `app` is the package whose URLconf owns it."""

    app: str
    text: str

    @property
    def arguments(self) -> dict[str, str]:
        """Each argument's converter, by name."""
        return {m["name"]: m["converter"] or "str" for m in ARGUMENT.finditer(self.text)}

    @property
    def is_api(self) -> bool:
        return self.text.startswith("/api/")

    @property
    def is_of_campaign(self) -> bool:
        return "campaign_id" in self.arguments

    def filled(self, values: dict[str, str]) -> str:
        return ARGUMENT.sub(lambda m: values[m["name"]], self.text)


def routes(app: str) -> list[Route]:
    """All of them, those of included apps and of the API too."""
    return sorted(set(_walk("/", "", get_resolver().url_patterns, app)), key=lambda route: route.text)


def _walk(prefix: str, owner: str, patterns: Iterable[URLPattern | URLResolver], app: str) -> Iterator[Route]:
    for entry in patterns:
        here = prefix + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from _walk(here, owner or _package(entry), entry.url_patterns, app)
        elif owner == app:
            yield Route(owner, here)


def _package(entry: URLResolver) -> str:
    named = entry.urlconf_name
    return str(getattr(named, "__name__", named)).partition(".")[0]


def taken_by(route: Route, site: Site) -> set[str]:
    """The methods that an address says it takes, when asked with one that nobody knows."""
    values = {name: ANYTHING[converter] for name, converter in route.arguments.items()}
    answer = site.send("umpire", UNKNOWN_METHOD, route.filled(values | {"campaign_id": site.campaign}))
    assert answer.status == 405, f"{route.text} answers {answer.status} to the method {UNKNOWN_METHOD}"
    return {method.strip() for method in answer.headers.get("Allow", "").split(",")}


def acting(app: str, site: Site) -> list[tuple[Route, str]]:
    """Every address with each method of it that may change something."""
    return [(route, method) for route in routes(app) for method in ACTING if method in taken_by(route, site)]
