"""A battle that comes with the book: two brigades a side at a farm."""

from rulesets.core.units import NewUnit, SampleBattle, Values
from rulesets.the_war_game.state import Fate, Formation, Weapon

SMALL, FULL = 18, 24


def _regiment(side: str, name: str, figures: int = FULL, *, hidden: bool = False, **values: str | int) -> NewUnit:
    given: Values = {"original": figures, "figures": figures, **values}
    return NewUnit(side, "infantry", name, given, hidden=hidden)


UNION = (
    NewUnit("USA", "general", "Gen. John Gibbon"),
    _regiment("USA", "2nd Wisconsin"),
    _regiment("USA", "6th Wisconsin", figures=FULL, weapon=Weapon.SMOOTHBORE.value),
    NewUnit(
        "USA",
        "infantry",
        "19th Indiana",
        {"original": FULL, "figures": 16, "detached": 8, "second_officer": Fate.AWAY.value},
    ),
    NewUnit("USA", "skirmishers", "19th Indiana skirmishers"),
    NewUnit("USA", "general", "Gen. Abner Doubleday"),
    _regiment("USA", "56th Pennsylvania", SMALL),
    _regiment("USA", "76th New York", SMALL, hidden=True),
    NewUnit("USA", "napoleon", "Battery B, 4th U.S., first gun"),
    NewUnit("USA", "napoleon", "Battery B, 4th U.S., second gun"),
    NewUnit("USA", "cavalry", "Union cavalry troop", {"original": 8, "figures": 8}),
)
CONFEDERATE = (
    NewUnit("CSA", "general", "Col. William Baylor"),
    _regiment("CSA", "2nd Virginia", SMALL, formation=Formation.COLUMN.value),
    _regiment("CSA", "4th Virginia", SMALL),
    _regiment("CSA", "5th Virginia"),
    NewUnit("CSA", "general", "Gen. Isaac Trimble"),
    _regiment("CSA", "21st North Carolina", formation=Formation.COLUMN.value),
    NewUnit(
        "CSA",
        "infantry",
        "21st Georgia",
        {"original": FULL, "figures": 16, "detached": 8, "second_officer": Fate.AWAY.value},
    ),
    NewUnit("CSA", "skirmishers", "21st Georgia skirmishers"),
    _regiment("CSA", "15th Alabama", SMALL, hidden=True, weapon=Weapon.SMOOTHBORE.value),
    NewUnit("CSA", "gun", "Rockbridge Artillery, Parrott rifle"),
    NewUnit("CSA", "howitzer", "Rockbridge Artillery, howitzer"),
    NewUnit("CSA", "cavalry", "Confederate cavalry troop", {"original": 8, "figures": 8}),
    NewUnit("CSA", "house", "Brawner’s farmhouse", {"sections": 2}),
)
SAMPLE = SampleBattle(
    name="Brawner’s Farm",
    place="Brawner’s Farm",
    attacker="CSA",
    about="Two brigades a side meet at dusk, after the fight of August 28, 1862. Strengths, weapons, and the cavalry "
    "are made up.",
    units=(*UNION, *CONFEDERATE),
)
