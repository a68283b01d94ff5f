"""Beat repeats every task, so that a lost message costs time and nothing else."""

from collections.abc import Iterator

import pytest

from campaign.services import bell
from config.celery import app
from config.celery_settings import NUDGES

PLANTED = "battles.tasks.planted"


def tasks() -> set[str]:
    """Return the names of the site's own tasks, from whatever app."""
    app.loader.import_default_modules()
    return {name for name in app.tasks if not name.startswith("celery.")}


def scheduled() -> set[str]:
    return {entry["task"] for entry in app.conf.beat_schedule.values()}


def unrepeated() -> set[str]:
    """Return the tasks that run only if their message arrives."""
    return {name for name in tasks() if NUDGES.get(name, name) not in scheduled()}


@pytest.fixture
def planted_task() -> Iterator[None]:
    @app.task(name=PLANTED)
    def do_nothing() -> None: ...

    yield
    del app.tasks[PLANTED]


def test_beat_repeats_every_task() -> None:
    assert unrepeated() == set()


@pytest.mark.usefixtures("planted_task")
def test_task_outside_the_schedule_is_found() -> None:
    assert unrepeated() == {PLANTED}


@pytest.mark.usefixtures("planted_task")
def test_nudge_of_scheduled_task_is_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(NUDGES, PLANTED, "campaign.tasks.sweep_all")
    assert unrepeated() == set()


def test_nudge_of_unscheduled_task_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(app.conf.beat_schedule, "sweep")
    assert unrepeated() == {"campaign.tasks.sweep_all", "campaign.tasks.sweep_campaign"}


def test_schedule_and_nudges_name_tasks_that_exist() -> None:
    assert scheduled() | NUDGES.keys() | set(NUDGES.values()) <= tasks()
    assert bell.TASK in NUDGES


def test_scheduled_tasks_take_their_work_from_rows() -> None:
    assert not any(entry.keys() & {"args", "kwargs"} for entry in app.conf.beat_schedule.values())
