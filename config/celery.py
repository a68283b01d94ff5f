"""The Celery application, imported by workers and by beat; web processes do without it (config/messages.py)."""

import os
import warnings
from typing import Any

from config.late import importing_celery

with importing_celery():
    from celery import Celery
    from celery.exceptions import SecurityWarning
    from celery.signals import beat_init, setup_logging, task_postrun, task_prerun, worker_init, worker_shutting_down

import config.sqlite_transport  # noqa: F401 - registers the transport

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# A machine that serves a club for an evening often runs as root; the server's image doesn't.
warnings.filterwarnings("ignore", category=SecurityWarning)

# `begin` runs Django's checks once; here they would import every page and the whole API, which costs 30 MB.
os.environ.setdefault("CELERY_SKIP_CHECKS", "yes")

app = Celery("neutral")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def use_the_sites_logging(**_: Any) -> None:
    """Keep Celery from setting up its own logging, because Django's settings already did."""


@worker_init.connect
@beat_init.connect
def share_the_sites_lock(**_: Any) -> None:
    from config import site_lock

    site_lock.share()


@worker_init.connect
def refuse_demo_accounts(**_: Any) -> None:
    from config.start import refuse_demo_accounts

    refuse_demo_accounts()


@worker_init.connect
def load_parts(**_: Any) -> None:
    """Load what every sweep needs, once for all processes of the worker."""
    from campaign.app_part import INSTALLED

    INSTALLED.load()


@task_prerun.connect
@task_postrun.connect
def keep_the_connection(**_: Any) -> None:
    """Keep a connection to PostgreSQL for the next task, if it still works; let a file's go, with its cache."""
    from django.db import connections

    for connection in connections.all(initialized_only=True):
        if connection.vendor == "sqlite":
            connection.close()
        else:
            connection.close_if_unusable_or_obsolete()


@worker_shutting_down.connect
def stop_between_acts(**_: Any) -> None:
    from campaign.services import runs

    runs.end_soon()
