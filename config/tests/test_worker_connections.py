"""A worker keeps its connection to a database server from task to task, and lets go of a file with its cache."""

import pytest
from celery.signals import task_postrun, task_prerun
from django.db import connection
from django.utils.module_loading import import_string

from campaign.models import Lock
from config.celery import app

pytestmark = pytest.mark.django_db(transaction=True)


def run_a_task() -> None:
    """Do what Celery does around a task."""
    celerys_own = import_string("celery.fixups.django.DjangoWorkerFixup")(app)
    for signal in (task_prerun, task_postrun):
        celerys_own.close_database()
        signal.send(sender=None)


def test_connection_outlives_a_task_unless_it_is_a_files() -> None:
    connection.ensure_connection()
    before = connection.connection
    run_a_task()
    assert connection.connection is (None if connection.vendor == "sqlite" else before)


def test_task_after_a_lost_connection_gets_a_new_one() -> None:
    connection.ensure_connection()
    assert connection.connection is not None
    connection.connection.close()
    run_a_task()
    assert not Lock.objects.exists()
