"""Define accounts. Nothing here is journaled; the journal knows people only by id."""

import unicodedata
from importlib import import_module
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models

from campaign.sources import SOURCES


def new_user_id() -> int:
    return SOURCES.new_id("account")


def current_time() -> Any:
    return SOURCES.now()


class Notify(models.TextChoices):
    AT_ONCE = "at_once", "at once"
    DAILY = "daily", "once a day"
    NEVER = "never", "never"


class Theme(models.TextChoices):
    SYSTEM = "system", "same as the device"
    LIGHT = "light", "light"
    DARK = "dark", "dark"


def fold(username: str) -> str:
    """Fold a username, so that names differ by more than case, outer spaces, or the width of letters."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", username).strip().casefold())


class UserManager(BaseUserManager["User"]):
    def create_user(self, username: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(username=fold(username), **fields)
        user.display_name = user.display_name or username.strip()
        user.set_password(password)
        user.save(using=self._db)
        return user

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(username=fold(username or ""))


class User(AbstractBaseUser):
    """A person. `email` is confirmed by a link; until then, it is `unconfirmed_email` and gets only that link.

    An account with a `practice` only holds a seat there; nobody can log in to it.
    """

    id = models.BigIntegerField(primary_key=True, default=new_user_id)
    username = models.CharField(max_length=40, unique=True)
    display_name = models.CharField(max_length=60, blank=True)
    email = models.EmailField(blank=True)
    unconfirmed_email = models.EmailField(blank=True)
    time_zone = models.CharField(max_length=64, default="UTC")
    theme = models.CharField(max_length=8, choices=Theme.choices, default=Theme.SYSTEM)
    notify_moves = models.CharField(max_length=8, choices=Notify.choices, default=Notify.AT_ONCE)
    notify_news = models.CharField(max_length=8, choices=Notify.choices, default=Notify.AT_ONCE)
    notify_talk = models.CharField(max_length=8, choices=Notify.choices, default=Notify.AT_ONCE)
    remind = models.BooleanField(default=True)
    here_at = models.DateTimeField(default=current_time)
    before_at = models.DateTimeField(default=current_time)
    is_active = models.BooleanField(default=True)
    is_demo = models.BooleanField(default=False)
    joined_at = models.DateTimeField(default=current_time)
    practice = models.ForeignKey("campaign.Practice", models.DO_NOTHING, null=True, related_name="users")

    objects: ClassVar[UserManager] = UserManager()
    USERNAME_FIELD = "username"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    def __str__(self) -> str:
        return self.display_name or self.username


class Session(AbstractBaseSession):
    """A browser that somebody used, with the account it is logged in to, so that one read finds both."""

    user = models.ForeignKey(User, models.DO_NOTHING, null=True, db_constraint=False)

    @classmethod
    def get_session_store_class(cls) -> type[SessionBase]:
        store: type[SessionBase] = import_module(settings.SESSION_ENGINE).SessionStore
        return store
