"""Run the sealed dice of battles and turns: open cups, add random digits, freeze, publish heads, reveal.

All of it happens inside an act, under the campaign's lock, and none of it is rewound (secrecy.md, "Cups"). An owner
is `("battle", id)` or `("turn", id)`. A battle's cups belong to what it is fought over (`Battle.cups`), not to its row,
so that a battle begun again keeps every roll. Rolls and rewinds are in cup_throws.py and cup_rewinds.py.
"""

import re
from collections.abc import Sequence

from campaign.app_part import INSTALLED, Owner
from campaign.audiences import PUBLIC, UMPIRE, side_audience
from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.models import Cup, CupSecret, CupState, Entropy, Head, OwnerKind, SideCode
from campaign.selectors.cups import CHECKPOINTS, cup_document, header_of, today, unrevealed_owners
from campaign.selectors.ledger import counting_rolls
from campaign.services.cup_throws import (
    NotYet,
    RollRequest,
    cups_of,
    has_cups,
    public_rolls,
    throw,
    throw_all,
    void,
    void_line,
)
from campaign.services.record import Act, acting
from campaign.sources import SOURCES
from rulesets.core.cup import ABSENT, blinded_head, commitment, kept_commitment, kept_head, sha256
from rulesets.core.cup_check import MOST_LINES

SIDES = tuple(sorted(SideCode.values))
AUDIENCES = (PUBLIC, *(side_audience(side) for side in SIDES), UMPIRE)
HEXADECIMAL = re.compile(r"[0-9a-f]{1,128}")

__all__ = [
    "NotYet",
    "RollRequest",
    "add_entropy",
    "counting_rolls",
    "cup_document",
    "freeze",
    "has_cups",
    "open_cups",
    "public_rolls",
    "publish_heads",
    "reopen_cups",
    "reveal",
    "takes_digits",
    "throw",
    "throw_all",
    "void",
    "void_line",
]


def open_cups(owner: Owner, *, title: str) -> None:
    """Open the same cups for every owner as it begins, used or not, and announce their commitments.

    Cups that it had before, if it begins again, keep their ledgers: their rolls count.
    """
    act = acting()
    _open(act, owner, AUDIENCES, title, home=act.stream)


def reopen_cups(owner: Owner, audiences: Sequence[str] = AUDIENCES) -> None:
    """Open new cups beside the old after a rewind; they collect new random digits and give only new keys."""
    last = max(cups_of(owner), key=lambda cup: cup.opened_seq)
    _open(acting(), owner, [a for a in AUDIENCES if a in audiences], last.title, home=last.home)


def _open(act: Act, owner: Owner, audiences: Sequence[str], title: str, *, home: str) -> None:
    openings: dict[str, int] = {}
    for cup in cups_of(owner):
        openings[cup.audience] = max(cup.opening, openings.get(cup.audience, 0))
    made = [new_cup(owner, a, openings.get(a, 0) + 1, title, opened_by=act, home=home) for a in audiences]
    if made:
        words = "\n".join(kept_commitment(hex_id(cup.pk), cup.commitment) for cup in made)
        act.tell(PUBLIC, f"{title}: the dice are sealed. Keep these lines.\n{words}", kind="cup.opened")


def new_cup(
    owner: Owner, audience: str, opening: int, title: str, *, opened_by: Act | None = None, home: str = ""
) -> Cup:
    """Make a cup with its secret, committed to by the secret's hash. A practice cup draws from its person's label."""
    label = audience if opened_by else f"{audience}:{hex_id(owner[1])}"
    secret = SOURCES.secret(f"cup:{label}")
    cup = Cup(
        id=SOURCES.new_id(PUBLIC if opened_by else label),
        campaign_id=opened_by.campaign_id if opened_by else None,
        owner_kind=owner[0],
        owner_id=owner[1],
        title=title[:80],
        audience=audience,
        opening=opening,
        opened_on=today(),
        opened_seq=opened_by.seq if opened_by else 0,
        home=home,
        commitment=commitment(secret),
    )
    cup.tip = header_of(cup).start()
    cup.save(force_insert=True)
    CupSecret.objects.create(cup=cup, secret=secret.hex())
    return cup


def add_entropy(owner: Owner, side: str, entropy: str) -> None:
    """Add the random digits of a side's browser, which come with a request or a seal. A side's first ones count."""
    acting()
    line = read_entropy(entropy)
    taking = [cup for cup in cups_of(owner) if cup.state == CupState.TAKING]
    if line:
        Entropy.objects.bulk_create([Entropy(cup=cup, side=side, line=line) for cup in taking], ignore_conflicts=True)


