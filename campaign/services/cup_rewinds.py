"""Open new cups after a rewind, which never changes the old ones."""

from collections.abc import Iterable, Sequence

from campaign.app_part import Owner
from campaign.models import Cup, CupState, Entry, OwnerKind
from campaign.selectors.current import Standing, jumps_of
from campaign.services.cups import reopen_cups, reveal
from campaign.services.record import Act

SEALED = ".sealed"  # the kinds of entries that seal something end with it


def reopen_after_rewind(act: Act, stream: str) -> None:
    """Open new cups, which collect new random digits, after a rewind past a seal or past the reveal of a cup.

    If the rewind restores the reveal of an earlier cup, its owner is over: reveal the cups opened since then. A battle
    that was called off and begun again isn't over by what its first beginning revealed.
    """
    surviving = _Surviving(act)
    cups = _cups_by_owner(act.campaign_id)
    homes = {owner: home for owner, found in cups.items() if (home := surviving.last_home(found)) is not None}
    turns = [owner for owner in homes if owner[0] == OwnerKind.TURN]
    last_turn = max(turns, key=lambda owner: _begun(cups[owner]), default=None)
    for owner, home in homes.items():
        over = {cup.audience for cup in cups[owner] if cup.home == home and surviving.was_revealed(cup) is True}
        if any(cup.audience in over and cup.state != CupState.TURNED_OVER for cup in cups[owner]):
            reveal(owner, audiences=sorted(over))
        newest = {cup.audience: cup for cup in cups[owner] if cup.audience not in over}
        reopened = {audience for audience, cup in newest.items() if surviving.was_revealed(cup) is False}
        live = [cup for cup in newest.values() if cup.state != CupState.TURNED_OVER]
        if live and (owner == last_turn or owner[0] == OwnerKind.BATTLE) and surviving.lost_a_seal(cups[owner], live):
            reopened |= {cup.audience for cup in live}
        if reopened:
            reopen_cups(owner, sorted(reopened))


class _Surviving(Standing):
    """The entries that are current after the rewind in progress."""

    def __init__(self, act: Act) -> None:
        self.campaign_id = act.campaign_id
        jumps = jumps_of(act.campaign_id)
        jumps[act.stream].append((act.seq, act.payload["to"]))
        super().__init__(jumps)

    def last_home(self, cups: Sequence[Cup]) -> str | None:
        """Return the stream of the last current beginning of these cups' owner, which a battle begun again has several
        of; none if it hasn't begun."""
        begun = {home: _begun(cup for cup in cups if cup.home == home) for home in _homes(cups)}
        current = [home for home, seq in begun.items() if self.has(home, seq)]
        return max(current, key=begun.__getitem__, default=None)

    def was_revealed(self, cup: Cup) -> bool | None:
        """Return whether the entry that revealed a cup is current; None if no entry did."""
        return None if cup.revealed_seq is None else self.has(cup.revealed_stream, cup.revealed_seq)

    def lost_a_seal(self, cups: Sequence[Cup], live: Iterable[Cup]) -> bool:
        """Return whether the rewind undid a seal made since the current cups were opened."""
        entries = Entry.objects.filter(campaign_id=self.campaign_id, stream__in=_homes(cups), kind__endswith=SEALED)
        since = entries.filter(seq__gt=_begun(live))
        return any(not self.has(stream, seq) for stream, seq in since.values_list("stream", "seq"))


def _homes(cups: Sequence[Cup]) -> list[str]:
    return sorted({cup.home for cup in cups})


def _begun(cups: Iterable[Cup]) -> int:
    return min(cup.opened_seq for cup in cups)


def _cups_by_owner(campaign_id: int) -> dict[Owner, list[Cup]]:
    found: dict[Owner, list[Cup]] = {}
    for cup in Cup.objects.filter(campaign_id=campaign_id).order_by("owner_kind", "owner_id", "audience", "opening"):
        found.setdefault((cup.owner_kind, cup.owner_id), []).append(cup)
    return found
