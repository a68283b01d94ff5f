"""Ask a worker for a task, without importing Celery, which would cost each web process 15 MB and its first act 110 ms.

A message is what Celery would send (its protocol 2, in kombu's envelope), put straight into the task's queue.
"""

import json
import os
import socket
from base64 import b64encode
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from django.conf import settings

from campaign.services.live import redis_client
from config.celery_settings import JOBS_FILE, queue_of
from config.jobs_file import put

EXPIRES = timedelta(seconds=60)  # by then, the schedule has asked for the same work
NOTHING_AFTERWARD = {"callbacks": None, "errbacks": None, "chain": None, "chord": None}


def send(task: str, about: Sequence[int]) -> None:
    """Put a message into the task's queue. If the broker is gone, this fails."""
    tag, queue = str(uuid4()), queue_of(task)
    body = json.dumps(message(task, about, tag=tag, queue=queue))
    if settings.REDIS_URL:
        redis_client().lpush(queue, body)
    else:
        put(str(settings.DATA_DIR / JOBS_FILE), queue, tag, body)


def message(task: str, about: Sequence[int], *, tag: str, queue: str) -> dict[str, Any]:
    body = json.dumps([list(about), {}, NOTHING_AFTERWARD]).encode()
    return {
        "body": b64encode(body).decode(),
        "content-encoding": "utf-8",
        "content-type": "application/json",
        "headers": _headers(task, about, tag),
        "properties": {
            "correlation_id": tag,
            "reply_to": "",
            "delivery_mode": 2,
            "delivery_info": {"exchange": "", "routing_key": queue},
            "priority": 0,
            "body_encoding": "base64",
            "delivery_tag": tag,
        },
    }


def _headers(task: str, about: Sequence[int], tag: str) -> dict[str, Any]:
    return {
        "lang": "py",
        "task": task,
        "id": tag,
        "shadow": None,
        "eta": None,
        "expires": (datetime.now(UTC) + EXPIRES).isoformat(),
        "group": None,
        "group_index": None,
        "retries": 0,
        "timelimit": [None, None],
        "root_id": tag,
        "parent_id": None,
        "argsrepr": repr(tuple(about)),
        "kwargsrepr": "{}",
        "origin": f"{os.getpid()}@{socket.gethostname()}",
        "ignore_result": True,
        "replaced_task_nesting": 0,
        "stamped_headers": None,
        "stamps": {},
    }
