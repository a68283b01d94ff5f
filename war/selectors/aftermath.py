"""The effects of a battle report on the map, from the bridge, whose refusals become the site's."""

from campaign.selectors.procedures import refusing
from rulesets.core.brief import Brief
from rulesets.core.context import Context
from rulesets.core.hand_over import SideAftermath
from rulesets.core.registry import hand_over_of
from rulesets.core.report import Report, ReportSide


def work_out(bridge: str, brief: Brief, report: Report, house: Context) -> dict[str, SideAftermath]:
    """Work out the aftermath of each side in the report."""
    return {side: work_out_side(bridge, brief, side, said, house) for side, said in sorted(report.sides.items())}


def work_out_side(bridge: str, brief: Brief, side: str, said: ReportSide, house: Context) -> SideAftermath:
    """Work out one side's aftermath; a result page shows it as a dry run."""
    with refusing():
        return hand_over_of(bridge).work_out_side(brief, side, said, house)
