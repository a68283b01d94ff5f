"""Messages that the site sends without Celery: as Celery would send them, and into the queue of their task."""

import json
from base64 import b64decode
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import redis

from battles.services import box
from campaign.services import bell
from config import messages
from config.celery import app
from config.celery_settings import JOBS_QUEUE, NUDGES, NUDGES_QUEUE, SWEEP_SECONDS, queue_of
from config.jobs_file import jobs
from config.testing.processes import PATIENCE_SECONDS, Processes
from config.testing.services import Redis

ABOUT = (7,)
ACT = """
import sys, time
from config import wsgi
from campaign.services import bell
def is_sent():
    {is_sent}
bell.ring(7)
while not is_sent():
    time.sleep(0.02)
print(sorted({"celery", "kombu", "billiard"} & set(sys.modules)))
"""
IN_THE_FILE = """from django.conf import settings
    from config.jobs_file import jobs
    return jobs(str(settings.DATA_DIR / "jobs.sqlite3")).execute("SELECT 1 FROM message").fetchone()"""
IN_REDIS = """from campaign.services.live import redis_client
    return redis_client().llen("nudges")"""


def ours() -> dict[str, Any]:
    return messages.message(bell.TASK, ABOUT, tag="tag", queue=NUDGES_QUEUE)


def celerys(file: Path) -> dict[str, Any]:
    """Return what Celery itself puts into the queue."""
    with app.connection_for_write(transport_options={"file": str(file)}) as connection:
        app.send_task(bell.TASK, args=ABOUT, connection=connection, ignore_result=True, expires=60)
    ((queue, body),) = jobs(str(file)).execute("SELECT queue, body FROM message").fetchall()
    assert queue == NUDGES_QUEUE
    found: dict[str, Any] = json.loads(body)
    return found


def known_ahead(message: dict[str, Any]) -> dict[str, Any]:
    """Return a message without what differs from one to the next; Celery's asks for an answer, which nobody reads."""
    headers, properties = message["headers"], message["properties"]
    leave = ("id", "root_id", "origin", "expires", "timelimit")
    return {
        **{name: message[name] for name in ("content-type", "content-encoding")},
        "headers": {name: value for name, value in headers.items() if name not in leave},
        "names": sorted(headers),
        "delivery": {name: properties[name] for name in ("delivery_mode", "body_encoding", "priority")},
        "body": json.loads(b64decode(message["body"])),
    }


@pytest.mark.skipif(not app.conf.broker_url.startswith("sqlitefile"), reason="compares messages in a SQLite file")
def test_message_is_what_celery_would_send(tmp_path: Path) -> None:
    assert known_ahead(ours()) == known_ahead(celerys(tmp_path / "jobs"))


def test_message_expires_after_the_schedule_asked_for_the_same() -> None:
    assert messages.EXPIRES.total_seconds() > 2 * SWEEP_SECONDS
    assert (
        ours()["headers"]["expires"] < messages.message(bell.TASK, ABOUT, tag="later", queue="")["headers"]["expires"]
    )


def test_only_nudges_take_the_queue_of_nudges() -> None:
    app.loader.import_default_modules()
    found = {queue_of(name) for name in app.tasks if name not in NUDGES}
    assert (queue_of(bell.TASK), found, queue_of(box.TASK)) == (NUDGES_QUEUE, {JOBS_QUEUE}, JOBS_QUEUE)
    routed = {name: app.amqp.router.route({}, name)["queue"].name for name in (bell.TASK, box.TASK)}
    assert routed == {bell.TASK: NUDGES_QUEUE, box.TASK: JOBS_QUEUE}


def imported_by_an_act(site: Processes, is_sent: str) -> str:
    """Act once as a web process does, and return what it imported of Celery."""
    site.python("web", "-c", ACT.replace("{is_sent}", is_sent)).wait(PATIENCE_SECONDS)
    return site.log("web")


def test_act_on_a_laptop_imports_no_celery(tmp_path: Path) -> None:
    assert imported_by_an_act(Processes({}, tmp_path), IN_THE_FILE) == "[]\n"


def test_act_on_a_server_imports_no_celery(tmp_path: Path, private_redis: Redis) -> None:
    with closing(redis.Redis.from_url(private_redis.url())) as broker:
        broker.delete(NUDGES_QUEUE)
        assert imported_by_an_act(Processes({"REDIS_URL": private_redis.url()}, tmp_path), IN_REDIS) == "[]\n"
        (sent,) = broker.lrange(NUDGES_QUEUE, 0, -1)
        broker.delete(NUDGES_QUEUE)
    assert json.loads(sent)["headers"]["task"] == bell.TASK
