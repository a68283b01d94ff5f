"""7A2 and 11: what poltroons and army leaders add to Fire and Fury's own lists of modifiers."""

from dataclasses import dataclass
from typing import Literal

from rulesets.core.fields import Inputs, choice, flag, several, whole, words
from rulesets.core.odds import Enumeration
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.cw_to_ff import BOOK
from rulesets.cw_to_ff.rulings import R_51
from rulesets.cw_to_ff.state import Rating
from rulesets.cw_to_ff.tables import ATTACHED_ARMY_LEADER, POLTROON, RADIUS

Place = Literal["attached here", "attached elsewhere", "in radius", "out of radius"]
ChiefPlace = Literal["unattached", "attached here", "attached elsewhere", "fallen"]
Use = Literal["manoeuvre", "charge"]
MOST_LEADERS, LEAVES = 3, 10_000
SIDES, HALF = 10, 5


class PoltroonLeader(Inputs):
    """A leader rated P, and one brigade of his chain of command."""

    place: Place = choice("Where he is", help="Seen from this brigade.")
    use: Use = choice("Die", default="manoeuvre")
    army_leader: bool = flag("He is the army leader")
    side: str = words("Side", most=20, default="")
    brigade: str = words("Brigade", default="")
    leader: str = words("Leader", default="")
    turn: int = whole("Turn", least=0, most=999, default=0)


@dataclass(frozen=True)
class Effect:
    modifier: int

    def __str__(self) -> str:
        return f"{self.modifier:+d}" if self.modifier else "no modifier"


@procedure(
    id="cw_to_ff.poltroon_effect",
    title="What a poltroon does to a brigade",
    rules=("VG-7A2a", "VG-7A2b"),
    odds=Enumeration(leaves=SIDES),
    examples=[
        Example({"place": "in radius"}, "no modifier"),
        Example({"place": "out of radius"}, "-1"),
        Example({"place": "attached elsewhere"}, "-1"),
        Example({"place": "attached here"}, "+1", dice=(5,)),
        Example({"place": "attached here", "use": "charge"}, "-1", dice=(6,)),
        Example({"place": "attached here", "army_leader": True}, "+1"),
    ],
    tables=("cw_to_ff.poltroon", "cw_to_ff.attached_army_leader"),
)
def poltroon_effect(inputs: PoltroonLeader, work: Reckoning) -> Effect:
    """Unattached he gives no plus and -1 beyond his radius; attached he hinders all others of his chain, and his own
    brigade rolls for it at each use."""
    if inputs.place == "attached here":
        return Effect(_rolled(inputs, work))
    if inputs.use == "charge" or inputs.army_leader or inputs.place == "in radius":
        work.step(BOOK.at("7A2"), "a poltroon gives no plus", 0)
        return Effect(0)
    row = "not the one he joined" if inputs.place == "attached elsewhere" else "outside his radius, he is unattached"
    return Effect(work.read(POLTROON, row))


def _rolled(inputs: PoltroonLeader, work: Reckoning) -> int:
    """Half and half; of an army leader the manoeuvre die has a flat plus (R-51)."""
    if inputs.army_leader and inputs.use == "manoeuvre":
        value = work.read(ATTACHED_ARMY_LEADER, Rating.POLTROON)
        work.step(R_51.cites, "an army leader rated P, manoeuvre", value)
        return value
    subject = (inputs.side, inputs.brigade, inputs.leader, inputs.use)
    thrown = work.throw(SIDES, rule="VG-7A2b", subject=subject, turn=inputs.turn, label="good half or bad half")
    return work.read(POLTROON, "good half" if thrown.total <= HALF else "bad half")


class Placed(Inputs):
    """A leader of the brigade's chain of command."""

    rank: Literal["division", "corps"] = choice("Rank")
    rating: Rating = choice("Rating", default=Rating.AVERAGE)
    place: Place = choice("Where", default="in radius")
    in_army_radius: bool = flag("In the army leader's radius", default=True, help="Of a corps leader.")
    name: str = words("Name", default="")


class ArmyLeader(Inputs):
    rating: Rating = choice("Rating", default=Rating.AVERAGE)
    place: Literal["unattached", "attached here", "attached elsewhere", "fallen"] = choice(
        "Where", default="unattached"
    )
    name: str = words("Name", default="")


