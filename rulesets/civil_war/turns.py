"""1.1 to 1.3: the calendar, command points, and prices."""

from collections.abc import Callable
from typing import Literal

from pydantic import model_validator

from rulesets.civil_war import BOOK
from rulesets.civil_war import tables as t
from rulesets.civil_war.rulings import H_19, R_101
from rulesets.civil_war.words import Side, Theater, production_field, the_side, turn_field
from rulesets.core.book import Mark
from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, several, whole
from rulesets.core.odds import Convolution
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.sheet_words import is_high_water
from rulesets.core.words import first_up, listed, many, spoken

WINTER = "Nov-Feb"
RIVERS = {"always": True, "never": False}  # what a campaign may choose for seasonal rivers all year


class Calendar(Inputs):
    turn: int = turn_field()


@dataclass(frozen=True)
class Turn:
    """A turn; a winter turn belongs to the year in which it begins."""

    number: int
    year: int
    name: str
    months: int
    high_water: bool
    election: bool
    last: bool

    def __str__(self) -> str:
        notes = [note for note, holds in (("election", self.election), ("last turn", self.last)) if holds]
        return ", ".join([f"turn {self.number}: {self.name} {self.year}, {many(self.months, 'month')}", *notes])


@procedure(
    id="civil_war.calendar",
    title="Calendar",
    rules=("CW-CAL",),
    examples=[
        Example({"turn": 1}, "turn 1: Jul-Aug 1861, 2 months"),
        Example({"turn": 19}, "turn 19: Mar-Apr 1865, 2 months, last turn"),
    ],
    tables=["civil_war.calendar", "civil_war.election"],
)
def calendar(inputs: Calendar, work: Reckoning) -> Turn:
    """Look up one of 19 turns from July 1861; each year has 4 turns of 2 months and 1 of 4 (CW-1.1, R-101)."""
    name = str(work.read(t.CALENDAR, inputs.turn, "name", says=f"Turn {inputs.turn}"))
    year = int(work.read(t.CALENDAR, inputs.turn, "year", says=lambda year: f"Turn {inputs.turn} is in {year}."))
    high = RIVERS.get(work.chosen(R_101), is_high_water(name))
    work.step("R-101", f"Seasonal rivers are {'navigable' if high else 'low'} in {name}.", high, mark=Mark.HOUSE)
    return Turn(
        number=inputs.turn,
        year=year,
        name=name,
        months=4 if name == WINTER else 2,
        high_water=high,
        election=inputs.turn == work.read(t.ELECTION, "turn", says="Election turn"),
        last=inputs.turn == max(t.CALENDAR.cover_down),
    )


RANKS = ("primary", "secondary", "tertiary")


class CommandPoints(Inputs):
    side: Side = choice("Side")
    theatres: tuple[Theater, ...] = several(
        "Theaters by priority", least=1, most=3, help="The primary one first. A scenario of one theater names one."
    )
    tied_total: int = whole(
        "Tied total",
        least=0,
        most=12,
        default=0,
        help="0 to roll. After a tie, its total, 2 to 12 (1.4).",
    )
    washington_fallen: bool = flag("Washington has fallen", help="Then the East is the Union's primary theater.")
    turn: int = turn_field()

    @model_validator(mode="after")
    def _check(self) -> "CommandPoints":
        if len(set(self.theatres)) < len(self.theatres):
            raise ValueError("theatres: list each theater once")
        if self.tied_total == 1:
            raise ValueError("tied_total: must be 0 or from 2 to 12, not 1")
        return self


@dataclass(frozen=True)
class Points:
    """The command points of one draw."""

    east: int
    west: int
    trans_mississippi: int
    discretionary: int
    naval: int

    def __str__(self) -> str:
        names = ("East", "West", "Trans-Mississippi", "discretionary", "naval")
        numbers = (self.east, self.west, self.trans_mississippi, self.discretionary, self.naval)
        return ", ".join(f"{name} {number}" for name, number in zip(names, numbers, strict=True) if number)


