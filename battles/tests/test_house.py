"""A battle is fought by what the campaign played differently when it began."""

import pytest
from pytest_django.fixtures import Settings

from battles.models import Battle
from battles.services.begin import fight_on_table
from battles.tests.builders import SHEET, shiloh
from campaign.services import sweep as sweeping
from campaign.services.campaigns import found_campaign
from campaign.services.house import switch_ruling
from campaign.tests.builders import Club, a_club
from rulesets.core.registry import rulings
from war.services.aftermath import work_out_side
from war.services.set_up import set_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return a_club(name="Shiloh", sheet=SHEET)


def choose(club: Club, ruling: str, option: str) -> None:
    switch_ruling(club.viewer("umpire"), book="cw_to_ff", ruling=ruling, option=option, reason="Ours.")


def begun(club: Club) -> Battle:
    contact = set_up(None, brief=shiloh(), campaign_id=club.campaign.id)
    return fight_on_table(club.viewer("umpire"), contact_id=contact.id)


def test_a_switch_is_in_the_battle_and_a_later_one_is_not(club: Club) -> None:
    ruling = next(r for r in rulings("cw_to_ff").values() if len(r.options) > 1)
    choose(club, ruling.id, ruling.options[1])
    battle = begun(club)
    choose(club, ruling.id, ruling.options[0])
    battle.refresh_from_db()
    assert battle.face["house"]["switches"] == {ruling.id: ruling.options[1]}
    assert battle.brief["brief"]["house"]["switches"] == {ruling.id: ruling.options[1]}


def test_a_switched_ruling_changes_what_follows_and_stands_in_the_trace(club: Club) -> None:
    switched = {r.id: r for r in rulings("cw_to_ff").values() if "9A" in str(r.cites) and len(r.options) > 1}
    ruling = next(iter(switched.values()))
    brief = shiloh().to_json()
    items = [item["id"] for item in brief["sides"]["USA"]["strength"]]
    half = {"end": "held", "items": {items[0]: {"killed": 15}}}
    by_the_book = work_out_side(brief, {"sides": {"USA": half}}, "USA")
    house = {"overrides": [], "switches": {ruling.id: ruling.options[1]}}
    ours = work_out_side(brief | {"house": house}, {"sides": {"USA": half}}, "USA")
    assert any(ruling.id == line["origin"] for line in ours.trace)
    assert not any(ruling.id == line["origin"] for line in by_the_book.trace)


def test_a_campaign_that_cannot_be_swept_holds_up_no_other(
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
