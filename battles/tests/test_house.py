"""A battle keeps the house rules that were in force when it began."""

from functools import partial

import pytest
from pytest_django.fixtures import Settings

from battles.models import Battle
from battles.services.row_checks import _read_house
from battles.tests.builders import SHEET, fight_on_table, shiloh
from campaign.forms.json_text import MOST_VALUES
from campaign.selectors.procedures import trace_of
from campaign.services import sweep as sweeping
from campaign.services.campaigns import found_campaign
from campaign.services.house import switch_ruling
from campaign.tests.builders import Club, a_club
from rulesets.core import registry
from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.registry import rulings
from rulesets.core.report import End, ReportSide, StandsLost
from rulesets.core.tests.steps import steps_of
from war.selectors.aftermath import work_out_side
from war.services.set_up import set_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return a_club(name="Shiloh", sheet=SHEET)


def choose(club: Club, ruling: str, option: str) -> None:
    switch_ruling(club.viewer("umpire"), book="cw_to_ff", ruling=ruling, option=option, reason="Ours.")


def begun(club: Club) -> Battle:
    contact = set_up(None, brief=shiloh(), campaign_id=club.campaign.id)
    return fight_on_table(club, contact)


def test_battle_keeps_rulings_from_its_start(club: Club) -> None:
    ruling = next(r for r in rulings("cw_to_ff").values() if len(r.options) > 1)
    choose(club, ruling.id, ruling.options[1])
    battle = begun(club)
    choose(club, ruling.id, ruling.options[0])
    battle.refresh_from_db()
    assert battle.public_setup.house["switches"] == {ruling.id: ruling.options[1]}
    assert battle.setup.house["switches"] == {ruling.id: ruling.options[1]}


def test_switched_ruling_appears_in_trace(club: Club) -> None:
    switched = {r.id: r for r in rulings("cw_to_ff").values() if "9A" in str(r.cites) and len(r.options) > 1}
    ruling = next(iter(switched.values()))
    brief = shiloh()
    said = ReportSide(End.HELD, items={brief.sides["USA"].strength[0].id: StandsLost(killed=15)})
    by_the_book = work_out_side("cw_to_ff", brief, "USA", said, BY_THE_BOOK)
    house = Context.of(switches={ruling.id: ruling.options[1]})
    ours = work_out_side("cw_to_ff", brief, "USA", said, house)
    assert any(ruling.id == line.origin for line in trace_of(ours.steps))
    assert not any(ruling.id == line.origin for line in trace_of(by_the_book.steps))


def test_failing_campaign_does_not_stop_other_sweeps(
    club: Club, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.SWEEP_RAISES = False
    other = found_campaign(name="Beside", book="fire_and_fury", founder_id=club.users["umpire"].pk, seats=[])
    swept = []

    def failing(campaign_id: int) -> None:
        if campaign_id == min(club.campaign.id, other.id):
            raise RuntimeError("broken")
        swept.append(campaign_id)

    monkeypatch.setattr(sweeping, "sweep", failing)
    sweeping.sweep_all()
    assert swept == [max(club.campaign.id, other.id)]


def test_each_corrected_number_costs_the_same_however_many_there_are() -> None:
    def corrected(cells: int) -> int:
        return steps_of(partial(_read_house, {"overrides": [override] * cells, "switches": {}}))

    table = registry.tables("civil_war")["civil_war.leaders"]
    cell = next(cell for cell in table.cells() if cell.mark != "printed")
    place = {"table": table.id, "row": cell.row, "column": cell.column}
    override = place | {"value": cell.value, "name": "Our box", "reason": "We own the game."}
    most = MOST_VALUES // len(override)
    corrected(1)
    assert corrected(most) <= min(2.1 * corrected(most // 2), 330 * most)
