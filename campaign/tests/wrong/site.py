"""Send requests as any user and detect changed rows."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field
from functools import cached_property
from hashlib import sha256
from math import inf
from typing import Any
from unittest import mock
from urllib.parse import parse_qsl, urlencode

from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, transaction
from django.db.models import Model
from django.forms import BaseForm
from django.test import Client

from campaign.ids import hex_id
from campaign.models import Entry
from campaign.tests.builders import Club
from campaign.tests.cookies import kept_cookies
from campaign.tests.our_apps import model_named_by, our_models
from rulesets.core.records import dataclass

ANONYMOUS = "anonymous"
NO_CHANGE = frozenset({"campaign_throttle"})  # counts attempts, which is no user data
NOT_COMPARED = frozenset({"last_login"})
WRITES = ("INSERT", "UPDATE", "DELETE")
JSON = "application/json"
FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True)
class Answer:
    """A response and the forms that read the request, in the order they were bound."""

    status: int
    headers: Mapping[str, str]
    text: str
    forms: list[BaseForm]
    wrote: bool
    is_of_api: bool

    @property
    def is_done(self) -> bool:
        to_log_in = "/accounts/log-in/?" in self.headers.get("Location", "")
        return self.status in (200, 201, 204, 302) and not to_log_in


@dataclass
class Site:
    """A club with a browser for each person; `elsewhere` is another campaign with the same people.

    A form that has answered with more conflicts than `patience` is left for a later stage of the game.
    """

    club: Club
    elsewhere: Club
    emails: list[str] = field(default_factory=list)
    patience: float = inf
    read: list[BaseForm] = field(default_factory=list, init=False)
    written: list[str] = field(default_factory=list, init=False)
    before: dict[str, str] = field(default_factory=dict, init=False)
    ids: dict[type[Model], str] = field(default_factory=dict, init=False)
    entries: int = field(default=0, init=False)

    @property
    def campaign(self) -> str:
        return hex_id(self.club.campaign.pk)

    @property
    def people(self) -> list[str]:
        return [*self.club.users, ANONYMOUS]

    @cached_property
    def browsers(self) -> dict[str, Client]:
        return {who: self._browser(who) for who in self.people}

    def _browser(self, who: str) -> Client:
        client = Client(raise_request_exception=False)
        if who != ANONYMOUS:
            client.force_login(self.club.users[who])
        return client

    def send(
        self, who: str, method: str, url: str, data: Any = None, *, kind: str = "", query: str = "", **headers: str
    ) -> Answer:
        """Send a request: a mapping as a form or, to the API, as JSON; bytes unchanged."""
        kind = kind or (JSON if url.startswith("/api/") else FORM)
        body = data if isinstance(data, bytes) else _body(data, kind)
        self.read.clear()
        self.written.clear()
        asked = dict(parse_qsl(query, keep_blank_values=True)) or None
        with connection.execute_wrapper(self._noting_writes):
            response = self.browsers[who].generic(
                method, url, body, content_type=kind, headers=headers, query_params=asked
            )
        text = b"".join(response).decode(errors="replace")
        wrote = self._has_written(response)
        return Answer(response.status_code, response.headers, text, list(self.read), wrote, url.startswith("/api/"))

    def _has_written(self, response: Any) -> bool:
        """Return whether rows were written; after a crash the transaction can't be queried."""
        return bool(self.written) and response.status_code < 500

    def _noting_writes(self, execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if sql.startswith(WRITES) and any(f'"{name}"' in sql for name in self._tables):
            self.written.append(sql)
        return execute(sql, *rest)

    @cached_property
    def _tables(self) -> list[str]:
        return [model._meta.db_table for model in _compared()]

    @contextmanager
    def undone(self) -> Iterator[None]:
        """Undo everything done inside: rows and everyone's cookies."""
        cookies = {who: kept_cookies(client.cookies) for who, client in self.browsers.items()}
        try:
            with transaction.atomic():
                yield
                transaction.set_rollback(True)
        finally:
            for who, client in self.browsers.items():
                client.cookies = cookies[who]

    def rows(self) -> dict[str, str]:
        """Return a digest of each of our tables."""
        return {model._meta.db_table: _digest(model) for model in _compared()}

    def mark(self) -> None:
        """Remember the rows, their entries, and one id per table: later requests are undone, so each starts here."""
        firsts = [model._base_manager.first() for model in _compared()]
        self.ids = {type(row): hex_id(row.pk) for row in firsts if row is not None and isinstance(row.pk, int)}
        self.before, self.entries = self.rows(), Entry.objects.count()

    def ids_for(self, argument: str) -> list[str]:
        """Return ids for an address that no page links to: of the model that the argument names, else of every one."""
        wanted = model_named_by(argument)
        return [id_ for model, id_ in self.ids.items() if wanted in (None, model)]

    def new_stream(self) -> str:
        """Return the stream of the last entry, if one was made since the mark."""
        if Entry.objects.count() <= self.entries:
            return ""
        return Entry.objects.order_by("-at", "-seq")[0].stream


def _compared() -> list[type[Model]]:
    return [model for model in our_models() if model._meta.db_table not in NO_CHANGE]


def _digest(model: type[Model]) -> str:
    names = [f.attname for f in model._meta.concrete_fields if f.name not in NOT_COMPARED]
    rows = model._base_manager.order_by("pk").values_list(*names)
    return sha256(repr([[repr(value) for value in row] for row in rows]).encode()).hexdigest()


def _body(data: Any, kind: str) -> bytes:
    if data is None:
        return b""
    if kind == JSON:
        return json.dumps(data, cls=DjangoJSONEncoder).encode()
    return urlencode(data, doseq=True, errors="surrogatepass").encode()


@contextmanager
def watched_forms(site: Site) -> Iterator[None]:
    """Record every form that is bound to a request."""
    original = BaseForm.__init__

    def noting(form: BaseForm, *args: Any, **kwargs: Any) -> None:
        original(form, *args, **kwargs)
        if form.is_bound:
            site.read.append(form)

    with mock.patch.object(BaseForm, "__init__", noting):
        yield
