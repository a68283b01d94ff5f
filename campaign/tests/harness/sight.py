"""Collect what one viewer can see of a world at one step: linked pages, every URL they can fill, and their POSTs."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import field
from functools import lru_cache
from html import unescape
from http import HTTPStatus

from django.core import mail

from campaign.tests.harness.routes import (
    CAMPAIGN,
    TABLE,
    Filler,
    Met,
    Truth,
    arguments_in,
    route_of,
    table_named_by,
)
from campaign.tests.harness.world import Answer, World
from campaign.tests.urlconf import ID, NOWHERE, Argument, Route, routes
from rulesets.core.records import dataclass

LINK = re.compile(r'"(?:https?://[\w.:-]+)?(/[^"\s<>]*)"|https?://[\w.:-]+(/[^"\s<>]*)')
HEXADECIMAL = re.compile(r"(?<![0-9a-f])[0-9a-f]{16}(?![0-9a-f])")
ELSEWHERE = ("/static/",)
NUMBER = re.compile(r"/\d+/")
PLACE = re.compile(r"/(?:c\d+|d\d+|c\d+d\d+)(?:[bg]\d+)?(?=/)")  # in an order of battle
RULE, RULES = re.compile(r"/rulebook/[a-z_]+/.*"), "/rulebook/#/"
VARIANTS = 2  # of one page with different queries, of the many rules of a campaign, and of an army's many units
PAGES_OF_A_KIND = 6
MOST_OF_SITE = 120
FRAGMENT = "HX-Request"


@dataclass
class Sight:
    """Everything that one viewer was answered, by request; `like` has the answers of another world."""

    like: Mapping[str, Answer] = field(default_factory=dict)
    answers: dict[str, Answer] = field(default_factory=dict)
    facts: dict[str, bytes] = field(default_factory=dict)

    def get(self, world: World, who: str, url: str, *, part: bool = False) -> Answer:
        """Request a page or its fragment, and keep the answer."""
        name = f"{'PART' if part else 'GET'} {url}"
        return self.keep(name, world.get(who, url, part=part, like=self.like.get(name)))

    def keep(self, name: str, answer: Answer) -> Answer:
        self.answers[name] = answer
        return answer


def links_in(text: str) -> Iterator[str]:
    """Yield the addresses of this site that a text contains."""
    for quoted, plain in LINK.findall(text):
        link = unescape(quoted or plain).partition("#")[0]
        if not link.startswith(ELSEWHERE):
            yield link


def ids_in(text: str) -> set[str]:
    return set(HEXADECIMAL.findall(text))


def meet(met: Met, answer: Answer) -> list[str]:
    """Remember what an answer shows, and return its links."""
    if answer.status >= 400:
        return []
    text = answer.text
    met.ids |= ids_in(text)
    links = list(links_in(text))
    for link in links:
        met.follow(link)
    return links


def look_along_links(world: World, who: str, met: Met, sight: Sight) -> None:
    """Follow links from the campaign's own addresses to some pages of each kind."""
    starts = [route.filled({"campaign_id": world.campaign}) for route in routes() if _is_open_door(route)]
    todo, kinds = ["/", *starts], Counter[str]()
    for address in world.addresses:
        met.follow(address)
    for answer in world.posted[who].values():
        meet(met, answer)
    for url in todo:
        if f"GET {url}" in sight.answers:
            continue
        answer = sight.get(world, who, url)
        _learn("GET", url, answer)
        for link in meet(met, answer):
            kind, has_variants = _kind_of(link)
            kinds[kind] += link not in todo
            most = VARIANTS if has_variants else PAGES_OF_A_KIND
            if world.campaign in link.partition("?")[0] and kinds[kind] <= most:
                todo.append(link)
    met.lines = world.lines_of(who)
    _meet_emails(world, who, met)


@lru_cache(maxsize=20_000)
def _kind_of(link: str) -> tuple[str, bool]:
    """Return a link's kind of page, and whether its pages are variants of one another."""
    path, _, query = link.partition("?")
    kind = path if query else HEXADECIMAL.sub("#", NUMBER.sub("/#/", PLACE.sub("/#", RULE.sub(RULES, path))))
    return kind, bool(query) or kind.endswith(RULES) or bool(PLACE.search(path))


def look_at_the_site(world: World, who: str, met: Met) -> None:
    """Visit the pages outside any campaign, and their links, to find values for URLs."""
    todo = [route.text for route in routes() if not route.arguments]
    for url in todo:
        links = meet(met, world.get(who, url))
        todo += [link for link in links if link not in todo and len(todo) < MOST_OF_SITE and "/c/" not in link]


