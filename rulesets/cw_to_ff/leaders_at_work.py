"""7A2 and 11: what poltroons and army leaders add to Fire and Fury's modifiers."""

from functools import partial
from itertools import chain
from typing import Literal

from rulesets.core.fields import Inputs, choice, flag, several, whole, words
from rulesets.core.odds import Convolution
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import first_up, many, signed
from rulesets.cw_to_ff import BOOK
from rulesets.cw_to_ff.rulings import R_51
from rulesets.cw_to_ff.state import Rating
from rulesets.cw_to_ff.tables import ATTACHED_ARMY_LEADER, POLTROON, RADIUS

Place = Literal["attached here", "attached elsewhere", "in radius", "out of radius"]
ChiefPlace = Literal["unattached", "attached here", "attached elsewhere", "fallen"]
Use = Literal["manoeuvre", "charge"]  # in keys of recorded rolls
MOST_LEADERS = 3
SIDES, HALF = 10, 5


class PoltroonLeader(Inputs):
    """A leader rated P, and one brigade in his chain of command."""

    place: Place = choice("Leader's place", help="As seen from this brigade.")
    use: Use = choice("Roll", default="manoeuvre")
    army_leader: bool = flag("Army leader")
    side: str = words("Side", most=20, default="")
    brigade: str = words("Brigade", default="")
    leader: str = words("Leader", default="")
    turn: int = whole("Turn", least=0, most=999, default=0)


@dataclass(frozen=True)
class Effect:
    modifier: int

    def __str__(self) -> str:
        return signed(self.modifier) if self.modifier else "no modifier"


@procedure(
    id="cw_to_ff.poltroon_effect",
    title="Poltroon modifier",
    rules=("VG-7A2a", "VG-7A2b"),
    odds=Convolution(),
    examples=[
        Example({"place": "in radius"}, "no modifier"),
        Example({"place": "out of radius"}, "−1"),
        Example({"place": "attached elsewhere"}, "−1"),
        Example({"place": "attached here"}, "+1", dice=(5,)),
        Example({"place": "attached here", "use": "charge"}, "−1", dice=(6,)),
        Example({"place": "attached here", "army_leader": True}, "+1"),
    ],
    tables=("cw_to_ff.poltroon", "cw_to_ff.attached_army_leader"),
)
def poltroon_effect(inputs: PoltroonLeader, work: Reckoning) -> Effect:
    """Give −1 outside an unattached poltroon's radius, −1 to all other brigades of an attached one's chain, and a roll
    for +1 or −1 to the brigade he is with."""
    if inputs.place == "attached here":
        return work.after(_rolled(inputs, work), Effect)
    if inputs.use == "charge" or inputs.army_leader or inputs.place == "in radius":
        work.step(BOOK.at("7A2"), "A poltroon gives no bonus.", 0)
        return Effect(0)
    with_another = inputs.place == "attached elsewhere"
    row = "not with an attached poltroon" if with_another else "outside the radius of an unattached poltroon"
    return Effect(work.read(POLTROON, row, says="Poltroon with another brigade" if with_another else row))


def _rolled(inputs: PoltroonLeader, work: Reckoning) -> int:
    """Roll for the good or the bad half; an army leader gives the maneuver roll a flat bonus (R-51)."""
    if inputs.army_leader and inputs.use == "manoeuvre":
        value = work.read(ATTACHED_ARMY_LEADER, Rating.POLTROON, says="Army leader attached, a poltroon")
        work.step(R_51.cites, f"An army leader rated P gives the maneuver roll a flat {signed(value)}.", value)
        return value
    subject = (inputs.side, inputs.brigade, inputs.leader, inputs.use)

    def effect(die: int) -> int:
        half = "good half" if die <= HALF else "bad half"
        return work.read(POLTROON, half, says=f"Attached poltroon, {half}")

    what = "the attached poltroon"
    return work.on_roll(SIDES, effect, rule="VG-7A2b", subject=subject, turn=inputs.turn, what=what)


