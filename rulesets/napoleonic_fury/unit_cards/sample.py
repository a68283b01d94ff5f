"""The sample battle: an infantry and a cavalry brigade a side, a hidden battery, and two officers."""

from rulesets.core.units import NewUnit, SampleBattle, Value
from rulesets.napoleonic_fury.state import Formation, Nation, Rank, Rating, Troops
from rulesets.napoleonic_fury.unit_cards.kinds import BATTERY_CARD, CAVALRY_CARD, INFANTRY_CARD, LEADER_CARD

FRENCH, AUSTRIANS = "USA", "CSA"
NATIONS = {FRENCH: Nation.FRANCE, AUSTRIANS: Nation.AUSTRIA}


def _unit(side: str, kind: str, name: str, *, hidden: bool = False, **values: Value) -> NewUnit:
    return NewUnit(side, kind, name, {"nation": NATIONS[side].value, **values}, hidden)


SAMPLE = SampleBattle(
    name="Glinzendorf, July 6, 1809",
    place="Glinzendorf",
    attacker=AUSTRIANS,
    about="At dawn on the second day of Wagram, Rosenberg’s Austrians come down on Davout. A brigade of infantry and "
    "one of cavalry a side, each with a battery that the enemy doesn’t know of.",
    units=(
        _unit(
            FRENCH,
            INFANTRY_CARD,
            "Gilly’s brigade",
            triple="6/4/2",
            stands=6,
            formation=Formation.COLUMN.value,
        ),
        _unit(
            FRENCH,
            CAVALRY_CARD,
            "Grouchy’s dragoons",
            troops=Troops.HEAVY_CAVALRY.value,
            triple="5/4/2",
            stands=5,
        ),
        _unit(
            FRENCH,
            BATTERY_CARD,
            "Horse battery of the corps",
            hidden=True,
            troops=Troops.HORSE_BATTERY.value,
            limbered=True,
        ),
        _unit(
            FRENCH,
            LEADER_CARD,
            "General Friant",
            exceptional=True,
            rating=Rating.GOOD.value,
            attached_to="Gilly’s brigade",
        ),
        _unit(FRENCH, LEADER_CARD, "Marshal Davout", rank=Rank.CORPS.value, rating=Rating.EXCELLENT.value),
        _unit(
            AUSTRIANS,
            INFANTRY_CARD,
            "Mayer’s brigade",
            triple="7/5/4",
            stands=7,
            formation=Formation.COLUMN.value,
        ),
        _unit(
            AUSTRIANS,
            CAVALRY_CARD,
            "Frehlich’s hussars",
            triple="5/4/2",
            stands=5,
        ),
        _unit(
            AUSTRIANS,
            BATTERY_CARD,
            "Position battery",
            hidden=True,
            troops=Troops.HEAVY_BATTERY.value,
        ),
        _unit(
            AUSTRIANS,
            LEADER_CARD,
            "General Radetzky",
            exceptional=True,
            rating=Rating.GOOD.value,
            attached_to="Frehlich’s hussars",
        ),
        _unit(AUSTRIANS, LEADER_CARD, "Prince Rosenberg", rank=Rank.CORPS.value, rating=Rating.AVERAGE.value),
    ),
)
