"""The rules of the table on one page, in our own words, with the numbers that this campaign plays by."""

import re
from collections.abc import Callable, Container, Iterator, Sequence
from typing import Any

from battles.conduct.box import RuleBlock
from rulesets.core.book import Mark
from rulesets.core.context import Context
from rulesets.core.table import Cell, Table
from rulesets.core.words import MINUS, first_up, spoken
from rulesets.fire_and_fury import BOOK
from rulesets.fire_and_fury.state import Clash, Fire
from rulesets.fire_and_fury.tables import (
    CHARGE,
    CHARGE_EFFECT,
    CHARGE_MODIFIERS,
    COMMAND_RADIUS,
    FALLEN_ONE_DIE,
    FIRE,
    FIRE_EFFECT,
    FIRE_MODIFIERS,
    FIRE_MULTIPLIERS,
    HANDLING_EFFECT,
    MANEUVER,
    MANEUVER_MODIFIERS,
    MOVEMENT,
    OUTNUMBERED,
    STATUS_MODIFIER,
    VICTORY_POINTS,
)

OTHER_ORIGIN = "*"  # behind a number whose origin isn't its table's
UNKNOWN = "?"
CLASHES = tuple(Clash)[:7]  # the others follow from a struggle's losses
TURN = (
    "Each player has a turn, the attacker first. In it:",
    "1. Maneuver: attach and detach leaders, then roll for each brigade and move it; batteries and lone leaders move.",
    "2. Fire: first the enemy, then you.",
    "3. Charge: fight each charge, then any breakthrough.",
)
MANEUVERING = (
    "Roll a d10 for each brigade, and add the modifiers. Disordered and ordered brigades read their own column.",
)
FIRING = (
    "Add up the fire points of all who fire at one target. Multiply for each case that applies, roll a d10, and add "
    "the modifiers. The table gives the least result for each effect.",
)
CHARGING = ("Both sides roll a d10 and add their modifiers. Read the attacker’s result less the defender’s.",)
RATING = (
    "E: each brigade of the leader adds what an exceptional leader adds. P: attached, each other brigade of his has "
    "−1; unattached, each of his brigades out of his radius has −1.",
)
ARRIVING = (
    "A swift force is announced on turn 3 and enters on turn 4, a deliberate one on turns 8 and 9, a plodding one on "
    "turns 13 and 14. It enters in its owner’s maneuver phase, anywhere in its zone.",
)

SIGNS = (f"{OTHER_ORIGIN} Reconstructed, or this campaign’s own. {UNKNOWN} Unknown: the umpire decides.",)
SHORT = {"attacker's stands": "A loses", "defender's stands": "D loses"}
MINUS_SIGN = re.compile(r"-(?=\d)")


def rule_blocks(house: Context) -> tuple[RuleBlock, ...]:
    """Return the page, column by column."""
    draw = _Drawer(house)
    return (
        RuleBlock("Player turn", str(BOOK.at("Maneuver")), TURN),
        RuleBlock("Command", _cites(COMMAND_RADIUS), (draw.radius(),)),
        draw.block(MANEUVER, lines=MANEUVERING),
        draw.line(STATUS_MODIFIER),
        draw.block(MANEUVER_MODIFIERS),
        draw.block(HANDLING_EFFECT, only=("move", "formation change", "stands that skedaddle")),
        draw.block(MOVEMENT),
        draw.fire(),
        draw.line(FIRE_MULTIPLIERS),
        draw.line(FIRE_MODIFIERS),
        draw.block(FIRE_EFFECT),
        draw.block(CHARGE, lines=CHARGING),
        draw.block(CHARGE_MODIFIERS),
        draw.line(OUTNUMBERED, only="modifier"),
        draw.block(CHARGE_EFFECT, rows=CLASHES),
        draw.line(FALLEN_ONE_DIE),
        draw.block(VICTORY_POINTS, only=("standard",)),
        RuleBlock("E and P leaders", "VG-7A2", RATING),
        RuleBlock("Flank forces", "VG-7B2 to 7B4", ARRIVING),
        RuleBlock("Signs", "", SIGNS),
    )


class _Drawer:
    """Lays out tables as rows of text."""

    def __init__(self, house: Context) -> None:
        self.house = house

    def block(
        self,
        table: Table[Any],
        *,
        title: str = "",
        lines: Sequence[str] = (),
        only: Sequence[str] = (),
        rows: Container[str] = (),
    ) -> RuleBlock:
        """Return a table, or those of its columns and rows that the page has room for."""
        columns = [str(column) for column in table.columns if not only or str(column) in only]
        found: dict[str, list[str]] = {}
        for cell in table.cells(context=self.house):
            if cell.column in columns and (not rows or cell.row in rows):
                found.setdefault(cell.row, []).append(_text(table, cell))
        heads = [first_up(SHORT.get(head, spoken(head))) if head else "" for head in (table.down, *columns)]
        return RuleBlock(
            title or table.title,
            _cites(table),
            tuple(lines),
            tuple(heads),
            tuple((_row(row), *cells) for row, cells in found.items()),
        )

    def line(self, table: Table[Any], *, only: str = "") -> RuleBlock:
        """Return a short table as one sentence."""
        cells = (cell for cell in table.cells(context=self.house) if cell.column == only)
        words = "; ".join(f"{_row(cell.row)}: {_text(table, cell)}" for cell in cells)
        return RuleBlock(table.title, _cites(table), (f"{words}.",))

    def radius(self) -> str:
        """Return how far a leader reaches, in a sentence."""
        inches, cover = (_text(COMMAND_RADIUS, cell) for cell in COMMAND_RADIUS.cells(context=self.house))
        return f"A corps or division leader reaches {inches} inches, {cover} of them into woods or town."

    def fire(self) -> RuleBlock:
        """Return the fire table as the least result that each effect needs."""
        effects = [effect for effect in Fire if effect is not Fire.DESULTORY]
        rows: dict[str, dict[str, str]] = {}
        for cell in FIRE.cells(context=self.house):
            rows.setdefault(cell.row, {}).setdefault(str(cell.value), cell.column)
        return RuleBlock(
            FIRE.title,
            _cites(FIRE),
            FIRING,
            ("Fire points", *map(first_up, effects)),
            tuple((points, *_least(found, effects)) for points, found in rows.items()),
        )


def _least(found: dict[str, str], effects: Sequence[Fire]) -> Iterator[str]:
    yield from (_short(found.get(str(effect), "–")) for effect in effects)


def _row(label: str) -> str:
    return first_up(MINUS_SIGN.sub(MINUS, spoken(label)))


def _short(die: str) -> str:
    return "any" if die.endswith("or less") else _row(die).replace(" or more", "+")


def _text(table: Table[Any], cell: Cell[Any]) -> str:
    """Return a value as it is printed, with a sign if its origin isn't its table's."""
    if cell.value is None:
        return UNKNOWN
    written: Callable[[object], str] = table.in_words
    return f"{written(cell.value)}{OTHER_ORIGIN if cell.mark is not table.mark else ''}"


def _cites(table: Table[Any]) -> str:
    origin = "" if table.mark is Mark.PRINTED else f", {table.mark}"
    return f"{table.cites}{origin}"
