"""Modules that the site hardly ever uses load at their first use, and work as if they had been there."""

import subprocess
import sys
from pathlib import Path

import pytest

from config.late import LATE
from config.testing.processes import ROOT

SERVED = """
import config.web, config.asgi, rest_framework.views, campaign.photos
from django.db import connection
connection.introspection, connection.ops
"""
WORKED = "import config.worker, campaign.photos"
INSIDE = (
    "PIL",
    "cffi",
    "click",
    "dateutil.tz",
    "dateutil.parser",
    "django.contrib.admin.options",
    "sqlparse.sql",
    "uvicorn.supervisors",
    "yaml.reader",
)
USES = {
    "django.contrib.admindocs.views": (
        "from django.contrib.admindocs.views import simplify_regex\n"
        "print(simplify_regex('^a/(?P<b>[0-9]+)/$') == '/a/<b>/')"
    ),
    "sqlparse": "from sqlparse import split; print(split('a; b') == ['a;', 'b'])",
    "uvicorn.main": "import uvicorn; uvicorn.main(['--version'])",
    "yaml": "import yaml; import yaml.nodes; print(yaml.safe_load('[1]') == yaml.load('[1]', yaml.SafeLoader) == [1])",
}


def printed(code: str, folder: Path) -> str:
    """Return what a fresh interpreter prints."""
    command = [sys.executable, "-c", f"import config\n{code}"]
    done = subprocess.run(
        command, cwd=ROOT, env={"DATA_DIR": str(folder)}, text=True, stdout=subprocess.PIPE, check=True
    )
    return done.stdout


@pytest.mark.parametrize("code", [SERVED, WORKED])
def test_process_loads_none_of_them(code: str, tmp_path: Path) -> None:
    said = printed(f"{code}\nimport sys\nprint([name for name in {INSIDE} if name in sys.modules])", tmp_path)
    assert said == "[]\n"


@pytest.mark.parametrize("name", LATE)
def test_stand_in_works_like_its_module(name: str, tmp_path: Path) -> None:
    assert printed(USES[name], tmp_path).startswith(("True", "Running uvicorn"))


def test_stand_in_has_the_names_of_its_module(tmp_path: Path) -> None:
    asked = "import sqlparse; print(hasattr(sqlparse, 'nothing'), hasattr(sqlparse, 'split'), sqlparse.__spec__.name)"
    assert printed(asked, tmp_path) == "False True sqlparse\n"


def test_celery_s_command_line_and_calendar_still_work(tmp_path: Path) -> None:
    asked = """
import config.worker
import sys
from datetime import datetime
from celery.result import isoparse
from celery.utils.time import dateutil_tz
from celery.bin.celery import main
print(isoparse("1862-04-06").day, dateutil_tz.datetime_exists(datetime(1862, 4, 6), dateutil_tz.UTC))
sys.argv = ["celery", "--version"]
main()
"""
    assert printed(asked, tmp_path).startswith("6 True\n5.")
