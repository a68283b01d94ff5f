"""8: the length of a game day and the hour of each turn."""

from dataclasses import dataclass

from rulesets.core.fields import Inputs, choice, whole
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.cw_to_ff import BOOK
from rulesets.cw_to_ff.state import Season
from rulesets.cw_to_ff.tables import DAY

MINUTES_A_TURN = 30


class GameDay(Inputs):
    season: Season = choice("Turn of the strategic game")
    turn: int = whole(
        "Turn of the battle", least=1, most=999, unit="turns", default=1, help="Counted on through the days."
    )


@dataclass(frozen=True)
class Day:
    """Hours as on the clock: 1930 is half past seven in the evening."""

    dawn: int
    dusk: int
    turns: int
    turn: int
    day: int
    turn_of_day: int
    hour: int

    @property
    def is_last_of_day(self) -> bool:
        return self.turn_of_day == self.turns

    def __str__(self) -> str:
        return (
            f"turn {self.turn} is turn {self.turn_of_day} of day {self.day}, {self.hour:04}; "
            f"{self.turns} turns from {self.dawn:04} to {self.dusk:04}"
        )


@procedure(
    id="cw_to_ff.game_day",
    title="The game day",
    rules=("VG-8",),
    examples=[
        Example(
            {"season": "Jul-Aug", "turn": 14},
            "turn 14 is turn 14 of day 1, 1130; 30 turns from 0500 to 1930",
            title="23",
        ),
        Example(
            {"season": "Nov-Feb", "turn": 21},
            "turn 21 is turn 21 of day 1, 1700; 21 turns from 0700 to 1700",
            title="23",
        ),
    ],
    tables=("cw_to_ff.day",),
)
def game_day(inputs: GameDay, work: Reckoning) -> Day:
    """Dawn, dusk and turns by the strategic turn; turn t begins half an hour a turn after dawn."""
    dawn, dusk, turns = (work.read(DAY, inputs.season, column) for column in ("dawn", "dusk", "turns"))
    day, before = divmod(inputs.turn - 1, turns)
    hour = clock(minutes(dawn) + before * MINUTES_A_TURN)
    work.step(BOOK.at("8"), "hour at which the turn begins", f"{hour:04}", day=day + 1, turn_of_the_day=before + 1)
    return Day(dawn, dusk, turns, inputs.turn, day + 1, before + 1, hour)


def minutes(hour: int) -> int:
    """Minutes after midnight of an hour as on the clock."""
    return hour // 100 * 60 + hour % 100


def clock(after_midnight: int) -> int:
    return after_midnight // 60 * 100 + after_midnight % 60
