"""The session and the account of a request, each fetched by a prepared read."""

from datetime import datetime
from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from campaign.models import User
from campaign.prepared import prepared


@prepared
def _texts(key: str, now: datetime) -> "QuerySet[Session, str]":
    return Session.objects.filter(session_key=key, expire_date__gt=now).values_list("session_data", flat=True)


@prepared
def _accounts(user_id: int) -> QuerySet[User]:
    return User.objects.filter(id=user_id)


class SessionStore(db.SessionStore):
    """Django's sessions in the database."""

    def load(self) -> dict[str, Any]:
        for text in _texts(self.session_key or "", timezone.now()):
            return self.decode(text)
        self._session_key = None
        return {}


class Accounts(ModelBackend):
    """Django's accounts in the database."""

    def get_user(self, user_id: int) -> User | None:
        return next((user for user in _accounts(user_id) if self.user_can_authenticate(user)), None)