@procedure(
    id="civil_war.command_points",
    title="Command points",
    rules=("CW-CP", "CW-TIE"),
    odds=Convolution(),
    examples=[
        Example(
            {"side": "USA", "theatres": ["East", "West", "Trans-Mississippi"]},
            "East 7, West 5, Trans-Mississippi 2, discretionary 2, naval 2",
            dice=(3, 4),
        ),
        Example(
            {"side": "CSA", "theatres": ["West", "East", "Trans-Mississippi"], "tied_total": 9},
            "East 5, West 8, Trans-Mississippi 3, discretionary 2",
        ),
    ],
    tables=["civil_war.command_points"],
    is_common=True,
)
def command_points(inputs: CommandPoints, work: Reckoning) -> Points:
    """Roll 2d6, or use a tied total, and read points by theater rank; only the Union has naval points (CW-1.3)."""
    if inputs.side == "USA" and inputs.washington_fallen and inputs.theatres[0] != "East":
        raise IllegalOrder(
            "theatres: must begin with the East since Washington has fallen.",
            cites=BOOK.at("1.3"),
            field="theatres",
        )
    if inputs.tied_total:
        return _points(inputs.tied_total, inputs, work)
    what = f"{the_side(inputs.side)}'s command points"
    return work.on_roll(
        6,
        lambda total: _points(total, inputs, work),
        rule="CW-CP",
        subject=(inputs.side,),
        turn=inputs.turn,
        count=2,
        what=what,
    )


def _points(total: int, inputs: CommandPoints, work: Reckoning) -> Points:
    ranked = {
        theatre: work.read(t.COMMAND_POINTS, total, rank, says=f"{theatre}, {rank} theater")
        for rank, theatre in zip(RANKS, inputs.theatres, strict=False)
    }
    return Points(
        ranked.get("East", 0),
        ranked.get("West", 0),
        ranked.get("Trans-Mississippi", 0),
        work.read(t.COMMAND_POINTS, total, "discretionary", says="Discretionary"),
        work.read(t.COMMAND_POINTS, total, "naval", says="Naval") if inputs.side == "USA" else 0,
    )


Activity = Literal[
    "move_sp",
    "move_naval_sp",
    "move_leader_alone",
    "leader_moves_sp",
    "enter_sp",
    "enter_leader",
    "remove_army_commander",
    "bring_in_naval_sp",
    "hunt_raider",
    "stand_fast",
    "rally",
    "build_fort",
    "build_depot",
    "upgrade_to_fortress",
    "form_army",
]
Pot = Literal["theatre", "discretionary", "naval"]
BY_INITIATIVE = frozenset({"leader_moves_sp", "rally"})
ENTRIES = frozenset({"enter_sp", "enter_leader"})


class Prices(Inputs):
    side: Side = choice("Side")
    activity: Activity = choice("Activity")
    theatre: Theater = choice("Theater at the start", default="East", help="Its points pay, wherever the move ends.")
    initiative: int = whole(
        "Leader's initiative", least=1, most=6, default=3, help="The price when he moves or rallies."
    )
    by_water: bool = flag("By sea, landing, or river", help="Then the Union's naval points may pay for a leader.")
    naval_leader: bool = flag("Naval leader")
    free_reinforcement: bool = flag("Free reinforcement of the initiative")
    old_fortified_place: bool = flag("Place fortified later in the war", help="A fort there costs less.")
    production: int = production_field()
    pays_from: Pot | None = choice("Pay from", default=None)


@dataclass(frozen=True)
class Price:
    """The price, the points of the dice difference it uses, and the points that may pay."""

    cp: int
    difference: int
    theatre: Theater
    pots: tuple[Pot, ...]

    def __str__(self) -> str:
        pots = [self.theatre if pot == "theatre" else pot for pot in self.pots]
        paid = f" from {listed(pots, 'or')}" if self.cp else ""
        return f"{self.cp} CP{paid}; {self.difference} of the difference"


