"""What the landing page draws for strangers: an example of a sealed plan and of a game day."""

from datetime import datetime, timedelta

from campaign.parts import DayCell, day_cells
from campaign.sources import SOURCES
from rulesets.core.records import dataclass

TURNS, NOW = 25, 9
DAWN, TURN = timedelta(hours=6), timedelta(minutes=30)


@dataclass(frozen=True)
class LandingPage:
    sealed_at: datetime
    turn: int
    turns: int
    hour: str
    cells: tuple[DayCell, ...]


def landing_page() -> LandingPage:
    """Return a plan sealed last evening, and turn 9 of a day in April."""
    evening = (SOURCES.now() - timedelta(days=1)).replace(hour=19, minute=42, second=0, microsecond=0)
    hours = [_clock(DAWN + turn * TURN) for turn in range(TURNS)]
    return LandingPage(evening, NOW, TURNS, hours[NOW - 1], day_cells(TURNS, now=NOW, hours=hours))


def _clock(since_midnight: timedelta) -> str:
    hours, minutes = divmod(since_midnight // timedelta(minutes=1), 60)
    return f"{hours}:{minutes:02}"
