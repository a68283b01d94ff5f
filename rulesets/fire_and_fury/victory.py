"""Victory points: what one army's losses and the ground give its enemy."""

from dataclasses import dataclass
from typing import Literal

from rulesets.core.fields import Inputs, choice, several, whole, words
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.fire_and_fury import BOOK
from rulesets.fire_and_fury.rulings import R_19
from rulesets.fire_and_fury.tables import VICTORY_POINTS

HERE = BOOK.at("Victory points")
Began = Literal["Fresh", "Worn", "Spent"]
Ended = Literal["Fresh", "Worn", "Spent", "destroyed", "quit the field"]
Leader = Literal["exceptional brigade commander", "brigade commander", "division leader", "corps leader", "army leader"]
Schedule = Literal["standard", "South Mountain"]


class Brigades(Inputs):
    """Brigades alike in how they began and ended."""

    ended: Ended = choice("At the end")
    began: Began = choice("At the start", default="Fresh", help="A demoralized army begins Worn.")
    number: int = whole("How many", least=1, most=200, default=1)


class Leaders(Inputs):
    """Leaders of one rank out of action for good: killed, grievously wounded, disabled or captured."""

    rank: Leader = choice("Rank")
    number: int = whole("How many", least=1, most=50, default=1)


class Objective(Inputs):
    """A row of the scenario, or of the umpire."""

    name: str = words("Objective")
    points: int = whole("Victory points", least=0, most=100, unit="VP")


class ArmyAtTheEnd(Inputs):
    """One army's losses, and what the enemy holds."""

    brigades: tuple[Brigades, ...] = several("Brigades", most=100, default=())
    batteries: int = whole("Batteries wrecked or captured", least=0, most=200, default=0)
    leaders: tuple[Leaders, ...] = several("Leaders out of action", most=50, default=())
    objectives: tuple[Objective, ...] = several("Objectives that the enemy holds", most=30, default=())
    schedule: Schedule = choice("Schedule", default="standard")


@dataclass(frozen=True)
class VictoryPoints:
    """To the enemy."""

    brigades: int
    batteries: int
    leaders: int
    objectives: int

    @property
    def total(self) -> int:
        return self.brigades + self.batteries + self.leaders + self.objectives

    def __str__(self) -> str:
        return f"{self.total} VP to the enemy"


@procedure(
    id="fire_and_fury.victory_points",
    title="Victory points",
    examples=[
        Example(
            {
                "brigades": [
                    {"ended": "Worn", "number": 3},
                    {"ended": "Spent", "number": 2},
                    {"ended": "destroyed"},
                ],
                "batteries": 2,
                "leaders": [{"rank": "division leader"}],
                "objectives": [{"name": "the ridge", "points": 5}],
            },
            "19 VP to the enemy",
        ),
        Example({"brigades": [{"began": "Worn", "ended": "Worn"}]}, "0 VP to the enemy"),
    ],
    tables=("fire_and_fury.victory_points", "fire_and_fury.objectives"),
)
def victory_points(inputs: ArmyAtTheEnd, work: Reckoning) -> VictoryPoints:
    """Each brigade's worst state, batteries, leaders and objectives (FF-R15 to FF-R17)."""
    found = VictoryPoints(
        brigades=sum(_brigades(row, inputs.schedule, work) for row in inputs.brigades),
        batteries=_worth("battery wrecked or captured", inputs.batteries, inputs.schedule, work),
        leaders=sum(_leaders(row, inputs.schedule, work) for row in inputs.leaders),
        objectives=sum(objective.points for objective in inputs.objectives),
    )
    work.step(HERE, "victory points to the enemy", found.total, objectives=found.objectives)
    return found


def _brigades(row: Brigades, schedule: Schedule, work: Reckoning) -> int:
    """FF-R15: nothing for a state in which it began, nor for a better one."""
    order = ("Fresh", "Worn", "Spent")
    if row.ended in order and order.index(row.ended) <= order.index(row.began):
        return 0
    return _worth(f"brigade {row.ended}", row.number, schedule, work)


def _leaders(row: Leaders, schedule: Schedule, work: Reckoning) -> int:
    if row.rank == "brigade commander":
        return 0
    return _worth(f"{row.rank} out of action", row.number, schedule, work)


def _worth(event: str, number: int, schedule: Schedule, work: Reckoning) -> int:
    return number * work.read(VICTORY_POINTS, event, schedule, label=f"{number} x {event}") if number else 0


class Score(Inputs):
    """Both sides' points at the end."""

    usa: int = whole("Victory points of the Union", least=0, most=9999, unit="VP")
    csa: int = whole("Victory points of the Confederacy", least=0, most=9999, unit="VP")
    attacker: Literal["USA", "CSA"] = choice("Attacker", default="USA")
    must_lead: Literal["USA", "CSA", ""] = choice(
        "Side that needs a lead", default="", help="By the scenario: without that lead the other side wins."
    )
    lead: int = whole("By so much", least=1, most=999, unit="VP", default=1)


@dataclass(frozen=True)
class Winner:
    side: str

    def __str__(self) -> str:
        return f"{self.side} wins" if self.side else "nobody wins"


@procedure(
    id="fire_and_fury.winner",
    title="Who has won",
    examples=[
        Example({"usa": 20, "csa": 12}, "USA wins"),
        Example({"usa": 20, "csa": 10, "must_lead": "USA", "lead": 11}, "CSA wins", title="South Mountain"),
    ],
)
def winner(inputs: Score, work: Reckoning) -> Winner:
    """More points win, unless the scenario asks one side for a lead (FF-R19 for a tie)."""
    ahead = inputs.usa - inputs.csa
    side = _leads(inputs, ahead) if inputs.must_lead else _more(inputs, ahead, work)
    work.step(HERE, "winner", side or "nobody", usa=inputs.usa, csa=inputs.csa)
    return Winner(side)


def _leads(inputs: Score, ahead: int) -> str:
    """The side of whom a lead is asked, or the other."""
    lead, other = (ahead, "CSA") if inputs.must_lead == "USA" else (-ahead, "USA")
    return inputs.must_lead if lead >= inputs.lead else other


def _more(inputs: Score, ahead: int, work: Reckoning) -> str:
    if ahead:
        return "USA" if ahead > 0 else "CSA"
    defender = "CSA" if inputs.attacker == "USA" else "USA"
    return "" if work.chosen(R_19) == R_19.default else defender
