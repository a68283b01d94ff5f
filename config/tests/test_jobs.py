"""Background jobs: nothing is lost, whoever is killed at whatever moment, and a nudge is heard at once."""

import json
import signal
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from kombu import Connection, Exchange, Queue

from config.celery_settings import REDIS_OPTIONS
from config.sqlite_transport import release_leases
from config.testing.processes import PATIENCE_SECONDS, Processes, wait_until
from config.testing.services import Redis

JOBS = 20
# A worker with one more task than the site's own: it leaves a line for each run, so that every run is seen.
WORKER = """
import os, signal, sys, time
from django.conf import settings
import config.celery_settings as celery_settings
from config.celery import app

app.conf.broker_transport_options = {**app.conf.broker_transport_options, **OPTIONS}
app.conf.beat_schedule = {}

@app.task(name="test.note")
def note(number, seconds):
    time.sleep(seconds)
    with open(settings.DATA_DIR / "done.txt", "a") as file:
        file.write(f"{number}\\n")

def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

if sys.argv[1] == "send":
    for number in range(int(sys.argv[2])):
        note.delay(number, float(sys.argv[3]))
else:
    for moment in sys.argv[3:]:
        import kombu.transport.redis
        setattr(kombu.transport.redis.QoS, moment, die)
    app.worker_main(["--quiet", "worker", "--pool", sys.argv[2], "--concurrency", "2", "--without-gossip",
                     "--without-mingle", "--without-heartbeat", "--loglevel", "WARNING"])
"""
SHORT = {"sqlite": {"lease": 3}, "redis": {**REDIS_OPTIONS, "visibility_timeout": 3}}


class Jobs(Processes):
    engine = "sqlite"

    def code(self) -> str:
        return f"OPTIONS = {SHORT[self.engine]!r}\n{WORKER}"

    def send(self, count: int, *, seconds: float) -> None:
        self.python("sender", "-c", self.code(), "send", str(count), str(seconds)).wait(30)

    def work(self, pool: str = "threads", *, name: str = "worker", dies_in: Sequence[str] = ()) -> None:
        self.python(name, "-c", self.code(), "work", pool, *dies_in)

    def has_done(self, name: str) -> bool:
        return bool(self.done()[name])

    def done(self) -> Counter[str]:
        path = self.folder / "done.txt"
        return Counter(path.read_text().split()) if path.exists() else Counter()


@pytest.fixture(params=["sqlite", "redis"])
def jobs(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Jobs]:
    private = Redis() if request.param == "redis" else None
    jobs = Jobs({"REDIS_URL": private.url()} if private else {}, tmp_path)
    jobs.engine = request.param
    yield jobs
    jobs.stop()
    if private:
        private.stop()


@pytest.mark.processes
def test_a_worker_killed_in_the_middle_loses_nothing(jobs: Jobs) -> None:
    jobs.send(JOBS, seconds=0.3)
    jobs.work()
    wait_until(lambda: len(jobs.done()) >= 4, "the first jobs")
    jobs.kill("worker")
    assert len(jobs.done()) < JOBS
    jobs.work()
    wait_until(lambda: len(jobs.done()) == JOBS, "every job, those that were running too")


@pytest.mark.processes
@pytest.mark.parametrize("jobs", ["redis"], indirect=True)
@pytest.mark.parametrize("pool", ["threads", "prefork"])
def test_a_worker_killed_while_it_takes_a_job_loses_nothing(jobs: Jobs, pool: str) -> None:
    """kombu's own transport lost it: the job was off its queue, and nobody was noted as its holder."""
    jobs.send(2, seconds=0)
    jobs.work(pool, dies_in=["append"])
    assert jobs.running.pop("worker").wait(PATIENCE_SECONDS) == -signal.SIGKILL
    jobs.work(pool)
    wait_until(lambda: len(jobs.done()) == 2, "both jobs")


@pytest.mark.processes
@pytest.mark.parametrize("jobs", ["redis"], indirect=True)
def test_a_worker_killed_while_it_gives_jobs_back_holds_nobody_up_for_long(jobs: Jobs) -> None:
    jobs.send(1, seconds=0)
    jobs.work(dies_in=["append"])
    jobs.running.pop("worker").wait(PATIENCE_SECONDS)
    jobs.work(dies_in=["restore_by_tag"])
    assert jobs.running.pop("worker").wait(PATIENCE_SECONDS) == -signal.SIGKILL
    jobs.work()
    wait_until(jobs.done, "the job that the second worker was about to give back", seconds=30)


@pytest.mark.processes
@pytest.mark.parametrize("jobs", ["redis"], indirect=True)
def test_two_workers_on_redis_share_without_loss_or_doubles(jobs: Jobs) -> None:
    jobs.work(name="first")
    jobs.work(name="second")
    jobs.send(300, seconds=0.01)
    wait_until(lambda: len(jobs.done()) == 300, "all of them")
    time.sleep(0.5)
    assert set(jobs.done().values()) == {1}


@pytest.mark.processes
def test_a_worker_that_is_told_to_end_finishes_what_it_does_and_does_nothing_twice(jobs: Jobs) -> None:
    jobs.send(8, seconds=0.3)
    jobs.work()
    wait_until(lambda: len(jobs.done()) >= 2, "the first jobs")
    jobs.running["worker"].terminate()
    jobs.running.pop("worker").wait(20)
    jobs.work()
    wait_until(lambda: len(jobs.done()) == 8, "the rest")
    time.sleep(0.5)
    assert set(jobs.done().values()) == {1}


def broker(file: Path, *, lease: float = 60) -> Connection:
    return Connection("sqlitefile://localhost/", transport_options={"file": str(file), "lease": lease})


QUEUE = Queue("test", Exchange("test"), routing_key="test")


