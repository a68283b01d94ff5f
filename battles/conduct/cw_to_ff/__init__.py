"""Fight a battle of the strategic game on the table: flank marches, the day, and the result (VG-5, 7B, 7C, 8, 9)."""

from battles.conduct.base import Conduct
from battles.conduct.cw_to_ff.day import TableDay
from battles.conduct.cw_to_ff.orders import TableOrders
from battles.conduct.cw_to_ff.planning import FlankMarchPlanning
from battles.conduct.cw_to_ff.result import TableResult
from rulesets.core.context import Context
from rulesets.cw_to_ff.findings import FlankFacts
from rulesets.cw_to_ff.orders import FlankMarches


def conduct(house: Context) -> Conduct[FlankMarches, FlankFacts]:
    """Return the conduct of this book with a campaign's own numbers and rulings."""
    return Conduct(FlankMarchPlanning(house), TableDay(house), TableResult(), TableOrders(house))


__all__ = ["conduct"]
