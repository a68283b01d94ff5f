"""What can be attacked at one stage: each address that acts or reads, as each viewer, with the fields it takes."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from itertools import chain
from typing import Any
from urllib.parse import urlencode

from django.forms import BaseForm

from bench.attacks import values
from bench.attacks.chance import Chance
from campaign.ids import hex_id
from campaign.tests.urlconf import Route, routes
from campaign.tests.wrong.eyes import Met, explore
from campaign.tests.wrong.routes import ACTING, taken_by
from campaign.tests.wrong.site import Answer, Site
from campaign.tests.wrong.survey import ids_of
from campaign.tests.wrong.tries import Good, fillings
from campaign.tests.wrong.values import candidates
from rulesets.core.records import dataclass

METHODS: dict[Route, set[str]] = {}
BAD_IDS = ("f" * 16, f"{2**63:016x}", "0" * 16, "0" * 40)
BAD_WORDS = ("%00", "%ff%fe", "%E2%80%AE", "a" * 3_000, "..%2f..%2f")
BAD_NUMBERS = ("0", "9" * 19, "9" * 400)


@dataclass(frozen=True)
class Try:
    """One bad request, in words and as it is sent."""

    what: str
    url: str
    data: Any = None
    kind: str = ""
    query: str = ""


@dataclass
class Target:
    """One address, method, and viewer, with the form that reads the request."""

    site: Site
    who: str
    route: Route
    method: str
    filled: dict[str, str]
    met: Met
    form: BaseForm | None = None
    data: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.who}: {self.method} {self.route.text}"

    @property
    def url(self) -> str:
        return self.route.filled(self.filled)

    @property
    def names(self) -> list[str]:
        return list(self.form.fields) if self.form else []

    def send(self, attempt: Try) -> Answer:
        return self.site.send(self.who, self.method, attempt.url, attempt.data, kind=attempt.kind, query=attempt.query)

    def learn(self) -> Good | None:
        """Send nothing to see which form reads it, then fill it in; return the request if it is accepted."""
        with self.site.undone():
            answer = self.send(Try("nothing", self.url, None if self.method == "GET" else {}))
        self.form = answer.forms[0] if answer.forms else None
        if self.form and self.method != "GET":
            self.data = dict(self._filled_in(self.form))
        if self.method == "GET" or not self.form:
            return None
        with self.site.undone():
            answer = self.send(Try("its form", self.url, self.data))
        if not (answer.is_done and answer.wrote and answer.forms):
            return None
        return Good(
            self.route, self.method, self.who, self.filled, self.data, answer.forms[0], writes=True, stream="club"
        )

    def _filled_in(self, form: BaseForm) -> Iterator[tuple[str, Any]]:
        for name in form.fields:
            may_be = candidates(form, name, self.met.values.get(name, []))
            if may_be and may_be[0] is not False:
                yield name, may_be[0]

    def tries(self, dice: Chance) -> Iterator[Try]:
        """Yield every bad request in random order."""
        every = [*self._paths(), *(self._queries() if self.method == "GET" else chain(self._bodies(), self._fields()))]
        yield from dice.shuffled(every)

    def _paths(self) -> Iterator[Try]:
        for name, converter in self.route.converters.items():
            foreign = hex_id(self.site.elsewhere.campaign.pk) if name == "campaign_id" else ""
            bad = {"id": (*BAD_IDS, foreign), "int": BAD_NUMBERS}.get(converter, BAD_WORDS)
            for value in filter(None, bad):
                url = self.route.filled({**self.filled, name: value})
                yield Try(f"{name} is {value[:20]}", url, None if self.method == "GET" else self.data)

    def _queries(self) -> Iterator[Try]:
        for name in self.names or ["page", "n", "next"]:
            for what, value in values.texts(as_json=False):
                query = urlencode({name: value}, doseq=True, errors="surrogatepass")
                yield Try(f"{name} is {what}", self.url, query=query)

    def _bodies(self) -> Iterator[Try]:
        for what, body, kind in values.bodies(as_json=self.route.is_api, names=self.names):
            yield Try(f"the body is {what}", self.url, body, kind)

    def _fields(self) -> Iterator[Try]:
        for name in self.names:
            bad: Iterable[tuple[str, Any]] = values.texts(as_json=self.route.is_api)
            foreign = (("of another campaign", value) for value in ids_of(self.site.elsewhere.campaign, name))
            for what, value in chain(bad, foreign):
                yield Try(f"{name} is {what}", self.url, {**self.data, name: value})


def targets_of(site: Site) -> Iterator[Target]:
    """Yield every address of the site as each viewer, with arguments that the viewer, or else anyone, has met."""
    mets = {who: explore(site, who) for who in site.people}
    for route in routes():
        for method in sorted({"GET", *ACTING} & _taken(route, site)):
            yield from (
                Target(site, who, route, method, filled, mets[who])
                for who in site.people
                for filled in _arguments(site, route, mets, who)
            )


def _taken(route: Route, site: Site) -> set[str]:
    """Return the methods of an address, which are the same at every stage."""
    if route not in METHODS:
        METHODS[route] = set() if route.text in ("/healthz", "/readyz") else taken_by(route, site)
    return METHODS[route]


def _arguments(site: Site, route: Route, mets: Mapping[str, Met], who: str) -> list[dict[str, str]]:
    return fillings(site, route, mets[who], mets)[:1]
