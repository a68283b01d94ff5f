"""Fight a battle of the strategic game on the table: flank marches, the day, and the result (VG-5, 7B, 7C, 8, 9)."""

from battles.conduct.base import Conduct
from battles.conduct.cw_to_ff.box import TableBoxes
from battles.conduct.cw_to_ff.day import TableDay
from battles.conduct.cw_to_ff.excess import TableArrivals
from battles.conduct.cw_to_ff.orders import TableOrders
from battles.conduct.cw_to_ff.planning import FlankMarchPlanning
from battles.conduct.cw_to_ff.result import TableResult
from battles.conduct.cw_to_ff.rolls import TableRolls
from battles.conduct.cw_to_ff.score import TableScoring
from battles.conduct.cw_to_ff.wear import TableWear
from rulesets.core.context import Context
from rulesets.cw_to_ff.findings import FlankFacts
from rulesets.cw_to_ff.orders import Plan


def conduct(house: Context) -> Conduct[Plan, FlankFacts]:
    """Return the conduct of this book with a campaign's own numbers and rulings."""
    planning, orders = FlankMarchPlanning(house), TableOrders(house)
    day, arrivals, boxes = TableDay(house), TableArrivals(house), TableBoxes(house)
    wear, rolls = TableWear(house), TableRolls(house)
    return Conduct(planning, day, TableResult(), orders, arrivals, boxes, wear, rolls, TableScoring(house))


__all__ = ["conduct"]
