"""Edits of an order of battle as values, and those that need only the tree: divisions move, parts get names."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulesets.core.records import dataclass
from rulesets.cw_to_ff.named_order import LONGEST_NAME, NamedBattery, NamedDivision, NamedOrder
from rulesets.cw_to_ff.order_of_battle import INVENTED
from rulesets.cw_to_ff.tree_places import (
    BATTERY,
    BRIGADE,
    POINT,
    brigade_address,
    changed,
    command_at,
    corps_at,
    division_at,
    part_at,
    put,
    refuse,
    taken,
    without,
)


@dataclass(frozen=True)
class Move:
    """Move a strength point or a division to another command, or a battery to any command."""

    what: str
    to: str


@dataclass(frozen=True)
class Shift:
    """Shift stands from one brigade to another of its division."""

    what: str
    to: str
    stands: int


@dataclass(frozen=True)
class Split:
    """Split stands off a brigade, as a new one."""

    what: str
    stands: int


@dataclass(frozen=True)
class Merge:
    """Merge a brigade into another of its division."""

    what: str
    to: str


@dataclass(frozen=True)
class Rename:
    """Rename a part, and its commander if it has an invented one."""

    what: str
    name: str
    commander: str = ""


@dataclass(frozen=True)
class Appoint:
    """Give a leader a command; two leaders trade places."""

    leader: str
    to: str


Edit = Move | Shift | Split | Merge | Rename | Appoint


# whole divisions


def division_moved(order: NamedOrder, move: Move) -> NamedOrder:
    """Move a whole division to a corps, or out of any with the army as its command."""
    division = division_at(order, move.what, "what")
    corps, n, _, _ = taken(move.what, "what")
    if move.to and taken(move.to, "to")[1] is not None:
        raise refuse("A division belongs to a corps or to the army. Choose one.", field="to")
    if move.to == ("" if corps is None else f"c{corps}"):
        raise refuse("That division is already in this command.", field="to")
    if move.to:
        target = corps_at(order, move.to, "to")
        order = changed(order, move.to, replace(target, divisions=(*target.divisions, division)))
    else:
        order = replace(order, divisions=(*order.divisions, division))
    if corps is None:
        order = replace(order, divisions=without(order.divisions, n or 0))
    else:
        source = order.corps[corps]
        order = changed(order, f"c{corps}", replace(source, divisions=without(source.divisions, n or 0)))
    return pruned(order)


def pruned(order: NamedOrder) -> NamedOrder:
    """Drop divisions without strength points and corps without divisions; their leaders and batteries stay."""
    spare: list[str] = []
    corps = []
    over: list[NamedBattery] = []
    for each in order.corps:
        kept = tuple(_with_points(each.divisions, spare))
        loose = tuple(_batteries_left(each.divisions))
        if kept:
            corps.append(replace(each, divisions=kept, batteries=(*each.batteries, *loose)))
        else:
            spare.append(each.leader)
            over += (*each.batteries, *loose)
    divisions = tuple(_with_points(order.divisions, spare))
    over += _batteries_left(order.divisions)
    named = tuple(leader for leader in spare if leader != INVENTED)
    return replace(
        order,
        corps=tuple(corps),
        divisions=divisions,
        supernumerary=(*order.supernumerary, *named),
        batteries=(*order.batteries, *over),
    )


def _with_points(divisions: Sequence[NamedDivision], spare: list[str]) -> Iterator[NamedDivision]:
    for division in divisions:
        if division.points:
            yield division
        else:
            spare.append(division.leader)


def _batteries_left(divisions: Sequence[NamedDivision]) -> Iterator[NamedBattery]:
    for division in divisions:
        if not division.points:
            yield from division.batteries


# names


def clean_name(name: str, field: str, *, may_be_empty: bool = False) -> str:
    """Return a name without spaces around it; refuse control characters, and one too long or empty."""
    if any(not each.isprintable() for each in name):
        raise refuse("A name can’t have control characters or line breaks.", field=field)
    name = name.strip()
    if len(name) > LONGEST_NAME:
        raise refuse(f"A name can have up to {LONGEST_NAME} characters; this has {len(name)}.", field=field)
    if not name and not may_be_empty:
        raise refuse("Enter a name.", field=field)
    return name


def renamed(order: NamedOrder, edit: Rename) -> NamedOrder:
    """Rename any part but a strength point."""
    name = clean_name(edit.name, "name")
    commander = clean_name(edit.commander, "commander", may_be_empty=True)
    _, _, kind, n = taken(edit.what, "what")
    if kind == POINT:
        raise refuse("Strength points have no names of their own. Choose another part.", field="what")
    if kind == BATTERY:
        at = edit.what.rpartition(BATTERY)[0]
        holder = command_at(order, at, "what")
        battery = replace(part_at(holder.batteries, n, "what"), name=name)
        return changed(order, at, replace(holder, batteries=put(holder.batteries, n, battery)))
    if kind == BRIGADE:
        at, n = brigade_address(edit.what, "what")
        home = division_at(order, at, "what")
        brigade = part_at(home.brigades, n, "what")
        new = replace(brigade, name=name, commander=commander or brigade.commander)
        return changed(order, at, replace(home, brigades=put(home.brigades, n, new)))
    command = command_at(order, edit.what, "what")
    if isinstance(command, NamedOrder):
        return replace(command, name=name)
    is_invented = command.leader == INVENTED
    commander = (commander or command.commander) if is_invented else ""
    return changed(order, edit.what, replace(command, name=name, commander=commander))
