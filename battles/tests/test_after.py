"""The after-action report: what happened at a settled battle, as each viewer may know it, and its files."""

import csv
import io
import json
from dataclasses import replace
from hashlib import sha256
from http import HTTPStatus

import pytest
from django.db import connection
from django.http import Http404
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from battles.conduct.base import EnteredResult
from battles.models import Battle
from battles.selectors.after import AfterReport, SideReport, after_report
from battles.selectors.after_page import LINES_SHOWN, after_page, as_file, units_file
from battles.selectors.after_units import TurnLoss
from battles.selectors.losses import recorded_losses
from battles.selectors.reads import SIDES, brief_of_battle, plans_of
from battles.selectors.report import counts_points
from battles.services import hidden, opening, result, settle, ticks
from battles.services.begin import begin_one_off
from battles.tests.builders import (
    a_battle,
    a_toy_battle,
    both_request,
    choose,
    march,
    open_unswept,
    prepare_it,
    prizes,
    seal_both,
    shiloh,
    to_dusk,
)
from battles.tests.cards import a_card_battle, open_cards
from campaign.models import Entry
from campaign.services import decisions
from campaign.services.rewind import rewind
from campaign.services.sweep import sweep
from campaign.tests.budget import BUDGET, weigh
from campaign.tests.builders import Club, a_club
from campaign.tests.kept import kept
from rulesets.core.report import End, Fate, LeaderSaid

pytestmark = pytest.mark.django_db
WHO = {"USA": "union", "CSA": "confederate"}
SEATED = ("umpire", "union", "union_west", "confederate", "observer")
MOST_QUERIES = 9
IN_SIGHT, UNSEEN, PLACED = "c0d0b0", "c0d0b1", "c0d0b2"
Fight = tuple[Club, Battle]


def fought(club: Club, battle: Battle) -> None:
    """Fight two turns and a night: a Union brigade in sight loses 3 stands, an unseen one 2, and one comes in sight."""
    seal_both(club, battle, confederate=march(battle, "CSA", "left", "Forrest", points=1))
    prepare_it(club, battle, left_csa=4)
    opening.set_hidden(club.viewer("umpire"), battle.pk, side="USA", units=[UNSEEN, PLACED])
    opening.open_battle(club.viewer("umpire"), battle.pk)
    sweep(club.campaign.pk)
    tick(club, battle, IN_SIGHT, "killed")
    tick(club, battle, UNSEEN, "captured")
    both_request(club, battle)
    tick(club, battle, IN_SIGHT, "killed")
    tick(club, battle, IN_SIGHT, "killed")
    tick(club, battle, UNSEEN, "killed")
    tick(club, battle, "@c0d0b1", "wounded")
    hidden.place_units(club.viewer("union"), battle.pk, side="USA", units=[PLACED], why="fired")
    to_dusk(club, battle)
    for who in WHO.values():
        choose(club, battle, who)
    both_request(club, battle, "end")


def tick(club: Club, battle: Battle, unit: str, cause: str) -> None:
    ticks.tick(club.viewer("union"), battle.pk, unit=unit, cause=cause)


def settled(club: Club, battle: Battle) -> None:
    """Enter both results as they were ticked, with two leaders' fates, and settle."""
    battle.refresh_from_db()
    held = prizes(battle, USA=9, CSA=4) if counts_points(battle) else {}
    plans = plans_of(battle)
    for side in SIDES:
        losses, ticked = recorded_losses(battle, side, plans)
        leaders = [leader.id for leader in brief_of_battle(battle).sides[side].leaders]
        fates = ticked | dict(zip(leaders, (LeaderSaid(Fate.WOUNDED), LeaderSaid(on_table=False)), strict=False))
        end = End.HELD if side == "USA" else End.WITHDREW
        entered = EnteredResult(end, losses=losses, leaders=fates, objectives=held)
        result.enter_result(club.viewer(WHO[side]), battle.pk, entered=entered)
        result.confirm_result(club.viewer(WHO[side]), battle.pk)
    settle.settle(club.viewer("umpire"), battle.pk)
    sweep(club.campaign.pk)
    battle.refresh_from_db()