# Methods that a route refuses to everyone: remembered, so that later steps don't try them again.
_refused: set[tuple[str, str]] = set()


def _learn(method: str, url: str, answer: Answer) -> None:
    if answer.status == HTTPStatus.METHOD_NOT_ALLOWED:
        _refused.add((method, route_of(url)))


def _is_open_door(route: Route) -> bool:
    return _needs_only_campaign(route) and ("GET", route.text) not in _refused


def _needs_only_campaign(route: Route) -> bool:
    return route.arguments == [Argument("id", "campaign_id")]


def _meet_emails(world: World, who: str, met: Met) -> None:
    user = world.user(who)
    for email in mail.outbox:
        if user is not None and user.email in email.to:
            for link in links_in(str(email.body)):
                met.follow(link)


def all_urls(met: Met, truth: Truth, everybody: Met, *, without: Collection[str] = ()) -> list[list[str]]:
    """Return the URLs that this viewer can request, by route; only the routes of some apps may be left out."""
    filler = Filler(met, truth, everybody)
    return [filler.urls(route) for route in routes() if route.app not in without]


def look_at(world: World, who: str, urls: Iterable[str], sight: Sight) -> None:
    """Request each page, and its fragment if it has one."""
    for url in urls:
        answer = sight.answers.get(f"GET {url}")
        if answer is None and ("GET", route_of(url)) in _refused:
            continue
        answer = answer or sight.get(world, who, url)
        _learn("GET", url, answer)
        if answer.status == HTTPStatus.OK and FRAGMENT in answer.vary:
            sight.get(world, who, url, part=True)


def try_to_act(world: World, who: str, urls: Iterable[str], sight: Sight) -> None:
    """Send an empty POST to each URL, and undo its effects."""
    for url in urls:
        if ("POST", route_of(url)) not in _refused:
            with world.undone(who):
                answer = world.act(lambda url=url: world.ask(who, "POST", url))  # type: ignore[misc]
            _learn("POST", url, sight.keep(f"POST {url}", answer))


def look(world: World, who: str, met: Met, like: Sight | None = None) -> Sight:
    """Follow links, and add recent answers, mail, pings, and what sweeps show. All effects are undone."""
    sight = Sight(like.answers if like else {})
    with world.undone(who):
        look_along_links(world, who, met, sight)
    sight.answers.update(world.posted[who])
    sight.facts = {"mail": world.notices(who), "ping": world.ping(who), **world.waits()}
    return sight


def look_further(world: World, who: str, urls: Iterable[str], sight: Sight, *, tries: Iterable[str] = ()) -> None:
    """Request other URLs and send POSTs to some. All effects are undone."""
    with world.undone(who):
        look_at(world, who, urls, sight)
        try_to_act(world, who, tries, sight)


def revealed_ids(
    world: World, who: str, met: Met, truth: Truth, *, without: Collection[str] = (), known: Collection[str] = ()
) -> list[str]:
    """Return the ids that this viewer has not met but that answer differently from ids that don't exist.

    The ids `known` are of rows that the viewer may know, though no page names them.
    """
    found, strange = [], truth.beyond(met)
    others = Met(met.campaign, set().union(*strange.tables.values()).difference(known))
    nowhere = Filler(Met(met.campaign, values=met.values), Truth({}), met)
    for route in routes():
        open_ones = [a for a in route.arguments if a.converter == ID and a != CAMPAIGN]
        if len(open_ones) != 1 or route.app in without:
            continue
        for url in nowhere.urls(route, strict=False):
            table = dict(arguments_in(url)).get(TABLE) or table_named_by(open_ones[0].name)
            unmet = [*strange.rows_to_try(table, others, url), *strange.misplaced(table, others, url)]
            nothing = world.get(who, url)
            found += [
                f"{who}: {url} for {unknown}"
                for unknown in unmet
                if unknown not in known
                and _without(world.get(who, url.replace(NOWHERE, unknown)), unknown) != _without(nothing, NOWHERE)
            ]
    return found


def _without(answer: Answer, number: str) -> tuple[int, str, bytes, int]:
    """Return the answer with the requested id removed."""
    headers = repr(answer.headers).replace(number, "#")
    return answer.status, headers, answer.body.replace(number.encode(), b"#"), answer.queries
