"""The page of a battle in a box: who may print which box, the prints of a seat, and their PDFs."""

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone

from battles.models import Battle, BoxPrint, Paper, Plan, PrintState, SecretResult
from battles.selectors.box_parts import UMPIRE, boxes_of, side_parts, umpire_parts
from battles.selectors.reads import (
    conduct,
    find_battle,
    may_know_plan,
    plans_of,
    secret_results_of,
    side_word,
    stream_of,
)
from campaign.models import RowImage
from campaign.parts import Audience
from campaign.prepared import prepared
from campaign.routes import reverse
from campaign.visibility import Viewer
from rulesets.core.plain import Json
from rulesets.core.records import dataclass

SEALED = "battle.sealed"
NOT_SEALED = "Seal your plan first. Its box can be printed from then on."
NOT_PREPARED = "Prepare the battle first. The umpire’s box holds its secret rolls."
WORKING = "The site is still working on this turn. Try again in a moment."
VOID = "Void: what it shows was unsealed or changed. Don’t use this print."
OUTDATED = "Some of its sheets have changed since, such as the field. Print again for the new ones."
FAILED = "This print failed. Try again."


@dataclass(frozen=True)
class Printable:
    """What a viewer may print of a battle, and what it would be made from; or why not."""

    battle: Battle
    side: str
    plans: Mapping[str, Plan]
    secret_results: Sequence[SecretResult] = ()
    why_not: str = ""

    @property
    def made_from(self) -> str:
        """Return a fingerprint of the armies in the box. A side's never covers the enemy's: a change would tell."""
        armies = self.battle.setup.brief["sides"]
        plans = [[plan.pk, plan.body, armies[side]] for side, plan in self.plans.items()]
        return _fingerprint([plans, self.battle.public_setup.brief])

    @property
    def around(self) -> str:
        """Return a fingerprint of what else the box shows: the ground and, for the umpire, the secret rolls."""
        ground = self.battle.ground
        return _fingerprint([ground.body, ground.edge, [row.body for row in self.secret_results]])


@dataclass(frozen=True)
class PrintLine:
    """A print of this seat. Only one that is current and ready has an address."""

    id: int
    paper: str
    seal: str
    at: datetime
    state: str
    is_void: bool
    note: str
    kilobytes: int
    url: str


@dataclass(frozen=True)
class BoxPage:
    """A seat's prints of a battle, and whether it may print now."""

    battle_id: int
    name: str
    audience: Audience
    why_not: str
    is_of_umpire: bool
    prints: tuple[PrintLine, ...]

    @property
    def is_waiting(self) -> bool:
        return any(line.state == PrintState.WAITING and not line.is_void for line in self.prints)


@dataclass(frozen=True)
class BoxFile:
    """A print as a file; `pdf` is in base64."""

    name: str
    pdf: str


def printable(viewer: Viewer, battle_id: int) -> Printable:
    """Return what the viewer may print: a side its own box, the umpire both; 404 for everyone else."""
    battle = find_battle(viewer, battle_id)
    boxes_of(battle)
    if viewer.is_umpire:
        return Printable(battle, UMPIRE, plans_of(battle), secret_results_of(battle), _why_not_umpire(battle))
    if not viewer.is_commander or not may_know_plan(viewer, battle, viewer.side):
        raise Http404
    own = {side: plan for side, plan in plans_of(battle).items() if side == viewer.side}
    return Printable(battle, viewer.side, own, why_not="" if own else NOT_SEALED)


def _why_not_umpire(battle: Battle) -> str:
    """Return why the umpire can’t print yet, or "": the box holds secret rolls, so they must have been made."""
    if not battle.is_prepared:
        return NOT_PREPARED
    return WORKING if battle.waits_for_umpire_work else ""


def box_url(viewer: Viewer, battle: Battle) -> str:
    """Return the address of the box for those who may print one, now or later; nothing of a plan decides it."""
    is_own = viewer.is_commander and may_know_plan(viewer, battle, viewer.side)
    if not (viewer.is_umpire or is_own) or conduct(battle).boxes is None:
        return ""
    return reverse("battles:box", args=[battle.campaign_id, battle.id])