def put(connection: Connection, *bodies: Any) -> None:
    with connection.Producer() as producer:
        for body in bodies:
            producer.publish(body, exchange=QUEUE.exchange, routing_key="test", declare=[QUEUE])


def get(connection: Connection) -> Any:
    return QUEUE(connection.channel()).get()


def test_messages_come_in_the_order_in_which_they_were_sent(tmp_path: Path) -> None:
    with broker(tmp_path / "jobs") as connection:
        put(connection, 1, "two", {"three": 3})
        assert [get(connection).payload for _ in range(3)] == [1, "two", {"three": 3}]
        assert get(connection) is None


def test_a_message_is_leased_to_one_and_comes_back_when_the_lease_is_over(tmp_path: Path) -> None:
    with broker(tmp_path / "jobs", lease=0.2) as first, broker(tmp_path / "jobs", lease=0.2) as second:
        put(first, "job")
        assert get(first).payload == "job"
        assert get(second) is None
        time.sleep(0.25)
        assert get(second).payload == "job"


def test_an_acknowledged_message_is_gone(tmp_path: Path) -> None:
    with broker(tmp_path / "jobs", lease=0) as connection:
        put(connection, "job")
        get(connection).ack()
        assert get(connection) is None


def test_a_rejected_message_is_gone_or_free_at_once(tmp_path: Path) -> None:
    with broker(tmp_path / "jobs") as connection:
        put(connection, "again", "never")
        get(connection).requeue()
        message = get(connection)
        assert message.payload == "again"
        message.ack()
        get(connection).reject()
        assert get(connection) is None


def test_a_supervisor_frees_what_its_dead_worker_held(tmp_path: Path) -> None:
    with broker(tmp_path / "jobs") as connection:
        put(connection, "job")
        assert get(connection).payload == "job"
        release_leases(tmp_path / "jobs")
        assert get(connection).payload == "job"


def test_two_consumers_in_two_processes_share_without_loss_or_doubles(tmp_path: Path) -> None:
    with broker(tmp_path / "jobs") as connection:
        put(connection, *range(600))
    consume = (
        "import sys; from pathlib import Path; import config.sqlite_transport\n"
        "from config.tests.test_jobs import broker, get\n"
        "connection = broker(Path(sys.argv[1]))\n"
        "while (message := get(connection)): print(message.payload); message.ack()\n"
    )
    stack = Processes({}, tmp_path)
    both = [stack.python(f"consumer-{n}", "-c", consume, str(tmp_path / "jobs")) for n in range(2)]
    assert [process.wait(60) for process in both] == [0, 0], stack.log("consumer-0")
    got = [int(line) for n in range(2) for line in stack.log(f"consumer-{n}").split()]
    assert sorted(got) == list(range(600))


def test_the_size_is_what_was_not_acknowledged_and_a_purge_empties(tmp_path: Path) -> None:
    with broker(tmp_path / "jobs") as connection:
        put(connection, 1, 2, 3)
        channel: Any = connection.channel()
        assert channel._size("test") == 3
        get(connection).ack()
        assert channel.queue_purge("test") == 2
        with pytest.raises(Empty):
            channel._get("test")


INSERT = "INSERT INTO message(queue, tag, body) VALUES ('celery', ?, ?)"
RING = """
import django, time; django.setup()
from campaign.services import bell
costs = []
for _ in range(500):
    began = time.perf_counter(); bell.ring(7); costs.append(time.perf_counter() - began)
print(sorted(costs)[250])
time.sleep(2)
"""


def test_many_nudges_at_once_are_few_messages_and_none_waits_for_the_broker(tmp_path: Path) -> None:
    stack = Processes({"DJANGO_SETTINGS_MODULE": "config.settings"}, tmp_path)
    stack.python("ringer", "-c", RING).wait(30)
    assert float(stack.log("ringer").split()[0]) < 0.001
    with closing(sqlite3.connect(tmp_path / "jobs.sqlite3")) as connection:
        bodies = [json.loads(body) for (body,) in connection.execute("SELECT body FROM message")]
    assert {body["headers"]["task"] for body in bodies} == {"campaign.tasks.sweep_campaign"}
    assert 1 <= len(bodies) <= 3


@pytest.mark.processes
def test_a_nudge_is_heard_at_once(tmp_path: Path) -> None:
    """With the sweep's own work and the look at the page it must stay under a quarter of a second."""
    jobs = Jobs({}, tmp_path)
    jobs.work()
    jobs.send(1, seconds=0)
    wait_until(jobs.done, "the worker")
    delays = []
    with closing(sqlite3.connect(tmp_path / "jobs.sqlite3", timeout=10)) as connection:
        for number in range(10):
            envelope = message_for(jobs, number)
            began = time.monotonic()
            connection.execute(
                "INSERT INTO message(queue, tag, body) VALUES ('celery', ?, ?)", (f"t{number}", envelope)
            )
            connection.commit()
            wait_until(partial(jobs.has_done, f"n{number}"), "the job")
            delays.append(time.monotonic() - began)
    jobs.stop()
    assert sorted(delays)[5] < 0.15, delays


def message_for(jobs: Jobs, number: int) -> str:
    """A message as the site's own Celery writes it."""
    from celery import Celery

    sent: list[str] = []
    app = Celery("sender", broker="sqlitefile://localhost/")
    app.conf.broker_transport_options = {"file": str(jobs.folder / "template"), "lease": 60}
    app.send_task("test.note", args=[f"n{number}", 0])
    with closing(sqlite3.connect(jobs.folder / "template")) as connection:
        sent = [body for (body,) in connection.execute("SELECT body FROM message ORDER BY id DESC LIMIT 1")]
    return sent[0].replace(json.loads(sent[0])["properties"]["delivery_tag"], f"t{number}")