class Chain(Inputs):
    """One brigade about to roll, and who commands it. No army leader in the force: rule 11 is off."""

    leaders: tuple[Placed, ...] = several("Corps and own division leaders", most=MOST_LEADERS, default=())
    army_leader: ArmyLeader | None = choice("Army leader", default=None)
    side: str = words("Side", most=20, default="")
    brigade: str = words("Brigade", default="")
    turn: int = whole("Turn", least=0, most=999, default=0)


@dataclass(frozen=True)
class Modifier:
    """One line for the other book's list: label, value, and the rule that gives it."""

    label: str
    value: int
    cites: str


@dataclass(frozen=True)
class Modifiers:
    """`extras` are added to the die; `left_out` are leaders who must not be counted in Fire and Fury's own list."""

    extras: tuple[Modifier, ...]
    left_out: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        return sum(extra.value for extra in self.extras)

    def __str__(self) -> str:
        if not self.extras and not self.left_out:
            return "nothing to add"
        lines = [f"{extra.value:+d} {extra.label}" for extra in self.extras]
        return "; ".join([*lines, *(f"{name} gives no plus" for name in self.left_out)])


@procedure(
    id="cw_to_ff.manoeuvre_modifiers",
    title="What leaders add to a manoeuvre roll",
    rules=("VG-7A2a", "VG-7A2b", "VG-11A", "VG-11C"),
    odds=Enumeration(leaves=LEAVES),
    examples=[
        Example(
            {"leaders": [{"rank": "corps", "rating": "excellent", "in_army_radius": False}], "army_leader": {}},
            "-1 corps leader outside the army radius",
            title="26",
        ),
        Example(
            {"leaders": [{"rank": "corps"}], "army_leader": {"place": "attached here"}},
            "-1 corps leader outside the army radius; +2 army leader attached",
            title="26",
        ),
        Example({"leaders": [{"rank": "corps", "in_army_radius": False}]}, "nothing to add", title="26"),
        Example(
            {"leaders": [{"rank": "division", "rating": "poltroon", "place": "out of radius"}]},
            "-1 division leader is a poltroon; division leader gives no plus",
        ),
    ],
    tables=("cw_to_ff.poltroon", "cw_to_ff.attached_army_leader"),
)
def manoeuvre_modifiers(inputs: Chain, work: Reckoning) -> Modifiers:
    """Poltroons give no plus and hinder; corps leaders outside the army radius give one less, never below nothing; an
    army leader who joins the brigade gives his own."""
    extras: list[Modifier] = []
    left_out: list[str] = []
    for leader in inputs.leaders:
        plus = gives_a_plus(leader)
        if leader.rating is Rating.POLTROON:
            left_out.append(_called(leader))
            found = _poltroon(leader, inputs, "manoeuvre", work)
            plus = any(each.value > 0 for each in found)
            extras += found
        if leader.rank == "corps" and _is_outside(leader, inputs.army_leader) and plus:
            extras.append(Modifier(f"{_called(leader)} outside the army radius", -1, "VG-11A"))
            work.step(BOOK.at("11A"), f"{_called(leader)} outside the army radius", -1)
    extras += _army_leader(inputs, "manoeuvre", work)
    work.step(BOOK.at("11"), "added to the manoeuvre die", sum(extra.value for extra in extras))
    return Modifiers(tuple(extras), tuple(left_out))


