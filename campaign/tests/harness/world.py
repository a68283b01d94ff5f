"""A site with an injected clock, ids, and secrets that answers browser requests and is rolled back at the end."""

import gc
import hashlib
import logging
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import field
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from http.cookies import SimpleCookie
from itertools import count
from types import SimpleNamespace
from typing import Any, TypeVar
from unittest import mock
from urllib.parse import urlencode

from django.conf import settings
from django.core import mail
from django.core.handlers.base import BaseHandler
from django.db import connection, transaction
from django.db.models import BigAutoField
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.test import Client, RequestFactory, TestCase, override_settings
from django.urls import ResolverMatch, get_resolver

from campaign.curtain import COOKIE, PATH
from campaign.ids import hex_id
from campaign.models import (
    TABLES,
    Cup,
    CupSecret,
    CupState,
    Entry,
    ErasableText,
    Feed,
    Head,
    JournalLine,
    Lock,
    Role,
    Seat,
    User,
)
from campaign.services import live, sweep, throttle
from campaign.sources import SOURCES, SeededSources
from campaign.tasks import send_mail
from campaign.tests.builders import Club
from campaign.tests.cookies import kept_cookies
from campaign.tests.harness.mark import before_mark
from campaign.tests.harness.prints import PDF, words_in
from campaign.tests.harness.reads import Reader, Reads
from campaign.tests.harness.rotation import FIXED_CASES, FixedCase, is_its_turn
from campaign.tests.harness.routes import Kind, Rows, Truth
from campaign.tests.harness.tables import digest, id_of, kind, reading, rows_of_tables, tables
from campaign.tests.harness.tally import OPTIONS, TALLY
from campaign.tests.our_apps import our_models
from campaign.visibility import may_know
from campaign.web import VIEWING_AS
from rulesets.core.cup import canonical, hmac_sha256
from rulesets.core.records import dataclass

ANONYMOUS = "anonymous"
VIEWING_AS_SEAT = "umpire as "  # followed by a seat's user: the umpire in another browser, viewing as that seat
BEGINS = datetime(2026, 3, 7, 18, 0, tzinfo=UTC)
TICK = timedelta(seconds=60)
BY_ROW = " by row"
ASKED_ANYWAY = 10  # parts of the pages that read the same in two worlds, of which one is requested in both
ON_MAP = "war_"  # tables whose ids tell of secret rows; seats and battles have pages that name more
MASKED_COOKIES = (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, COOKIE)
DoneT = TypeVar("DoneT")


@dataclass(frozen=True)
class Answer:
    """A complete response, the number of queries it took, and, where that is remembered, what they found."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    queries: int = 0
    reads: Reads | None = field(default=None, compare=False, repr=False)

    @property
    def text(self) -> str:
        """Return what a person reads: of a print its text, otherwise the body."""
        return words_in(self.body) if self.body.startswith(PDF) else self.body.decode(errors="replace")

    @property
    def seen(self) -> bytes:
        """Return the body, with the text of any print in it.

        The text comes twice, once without its spaces: a word that breaks at the end of a line is still found.
        """
        words = words_in(self.body)
        return b"\n".join((self.body, words.encode(), "".join(words.split()).encode())) if words else self.body

    @property
    def vary(self) -> str:
        return dict(self.headers).get("Vary", "")


class HarnessSources(SeededSources):
    """Seeded sources. Values drawn only for a request, such as a form's key, do not affect other draws."""

    asking: str = ""
    asked: Counter[tuple[str, str]] = Counter()

    def draw(self, label: str, purpose: str, size: int) -> bytes:
        if not self.asking or (self.asking.startswith("POST") and label != "form"):
            return super().draw(label, purpose, size)
        self.asked[label, purpose] += 1
        text = f"{self.seed}|{self.clock}|{self.asking}|{label}|{purpose}|{self.asked[label, purpose]}"
        return hashlib.sha512(text.encode()).digest()[:size]


@lru_cache(maxsize=20_000)
def _matched(path: str) -> ResolverMatch:
    return get_resolver().resolve(path)


