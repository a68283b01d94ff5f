"""Roll from cups. Once a key is rolled, it keeps its result, whichever of the owner's cups it came from."""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby

from campaign.app_part import Owner
from campaign.errors import Refusal
from campaign.ids import hex_id, read_id
from campaign.models import Cup, CupSecret, CupState, Entropy, HowThrown, Throw
from campaign.selectors.cups import rule_title, words_of
from campaign.selectors.ledger import History, cup_audience
from campaign.services.record import Act, acting
from campaign.sources import SOURCES
from rulesets.core.cup import LONGEST_KEY, MOST_DICE, Key, Line, canonical, throw_faces
from rulesets.core.cup_check import MOST_LINES
from rulesets.core.records import dataclass

MOST_NAMED = 20  # rolls of one rule that are named one by one


class NotYet(Refusal):
    """New rolls wait for the next public step, which freezes the cup: after its opening, and after a rewind."""


def cups_of(owner: Owner) -> list[Cup]:
    """Return all cups an owner has ever had, in a canonical order."""
    return list(Cup.objects.filter(owner_kind=owner[0], owner_id=owner[1]).order_by("audience", "opening"))


@dataclass(frozen=True)
class RollRequest:
    """What a roll is for, and its dice."""

    rule: str
    subject: tuple[str, ...]
    turn: int
    count: int
    sides: int

    @property
    def base(self) -> str:
        return canonical([self.rule, list(self.subject), self.turn])

    def key(self, k: int) -> Key:
        return Key(self.rule, self.subject, self.turn, k)

    @property
    def words(self) -> str:
        """Return the request in words: Arrival of a flank force, Confederate, right, VG-7B1."""
        said = words_of([self.rule, self.subject, self.turn, 0])
        return ", ".join(part for part in (said["words"], self.rule, said["more"]) if part)


def has_cups(owner: Owner) -> bool:
    return Cup.objects.filter(owner_kind=owner[0], owner_id=owner[1]).exists()


def public_rolls(owner: Owner) -> list[str]:
    """Return, in words, the rolls that count in an owner's revealed cups; of one rule's many, only how many."""
    lines = Throw.objects.filter(
        cup__owner_kind=owner[0], cup__owner_id=owner[1], cup__state=CupState.TURNED_OVER
    ).order_by("cup__audience", "base", "cup__opening", "n")
    counting = [
        History(list(found)).counting for _, found in groupby(lines.select_related("cup"), key=_audience_and_base)
    ]
    by_rule: dict[str, list[Throw]] = {}
    for roll in counting:
        if roll is not None:
            by_rule.setdefault(json.loads(roll.base)[0], []).append(roll)
    return [words for rule, rolls in by_rule.items() for words in _many_in_words(rule, rolls)]


def _many_in_words(rule: str, rolls: Sequence[Throw]) -> list[str]:
    if len(rolls) > MOST_NAMED:
        return [f"{rule_title(rule)}, {rule}: {len(rolls)} rolls"]
    return [_in_words(roll) for roll in rolls]


def _audience_and_base(line: Throw) -> tuple[str, str]:
    return line.cup.audience, line.base


def _in_words(roll: Throw) -> str:
    rule, subject, turn = json.loads(roll.base)
    asked = RollRequest(rule, tuple(subject), turn, len(roll.faces), roll.sides)
    return f"{asked.words}: {', '.join(map(str, roll.faces))}"


def throw(
    owner: Owner,
    *,
    audience: str,
    rule: str,
    subject: Iterable[str | int],
    turn: int,
    sides: int,
    count: int = 1,
    by_hand: Sequence[int] | None = None,
) -> tuple[int, ...]:
    """Return the result of a key: the earlier one, or a new one. Entered rolls go into the same ledger, marked.

    They count if they come first; otherwise, they are recorded beside the roll that counts.
    """
    act, action = acting(), RollRequest(rule, tuple(map(str, subject)), turn, count, sides)
    _check_entered(action, by_hand)
    history = _history(owner, cup_audience(audience), action)
    counting = history.counting
    if counting is None:
        counting = _roll(_newest(owner, cup_audience(audience)), action, history, by_hand)
    else:
        _check_dice(action, counting)
        if by_hand is not None and not history.has_beside(by_hand):
            _record_beside(_newest(owner, cup_audience(audience)), action, counting, by_hand)
    _note(act, audience, counting)
    return tuple(counting.faces[: action.count])


