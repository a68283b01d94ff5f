"""Every command of docker-compose.yml ends within ten seconds of its signal, and no act is cut."""

import json
import signal
import ssl
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from urllib.error import URLError

import psycopg
import pytest
from django.urls import reverse

from campaign.tests.builders import PASSWORD
from config.testing.people import Person
from config.testing.processes import wait_until
from config.testing.production import ProductionStack
from config.testing.services import Postgres, Redis

pytestmark = pytest.mark.production
STOP_SECONDS = 10
MAKE = "from campaign.tests.builders import a_club; print(a_club(name='Shiloh').campaign.id)"
RECORD = """
import json
from campaign.models import Message
from campaign.selectors.verify import verify
print(json.dumps([Message.objects.count(), len(verify({}))]))
"""
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"


@pytest.fixture
def stack(private_postgres: Postgres, tmp_path: Path) -> Iterator[ProductionStack]:
    """Start a server of its own, because the test ends it."""
    redis, stack = Redis(), ProductionStack({}, tmp_path)
    tmp_path.chmod(0o755)
    try:
        stack.begin(private_postgres, redis, "shutdown")
        yield stack
    finally:
        stack.stop()
        redis.stop()


def test_every_command_ends_in_time_and_no_act_is_cut(stack: ProductionStack) -> None:
    """The act waits for its campaign's lock when the signals come."""
    campaign_id = int(stack.manage("shell", "-v0", "-c", MAKE))
    union = Person(stack.url, ssl.create_default_context(cafile=stack.folder / "fullchain.pem"))
    union.log_in(reverse("accounts:log-in"), "union", PASSWORD)
    page = reverse("talk:page", args=[campaign_id])
    other = psycopg.connect(stack.environment["DATABASE_URL"])
    watch = psycopg.connect(stack.environment["DATABASE_URL"], autocommit=True)
    stream = union.listen(reverse("journal:live", args=[campaign_id]))
    with closing(stream), closing(other), closing(watch), ThreadPoolExecutor(1) as pool:
        other.execute("SELECT 1 FROM campaign_lock WHERE id = %s FOR UPDATE", [campaign_id])
        act = pool.submit(union.send, page, page, to="side", text="Hold the sunken road.")
        wait_until(lambda: watch.execute(WAITING).fetchone() != (0,), "the act at the lock")
        end(stack, "proxy", signal.SIGQUIT)
        for name in stack.running:
            end(stack, name, signal.SIGTERM)
        other.commit()
        with suppress(URLError):  # the answer leads to a page, which is no longer there
            act.result()
        assert union.answered_at > union.sent_at
        ended = {name: process.wait(STOP_SECONDS) for name, process in stack.running.items()}
    assert len(ended) == 8
    assert set(ended.values()) <= {0, -signal.SIGTERM}, ended
    assert json.loads(stack.manage("shell", "-v0", "-c", RECORD.format(campaign_id))) == [1, 0]


def end(stack: ProductionStack, name: str, number: signal.Signals) -> None:
    """Send the signal that a container engine would."""
    if name != "proxy" or number == signal.SIGQUIT:
        stack.running[name].send_signal(number)
