"""The Celery application: imported by workers, by beat, and by a web process when it first nudges one."""

import os
import warnings
from typing import Any

from celery import Celery
from celery.exceptions import SecurityWarning
from celery.signals import setup_logging, worker_init

import config.sqlite_transport  # noqa: F401 - registers the transport

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# A club's evening machine is often run as root; the server's image is not.
warnings.filterwarnings("ignore", category=SecurityWarning)

app = Celery("neutral")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def use_the_sites_logging(**_: Any) -> None:
    """Celery would set up its own; Django's settings have done it."""


@worker_init.connect
def refuse_demo_accounts(**_: Any) -> None:
    from config.start import refuse_demo_accounts

    refuse_demo_accounts()
