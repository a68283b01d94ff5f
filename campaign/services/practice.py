"""A practice cup: one person, one day. Faces are shown at once, the secret on the day after (secrecy.md, "Cups").

Not of any campaign and not in any journal; its heads follow every throw.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max

from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.models import Cup, CupState, Entropy, OwnerKind, Throw, User
from campaign.selectors.cups import OWN, today
from campaign.services.cup_throws import RollRequest, append_throw
from campaign.services.cups import make_heads, new_cup, read_entropy
from rulesets.core.cup import ABSENT, canonical

PRACTICE_RULE = "practice"  # a throw that no procedure asks for
MOST_DICE = 100
MOST_THROWS_A_DAY = 1000


@dataclass(frozen=True)
class PracticeThrow:
    """What was thrown, as its running number in the day's cup."""

    cup: str
    number: int
    faces: tuple[int, ...]


@transaction.atomic
def open_practice_cup(*, user_id: int) -> Cup:
    """Today's cup: its commitment is there to see before the first throw brings entropy."""
    User.objects.select_for_update().get(id=user_id)
    mine = Cup.objects.filter(owner_kind=OwnerKind.PRACTICE, owner_id=user_id)
    cup = mine.filter(opened_on=today()).first()
    if cup is None:
        opening = (mine.aggregate(last=Max("opening"))["last"] or 0) + 1
        title = f"Practice, {today():%-d %B %Y}"
        cup = new_cup((OwnerKind.PRACTICE, user_id), OWN, opening, title, campaign_id=None, seq=0)
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
    """The next throw of the day, or the one of that number again if the same page was sent twice."""
    if not (2 <= sides <= 100 and 1 <= count <= MOST_DICE):
        raise Refusal(f"A throw has 1 to {MOST_DICE} dice of 2 to 100 sides.")
    open_practice_cup(user_id=user_id)
    cup = Cup.objects.select_for_update().get(owner_kind=OwnerKind.PRACTICE, owner_id=user_id, opened_on=today())
    _freeze(cup, entropy)
    number = cup.count + 1 if number is None else number
    action = RollRequest(rule, tuple(map(str, subject)), number, count, sides)
    thrown = Throw.objects.filter(cup=cup, n=number).first()
    if thrown is None:
        thrown = _throw(cup, action)
    elif (thrown.base, thrown.sides, len(thrown.faces)) != (canonical(action.key(0).parts()[:3]), sides, count):
        raise Refusal(f"Another page has made throw {number}. The next throw of the day is number {cup.count + 1}.")
    return PracticeThrow(hex_id(cup.pk), number, tuple(thrown.faces))


def _throw(cup: Cup, action: RollRequest) -> Throw:
    if action.turn != cup.count + 1:
        raise Refusal(f"The next throw of the day is number {cup.count + 1}.")
    if cup.count >= MOST_THROWS_A_DAY:
        raise Refusal(f"A practice cup gives {MOST_THROWS_A_DAY} throws a day.")
    thrown = append_throw(cup, action, k=0, by_hand=None)
    make_heads([cup], f"throw {action.turn}")
    return thrown


def _freeze(cup: Cup, entropy: str) -> None:
    """The first throw of the day brings the entropy."""
    if cup.state == CupState.TAKING:
        Entropy.objects.create(cup=cup, side=OWN, line=read_entropy(entropy) or ABSENT)
        cup.state = CupState.FROZEN
        cup.save(update_fields=["state"])
        make_heads([cup], "opening")
