"""Prints of a battle in a box: asked for, made by a worker, and forgotten."""

from dataclasses import replace
from datetime import timedelta
from functools import partial
from http import HTTPStatus
from pathlib import Path
from time import monotonic
from unittest.mock import Mock

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from battles.models import BoxPrint, PrintState
from battles.printing import process
from battles.printing.process import make_pdf
from battles.services import box
from battles.tests.boxes import Fight, a_fight, browser, drawn, opened, printed, url
from battles.tests.builders import a_toy_battle, seal_both, toy_books
from campaign.errors import AlreadyDone
from campaign.ids import hex_id
from campaign.services import bell, runs
from campaign.services.throttle import TooOften
from campaign.tests.api import Program
from campaign.tests.kept import kept

pytestmark = [pytest.mark.django_db]
MOST_QUERIES = 9


@pytest.fixture
@kept
def fight() -> Fight:
    return a_fight()


class Test_Worker:
    def test_page_shows_progress_then_the_print(
        self, fight: Fight, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        club, battle = fight
        client = browser(club, "union")
        answer = client.post(url(battle), {"paper": "us-letter"})
        assert (answer.status_code, answer["Location"]) == (HTTPStatus.FOUND, url(battle))
        waiting = client.get(url(battle))
        assert "in progress since" in waiting.text
        assert box.make_due(drawn) == 1
        with django_assert_max_num_queries(MOST_QUERIES):
            ready = client.get(url(battle), headers={"If-None-Match": waiting["ETag"]})
        row = BoxPrint.objects.get()
        assert url(battle, row.pk) in ready.text
        pdf = client.get(url(battle, row.pk))
        assert pdf["Content-Type"] == "application/pdf"
        assert pdf["Content-Disposition"] == 'inline; filename="battle-box-seal-1.pdf"'
        assert pdf["Cache-Control"] == "private, no-store"
        assert pdf.content == bytes(row.pdf)
        assert (row.state, row.box, row.size) == (PrintState.READY, {}, len(row.pdf))

    def test_umpires_pages_stay_within_their_queries(
        self, fight: Fight, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        club, battle = opened(fight)
        row = printed(club, "umpire", battle)
        client = browser(club, "umpire")
        for address in (url(battle), url(battle, row.pk)):
            client.get(address)
            with django_assert_max_num_queries(MOST_QUERIES):
                assert client.get(address).status_code == HTTPStatus.OK

    def test_program_prints_and_reads_it(self, fight: Fight) -> None:
        _, battle = fight
        program, address = Program("union"), f"c/{hex_id(battle.campaign_id)}/b/{hex_id(battle.pk)}/box/"
        assert program.post(address, paper="a4").json() == {"done": True, "again": False}
        assert program.post(address, paper="a4").json() == {"done": True, "again": True}
        box.make_due(drawn)
        (line,) = program.get(address).json()["prints"]
        assert line["state"] == "ready"
        assert program.get(f"{address}{line['id']}/").json()["pdf"].startswith("JVBERi0")

    @pytest.mark.parametrize("paper", ["", "a5", "A4"])
    def test_unknown_paper_is_refused(self, fight: Fight, paper: str) -> None:
        club, battle = fight
        answer = browser(club, "union").post(url(battle), {"paper": paper})
        assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        assert "Choose A4 or US Letter." in answer.text
        assert not BoxPrint.objects.exists()

    def test_same_page_sent_twice_prints_once(self, fight: Fight) -> None:
        club, battle = fight
        viewer = club.viewer("union")
        box.order_print(viewer, battle.id, paper="a4", key="k")
        box.make_due(drawn)
        with pytest.raises(AlreadyDone):
            box.order_print(viewer, battle.id, paper="a4", key="k")
        assert BoxPrint.objects.count() == 1

    def test_second_worker_leaves_a_print_that_is_being_made(self, fight: Fight) -> None:
        club, battle = fight
        box.order_print(club.viewer("union"), battle.id, paper="a4")
        times = []

        def draw(of: object) -> bytes:
            times.append(box.make_due(draw))
            return b"%PDF-"

        assert box.make_due(draw) == 1
        assert times == [0]

    def test_long_run_calls_the_next_one(self, fight: Fight, monkeypatch: pytest.MonkeyPatch) -> None:
        """The schedule would leave the rest of an evening's prints waiting for seconds between runs."""
        club, battle = fight
        call = Mock()
        monkeypatch.setattr(bell, "call", call)
        for paper in ("a4", "us-letter"):
            box.order_print(club.viewer("union"), battle.id, paper=paper)

        def draw_long(of: object) -> bytes:
            monkeypatch.setattr(box, "LONGEST_RUN", timedelta(seconds=-1))
            return b"%PDF-"

        assert box.make_due(draw_long) == 1
        call.assert_called_once_with(box.TASK)
        monkeypatch.undo()
        assert box.make_due(drawn) == 1

    def test_print_whose_worker_died_is_made_again(self, fight: Fight) -> None:
        club, battle = fight
        row = box.order_print(club.viewer("union"), battle.id, paper="a4")
        with pytest.raises(KeyboardInterrupt):
            box.make_due(dying)
        assert box.make_due(drawn) == 0
        BoxPrint.objects.filter(id=row.id).update(due_at=row.at)  # its claim has run out
        assert box.make_due(drawn) == 1

    def test_print_whose_worker_has_to_end_is_due_at_once(
        self, fight: Fight, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        """The process that draws is ended with it, and the try isn't counted."""
        club, battle = fight
        box.order_print(club.viewer("union"), battle.id, paper="a4")
        stuck = tmp_path / "stuck.py"
        stuck.write_text("import time; time.sleep(60)")
        monkeypatch.setattr(process, "RENDER", stuck)
        monkeypatch.setattr(runs, "is_ending", Mock(side_effect=[False, False, True]))  # only once it has begun
        began = monotonic()
        assert box.make_due(partial(make_pdf, is_ending=runs.is_ending)) == 0
        assert monotonic() - began < process.MOST_SECONDS / 2
        assert BoxPrint.objects.get().tries == 0
        monkeypatch.undo()
        assert box.make_due(drawn) == 1

    def test_print_that_kills_each_worker_is_given_up(self, fight: Fight) -> None:
        club, battle = fight
        row = box.order_print(club.viewer("union"), battle.id, paper="a4")
        for _ in range(box.MOST_TRIES):
            with pytest.raises(KeyboardInterrupt):
                box.make_due(dying)
            BoxPrint.objects.filter(id=row.id).update(due_at=row.at)
        box.make_due(drawn)
        assert BoxPrint.objects.get().state == PrintState.FAILED

    def test_failed_print_says_so_and_can_be_tried_again(self, fight: Fight) -> None:
        club, battle = fight
        box.order_print(club.viewer("union"), battle.id, paper="a4")
        for _ in range(box.MOST_TRIES):
            box.make_due(failing)
        page = browser(club, "union").get(url(battle)).text
        assert "This print failed. Try again." in page
        assert "Print battle box</button>" in page
        assert printed(club, "union", battle).state == PrintState.READY

    def test_newest_three_are_kept(self, fight: Fight) -> None:
        club, battle = fight
        made = [printed(club, "union", battle) for _ in range(5)]
        assert {row.pk for row in made[-3:]} == set(BoxPrint.objects.values_list("id", flat=True))

    def test_old_prints_and_those_of_removed_battles_are_forgotten(self, fight: Fight) -> None:
        club, battle = fight
        row = printed(club, "union", battle)
        box.forget_old()
        assert BoxPrint.objects.count() == 1
        BoxPrint.objects.filter(id=row.id).update(battle_id=4711)
        box.forget_old()
        assert not BoxPrint.objects.exists()
        row = printed(club, "union", battle)
        BoxPrint.objects.filter(id=row.id).update(at=row.at - box.KEPT_FOR - box.CLAIM)
        box.forget_old()
        assert not BoxPrint.objects.exists()

    def test_prints_an_hour_are_limited(self, fight: Fight, monkeypatch: pytest.MonkeyPatch) -> None:
        club, battle = fight
        monkeypatch.setattr(box, "PRINTS", replace(box.PRINTS, times=1))
        printed(club, "union", battle)
        with pytest.raises(TooOften):
            box.order_print(club.viewer("union"), battle.id, paper="a4")

    def test_book_without_orders_of_battle_has_no_box(self) -> None:
        with toy_books():
            club, battle = a_toy_battle()
            seal_both(club, battle)
            client = browser(club, "union")
            assert client.get(url(battle)).status_code == HTTPStatus.NOT_FOUND
            assert "box/" not in client.get(reverse("battles:detail", args=[battle.campaign_id, battle.id])).text


def dying(of: object) -> bytes:
    raise KeyboardInterrupt


def failing(of: object) -> bytes:
    raise RuntimeError("no room")
