"""Read what the dice pages show: the verdict on a cup file, a campaign's cups, and a person's practice cups."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.http import Http404

from campaign.audiences import PUBLIC, UMPIRE
from campaign.gate import heavy
from campaign.ids import hex_id
from campaign.models import Cup, CupState, OwnerKind, SideCode, Throw
from campaign.prepared import prepared
from campaign.routes import reverse
from campaign.selectors.cups import OWN, cup_documents, key_of, state_of, today
from campaign.visibility import Viewer
from rulesets.core.cup import HAND, VOID, kept_commitment, kept_head
from rulesets.core.cup_check import Finding, examine, read_documents, read_kept
from rulesets.core.records import dataclass

OWNERS_A_PAGE = 20
STATE_WORDS = {
    CupState.TAKING.value: "Collecting random digits",
    CupState.FROZEN.value: "In use",
    CupState.TURNED_OVER.value: "Revealed",
}
WHOSE = {PUBLIC: ("public", "Public"), UMPIRE: ("umpire", "Umpire’s"), OWN: ("public", "Own")}


@dataclass(frozen=True)
class Verdict:
    """What a check found, in words. `kind` is ok, warn, or bad."""

    kind: str
    title: str
    sentence: str
    findings: list[Finding]


@heavy
def verdict_on(text: str, kept_text: str) -> Verdict:
    """Check a cup file on the server, for a browser without JavaScript."""
    found, kept = examine(text, kept_text), len(read_kept(kept_text))
    if found and {finding.code for finding in found} == {"closed"}:
        return Verdict("warn", "Not yet revealed", "Everything that can be compared so far agrees.", found)
    if found:
        return Verdict("bad", "Check failed", "This file doesn’t prove what it says.", found)
    cups = len(read_documents(text) or [])
    what = "the cup" if cups == 1 else f"all {cups} cups"
    sentence = f"In {what}, the commitment, random digits, results, chain, and checkpoints agree. "
    more = f"So do the {kept} lines you kept."
    if not kept:
        more = "You compared no lines of your own. Without one, a roll could have been left out and the chain rebuilt."
    return Verdict("ok", "Everything agrees", sentence + more, [])


# ---------- a campaign's cups ----------


@dataclass(frozen=True)
class CupRow:
    """One cup in the list."""

    cup: str
    side: str
    whose: str
    opening: int
    state: str
    is_open: bool
    commitment: str
    opened_on: date
    url: str


@dataclass(frozen=True)
class Owner:
    """A battle or turn with all its cups; `anchor` is its place on the page."""

    anchor: str
    title: str
    cups: list[CupRow]
    all_url: str
    is_open: bool

    @property
    def check_url(self) -> str:
        """Return the check page, which loads these cups by itself."""
        return _checked(self.all_url)


@dataclass(frozen=True)
class CupsPage:
    owners: list[Owner]
    newer: str
    older: str


@dataclass(frozen=True)
class LedgerLine:
    """A line of a revealed ledger, in words."""

    n: int
    key: str
    sides: int
    faces: list[int]
    how: str
    note: str
    by_hand: bool


@dataclass(frozen=True)
class CupPage:
    """Everything about one cup that everyone may know now."""

    row: CupRow
    title: str
    entropies: list[dict[str, str]]
    heads: list[dict[str, Any]]
    lines: list[LedgerLine]
    secret: str
    kept: str
    json_url: str
    all_url: str
    check_url: str


def cups_page(viewer: Viewer, *, page: int = 1) -> CupsPage:
    """Return a campaign's cups, newest battle or turn first; all its members see the same."""
    first = (page - 1) * OWNERS_A_PAGE
    shown = _owners(viewer, first, OWNERS_A_PAGE + 1)
    older = f"?page={page + 1}" if len(shown) > OWNERS_A_PAGE else ""
    newer = f"?page={page - 1}" if page > 1 else ""
    return CupsPage(shown[:OWNERS_A_PAGE], newer, older)


def newest_cups(viewer: Viewer) -> Owner | None:
    """Return the cups of the newest battle or turn."""
    return next(iter(_owners(viewer, 0, 1)), None)


def _owners(viewer: Viewer, first: int, count: int) -> list[Owner]:
    """Return so many battles and turns with their cups, newest first."""
    mine = Cup.objects.filter(campaign_id=viewer.campaign_id)
    begun = mine.filter(audience=PUBLIC, opening=1).order_by("-opened_seq", "-owner_id")
    shown = list(begun.values_list("owner_kind", "owner_id")[first : first + count])
    cups: dict[tuple[str, int], list[Cup]] = {}
    for cup in mine.filter(owner_id__in=[owner_id for _, owner_id in shown]).order_by("opening", "audience"):
        cups.setdefault((cup.owner_kind, cup.owner_id), []).append(cup)
    return [_owner(cups[owner]) for owner in shown]


def cups_of_owner(owner: tuple[str, int]) -> Owner:
    """Return all cups of one battle or turn."""
    kind, owner_id = owner
    return _owner(list(Cup.objects.filter(owner_kind=kind, owner_id=owner_id).order_by("opening", "audience")))


def _owner(cups: Sequence[Cup]) -> Owner:
    rows = [_row(cup) for cup in cups]
    all_url = reverse("dice:documents", args=[cups[0].campaign_id, cups[0].pk])
    return Owner(anchor_of(cups[0].owner_id), cups[0].title, rows, all_url, any(row.is_open for row in rows))


