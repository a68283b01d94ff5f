"""Carry a battle's report over to the map, with all its rolls from the public cup before the reveal (VG-9)."""

from collections.abc import Sequence
from functools import partial

from battles.models import Battle
from battles.selectors.reads import brief_of_battle, house_of_battle, stream_of
from battles.selectors.retreat import leaving_of
from battles.services.common import require
from campaign.audiences import PUBLIC
from campaign.services import cups
from campaign.services.record import Act
from rulesets.core.carries import carries
from rulesets.core.dice import CupDice
from rulesets.core.report import Report
from war.models import Contact, ContactState
from war.selectors.aftermath import rolls_of, verdict_of, work_out
from war.services import aftermath


@carries("VG-9", "VG-9C", "VG-9D")
def apply_to_map(act: Act, battle: Battle, report: Report) -> None:
    """Roll what the dry run leaves open, and apply it all."""
    contact = Contact.objects.get(battles=battle)
    require(contact.state == ContactState.TAKEN_UP, f"{contact.name} is already settled.")
    brief, house = brief_of_battle(battle), house_of_battle(battle)
    verdict = verdict_of(battle.book, brief, report, house)
    worked = work_out(battle.book, brief, report, house, dice=_dice(battle))
    settled = aftermath.Settled(
        brief, report, worked, verdict, leaving_of(battle, report, verdict), battle.setup.scopes
    )
    aftermath.apply(act, settled, about=stream_of(battle.id))
    contact.state, contact.since = ContactState.SETTLED, act.at
    act.save(contact)


def _dice(battle: Battle) -> CupDice:
    """Make the whole grid of rolls, used or not, so that the opened cup doesn't tell which were needed."""
    cups.freeze(battle.cups)
    wanted = [cups.RollRequest(roll.rule, roll.subject, 0, roll.count, roll.sides) for roll in rolls_of(battle.book)]
    made = cups.throw_all(battle.cups, audience=PUBLIC, wanted=wanted)
    return CupDice(partial(_throw, battle, made))


def _throw(
    battle: Battle,
    made: dict[cups.RollRequest, tuple[int, ...]],
    *,
    rule: str,
    subject: Sequence[str],
    turn: int,
    count: int,
    sides: int,
) -> tuple[int, ...]:
    """Return a roll of the grid; one beyond it is made now."""
    asked = cups.RollRequest(rule, tuple(subject), turn, count, sides)
    if asked in made:
        return made[asked]
    return cups.throw(battle.cups, audience=PUBLIC, rule=rule, subject=subject, turn=turn, count=count, sides=sides)
