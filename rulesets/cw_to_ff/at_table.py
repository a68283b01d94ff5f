"""7A2 and 11 at the table: a maneuver roll with the leaders of a brigade, and what a leader's place does."""

from collections.abc import Sequence
from functools import partial
from typing import Literal

from rulesets.core.book import Mark
from rulesets.core.fields import Inputs, choice, flag, several, whole
from rulesets.core.odds import Convolution
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import signed
from rulesets.cw_to_ff.leaders_at_work import (
    MOST_LEADERS,
    ArmyLeader,
    Chain,
    Modifiers,
    Place,
    Placed,
    maneuver_modifiers,
)
from rulesets.cw_to_ff.state import Rating
from rulesets.cw_to_ff.tables import ATTACHED_ARMY_LEADER
from rulesets.fire_and_fury.extras import ExtraModifier, more_modifiers, unit_name
from rulesets.fire_and_fury.maneuver import CommandLeader, Maneuver, Maneuvering, State, maneuver
from rulesets.fire_and_fury.maneuver import Place as FuryPlace
from rulesets.fire_and_fury.state import Condition

AS_FURY: dict[Place, FuryPlace] = {
    "attached here": "attached",
    "attached elsewhere": "out of radius",
    "in radius": "in radius",
    "out of radius": "out of radius",
}


class LedManeuver(Inputs):
    """A brigade about to move, with its leaders as they stand on the table. Without an army leader, rule 11 is off."""

    leads = ("leaders", "army_leader", "status")
    condition: Condition = choice("Order", default=Condition.GOOD_ORDER)
    status: State = choice("State", default="Fresh")
    in_column: bool = flag("In column")
    leaders: tuple[Placed, ...] = several("Its division leader and corps leaders", most=MOST_LEADERS, default=())
    army_leader: ArmyLeader | None = choice("Army leader", default=None)
    exceptional_commander: bool = flag("Exceptional brigade commander")
    extras: tuple[ExtraModifier, ...] = more_modifiers()
    retreat_barred: bool = flag("Retreat blocked by an enemy brigade or impassable ground")
    side: Literal["USA", "CSA", ""] = choice("Side", default="")
    brigade: str = unit_name("Brigade")
    turn: int = whole("Turn", least=0, most=999, default=0)
    again: int = whole("Reroll", least=0, most=9, default=0, help="0 for the first roll of the turn.")

    @property
    def chain(self) -> Chain:
        """Return the leaders as the modifiers take them."""
        return Chain(
            leaders=self.leaders, army_leader=self.army_leader, side=self.side, brigade=self.brigade, turn=self.turn
        )


E_OUTSIDE = {"rank": "corps", "rating": "excellent", "in_army_radius": False}


@procedure(
    id="cw_to_ff.maneuver",
    title="Maneuver with leaders",
    rules=("VG-7A2a", "VG-7A2b", "VG-11A", "VG-11C"),
    odds=Convolution(),
    examples=[
        Example({"status": "Worn", "leaders": [E_OUTSIDE], "army_leader": {}}, "tardy", dice=(4,), title="26"),
        Example(
            {
                "status": "Worn",
                "leaders": [{**E_OUTSIDE, "place": "attached here", "in_army_radius": True}],
                "army_leader": {"place": "attached here"},
            },
            "well handled",
            dice=(4,),
            title="26",
        ),
        Example(
            {"status": "Worn", "leaders": [{"rank": "division", "rating": "poltroon", "place": "attached here"}]},
            "tardy",
            dice=(10, 6),
        ),
    ],
    tables=(
        "fire_and_fury.maneuver",
        "fire_and_fury.maneuver_modifiers",
        "fire_and_fury.status_modifier",
        "fire_and_fury.handling_effect",
        "cw_to_ff.poltroon",
        "cw_to_ff.attached_army_leader",
    ),
)
def led_maneuver(inputs: LedManeuver, work: Reckoning) -> Maneuver:
    """Add up what the leaders give and cost, then roll for maneuver with it. A reroll keeps a poltroon's own roll."""
    return work.after(maneuver_modifiers(inputs.chain, work), partial(_maneuvered, inputs, work))


def _maneuvered(inputs: LedManeuver, work: Reckoning, found: Modifiers) -> Maneuver:
    return maneuver(
        Maneuvering(
            condition=inputs.condition,
            status=inputs.status,
            in_column=inputs.in_column,
            exceptional_commander=inputs.exceptional_commander,
            leaders=tuple(map(_as_fury, (each for each in inputs.leaders if each.rating is not Rating.POLTROON))),
            extras=(*extras_of(found), *inputs.extras),
            retreat_barred=inputs.retreat_barred,
            side=inputs.side,
            brigade=inputs.brigade,
            turn=inputs.turn,
            again=inputs.again,
        ),
        work,
    )


def _as_fury(leader: Placed) -> CommandLeader:
    exceptional = leader.rating is Rating.EXCELLENT
    return CommandLeader(rank=leader.rank, place=AS_FURY[leader.place], exceptional=exceptional)


def extras_of(found: Modifiers) -> tuple[ExtraModifier, ...]:
    """Return the leaders' modifiers as the other book takes them."""
    return tuple(
        ExtraModifier(label=each.label, value=each.value, cites=each.cites, mark=Mark.PRINTED) for each in found.extras
    )


