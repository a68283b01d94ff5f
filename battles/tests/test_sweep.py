"""One bad record never stops the sweep: corrections to it are checked, and a failing step stops no other."""

import logging
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from battles.models import Battle, Setup
from battles.services import opening, umpire_work
from battles.services.begin import begin_one_off
from battles.services.common import open_battle_act
from battles.tests.builders import SHEET, a_battle, march, seal_both, shiloh, told
from campaign.app_part import INSTALLED, AppPart, SweepPhase, SweepStep
from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.models import Deadline, Recorded, TableOverride
from campaign.services import sweep
from campaign.services.corrections import correct
from campaign.services.house import WrongFile, import_table
from campaign.services.record import Act
from campaign.sources import SOURCES
from campaign.tests.builders import Club, a_club
from war.models import Contact, Leader, StrengthPoint
from war.services.set_up import set_up

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("model", "column", "value"),
    [
        (Leader, "initiative", 0),
        (Leader, "initiative", 5),
        (Leader, "stars", 0),
        (Leader, "tactical", 99),
        (StrengthPoint, "carry", "1/0"),
        (StrengthPoint, "carry", "much"),
        (Contact, "stands_per_sp", 0),
        (Contact, "hexside", "a wall"),
        (Contact, "fought_on", "in April"),
    ],
)
def test_invalid_correction_is_refused_with_its_field(model: type[Recorded], column: str, value: object) -> None:
    club, _ = a_battle()
    row = model._default_manager.order_by("id")[0]
    before = getattr(row, column)
    with pytest.raises(Refusal) as refused:
        correct(
            club.viewer("umpire"), table=row._meta.db_table, row_id=row.pk, values={column: value}, reason="A slip."
        )
    assert refused.value.field == column
    assert column in refused.value.sentence
    assert getattr(model._default_manager.get(pk=row.pk), column) == before


def test_correction_error_states_limit() -> None:
    club, _ = a_battle()
    leader, client = Leader.objects.order_by("id")[0], Client()
    client.force_login(club.users["umpire"])
    url = f"/api/c/{hex_id(club.campaign.id)}/rows/{leader._meta.db_table}/{hex_id(leader.pk)}/"
    answer = client.post(url, {"initiative": 0, "reason": "A slip."}, content_type="application/json")
    assert answer.status_code in (409, 422)
    assert "initiative must be from 1 to 4, not 0." in answer.text


def test_setup_with_invalid_leader_is_refused() -> None:
    club, brief = a_club(sheet=SHEET), shiloh()
    union = brief.sides["USA"]
    leaders = (replace(union.leaders[0], initiative=0), *union.leaders[1:])
    wrong = replace(brief, sides={**brief.sides, "USA": replace(union, leaders=leaders)})
    with pytest.raises(Refusal, match="initiative"):
        set_up(None, brief=wrong, campaign_id=club.campaign.id)
    assert not Leader.objects.exists()


def test_one_off_with_invalid_leader_is_refused() -> None:
    club, brief = a_club(one_off=True), shiloh()
    union = brief.sides["USA"]
    leaders = (replace(union.leaders[0], initiative=0), *union.leaders[1:])
    wrong = replace(brief, sides={**brief.sides, "USA": replace(union, leaders=leaders)})
    with pytest.raises(Refusal, match="initiative"):
        begin_one_off(club.viewer("umpire"), name="Shiloh", brief=wrong)


def test_imported_rating_must_be_in_range() -> None:
    club = a_club()
    text = "table,row,column,value\ncivil_war.leaders,USA Grant 2,initiative,0\n"
    with pytest.raises(WrongFile, match="initiative must be from 1 to 4, not 0"):
        import_table(club.viewer("umpire"), text=text, name="Ours", reason="We own the game.")
    assert not TableOverride.objects.exists()


def break_setup(battle: Battle) -> None:
    """Break a battle's setup, as a record from before a check might be."""
    set_initiative(battle, 0)


def set_initiative(battle: Battle, number: int) -> None:
    brief = battle.setup.brief
    for leader in brief["sides"]["CSA"]["leaders"]:
        leader["initiative"] = number
    Setup.objects.filter(battle=battle).update(brief=brief)