@pytest.fixture
@kept
def after() -> Fight:
    """Return a campaign's battle that was settled."""
    club, battle = a_battle()
    fought(club, battle)
    settled(club, battle)
    return club, battle


@kept
def a_one_off() -> Fight:
    club = a_club(name="Shiloh alone", one_off=True)
    battle = begin_one_off(club.viewer("umpire"), name="Shiloh", brief=shiloh())
    sweep(club.campaign.pk)
    return club, battle


def report(club: Club, battle: Battle, who: str) -> AfterReport:
    return after_report(club.viewer(who), battle.pk)


def side_of(found: AfterReport, side: str) -> SideReport:
    return next(each for each in found.sides if each.side == side)


def browser(club: Club, who: str) -> Client:
    client = Client()
    client.force_login(club.users[who])
    return client


def url(battle: Battle, name: str = "after") -> str:
    return reverse(f"battles:{name}", args=[battle.campaign_id, battle.pk])


ADDRESSES = ("after", "after-file", "after-units")


def names(side: SideReport) -> list[str]:
    return [unit.name for unit in side.units]


def own_words(club: Club, battle: Battle, who: str) -> str:
    return as_file(report(club, battle, who))


# Who reads what.


def test_no_report_before_the_battle_is_settled() -> None:
    club, battle = a_battle()
    fought(club, battle)
    for who in SEATED:
        assert {browser(club, who).get(url(battle, name)).status_code for name in ADDRESSES} == {HTTPStatus.NOT_FOUND}
        assert url(battle) not in browser(club, who).get(url(battle, "detail")).text
        with pytest.raises(Http404):
            report(club, battle, who)


def test_everyone_in_the_campaign_finds_it_from_the_battle_and_the_list(after: Fight) -> None:
    club, battle = after
    for who in SEATED:
        client = browser(club, who)
        assert {client.get(url(battle, name)).status_code for name in ADDRESSES} == {HTTPStatus.OK}
        assert f'href="{url(battle)}"' in client.get(url(battle, "detail")).text
        assert f'href="{url(battle)}"' in client.get(reverse("battles:list", args=[club.campaign.pk])).text
    for name in ADDRESSES:
        assert browser(club, "outsider").get(url(battle, name)).status_code == HTTPStatus.NOT_FOUND
        assert Client().get(url(battle, name)).status_code != HTTPStatus.OK


def test_rewound_settlement_takes_the_report_away(after: Fight) -> None:
    club, battle = after
    settling = Entry.objects.get(campaign=club.campaign, kind="battle.settled")
    before = Entry.objects.filter(campaign=club.campaign, stream="campaign", seq__lt=settling.seq).order_by("-seq")[0]
    rewind(club.viewer("umpire"), entry_id=before.pk, reason="Again.")
    sweep(club.campaign.pk)
    assert browser(club, "union").get(url(battle)).status_code == HTTPStatus.NOT_FOUND


def test_own_side_reads_each_unit_with_its_losses_by_turn_and_its_state(after: Fight) -> None:
    club, battle = after
    own = side_of(report(club, battle, "union"), "USA")
    brigade, unseen, placed = own.units[:3]
    assert own.whole
    assert [(each.turn, each.words) for each in brigade.ticked] == [(1, "1 killed"), (2, "2 killed")]
    assert (brigade.lost.killed, brigade.left, brigade.seen_on) == (3, brigade.brought - 3, 1)
    assert brigade.state in ("Fresh", "Worn", "Spent")
    assert (unseen.lost.captured, unseen.lost.killed, unseen.seen_on) == (1, 1, 0)
    assert placed.seen_on == 2
    assert sum(unit.lost.for_good for unit in own.units) == own.lost.for_good == 5


def test_enemy_reads_only_what_stood_on_the_table(after: Fight) -> None:
    club, battle = after
    names_of_units = names(side_of(report(club, battle, "umpire"), "USA"))
    for who in ("confederate", "observer"):
        theirs = side_of(report(club, battle, who), "USA")
        assert not theirs.whole
        assert theirs.aftermath is None
        assert {unit.state for unit in theirs.units} == {""}
        assert not any(unit.ticked for unit in theirs.units)
        assert theirs.lost.killed == 3
        assert theirs.lost.captured == 0
        hidden_name = names_of_units[1].partition(",")[0]
        seen_name = names_of_units[0].partition(",")[0]
        words = own_words(club, battle, who)
        assert seen_name in words
        assert hidden_name not in words
        page = browser(club, who).get(url(battle)).text
        assert hidden_name not in page
        assert hidden_name not in browser(club, who).get(url(battle, "after-units")).text
    assert side_of(report(club, battle, "confederate"), "CSA").whole


