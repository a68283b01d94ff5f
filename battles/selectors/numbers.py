"""The unknown numbers that a battle asks for.

Secret rolls ask before the opening, for every number they may ever read, so that neither the question nor a wait for
it depends on a plan (docs/decisions/0026-numbers-of-a-battle.md).
"""

from collections.abc import Iterable, Iterator

from battles.models import Battle
from battles.selectors.reads import conduct, house_of_battle, site_is_umpire, stream_of
from campaign.errors import NumberNeeded
from campaign.models import Entry, JournalLine
from campaign.visibility import Viewer
from rulesets.core import registry
from rulesets.core.book import Mark
from rulesets.core.records import dataclass

STUCK = "battle.stuck"
Place = tuple[str, str, str]


@dataclass(frozen=True)
class UnknownNumber:
    """A cell that no book states and that the campaign hasn't typed."""

    table: str
    row: str
    column: str
    where: str
    cites: str

    @property
    def refusal(self) -> NumberNeeded:
        return NumberNeeded(self.where, cites=self.cites, cell=(self.table, self.row, self.column))


def numbers_to_ask(viewer: Viewer, battle: Battle, lines: Iterable[JournalLine]) -> tuple[UnknownNumber, ...]:
    """Return what the battle asks this viewer for: the umpire alone or, where the site umpires, everyone alike.

    `lines` are the viewer's newest; only an umpire has been told that the site's work is stuck.
    """
    if battle.is_over or not (viewer.is_umpire or site_is_umpire(battle)):
        return ()
    is_stuck = battle.waits_for_umpire_work and any(line.kind == STUCK for line in lines)
    stuck = _stuck_on(battle) if is_stuck else ()
    return tuple(dict.fromkeys([*stuck, *secret_numbers(battle)]))


def secret_numbers(battle: Battle) -> list[UnknownNumber]:
    """Return the unknown numbers that the opening's secret rolls may read, whatever the plans say."""
    places = (
        (table_id, cell.row, cell.column)
        for table_id in conduct(battle).day.secret_tables()
        for cell in registry.tables(table_id.partition(".")[0])[table_id].printed.values()
        if cell.mark is Mark.UNKNOWN
    )
    return list(_still_unknown(battle, places))


def _stuck_on(battle: Battle) -> list[UnknownNumber]:
    """Return the number without which the site couldn't do this step's secret work."""
    told = Entry.objects.filter(campaign_id=battle.campaign_id, stream=stream_of(battle.id), kind=STUCK)
    newest = told.order_by("-seq").values_list("payload", flat=True).first() or {}
    lacking = newest.get("cell") if newest.get("step") == battle.step else None
    return list(_still_unknown(battle, [tuple(lacking)] if lacking else []))


def _still_unknown(battle: Battle, places: Iterator[Place] | list[Place]) -> Iterator[UnknownNumber]:
    house = house_of_battle(battle)
    for place in places:
        table = registry.table(place[0])
        if table is not None and house.override(*place) is None:
            yield UnknownNumber(*place, where=table.cell_words(*place[1:]), cites=str(table.cites))
