"""Run the sealed dice of battles and turns: open cups, add random digits, freeze, publish heads, reveal.

All of it happens inside an act, under the campaign's lock, and none of it is rewound (secrecy.md, "Cups"). An owner
is `("battle", id)` or `("turn", id)`. Rolls and rewinds are in cup_throws.py and cup_rewinds.py.
"""

import re
from collections.abc import Sequence

from campaign.audiences import PUBLIC, UMPIRE, side_audience
from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.models import Cup, CupSecret, CupState, Entropy, Head, OwnerKind, SideCode
from campaign.selectors.cups import cup_document, header_of, today
from campaign.services.cup_throws import NotYet, Owner, cups_of, throw, void, void_line
from campaign.services.record import Act, acting
from campaign.sources import SOURCES
from rulesets.core.cup import ABSENT, blinded_head, commitment, kept_commitment, kept_head, sha256

SIDES = tuple(sorted(SideCode.values))
AUDIENCES = (PUBLIC, *(side_audience(side) for side in SIDES), UMPIRE)
HEXADECIMAL = re.compile(r"[0-9a-f]{1,128}")
OWNER_WORDS = {OwnerKind.BATTLE: "Battle", OwnerKind.TURN: "Turn"}

__all__ = [
    "NotYet",
    "add_entropy",
    "cup_document",
    "freeze",
    "open_cups",
    "publish_heads",
    "reopen_cups",
    "reveal",
    "throw",
    "void",
    "void_line",
]


def open_cups(owner_kind: str, owner_id: int, campaign_id: int, *, title: str = "") -> None:
    """Open the same cups for every owner at its creation, used or not, and announce their commitments."""
    owner = (owner_kind, owner_id)
    live = {cup.audience for cup in cups_of(owner) if cup.state != CupState.TURNED_OVER}
    _open(acting(), owner, [a for a in AUDIENCES if a not in live], title or _title(owner))


def reopen_cups(owner: Owner, audiences: Sequence[str] = AUDIENCES) -> None:
    """Open new cups beside the old after a rewind; they collect new random digits and give only new keys."""
    titles = [cup.title for cup in cups_of(owner)]
    _open(acting(), owner, [a for a in AUDIENCES if a in audiences], titles[0] if titles else _title(owner))


def _title(owner: Owner) -> str:
    return f"{OWNER_WORDS[OwnerKind(owner[0])]} {hex_id(owner[1])}"


def _open(act: Act, owner: Owner, audiences: Sequence[str], title: str) -> None:
    openings: dict[str, int] = {}
    for cup in cups_of(owner):
        openings[cup.audience] = max(cup.opening, openings.get(cup.audience, 0))
    made = [
        new_cup(owner, a, openings.get(a, 0) + 1, title, campaign_id=act.campaign_id, seq=act.seq) for a in audiences
    ]
    if made:
        words = "\n".join(kept_commitment(hex_id(cup.pk), cup.commitment) for cup in made)
        act.tell(PUBLIC, f"{title}: the dice are sealed. Keep these lines.\n{words}", kind="cup.opened")


def new_cup(owner: Owner, audience: str, opening: int, title: str, *, campaign_id: int | None, seq: int) -> Cup:
    """Make a cup with its secret, committed to by the secret's hash. A practice cup draws from its person's label."""
    label = audience if campaign_id is not None else f"{audience}:{hex_id(owner[1])}"
    secret = SOURCES.secret(f"cup:{label}")
    cup = Cup(
        id=SOURCES.new_id(PUBLIC if campaign_id is not None else label),
        campaign_id=campaign_id,
        owner_kind=owner[0],
        owner_id=owner[1],
        title=title[:80],
        audience=audience,
        opening=opening,
        opened_on=today(),
        opened_seq=seq,
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


def freeze(owner: Owner) -> None:
    """Freeze the cups at a public step: a side that added nothing is absent, and rolls can begin."""
    acting()
    taking = [cup for cup in cups_of(owner) if cup.state == CupState.TAKING]
    lines = [Entropy(cup=cup, side=side, line=ABSENT) for cup in taking for side in SIDES]
    Entropy.objects.bulk_create(lines, ignore_conflicts=True)
    Cup.objects.filter(id__in=[cup.pk for cup in taking]).update(state=CupState.FROZEN)


def publish_heads(owner: Owner, step: int | str) -> None:
    """Publish the blinded head of every cup in use at each public step, as journal lines for everyone to keep."""
    at = step if isinstance(step, str) else f"public step {step}"
    act, heads = acting(), make_heads([c for c in cups_of(owner) if c.state == CupState.FROZEN], at)
    if heads:
        words = "\n".join(kept_head(hex_id(head.cup_id), head.step, head.blinded) for head in heads)
        act.tell(PUBLIC, f"{heads[0].cup.title}: the dice at {at}. Keep these lines.\n{words}", kind="cup.heads")


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

    A battle reveals all its cups when its report is applied. A turn reveals its public cup when it ends, and the
    rest at the end of the campaign (`reveal_campaign`).
    """
    act = acting()
    freeze(owner)
    publish_heads(owner, at)
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
    """Reveal the remaining cups of a campaign's turns at its end: the sides' and the umpire's."""
    rows = Cup.objects.filter(campaign_id=acting().campaign_id, owner_kind=OwnerKind.TURN)
    open_still = rows.exclude(state=CupState.TURNED_OVER).order_by("owner_id").values_list("owner_id", flat=True)
    for turn_id in sorted(set(open_still)):
        reveal((OwnerKind.TURN, turn_id), at="the end of the campaign")
