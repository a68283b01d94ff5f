"""Celery settings: Redis if it is configured, else a SQLite file with leases. Nothing here imports Celery."""

import sys
from pathlib import Path
from typing import Any

# A task that runs longer goes to a second worker too, so every task must end well before and be idempotent.
LEASE_SECONDS = 20
TASK_SECONDS = 15
SWEEP_SECONDS = 2.5
MAIL_SECONDS = 20.0
FORGET_SECONDS = 60.0
PRINT_SECONDS = 15.0  # a new print rings for itself, so this is for second tries and lost messages
FORGET_PRINTS_SECONDS = 600.0

# A nudge asks for part of what a scheduled task does anyway. Every other task is in the schedule.
NUDGES = {"campaign.tasks.sweep_campaign": "campaign.tasks.sweep_all"}
# Nudges have a queue and a consumer of their own, so that none waits behind a long task.
JOBS_QUEUE, NUDGES_QUEUE = "jobs", "nudges"

JOBS_FILE = "jobs.sqlite3"
POLL_SECONDS = 0.05
BLOCK_SECONDS = 3  # Redis answers at once when a message comes; a worker that ends first waits for the answer


def broker_url(redis_url: str) -> str:
    """Return kombu's URL: it names a Redis socket redis+socket://, where redis-py says unix://."""
    if redis_url.startswith("unix://"):
        return redis_url.replace("unix://", "redis+socket://", 1)
    return redis_url or "sqlitefile://localhost/"


def transport_options(redis_url: str, data_dir: Path) -> dict[str, Any]:
    if redis_url:
        return {"visibility_timeout": LEASE_SECONDS, "polling_interval": BLOCK_SECONDS}
    return {"file": str(data_dir / JOBS_FILE), "lease": LEASE_SECONDS, "polling_interval": POLL_SECONDS}


def queue_of(task: str) -> str:
    return NUDGES_QUEUE if task in NUDGES else JOBS_QUEUE


def celery_settings(redis_url: str, data_dir: Path) -> dict[str, Any]:
    return {
        "CELERY_BROKER_URL": broker_url(redis_url),
        "CELERY_BROKER_TRANSPORT_OPTIONS": transport_options(redis_url, data_dir),
        "CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP": True,
        "CELERY_TASK_DEFAULT_QUEUE": JOBS_QUEUE,
        "CELERY_TASK_ROUTES": {task: {"queue": queue_of(task)} for task in NUDGES},
        "CELERY_TASK_ACKS_LATE": True,
        "CELERY_TASK_REJECT_ON_WORKER_LOST": True,
        "CELERY_TASK_IGNORE_RESULT": True,
        "CELERY_TASK_TIME_LIMIT": TASK_SECONDS,
        "CELERY_WORKER_PREFETCH_MULTIPLIER": 1,
        "CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT": 5,
        "CELERY_WORKER_HIJACK_ROOT_LOGGER": False,
        "CELERY_WORKER_REDIRECT_STDOUTS": False,
        "CELERY_WORKER_ENABLE_REMOTE_CONTROL": bool(redis_url),
        # Celery would end every connection to the database with its task; config/celery.py decides that.
        "CELERY_DB_REUSE_MAX": sys.maxsize,
        "CELERY_TIMEZONE": "UTC",
        # Keeps the schedule file fresh while beat is alive, for the health check in docker-compose.yml.
        "CELERY_BEAT_SYNC_EVERY": 1 if redis_url else 0,
        "CELERY_BEAT_SCHEDULE_FILENAME": str(data_dir / "beat-schedule"),
        "CELERY_BEAT_SCHEDULE": {
            "sweep": {"task": "campaign.tasks.sweep_all", "schedule": SWEEP_SECONDS, "options": {"expires": 10}},
            "mail": {"task": "campaign.tasks.send_mail", "schedule": MAIL_SECONDS, "options": {"expires": 60}},
            "prints": {"task": "battles.tasks.print_boxes", "schedule": PRINT_SECONDS, "options": {"expires": 20}},
            "forget-prints": {
                "task": "battles.tasks.forget_prints",
                "schedule": FORGET_PRINTS_SECONDS,
                "options": {"expires": 600},
            },
            "forget": {"task": "campaign.tasks.forget_old", "schedule": FORGET_SECONDS, "options": {"expires": 60}},
        },
    }