def check_url_of(owner: tuple[str, int]) -> str:
    """Return the check page, which loads all cups of a battle or turn by itself."""
    kind, owner_id = owner
    cup = Cup.objects.filter(owner_kind=kind, owner_id=owner_id, audience=PUBLIC).order_by("opening")[0]
    return _checked(reverse("dice:documents", args=[cup.campaign_id, cup.pk]))


def _checked(address: str) -> str:
    """Return the check page for the cup file at an address."""
    return f"{reverse('dice:check')}#{address}"


def anchor_of(owner_id: int) -> str:
    return f"of-{hex_id(owner_id)}"


def _row(cup: Cup) -> CupRow:
    side, whose = _whose(cup.audience)
    state = state_of(cup)
    url = reverse("dice:cup", args=[cup.campaign_id, cup.pk]) if cup.campaign_id else ""
    return CupRow(
        cup=hex_id(cup.pk),
        side=side,
        whose=whose,
        opening=cup.opening,
        state=STATE_WORDS[state],
        is_open=state == CupState.TURNED_OVER,
        commitment=cup.commitment,
        opened_on=cup.opened_on,
        url=url,
    )


def _whose(audience: str) -> tuple[str, str]:
    side = audience.partition(":")[2]
    return (side, str(SideCode(side).label)) if side else WHOSE[audience]


def find_cup(viewer: Viewer, cup_id: int) -> Cup:
    for cup in _cup(viewer.campaign_id, cup_id):
        return cup
    raise Http404


@prepared
def _cup(campaign_id: int, cup_id: int) -> QuerySet[Cup]:
    return Cup.objects.filter(campaign_id=campaign_id, id=cup_id)


def cup_page(viewer: Viewer, cup_id: int) -> CupPage:
    cup = find_cup(viewer, cup_id)
    args = [cup.campaign_id, cup.pk]
    return page_of_cup(cup, json_url=reverse("dice:document", args=args), all_url=reverse("dice:documents", args=args))


def page_of_cup(cup: Cup, *, json_url: str, all_url: str = "") -> CupPage:
    """Return everything that everyone may know of a cup now, with the addresses of its files."""
    document = cup_documents([cup])[0]
    lines = [kept_commitment(document["cup"], document["commitment"])]
    lines += [kept_head(document["cup"], head["step"], head["blinded"]) for head in document["heads"][-1:]]
    return CupPage(
        row=_row(cup),
        title=cup.title,
        entropies=[line | {"word": _side_word(line["side"])} for line in document["entropies"]],
        heads=document["heads"],
        lines=[ledger_line(throw) for throw in document.get("throws", [])],
        secret=document.get("secret", ""),
        kept="\n".join(lines),
        json_url=json_url,
        all_url=all_url,
        check_url=_checked(json_url),
    )


def _side_word(side: str) -> str:
    return str(SideCode(side).label) if side in SideCode.values else "You"


def ledger_line(throw: dict[str, Any]) -> LedgerLine:
    """Return a line of a cup file in words; a void names what it voids, by k."""
    beside = throw["how"] == HAND and throw["of"]
    how = {VOID: "void", HAND: "by hand, beside the roll" if beside else "by hand"}.get(throw["how"], "")
    key = ", ".join([throw["rule"], *throw["subject"], f"turn {throw['turn']}"])
    repeat = f", roll {throw['k'] + 1}" if throw["k"] else ""
    return LedgerLine(
        throw["n"], key + repeat, throw["sides"], throw["faces"], how, throw["note"], throw["how"] == HAND
    )


def owner_documents(viewer: Viewer, cup_id: int) -> list[dict[str, Any]]:
    """Return the files of all cups of this cup's battle or turn as one: together they prove more."""
    cup = find_cup(viewer, cup_id)
    together = Cup.objects.filter(campaign_id=viewer.campaign_id, owner_kind=cup.owner_kind, owner_id=cup.owner_id)
    return cup_documents(list(together.order_by("audience", "opening")))


# ---------- practice ----------


@dataclass(frozen=True)
class PracticePage:
    """A person's cup of today, their rolls, and their cups of earlier days."""

    today: CupPage | None
    throws: list[LedgerLine]
    next: int
    days: list[CupPage]


def practice_page(user_id: int) -> PracticePage:
    mine = Cup.objects.filter(owner_kind=OwnerKind.PRACTICE, owner_id=user_id)
    cups = list(mine.order_by("-opening")[:8])
    now = next((cup for cup in cups if cup.opened_on == today()), None)
    throws = Throw.objects.filter(cup=now).order_by("-n")[:20] if now else []
    return PracticePage(
        today=_practice_cup(now) if now else None,
        throws=[_thrown(throw) for throw in throws],
        next=now.count + 1 if now else 1,
        days=[_practice_cup(cup) for cup in cups if cup is not now],
    )


def _thrown(throw: Throw) -> LedgerLine:
    return LedgerLine(throw.n, key_of(throw).rule, throw.sides, throw.faces, "", "", by_hand=False)


def _practice_cup(cup: Cup) -> CupPage:
    return page_of_cup(cup, json_url=reverse("dice:practice-document", args=[cup.pk]))


def practice_document(user_id: int, cup_id: int) -> dict[str, Any]:
    cup = Cup.objects.filter(owner_kind=OwnerKind.PRACTICE, owner_id=user_id, id=cup_id).first()
    if cup is None:
        raise Http404
    return cup_documents([cup])[0]