class Handler(BaseHandler):
    """Handles requests as the site does, and remembers which view an address leads to."""

    def resolve_request(self, request: HttpRequest) -> ResolverMatch:
        match = request.resolver_match = _matched(request.path_info)
        return match


@dataclass
class World:
    """One of the two worlds, with the hidden `facts` that are true in it.

    `behind` says which curtain a practice visitor is behind. The harness asks them for a campaign's own addresses and
    gets answers with those: the browser puts the curtain's address before each, and takes it out of the answer.
    A world that `remembers` keeps what each page read, for another world to compare.
    """

    facts: Mapping[str, Any] = field(default_factory=dict)
    other_seeds: Mapping[tuple[str, str], str] = field(default_factory=dict)
    remembers: bool = False
    reader: Reader = field(default_factory=Reader, init=False)
    club: Club = field(init=False)
    sources: HarnessSources = field(init=False)
    pings: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list), init=False)
    posted: dict[str, dict[str, Answer]] = field(default_factory=lambda: defaultdict(dict), init=False)
    addresses: set[str] = field(default_factory=set, init=False)
    crashes: list[str] = field(default_factory=list, init=False)
    behind: dict[str, str] = field(default_factory=dict, init=False)
    asked_before_mark: list[str] = field(default_factory=list, init=False)  # by the last sweep
    _browsers: dict[str, RequestFactory] = field(default_factory=dict, init=False)
    _handler: Handler = field(default_factory=Handler, init=False)

    def __post_init__(self) -> None:
        self.sources = HarnessSources("two worlds", now=BEGINS, other_seeds=self.other_seeds)
        self._handler.load_middleware()
        TALLY.worlds += 1

    # The people.

    @property
    def campaign(self) -> str:
        return hex_id(self.club.campaign.pk)

    def user(self, who: str) -> User | None:
        return self.club.users.get(who)

    def feed_of(self, who: str) -> Feed | None:
        """Return the feed of a person's seat, or of the seat they view as; None if they have no seat here."""
        user = self.user(who.removeprefix(VIEWING_AS_SEAT))
        seat = self.club.campaign.seats.filter(user=user).first() if user else None
        return Feed.objects.get(id=seat.feed_id) if seat else None

    def lines_of(self, who: str) -> dict[str, Kind]:
        """Return the line numbers of a person's own feed, each with the kind of its line."""
        lines = JournalLine.objects.filter(feed=self.feed_of(who)).order_by("n")
        kinds = lines.values_list("n", "announcement__audience", "is_current")
        return {str(n): (audience, str(is_current)) for n, audience, is_current in kinds}

    # Time.

    def act(self, action: Callable[[], DoneT]) -> DoneT:
        """Run an action and its on-commit callbacks."""
        with TestCase.captureOnCommitCallbacks(execute=True):
            return action()

    def seconds(self) -> float:
        return self.sources.clock.timestamp()

    def tick(self) -> None:
        self.sources.clock += TICK

    def settle(self) -> None:
        """Advance the clock, sweep, and send the mail."""
        self.tick()
        self.act(self._sweep)
        self.act(send_mail)
        self.tick()

    def _sweep(self) -> None:
        """Sweep the campaign, and fail if that did anything where the site would have passed it over."""
        campaign_id = self.club.campaign.pk
        has_work = campaign_id in dict(sweep.having_work(SOURCES.now()))
        before = Lock.objects.get(id=campaign_id).seq
        statements: list[tuple[str, Any]] = []
        with connection.execute_wrapper(_keeping(statements)):
            sweep.sweep(campaign_id)
        self.asked_before_mark = before_mark([sql for sql, _ in statements])
        done = list(Entry.objects.filter(campaign_id=campaign_id, seq__gt=before).values_list("kind", flat=True))
        assert has_work or not done, f"the site would not have swept this campaign, but a sweep did {done}"

    # Browser requests.

    def ask(self, who: str, method: str, url: str, *, part: bool = False, **data: Any) -> Answer:
        """Send a request with its own random draws; a crash becomes an answer with status 500."""
        browser = self._browsers[who]
        curtain = self.behind.get(who, "")
        path, _, query = f"{curtain if url.startswith('/c/') else ''}{url}".partition("?")
        headers = {"HX-Request": "true"} if part else {}
        request = browser.generic(method, path, *_body(method, data), headers=headers, QUERY_STRING=query)
        request._dont_enforce_csrf_checks = True  # type: ignore[attr-defined]
        self.sources.asking, self.sources.asked = f"{method} {who} {url}", Counter()
        statements: list[tuple[str, Any]] = []
        TALLY.requests += 1
        try:
            with connection.execute_wrapper(_keeping(statements)):
                response = self._handler.get_response(request)
                body = _content(response).replace(curtain.encode(), b"")
        except Exception as error:
            self.crashes.append(f"{method} {url} as {who}: {type(error).__name__}: {error}")
            return Answer(500, (), f"{type(error).__name__}: {error}".encode())
        finally:
            self.sources.asking = ""
        browser.cookies.update(response.cookies)
        headers_got = tuple((name, value.replace(curtain, "")) for name, value in _headers(response))
        reads = self._reads_of(method, statements, response.cookies) if self.remembers else None
        return Answer(response.status_code, headers_got, body, len(statements), reads)

    def get(self, who: str, url: str, *, part: bool = False, like: Answer | None = None) -> Answer:
        """Request a page, unless it reads here what it read for the answer `like` of another world."""
        if (
            like is None
            or like.reads is None
            or is_its_turn(f"{self.sources.clock} {who} {url}", ASKED_ANYWAY)
            or not self.reader.finds(like.reads)
        ):
            return self.ask(who, "GET", url, part=part)
        TALLY.alike += 1
        self._browsers[who].cookies.update(like.reads.cookies)
        return like

    def _reads_of(self, method: str, statements: Sequence[tuple[str, Any]], cookies: SimpleCookie) -> Reads | None:
        if method != "GET" or not cookies.keys() <= {settings.CSRF_COOKIE_NAME}:
            return None
        return self.reader.reads(statements, cookies)

    def post(self, who: str, url: str, **data: Any) -> Answer:
        """Make a legal move through a page, and keep the answer for comparison."""
        answer = self.act(lambda: self.ask(who, "POST", url, **data))
        self.posted[who][f"POST {url} {len(self.posted[who])}"] = answer
        self.addresses.add(url)
        return answer

    @contextmanager
    def undone(self, who: str) -> Iterator[None]:
        """Undo everything done inside: rows, mail, pings, and the browser's cookies."""
        browser = self._browsers[who]
        cookies, drawn = kept_cookies(browser.cookies), self.sources.drawn.copy()
        pings, emails = defaultdict(list, {feed: [*sent] for feed, sent in self.pings.items()}), list(mail.outbox)
        try:
            with transaction.atomic():
                yield
                transaction.set_rollback(True)
        finally:
            browser.cookies, self.sources.drawn = cookies, drawn
            self.pings, mail.outbox[:] = pings, emails

    def open_browsers(self) -> None:
        """Log everybody in, before any request is undone."""
        self._browsers[ANONYMOUS] = RequestFactory()
        for who in self.club.users:
            if who not in self.behind:
                self._open_browser(who, who)
        if self.club.decider == "umpire" and not self.behind:
            for seat in self.club.campaign.seats.exclude(role=Role.UMPIRE).select_related("user"):
                self._open_browser(f"{VIEWING_AS_SEAT}{seat.user}", "umpire", viewing_as=seat)

    def _open_browser(self, name: str, who: str, *, viewing_as: Seat | None = None) -> None:
        client = Client()
        client.force_login(self.club.users[who])
        if viewing_as is not None:
            session, until = client.session, (BEGINS + timedelta(days=365)).timestamp()
            session[VIEWING_AS] = {self.campaign: {"seat": hex_id(viewing_as.pk), "until": until}}
            session.save()
        self._browsers[name] = RequestFactory()
        self._browsers[name].cookies = client.cookies

    def open_curtain(self, name: str, seat: str, key: str) -> None:
        """Open a practice visitor's browser behind the curtain of a seat."""
        self.behind[name] = f"{PATH}{seat}"
        self._browsers[name] = RequestFactory()
        self._browsers[name].cookies[COOKIE] = key

    # True state.

    def truth(self) -> Truth:
        """Return all rows with random ids, by table, each with its kind."""
        rows = {table: {id_of(row.pk): kind(row) for row in model._default_manager.all()} for table, model in tables()}
        fixed = {(case.route, case.argument): _ids_of(case) for case in FIXED_CASES}
        return Truth({table: found for table, found in rows.items() if found}, fixed=fixed, thorough=OPTIONS.soak)

    def ids_by_right(self, who: str) -> tuple[frozenset[str], frozenset[str]]:
        """Return the ids of rows of the map that a person may know of, and of those that he may not."""
        reader = self.club.viewer(who) if self.feed_of(who) else None
        own, kept = set[str](), set[str]()
        for model in (model for table, model in TABLES.models.items() if table.startswith(ON_MAP)):
            for row in model.of_campaign(self.club.campaign.pk):
                is_known = reader is not None and may_know(row.who_may_know(), reader)
                (own if is_known else kept).add(hex_id(row.pk))
        return frozenset(own), frozenset(kept)

    def rows(self) -> dict[str, dict[str, str]]:
        """Return a digest of each row with a random id, by table."""
        return {table: {row: digest([text]) for row, text in found} for table, found in rows_of_tables()}

    def rows_with(self, words: Iterable[str]) -> Rows:
        """Return the rows that contain one of these words."""
        wanted = list(words)
        return {
            table: frozenset(row for row, text in found if any(word in text for word in wanted))
            for table, found in rows_of_tables()
        }

    def columns(self, *only: str) -> dict[str, str]:
        """Return a digest of every column of every table, or of the given ones, to show what a hidden fact changes.

        Each column has two digests: of its values alone, and of its values by row, to show values that trade places.
        """
        found = {}
        wanted = {column.partition(".")[0] for column in only}
        for model in our_models():
            if wanted and model._meta.db_table not in wanted:
                continue
            fields = [f for f in model._meta.concrete_fields if not isinstance(f, BigAutoField)]
            rows = reading(model, *[f.attname for f in fields])()
            for place, column in enumerate(fields):
                name = f"{model._meta.db_table}.{column.name}"
                found[name] = digest(str(row[place]) for row in rows)
                found[name + BY_ROW] = digest(f"{row[0]} {row[place]}" for row in rows)
        return found

    def heads(self) -> frozenset[bytes]:
        return frozenset(value.encode() for value in Head.objects.values_list("blinded", flat=True))

    def commitments(self) -> frozenset[bytes]:
        return frozenset(value.encode() for value in Cup.objects.values_list("commitment", flat=True))

    def sealed_secrets(self) -> list[bytes]:
        """Return the secrets of unrevealed cups, their checkpoint blinds, and all nonces, which nobody may ever see."""
        secrets = dict(CupSecret.objects.exclude(cup__state=CupState.TURNED_OVER).values_list("cup", "secret"))
        heads = Head.objects.filter(cup__in=list(secrets)).values_list("cup", "step", "at")
        blinds = [
            hmac_sha256(bytes.fromhex(secrets[cup]), canonical(["head", step, at])).hex() for cup, step, at in heads
        ]
        nonces = list(ErasableText.objects.exclude(nonce="").values_list("nonce", flat=True))
        return [text.encode() for text in (*secrets.values(), *blinds, *nonces)]

    def notices(self, who: str) -> bytes:
        """Return the mail that this person received, and the mail still due."""
        user = self.user(who)
        if user is None:
            return b""
        emails = [f"{m.subject}|{m.body}|{m.to}" for m in mail.outbox if user.email in m.to]
        feed = self.feed_of(who)
        due = (feed.game_since, feed.talk_since) if feed else ()
        return repr((emails, due)).encode()

    def waits(self) -> dict[str, bytes]:
        """Return what everyone can time: when the site sweeps next if nobody acts, and how a mark was come by."""
        due = Lock.objects.filter(id=self.club.campaign.pk).values_list("due_at", flat=True).first()
        return {"sweep": repr(due).encode(), "before the mark": "\n".join(self.asked_before_mark).encode()}

    def ping(self, who: str) -> bytes:
        """Return the feed versions published to this person's open pages, and the current version."""
        feed = self.feed_of(who) if who in self.club.users else None
        return repr((self.pings[feed.id], feed.version)).encode() if feed else b""


