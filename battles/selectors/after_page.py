"""The page and the files of the after-action report.

However long the battle was, the page shows at most so many lines. It counts the rest of a turn; the files have it all.
"""

import csv
import io
import json
from collections.abc import Sequence

from battles.selectors.after import AfterReport, LossLine, SideReport, TurnReport, after_report
from battles.selectors.after_reads import FOUND, TICKED, Told
from campaign.selectors.kinds import counted
from campaign.visibility import Viewer
from rulesets.core.plain import as_json
from rulesets.core.records import dataclass
from rulesets.core.report import CAUSES

LINES_SHOWN, LEAST_A_TURN, OPEN_TURNS = 150, 1, 8
ROUTINE = (
    TICKED,
    FOUND,
    "battle.request",
    "battle.phase",
    "battle.leader",
    "battle.rolled",
    "battle.rerolled",
    "correct.disclosed",
    "battle.disclosed",
    "battle.disclosed_names",
)
DICE = "cup."
COLUMNS = ("side", "unit", "kind", "seen_on_turn", "stands_brought", *CAUSES, "stands_left", "state", "ticked")
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # begins what a spreadsheet would run


@dataclass(frozen=True)
class TurnShown:
    """A turn on the page: its chief lines, how many more there are, and what else was told."""

    title: str
    turn: int
    told: tuple[Told, ...]
    more: int
    also: str
    losses: tuple[LossLine, ...]


@dataclass(frozen=True)
class AfterPage:
    """The report as the page shows it."""

    battle_id: int
    report: AfterReport
    turns: tuple[TurnShown, ...]
    is_short: bool


def after_page(viewer: Viewer, battle_id: int) -> AfterPage:
    report = after_report(viewer, battle_id)
    most = max(LEAST_A_TURN, LINES_SHOWN // max(len(report.turns), 1))
    turns = [_shown(turn, most) for turn in report.turns]
    return AfterPage(battle_id, report, tuple(turns), len(turns) <= OPEN_TURNS)


def _shown(turn: TurnReport, most: int) -> TurnShown:
    chief = [each for each in turn.told if not _is_routine(each)]
    other = sorted(each.kind for each in turn.told if _is_counted(each))
    return TurnShown(
        title=turn.title,
        turn=turn.turn,
        told=tuple(chief[:most]),
        more=max(len(chief) - most, 0),
        also=", ".join(counted(other)),
        losses=turn.losses,
    )


def _is_routine(told: Told) -> bool:
    return told.kind in ROUTINE or told.kind.startswith(DICE)


def _is_counted(told: Told) -> bool:
    """Return whether a line that isn't shown is counted: dice and disclosures have parts of their own."""
    return _is_routine(told) and "disclosed" not in told.kind and not told.kind.startswith(DICE)


def as_file(report: AfterReport) -> str:
    """Return the whole report as JSON."""
    return json.dumps(as_json(report), ensure_ascii=False, indent=1, default=_moment)


def _moment(value: object) -> str:
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def units_file(report: AfterReport) -> str:
    """Return the units of both sides as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for side in report.sides:
        writer.writerows(_rows(side))
    return out.getvalue()


def _rows(side: SideReport) -> list[Sequence[object]]:
    return [
        (
            side.name,
            _harmless(unit.name),
            unit.kind,
            unit.seen_on or "",
            unit.brought or "",
            *unit.lost.by_cause.values(),
            unit.left if unit.brought else "",
            unit.state,
            "; ".join(f"turn {loss.turn}: {loss.words}" for loss in unit.ticked),
        )
        for unit in side.units
    ]


def _harmless(text: str) -> str:
    """Return what people typed so that no spreadsheet takes it for a formula."""
    return f"’{text}" if text.startswith(FORMULA) else text
