"""4.4 and 4.5: the Winter turn, and victory."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from pydantic import model_validator

from rulesets.action_cards import BOOK
from rulesets.action_cards.moves import hexside_limit, speed_of
from rulesets.action_cards.rulings import R_428, R_429
from rulesets.action_cards.state import Crossing, Kind, Verdict, blocks
from rulesets.action_cards.tables import BRAGG, FORAGE, SCENARIOS, TIME
from rulesets.core.fields import Inputs, choice, flag, whole
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import many, number, signed

Order = Literal["Group Move", "forced march", "Strategic Move", "retreat", "regroup", "Build", "Supply card"]
WINTER, SCORE, CHECK = BOOK.at("4.4"), BOOK.at("4.5"), BOOK.at("4.6")
ON_FOOT = ("Group Move", "forced march")
OUT_OF_BATTLE = ("retreat", "regroup")


class WinterOrder(Crossing):
    """What a block is to do in the Winter turn, and the ground."""

    leads = ("kind", "order", "ground")
    kind: Kind = choice("Block", default=Kind.INFANTRY)
    order: Order = choice("Order", default="Group Move")
    supplied: bool = flag("Has a supply line", default=True)
    town_value: int = whole("Supply value of a town in the hex", least=0, most=9, default=0)


@dataclass(frozen=True)
class WinterLimits(Verdict):
    """The hexes that a block may march, and the limits of mud; or every broken clause at once. A half is a d6 roll."""

    hexes: int
    attack: int | Fraction
    reinforce: int | Fraction
    retreat: int | Fraction
    forage: int

    def __str__(self) -> str:
        if self.broken:
            return f"not allowed: {' '.join(self.broken)}"
        limits = f"attack {number(self.attack)}, reinforce {number(self.reinforce)}, retreat {number(self.retreat)}"
        march = f"marches {many(self.hexes, 'hex')}" if self.hexes else "doesn't march"
        return f"{march}; {limits}; forage feeds {blocks(self.forage)}"


@procedure(
    id="action_cards.winter",
    title="Winter turn",
    rules=("AC-4.4",),
    examples=[
        Example(
            {"ground": "forest"},
            "marches 1 hex; attack 1, reinforce 1/2, retreat 1; forage feeds 0 blocks",
        ),
        Example({"kind": "garrison"}, "not allowed: A garrison cannot march in Winter."),
        Example(
            {"kind": "garrison", "order": "Strategic Move"},
            "doesn't march; attack 2, reinforce 1, retreat 2; forage feeds 1 block",
        ),
    ],
    tables=("action_cards.speeds", "action_cards.winter", "action_cards.limits", "action_cards.forage"),
)
def winter(inputs: WinterOrder, work: Reckoning) -> WinterLimits:
    """Take 1 off land movement, not off rail and naval movement, and read the limits of mud; Builds and Supply cards
    need a supply line (R-426, R-427)."""
    least = int(inputs.order in OUT_OF_BATTLE)
    hexes = 0
    if inputs.order in (*ON_FOOT, *OUT_OF_BATTLE):
        hexes = speed_of(inputs.kind, winter=True, work=work, least=least)
    attack, reinforce, away = (
        hexside_limit(inputs, purpose, "mud", work) for purpose in ("attack", "reinforce", "retreat")
    )
    forage = work.read(FORAGE, inputs.ground, "mud", says=f"Forage, {inputs.ground}, mud")
    broken = tuple(_broken(inputs, hexes))
    return WinterLimits(broken, hexes, attack, reinforce, away, max(forage, inputs.town_value))


def _broken(inputs: WinterOrder, hexes: int) -> Iterator[str]:
    if inputs.order in ON_FOOT and not hexes:
        yield f"A {inputs.kind} cannot march in Winter."
    if inputs.order in ("Build", "Supply card") and not inputs.supplied:
        yield f"A {inputs.order} needs a supply line."


# Victory

Scenario = Literal[
    "1862 West",
    "1863 West",
    "1864 West",
    "1862-64 West",
    "1861 East",
    "1862 East",
    "1863 East",
    "1864 East",
    "1861-64 East",
    "1862 both",
    "1862-64 both",
]
MOST_POINTS, MOST_TURNS = 120, 21


class Score(Inputs):
    """What both sides hold, and how far the scenario has come."""

    leads = ("scenario", "red_points", "blue_points")
    scenario: Scenario = choice("Scenario")
    red_points: int = whole(
        "Points of Confederate towns that the USA holds", least=0, most=MOST_POINTS, unit="points", default=0
    )
    blue_points: int = whole(
        "Points of Union towns that the CSA holds", least=0, most=MOST_POINTS, unit="points", default=0
    )
    turns: int | None = whole(
        "Game Turns begun", least=0, most=MOST_TURNS, default=None, help="Leave blank if the scenario is over."
    )
    bragg: bool = flag("Bragg's Corps has entered", help="From the Gulf Coast.")
    csa_holds_washington: bool = flag("CSA holds Washington", help="At the end of a Supply Phase.")
    usa_holds_richmond: bool = flag("USA holds Richmond", help="At the end of two Supply Phases running.")
    usa_holds_four: bool = flag(
        "USA holds Atlanta, Vicksburg, Chattanooga, and Nashville", help="At the end of a Winter turn."
    )

    @model_validator(mode="after")
    def _check(self) -> "Score":
        if self.scenario.endswith("East") and (self.bragg or self.usa_holds_four):
            field = "bragg" if self.bragg else "usa_holds_four"
            raise ValueError(f"{field}: this isn't part of an eastern scenario")
        if self.scenario.endswith("West") and (self.csa_holds_washington or self.usa_holds_richmond):
            field = "csa_holds_washington" if self.csa_holds_washington else "usa_holds_richmond"
            raise ValueError(f"{field}: this isn't part of a western scenario")
        return self


@dataclass(frozen=True)
class VictoryResult:
    """The running score, which counts for the USA, and the verdict if there is one."""

    s: int
    verdict: Literal["USA wins", "CSA wins", "draw", "not over"]

    def __str__(self) -> str:
        return f"score {number(self.s)}: {self.verdict}"


@procedure(
    id="action_cards.victory",
    title="Victory",
    rules=("AC-4.5",),
    examples=[
        Example({"scenario": "1862 West", "red_points": 10, "bragg": True}, "score 6: USA wins"),
        Example({"scenario": "1862 West", "red_points": 3, "turns": 2}, "score 1: not over"),
        Example({"scenario": "1862 East", "red_points": 3}, f"score {number(-3)}: draw"),
    ],
    tables=("action_cards.time", "action_cards.bragg", "action_cards.scenarios"),
)
def victory(inputs: Score, work: Reckoning) -> VictoryResult:
    """Add up towns, time, and Bragg's Corps; check the score after the last turn, and sudden victory at any time
    (R-428, R-429, R-430)."""
    last = work.read(SCENARIOS, inputs.scenario, "turns", says=f"{inputs.scenario}, turns")
    begun = last if inputs.turns is None else min(inputs.turns, last)
    score = inputs.red_points - inputs.blue_points
    work.step(SCORE, f"Towns: {inputs.red_points} less {inputs.blue_points} is {number(score)}.", score)
    score -= _time(inputs, begun, work)
    if inputs.bragg:
        score += work.read(BRAGG, work.chosen(R_429), says="Bragg's Corps costs the CSA")
    found = VictoryResult(score, _sudden(inputs) or _verdict(inputs, score, over=begun >= last, work=work))
    work.step(CHECK, f"Running score {number(score)}: {found.verdict}.", score)
    return found


def _time(inputs: Score, begun: int, work: Reckoning) -> int:
    """Return what time has cost the USA (4.52)."""
    each = work.read(TIME, work.chosen(R_428), says="Time costs the USA, each turn and theater")
    theaters = work.read(SCENARIOS, inputs.scenario, "theaters", says=f"{inputs.scenario}, theaters")
    cost = each * theaters * begun
    says = f"{many(begun, 'turn')} in {many(theaters, 'theater')}: {signed(-cost)}."
    work.step(BOOK.at("4.52"), says, -cost, turns=begun)
    return cost


def _sudden(inputs: Score) -> Literal["USA wins", "CSA wins", ""]:
    if inputs.csa_holds_washington:
        return "CSA wins"
    four = inputs.usa_holds_four and inputs.scenario.startswith("1862-64")
    return "USA wins" if inputs.usa_holds_richmond or four else ""


def _verdict(
    inputs: Score, score: int, *, over: bool, work: Reckoning
) -> Literal["USA wins", "CSA wins", "draw", "not over"]:
    if not over:
        return "not over"
    for side in ("USA", "CSA"):
        column = "USA wins from" if side == "USA" else "CSA wins up to"
        needed = work.read(SCENARIOS, inputs.scenario, column, says=f"{inputs.scenario}, {column}")
        if (side == "USA" and score >= needed) or (side == "CSA" and score <= needed):
            return "USA wins" if side == "USA" else "CSA wins"
    return "draw"
