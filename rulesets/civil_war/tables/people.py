"""2 and limit L-5: the leaders' counters, with house seniority."""

import csv
from collections.abc import Iterator, Mapping
from pathlib import Path

from rulesets.civil_war import BOOK
from rulesets.core.book import Mark
from rulesets.core.brief_values import LIMITS
from rulesets.core.table import Table

__all__ = ["COUNTERS", "LEADERS", "SENIORITY", "counter_key"]

DATA = Path(__file__).parents[1] / "data"
Counter = Mapping[str, str]


def counter_key(side: str, name: str, stars: int) -> str:
    """Return the row of a counter: CSA R.E. Lee 3."""
    return f"{side} {name} {stars}"


def read_rows(name: str) -> Iterator[Counter]:
    """Read a data file."""
    with (DATA / name).open(encoding="utf-8", newline="") as lines:
        yield from csv.DictReader(lines)


def _key_of(row: Counter) -> str:
    return counter_key(row["side"], row["name"], int(row["rank_stars"]))


def _cells_of(row: Counter) -> tuple[int | str, ...]:
    kind = "naval" if "NAVAL" in row["note"] else "cavalry" if row["cavalry"] == "1" else "infantry"
    numbers = (row["initiative"], row["tactical"], row["command"], row["entry_turn"], row["next_rank_stars"])
    set_of = "fan" if "NO - fan" in row["note"] else "game"
    return (*(int(number) if number else "none" for number in numbers), kind, set_of)


COUNTERS = tuple(read_rows("cw_leaders.csv"))

LEADERS = Table[int | str](
    id="civil_war.leaders",
    title="Leaders",
    cites=BOOK.at("2.4"),
    mark=Mark.RECONSTRUCTED,
    down="counter",
    across="rating",
    columns=("initiative", "tactical", "command", "entry turn", "next rank", "arm", "set"),
    rows={_key_of(row): _cells_of(row) for row in COUNTERS},
    marks={_key_of(row): Mark.SOURCED for row in COUNTERS if row["confidence"] == "sourced"},
    limits={
        **{name: LIMITS[name] for name in ("initiative", "tactical", "command")},
        "entry turn": (1, 19),
        "next rank": (2, 4),
    },
    note="Side, name, and stars. Initiative is a price: low is good. Without an entry turn, he comes by promotion.",
)

SENIORITY = Table[int](
    id="civil_war.seniority",
    title="Seniority",
    cites=BOOK.at("L-5"),
    mark=Mark.HOUSE,
    down="counter",
    rows={_key_of(row): int(row["seniority"]) for row in read_rows("seniority.csv")},
    note="1 is the most senior of a side and rank, by date of rank; naval leaders are last.",
)
