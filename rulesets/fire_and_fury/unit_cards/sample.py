"""A battle to try the book: two brigades a side at a bridge in the fall of 1862."""

from rulesets.core.units import NewUnit, SampleBattle, Value
from rulesets.fire_and_fury.unit_cards.kinds import Gun


def _brigade(side: str, division: str, name: str, triple: str, **more: Value) -> NewUnit:
    values = {"division": division, "full": int(triple.partition(".")[0]), "triple": triple, **more}
    return NewUnit(side, "brigade", name, values)


def _others(side: str, division: str, leader: str, battery: str, gun: Gun) -> tuple[NewUnit, ...]:
    return (
        NewUnit(side, "leader", leader, {"division": division}),
        NewUnit(side, "battery", battery, {"division": division, "gun": gun.value}),
    )


WILLCOX, JONES = "Willcox's Division", "Jones's Division"
SAMPLE = SampleBattle(
    name="The stone mill",
    place="Sharpsburg, the stone mill",
    attacker="USA",
    about="Two Union brigades attack two Confederate brigades that hold a mill south of the town.",
    units=(
        *_others("USA", WILLCOX, "Willcox", "Cook's Battery", Gun.ORDNANCE),
        _brigade("USA", WILLCOX, "Christ", "8.6.4"),
        _brigade("USA", WILLCOX, "Welsh", "9.7.5", exceptional=True),
        *_others("CSA", JONES, "D. R. Jones", "Moody's Battery", Gun.HOWITZER),
        _brigade("CSA", JONES, "Jenkins", "6.5.3"),
        _brigade("CSA", JONES, "Garnett", "7.5.3", quality="crack"),
    ),
)
