"""Words of the pages for sides, edges, leaders, and strength points."""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date

from campaign.errors import Refusal
from campaign.models import SideCode
from rulesets.core.brief import BriefHead, BriefItem, BriefLeader
from rulesets.cw_to_ff.state import Edge

OTHER = {Edge.LEFT: Edge.RIGHT, Edge.RIGHT: Edge.LEFT}
HEXSIDES: Mapping[str, str] = {
    "none": "none",
    "unnavigable_river": "unnavigable river",
    "navigable_river": "navigable river",
    "gap_road": "gap or road",
}


def side_words(side: str) -> str:
    return str(SideCode(side).label)


def edge_words(brief: BriefHead, edge: Edge) -> str:
    """Return a table edge for both sides; it is stored from the defender's view."""
    return f"the {side_words(brief.defender)} {edge}, the {side_words(brief.attacker)} {OTHER[edge]}"


def own_words(brief: BriefHead, side: str, edge: Edge) -> str:
    """Return a table edge as its side names it in its plan."""
    return f"your {edge if side == brief.defender else OTHER[edge]}"


def leader_words(leader: BriefLeader) -> str:
    stars = leader.rank_stars
    return f"{leader.name}, {stars} star{'' if stars == 1 else 's'}, initiative {leader.initiative}"


def item_words(item: BriefItem, arm: str = "") -> str:
    return f"{item.quality} {arm or item.arm}"


def counted(words: Iterable[str]) -> str:
    """Count identical words: "2 × veteran infantry, green infantry"."""
    times = Counter(words)
    return ", ".join(word if n == 1 else f"{n} × {word}" for word, n in times.items())


def clock_words(clock: int) -> str:
    return f"{clock // 100}:{clock % 100:02}"


def date_words(text: str) -> str:
    day = day_of(text)
    return f"{day:%B} {day.day}, {day.year}" if day else ""


def day_of(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise Refusal(f"date: enter a date such as 1862-04-06, not {text!r}.", field="date") from None
