"""The points or the leaders of a state by side and hex. A new state files anew only what has changed."""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

from rulesets.civil_war.words import Side
from rulesets.core.records import dataclass


class Piece(Protocol):
    """What points and leaders have in common."""

    @property
    def id(self) -> str: ...
    @property
    def side(self) -> Side: ...
    @property
    def standing(self) -> str: ...
    @property
    def hex(self) -> str: ...


PieceT = TypeVar("PieceT", bound=Piece)
Key = tuple[Side, str]  # side and hex
Shown = Callable[[tuple[PieceT, ...]], Any]


@dataclass(frozen=True, eq=False)
class Muster(Generic[PieceT]):
    """Pieces by side, those on the map by side and hex as well, and what their enemy can see of each such group.

    In every group they are in the order of the whole.
    """

    shown: Shown[PieceT]
    order: Mapping[str, int]
    of: Mapping[Side, Mapping[str, PieceT]]
    at: Mapping[Key, tuple[PieceT, ...]]
    shows: Mapping[Key, Any]

    @classmethod
    def of_all(cls, pieces: Mapping[str, PieceT], shown: Shown[PieceT]) -> "Muster[PieceT]":
        """File all pieces."""
        of: dict[Side, dict[str, PieceT]] = {"USA": {}, "CSA": {}}
        at: dict[Key, list[PieceT]] = {}
        for id_, piece in pieces.items():
            of[piece.side][id_] = piece
            if piece.standing == "map":
                at.setdefault((piece.side, piece.hex), []).append(piece)
        groups = {key: tuple(here) for key, here in at.items()}
        shows = {key: shown(here) for key, here in groups.items()}
        return cls(shown, {id_: number for number, id_ in enumerate(pieces)}, of, groups, shows)

    def after(self, pieces: Mapping[str, PieceT], more: Mapping[str, PieceT]) -> "Muster[PieceT]":
        """Return the muster of these pieces, of which only some are different from those filed here."""
        if not more.keys() <= self.order.keys():
            return self.of_all(pieces, self.shown)
        of = {
            side: {**own, **{id_: new for id_, new in more.items() if new.side == side}}
            for side, own in self.of.items()
        }
        at, shows = dict(self.at), dict(self.shows)
        for key in self._touched(more.values()):
            here = self._group(key, more)
            if here:
                at[key], shows[key] = here, self.shown(here)
            else:
                at.pop(key, None)
                shows.pop(key, None)
        return Muster(self.shown, self.order, of, at, shows)

    def _touched(self, more: Iterable[PieceT]) -> set[Key]:
        """Return the groups that these pieces have left, joined, or are still in."""
        both = (*more, *(self.of[new.side][new.id] for new in more))
        return {(piece.side, piece.hex) for piece in both if piece.standing == "map"}

    def _group(self, key: Key, more: Mapping[str, PieceT]) -> tuple[PieceT, ...]:
        stayed = (piece for piece in self.at.get(key, ()) if piece.id not in more)
        come = (new for new in more.values() if new.standing == "map" and (new.side, new.hex) == key)
        return tuple(sorted((*stayed, *come), key=lambda piece: self.order[piece.id]))

    @cached_property
    def hexes(self) -> Mapping[Side, frozenset[str]]:
        """Return the hexes where each side has some."""
        found: dict[Side, set[str]] = {"USA": set(), "CSA": set()}
        for side, hex_ in self.at:
            found[side].add(hex_)
        return {side: frozenset(hexes) for side, hexes in found.items()}

    @cached_property
    def here(self) -> Mapping[Side, Mapping[str, tuple[PieceT, ...]]]:
        """Return each side's pieces on the map by hex, in the order of hexes."""
        return {side: {hex_: self.at[side, hex_] for hex_ in sorted(hexes)} for side, hexes in self.hexes.items()}