@procedure(
    id="civil_war.prices",
    title="Prices",
    rules=("CW-PRICE", "CW-CP"),
    examples=[
        Example(
            {"side": "CSA", "activity": "leader_moves_sp", "initiative": 2},
            "2 CP from East or discretionary; 2 of the difference",
            title="Lee moves his army",
        ),
        Example(
            {"side": "CSA", "activity": "upgrade_to_fortress", "production": 95, "theatre": "West"},
            "4 CP from West or discretionary; 4 of the difference",
        ),
        Example({"side": "USA", "activity": "enter_leader", "free_reinforcement": True}, "0 CP; 0 of the difference"),
        Example(
            {"side": "USA", "activity": "stand_fast", "theatre": "West"},
            "1 CP from West or discretionary; 1 of the difference",
        ),
    ],
    tables=["civil_war.prices", "civil_war.price_rises", "civil_war.works"],
)
def prices(inputs: Prices, work: Reckoning) -> Price:
    """Look up the price; each CP uses 1 of the dice difference, as each entry but the free one does (CW-1.3, H-19)."""
    _check_allowed(inputs, work)
    cp = _price(inputs, work)
    pots = _pots(inputs)
    if cp and inputs.pays_from is not None and inputs.pays_from not in pots:
        raise IllegalOrder(
            f"pays_from: must be {listed(map(spoken, pots), 'or')}, not {spoken(inputs.pays_from)}.",
            cites=BOOK.at("1.3"),
            field="pays_from",
        )
    entry = inputs.activity in ENTRIES and not inputs.free_reinforcement
    says = f"{first_up(spoken(inputs.activity))}: {cp} CP, {many(cp + entry, 'point')} of the dice difference."
    work.step(BOOK.at("1.4"), says, cp + entry, command_points=cp, entry=entry)
    return Price(cp, cp + entry, inputs.theatre, pots)


def _price(inputs: Prices, work: Reckoning) -> int:
    if inputs.activity in BY_INITIATIVE:
        mark = Mark.SOURCED if inputs.activity == "leader_moves_sp" else Mark.RECONSTRUCTED
        says = f"The leader's initiative is the price: {inputs.initiative} CP."
        work.step(BOOK.at("1.3"), says, inputs.initiative, mark=mark)
        return inputs.initiative
    price = work.read(t.PRICES, inputs.activity, says=spoken(inputs.activity))
    if inputs.activity == "build_fort" and inputs.old_fortified_place:
        price -= work.read(
            t.WORKS, "CP off at an old fortified place", inputs.side, says="CP off at an old fortified place"
        )
    if inputs.side == "CSA" and inputs.activity in t.PRICE_RISES.columns:
        rise = work.read(t.PRICE_RISES, inputs.production, inputs.activity, says=_rise_words(inputs.production))
        if isinstance(rise, str):
            raise IllegalOrder(
                "activity: imports are too low to bring in a naval SP.",
                cites=BOOK.at("4.7"),
                field="activity",
            )
        price += rise
    return price


def _rise_words(production: int) -> Callable[[int | str], str]:
    def says(rise: int | str) -> str:
        return f"Production {production} {'rules it out' if isinstance(rise, str) else f'adds {rise} CP'}."

    return says


def _pots(inputs: Prices) -> tuple[Pot, ...]:
    """Return the points that may pay: naval ones only for ships, naval leaders, and leaders who go by water."""
    leads = inputs.activity in ("leader_moves_sp", "move_leader_alone")
    by_ship = inputs.naval_leader and (leads or inputs.activity == "stand_fast")
    if inputs.side == "CSA":
        return ("discretionary",) if inputs.activity == "move_naval_sp" else ("theatre", "discretionary")
    if inputs.activity == "hunt_raider":
        return ("naval",)
    if inputs.activity == "stand_fast" and by_ship:
        return ("theatre", "discretionary", "naval")
    if inputs.activity == "move_naval_sp" or by_ship:
        return ("discretionary", "naval")
    return ("theatre", "discretionary", "naval") if leads and inputs.by_water else ("theatre", "discretionary")


def _check_allowed(inputs: Prices, work: Reckoning) -> None:
    wrong = {
        ("CSA", "hunt_raider"): "only the Union can hunt raiders",
        ("USA", "bring_in_naval_sp"): "only the South can bring in a naval SP",
    }
    why = wrong.get((inputs.side, inputs.activity))
    if why:
        raise IllegalOrder(f"activity: {why}.", cites=BOOK.at("1.3"), field="activity")
    if inputs.activity == "stand_fast" and work.chosen(H_19) != H_19.default:
        raise IllegalOrder("activity: standing fast is not in play.", cites=BOOK.at("H-19"), field="activity")
