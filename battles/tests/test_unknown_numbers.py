"""A battle keeps the numbers it began with; an unknown one typed meanwhile counts from its next roll."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import Settings

from battles.conduct import conduct_of
from battles.conduct.cw_to_ff.day import _clock_by_the_book
from battles.models import Battle, BattleState, Plan, SecretResult
from battles.selectors.numbers import secret_numbers
from battles.selectors.page import battle_page
from battles.selectors.reads import house_of_battle
from battles.services import opening
from battles.services.disclose import _opening
from battles.services.setup import set_up_chosen
from battles.tests.builders import SHEET, a_battle, march, open_it, prepare_it, seal_both, shiloh, told
from battles.tests.test_disclosures import heard, settled
from campaign.errors import NumberNeeded
from campaign.ids import hex_id
from campaign.models import Proposal
from campaign.selectors.verify import verify
from campaign.services import decisions
from campaign.services.house import enter_number, import_table
from campaign.services.sweep import sweep
from campaign.sources import SOURCES
from campaign.tests.builders import Club, a_club
from rulesets.core import registry
from rulesets.core.book import Mark
from rulesets.core.table import Cell, Table

pytestmark = pytest.mark.django_db
RANGE = ("fire_and_fury.fire_ranges", "infantry", "nearest")
POINTS = ("fire_and_fury.fire_points", "infantry", "nearest")
VOLLEY = {"firers.0.stands": "4", "firers.0.range_inches": "3", "dice": "8"}
ENTRY = ("cw_to_ff.arrival", "swift", "entry")
ENTRY_WORDS = "swift, entry"
Forget = Callable[[str, str, str], None]


@pytest.fixture
def forget(monkeypatch: pytest.MonkeyPatch) -> Forget:
    """Return a function that makes a printed cell unknown for this test."""

    def unknown(table_id: str, row: str, column: str) -> None:
        table = registry.table(table_id)
        assert table is not None
        key = next(key for key in table.rows if str(key) == row)
        at = [str(each) for each in table.columns].index(column)
        cells = table.rows[key]
        monkeypatch.setitem(table.__dict__, "kept", table.kept)
        monkeypatch.setitem(table.rows, key, (*cells[:at], None, *cells[at + 1 :]))
        monkeypatch.setitem(table.marks, (row, column), Mark.UNKNOWN)
        printed = {(cell.row, cell.column): cell for cell in table.cells()}
        monkeypatch.setitem(table.__dict__, "printed", printed)
        grid = [[printed[str(row), str(column)] for column in table.columns] for row in table.rows]
        monkeypatch.setitem(table.__dict__, "_grid", grid)

    return unknown


def enter(club: Club, cell: tuple[str, str, str], value: int, who: str = "umpire") -> None:
    table, row, column = cell
    enter_number(club.viewer(who), table=table, row=row, column=column, value=str(value), reason="Ours.")


def replace(club: Club, cell: tuple[str, str, str], value: int) -> None:
    text = f"table,row,column,value\n{','.join(cell)},{value}\n"
    import_table(club.viewer("umpire"), text=text, name="Second box", reason="A newer edition.")


def at(club: Club, rest: str = "") -> str:
    return f"/c/{hex_id(club.campaign.id)}/{rest}"


def seat(club: Club, who: str) -> Client:
    client = Client()
    client.force_login(club.users[who])
    return client


def known(battle: Battle, cell: tuple[str, str, str]) -> object:
    override = house_of_battle(Battle.objects.select_related("public_setup").get(id=battle.id)).override(*cell)
    return override.value if override else None


def ready(club: Club, battle: Battle) -> None:
    """Seal both plans, with a Confederate flank march."""
    seal_both(club, battle, confederate=march(battle, "CSA", "left", "Breckinridge", points=1))


class Test_Numbers_typed_meanwhile:
    def test_number_typed_during_a_battle_counts_there_and_is_announced_to_all(self) -> None:
        club, battle = a_battle()
        enter(club, RANGE, 4)
        enter(club, POINTS, 2)
        page = seat(club, "union").post(at(club, f"b/{hex_id(battle.id)}/rulebook/fire_and_fury/fire/"), VOLLEY)
        assert page.context["asked"].answer.says.startswith("telling")
        assert "Ours." in page.text
        for who in ("umpire", "union", "confederate", "observer"):
            assert len(heard(club, who, "infantry, nearest: 4. Ours. What was unknown counts from the next roll")) == 1

    def test_later_change_starts_with_the_next_battle(self) -> None:
        club, battle = a_battle()
        enter(club, RANGE, 4)
        replace(club, RANGE, 9)
        assert known(battle, RANGE) == 4
        url = f"/api{at(club, f'b/{hex_id(battle.id)}/rulebook/fire_and_fury/fire/odds/')}"
        asked = {"inputs": {"firers": [{"stands": 4, "range_inches": 3, "points_each": 1}]}}
        assert seat(club, "union").post(url, asked, content_type="application/json").status_code == 200
        ours = seat(club, "union").get(f"/api{at(club, 'rulebook/fire_and_fury/fire/')}").json()["tables"]
        values = [cell["value"] for table in ours if table["id"] == RANGE[0] for cell in table["cells"][:1]]
        assert values == [9]

    def test_number_replaced_during_a_battle_does_not_count_there(self) -> None:
        """A reconstructed number is known, so its change starts with the next battle."""
        club, battle = a_battle()
        table = registry.tables("civil_war")["civil_war.leaders"]
        cell = next(c for c in table.cells() if c.mark is not Mark.PRINTED and isinstance(c.value, int))
        replace(club, (table.id, cell.row, cell.column), int(cell.value) + 1)
        assert known(battle, (table.id, cell.row, cell.column)) is None

    def test_number_known_at_the_beginning_stays(self) -> None:
        club, first = a_battle()
        enter(club, RANGE, 4)
        assert known(first, RANGE) == 4
        assert "fire_and_fury.fire_ranges" not in str(first.public_setup.house)

    def test_number_typed_after_a_battle_does_not_count_there(self) -> None:
        club, battle = a_battle()
        ready(club, battle)
        open_it(club, battle)
        enter(club, POINTS, 2)
        settled(club, battle)
        enter(club, RANGE, 4)
        assert (known(battle, POINTS), known(battle, RANGE)) == (2, None)
        assert verify(club.campaign.id) == []


class Test_Secret_rolls:
    def test_opening_asks_the_umpire_alone_whatever_the_plans_say(self, forget: Forget) -> None:
        club, battle = a_battle()
        forget(*ENTRY)
        seal_both(club, battle)  # nobody marches, so no roll would read it
        url = at(club, f"b/{hex_id(battle.id)}/")
        assert ENTRY_WORDS in seat(club, "umpire").get(url).text
        for who in ("union", "confederate", "observer"):
            assert ENTRY_WORDS not in seat(club, who).get(url).text
        umpire = seat(club, "umpire")
        refused = umpire.post(url + "prepare/", {})
        assert refused.status_code == 409
        assert "Type it once for this campaign" in refused.text
        assert Battle.objects.get(id=battle.id).state == BattleState.PLANS
        wanted = refused.context["wanted"]
        cell = dict(zip(("table", "row", "column"), ENTRY, strict=True))
        typed = {"back": wanted.back, **dict(wanted.kept), **cell, "value": "7", "reason": "Ours."}
        landed = umpire.post(at(club, "rules/number/"), typed, follow=True)
        assert (landed.status_code, landed.redirect_chain[0][1]) == (200, 307)
        assert "Prepare the battle" in landed.text
        assert Battle.objects.get(id=battle.id).state == BattleState.PLANS
        open_it(club, battle)
        assert Battle.objects.get(id=battle.id).state == BattleState.DAY

    def test_number_a_secret_roll_lacks_is_asked_of_the_umpire_alone(self, forget: Forget, settings: Settings) -> None:
        settings.SWEEP_RAISES = False
        club, battle = a_battle()
        ready(club, battle)
        others = {who: told(club, who) for who in ("union", "confederate", "observer")}
        entries = [("cw_to_ff.arrival", speed, "entry") for speed in ("swift", "deliberate", "plodding")]
        for cell in entries:
            forget(*cell)
        with pytest.MonkeyPatch.context() as undeclared:
            undeclared.setattr("battles.services.opening.secret_numbers", lambda battle: [])
            prepare_it(club, battle, left_csa=4)
            sweep(club.campaign.id)
        assert len(heard(club, "umpire", "The site couldn’t do its work in")) == 1
        assert ", entry: this number is unknown" in heard(club, "umpire", "couldn’t do its work")[0]
        for who, before in others.items():
            assert not any(", entry" in line for line in told(club, who)[len(before) :])
            assert "this number is unknown" not in seat(club, who).get(at(club, f"b/{hex_id(battle.id)}/")).text
        assert "this number is unknown" in seat(club, "umpire").get(at(club, f"b/{hex_id(battle.id)}/")).text
        for cell in entries:
            enter(club, cell, 7)
        sweep(club.campaign.id)
        assert SecretResult.objects.get(subject="left.1.CSA").body["facts"]["speed"]
        opening.open_battle(club.viewer("umpire"), battle.id)
        sweep(club.campaign.id)
        enter(club, RANGE, 4)
        settled(club, battle)
        assert len(heard(club, "observer", "replayed from the ledger, the secret rolls give the same results")) == 1

    def test_site_asks_both_sides_before_it_opens_whatever_the_plans_say(self, forget: Forget) -> None:
        club, battle = a_battle(umpire_kind="site")
        forget(*ENTRY)
        seal_both(club, battle)
        sweep(club.campaign.id)
        assert Battle.objects.get(id=battle.id).state == BattleState.PLANS
        url = at(club, f"b/{hex_id(battle.id)}/")
        for who in ("union", "confederate", "observer"):
            page = seat(club, who).get(url).text
            assert ENTRY_WORDS in page
            assert ("Propose the number" in page) is (who != "observer")
        enter(club, ENTRY, 7, "union")
        decisions.agree(club.viewer("confederate"), proposal_id=Proposal.objects.get().id)
        sweep(club.campaign.id)
        assert Battle.objects.get(id=battle.id).state == BattleState.DAY

    def test_replay_uses_only_what_was_typed_before_the_rolls(self) -> None:
        club, battle = a_battle()
        enter(club, RANGE, 4)
        ready(club, battle)
        open_it(club, battle)
        enter(club, POINTS, 2)
        current = Battle.objects.select_related("setup", "public_setup").get(id=battle.id)
        sealed = _opening(current, list(SecretResult.objects.filter(battle=battle)))
        assert [each.place for each in sealed.typed] == [RANGE]

    def test_secret_rolls_read_only_the_tables_they_name(self, monkeypatch: pytest.MonkeyPatch) -> None:
        club, battle = a_battle()
        seal_both(
            club,
            battle,
            union=march(battle, "USA", "left", "Sherman", points=1),
            confederate=march(battle, "CSA", "left", "Breckinridge", points=1),
        )
        asked: set[str] = set()
        read = Table.cell

        def noted(table: Table[Any], *args: Any, **named: Any) -> Cell[Any]:
            asked.add(table.id)
            return read(table, *args, **named)

        with monkeypatch.context() as watching:
            opening.prepare_battle(club.viewer("umpire"), battle.id)
            watching.setattr(Table, "cell", noted)
            watching.setattr("battles.services.umpire_work._tell_what_is_due", lambda act, battle: None)
            sweep(club.campaign.id)
        assert SecretResult.objects.exists()
        assert asked - {"cw_to_ff.day"} <= set(conduct_of("cw_to_ff").day.secret_tables())

    def test_shipped_secret_rolls_lack_nothing(self) -> None:
        _, battle = a_battle()
        assert secret_numbers(Battle.objects.select_related("public_setup").get(id=battle.id)) == []


def test_battle_page_reads_typed_numbers_in_one_query_if_there_are_any() -> None:
    club, battle = a_battle()

    def queries() -> int:
        with CaptureQueriesContext(connection) as context:
            battle_page(club.viewer("union"), battle.id, now=SOURCES.now())
        return len(context)

    before = queries()
    enter(club, RANGE, 4)
    enter(club, POINTS, 2)
    assert queries() == before + 1


def test_rule_page_of_a_battle_costs_a_fixed_number_of_queries() -> None:
    club, battle = a_battle()
    url = at(club, f"b/{hex_id(battle.id)}/rulebook/fire_and_fury/fire/")

    def queries() -> int:
        union = seat(club, "union")
        union.get(at(club))
        with CaptureQueriesContext(connection) as context:
            union.get(url)
        return len(context)

    before = queries()
    enter(club, RANGE, 4)
    enter(club, POINTS, 2)
    assert queries() == before + 1 <= 8


@pytest.mark.parametrize("rest", ["", "cw_to_ff/", "cw_to_ff/game_day/"])
def test_only_seats_read_the_rules_of_a_battle(rest: str) -> None:
    club, battle = a_battle()
    url = at(club, f"b/{hex_id(battle.id)}/rulebook/{rest}")
    assert seat(club, "observer").get(url).status_code == 200
    assert seat(club, "outsider").get(url).status_code == 404
    assert seat(club, "union").get(at(club, f"b/{'1' * 16}/rulebook/{rest}")).status_code == 404
    assert url in seat(club, "union").get(url).text or rest


def test_plan_that_lacks_a_number_is_kept_while_the_sides_agree_on_it(forget: Forget) -> None:
    club, battle = a_battle(umpire_kind="site")
    for which in ("least", "most"):
        forget("cw_to_ff.command", "corps", which)
    enter(club, ("cw_to_ff.command", "corps", "least"), 1, "union")
    decisions.agree(club.viewer("confederate"), proposal_id=Proposal.objects.get().id)
    union, url = seat(club, "union"), at(club, f"b/{hex_id(battle.id)}/plan/")
    assert "for lack of a number" in union.get(url).text
    plan = {"draft_version": "0"}
    refused = union.post(url, plan)
    assert "corps, most" in refused.text
    wanted = refused.context["wanted"]
    cell = dict(zip(("table", "row", "column"), wanted.cell, strict=True))
    typed = {"back": wanted.back, **dict(wanted.kept), **cell, "value": "6", "reason": "Ours."}
    landed = union.post(at(club, "rules/number/"), typed, follow=True)
    assert (landed.status_code, landed.request["PATH_INFO"]) == (200, url)
    again = landed.context["form"]
    assert {name: again.data[name] for name in plan} == plan
    assert "once the other side agrees" in landed.text
    assert not Plan.objects.exists()
    decisions.agree(club.viewer("confederate"), proposal_id=Proposal.objects.get(state="open").id)
    assert known(battle, wanted.cell) == 6


def test_setup_is_checked_with_the_numbers_of_the_campaign(forget: Forget) -> None:
    club = a_club(name="Shiloh", sheet=SHEET)
    turns = ("cw_to_ff.day", "Mar-Apr", "turns")
    forget(*turns)
    _clock_by_the_book.cache_clear()
    with pytest.raises(NumberNeeded):
        set_up_chosen(club.viewer("umpire"), shiloh(), name="shiloh")
    enter(club, turns, 25)
    assert set_up_chosen(club.viewer("umpire"), shiloh(), name="shiloh")
