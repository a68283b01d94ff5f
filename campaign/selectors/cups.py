"""Read cups as everyone in a campaign may see them: all alike, and no ledger before its reveal."""

import json
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from campaign.app_part import Owner
from campaign.ids import hex_id
from campaign.models import Cup, CupState, Entropy, Head, OwnerKind, SideCode, Throw
from campaign.sources import SOURCES
from campaign.visibility import Viewer, audience_words
from rulesets.core import registry
from rulesets.core.cup import SCHEMA, VOID, Header, Key, canonical

CHECKPOINTS = "cup.heads"  # the kind of their journal lines
OWN = "own"  # audience and only side of a practice cup


def today() -> date:
    return SOURCES.now().date()


def state_of(cup: Cup) -> str:
    """Return a cup's state; a practice cup is revealed by the end of the day, without any act."""
    if cup.owner_kind == OwnerKind.PRACTICE and cup.steps and cup.opened_on < today():
        return CupState.TURNED_OVER
    return cup.state


def header_of(cup: Cup) -> Header:
    return Header(
        cup=hex_id(cup.pk),
        owner=str(cup.owner_kind),
        owner_id=hex_id(cup.owner_id),
        title=cup.title,
        audience=cup.audience,
        opening=cup.opening,
        opened_on=cup.opened_on.isoformat(),
        commitment=cup.commitment,
    )


def key_of(throw: Throw) -> Key:
    rule, subject, turn = json.loads(throw.base)
    return Key(rule, tuple(subject), turn, throw.k)


def unrevealed_owners(campaign_id: int) -> list[Owner]:
    """Return the battles and turns of a campaign that still have a cup to reveal, in canonical order."""
    rows = Cup.objects.filter(campaign_id=campaign_id).exclude(state=CupState.TURNED_OVER)
    return sorted(set(rows.values_list("owner_kind", "owner_id")))


def _spelled(base: str) -> tuple[Any, Any, Any]:
    """Return what a damaged line may spell too; whoever checks the document finds it."""
    try:
        rule, subject, turn = json.loads(base)
    except (ValueError, TypeError, RecursionError):
        return None, None, None
    return rule, subject, turn


def cup_document(cup: Cup) -> dict[str, Any]:
    """Return the cup file that anyone may check, as docs/dice.md describes."""
    return cup_documents([cup])[0]


def cup_documents(cups: Sequence[Cup], *, audit: bool = False) -> list[dict[str, Any]]:
    """Return the files of several cups, by the same few queries however many there are.

    `audit` treats each cup as revealed, for the site's own proof; such a file never leaves the server.
    """
    ids = [cup.pk for cup in cups]
    opened = [cup.pk for cup in cups if audit or state_of(cup) == CupState.TURNED_OVER]
    secrets = dict(Cup.objects.filter(id__in=opened).values_list("id", "hidden__secret"))
    entropies = _by_cup(Entropy.objects.filter(cup__in=ids).order_by("side"))
    heads = _by_cup(Head.objects.filter(cup__in=ids).order_by("step"))
    throws = _by_cup(Throw.objects.filter(cup__in=opened).order_by("n"))
    return [
        _document(cup, entropies.get(cup.pk, []), heads.get(cup.pk, []), throws.get(cup.pk, []), secrets.get(cup.pk))
        for cup in cups
    ]


def _by_cup(rows: Iterable[Any]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    for row in rows:
        found.setdefault(row.cup_id, []).append(row)
    return found


def _document(
    cup: Cup, entropies: Sequence[Entropy], heads: Sequence[Head], throws: Sequence[Throw], secret: str | None
) -> dict[str, Any]:
    is_open = secret is not None
    document: dict[str, Any] = {
        "schema": SCHEMA,
        **vars(header_of(cup)),
        "state": str(CupState.TURNED_OVER if is_open else cup.state),
        "entropies": [{"side": line.side, "entropy": line.line} for line in entropies if cup.state != CupState.TAKING],
        "heads": [_head(head, is_open=is_open) for head in heads],
    }
    return document | {"secret": secret, "throws": [_ledger_line(t) for t in throws]} if is_open else document


def _head(head: Head, *, is_open: bool) -> dict[str, Any]:
    shown = {"step": head.step, "at": head.at, "blinded": head.blinded}
    return shown | {"count": head.count} if is_open else shown


def _ledger_line(throw: Throw) -> dict[str, Any]:
    rule, subject, turn = _spelled(throw.base)
    return {
        "n": throw.n,
        "rule": rule,
        "subject": subject,
        "turn": turn,
        "k": throw.k,
        "sides": throw.sides,
        "faces": throw.faces,
        "how": str(throw.how),
        "of": throw.of,
        "note": throw.note,
        "hash": throw.hash,
    }


def noted_throws(viewer: Viewer, noted: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the rolls noted in journal entries, each once: in words, with their place, and whether they count."""
    once = {f"{throw['cup']}:{throw['line']}": throw for throw in noted}
    keys = {place: json.loads(throw["key"]) for place, throw in once.items()}
    bases = {canonical(key[:3]) for key in keys.values()}
    voids = Throw.objects.filter(base__in=bases, how=VOID).values_list("of", "base", "k")
    gone = {(of, base, k) for of, base, k in voids}
    return [
        throw
        | {
            "place": place,
            **words_of(keys[place]),
            "seen_by": audience_words(viewer, throw["audience"]).words,
            "may_void": (throw["cup"], canonical(keys[place][:3]), keys[place][3]) not in gone,
        }
        for place, throw in once.items()
    ]


def words_of(key: Sequence[Any]) -> dict[str, Any]:
    """Return a roll's key in words, with its rule and count: Arrival of a flank force, Confederate, right edge."""
    rule, subject, turn, k = key
    of = [SideCode(part).label if part in SideCode.values else part for part in subject]
    words = ", ".join([part for part in (rule_title(rule), *of) if part] or [rule])
    when = [f"turn {turn}"] if turn else []
    return {"rule": rule, "words": words, "more": ", ".join([*when, *([f"roll {k + 1}"] if k else [])])}


def rule_title(rule: str) -> str:
    """Return what a rule rolls for: the title of its procedure."""
    rolling = (each for each in registry.all_procedures() if each.odds_way.name != "no dice" and rule in each.rules)
    return next((each.title for each in rolling), "")