class Placed(Inputs):
    """A leader in the brigade's chain of command."""

    rank: Literal["division", "corps"] = choice("Rank")
    rating: Rating = choice("Rating", default=Rating.AVERAGE)
    place: Place = choice("Place", default="in radius")
    in_army_radius: bool = flag("In the army leader's radius", default=True, help="Only for a corps leader.")
    name: str = words("Name", default="")


class ArmyLeader(Inputs):
    rating: Rating = choice("Rating", default=Rating.AVERAGE)
    place: Literal["unattached", "attached here", "attached elsewhere", "fallen"] = choice(
        "Place", default="unattached"
    )
    name: str = words("Name", default="")


class Chain(Inputs):
    """A brigade about to roll, and its chain of command. Without an army leader, rule 11 is off."""

    leads = ("leaders", "army_leader")
    leaders: tuple[Placed, ...] = several("Corps leaders and its division leader", most=MOST_LEADERS, default=())
    army_leader: ArmyLeader | None = choice("Army leader", default=None)
    side: str = words("Side", most=20, default="")
    brigade: str = words("Brigade", default="")
    turn: int = whole("Turn", least=0, most=999, default=0)


@dataclass(frozen=True)
class Modifier:
    """One modifier for the other book's list: its label, its value, and the rule that gives it."""

    label: str
    value: int
    cites: str


Found = tuple[tuple[Modifier, ...], ...]


@dataclass(frozen=True)
class Modifiers:
    """`extras` are added to the roll; Fire and Fury's own list must not count the leaders in `left_out`."""

    extras: tuple[Modifier, ...]
    left_out: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """Add up the modifiers."""
        return sum(extra.value for extra in self.extras)

    def __str__(self) -> str:
        if not self.extras and not self.left_out:
            return "no modifiers"
        lines = [f"{signed(extra.value)} {extra.label}" for extra in self.extras]
        return "; ".join([*lines, *(f"no bonus from {name}" for name in self.left_out)])


@procedure(
    id="cw_to_ff.maneuver_modifiers",
    title="Leader modifiers to a maneuver roll",
    rules=("VG-7A2a", "VG-7A2b", "VG-11A", "VG-11C"),
    odds=Convolution(),
    examples=[
        Example(
            {"leaders": [{"rank": "corps", "rating": "excellent", "in_army_radius": False}], "army_leader": {}},
            "−1 corps leader outside the army radius",
            title="26",
        ),
        Example(
            {"leaders": [{"rank": "corps"}], "army_leader": {"place": "attached here"}},
            "−1 corps leader outside the army radius; +2 army leader attached",
            title="26",
        ),
        Example({"leaders": [{"rank": "corps", "in_army_radius": False}]}, "no modifiers", title="26"),
        Example(
            {"leaders": [{"rank": "division", "rating": "poltroon", "place": "out of radius"}]},
            "−1 division leader is a poltroon; no bonus from division leader",
        ),
    ],
    tables=("cw_to_ff.poltroon", "cw_to_ff.attached_army_leader"),
    is_common=True,
)
def maneuver_modifiers(inputs: Chain, work: Reckoning) -> Modifiers:
    """Add up the leaders: poltroons give penalties and no bonus, corps leaders outside the army radius give 1 less but
    never below 0, and an army leader with the brigade gives his own bonus."""
    parts = [partial(_of_leader, leader, inputs, work) for leader in inputs.leaders]
    left_out = tuple(_called(leader) for leader in inputs.leaders if leader.rating is Rating.POLTROON)

    def added_up(found: Found) -> Modifiers:
        extras = tuple(chain.from_iterable(found))
        total = sum(extra.value for extra in extras)
        work.step(BOOK.at("11"), f"Leaders modify the maneuver roll by {signed(total)}.", total)
        return Modifiers(extras, left_out)

    return work.after_each([*parts, partial(_army_leader, inputs, "manoeuvre", work)], added_up)


