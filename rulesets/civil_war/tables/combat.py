"""3: columns, shifts, combat results, and leader loss."""

from rulesets.civil_war import BOOK
from rulesets.core.book import Mark
from rulesets.core.runs import Run
from rulesets.core.table import Table, at_least, at_most

__all__ = [
    "AFTERMATH_NUMBERS",
    "COMBAT_NUMBERS",
    "DIFFERENCES",
    "LEADER_LOSS",
    "LOSS_OF_ATTACKER",
    "LOSS_OF_DEFENDER",
    "ODDS_AGAINST",
    "ODDS_FOR",
    "SHIFTS",
    "SIZES",
]

LETTERS = tuple("ABCDEFGHJKL")
BEYOND_L = ("L2", "L3", "L4", "o", "o1", "o2", "o3", "o4")
RESULTS = ("none", "1", "2", "3", "d", "d1", "d2", "d3")

SIZES = Table[str](
    id="civil_war.sizes",
    title="Force size",
    cites=BOOK.at("3.1"),
    mark=Mark.SOURCED,
    down="SP",
    rows={range(1, 4): "small", range(4, 10): "medium", at_least(10): "large"},
    cover_down=range(1, 101),
    run=Run("column", order=("small", "medium", "large")),
)

DIFFERENCES = Table[str](
    id="civil_war.differences",
    title="Column by difference",
    cites=BOOK.at("3.2"),
    mark=Mark.RECONSTRUCTED,
    down="attacker less defender",
    rows={
        at_most(-5): "B",
        range(-4, -2): "C",
        range(-2, 0): "D",
        0: "E",
        range(1, 3): "F",
        range(3, 5): "G",
        at_least(5): "H",
    },
    marks={0: Mark.SOURCED, range(1, 3): Mark.SOURCED},
    note="Used if neither side is twice as strong. E and F are stated; the others follow by symmetry.",
    cover_down=range(-20, 21),
    words={"": LETTERS},
    run=Run("column", order=LETTERS),
)

ODDS_FOR = Table[str](
    id="civil_war.odds_for",
    title="Column by odds for the attacker",
    cites=BOOK.at("3.2"),
    mark=Mark.RECONSTRUCTED,
    down="times as strong",
    rows={
        2: "J",
        3: "K",
        4: "L",
        5: "L2",
        6: "L3",
        7: "L4",
        8: "o1",
        9: "o2",
        10: "o3",
        11: "o4",
        at_least(12): "o",
    },
    marks={2: Mark.SOURCED, 3: Mark.SOURCED, 4: Mark.SOURCED, 5: Mark.SOURCED, 9: Mark.SOURCED},
    note="L2 leaves column L at the second left shift. 1 left shift prevents overrun o1; none can prevent o.",
    cover_down=range(2, 101),
    words={"": (*LETTERS, *BEYOND_L)},
    run=Run("column", order=(*LETTERS, "L2", "L3", "L4", "o1", "o2", "o3", "o4", "o")),
)

ODDS_AGAINST = Table[str](
    id="civil_war.odds_against",
    title="Column by odds against the attacker",
    cites=BOOK.at("3.2"),
    mark=Mark.RECONSTRUCTED,
    down="times as strong",
    rows={2: "A", at_least(3): "-"},
    note="A dash destroys the attacker; the defender is unhurt.",
    cover_down=range(2, 101),
    words={"": (*LETTERS, "-")},
)

SHIFTS = Table[int](
    id="civil_war.shifts",
    title="Column shifts to the left, against the attacker",
    cites=BOOK.at("3.3"),
    mark=Mark.SOURCED,
    down="situation",
    unit="columns",
    rows={
        "clear": 0,
        "rough": 0,
        "forest": 1,
        "swamp": 2,
        "mountain": 0,
        "no obstacle": 0,
        "unnavigable_river": 1,
        "navigable_river": 2,
        "gap_or_road": 2,
        "no work": 0,
        "fort": 1,
        "fortress": 2,
        "defender demoralized": -1,
    },
    marks={
        "rough": Mark.HOUSE,
        "mountain": Mark.RECONSTRUCTED,
        "gap_or_road": Mark.RECONSTRUCTED,
        "defender demoralized": Mark.RECONSTRUCTED,
    },
)

COMBAT_NUMBERS = Table[int](
    id="civil_war.combat_numbers",
    title="Combat limits",
    cites=BOOK.at("3.3"),
    mark=Mark.RECONSTRUCTED,
    down="limit",
    rows={"columns shifted at most": 4, "leaders add to a die at most": 3},
    marks={"columns shifted at most": Mark.SOURCED},
    note="It is stated that leaders have a limit, but not how high.",
)

LINES = [(size, die) for size in ("small", "medium", "large") for die in range(1, 7)]


def _line(text: str) -> tuple[str, ...]:
    """Read a printed line: three sizes of six results; a dot is no effect."""
    return tuple("none" if result == "." else result for result in text.replace("|", " ").split())


COLUMNS = tuple(f"{size} {die}" for size, die in LINES)

