"""Start-up checks: a production site needs PostgreSQL and Redis and has no demo accounts."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register

from config import start
from config.databases import POSTGRESQL


@register(Tags.security, deploy=True)
def distributed(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """Require PostgreSQL and Redis, which several processes need."""
    found: list[CheckMessage] = []
    if settings.DATABASES["default"]["ENGINE"] != POSTGRESQL:
        found.append(Error("DATABASE_URL does not name a PostgreSQL database.", id="neutral.E001"))
    if not settings.REDIS_URL:
        found.append(Error("REDIS_URL is not set.", id="neutral.E002"))
    return found


@register(Tags.database)
def no_demo_accounts(app_configs: Sequence[AppConfig] | None, *, databases: Any = None, **_: Any) -> list[CheckMessage]:
    """Refuse demo accounts in production, because their passwords are printed in terminals."""
    count = start.demo_accounts() if settings.PRODUCTION and databases else 0
    return [Error(start.DEMO_IN_PRODUCTION.format(count=count), id="neutral.E003")] * bool(count)
