"""The canary: every secret text of every model holds a marker, and every URL is fetched by everybody.

Markers come in through the services, where the words come in: what the harness writes into a row afterwards would
prove nothing of the lines, mails and copies that a service makes of it.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from django.db import models

from campaign.models import TABLES
from campaign.tests.harness.people import WHO
from campaign.tests.harness.routes import Met
from campaign.tests.harness.sight import Sight, all_urls, foreign_ids_told, look, look_at_the_site, look_further
from campaign.tests.harness.tally import OPTIONS
from campaign.tests.harness.world import World

MARKER = re.compile(rb"Zq[0-9]{2}[a-z]")
PAGE = re.compile(r"(GET|PART) (?!/api/)")
MOST_QUERIES = 9
WORDS = (models.CharField, models.TextField, models.JSONField)
SHORTEST = 20  # a column that holds less has no room for words


@dataclass(frozen=True)
class Marker:
    """A word that its owners meet somewhere and nobody else but `others` anywhere, and the columns in which it lies."""

    word: str
    owners: frozenset[str]
    columns: tuple[str, ...] = ()
    others: frozenset[str] = frozenset()


@dataclass
class Found:
    """Who met which marker, and what is wrong."""

    met_by: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    wrong: list[str] = field(default_factory=list)


def secret_words() -> list[str]:
    """The columns of recorded tables in which somebody may write words, and that are not public."""
    return sorted(
        f"{table}.{column.name}"
        for table, model in TABLES.models.items()
        for column in model._meta.concrete_fields
        if column.name not in model.PUBLIC and isinstance(column, WORDS) and _has_room(column)
    )


def _has_room(column: "models.Field[object, object]") -> bool:
    return not column.choices and (column.max_length is None or column.max_length >= SHORTEST)


def without_marker(markers: Iterable[Marker], no_words: Mapping[str, str]) -> list[str]:
    """Secret columns of words that hold no marker and are not known to hold no words."""
    marked = {column for marker in markers for column in marker.columns}
    return [column for column in secret_words() if column not in marked and column not in no_words]


def not_where_they_should_be(markers: Iterable[Marker]) -> list[str]:
    """Markers that have not come to lie in the columns they are for."""
    return [
        f"{marker.word} is not in {column}"
        for marker in markers
        for column in marker.columns
        if marker.word not in _all_of(column)
    ]


def _all_of(column: str) -> str:
    table, _, name = column.partition(".")
    return str(list(TABLES.models[table]._default_manager.values_list(name, flat=True)))


def look_for(world: World, markers: Sequence[Marker], found: Found, *, probe: bool) -> None:
    """Let everybody ask every URL of the campaign, and try an empty POST at one of each route.

    Both are also tried at every row that holds a marker.

    To `probe` is to ask for foreign ids as well, and for the pages that are of no campaign.
    """
    truth = world.truth().with_telling(world.rows_with(marker.word for marker in markers))
    everybody, mets, sights = Met(world.campaign), {who: Met(world.campaign) for who in WHO}, {}
    for who, met in mets.items():
        sights[who] = look(world, who, met)
        everybody.share(met)
    with world.undone("umpire"):
        look_at_the_site(world, "umpire", everybody)
    sealed = world.sealed_secrets()
    for who, sight in sights.items():
        filled = [
            urls
            for urls in all_urls(mets[who], truth, everybody)
            if probe or any(world.campaign in url for url in urls)
        ]
        tries = [url for urls in filled for url in urls if OPTIONS.soak or url == urls[0] or truth.tells(url)]
        look_further(world, who, chain.from_iterable(filled), sight, tries=tries)
        judge(who, sight, markers, sealed, found)
        found.wrong += too_many_queries(who, sight)
        if not probe:
            continue
        with world.undone(who):
            found.wrong += [f"tells of a foreign id: {each}" for each in foreign_ids_told(world, who, mets[who], truth)]
    found.wrong += [f"crashed: {each}" for each in world.crashes]


def judge(who: str, sight: Sight, markers: Sequence[Marker], sealed: Sequence[bytes], found: Found) -> None:
    allowed = {marker.word.encode(): marker.owners | marker.others for marker in markers}
    shown = {name: answer.body + repr(answer.headers).encode() for name, answer in sight.answers.items()}
    for name, body in (shown | sight.facts).items():
        for word in set(MARKER.findall(body)) & allowed.keys():
            if who not in allowed[word]:
                found.wrong.append(f"{who} meets {word.decode()} in {name}")
            elif name in sight.answers and name.startswith("GET") and sight.answers[name].status == 200:
                found.met_by[word.decode()].add(who)
        if any(secret in body for secret in sealed):
            found.wrong.append(f"{who} meets a cup's secret in {name}")


def too_many_queries(who: str, sight: Sight) -> list[str]:
    """Pages that ask the database more often than a page may, whatever there is on them."""
    pages = {name: answer for name, answer in sight.answers.items() if PAGE.match(name)}
    return [f"{who}: {a.queries} queries for {name}" for name, a in pages.items() if a.queries > MOST_QUERIES]


def judge_all(markers: Sequence[Marker], found: Found) -> list[str]:
    """What is wrong after all rounds: words met by others, and words that their owners never met."""
    missed = [
        f"{who} never meets {marker.word} ({', '.join(marker.columns)})"
        for marker in markers
        for who in sorted(marker.owners - found.met_by[marker.word])
    ]
    return [*dict.fromkeys(found.wrong), *missed]
