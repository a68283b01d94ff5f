"""The embedded site's worker, beyond what its processes show (test_jobs.py)."""

from config.celery import app
from config.worker import Schedule


def test_new_worker_finds_every_task_due() -> None:
    entries = Schedule(app).schedule
    assert entries.keys() == app.conf.beat_schedule.keys()
    assert [name for name, entry in entries.items() if not entry.is_due()[0]] == []
