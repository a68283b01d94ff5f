"""What the rules ask of a unit: fields, its name in a roll's key, and its nation."""

from typing import Any, Literal
from unicodedata import normalize

from pydantic import Field

from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import whole, words
from rulesets.core.reckoning import Reckoning
from rulesets.core.words import first_up, signed
from rulesets.napoleonic_fury import BOOK
from rulesets.napoleonic_fury.rulings import R_121, R_122
from rulesets.napoleonic_fury.state import Elite, Formation, Nation, Triple, Troops
from rulesets.napoleonic_fury.tables import NATIONAL_MODIFIERS

HERE = BOOK.at("National modifiers")
QUARTER = 0.25
EARLY_TO = 1808

Unit = Literal[
    Troops.LINE,
    Troops.LIGHT,
    Troops.LANDWEHR,
    Troops.MILITIA,
    Troops.GUERRILLAS,
    Troops.LIGHT_CAVALRY,
    Troops.HEAVY_CAVALRY,
    Troops.COSSACKS,
    Troops.MILITIA_CAVALRY,
]
Cavalry = Literal[Troops.LIGHT_CAVALRY, Troops.HEAVY_CAVALRY, Troops.COSSACKS, Troops.MILITIA_CAVALRY]
Guns = Literal[Troops.HORSE_BATTERY, Troops.HEAVY_BATTERY]

LIKE_FRANCE = (Nation.FRANCE, Nation.HESSE, Nation.BADEN, Nation.VISTULA)
LIKE_SPAIN = (Nation.SPAIN, Nation.SAXONY, Nation.NAPLES, Nation.RHINEBUND)
PEOPLES = {
    **dict.fromkeys(LIKE_FRANCE, "French"),
    **dict.fromkeys(LIKE_SPAIN, "Spanish"),
    Nation.BRITAIN: "British",
    Nation.AUSTRIA: "Austrian",
    Nation.PRUSSIA: "Prussian",
    Nation.RUSSIA: "Russian",
    Nation.OTTOMANS: "Ottoman",
    Nation.PORTUGAL: "minors'",
    Nation.MINOR: "minors'",
}
PRUSSIAN_CAVALRY = "Prussian cavalry"


def battle_year() -> Any:
    """Declare the year of the battle, which decides between early and late numbers."""
    return whole("Year", least=1792, most=1815, default=1809)


def inches(title: str, *, least: float = 0, most: int = 120, help: str = "") -> Any:
    """Declare a length measured on the table, to the quarter inch."""
    extra: dict[str, Any] = {"unit": "inches"}
    return Field(title=title, ge=least, le=most, multiple_of=QUARTER, description=help or None, json_schema_extra=extra)


def unit_name(title: str) -> Any:
    """Declare the name of a unit or officer, which is in the key of its rolls."""
    return words(title, default="", most=40)


def side_name(title: str = "Side") -> Any:
    """Declare the name of a side, which is in the key of its rolls."""
    return words(title, default="", most=20)


def in_key(name: str) -> str:
    """Return a name as it is in a roll's key: plain letters, so that the ledger's line stays short."""
    plain = normalize("NFKD", name).encode("ascii", "ignore").decode()
    return "".join(letter for letter in plain if letter.isprintable())


def read_triple(text: str, *, stands: int, cites: object, field: str) -> Triple:
    """Read the three numbers of a unit that has this many stands."""
    try:
        triple = Triple.parse(text)
    except ValueError as error:
        raise IllegalOrder(f"{field}.triple: {error}.", cites=cites, field=f"{field}.triple") from error
    if stands > triple.full:
        sentence = f"{field}.stands: must be {triple.full} or less for {triple}, not {stands}."
        raise IllegalOrder(sentence, cites=cites, field=f"{field}.stands")
    return triple


def check_elite(troops: Troops, elite: Elite, nation: Nation, *, cites: object, field: str) -> None:
    """Refuse an elite that no such troops have."""
    if elite is Elite.OLD_GUARD and (nation is not Nation.FRANCE or not troops.is_infantry):
        raise IllegalOrder(f"{field}: only French infantry can be Old Guard.", cites=cites, field=field)
    if elite is Elite.GRENADIERS and not troops.is_infantry:
        raise IllegalOrder(f"{field}: only infantry can be grenadiers.", cites=cites, field=field)


def check_formation(troops: Troops, formation: Formation, *, cites: object, field: str) -> None:
    """Refuse a square of anything but infantry."""
    if formation is Formation.SQUARE and not troops.is_infantry:
        raise IllegalOrder(f"{field}: only infantry can form square.", cites=cites, field=field)


def check_training(nation: Nation, *, trained: bool, cites: object, field: str) -> None:
    """Refuse Spanish training of other nations."""
    if trained and nation is not Nation.SPAIN:
        raise IllegalOrder(f"{field}: only Spanish troops have this.", cites=cites, field=field)


def is_french(nation: Nation, work: Reckoning) -> bool:
    """Tell whether troops count as French outside the table of national modifiers (R-121)."""
    return nation is Nation.FRANCE or (nation in LIKE_FRANCE and work.chosen(R_121) != R_121.default)


def national_row(nation: Nation, year: int, *, cavalry: bool, trained: bool) -> str:
    """Return the row of the national modifiers."""
    if cavalry and nation in (Nation.AUSTRIA, Nation.SAXONY):
        return "Austrian or Saxon cavalry"
    row = f"{PEOPLES[nation]} {'cavalry' if cavalry else 'infantry'}"
    if nation is Nation.PRUSSIA and not cavalry:
        row += " to 1808" if year <= EARLY_TO else " from 1809"
    return f"allied or trained {row}" if trained else row


def national(row: str, column: str, work: Reckoning) -> int:
    """Return a national modifier (R-122)."""
    if (row, column) == (PRUSSIAN_CAVALRY, "column") and work.chosen(R_122) != R_122.default:
        work.step(HERE, f"{PRUSSIAN_CAVALRY}, column: +1.", 1)
        return 1
    value = work.read(
        NATIONAL_MODIFIERS, row, column, says=lambda v: f"{first_up(row)}, {column}: {signed(int(str(v)))}."
    )
    return int(str(value))