@dataclass(frozen=True)
class Post:
    """A leader's post as it is this turn: who fills it, and where he is.

    Whoever falls counts as fallen until the turn is over; then an average replacement has come (R-50).
    """

    id: str
    rank: Literal["division", "corps", "army"]
    rating: Rating = Rating.AVERAGE
    army_rating: int = 0
    attached_to: str = ""
    in_army_radius: bool = True
    is_here: bool = True

    def has(self, brigade: str) -> bool:
        """Tell whether a brigade is in his chain of command, by their addresses."""
        return self.rank == "army" or brigade.startswith(f"{self.id}b" if self.rank == "division" else f"{self.id}d")

    def place_for(self, brigade: str) -> Place:
        """Return where he is, as seen from a brigade; whether it is within his radius is measured on the table."""
        if not self.is_here:
            return "out of radius"
        if self.attached_to:
            return "attached here" if self.attached_to == brigade else "attached elsewhere"
        return "in radius"


def chain_of(posts: Sequence[Post], brigade: str) -> tuple[tuple[Placed, ...], ArmyLeader | None]:
    """Return a brigade's division and corps leaders and its army leader, as they are placed (7A2, 11A, 11C)."""
    own = [post for post in posts if post.has(brigade)]
    leaders = tuple(
        Placed(rank=post.rank, rating=post.rating, place=post.place_for(brigade), in_army_radius=post.in_army_radius)
        for post in own
        if post.rank != "army" and post.is_here
    )
    return leaders, next((_as_chief(post, brigade) for post in own if post.rank == "army"), None)


def _as_chief(post: Post, brigade: str) -> ArmyLeader:
    if not post.is_here or not post.attached_to:
        return ArmyLeader(rating=post.rating, place="unattached" if post.is_here else "fallen")
    return ArmyLeader(
        rating=post.rating, place="attached here" if post.attached_to == brigade else "attached elsewhere"
    )


def place_in_words(post: Post) -> tuple[tuple[str, str], ...]:
    """Return what a leader's place does to his brigades, each sentence with its rule."""
    if not post.is_here:
        fallen = "Until he is replaced, all corps leaders count as outside the army radius."
        return ((fallen, "VG-11A"),) if post.rank == "army" else ()
    if post.rank == "army":
        return _chief_in_words(post)
    if post.rating is Rating.POLTROON:
        return _poltroon_in_words(post)
    outside = "Outside the army radius: his bonus to a maneuver roll is 1 less, but not below 0."
    is_less = post.rank == "corps" and not post.in_army_radius
    return ((outside, "VG-11A"),) if is_less else ()


def _chief_in_words(post: Post) -> tuple[tuple[str, str], ...]:
    if not post.attached_to:
        return ()
    bonus = signed(ATTACHED_ARMY_LEADER.at(post.rating))
    return (
        (f"The brigade he is with has {bonus} to its maneuver roll.", "VG-11C"),
        ("Meanwhile all his corps leaders count as outside the army radius.", "VG-11C"),
    )


def _poltroon_in_words(post: Post) -> tuple[tuple[str, str], ...]:
    if not post.attached_to:
        return (("No bonus; his brigades outside his radius have −1 to maneuver.", "VG-7A2a"),)
    return (
        ("His brigade rolls for +1 or −1 at each maneuver and charge.", "VG-7A2b"),
        ("His other brigades have −1 to maneuver, within his radius or not.", "VG-7A2b"),
    )


Fault = tuple[str, str]  # its field and its sentence
NO_FAULT: Fault = ("", "")
ATTACHED = ("attached here", "attached elsewhere")


def untrue(sent: LedManeuver, sealed: LedManeuver) -> Fault:
    """Return where a roll claims other ratings than its army has, or other attachments than its side stated.

    A side need not use what is exceptional, and its army leader may join the brigade as it rolls (11C).
    """
    if sent.exceptional_commander and not sealed.exceptional_commander:
        return "exceptional_commander", "This brigade’s commander isn’t E."
    for n, leader in enumerate(sent.leaders):
        known = [each for each in sealed.leaders if each.rank == leader.rank]
        if fault := _untrue_leader(leader, known):
            return f"leaders.{n}.{fault[0]}", f"This brigade’s {leader.rank} leader {fault[1]}"
    for leader in sealed.leaders:
        said = {each.rating for each in sent.leaders if each.rank == leader.rank}
        if leader.rating is Rating.POLTROON and Rating.POLTROON not in said:
            return "leaders", f"This brigade’s {leader.rank} leader is P, so he must count."
    return _untrue_chief(sent.army_leader, sealed.army_leader)


def _untrue_leader(sent: Placed, known: Sequence[Placed]) -> Fault | None:
    if sent.rating is Rating.EXCELLENT and Rating.EXCELLENT not in {each.rating for each in known}:
        return "rating", "isn’t E."
    places = {each.place for each in known}
    if sent.place in ATTACHED and sent.place not in places:
        return "place", "isn’t placed so. Place him first."
    if sent.place not in ATTACHED and places and places <= set(ATTACHED):
        return "place", "is with a brigade. Place him elsewhere first."
    return None


def _untrue_chief(sent: ArmyLeader | None, sealed: ArmyLeader | None) -> Fault:
    if sealed is None:
        return ("army_leader", "This army has no army leader, so rule 11 is off.") if sent else NO_FAULT
    if sent is None:
        return "army_leader", "This army has an army leader, so rule 11 counts."
    better = {Rating.POLTROON: 0, Rating.AVERAGE: 1, Rating.EXCELLENT: 2}
    if better[sent.rating] > better[sealed.rating]:
        return "army_leader.rating", f"The army leader is {sealed.rating}."
    joins = sent.place == "attached here" and sealed.place != "fallen"
    if sent.place != sealed.place and not joins:
        return "army_leader.place", f"The army leader is {sealed.place}. Place him elsewhere first."
    return NO_FAULT
