"""4.4: supply."""

from typing import Literal

from rulesets.civil_war import BOOK
from rulesets.civil_war import tables as t
from rulesets.civil_war.rulings import H_17
from rulesets.civil_war.words import Side, production_field
from rulesets.core.book import Mark
from rulesets.core.fields import Inputs, choice, flag, several, whole, words
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import first_up, many


class SupplyLine(Inputs):
    """A supply line from the force, as counted on the map."""

    to: Literal["depot", "source", "rail", "port"] = choice("Line to", help="A source is a friendly supply source.")
    name: str = words("Name", most=60, default="")
    hexes: int = whole("Length", least=0, most=99, unit="hexes")
    points_joined: int = whole("Victory points in its network", least=0, most=300, default=0, unit="VP")
    sources_joined: int = whole("Supply sources in its network", least=0, most=30, default=0)
    blocked: bool = flag("Blocked by the enemy")


class Supply(Inputs):
    side: Side = choice("Side")
    lines: tuple[SupplyLine, ...] = several("Supply lines", most=30, default=())
    production: int = production_field()
    naval_war: bool = flag("Naval war is in play", help="Then a port is not a depot by itself (H-10).")


@dataclass(frozen=True)
class SupplyResult:
    """Whether the force is in supply, and by which line; out of supply, any combat demoralizes it."""

    in_supply: bool
    by: str
    why_not: tuple[str, ...] = ()

    @property
    def demoralized_after_combat(self) -> bool:
        """Tell whether combat demoralizes the force."""
        return not self.in_supply

    def __str__(self) -> str:
        if self.in_supply:
            return f"in supply by {self.by}"
        return " ".join(["out of supply, so demoralized after any combat.", *self.why_not])


@procedure(
    id="civil_war.supply",
    title="Supply",
    rules=("CW-SUPPLY",),
    examples=[
        Example(
            {"side": "USA", "lines": [{"to": "rail", "hexes": 2, "sources_joined": 1}]},
            "in supply by rail",
        ),
        Example(
            {"side": "USA", "lines": [{"to": "depot", "name": "Pittsburg Landing", "hexes": 0, "sources_joined": 2}]},
            "in supply by Pittsburg Landing",
            title="Fed by the Tennessee, from Paducah and Cairo",
        ),
        Example(
            {"side": "CSA", "lines": [{"to": "depot", "hexes": 4, "points_joined": 9}], "production": 65},
            "out of supply, so demoralized after any combat. Depot: 4 hexes away; the limit is 3.",
        ),
    ],
    tables=["civil_war.supply", "civil_war.supply_cuts"],
    is_common=True,
)
def supply(inputs: Supply, work: Reckoning) -> SupplyResult:
    """Trace supply up to 4 hexes to a depot, a source, or a Union sea port, or 2 to rail, of a live network (H-17)."""
    why_not: list[str] = []
    for line in inputs.lines:
        wrong = _what_is_wrong(line, inputs, work)
        if not wrong:
            return SupplyResult(in_supply=True, by=line.name or line.to)
        why_not.append(f"{first_up(line.name or line.to)}: {wrong}.")
    work.step(BOOK.at("4.4"), "No line supplies the force.", out=False, mark=Mark.SOURCED)
    return SupplyResult(in_supply=False, by="", why_not=tuple(why_not))


def _what_is_wrong(line: SupplyLine, inputs: Supply, work: Reckoning) -> str:
    if line.to == "port" and (inputs.side == "CSA" or inputs.naval_war):
        return "a port is not a depot"
    if line.to == "source" and work.chosen(H_17) != H_17.default:
        return "a source is not a depot"
    if line.blocked:
        return "blocked by the enemy"
    most = _reach(line, inputs, work)
    if line.hexes > most:
        return f"{many(line.hexes, 'hex')} away; the limit is {most}"
    joined = line.points_joined + line.sources_joined * work.read(
        t.SUPPLY, "a supply source counts", says="Points of a supply source"
    )
    wanted = work.read(t.SUPPLY, "points of cities joined", says="City points needed")
    says = f"Its network has {many(joined, 'point')}; {wanted} needed."
    work.step(BOOK.at("H-17"), says, joined, mark=Mark.HOUSE, wanted=wanted)
    return "" if joined >= wanted else f"its network has {many(joined, 'point')}; it needs {wanted}"


def _reach(line: SupplyLine, inputs: Supply, work: Reckoning) -> int:
    return longest_line(inputs.side, inputs.production, work, to_rail=line.to == "rail")


def longest_line(side: Side, production: int, work: Reckoning, *, to_rail: bool) -> int:
    """Return how many hexes a supply line may have; the South's are shorter as its imports fall (CW-4.4, 4.7)."""
    limit = "hexes to friendly rail" if to_rail else "hexes to a depot"
    most = work.read(t.SUPPLY, limit, says=f"Most {limit}")
    if side == "CSA":
        begins = f"Production {production}, supply lines to {'rail' if to_rail else 'a depot'} lose"
        most -= work.read(t.SUPPLY_CUTS, production, "rail" if to_rail else "depot", says=begins)
    return most
