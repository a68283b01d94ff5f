"""8: the length of a game day and the time of each turn."""

from rulesets.core.fields import Inputs, choice, whole
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.cw_to_ff import BOOK
from rulesets.cw_to_ff.state import Season
from rulesets.cw_to_ff.tables import DAY

MINUTES_A_TURN = 30


class GameDay(Inputs):
    season: Season = choice("Season")
    turn: int = whole("Battle turn", least=1, most=999, unit="turns", default=1, help="Counted through all days.")


@dataclass(frozen=True)
class Day:
    """Times on the 24-hour clock: 1930 is 7:30 p.m."""

    dawn: int
    dusk: int
    turns: int
    turn: int
    day: int
    turn_of_day: int
    hour: int

    @property
    def is_last_of_day(self) -> bool:
        """Tell whether night follows."""
        return self.turn_of_day == self.turns

    def __str__(self) -> str:
        return (
            f"turn {self.turn}: day {self.day}, turn {self.turn_of_day} of {self.turns}, {self.hour:04}; "
            f"daylight from {self.dawn:04} to {self.dusk:04}"
        )


@procedure(
    id="cw_to_ff.game_day",
    title="Game day",
    rules=("VG-8",),
    examples=[
        Example(
            {"season": "Jul-Aug", "turn": 14},
            "turn 14: day 1, turn 14 of 30, 1130; daylight from 0500 to 1930",
            title="23",
        ),
        Example(
            {"season": "Nov-Feb", "turn": 21},
            "turn 21: day 1, turn 21 of 21, 1700; daylight from 0700 to 1700",
            title="23",
        ),
    ],
    tables=("cw_to_ff.day",),
)
def game_day(inputs: GameDay, work: Reckoning) -> Day:
    """Look up dawn, dusk, and turns by season; each turn is half an hour, the first one at dawn."""
    dawn = work.read(DAY, inputs.season, "dawn", says=lambda hour: f"{inputs.season}: dawn is at {hour:04}.")
    dusk = work.read(DAY, inputs.season, "dusk", says=lambda hour: f"{inputs.season}: dusk is at {hour:04}.")
    turns = work.read(DAY, inputs.season, "turns", says=lambda count: f"{inputs.season}: a day has {count} turns.")
    day, before = divmod(inputs.turn - 1, turns)
    hour = clock(minutes(dawn) + before * MINUTES_A_TURN)
    says = f"Turn {before + 1} of day {day + 1} begins at {hour:04}."
    work.step(BOOK.at("8"), says, f"{hour:04}", day=day + 1, turn_of_the_day=before + 1)
    return Day(dawn, dusk, turns, inputs.turn, day + 1, before + 1, hour)


def minutes(hour: int) -> int:
    """Return the minutes after midnight of a time on the clock."""
    return hour // 100 * 60 + hour % 100


def clock(after_midnight: int) -> int:
    """Return the time on the clock of minutes after midnight."""
    return after_midnight // 60 * 100 + after_midnight % 60