def test_commander_of_another_theater_reads_what_an_observer_does() -> None:
    club, battle = a_battle()
    battle.setup.scopes = {"USA": "East"}
    battle.setup.save()
    fought(club, battle)
    settled(club, battle)
    west = side_of(report(club, battle, "union_west"), "USA")
    assert not west.whole
    assert west == side_of(report(club, battle, "observer"), "USA")


def test_leaders_who_never_came_are_their_own_sides_to_know(after: Fight) -> None:
    club, battle = after
    fates = {each.fate for each in side_of(report(club, battle, "union"), "USA").leaders}
    assert {"grievously wounded", "never on the table"} <= fates
    commander = [each for each in side_of(report(club, battle, "union"), "USA").leaders if each.turn]
    assert [(each.turn, each.fate) for each in commander] == [(2, "grievously wounded")]
    theirs = side_of(report(club, battle, "confederate"), "USA").leaders
    assert [each.fate for each in theirs] == ["grievously wounded"]


def test_everyone_reads_both_armies_once_the_campaign_ends(after: Fight) -> None:
    club, battle = after
    whole = report(club, battle, "umpire")
    assert not report(club, battle, "observer").both
    decisions.decide(club.viewer("umpire"), kind="campaign.closed")
    sweep(club.campaign.pk)
    for who in ("confederate", "observer", "union_west"):
        found = report(club, battle, who)
        assert found.both
        assert [side.units for side in found.sides] == [side.units for side in whole.sides]
        assert all(side.aftermath for side in found.sides)
        assert found.audience.words == "Visible to all"
    assert not any(side.aftermath is None for side in report(club, battle, "confederate").sides)


def test_one_off_battle_shows_both_armies_when_it_is_settled() -> None:
    club, battle = a_one_off()
    fought(club, battle)
    settled(club, battle)
    whole = report(club, battle, "umpire")
    for who in ("union", "confederate", "observer"):
        found = report(club, battle, who)
        assert found.both
        assert [side.units for side in found.sides] == [side.units for side in whole.sides]
        assert "captured" in found.turns[1].losses[1].words
        assert [side.aftermath for side in found.sides] == [None, None]


def test_umpire_viewing_as_a_seat_reads_its_report(after: Fight) -> None:
    club, battle = after
    umpire, enemy = browser(club, "umpire"), browser(club, "confederate")
    seat = club.viewer("confederate").seat_id
    umpire.post(reverse("campaigns:view-as", args=[club.campaign.pk, seat]))
    for name in ("after-file", "after-units"):
        assert umpire.get(url(battle, name)).content == enemy.get(url(battle, name)).content
    unseen = names(side_of(report(club, battle, "umpire"), "USA"))[1].partition(",")[0]
    assert unseen not in umpire.get(url(battle)).text


# What it says.


def test_turns_have_what_was_told_to_whom_and_when(after: Fight) -> None:
    club, battle = after
    found = report(club, battle, "union")
    parts = [(turn.turn, turn.part) for turn in found.turns]
    assert parts[0] == (0, "before")
    assert parts[-1] == (26, "after")
    assert {(1, "turn"), (2, "turn"), (25, "turn"), (25, "night"), (26, "turn")} <= set(parts)
    second = next(turn for turn in found.turns if turn.turn == 2)
    assert second.title == "Turn 2, 6:30"
    placed = next(told for told in second.told if told.kind == "battle.placed")
    assert placed.to_everyone
    ticked = [told for told in second.told if told.kind == "battle.tick"]
    assert {(told.to.side, told.to_everyone) for told in ticked} == {("USA", False)}
    assert all(told.n and told.at for told in second.told)
    assert [(each.side, each.words) for each in second.losses][:2] == [("USA", "2 killed"), ("USA", "1 killed")]