def _of_leader(leader: Placed, inputs: Chain, work: Reckoning) -> tuple[Modifier, ...]:
    """Return what a leader adds to a maneuver roll."""
    if leader.rating is not Rating.POLTROON:
        return _outside(leader, inputs, work) if gives_a_plus(leader) else ()

    def with_radius(found: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
        return found + _outside(leader, inputs, work) if any(each.value > 0 for each in found) else found

    return work.after(_poltroon(leader, inputs, "manoeuvre", work), with_radius)


def _outside(leader: Placed, inputs: Chain, work: Reckoning) -> tuple[Modifier, ...]:
    """Return what a corps leader with a bonus loses outside the army radius."""
    if leader.rank != "corps" or not _is_outside(leader, inputs.army_leader):
        return ()
    outside = Modifier(f"{_called(leader)} outside the army radius", -1, "VG-11A")
    work.step(BOOK.at("11A"), f"{first_up(outside.label)}: {signed(outside.value)}.", outside.value)
    return (outside,)


@procedure(
    id="cw_to_ff.charge_modifiers",
    title="Leader modifiers to a charge",
    rules=("VG-7A2b", "VG-11C"),
    odds=Convolution(),
    examples=[
        Example({"leaders": [{"rank": "corps"}]}, "no modifiers"),
        Example(
            {"leaders": [{"rank": "division", "rating": "poltroon", "place": "attached here"}]},
            "+1 division leader is a poltroon; no bonus from division leader",
            dice=(1,),
        ),
        Example(
            {"army_leader": {"rating": "poltroon", "place": "attached here"}},
            "−1 army leader is a poltroon; no bonus from army leader",
            dice=(10,),
        ),
    ],
    tables=("cw_to_ff.poltroon",),
    is_common=True,
)
def charge_modifiers(inputs: Chain, work: Reckoning) -> Modifiers:
    """Roll +1 or −1 for an attached poltroon in place of an attached leader's bonus; an army leader with a brigade
    counts as an attached leader."""
    attached = [leader for leader in inputs.leaders if leader.place == "attached here"]
    poltroons = [leader for leader in attached if leader.rating is Rating.POLTROON]
    parts = [partial(_poltroon, leader, inputs, "charge", work) for leader in poltroons]
    left_out = [_called(leader) for leader in poltroons]
    chief = inputs.army_leader
    if chief and chief.place == "attached here" and chief.rating is Rating.POLTROON:
        left_out.append(chief.name or "army leader")
        parts.append(partial(_army_leader, inputs, "charge", work))

    def added_up(found: Found) -> Modifiers:
        extras = tuple(chain.from_iterable(found))
        total = sum(extra.value for extra in extras)
        work.step(BOOK.at("11C"), f"Leaders modify the charge roll by {signed(total)}.", total)
        return Modifiers(extras, tuple(left_out))

    return work.after_each(parts, added_up)


def _called(leader: Placed) -> str:
    return leader.name or f"{leader.rank} leader"


def gives_a_plus(leader: Placed) -> bool:
    """Tell whether the leader's place gives the brigade a bonus."""
    return leader.place in ("attached here", "in radius")


def _is_outside(leader: Placed, chief: ArmyLeader | None) -> bool:
    """Tell whether a leader is outside the army radius: all are while the army leader is attached or fallen (R-50)."""
    return chief is not None and (chief.place != "unattached" or not leader.in_army_radius)


def _poltroon(leader: Placed, inputs: Chain, use: Use, work: Reckoning) -> tuple[Modifier, ...]:
    asked = PoltroonLeader(
        place=leader.place,
        use=use,
        side=inputs.side,
        brigade=inputs.brigade,
        leader=_called(leader),
        turn=inputs.turn,
    )
    label = f"{_called(leader)} is a poltroon"
    return work.after(poltroon_effect(asked, work), lambda effect: _line(label, effect, "VG-7A2"))


def _line(label: str, effect: Effect, cites: str) -> tuple[Modifier, ...]:
    return (Modifier(label, effect.modifier, cites),) if effect.modifier else ()


def _army_leader(inputs: Chain, use: Use, work: Reckoning) -> tuple[Modifier, ...]:
    chief = inputs.army_leader
    if chief is None or chief.place != "attached here":
        return ()
    name = chief.name or "army leader"
    if chief.rating is Rating.POLTROON:
        asked = PoltroonLeader(
            place=chief.place,
            use=use,
            army_leader=True,
            side=inputs.side,
            brigade=inputs.brigade,
            leader=name,
            turn=inputs.turn,
        )
        return work.after(
            poltroon_effect(asked, work),
            lambda effect: (Modifier(f"{name} is a poltroon", effect.modifier, "VG-11C"),),
        )
    value = work.read(ATTACHED_ARMY_LEADER, chief.rating, says=f"{name} attached, {chief.rating}")
    return (Modifier(f"{name} attached", value, "VG-11C"),)


class ArmyRating(Inputs):
    army_rating: int = whole("Army rating", least=-4, most=4, default=0)


@dataclass(frozen=True)
class Radius:
    inches: int

    def __str__(self) -> str:
        return f"{self.inches}″"


@procedure(
    id="cw_to_ff.army_radius",
    title="Army command radius",
    rules=("VG-11D1", "VG-11D2"),
    examples=[
        Example({"army_rating": 3}, "48″", title="Lee"),
        Example({"army_rating": 2}, "42″", title="Grant"),
        Example({"army_rating": -1}, "24″", title="McClellan"),
        Example({"army_rating": -3}, "12″", title="Fremont"),
    ],
    tables=("cw_to_ff.radius",),
)
def army_radius(inputs: ArmyRating, work: Reckoning) -> Radius:
    """Start with 30 inches; add or subtract 6 for each point of the army rating."""
    base = work.read(RADIUS, "of any army leader", says="Radius of any army leader")
    each = work.read(RADIUS, "for each point of his army rating", says="For each point of the army rating")
    inches = max(0, base + each * inputs.army_rating)
    rating = signed(inputs.army_rating)
    work.step(BOOK.at("11D"), f"Army rating {rating}: the radius is {inches}″.", inches, army_rating=inputs.army_rating)
    return Radius(inches)


class RerollsUsed(ArmyRating):
    used: int = whole("Rerolls used this turn", least=0, most=20, default=0)
    on_table: bool = flag("Leader is on the table", default=True)


@dataclass(frozen=True)
class Rerolls:
    left: int
    chooser: Literal["owner", "opponent", "nobody"]

    def __str__(self) -> str:
        return f"{self.left} left, chosen by the {self.chooser}" if self.left else "none left"


@procedure(
    id="cw_to_ff.army_rerolls",
    title="Army leader's rerolls",
    rules=("VG-11D3",),
    examples=[
        Example({"army_rating": 3, "used": 1}, "2 left, chosen by the owner"),
        Example({"army_rating": -1}, "1 left, chosen by the opponent"),
        Example({"army_rating": 0}, "none left"),
    ],
)
def army_rerolls(inputs: RerollsUsed, work: Reckoning) -> Rerolls:
    """Give 1 reroll per point per friendly maneuver phase, to the owner if positive, to the opponent if negative."""
    points = abs(inputs.army_rating) if inputs.on_table else 0
    left = max(0, points - inputs.used)
    used, rating = inputs.used, inputs.army_rating
    says = f"Army rating {signed(rating)}: {many(points, 'maneuver reroll')}, {used} used, {left} left."
    work.step(BOOK.at("11D3"), says, left, army_rating=rating, used=used)
    if not left:
        return Rerolls(0, "nobody")
    return Rerolls(left, "owner" if inputs.army_rating > 0 else "opponent")
