"""The session, the account, and the seat of a request, all fetched by one prepared read."""

import json
import re
from contextvars import ContextVar
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.middleware import AuthenticationMiddleware, get_user
from django.contrib.sessions.backends import db
from django.contrib.sessions.base_session import AbstractBaseSession
from django.contrib.sessions.middleware import SessionMiddleware
from django.db.models import F, FilteredRelation, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from campaign.ids import read_id
from campaign.models import Session, User
from campaign.prepared import prepared

DECODED_KEPT = 512
OF_CAMPAIGN = re.compile(r"/(?:api/)?c/([0-9a-f]{16})/")


@prepared
def _sessions(key: str, now: datetime) -> QuerySet[Session]:
    """Return a session with the account that it is logged in to, if any."""
    return Session.objects.filter(session_key=key, expire_date__gt=now).select_related("user")


@prepared
def _users(user_id: int) -> QuerySet[User]:
    return User.objects.filter(id=user_id)


@prepared
def _seated(key: str, now: datetime, campaign_id: int) -> QuerySet[User]:
    """Return the account of a session, with the session’s data and the seat that the person has in a campaign."""
    held = Q(seats__campaign_id=campaign_id, seats__removed_at=None)
    found = User.objects.filter(session__session_key=key, session__expire_date__gt=now)
    found = found.annotate(session_data=F("session__session_data"), seat=FilteredRelation("seats", condition=held))
    return found.select_related("seat", "seat__feed", "seat__feed__campaign")  # type: ignore[misc]


class SessionStore(db.SessionStore):
    """Django's sessions in the database, each of which names its account."""

    campaign_id: int | None = None  # of the address, if it is a campaign's
    account: Any = None

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def load(self) -> dict[str, Any]:
        key, now = self.session_key or "", timezone.now()
        if self.campaign_id:
            self.account = next(iter(_seated(key, now, self.campaign_id)), None)
        if self.account is not None:
            return self.decode(self.account.session_data)
        for row in _sessions(key, now):
            self.account = row.user
            return self.decode(row.session_data)
        self._session_key = None
        return {}

    def decode(self, session_data: bytes | str) -> dict[str, Any]:
        return json.loads(_decoded(session_data))  # type: ignore[no-any-return]

    def create_model_instance(self, data: dict[str, Any]) -> AbstractBaseSession:
        row: Any = super().create_model_instance(data)
        row.user_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        return row  # type: ignore[no-any-return]


@lru_cache(DECODED_KEPT)
def _decoded(session_data: bytes | str) -> str:
    """Return the JSON in a session's data, or that of an empty one if the data isn't signed as it should be.

    The row is read at every request, so a session that has ended is gone. Unpacking the same data again isn't needed.
    """
    return json.dumps(db.SessionStore().decode(session_data))


READING: ContextVar[SessionStore | None] = ContextVar("READING", default=None)  # the session of the request


class Accounts(ModelBackend):
    """Django's accounts in the database; the account of a session was read with it."""

    def get_user(self, user_id: int) -> User | None:
        session = READING.get()
        read = session.account if session else None
        user = read if read is not None and read.pk == user_id else next(iter(_users(user_id)), None)
        return user if user is not None and self.user_can_authenticate(user) else None


class Sessions(SessionMiddleware):
    """Tell a session which campaign the address is about."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        if found := OF_CAMPAIGN.match(request.path_info):
            request.session.campaign_id = read_id(found[1])  # type: ignore[attr-defined]


class Authentication(AuthenticationMiddleware):
    """Take the account of a request from its session."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _account_of(request))  # type: ignore[assignment]


def _account_of(request: HttpRequest) -> Any:
    """Return the account, and put it in the place of the object that fetched it and that slows each access."""
    request.user = _logged_in(request)
    return request.user


def _logged_in(request: HttpRequest) -> Any:
    token = READING.set(request.session)  # type: ignore[arg-type]
    try:
        return get_user(request)
    finally:
        READING.reset(token)