def test_failing_battle_does_not_stop_other_steps(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    settings.SWEEP_RAISES = False
    club, battle = a_battle()
    seal_both(club, battle, confederate=march(battle, "CSA", "right", "Breckinridge", points=1))
    break_setup(battle)
    opening.prepare_battle(club.viewer("umpire"), battle.id)
    later: list[datetime] = []
    last = SweepStep(SweepPhase.DELETION, "later", lambda campaign_id, now: later.append(now))
    monkeypatch.setattr(INSTALLED, "parts", (*INSTALLED.parts, AppPart(sweep=(last,))))
    with caplog.at_level(logging.ERROR, logger="neutral.sweep"):
        sweep.sweep(club.campaign.id)
    assert len(later) == 1
    assert Battle.objects.get().waits_for_umpire_work
    assert not Deadline.objects.filter(subject__contains="plan").exists()
    assert "a battle of a sweep failed: Refusal at" in caplog.text
    assert "umpire_work.py:" in caplog.text
    for secret in ("initiative", "Breckinridge", "CSA", "right"):
        assert secret not in caplog.text


def test_battle_is_swept_after_its_repair(settings: Settings) -> None:
    settings.SWEEP_RAISES = False
    club, battle = a_battle()
    seal_both(club, battle, confederate=march(battle, "CSA", "right", "Breckinridge", points=1))
    break_setup(battle)
    opening.prepare_battle(club.viewer("umpire"), battle.id)
    sweep.sweep_all()
    set_initiative(Battle.objects.get(), 2)
    sweep.sweep_all()
    assert not Battle.objects.get().waits_for_umpire_work


def stuck(settings: Settings, *, umpire_kind: str = "person") -> Club:
    """Sweep twice over a battle whose secret results can't be worked out."""
    settings.SWEEP_RAISES = False
    club, battle = a_battle(umpire_kind=umpire_kind)
    seal_both(club, battle, confederate=march(battle, "CSA", "right", "Breckinridge", points=1))
    break_setup(battle)
    if umpire_kind == "person":
        opening.prepare_battle(club.viewer("umpire"), battle.id)
    for _ in range(2):
        sweep.sweep(club.campaign.id)
    Battle.objects.update(since=SOURCES.now() - timedelta(minutes=5))
    return club


def read_by(club: Club, who: str) -> str:
    client = Client()
    client.force_login(club.users[who])
    own = f"/c/{hex_id(club.campaign.id)}/"
    return " ".join(client.get(url).text for url in ("/", own, own + "journal/"))


def test_only_umpire_learns_once_why_sweep_fails(settings: Settings) -> None:
    club = stuck(settings)
    why = "Leader's initiative rating"
    told_umpire = [line for line in told(club, "umpire") if "couldn’t do its work" in line]
    assert len(told_umpire) == 1
    assert "initiative" in told_umpire[0]
    assert "The site retries every few seconds, and only you see this." in told_umpire[0]
    assert "work on the opening is late" in read_by(club, "umpire")
    for who in ("union", "union_west", "confederate", "observer", "outsider"):
        page = read_by(club, who) if who != "outsider" else ""
        assert "its work" not in page
        assert why not in page


def test_concurrent_sweeps_notify_umpire_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second sweep finds no journal entry, and gets the lock after the first wrote it."""
    club, battle = a_battle()
    tell = partial(umpire_work.tell_the_umpire, battle, Refusal("Hm."))

    def late(*args: Any, **action: Any) -> Act:
        monkeypatch.setattr(umpire_work, "open_battle_act", open_battle_act)
        tell()
        return open_battle_act(*args, **action)

    monkeypatch.setattr(umpire_work, "open_battle_act", late)
    tell()
    assert len([line for line in told(club, "umpire") if "couldn’t do its work" in line]) == 1


def test_repaired_battle_leaves_no_umpire_todo(settings: Settings) -> None:
    club = stuck(settings)
    set_initiative(Battle.objects.get(), 2)
    sweep.sweep(club.campaign.id)
    assert not Battle.objects.get().waits_for_umpire_work
    assert "has not done its work" not in read_by(club, "umpire").split("journal")[0]


def test_human_umpire_page_omits_site_settling(settings: Settings) -> None:
    club = stuck(settings)
    Battle.objects.update(state="result")
    page = read_by(club, "umpire")
    assert "work on the opening is late" in page
    assert "the site settles it" not in page


def test_both_sides_see_site_delay_without_its_reason(settings: Settings) -> None:
    club = stuck(settings, umpire_kind="site")
    pages = {who: read_by(club, who) for who in ("union", "confederate")}
    for page in pages.values():
        assert "work on the opening is late. The site retries every few seconds." in page
        assert "whoever runs this site" in page
        assert "initiative" not in page
    assert "whoever runs this site" not in read_by(club, "observer")


def test_program_error_is_reported_without_its_message(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.SWEEP_RAISES = False
    club, battle = a_battle()
    seal_both(club, battle)
    opening.prepare_battle(club.viewer("umpire"), battle.id)
    nothing: dict[str, str] = {}
    monkeypatch.setattr(umpire_work, "_find", lambda *_: nothing["Breckinridge"])
    sweep.sweep(club.campaign.id)
    line = next(line for line in told(club, "umpire") if "couldn’t do its work" in line)
    assert "the site has an error" in line
    assert "Breckinridge" not in line
