"""What the edges of the site tell: its log, a shared device, an address book, and the time of a log-in."""

import io
import logging
import logging.config
import re
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from bench.attacks.inside import a_try
from bench.attacks.probes import unless
from bench.attacks.probes.mail import run_scheduled
from bench.attacks.table import Table
from campaign.models import User
from campaign.routes import reverse
from campaign.tests.builders import PASSWORD, enroll
from config.log import logging_settings

TOKEN = "hush" * 10
INVITED = "often@example.org"
TRIES = 30
MOST_INVITATIONS = 10  # an hour, to one address


def doors() -> Iterator[str]:
    for attempt in (_log, _shared_device, _invitations, _log_in):
        with a_try():
            yield from attempt()


def _log() -> Iterator[str]:
    """Open links that are wrong, and read the log, as a laptop and as a server write it."""
    for json_lines in (False, True):
        with _captured(json_lines=json_lines) as log:
            browser = Client(raise_request_exception=False)
            for path in (
                reverse("campaigns:invitation", args=[TOKEN]),
                reverse("accounts:reset", args=["0" * 16, TOKEN]),
                reverse("accounts:confirm", args=["0" * 16, TOKEN]),
                f"/nowhere/{TOKEN}/",
                f"/live/?token={TOKEN}",
            ):
                browser.get(path)
                browser.post(path)
        shape = "a server" if json_lines else "a laptop"
        yield from unless(TOKEN not in log.getvalue(), f"the log of {shape} shows the token of a link")


@contextmanager
def _captured(*, json_lines: bool) -> Iterator[io.StringIO]:
    """Log as the site does, into memory."""
    log, said = io.StringIO(), logging_settings(json_lines=json_lines, level="INFO")
    handler = logging.StreamHandler(log)
    formatter = said["formatters"][said["handlers"]["stderr"]["formatter"]]
    made = logging.config.DictConfigurator(said)
    handler.setFormatter(made.configure_formatter(dict(formatter)))
    for name in said["handlers"]["stderr"]["filters"]:
        handler.addFilter(made.configure_filter(dict(said["filters"][name])))
    root, disabled = logging.getLogger(), logging.root.manager.disable
    logging.disable(logging.NOTSET)
    try:
        with mock.patch.object(root, "handlers", [handler]), mock.patch.object(root, "level", logging.INFO):
            yield log
    finally:
        logging.disable(disabled)


def _shared_device() -> Iterator[str]:
    """Read pages where a phone goes from hand to hand, then sign out."""
    table = Table()
    table.begin()
    for name in ("battles:table", "battles:plan"):
        kept = table.get("union", table.path(name))["Cache-Control"]
        yield from unless("no-store" in kept, f"{name} may be kept by a shared device ({kept})")
    left = table.browsers["union"].post(reverse("accounts:log-out"))
    cleared = left.headers.get("Clear-Site-Data", "")
    yield from unless('"cache"' in cleared or '"*"' in cleared, "signing out does not clear what the browser kept")


def _invitations() -> Iterator[str]:
    """Invite one address again and again."""
    table = Table()
    table.act("umpire", "seats:add", on="seats:list", role="commander", side="USA", scope="East")
    page = table.read("umpire", table.path("seats:list"))
    seat = re.findall(r"/seats/([0-9a-f]{16})/invite/", page)[-1]
    for _ in range(TRIES):
        table.send("umpire", table.path("seats:invite", int(seat, 16)), how="mail", email=INVITED)
    run_scheduled()
    sent = sum(INVITED in letter.to for letter in mail.outbox)
    yield from unless(sent <= MOST_INVITATIONS, f"one address got {sent} invitations at once")


def _log_in() -> Iterator[str]:
    """Count hashes and queries for names that are known, unknown, closed, or without a password."""
    enroll("known", "closed", "bare")
    User.objects.filter(username="closed").update(is_active=False)
    User.objects.filter(username="bare").update(password="!")
    _work("first")  # its address is counted by a row of its own
    work = {name: _work(name) for name in ("known", "unknown", "closed", "bare")}
    yield from unless(len(set(work.values())) == 1, f"a log-in takes other work for some names: {work}")


def _work(name: str) -> tuple[int, int]:
    own = override_settings(PASSWORD_HASHERS=[f"{__name__}.CountedHasher"])
    with own, mock.patch.object(CountedHasher, "count", 0), CaptureQueriesContext(connection) as queries:
        Client().post(reverse("accounts:log-in"), {"username": name, "password": f"{PASSWORD} not"})
        return CountedHasher.count, len(queries)


class CountedHasher(MD5PasswordHasher):
    """The quick hasher of the tests; counts each time that it hashes."""

    count = 0

    def encode(self, password: str, salt: str) -> str:
        CountedHasher.count += 1
        return super().encode(password, salt)