def _ids_of(case: FixedCase) -> frozenset[str]:
    model = dict(tables())[case.table]
    return frozenset(hex_id(pk) for pk in model._default_manager.filter(**case.row).values_list("pk", flat=True))


@contextmanager
def a_world(**options: Any) -> Iterator[World]:
    """Provide a world to play in, and roll it back afterwards."""
    world = World(**options)
    with ExitStack() as stack:
        stack.enter_context(SOURCES.using(world.sources))
        stack.enter_context(
            override_settings(
                DEBUG_PROPAGATE_EXCEPTIONS=True, EMAIL_BACKEND="django.core.mail.backends.locmem.EmailBackend"
            )
        )
        stack.enter_context(_silence())
        for module in ("django.utils.cache", "django.core.signing"):
            stack.enter_context(mock.patch(f"{module}.time", SimpleNamespace(time=world.seconds)))
        stack.enter_context(mock.patch("django.middleware.csrf._get_new_csrf_string", return_value="c" * 32))
        stack.enter_context(mock.patch("rest_framework.throttling.SimpleRateThrottle.allow_request", return_value=True))
        stack.enter_context(mock.patch.object(throttle, "spend", return_value=None))
        stack.enter_context(mock.patch.object(live, "publish", lambda changes: _keep(world, changes)))
        stack.enter_context(mock.patch.object(mail, "outbox", [], create=True))
        stack.enter_context(mock.patch("django.utils.timezone.now", return_value=BEGINS))
        for module in ("django.contrib.sessions.backends.base", "django.contrib.auth.hashers"):
            stack.enter_context(mock.patch(f"{module}.get_random_string", _strings()))
        stack.enter_context(connection.execute_wrapper(world.reader.watch))
        with transaction.atomic():
            yield world
            transaction.set_rollback(True)


