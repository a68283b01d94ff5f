"""4.4: supply."""

from dataclasses import dataclass
from typing import Literal

from rulesets.civil_war import BOOK
from rulesets.civil_war import tables as t
from rulesets.civil_war.words import Side, production_field
from rulesets.core.book import Mark
from rulesets.core.fields import Inputs, choice, flag, several, whole, words
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning


class SupplyLine(Inputs):
    """A line from the force to something that may feed it, as counted on the map."""

    to: Literal["depot", "rail", "port"] = choice("To")
    name: str = words("Name", most=60, default="")
    hexes: int = whole("Hexes away", least=0, most=99, unit="hexes")
    points_joined: int = whole("Points of own rail-linked cities joined to it", least=0, most=300, default=0, unit="VP")
    sources_joined: int = whole("Own sources of supply joined to it", least=0, most=30, default=0)
    blocked: bool = flag("The enemy stands in the way")


class Supply(Inputs):
    side: Side = choice("Side")
    lines: tuple[SupplyLine, ...] = several("Lines", most=30, default=())
    production: int = production_field()
    naval_war: bool = flag("The naval war is in play", help="then a port is no depot of itself (H-10)")


@dataclass(frozen=True)
class SupplyResult:
    """In supply or not, and by which line; out of supply any combat demoralizes."""

    in_supply: bool
    by: str
    why_not: tuple[str, ...] = ()

    @property
    def demoralized_after_combat(self) -> bool:
        return not self.in_supply

    def __str__(self) -> str:
        if self.in_supply:
            return f"in supply by {self.by}"
        return " ".join(["out of supply: demoralized after any combat.", *self.why_not])


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
            {"side": "CSA", "lines": [{"to": "depot", "hexes": 4, "points_joined": 9}], "production": 65},
            "out of supply: demoralized after any combat. depot: 4 hexes, 3 at most.",
        ),
    ],
    tables=["civil_war.supply", "civil_war.supply_cuts"],
)
def supply(inputs: Supply, work: Reckoning) -> SupplyResult:
    """CW-4.4, 4.7, H-9, H-10: four hexes to a depot or two to friendly rail, joined to cities worth nine."""
    why_not: list[str] = []
    for line in inputs.lines:
        wrong = _what_is_wrong(line, inputs, work)
        if not wrong:
            return SupplyResult(in_supply=True, by=line.name or line.to)
        why_not.append(f"{line.name or line.to}: {wrong}.")
    work.step(BOOK.at("4.4"), "in supply", out=False, mark=Mark.SOURCED)
    return SupplyResult(in_supply=False, by="", why_not=tuple(why_not))


def _what_is_wrong(line: SupplyLine, inputs: Supply, work: Reckoning) -> str:
    if line.to == "port" and (inputs.side == "CSA" or inputs.naval_war):
        return "a port is no depot"
    if line.blocked:
        return "the enemy stands in the way"
    most = _reach(line, inputs, work)
    if line.hexes > most:
        return f"{line.hexes} hexes, {most} at most"
    joined = line.points_joined + line.sources_joined * work.read(t.SUPPLY, "a supply source counts")
    wanted = work.read(t.SUPPLY, "points of cities joined")
    work.step(BOOK.at("4.4"), "points joined", joined, mark=Mark.SOURCED, wanted=wanted)
    enough = line.to == "port" or joined >= wanted
    return "" if enough else f"joined to {joined} points, {wanted} are needed"


def _reach(line: SupplyLine, inputs: Supply, work: Reckoning) -> int:
    to_rail = line.to == "rail"
    most = work.read(t.SUPPLY, "hexes to friendly rail" if to_rail else "hexes to a depot")
    if inputs.side == "CSA":
        most -= work.read(t.SUPPLY_CUTS, inputs.production, "rail" if to_rail else "depot")
    return most
