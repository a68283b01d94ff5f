"""Values for the drawn map, made by selectors: counters, places, hexes, and lines."""

from dataclasses import field

from rulesets.core.records import dataclass


@dataclass(frozen=True, kw_only=True)
class Counter:
    """A counter as the viewer sees it. An unknown one has no number, no leader, and no second block."""

    side: str
    figure: str = "?"
    more: bool = False
    leader: str = ""
    stars: int = 0
    demoralized: bool = False
    able: bool = False
    spent: bool = False
    leaders: tuple[str, ...] = ()  # all of them, by whom a reader finds the stack

    @property
    def words(self) -> str:
        """Return the counter in words, for its title and for screen readers."""
        side = {"USA": "Union", "CSA": "Confederate"}.get(self.side, "neutral")
        strength = "strength unknown" if self.figure == "?" else f"{self.figure} strength points"
        state = ", demoralized" if self.demoralized else ""
        able = ", can act" if self.able else ""
        return f"{side}: {self.leader + ', ' if self.leader else ''}{strength}{state}{able}"


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
class Sign:
    """What lies in a hex besides counters: a ring of control around a place, a work, a depot."""

    kind: str
    side: str
    x: int
    y: int
    hex: str


@dataclass(frozen=True, kw_only=True)
class Reached:
    """A hex within reach of a piece, as a link that chooses it."""

    hex: str
    x: int
    y: int
    url: str
    words: str
    cost: str
    is_attack: bool = False


@dataclass(frozen=True, kw_only=True)
class Goal:
    """A hex where the pieces of the chosen one can go."""

    x: int
    y: int
    is_attack: bool


@dataclass(frozen=True, kw_only=True)
class Layer:
    """What a side knows of its supply: rows of hexes side by side where it feeds a force, and its networks' hexes.

    A row is the left of its first hex, its height, and its length.
    """

    rows: tuple[tuple[int, int, int], ...]
    network: tuple[tuple[int, int], ...]


@dataclass(frozen=True, kw_only=True)
class Drawing:
    """A map, or a part of it: the addresses of its picture and index, the same for everyone, and what a viewer sees.

    `frame` is left, top, width, and height; `chosen` is the outline of the hex that the address names. `stacks` are
    links to their hexes on the page at `base`. `path` goes through the centers of hexes.
    """

    title: str
    picture: str
    index: str
    frame: tuple[int, int, int, int]
    stacks: tuple[Stack, ...]
    chosen: str = ""
    is_small: bool = False
    low_water: bool = False
    signs: tuple[Sign, ...] = ()
    supply: Layer | None = None
    goals: tuple[Goal, ...] = ()
    reach: tuple[Reached, ...] = ()
    path: tuple[tuple[int, int], ...] = ()
    base: str = ""

    @property
    def zooms(self) -> str:
        """Return the zooms that have names of their own; a small map is never seen from afar."""
        return "3456" if self.is_small else "123456"


@dataclass(frozen=True, kw_only=True)
class SheetView:
    """A small map: its hexes, rivers, railroads, and attacks."""

    hexes: tuple[Hex, ...]
    runs: tuple[Run, ...] = field(default=())
    arrows: tuple[Arrow, ...] = field(default=())
    title: str = "Map"