@contextmanager
def _silence() -> Iterator[None]:
    """Turn off logging and garbage collection for thousands of bad requests."""
    before = logging.root.manager.disable
    logging.disable(logging.ERROR)
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        logging.disable(before)


def _strings() -> Callable[..., str]:
    """Return keys of sessions or salts of passwords that are the same in each world."""
    numbers = count(1)
    return lambda length, *_, **__: hashlib.sha256(b"string %d" % next(numbers)).hexdigest()[:length]


def _keep(world: World, changes: list[tuple[int, int]]) -> None:
    for feed_id, version in changes:
        world.pings[feed_id].append(version)


def _body(method: str, data: Mapping[str, Any]) -> tuple[bytes, str]:
    if method in ("GET", "HEAD"):
        return b"", ""
    return urlencode(data, doseq=True).encode(), "application/x-www-form-urlencoded"


def _keeping(statements: list[tuple[str, Any]]) -> Callable[..., Any]:
    def wrapper(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:  # noqa: FBT001
        statements.append((sql, params))
        return execute(sql, params, many, context)

    return wrapper


def _content(response: HttpResponseBase) -> bytes:
    if isinstance(response, StreamingHttpResponse):
        return b"".join(response)
    return bytes(response.content)  # type: ignore[attr-defined]


def _headers(response: HttpResponseBase) -> tuple[tuple[str, str], ...]:
    """Return all headers and cookies, without the values of random cookies."""
    cookies: SimpleCookie = response.cookies
    set_ = [
        ("Set-Cookie", name if name in MASKED_COOKIES else cookies[name].OutputString()) for name in sorted(cookies)
    ]
    return (*sorted(response.items()), *set_)
