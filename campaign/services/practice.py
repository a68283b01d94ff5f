"""Roll from practice cups: one per person and day. Results show at once, the secret the next day (secrecy.md, "Cups").

They belong to no campaign and no journal; a head follows every roll.
"""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Max

from campaign.dates import long_date
from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.models import Cup, CupState, Entropy, OwnerKind, Throw, User
from campaign.selectors.cups import OWN, today
from campaign.services.cup_throws import RollRequest, append_throw
from campaign.services.cups import make_heads, new_cup, read_entropy
from rulesets.core.cup import ABSENT, MOST_DICE, canonical
from rulesets.core.records import dataclass

PRACTICE_RULE = "practice"  # a roll that no rule asks for
MOST_THROWS_A_DAY = 1000


@dataclass(frozen=True)
class PracticeThrow:
    """A roll, with its number in the day's cup."""

    cup: str
    number: int
    faces: tuple[int, ...]


@transaction.atomic
def open_practice_cup(*, user_id: int) -> Cup:
    """Return today's cup; its commitment is visible before the first roll adds random digits."""
    User.objects.select_for_update().get(id=user_id)
    mine = Cup.objects.filter(owner_kind=OwnerKind.PRACTICE, owner_id=user_id)
    cup = mine.filter(opened_on=today()).first()
    if cup is None:
        opening = (mine.aggregate(last=Max("opening"))["last"] or 0) + 1
        title = f"Practice, {long_date(today())}"
        cup = new_cup((OwnerKind.PRACTICE, user_id), OWN, opening, title)
    return cup


@transaction.atomic
def practice_throw(
    *,
    user_id: int,
    rule: str,
    subject: Iterable[str | int] = (),
    sides: int,
    count: int = 1,
    number: int | None = None,
    entropy: str = "",
) -> PracticeThrow:
    """Return the next roll of the day, or the roll with that number again if the same page was sent twice."""
    if not (2 <= sides <= 100 and 1 <= count <= MOST_DICE):
        raise Refusal(f"Enter 1 to {MOST_DICE} dice with 2 to 100 sides.")
    open_practice_cup(user_id=user_id)
    cup = Cup.objects.select_for_update().get(owner_kind=OwnerKind.PRACTICE, owner_id=user_id, opened_on=today())
    _freeze(cup, entropy)
    number = cup.count + 1 if number is None else number
    action = RollRequest(rule, tuple(map(str, subject)), number, count, sides)
    thrown = Throw.objects.filter(cup=cup, n=number).first()
    if thrown is None:
        thrown = _throw(cup, action)
    elif (thrown.base, thrown.sides, len(thrown.faces)) != (canonical(action.key(0).parts()[:3]), sides, count):
        raise Refusal(f"Another page made roll {number}. Today’s next roll is number {cup.count + 1}.")
    return PracticeThrow(hex_id(cup.pk), number, tuple(thrown.faces))


def _throw(cup: Cup, action: RollRequest) -> Throw:
    if action.turn != cup.count + 1:
        raise Refusal(f"Today’s next roll is number {cup.count + 1}.")
    if cup.count >= MOST_THROWS_A_DAY:
        raise Refusal(f"A practice cup gives {MOST_THROWS_A_DAY} rolls a day. Continue tomorrow.")
    thrown = append_throw(cup, action, k=0, by_hand=None)
    make_heads([cup], f"roll {action.turn}")
    return thrown


def _freeze(cup: Cup, entropy: str) -> None:
    """Freeze the cup at the day's first roll, which adds the random digits."""
    if cup.state == CupState.TAKING:
        Entropy.objects.create(cup=cup, side=OWN, line=read_entropy(entropy) or ABSENT)
        cup.state = CupState.FROZEN
        cup.save(update_fields=["state"])
        make_heads([cup], "opening")
