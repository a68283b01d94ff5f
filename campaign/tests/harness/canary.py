"""The canary: put a marker into every secret text of every model, then fetch every URL as every viewer.

Markers go in through the services. A marker written straight into a row would never reach the journal lines, emails,
and copies that a service makes of a text.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import field
from itertools import chain

from django.db import models

from campaign.models import TABLES
from campaign.tests.harness.people import WHO
from campaign.tests.harness.routes import Met
from campaign.tests.harness.sight import Sight, all_urls, ids_in, look, look_at_the_site, look_further, revealed_ids
from campaign.tests.harness.tally import OPTIONS
from campaign.tests.harness.world import World
from rulesets.core.records import dataclass

MARKER = re.compile(rb"Zq[0-9]{2}[a-z]")
PAGE = re.compile(r"(GET|PART) (?!/api/)")
MOST_QUERIES = 9
OF_STRIP = 3  # a practice visitor's strip reads the moves, but there is no session to read
TEXT_FIELDS = (models.CharField, models.TextField, models.JSONField)
SHORTEST = 20  # a shorter column has no room for free text


@dataclass(frozen=True)
class Marker:
    """A word that all its owners must see, that only they and `others` may see, and the columns that hold it."""

    word: str
    owners: frozenset[str]
    columns: tuple[str, ...] = ()
    others: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Extent:
    """What a look covers: routes of all apps but some, pages with at most so many queries.

    Some pages name no ids of rows that their reader may know: then he hasn't met his `own` ids.
    """

    without: frozenset[str] = frozenset()
    most_queries: int = MOST_QUERIES
    names_own: bool = True


ALL = Extent()


@dataclass
class Found:
    """The viewers who met each marker, and the faults found."""

    met_by: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    wrong: list[str] = field(default_factory=list)


def secret_text_columns() -> list[str]:
    """Return the secret columns of recorded tables that can hold free text."""
    return sorted(
        f"{table}.{column.name}"
        for table, model in TABLES.models.items()
        for column in model._meta.concrete_fields
        if column.name not in model.PUBLIC and isinstance(column, TEXT_FIELDS) and _has_room(column)
    )


def _has_room(column: "models.Field[object, object]") -> bool:
    return not column.choices and (column.max_length is None or column.max_length >= SHORTEST)


def without_marker(markers: Iterable[Marker], no_free_text: Mapping[str, str]) -> list[str]:
    """Return the secret text columns that have neither a marker nor a reason for having none."""
    marked = {column for marker in markers for column in marker.columns}
    return [column for column in secret_text_columns() if column not in marked and column not in no_free_text]


def missing_markers(markers: Iterable[Marker]) -> list[str]:
    """Report markers that are missing from their columns."""
    return [
        f"{marker.word} is not in {column}"
        for marker in markers
        for column in marker.columns
        if marker.word not in _all_of(column)
    ]


def _all_of(column: str) -> str:
    table, _, name = column.partition(".")
    return str(list(TABLES.models[table]._default_manager.values_list(name, flat=True)))


def look_for(
    world: World,
    markers: Sequence[Marker],
    found: Found,
    *,
    probe: bool,
    viewers: Sequence[str] = WHO,
    extent: Extent = ALL,
) -> None:
    """Request every URL of the campaign as every viewer, and send an empty POST to one URL of each route.

    Both also cover every row that holds a marker. A `probe` adds foreign ids and the pages outside any campaign.
    """
    truth = world.truth().with_relevant(world.rows_with(marker.word for marker in markers))
    everybody, mets, sights = Met(world.campaign), {who: Met(world.campaign) for who in viewers}, {}
    for who, met in mets.items():
        sights[who] = look(world, who, met)
        everybody.share(met)
    with world.undone("umpire"):
        look_at_the_site(world, "umpire", everybody)
    sealed = world.sealed_secrets()
    for who, sight in sights.items():
        filled = [
            urls
            for urls in all_urls(mets[who], truth, everybody, without=extent.without)
            if probe or any(world.campaign in url for url in urls)
        ]
        tries = [url for urls in filled for url in urls if OPTIONS.soak or url == urls[0] or truth.is_relevant(url)]
        look_further(world, who, chain.from_iterable(filled), sight, tries=tries)
        judge(who, sight, markers, sealed, found)
        own, kept = world.ids_by_right(who)
        found.wrong += ids_out_of_reach(who, sight, kept)
        found.wrong += too_many_queries(who, sight, extent.most_queries + OF_STRIP * (who in world.behind))
        if not probe:
            continue
        known = frozenset[str]() if extent.names_own else own
        with world.undone(who):
            revealed = revealed_ids(world, who, mets[who], truth, without=extent.without, known=known)
            found.wrong += [f"reveals a foreign id: {each}" for each in revealed]
    found.wrong += [f"crashed: {each}" for each in world.crashes]


def judge(who: str, sight: Sight, markers: Sequence[Marker], sealed: Sequence[bytes], found: Found) -> None:
    """Record the markers and cup secrets that a viewer has seen."""
    allowed = {marker.word.encode(): marker.owners | marker.others for marker in markers}
    shown = {name: answer.seen + repr(answer.headers).encode() for name, answer in sight.answers.items()}
    for name, body in (shown | sight.facts).items():
        for word in set(MARKER.findall(body)) & allowed.keys():
            if who not in allowed[word]:
                found.wrong.append(f"{who} sees {word.decode()} in {name}")
            elif name in sight.answers and name.startswith("GET") and sight.answers[name].status == 200:
                found.met_by[word.decode()].add(who)
        if any(secret in body for secret in sealed):
            found.wrong.append(f"{who} sees a cup's secret in {name}")


def ids_out_of_reach(who: str, sight: Sight, kept: Collection[str]) -> list[str]:
    """Report answers that name a row of the map which this viewer may not know of."""
    return [
        f"{who} sees the id {id_} in {name}"
        for name, answer in sight.answers.items()
        for id_ in sorted(ids_in(answer.text).intersection(kept))
        if id_ not in name
    ]


def too_many_queries(who: str, sight: Sight, most: int) -> list[str]:
    """Report pages that exceed the limit of queries for one page."""
    pages = {name: answer for name, answer in sight.answers.items() if PAGE.match(name)}
    return [f"{who}: {a.queries} queries for {name}" for name, a in pages.items() if a.queries > most]


def judge_all(markers: Sequence[Marker], found: Found) -> list[str]:
    """Return all faults after the last round, with the markers that their owners never saw."""
    missed = [
        f"{who} never sees {marker.word} ({', '.join(marker.columns)})"
        for marker in markers
        for who in sorted(marker.owners - found.met_by[marker.word])
    ]
    return [*dict.fromkeys(found.wrong), *missed]
