"""The sweep never breaks for all because of one row: what would break it is refused, and one failing step holds up no
other."""

import logging
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from battles.models import Battle
from battles.services import day, umpire_work
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
def test_a_correction_to_what_the_rules_do_not_know_is_refused_with_its_field(
    model: type[Recorded], column: str, value: object
) -> None:
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


def test_the_page_of_a_correction_says_the_limit() -> None:
    club, _ = a_battle()
    leader, client = Leader.objects.order_by("id")[0], Client()
    client.force_login(club.users["umpire"])
    url = f"/api/c/{hex_id(club.campaign.id)}/rows/{leader._meta.db_table}/{hex_id(leader.pk)}/"
    answer = client.post(url, {"initiative": 0, "reason": "A slip."}, content_type="application/json")
    assert answer.status_code in (409, 422)
    assert "initiative: This must be 1 or more." in answer.text


def test_a_brief_with_such_a_leader_is_not_laid_out() -> None:
    club, brief = a_club(sheet=SHEET), shiloh()
    union = brief.sides["USA"]
    leaders = (replace(union.leaders[0], initiative=0), *union.leaders[1:])
    wrong = replace(brief, sides={**brief.sides, "USA": replace(union, leaders=leaders)})
    with pytest.raises(Refusal, match="initiative"):
        set_up(None, brief=wrong, campaign_id=club.campaign.id)
    assert not Leader.objects.exists()


def test_nor_begun_as_a_battle_without_a_map() -> None:
    club, brief = a_club(one_off=True), shiloh()
    union = brief.sides["USA"]
    leaders = (replace(union.leaders[0], initiative=0), *union.leaders[1:])
    wrong = replace(brief, sides={**brief.sides, "USA": replace(union, leaders=leaders)})
    with pytest.raises(Refusal, match="initiative"):
        begin_one_off(club.viewer("umpire"), name="Shiloh", brief=wrong)


def test_an_imported_rating_keeps_its_limits() -> None:
    club = a_club()
    text = "table,row,column,value\ncivil_war.leaders,USA Grant 2,initiative,0\n"
    with pytest.raises(WrongFile, match="initiative must be from 1 to 4, not 0"):
        import_table(club.viewer("umpire"), text=text, name="Ours", reason="We own the game.")
    assert not TableOverride.objects.exists()


def broken(battle: Battle) -> None:
    """A battle whose Brief the chair cannot work with, as a club's database might have it from before."""
    for leader in battle.brief["brief"]["sides"]["CSA"]["leaders"]:
        leader["initiative"] = 0
    Battle.objects.filter(id=battle.id).update(brief=battle.brief)


def test_a_battle_that_cannot_be_attended_holds_up_no_other_step(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    settings.SWEEP_RAISES = False
    club, battle = a_battle()
    seal_both(club, battle, confederate=march(battle, "CSA", "right", "Breckinridge", points=1))
    broken(battle)
    day.open_battle(club.viewer("umpire"), battle.id)
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


def test_a_campaign_with_such_a_battle_is_swept_and_the_others_too(settings: Settings) -> None:
    settings.SWEEP_RAISES = False
    club, battle = a_battle()
    seal_both(club, battle, confederate=march(battle, "CSA", "right", "Breckinridge", points=1))
    broken(battle)
    day.open_battle(club.viewer("umpire"), battle.id)
    sweep.sweep_all()
    battle.refresh_from_db()
    for leader in battle.brief["brief"]["sides"]["CSA"]["leaders"]:
        leader["initiative"] = 2
    Battle.objects.filter(id=battle.id).update(brief=battle.brief)
    sweep.sweep_all()
    assert not Battle.objects.get().waits_for_umpire_work


def stuck(settings: Settings, *, umpire_kind: str = "person") -> Club:
    """A battle whose chair cannot find what it owes, swept twice."""
    settings.SWEEP_RAISES = False
    club, battle = a_battle(umpire_kind=umpire_kind)
    seal_both(club, battle, confederate=march(battle, "CSA", "right", "Breckinridge", points=1))
    broken(battle)
    if umpire_kind == "person":
        day.open_battle(club.viewer("umpire"), battle.id)
    for _ in range(2):
        sweep.sweep(club.campaign.id)
    Battle.objects.update(since=SOURCES.now() - timedelta(minutes=5))
    return club


def read_by(club: Club, who: str) -> str:
    client = Client()
    client.force_login(club.users[who])
    own = f"/c/{hex_id(club.campaign.id)}/"
    return " ".join(client.get(url).text for url in ("/", own, own + "journal/"))


def test_the_umpire_alone_is_told_once_what_the_chair_cannot_do_and_why(settings: Settings) -> None:
    club = stuck(settings)
    why = "Leader's initiative rating"
    told_umpire = [line for line in told(club, "umpire") if "cannot do its work" in line]
    assert len(told_umpire) == 1
    assert "initiative" in told_umpire[0]
    assert "It is tried again every few seconds, and nobody but you is told." in told_umpire[0]
    assert "has not done its work on turn 1" in read_by(club, "umpire")
    for who in ("union", "union_west", "confederate", "observer", "outsider"):
        page = read_by(club, who) if who != "outsider" else ""
        assert "its work" not in page
        assert why not in page


def test_of_two_sweeps_at_once_one_tells_him(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other has found nothing told, and comes to the lock when it is."""
    club, battle = a_battle()
    tell = partial(umpire_work._tell_the_umpire, battle, Refusal("Hm."))

    def late(*args: Any, **action: Any) -> Act:
        monkeypatch.setattr(umpire_work, "open_battle_act", open_battle_act)
        tell()
        return open_battle_act(*args, **action)

    monkeypatch.setattr(umpire_work, "open_battle_act", late)
    tell()
    assert len([line for line in told(club, "umpire") if "cannot do its work" in line]) == 1


def test_once_it_is_mended_nothing_waits_for_the_umpire(settings: Settings) -> None:
    club = stuck(settings)
    battle = Battle.objects.get()
    for leader in battle.brief["brief"]["sides"]["CSA"]["leaders"]:
        leader["initiative"] = 2
    Battle.objects.update(brief=battle.brief)
    sweep.sweep(club.campaign.id)
    assert not Battle.objects.get().waits_for_umpire_work
    assert "has not done its work" not in read_by(club, "umpire").split("journal")[0]


def test_an_umpire_who_settles_himself_is_not_told_that_the_site_does(settings: Settings) -> None:
    club = stuck(settings)
    Battle.objects.update(state="result")
    page = read_by(club, "umpire")
    assert "has not done its work on turn 1" in page
    assert "the site settles it" not in page


def test_where_the_site_is_the_umpire_both_sides_read_that_it_is_late_and_nothing_of_why(settings: Settings) -> None:
    club = stuck(settings, umpire_kind="site")
    pages = {who: read_by(club, who) for who in ("union", "confederate")}
    for page in pages.values():
        assert "has not done its work on turn 1. It is tried every few seconds." in page
        assert "whoever runs this site" in page
        assert "initiative" not in page
    assert "whoever runs this site" not in read_by(club, "observer")


def test_an_error_of_the_program_is_told_without_its_words(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.SWEEP_RAISES = False
    club, battle = a_battle()
    seal_both(club, battle)
    day.open_battle(club.viewer("umpire"), battle.id)
    nothing: dict[str, str] = {}
    monkeypatch.setattr(umpire_work, "_find", lambda *_: nothing["Breckinridge"])
    sweep.sweep(club.campaign.id)
    line = next(line for line in told(club, "umpire") if "cannot do its work" in line)
    assert "an error of the program" in line
    assert "Breckinridge" not in line
