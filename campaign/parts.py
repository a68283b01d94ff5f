"""Define the values that shared parts of pages take: made by selectors and views, drawn by templates/components.

Nothing here knows a model, a rule, or a request; every app may use it.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from fractions import Fraction

from rulesets.core.records import dataclass

BATTLE_STEPS = ("Plans", "Opening", "The day", "Result")  # those that have pages


@dataclass(frozen=True, kw_only=True)
class Tab:
    """A page one tap away: a tab, or an entry of the phone's bottom bar (which needs an icon)."""

    word: str
    url: str
    here: bool = False
    icon: str = ""
    in_bar: bool = True
    count: int = 0


@dataclass(frozen=True, kw_only=True)
class Step:
    """One step of a battle: done, here, or to come."""

    word: str
    number: int
    done: bool = False
    here: bool = False
    url: str = ""


def battle_steps(here: int, *, done: Sequence[int], urls: Sequence[str] = ()) -> tuple[Step, ...]:
    """Return the same steps for everyone; `here` and `done` count from one. A battle called off is nowhere."""
    return tuple(
        Step(
            word=word,
            number=number,
            done=number in done,
            here=number == here,
            url=urls[number - 1] if len(urls) >= number else "",
        )
        for number, word in enumerate(BATTLE_STEPS, start=1)
    )


@dataclass(frozen=True, kw_only=True)
class DayCell:
    """One half-hour turn of the game day: "done", "now" or "to come". `hour` is printed below some of them."""

    words: str
    state: str
    hour: str = ""
    has_news: bool = False


def day_cells(
    turns: int, *, now: int, hours: Sequence[str], news: Mapping[int, str] | None = None
) -> tuple[DayCell, ...]:
    """Return the day as cells; `now` counts from one, `hours` names each turn's hour, `news` what is known of it."""
    known, quarter = news or {}, max(turns // 4, 1)

    def cell(turn: int) -> DayCell:
        state = "done" if turn < now else "now" if turn == now else "to come"
        words = f"Turn {turn}, {hours[turn - 1]}, {state}"
        return DayCell(
            words=f"{words}: {known[turn]}" if turn in known else words,
            state=state,
            hour=hours[turn - 1] if (turn - 1) % quarter == 0 else "",
            has_news=turn in known,
        )

    return tuple(cell(turn) for turn in range(1, turns + 1))


@dataclass(frozen=True, kw_only=True)
class Audience:
    """Who may see a page or an entry: the side whose sign it carries, and the words."""

    side: str
    words: str


@dataclass(frozen=True, kw_only=True)
class Deadline:
    """When a move is due, or that its clock is paused; `after` says what follows once it's overdue."""

    due: datetime | None
    paused: str = ""
    after: str = "the umpire decides"


@dataclass(frozen=True, kw_only=True)
class NextMove:
    """The box that opens a page: whose move, one sentence, a deadline, one button.

    `missing` appears beside a button that can't be pressed yet. `post` makes the button a form.
    """

    whose: str
    sentence: str
    more: str = ""
    deadline: Deadline | None = None
    button: str = ""
    url: str = ""
    post: bool = False
    missing: str = ""


@dataclass(frozen=True, kw_only=True)
class TraceLine:
    """A line of a why-trace: words, citation, figure, dice; `origin` says where a number comes from, `reason` why."""

    words: str
    figure: str = ""
    cites: str = ""
    origin: str = ""
    reason: str = ""
    origin_url: str = ""
    sides: int = 0
    dice: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class OddsLine:
    """One outcome of a table and its chance; `came` marks the actual result."""

    words: str
    chance: Fraction | float
    came: bool = False


@dataclass(frozen=True, kw_only=True)
class Column:
    """A table column; figures align right, and the key column stays in sight when rows fold on a phone."""

    word: str
    figure: bool = False
    key: bool = False


@dataclass(frozen=True, kw_only=True)
class Cell:
    """A table cell: text, maybe a link, a rank in stars, or a second quiet text."""

    text: str
    url: str = ""
    stars: int = 0
    quiet: str = ""


@dataclass(frozen=True, kw_only=True)
class Row:
    """A table row; the first cell is its head. `css` is on, wrong, group, or nothing."""

    cells: tuple[Cell, ...]
    css: str = ""


@dataclass(frozen=True, kw_only=True)
class DataTable:
    """A printed table."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    title: str = ""
    total: Row | None = None

    @property
    def lines(self) -> list[tuple[Row, list[tuple[Column, Cell]]]]:
        """Return the rows with each cell beside its column, as the template draws them."""
        return [(row, list(zip(self.columns, row.cells, strict=True))) for row in self.rows]

    @property
    def total_line(self) -> list[tuple[Column, Cell]]:
        return list(zip(self.columns, self.total.cells, strict=True)) if self.total else []