LOSS_OF_DEFENDER = Table[str](
    id="civil_war.loss_of_defender",
    title="Defender's loss",
    cites=BOOK.at("3.5"),
    mark=Mark.RECONSTRUCTED,
    down="column",
    across="attacker's size and die",
    columns=COLUMNS,
    rows={
        "A": _line(".  .  .  .  .  .  | .  .  .  .  .  1  | .  .  .  .  1  d "),
        "B": _line(".  .  .  .  .  1  | .  .  .  .  1  d  | .  .  .  1  d  d1"),
        "C": _line(".  .  .  .  1  1  | .  .  .  1  1  d  | .  .  1  1  d  d1"),
        "D": _line(".  .  .  1  1  d  | .  .  1  1  d  d1 | .  1  1  d  d1 d2"),
        "E": _line(".  .  .  1  d  d1 | .  .  1  d  d1 d1 | .  1  d  d1 d1 d2"),
        "F": _line(".  .  1  1  d  d1 | .  1  1  d  d1 d2 | 1  1  d  d1 d2 d2"),
        "G": _line(".  .  1  d  d1 d1 | .  1  d  d1 d1 d2 | 1  d  d1 d1 d2 d2"),
        "H": _line(".  1  1  d  d1 d2 | 1  1  d  d1 d2 d2 | 1  d  d1 d2 d2 d2"),
        "J": _line(".  1  d  d1 d1 d2 | 1  d  d1 d1 d2 d2 | d  d1 d1 d2 d2 d3"),
        "K": _line("1  d  d1 d1 d2 d2 | d  d1 d1 d2 d2 d3 | d1 d1 d2 d2 d3 d3"),
        "L": _line("d  d1 d1 d2 d2 d3 | d1 d1 d2 d2 d3 d3 | d1 d2 d2 d3 d3 d3"),
    },
    marks={("J", "small 5"): Mark.SOURCED, ("J", "medium 5"): Mark.SOURCED, ("J", "large 5"): Mark.SOURCED},
    note="A number is SP lost; d is demoralized. All but 3 cells are substitutes.",
    cover_across=COLUMNS,
    words={"": RESULTS},
)

LOSS_OF_ATTACKER = Table[str](
    id="civil_war.loss_of_attacker",
    title="Attacker's loss",
    cites=BOOK.at("3.5"),
    mark=Mark.RECONSTRUCTED,
    down="column",
    across="defender's size and die",
    columns=COLUMNS,
    rows={
        "A": _line("1  1  d  d1 d2 d2 | 1  d  d1 d2 d2 d2 | d  d1 d2 d2 d2 d3"),
        "B": _line(".  1  d  d1 d1 d2 | 1  d  d1 d1 d2 d2 | d  d1 d1 d2 d2 d3"),
        "C": _line(".  1  1  d  d1 d2 | 1  1  d  d1 d2 d2 | 1  d  d1 d2 d2 d2"),
        "D": _line(".  .  1  1  d  d1 | .  1  1  d  d1 d2 | 1  1  d  d1 d2 d2"),
        "E": _line(".  .  .  1  d  d1 | .  .  1  d  d1 d1 | .  1  d  d1 d1 d2"),
        "F": _line(".  .  .  1  1  d  | .  .  1  1  d  d1 | .  1  1  d  d1 d2"),
        "G": _line(".  .  .  .  1  d  | .  .  .  1  d  d1 | .  .  1  d  d1 d1"),
        "H": _line(".  .  .  .  1  1  | .  .  .  1  1  d  | .  .  1  1  d  d1"),
        "J": _line(".  .  .  .  .  1  | .  .  .  .  1  d  | .  .  .  1  d  d1"),
        "K": _line(".  .  .  .  .  1  | .  .  .  .  1  1  | .  .  .  1  1  d "),
        "L": _line(".  .  .  .  .  .  | .  .  .  .  .  1  | .  .  .  .  1  d "),
    },
    marks={("J", "medium 2"): Mark.SOURCED},
    note="A number is SP lost; d is demoralized. All but 1 cell are substitutes.",
    cover_across=COLUMNS,
    words={"": RESULTS},
)

LEADER_LOSS = Table[str](
    id="civil_war.leader_loss",
    title="Leader loss",
    cites=BOOK.at("3.7"),
    mark=Mark.RECONSTRUCTED,
    down="2d6",
    across="stars",
    columns=(1, 2, 3, 4),
    rows={
        at_most(2): ("killed", "killed", "wounded", "wounded"),
        3: ("wounded", "wounded", "safe", "safe"),
        4: ("wounded", "safe", "safe", "safe"),
        at_least(5): ("safe", "safe", "safe", "safe"),
    },
    note="Subtract 1 if the whole force was destroyed. A substitute.",
    cover_down=range(1, 13),
    words={"": ("killed", "wounded", "safe")},
)

AFTERMATH_NUMBERS = Table[int](
    id="civil_war.aftermath_numbers",
    title="Aftermath",
    cites=BOOK.at("3.8"),
    mark=Mark.RECONSTRUCTED,
    down="number",
    rows={
        "off the leader-loss roll of a destroyed force": 1,
        "turns until a leader is back": 1,
        "SP lost in the rally phase": 1,
    },
)
