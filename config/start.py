"""What a process of the site does before it starts serving."""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

DEMO_IN_PRODUCTION = (
    "This production site will not start: its database holds {count} demo accounts, whose passwords are printed in "
    "terminals. Remove them with `manage.py demo --remove`."
)


@contextmanager
def loading() -> Iterator[None]:
    """Load the site's code without searching it for garbage, now and later: none of it is ever garbage."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def refuse_demo_accounts() -> None:
    """End a production process if demo accounts exist; this costs one query at its start."""
    count = demo_accounts() if settings.PRODUCTION else 0
    if count:
        print(DEMO_IN_PRODUCTION.format(count=count), file=sys.stderr)
        raise SystemExit(1)


def demo_accounts() -> int:
    """Count the demo accounts; there are none before the first migration."""
    from django.db import connection
    from django.db.utils import DatabaseError

    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM campaign_user WHERE is_demo")
            return int(cursor.fetchone()[0])
    except DatabaseError:
        return 0
