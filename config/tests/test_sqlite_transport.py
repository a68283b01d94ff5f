"""The broker on a SQLite file: messages are leased, returned when a worker dies, and delivered at once."""

import json
import sqlite3
import statistics
import time
from contextlib import closing
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from celery import Celery
from kombu import Connection, Exchange, Queue

import config.sqlite_transport  # noqa: F401 - registers the transport
from campaign.services import bell
from config import supervisor
from config.celery_settings import JOBS_FILE, NUDGES_QUEUE
from config.jobs_file import jobs, release_leases
from config.testing import migrated
from config.testing.processes import Processes, wait_until


def broker(file: Path, *, lease: float = 60) -> Connection:
    return Connection("sqlitefile://localhost/", transport_options={"file": str(file), "lease": lease})


QUEUE = Queue("test", Exchange("test"), routing_key="test")


def put(connection: Connection, *bodies: Any) -> None:
    with connection.Producer() as producer:
        for body in bodies:
            producer.publish(body, exchange=QUEUE.exchange, routing_key="test", declare=[QUEUE])


def get(connection: Connection) -> Any:
    return QUEUE(connection.channel()).get()


def test_messages_keep_their_order(tmp_path: Path) -> None:
    with broker(tmp_path / "jobs") as connection:
        put(connection, 1, "two", {"three": 3})
        assert [get(connection).payload for _ in range(3)] == [1, "two", {"three": 3}]
        assert get(connection) is None


def test_leased_message_returns_when_the_lease_expires(tmp_path: Path) -> None:
    with broker(tmp_path / "jobs", lease=0.2) as first, broker(tmp_path / "jobs", lease=0.2) as second:
        put(first, "job")
        assert get(first).payload == "job"
        assert get(second) is None
        time.sleep(0.25)
        assert get(second).payload == "job"


def test_acknowledged_message_is_deleted(tmp_path: Path) -> None:
    with broker(tmp_path / "jobs", lease=0) as connection:
        put(connection, "job")
        get(connection).ack()
        assert get(connection) is None


def test_rejected_message_is_deleted_or_requeued(tmp_path: Path) -> None:
    with broker(tmp_path / "jobs") as connection:
        put(connection, "again", "never")
        get(connection).requeue()
        message = get(connection)
        assert message.payload == "again"
        message.ack()
        get(connection).reject()
        assert get(connection) is None


def test_supervisor_frees_messages_of_a_dead_worker(tmp_path: Path) -> None:
    with broker(tmp_path / "jobs") as connection:
        put(connection, "job")
        assert get(connection).payload == "job"
        release_leases(tmp_path / "jobs")
        assert get(connection).payload == "job"


def test_two_consumers_share_messages_without_loss_or_repeats(tmp_path: Path) -> None:
    with broker(tmp_path / "jobs") as connection:
        put(connection, *range(600))
    consume = (
        "import sys; from pathlib import Path; import config.sqlite_transport\n"
        "from config.tests.test_sqlite_transport import broker, get\n"
        "connection = broker(Path(sys.argv[1]))\n"
        "while (message := get(connection)): print(message.payload); message.ack()\n"
    )
    stack = Processes({}, tmp_path)
    both = [stack.python(f"consumer-{n}", "-c", consume, str(tmp_path / "jobs")) for n in range(2)]
    assert [process.wait(60) for process in both] == [0, 0], stack.log("consumer-0")
    got = [int(line) for n in range(2) for line in stack.log(f"consumer-{n}").split()]
    assert sorted(got) == list(range(600))


def test_size_counts_unacknowledged_messages_and_purge_empties(tmp_path: Path) -> None:
    with broker(tmp_path / "jobs") as connection:
        put(connection, 1, 2, 3)
        channel: Any = connection.channel()
        assert channel._size("test") == 3
        get(connection).ack()
        assert channel.queue_purge("test") == 2
        with pytest.raises(Empty):
            channel._get("test")


RING = """
import django, time; django.setup()
import config.sqlite_transport  # noqa: F401 - registers the transport
from campaign.services import bell
costs = []
for _ in range(500):
    began = time.perf_counter(); bell.ring(7); costs.append(time.perf_counter() - began)
print(sorted(costs)[250])
time.sleep(2)
"""


def test_many_nudges_make_few_messages_without_waiting(tmp_path: Path) -> None:
    stack = Processes({"DJANGO_SETTINGS_MODULE": "config.settings"}, tmp_path)
    stack.python("ringer", "-c", RING).wait(30)
    assert float(stack.log("ringer").split()[0]) < 0.001
    with closing(sqlite3.connect(tmp_path / JOBS_FILE)) as connection:
        bodies = [json.loads(body) for (body,) in connection.execute("SELECT body FROM message")]
    assert {body["headers"]["task"] for body in bodies} == {"campaign.tasks.sweep_campaign"}
    assert 1 <= len(bodies) <= 3


@pytest.mark.processes
def test_nudge_is_done_at_once(tmp_path: Path) -> None:
    """The sweep and the page take more time, and all three must stay under a quarter of a second."""
    file = str(tmp_path / JOBS_FILE)
    sender = Celery("sender", broker="sqlitefile://localhost/", set_as_current=False)
    sender.conf.broker_transport_options = {"file": file, "lease": 60}
    site = Processes({}, tmp_path)
    migrated.migrate(site)
    try:
        site.start("worker", *supervisor.commands(host="", port=0)["worker"])
        delays = [seconds_of_a_nudge(sender, file) for _ in range(11)]
    finally:
        site.stop()
    assert statistics.median(delays[1:]) < 0.15, delays  # the first waited for the worker to start


def seconds_of_a_nudge(sender: Celery, file: str) -> float:
    began = time.monotonic()
    sender.send_task(bell.TASK, args=[7], queue=NUDGES_QUEUE)
    wait_until(lambda: not jobs(file).execute("SELECT 1 FROM message").fetchone(), "the acknowledgement")
    return time.monotonic() - began