def throw_all(owner: Owner, *, audience: str, wanted: Sequence[RollRequest]) -> dict[RollRequest, tuple[int, ...]]:
    """Return the results of many keys, as `throw` would one by one: those rolled before, or new ones.

    It takes the same few queries however many there are, and whatever they are used for.
    """
    act, whose = acting(), cup_audience(audience)
    histories, cup = _histories(owner, whose, wanted), _newest(owner, whose)
    missing = {asked.base: asked for asked in wanted if histories[asked.base].counting is None}
    new = _roll_all(cup, list(missing.values()), histories)
    found: dict[RollRequest, tuple[int, ...]] = {}
    for asked in wanted:
        line = new.get(asked.base) or histories[asked.base].counting
        assert line is not None
        _check_dice(asked, line)
        _note(act, audience, line)
        found[asked] = tuple(line.faces[: asked.count])
    return found


def _check_entered(action: RollRequest, by_hand: Sequence[int] | None) -> None:
    if by_hand is not None and len(by_hand) != action.count:
        raise Refusal(f"{action.words}: you entered {len(by_hand)} dice. Enter {action.count}.")
    if any(not 1 <= face <= action.sides for face in by_hand or ()):
        raise Refusal(f"{action.words}: enter dice from 1 to {action.sides}.")


def _check_dice(action: RollRequest, counting: Throw) -> None:
    """Refuse other dice for a key than those it was rolled with."""
    if counting.sides != action.sides or len(counting.faces) < action.count:
        raise Refusal(
            f"{action.words} was already rolled with {len(counting.faces)}d{counting.sides}. "
            "Void that roll before you roll other dice."
        )


def _histories(owner: Owner, audience: str, wanted: Sequence[RollRequest]) -> dict[str, History]:
    """Return the ledger lines of many bases, in one read."""
    found: dict[str, list[Throw]] = {asked.base: [] for asked in wanted}
    lines = Throw.objects.filter(
        cup__owner_kind=owner[0], cup__owner_id=owner[1], cup__audience=audience, base__in=list(found)
    )
    for line in lines.order_by("cup__opening", "n"):
        found[line.base].append(line)
    return {base: History(lines) for base, lines in found.items()}


def _history(owner: Owner, audience: str, action: RollRequest) -> History:
    lines = Throw.objects.filter(
        cup__owner_kind=owner[0], cup__owner_id=owner[1], cup__audience=audience, base=action.base
    )
    return History(list(lines.order_by("cup__opening", "n")))


def _newest(owner: Owner, audience: str) -> Cup:
    found = Cup.objects.filter(owner_kind=owner[0], owner_id=owner[1], audience=audience).order_by("-opening").first()
    if found is None:
        raise LookupError(f"{owner[0]} {owner[1]:016x} has no cup for {audience}")
    return found


def _roll(cup: Cup, action: RollRequest, history: History, by_hand: Sequence[int] | None) -> Throw:
    """Roll from a frozen cup. A void in an earlier cup is carried over, so that each ledger explains its own k."""
    _require_frozen(cup, action)
    for line in _carried_over(cup, action, history):
        _append(cup, line)
    return append_throw(cup, action, k=history.k, by_hand=by_hand)


def _require_frozen(cup: Cup, action: RollRequest) -> None:
    if cup.state != CupState.FROZEN:
        raise NotYet(f"{action.words} can’t be rolled before the next public step.")


def _carried_over(cup: Cup, action: RollRequest, history: History) -> list[Line]:
    before = history.void_before()
    if before is None or before.cup_id == cup.pk:
        return []
    return [Line(0, action.key(before.k), 0, (), HowThrown.VOID.value, before.of, before.note)]


def _roll_all(cup: Cup, wanted: Sequence[RollRequest], histories: Mapping[str, History]) -> dict[str, Throw]:
    """Roll many keys from a frozen cup, in order; return the new lines by base."""
    if not wanted:
        return {}
    _require_frozen(cup, wanted[0])
    secret, entropies = _sources_of(cup)
    lines: list[Line] = []
    for asked in wanted:
        history = histories[asked.base]
        key = asked.key(history.k)
        faces = throw_faces(
            secret, cup=hex_id(cup.pk), entropies=entropies, key=key, count=asked.count, sides=asked.sides
        )
        lines += [*_carried_over(cup, asked, history), Line(0, key, asked.sides, faces, HowThrown.MACHINE.value)]
    appended = _append_all(cup, lines)
    return {line.base: line for line in appended if line.how != HowThrown.VOID}


def append_throw(cup: Cup, action: RollRequest, *, k: int, by_hand: Sequence[int] | None) -> Throw:
    """Append the next line of a cup: the result the secret gives, or the entered one."""
    key, how = action.key(k), HowThrown.MACHINE if by_hand is None else HowThrown.HAND
    faces = tuple(by_hand) if by_hand is not None else _machine_faces(cup, key, count=action.count, sides=action.sides)
    return _append(cup, Line(0, key, action.sides, faces, how.value))


def _machine_faces(cup: Cup, key: Key, *, count: int, sides: int) -> tuple[int, ...]:
    secret, entropies = _sources_of(cup)
    return throw_faces(secret, cup=hex_id(cup.pk), entropies=entropies, key=key, count=count, sides=sides)