def read_entropy(entropy: str) -> str:
    """Return the digits as they enter the cup: 64 unchanged, more or fewer hashed; empty if there are none."""
    if entropy and not HEXADECIMAL.fullmatch(entropy):
        raise Refusal("Your browser sent unusable random digits. They must be 1 to 128 hexadecimal digits.")
    return entropy if len(entropy) in (0, 64) else sha256(entropy)


def takes_digits(owner: Owner) -> bool:
    """Return whether any of an owner's cups still takes random digits."""
    return any(cup.state == CupState.TAKING for cup in cups_of(owner))


def freeze(owner: Owner) -> None:
    """Freeze the cups at a public step: a side that added nothing is absent, and rolls can begin."""
    acting()
    taking = [cup for cup in cups_of(owner) if cup.state == CupState.TAKING]
    lines = [Entropy(cup=cup, side=side, line=ABSENT) for cup in taking for side in SIDES]
    Entropy.objects.bulk_create(lines, ignore_conflicts=True)
    Cup.objects.filter(id__in=[cup.pk for cup in taking]).update(state=CupState.FROZEN)


def publish_heads(owner: Owner, step: int | str, *, turn: int = 0, closing: Sequence[str] = ()) -> None:
    """Publish the blinded head of every cup in use at each public step, as journal lines for everyone to keep.

    A cup's last possible head is kept for its reveal, when its audience is `closing`.
    """
    at = step if isinstance(step, str) else f"public step {step}"
    in_use = [cup for cup in cups_of(owner) if cup.state == CupState.FROZEN]
    heads = make_heads([c for c in in_use if c.steps < MOST_LINES - 1 or c.audience in closing], at)
    act = acting()
    if heads:
        words = "\n".join(kept_head(hex_id(head.cup_id), head.step, head.blinded) for head in heads)
        text = f"{heads[0].cup.title}: the dice at {at}. Keep these lines.\n{words}"
        act.tell(PUBLIC, text, kind=CHECKPOINTS, turn=turn)


def make_heads(cups: Sequence[Cup], at: str) -> list[Head]:
    """Make one head per cup, by the same queries whether anything was rolled or not."""
    ids = [cup.pk for cup in cups]
    secrets = dict(CupSecret.objects.filter(cup__in=ids).values_list("cup_id", "secret"))
    entropies: dict[int, list[tuple[str, str]]] = {}
    for cup_id, side, line in (
        Entropy.objects.filter(cup__in=ids).order_by("side").values_list("cup_id", "side", "line")
    ):
        entropies.setdefault(cup_id, []).append((side, line))
    heads = []
    for cup in cups:
        secret = bytes.fromhex(secrets[cup.pk])
        value = blinded_head(secret, step=cup.steps, at=at, head=cup.tip, count=cup.count, entropies=entropies[cup.pk])
        heads.append(Head(cup=cup, step=cup.steps, at=at, count=cup.count, blinded=value))
        cup.steps += 1
    Cup.objects.bulk_update(cups, ["steps"])
    return Head.objects.bulk_create(heads)


def reveal(owner: Owner, *, audiences: Sequence[str] = AUDIENCES, at: str = "the reveal") -> None:
    """Reveal secret and ledger at the public moment set by the owner's kind, never by the cups' contents.

    A battle reveals all its cups when it is settled or called off. A turn reveals its public cup when it ends. What is
    left is revealed when the campaign closes (`reveal_campaign`), or when its owner is gone (`reveal_abandoned`).
    """
    act = acting()
    freeze(owner)
    publish_heads(owner, at, closing=audiences)
    closing = [cup for cup in cups_of(owner) if cup.state == CupState.FROZEN and cup.audience in audiences]
    if closing:
        Cup.objects.filter(id__in=[cup.pk for cup in closing]).update(
            state=CupState.TURNED_OVER, revealed_stream=act.stream, revealed_seq=act.seq
        )
        act.tell(PUBLIC, f"{closing[0].title}: the cups were revealed. Anyone can check them.", kind="cup.open")


def reveal_turn(turn_id: int) -> None:
    """Reveal the public cup of a strategic turn that has ended."""
    reveal((OwnerKind.TURN, turn_id), audiences=[PUBLIC], at="the end of the turn")


def reveal_campaign() -> None:
    """Reveal all remaining cups of a campaign as it closes."""
    for owner in unrevealed_owners(acting().campaign_id):
        reveal(owner, at="the end of the campaign")


def reveal_abandoned() -> None:
    """Reveal the cups of battles that can never be fought, such as those of a contact that a rewind undid."""
    campaign_id = acting().campaign_id
    owners = [owner for owner in unrevealed_owners(campaign_id) if owner[0] == OwnerKind.BATTLE]
    awaited = INSTALLED.awaited(campaign_id) if owners else set()
    for owner in owners:
        if owner not in awaited:
            reveal(owner, at="the end of this battle")