@procedure(
    id="cw_to_ff.charge_modifiers",
    title="What leaders add to a charge",
    rules=("VG-7A2b", "VG-11C"),
    odds=Enumeration(leaves=LEAVES),
    examples=[
        Example({"leaders": [{"rank": "corps"}]}, "nothing to add"),
        Example(
            {"leaders": [{"rank": "division", "rating": "poltroon", "place": "attached here"}]},
            "+1 division leader is a poltroon; division leader gives no plus",
            dice=(1,),
        ),
        Example(
            {"army_leader": {"rating": "poltroon", "place": "attached here"}},
            "-1 army leader is a poltroon; army leader gives no plus",
            dice=(10,),
        ),
    ],
    tables=("cw_to_ff.poltroon",),
)
def charge_modifiers(inputs: Chain, work: Reckoning) -> Modifiers:
    """An attached poltroon rolls for +1 or -1 in place of an attached leader's plus; an army leader who joins a brigade
    is an attached leader like any other."""
    attached = [leader for leader in inputs.leaders if leader.place == "attached here"]
    poltroons = [leader for leader in attached if leader.rating is Rating.POLTROON]
    extras = [extra for leader in poltroons for extra in _poltroon(leader, inputs, "charge", work)]
    left_out = [_called(leader) for leader in poltroons]
    chief = inputs.army_leader
    if chief and chief.place == "attached here" and chief.rating is Rating.POLTROON:
        left_out.append(chief.name or "army leader")
        extras += _army_leader(inputs, "charge", work)
    work.step(BOOK.at("11C"), "added to the charge die", sum(extra.value for extra in extras))
    return Modifiers(tuple(extras), tuple(left_out))


def _called(leader: Placed) -> str:
    return leader.name or f"{leader.rank} leader"


def gives_a_plus(leader: Placed) -> bool:
    return leader.place in ("attached here", "in radius")


def _is_outside(leader: Placed, chief: ArmyLeader | None) -> bool:
    """Outside the army radius; all are while the army leader is attached or has fallen (R-50)."""
    return chief is not None and (chief.place != "unattached" or not leader.in_army_radius)


def _poltroon(leader: Placed, chain: Chain, use: Use, work: Reckoning) -> list[Modifier]:
    asked = PoltroonLeader(
        place=leader.place,
        use=use,
        side=chain.side,
        brigade=chain.brigade,
        leader=_called(leader),
        turn=chain.turn,
    )
    value = poltroon_effect(asked, work).modifier
    return [Modifier(f"{_called(leader)} is a poltroon", value, "VG-7A2")] if value else []


def _army_leader(chain: Chain, use: Use, work: Reckoning) -> list[Modifier]:
    chief = chain.army_leader
    if chief is None or chief.place != "attached here":
        return []
    name = chief.name or "army leader"
    if chief.rating is Rating.POLTROON:
        asked = PoltroonLeader(
            place=chief.place,
            use=use,
            army_leader=True,
            side=chain.side,
            brigade=chain.brigade,
            leader=name,
            turn=chain.turn,
        )
        return [Modifier(f"{name} is a poltroon", poltroon_effect(asked, work).modifier, "VG-11C")]
    return [Modifier(f"{name} attached", work.read(ATTACHED_ARMY_LEADER, chief.rating), "VG-11C")]


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
    """Thirty inches, six more or less for each point of the army rating."""
    base, each = work.read(RADIUS, "of any army leader"), work.read(RADIUS, "for each point of his army rating")
    inches = max(0, base + each * inputs.army_rating)
    work.step(BOOK.at("11D"), "radius in inches", inches, army_rating=inputs.army_rating)
    return Radius(inches)


class RerollsUsed(ArmyRating):
    used: int = whole("Used this turn", least=0, most=20, default=0)
    on_table: bool = flag("The leader is on the table", default=True)


@dataclass(frozen=True)
class Rerolls:
    left: int
    chooser: Literal["owner", "opponent", "nobody"]

    def __str__(self) -> str:
        return f"{self.left} left, chosen by the {self.chooser}" if self.left else "none left"


@procedure(
    id="cw_to_ff.army_rerolls",
    title="Re-rolls of manoeuvre dice by an army leader",
    rules=("VG-11D3",),
    examples=[
        Example({"army_rating": 3, "used": 1}, "2 left, chosen by the owner"),
        Example({"army_rating": -1}, "1 left, chosen by the opponent"),
        Example({"army_rating": 0}, "none left"),
    ],
)
def army_rerolls(inputs: RerollsUsed, work: Reckoning) -> Rerolls:
    """One a point in each own manoeuvre phase: the owner's for a plus, forced by the opponent for a minus."""
    points = abs(inputs.army_rating) if inputs.on_table else 0
    left = max(0, points - inputs.used)
    work.step(BOOK.at("11D3"), "re-rolls left", left, army_rating=inputs.army_rating, used=inputs.used)
    if not left:
        return Rerolls(0, "nobody")
    return Rerolls(left, "owner" if inputs.army_rating > 0 else "opponent")
