"""Django REST framework, read without what it takes along wherever that is installed and this site never uses.

That is twelve megabytes in each web process: another HTTP client, a highlighter, and on SQLite all of psycopg.
"""

import sys
from importlib import import_module
from typing import Any, cast

UNUSED = ("requests", "pygments", "django.contrib.postgres")


def read() -> None:
    """Whoever asks for one of these later gets it."""
    modules = cast(dict[str, Any], sys.modules)
    hidden = [name for name in UNUSED if name not in modules]
    modules.update(dict.fromkeys(hidden))
    try:
        import_module("rest_framework.compat")
    finally:
        for name in hidden:
            del modules[name]
