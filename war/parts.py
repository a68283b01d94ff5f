"""Values for the drawn map, made by selectors: counters, places, hexes, and lines."""

from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True)
class Counter:
    """A counter as the viewer sees it. An unknown one has no number, no leader, and no second block."""

    side: str
    figure: str = "?"
    more: bool = False
    leader: str = ""
    stars: int = 0
    demoralized: bool = False
    alert: bool = False
    spent: bool = False
    leaders: tuple[str, ...] = ()  # all of them, by whom a reader finds the stack

    @property
    def words(self) -> str:
        """Return the counter in words, for its title and for screen readers."""
        side = {"USA": "Union", "CSA": "Confederate"}.get(self.side, "neutral")
        strength = "strength unknown" if self.figure == "?" else f"{self.figure} strength points"
        state = ", demoralized" if self.demoralized else ""
        return f"{side}: {self.leader + ', ' if self.leader else ''}{strength}{state}"


@dataclass(frozen=True, kw_only=True)
class Place:
    """A town on the sheet: value 1 to 5, its holder, its fort, and its harbor."""

    name: str
    value: int = 1
    holder: str = ""
    fortress: bool = False
    depot: bool = False


@dataclass(frozen=True, kw_only=True)
class Hex:
    """One hex as a viewer sees it; `cost` is set where a move there is legal."""

    q: int
    r: int
    id: str
    terrain: str
    place: Place | None = None
    counters: tuple[Counter, ...] = ()
    selected: bool = False
    cost: str = ""
    url: str = ""


@dataclass(frozen=True, kw_only=True)
class Run:
    """A river along hexsides (corner keys) or a railroad through centers (hexes), drawn as one line."""

    kind: str
    path: tuple[tuple[int, int], ...]
    name: str = ""


@dataclass(frozen=True, kw_only=True)
class Arrow:
    """An attack from one hex into the next."""

    side: str
    start: tuple[int, int]
    end: tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class Stack:
    """The counters of one hex, at its center on the drawing."""

    hex: str
    x: int
    y: int
    counters: tuple[Counter, ...]


@dataclass(frozen=True, kw_only=True)
class Drawing:
    """A whole map: the addresses of its picture and index, the same for everyone, and what a viewer sees on it.

    `frame` is left, top, width, and height; `chosen` is the outline of the hex that the address names.
    """

    title: str
    picture: str
    index: str
    frame: tuple[int, int, int, int]
    stacks: tuple[Stack, ...]
    chosen: str = ""
    is_small: bool = False
    low_water: bool = False


@dataclass(frozen=True, kw_only=True)
class SheetView:
    """A small map: its hexes, rivers, railroads, and attacks."""

    hexes: tuple[Hex, ...]
    runs: tuple[Run, ...] = field(default=())
    arrows: tuple[Arrow, ...] = field(default=())
    title: str = "Map"
