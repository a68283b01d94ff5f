"""The effects of a battle report on the map, from the bridge, whose refusals become the site's."""

from collections.abc import Iterable

from campaign.selectors.procedures import refusing
from rulesets.core.brief import Brief
from rulesets.core.context import Context
from rulesets.core.dice import Dice
from rulesets.core.hand_over import LeaderAfter, SettlingRoll, SideAftermath, Verdict
from rulesets.core.registry import hand_over_of
from rulesets.core.report import Report, ReportSide
from rulesets.core.words import listed
from war.selectors.retreats import Leaving


def rolls_of(bridge: str) -> tuple[SettlingRoll, ...]:
    return hand_over_of(bridge).rolls()


def verdict_of(bridge: str, brief: Brief, report: Report, house: Context) -> Verdict | None:
    """Return who won and who retreats, once both sides have reported."""
    with refusing():
        return hand_over_of(bridge).verdict(brief, report, house)


def work_out(
    bridge: str, brief: Brief, report: Report, house: Context, *, dice: Dice | None = None
) -> dict[str, SideAftermath]:
    """Work out the aftermath of each side in the report; without dice it is a dry run."""
    verdict = verdict_of(bridge, brief, report, house)
    return {
        side: work_out_side(bridge, brief, side, said, house, verdict=verdict, dice=dice)
        for side, said in sorted(report.sides.items())
    }


def work_out_side(
    bridge: str,
    brief: Brief,
    side: str,
    said: ReportSide,
    house: Context,
    *,
    verdict: Verdict | None = None,
    dice: Dice | None = None,
) -> SideAftermath:
    """Work out one side's aftermath; a result page shows it as a dry run."""
    with refusing():
        return hand_over_of(bridge).work_out_side(brief, side, said, house, verdict=verdict, dice=dice)


def leaders_in_words(found: Iterable[LeaderAfter]) -> list[str]:
    """Say which leaders are lost, and for which a promotion counter is placed, as their own side reads it."""
    lost = [f"{x.name}: {x.fate}{_back(x)}" for x in found if x.leaves and x.fate is not None]
    counters = [each.name for each in found if each.counter_on]
    placed = [f"Promotion counters on the turn track: {listed(counters)}"] if counters else []
    return [*(f"{words} (VG-9D)" for words in lost), *(f"{words} (VG-10A)" for words in placed)]


def _back(leader: LeaderAfter) -> str:
    return f", back on turn {leader.back_on}" if leader.back_on else ""


def leaving_in_words(leaving: Leaving, side: str) -> list[str]:
    """Say where an army retreats, as only its side and the umpire read it."""
    if leaving.side != side:
        return []
    if leaving.surrenders:
        return ["It has nowhere to go, so it surrenders. VG-9, R-115"]
    return [f"It retreats to {leaving.to.name}. VG-9"] if leaving.to else []