def test_viewer_reads_only_what_they_were_told_until_both_plans_are_public(after: Fight) -> None:
    club, battle = after

    def told(who: str) -> set[str]:
        return {line.text for turn in report(club, battle, who).turns for line in turn.told}

    before = {who: told(who) for who in SEATED}
    for who in ("confederate", "observer"):
        assert not any("1 stand killed" in text for text in before[who])
    assert any("1 stand killed" in text for text in before["union"])
    decisions.decide(club.viewer("umpire"), kind="campaign.closed")
    sweep(club.campaign.pk)
    assert any("1 stand killed" in text for text in told("confederate"))
    lines = [line for turn in report(club, battle, "confederate").turns for line in turn.told]
    theirs = [line for line in lines if line.kind == "battle.tick"]
    assert {(line.n, line.to.side) for line in theirs} == {(0, "USA")}
    assert {line.to.side for line in lines if line.n == 0} == {"USA", "umpire"}
    assert {line.text for line in lines if line.n} >= before["confederate"]


def test_positions_stay_with_those_who_noted_them(after: Fight) -> None:
    """Notes of positions are never opened (docs/decisions/0040)."""
    from battles.selectors.after_reads import OPENED

    assert "battle.positions" not in OPENED
    assert not any(kind.startswith(("talk.", "rewind", "correct", "cup.")) for kind in OPENED)


def test_undone_lines_stay_marked_and_losses_are_gone() -> None:
    club, battle = a_battle()
    seal_both(club, battle)
    open_unswept(club, battle)
    sweep(club.campaign.pk)
    tick(club, battle, IN_SIGHT, "killed")
    mark = Entry.objects.filter(campaign=club.campaign).order_by("-seq")[0]
    tick(club, battle, IN_SIGHT, "captured")
    rewind(club.viewer("umpire"), entry_id=mark.pk, reason="A slip.")
    sweep(club.campaign.pk)
    both_request(club, battle, "end")
    settled(club, battle)
    found = report(club, battle, "union")
    assert [each.words for each in side_of(found, "USA").units[0].ticked] == ["1 killed"]
    marks = {told.text: told.is_current for turn in found.turns for told in turn.told if told.kind == "battle.tick"}
    assert sorted(marks.values()) == [False, True]


def test_winner_end_and_cups_are_in_it(after: Fight) -> None:
    club, battle = after
    found = report(club, battle, "observer")
    assert found.verdict == "Union wins, 10 to 6."
    assert found.ended == "Union held the field, and Confederate withdrew"
    assert (found.cites, side_of(found, "USA").points) == ("VG-9", 10)
    assert [(line.words, line.cites) for line in side_of(found, "USA").score][-1] == ("Holds USA", "R-32")
    assert len(found.dice.cups) == 4
    assert {cup.state for cup in found.dice.cups} == {"Revealed"}
    assert any("Confederate sealed: " in line.text for line in found.disclosed)
    page = browser(club, "observer").get(url(battle)).text
    assert f'href="{found.dice.check_url}"' in page


# Files.


def test_file_names_its_schema_and_holds_every_line(after: Fight) -> None:
    club, battle = after
    answer = browser(club, "union").get(url(battle, "after-file"))
    plain = json.loads(answer.content)
    assert (plain["schema"], plain["version"], plain["battle"]) == ("after-action report", 1, f"{battle.pk:016x}")
    assert "attachment" in answer["Content-Disposition"]
    assert [len(turn["told"]) for turn in plain["turns"]] == [
        len(turn.told) for turn in report(club, battle, "union").turns
    ]
    assert plain["sides"][0]["units"][0]["lost"]["killed"] == 3


def test_units_are_a_table_for_a_spreadsheet(after: Fight) -> None:
    club, battle = after
    rows = list(csv.DictReader(io.StringIO(browser(club, "union").get(url(battle, "after-units")).text)))
    first = rows[0]
    assert (first["side"], first["killed"], first["ticked"]) == ("Union", "3", "turn 1: 1 killed; turn 2: 2 killed")
    assert int(first["stands_left"]) == int(first["stands_brought"]) - 3
    assert {row["side"] for row in rows} == {"Union", "Confederate"}


