"""Corrections and rewinds of secrets: disclosed with their own fact, and until then seen by nobody else."""

import re
from collections.abc import Iterator
from copy import deepcopy
from http import HTTPStatus

from battles.models import Battle, SecretResult, SideResult
from bench.attacks.inside import a_try
from bench.attacks.probes import unless
from bench.attacks.table import REASON, Table
from war.models import StrengthPoint

TOKENS = re.compile(r'value="[^"]{32,64}"|nonce="[^"]*"|token=[^"&]*|"token": "[^"]*"')
PUBLIC_COLUMNS = tuple(sorted(Battle.PUBLIC - {"campaign", "contact"}))


def corrected() -> Iterator[str]:
    for attempt in (_finding, _strength_point, _seen_by_enemy):
        with a_try():
            yield from attempt()


def _finding() -> Iterator[str]:
    """Correct what the dice said about a march, and read the battle's disclosure."""
    table = Table()
    table.begin()
    table.seal_both()
    table.open()
    row = SecretResult.objects.get(subject__contains=".1.")
    body = deepcopy(row.body)
    body["facts"]["speed"] = "swift" if body["facts"]["speed"] != "swift" else "deliberate"
    before = {who: table.told(who) for who in table.versions()}
    answer = table.correct(row, body=body)
    if answer.status_code != HTTPStatus.OK:
        return
    heard = [who for who in before if who != "umpire" and table.told(who) != before[who]]
    yield from (f"{who} heard at once of a corrected secret result" for who in heard)
    table.ask_for("end")
    table.enter_both()
    table.confirm_both()
    table.settle()
    for who in ("union", "confederate", "observer"):
        disclosed = table.told(who) + table.read(who, table.path("battles:detail"))
        yield from unless(REASON in disclosed, f"{who} never learns that a secret result was corrected")


def _strength_point() -> Iterator[str]:
    """Correct a strength point: its owner is told why."""
    table = Table()
    row = StrengthPoint.objects.filter(side="USA").exclude(quality="crack").order_by("id")[0]
    answer = table.correct(row, quality="crack")
    if answer.status_code == HTTPStatus.OK:
        yield from unless(REASON in table.told("union"), "an owner isn't told of a corrected strength point")
    table.begin()
    brief = deepcopy(table.battle.setup.brief)
    points = brief["sides"]["USA"]["strength"]
    points[0]["quality"] = "green" if points[0].get("quality") != "green" else "veteran"
    lines = table.told("union")
    answer = table.correct(table.battle.setup, brief=brief)
    if answer.status_code == HTTPStatus.OK:
        yield from unless(table.told("union") != lines, "an owner isn't told of a strength point corrected in a setup")


def _seen_by_enemy() -> Iterator[str]:
    """Correct a result: whoever's page differs has a new version."""
    table = Table()
    table.play()
    table.enter_both()
    row = SideResult.objects.get(side="USA")
    pages, versions = _pages(table), table.versions()
    table.correct(row, shown=row.shown | {"points": row.shown["points"] + 1})
    for who, page in _pages(table).items():
        if page != pages[who] and table.versions()[who] == versions[who]:
            yield f"{who} sees another page under the same version after a correction"


def _pages(table: Table) -> dict[str, str]:
    """Return the battle's page of each seat, without keys, tokens, and versions."""
    shown = {who: table.read(who, table.path("battles:detail")) for who in table.versions()}
    return {who: _main(TOKENS.sub("", page)) for who, page in shown.items()}


def _main(page: str) -> str:
    """Return what the page says, without the version that its forms carry."""
    return re.sub(r'name="version"[^>]*|value="\d+"|data-version="\d+"', "", page[page.find("<main") :])


def rewound() -> Iterator[str]:
    """Let the sweep work in secret, and rewind only that: nobody but the umpire sees anything."""
    table = Table()
    table.begin()
    table.seal_both()
    table.open()
    table.ask_for("on")
    stream = table.last("battle.umpire_work").stream
    before = table.feed("umpire").lines.filter(announcement__entry__stream=stream)
    work = table.last("battle.umpire_work")
    target = before.exclude(announcement__entry__seq__gte=work.seq).latest("n")
    versions, columns = table.versions(), _public(table)
    lines = {who: table.told(who) for who in versions}
    with table.swept_later():
        table.act("umpire", "journal:rewind", target.n, reason=REASON)
        yield from unless(_public(table) == columns, f"a rewind of secret work moved {_moved(columns, _public(table))}")
        moved = [who for who, version in table.versions().items() if who != "umpire" and version != versions[who]]
        yield from (f"a rewind of secret work gave {who} a new version" for who in moved)
        yield from (f"{who} heard of a rewind of secret work" for who in moved if table.told(who) != lines[who])


def _public(table: Table) -> dict[str, object]:
    return {name: getattr(table.battle, name) for name in PUBLIC_COLUMNS}


def _moved(before: dict[str, object], after: dict[str, object]) -> str:
    return ", ".join(name for name in before if before[name] != after[name])
