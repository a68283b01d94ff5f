"""Detachments: an officer and 8 privates who skirmish."""

from rulesets.core.fields import Inputs, flag, whole
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import many
from rulesets.the_war_game import BOOK
from rulesets.the_war_game.rolls import refused
from rulesets.the_war_game.tables import DETACHMENT

HERE = BOOK.at("Morale and Detachments")


class Detaching(Inputs):
    """A detachment's losses, and the infantry unit that makes it."""

    leads = ("privates_lost", "officer_lost")
    privates_lost: int = whole("Privates of the detachment lost", least=0, most=99, unit="privates", default=0)
    officer_lost: bool = flag("Officer of the detachment lost")
    unit_officers: int = whole("Officers of the unit when it detaches", least=0, most=9, unit="officers", default=3)
    unit_privates: int = whole("Privates of the unit when it detaches", least=0, most=99, unit="privates", default=24)


@dataclass(frozen=True)
class Detachment:
    """What is left of the detachment and of the unit that made it."""

    retires: bool
    privates: int
    unit_officers: int
    unit_privates: int

    def __str__(self) -> str:
        does = "must retire" if self.retires else "skirmishes"
        return f"detachment of {many(self.privates, 'private')} {does}"


@procedure(
    id="the_war_game.detachment",
    title="Detachment",
    rules=("WG-DETACH",),
    examples=[
        Example({}, "detachment of 8 privates skirmishes"),
        Example({"privates_lost": 3}, "detachment of 5 privates skirmishes"),
        Example({"privates_lost": 4}, "detachment of 4 privates must retire"),
        Example({"officer_lost": True}, "detachment of 8 privates must retire"),
    ],
    tables=("the_war_game.detachment",),
)
def detachment(inputs: Detaching, work: Reckoning) -> Detachment:
    """Detach an officer and 8 privates as skirmishers; without the officer, or after 4 privates lost, they retire."""
    officers = work.read(DETACHMENT, "officers", says="Officers in a detachment")
    privates = work.read(DETACHMENT, "privates", says="Privates in a detachment")
    for field, has, needs in (
        ("unit_officers", inputs.unit_officers, officers),
        ("unit_privates", inputs.unit_privates, privates),
    ):
        if has < needs:
            raise refused(field, f"must be {needs} or more to detach, not {has}.", HERE)
    if inputs.privates_lost > privates:
        raise refused("privates_lost", f"must be {privates} or less, not {inputs.privates_lost}.", HERE)
    most = work.read(DETACHMENT, "retires after privates lost", says="It retires after privates lost")
    retires = inputs.officer_lost or inputs.privates_lost >= most
    left = privates - inputs.privates_lost
    officer = "no officer" if inputs.officer_lost else "its officer"
    says = f"The detachment has {officer} and {many(left, 'private')}: it {'must retire' if retires else 'fights on'}."
    work.step(HERE, says, retires, lost=inputs.privates_lost)
    return Detachment(retires, left, inputs.unit_officers - officers, inputs.unit_privates - privates)
