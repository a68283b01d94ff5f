"""All URL patterns of the site, including apps and the API, with their arguments unfilled."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.converters import get_converters
from django.urls.resolvers import RoutePattern

from rulesets.core.records import dataclass

ARGUMENT = re.compile(r"<(?:(?P<converter>\w+):)?(?P<name>\w+)>")
ID = "id"
CHOICES = re.compile(r"\w+(\|\w+)+")
NOWHERE = "0123456789abcdef"  # a well-formed id that no row has


class CannotFill(AssertionError):
    """A URL whose arguments cannot be filled, so it would go untested."""


@dataclass(frozen=True)
class Argument:
    """An argument of a URL: its converter and its name."""

    converter: str
    name: str

    @property
    def choices(self) -> list[str]:
        """Return every value, where the converter lists them: left|right."""
        regex = get_converters()[self.converter].regex
        return regex.split("|") if CHOICES.fullmatch(regex) else []


@dataclass(frozen=True)
class Route:
    """A URL pattern, its name in templates, and the package whose URLconf owns it."""

    text: str
    name: str = ""
    app: str = ""

    @property
    def arguments(self) -> list[Argument]:
        return [Argument(m["converter"] or "str", m["name"]) for m in ARGUMENT.finditer(self.text)]

    @property
    def converters(self) -> dict[str, str]:
        return {argument.name: argument.converter for argument in self.arguments}

    @property
    def is_api(self) -> bool:
        return self.text.startswith("/api/")

    @property
    def is_of_campaign(self) -> bool:
        return Argument(ID, "campaign_id") in self.arguments

    def filled(self, values: Mapping[str, str]) -> str:
        return ARGUMENT.sub(lambda m: values[m["name"]], self.text)


@cache
def routes(app: str = "") -> tuple[Route, ...]:
    """Return all URL patterns, or those of one app."""
    found = set(_walk(Route("/"), get_resolver().url_patterns))
    return tuple(sorted((r for r in found if app in ("", r.app)), key=lambda route: route.text))


def _walk(above: Route, patterns: Iterable[URLPattern | URLResolver]) -> Iterator[Route]:
    for entry in patterns:
        if not isinstance(entry.pattern, RoutePattern):
            raise CannotFill(f"{above.text}{entry.pattern}: only path() can be walked")
        text = above.text + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from _walk(Route(text, _namespace(above, entry), above.app or _package(entry)), entry.url_patterns)
        else:
            yield Route(text, f"{above.name}{entry.name}" if entry.name else "", above.app)


def _namespace(above: Route, entry: URLResolver) -> str:
    return f"{above.name}{entry.namespace}:" if entry.namespace else above.name


def _package(entry: URLResolver) -> str:
    named = entry.urlconf_name
    return str(getattr(named, "__name__", named)).partition(".")[0]