def _sources_of(cup: Cup) -> tuple[bytes, list[tuple[str, str]]]:
    """Return a cup's secret, and the random digits of the sides."""
    secret = bytes.fromhex(CupSecret.objects.get(cup=cup).secret)
    return secret, list(Entropy.objects.filter(cup=cup).order_by("side").values_list("side", "line"))


def _record_beside(cup: Cup, action: RollRequest, counting: Throw, by_hand: Sequence[int]) -> None:
    """Record entered dice for a key that was already rolled; they don't count."""
    if cup.state != CupState.FROZEN:
        raise Refusal(f"{action.words} was already rolled. Leave it blank.")
    of = hex_id(counting.cup_id)
    _append(cup, Line(0, action.key(counting.k), action.sides, tuple(by_hand), HowThrown.HAND.value, of))


def _append(cup: Cup, line: Line) -> Throw:
    """Append a line to the chain. The campaign's lock, or the row's own, keeps others out."""
    row = _linked(cup, line, SOURCES.now())
    cup.save(update_fields=["count", "tip"])
    row.save(force_insert=True)
    return row


def _append_all(cup: Cup, lines: Sequence[Line]) -> list[Throw]:
    """Append several lines to the chain, in order."""
    now = SOURCES.now()
    rows = [_linked(cup, line, now) for line in lines]
    cup.save(update_fields=["count", "tip"])
    return Throw.objects.bulk_create(rows)


def _linked(cup: Cup, line: Line, now: datetime) -> Throw:
    """Return a line as the next one of a cup, and move the cup's count and tip to it; nothing is saved."""
    if len(canonical(line.key.parts()[:3])) > LONGEST_KEY:
        raise Refusal(f"The names in this roll exceed {LONGEST_KEY} characters. Shorten them.")
    if len(line.faces) > MOST_DICE:
        raise Refusal(f"This roll has {len(line.faces)} dice. Roll at most {MOST_DICE} at a time.")
    if cup.count >= MOST_LINES:
        raise Refusal(f"This cup is full: it has {MOST_LINES:,} lines. Rewind past the last seal to open a new one.")
    line = Line(cup.count + 1, line.key, line.sides, line.faces, line.how, line.of, line.note)
    cup.count, cup.tip = line.n, line.link(cup.tip)
    return Throw(
        cup=cup,
        n=line.n,
        base=canonical(line.key.parts()[:3]),
        k=line.key.k,
        sides=line.sides,
        faces=list(line.faces),
        how=line.how,
        of=line.of,
        note=line.note,
        hash=cup.tip,
        at=now,
    )


def _note(act: Act, audience: str, line: Throw) -> None:
    key = canonical([*json.loads(line.base), line.k])
    act.note_throw(audience=audience, cup=hex_id(line.cup_id), line=line.n, key=key, faces=line.faces, how=line.how)


def void(owner: Owner, *, audience: str, rule: str, subject: Iterable[str | int], turn: int, reason: str) -> None:
    """Void a roll; the next one is k + 1. The cup's audience sees it at once, everyone else at the reveal."""
    act, action = acting(), RollRequest(rule, tuple(map(str, subject)), turn, 0, 0)
    counting = _history(owner, cup_audience(audience), action).counting
    if counting is None:
        raise Refusal(f"{action.words} has no roll that counts.")
    if not reason.strip():
        raise Refusal("Enter a reason to void the roll.", field="reason")
    cup = _newest(owner, cup_audience(audience))
    if cup.state == CupState.TURNED_OVER:
        raise Refusal(f"{action.words}: the cup is revealed. Rewind past that first.")
    of = hex_id(counting.cup_id)
    _append(cup, Line(0, action.key(counting.k), 0, (), HowThrown.VOID.value, of, reason))
    faces = ", ".join(map(str, counting.faces))
    act.tell(cup.audience, f"{action.words}: the roll of {faces} was voided. {reason}", kind="cup.void", turn=turn)


def void_line(campaign_id: int, cup: str, line: int, reason: str) -> None:
    """Void a roll by its place in the ledger, as journal entries note it."""
    found = Throw.objects.filter(cup_id=read_id(cup) or 0, cup__campaign_id=campaign_id, n=line)
    thrown = found.select_related("cup").first()
    if thrown is None or thrown.how == HowThrown.VOID or thrown.of:
        raise Refusal("Unknown roll.")
    rule, subject, turn = json.loads(thrown.base)
    owner = (thrown.cup.owner_kind, thrown.cup.owner_id)
    action = RollRequest(rule, tuple(subject), turn, 0, 0)
    counting = _history(owner, thrown.cup.audience, action).counting
    if counting is None or counting.pk != thrown.pk:
        raise Refusal(f"{action.words}: this roll is already void.")
    void(owner, audience=thrown.cup.audience, rule=rule, subject=subject, turn=turn, reason=reason)