def box_page(viewer: Viewer, battle_id: int) -> BoxPage:
    """Return the prints of the viewer's seat, the newest first; whoever views as the seat sees none."""
    found = printable(viewer, battle_id)
    made_from, around = found.made_from, found.around
    rows = [] if viewer.viewing_as else _prints(viewer.seat_id, battle_id)
    words = "Visible only to the umpire" if viewer.is_umpire else "Visible only to you"
    return BoxPage(
        battle_id=battle_id,
        name=found.battle.name,
        audience=Audience(side=found.side, words=words),
        why_not=found.why_not,
        is_of_umpire=viewer.is_umpire,
        prints=tuple(_line(viewer, row, made_from, around) for row in rows),
    )


@prepared
def _prints(seat_id: int, battle_id: int) -> QuerySet[BoxPrint]:
    rows = BoxPrint.objects.filter(seat_id=seat_id, battle_id=battle_id).defer("pdf", "box")
    return rows.order_by("-at", "-id")


def _line(viewer: Viewer, row: BoxPrint, made_from: str, around: str) -> PrintLine:
    is_void = row.made_from != made_from
    is_there = row.state == PrintState.READY and not is_void
    return PrintLine(
        id=row.id,
        paper=str(Paper(row.paper).label),
        seal=row.seal,
        at=row.at,
        state=row.state,
        is_void=is_void,
        note=_note(row, around, is_void=is_void),
        kilobytes=-(-row.size // 1000),
        url=reverse("battles:box-pdf", args=[viewer.campaign_id, row.battle_id, row.id]) if is_there else "",
    )


def _note(row: BoxPrint, around: str, *, is_void: bool) -> str:
    if is_void:
        return VOID
    if row.state == PrintState.FAILED:
        return FAILED
    return OUTDATED if row.around != around else ""


def find_print(viewer: Viewer, battle_id: int, box_print_id: int) -> BoxPrint:
    """Return a print of the viewer's own seat that is ready and current; anything else is a 404."""
    found = printable(viewer, battle_id)
    for row in [] if viewer.viewing_as else _print(viewer.seat_id, battle_id, box_print_id):
        if row.state == PrintState.READY and row.made_from == found.made_from:
            return row
    raise Http404


@prepared
def _print(seat_id: int, battle_id: int, box_print_id: int) -> QuerySet[BoxPrint]:
    return BoxPrint.objects.filter(seat_id=seat_id, battle_id=battle_id, id=box_print_id).defer("box")


def file_name(row: BoxPrint) -> str:
    return f"battle-box-{row.seal.lower().replace(', ', '-').replace(' ', '-')}.pdf"


def box_file(viewer: Viewer, battle_id: int, box_print_id: int) -> BoxFile:
    """Return a print for a program."""
    row = find_print(viewer, battle_id, box_print_id)
    return BoxFile(file_name(row), b64encode(bytes(row.pdf)).decode())


# What is printed.


def seal_of(found: Printable) -> str:
    """Return which seals a print shows: how often its own side has sealed, or each of both."""
    seals = _seals(found)
    if found.side != UMPIRE:
        return f"Seal {seals[found.side]}"
    return ", ".join(f"{side_word(side)} seal {n}" for side, n in seals.items())


def _seals(found: Printable) -> dict[str, int]:
    """Return how often each side has sealed, or the site for it, counting seals that were undone: no number is used
    again."""
    images = RowImage.objects.filter(stream=stream_of(found.battle.id), table=Plan._meta.db_table)
    sealed = images.filter(entry__kind=SEALED, before__isnull=True, pin=False)
    sides = list(sealed.values_list("after__side", flat=True))
    return {side: sides.count(side) for side in found.plans}


def table_path(battle: Battle) -> str:
    """Return the path of the phone page, to which the printed code leads."""
    return reverse("battles:table", args=[battle.campaign_id, battle.id])


def box_of(found: Printable, *, paper: str, at: datetime, address: str) -> Json:
    """Return all that a print shows; `address` is the phone page's."""
    seals, battle = _seals(found), found.battle
    if found.side == UMPIRE:
        parts = umpire_parts(battle, found.plans, seals, found.secret_results)
    else:
        parts = side_parts(battle, found.plans[found.side], seals[found.side])
    return {
        "paper": paper,
        "name": battle.name,
        "at": at.isoformat(),
        "printed": _time_words(at),
        "address": address,
        "parts": parts,
    }


def _time_words(at: datetime) -> str:
    """Return the time of a print in the zone of whoever prints."""
    local = timezone.localtime(at)
    return f"{local:%B} {local.day}, {local.year}, {local:%H:%M} {local:%Z}"


def _fingerprint(value: Any) -> str:
    return sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()
