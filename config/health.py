"""/healthz: this process answers. /readyz: the database and the broker answer, and every migration is applied.

A process that says it is ready has loaded what its first campaign page needs, so that nobody waits for that.
"""

from functools import cache
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.db import connection
from django.db.utils import Error
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import resolve
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaign.app_part import INSTALLED

A_BATTLE = "/c/0123456789abcdef/b/0123456789abcdef/"


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """Answer 503 and name what is missing, in fixed words because this page is public."""
    _load()
    missing = [word for word, answers in (("database", _database_ready()), ("redis", _redis_ready())) if not answers]
    return JsonResponse({"ready": not missing, "missing": missing}, status=503 if missing else 200)


def _load() -> None:
    """Load the parts, and the URLs of all pages: a battle's are looked up last."""
    INSTALLED.load()
    resolve(A_BATTLE)


def _database_ready() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT app, name FROM django_migrations")
            return _migrations() <= set(cursor.fetchall())
    except Error:
        return False


@cache
def _migrations() -> frozenset[tuple[str, str]]:
    """Return every migration's app and name, as their files have it: Django would load them all, and keep them."""
    folders = [(app.label, Path(app.path) / "migrations") for app in apps.get_app_configs()]
    return frozenset((label, file.stem) for label, folder in folders for file in folder.glob("[!_]*.py"))


def _redis_ready() -> bool:
    if not settings.REDIS_URL:
        return True
    import redis

    try:
        return bool(redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2).ping())
    except redis.RedisError:
        return False
