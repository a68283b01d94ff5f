"""Victory points: what an army's losses and the ground give its enemy."""

from typing import Literal

from rulesets.core.fields import Inputs, choice, several, whole, words
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.fire_and_fury import BOOK
from rulesets.fire_and_fury.rulings import R_19
from rulesets.fire_and_fury.tables import VICTORY_POINTS

HERE = BOOK.at("Victory points")
Began = Literal["Fresh", "Worn", "Spent"]
Ended = Literal["Fresh", "Worn", "Spent", "destroyed", "quit the field"]
Leader = Literal["exceptional brigade commander", "brigade commander", "division leader", "corps leader", "army leader"]
Schedule = Literal["standard", "South Mountain"]


class Brigades(Inputs):
    """Brigades that began and ended alike."""

    ended: Ended = choice("State at the end")
    began: Began = choice("State at the start", default="Fresh", help="A demoralized army begins Worn.")
    number: int = whole("Number", least=1, most=200, default=1)


class Leaders(Inputs):
    """Leaders of one rank out of action for good: killed, wounded, disabled, or captured."""

    rank: Leader = choice("Rank")
    number: int = whole("Number", least=1, most=50, default=1)


class Objective(Inputs):
    """An objective of the scenario or the umpire."""

    name: str = words("Objective")
    points: int = whole("Victory points", least=0, most=100, unit="VP")


class ArmyAtTheEnd(Inputs):
    """One army's losses, and the objectives its enemy holds."""

    brigades: tuple[Brigades, ...] = several("Brigades", most=100, default=())
    batteries: int = whole("Batteries wrecked or captured", least=0, most=200, default=0)
    leaders: tuple[Leaders, ...] = several("Leaders out of action", most=50, default=())
    objectives: tuple[Objective, ...] = several("Objectives held by the enemy", most=30, default=())
    schedule: Schedule = choice("Schedule", default="standard")


@dataclass(frozen=True)
class VictoryPoints:
    """The points that the enemy scores."""

    brigades: int
    batteries: int
    leaders: int
    objectives: int

    @property
    def total(self) -> int:
        """Add up the points."""
        return self.brigades + self.batteries + self.leaders + self.objectives

    def __str__(self) -> str:
        return f"the enemy scores {self.total} VP"


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
            "the enemy scores 19 VP",
        ),
        Example({"brigades": [{"began": "Worn", "ended": "Worn"}]}, "the enemy scores 0 VP"),
    ],
    tables=("fire_and_fury.victory_points", "fire_and_fury.objectives"),
)
def victory_points(inputs: ArmyAtTheEnd, work: Reckoning) -> VictoryPoints:
    """Score each brigade's worst state, batteries, leaders, and objectives (FF-R15 to FF-R17)."""
    found = VictoryPoints(
        brigades=sum(_brigades(row, inputs.schedule, work) for row in inputs.brigades),
        batteries=_worth("battery wrecked or captured", inputs.batteries, inputs.schedule, work),
        leaders=sum(_leaders(row, inputs.schedule, work) for row in inputs.leaders),
        objectives=sum(objective.points for objective in inputs.objectives),
    )
    says = f"The enemy scores {found.total} VP, {found.objectives} of them for objectives."
    work.step(HERE, says, found.total, objectives=found.objectives)
    return found


def _brigades(row: Brigades, schedule: Schedule, work: Reckoning) -> int:
    """Score nothing for the state in which brigades began, or a better one (FF-R15)."""
    order = ("Fresh", "Worn", "Spent")
    if row.ended in order and order.index(row.ended) <= order.index(row.began):
        return 0
    return _worth(f"brigade {row.ended}", row.number, schedule, work)


def _leaders(row: Leaders, schedule: Schedule, work: Reckoning) -> int:
    if row.rank == "brigade commander":
        return 0
    return _worth(f"{row.rank} out of action", row.number, schedule, work)


def _worth(event: str, number: int, schedule: Schedule, work: Reckoning) -> int:
    if not number:
        return 0
    return number * work.read(VICTORY_POINTS, event, schedule, says=lambda vp: f"{number} × {event}: {vp} VP each.")


class Score(Inputs):
    """Both sides' points at the end."""

    usa: int = whole("Union victory points", least=0, most=9999, unit="VP")
    csa: int = whole("Confederate victory points", least=0, most=9999, unit="VP")
    attacker: Literal["USA", "CSA"] = choice("Attacker", default="USA")
    must_lead: Literal["USA", "CSA", ""] = choice(
        "Side that needs a lead", default="", help="By the scenario. Without that lead, the other side wins."
    )
    lead: int = whole("Lead needed", least=1, most=999, unit="VP", default=1)


@dataclass(frozen=True)
class Winner:
    side: str

    def __str__(self) -> str:
        return f"the {'Union' if self.side == 'USA' else 'South'} wins" if self.side else "nobody wins"


@procedure(
    id="fire_and_fury.winner",
    title="Winner",
    examples=[
        Example({"usa": 20, "csa": 12}, "the Union wins"),
        Example({"usa": 20, "csa": 10, "must_lead": "USA", "lead": 11}, "the South wins", title="South Mountain"),
    ],
)
def winner(inputs: Score, work: Reckoning) -> Winner:
    """Compare points, unless the scenario asks one side for a lead; for a tie, see FF-R19."""
    ahead = inputs.usa - inputs.csa
    side = _leads(inputs, ahead) if inputs.must_lead else _more(inputs, ahead, work)
    found = Winner(side)
    says = f"Victory points: Union {inputs.usa}, South {inputs.csa}, so {found}."
    work.step(HERE, says, side or "nobody", usa=inputs.usa, csa=inputs.csa)
    return found


def _leads(inputs: Score, ahead: int) -> str:
    """Return the side that needs a lead, or else the other."""
    lead, other = (ahead, "CSA") if inputs.must_lead == "USA" else (-ahead, "USA")
    return inputs.must_lead if lead >= inputs.lead else other


def _more(inputs: Score, ahead: int, work: Reckoning) -> str:
    if ahead:
        return "USA" if ahead > 0 else "CSA"
    defender = "CSA" if inputs.attacker == "USA" else "USA"
    return "" if work.chosen(R_19) == R_19.default else defender
