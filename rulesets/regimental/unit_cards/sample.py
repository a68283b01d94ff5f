"""A battle to try the book: two brigades a side for a crossroads in the spring of 1862."""

from collections.abc import Mapping

from rulesets.core.units import NewUnit, SampleBattle, Value
from rulesets.regimental.state import Commander, Gun, Quality, Weapon

RIFLE, RIFLED, SMOOTHBORE = Weapon.RIFLE.value, Weapon.RIFLED_SMOOTHBORE.value, Weapon.SMOOTHBORE.value
CRACK, VETERAN, GREEN = (each.value for each in Quality)
EXCEPTIONAL, AVERAGE, WEAK = (each.value for each in Commander)
Row = tuple[str, int, str, str, str]

FIRST_UNION: tuple[Row, ...] = (
    ("41st Ohio", 9, VETERAN, RIFLE, EXCEPTIONAL),
    ("6th Kentucky (Union)", 8, VETERAN, RIFLED, AVERAGE),
    ("9th Indiana", 10, VETERAN, RIFLE, AVERAGE),
)
SECOND_UNION: tuple[Row, ...] = (
    ("24th Ohio", 8, VETERAN, RIFLED, AVERAGE),
    ("36th Indiana", 8, GREEN, RIFLED, AVERAGE),
    ("58th Illinois", 11, GREEN, SMOOTHBORE, WEAK),
)
FIRST_CONFEDERATE: tuple[Row, ...] = (
    ("4th Louisiana", 10, VETERAN, RIFLED, AVERAGE),
    ("13th Louisiana", 9, VETERAN, SMOOTHBORE, EXCEPTIONAL),
    ("19th Louisiana", 7, GREEN, SMOOTHBORE, AVERAGE),
)
SECOND_CONFEDERATE: tuple[Row, ...] = (
    ("9th Texas", 6, CRACK, RIFLE, AVERAGE),
    ("20th Louisiana", 9, VETERAN, RIFLED, AVERAGE),
    ("1st Florida Battalion", 5, VETERAN, RIFLE, WEAK),
)


def _brigade(side: str, brigade: str, commander: Mapping[str, Value], rows: tuple[Row, ...]) -> tuple[NewUnit, ...]:
    leader = NewUnit(side, "leader", brigade.partition("'")[0], {"brigade": brigade, **commander})
    regiments = (
        NewUnit(
            side,
            "regiment",
            name,
            {"brigade": brigade, "full": full, "quality": quality, "weapon": weapon, "commander": colonel},
        )
        for name, full, quality, weapon, colonel in rows
    )
    return (leader, *regiments)


def _battery(side: str, brigade: str, name: str, gun: Gun, sections: int) -> NewUnit:
    return NewUnit(side, "battery", name, {"brigade": brigade, "gun": gun.value, "full": sections})


SAMPLE = SampleBattle(
    name="The crossroads",
    place="Sarah Bell's farm",
    attacker="CSA",
    about="Two Confederate brigades attack two of the Union at a crossroads in the spring of 1862.",
    units=(
        *_brigade("USA", "Hazen's Brigade", {"commander": EXCEPTIONAL}, FIRST_UNION),
        *_brigade("USA", "Ammen's Brigade", {}, SECOND_UNION),
        _battery("USA", "Ammen's Brigade", "Mendenhall's Battery", Gun.RIFLE, 2),
        *_brigade("CSA", "Gibson's Brigade", {}, FIRST_CONFEDERATE),
        *_brigade("CSA", "Anderson's Brigade", {"commander": EXCEPTIONAL}, SECOND_CONFEDERATE),
        _battery("CSA", "Anderson's Brigade", "Washington Artillery", Gun.SIX_POUNDER, 3),
    ),
)