def test_no_typed_name_becomes_a_formula(after: Fight) -> None:
    club, battle = after
    found = report(club, battle, "union")
    side = found.sides[0]
    typed = replace(side.units[0], name='=HYPERLINK("x")')
    text = units_file(replace(found, sides=(replace(side, units=(typed,)),)))
    assert next(csv.reader(io.StringIO(text.splitlines()[1])))[1].startswith("’=")


def test_programs_read_the_same(after: Fight) -> None:
    club, battle = after
    answer = browser(club, "confederate").get(f"/api/c/{club.campaign.pk:016x}/b/{battle.pk:016x}/after/")
    sent = json.loads(browser(club, "confederate").get(url(battle, "after-file")).content)
    assert [side["units"] for side in answer.json()["sides"]] == [side["units"] for side in sent["sides"]]


# Other books.


@pytest.mark.usefixtures("tin_book")
def test_battle_of_another_book_has_a_report() -> None:
    club, battle = a_toy_battle()
    seal_both(club, battle)
    open_unswept(club, battle)
    sweep(club.campaign.pk)
    ticks.tick(club.viewer("union"), battle.pk, unit="U-1", cause="killed")
    both_request(club, battle, "end")
    settled(club, battle)
    found = report(club, battle, "observer")
    assert [(unit.brought, unit.lost.killed, unit.left) for unit in side_of(found, "USA").units] == [
        (6, 1, 5),
        (6, 0, 6),
    ]
    assert found.cites == ""
    assert "VG-9" not in browser(club, "observer").get(url(battle)).text


@pytest.mark.usefixtures("tin_book")
def test_battle_with_unit_cards_has_a_report() -> None:
    club, battle = a_card_battle()
    open_cards(club, battle)
    both_request(club, battle, "end")
    settled(club, battle)
    found = report(club, battle, "observer")
    assert {"Blue 1", "Gray 1"} <= {name for side in found.sides for name in names(side)}
    assert browser(club, "confederate").get(url(battle)).status_code == HTTPStatus.OK


# Cost.


def queries(club: Club, battle: Battle, who: str, name: str = "after") -> int:
    client = browser(club, who)
    client.get(url(battle, "detail"))
    with CaptureQueriesContext(connection) as found:
        client.get(url(battle, name))
    return len(found)


def test_report_costs_the_same_however_long_the_battle(after: Fight) -> None:
    club, battle = after
    for who in SEATED:
        for name in ADDRESSES:
            assert queries(club, battle, who, name) <= MOST_QUERIES, (who, name)
    decisions.decide(club.viewer("umpire"), kind="campaign.closed")
    sweep(club.campaign.pk)
    assert {queries(club, battle, who) for who in ("union", "observer")} <= set(range(MOST_QUERIES + 1))


def long(found: AfterReport) -> AfterReport:
    """Return a report of 4 days between two armies of 60 brigades, each ticked on three turns."""

    def words(n: int) -> str:
        return sha256(str(n).encode()).hexdigest()[:24]

    lines = [line for turn in found.turns for line in turn.told if line.kind == "battle.placed"]
    turns = [
        replace(
            found.turns[1],
            turn=n,
            title=f"Turn {n}",
            told=tuple(
                replace(lines[0], n=n * 40 + k, text=f"{words(n * 40 + k)} came into sight.") for k in range(40)
            ),
            losses=(),
        )
        for n in range(1, 101)
    ]
    ticked = tuple(TurnLoss(turn, "1 killed") for turn in (4, 17, 31))
    sides = [
        replace(side, units=tuple(replace(side.units[0], name=words(n), ticked=ticked) for n in range(60)))
        for side in found.sides
    ]
    return replace(found, turns=tuple(turns), sides=tuple(sides))


def test_page_stays_small_in_a_long_battle(after: Fight, monkeypatch: pytest.MonkeyPatch) -> None:
    club, battle = after
    found = report(club, battle, "umpire")
    monkeypatch.setattr("battles.selectors.after_page.after_report", lambda *_: long(found))
    shown = after_page(club.viewer("umpire"), battle.pk)
    assert [len(turn.told) + turn.more for turn in shown.turns] == [40] * 100
    assert sum(len(turn.told) for turn in shown.turns) <= LINES_SHOWN
    page = browser(club, "umpire").get(url(battle))
    assert "39 more lines" in page.text
    assert weigh(page).own <= BUDGET
