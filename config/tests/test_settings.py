"""Settings reject bad values by name, and production is strict."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from config.packages import APPS

ROOT = Path(__file__).resolve().parents[2]
PRODUCTION = {
    "PRODUCTION": "yes",
    "SECRET_KEY": "a-long-and-quite-random-secret-for-this-test-0123456789-abcdefgh",
    "SITE_URL": "https://campaign.example.org",
    "DATABASE_URL": "postgresql://u:p@db/neutral",
    "REDIS_URL": "redis://redis/0",
}


def manage(
    *arguments: str, data_dir: Path, without: str = "", **environment: str
) -> "subprocess.CompletedProcess[str]":
    values = {"PATH": os.environ["PATH"], "DATA_DIR": str(data_dir), **environment}
    values.pop(without, None)
    return subprocess.run(
        [sys.executable, "manage.py", *arguments], cwd=ROOT, env=values, text=True, capture_output=True, check=False
    )


def test_check_deploy_is_clean(tmp_path: Path) -> None:
    done = manage("check", "--deploy", "--fail-level", "DEBUG", data_dir=tmp_path, **PRODUCTION)
    assert (done.returncode, done.stdout) == (0, "System check identified no issues (0 silenced).\n"), done.stderr


@pytest.mark.parametrize("name", ["SECRET_KEY", "SITE_URL"])
def test_production_names_missing_variable(name: str, tmp_path: Path) -> None:
    done = manage("check", data_dir=tmp_path, without=name, **PRODUCTION)
    assert done.returncode != 0
    assert f"{name} is not set" in done.stderr


def test_production_on_sqlite_fails_the_deploy_check(tmp_path: Path) -> None:
    done = manage("check", "--deploy", data_dir=tmp_path, without="DATABASE_URL", **PRODUCTION)
    assert done.returncode != 0
    assert "neutral.E001" in done.stderr


@pytest.mark.parametrize(
    ("name", "value"), [("PRODUCTION", "perhaps"), ("EMAIL_PORT", "high"), ("DATABASE_URL", "mysql://a/b")]
)
def test_bad_value_is_refused_by_name(name: str, value: str, tmp_path: Path) -> None:
    done = manage("check", data_dir=tmp_path, **{name: value})
    assert done.returncode != 0
    assert name in done.stderr.splitlines()[-1]


def test_embedded_site_makes_one_secret_key_and_keeps_it(tmp_path: Path) -> None:
    ask = ("shell", "-v0", "-c", "from django.conf import settings; print(settings.SECRET_KEY)")
    first, second = manage(*ask, data_dir=tmp_path).stdout, manage(*ask, data_dir=tmp_path).stdout
    other = manage(*ask, data_dir=tmp_path / "other").stdout
    assert first == second != other
    assert len(first) > 50
    assert (tmp_path / "secret-key").stat().st_mode & 0o777 == 0o600


SERVE = """
import sys
from concurrent.futures import ThreadPoolExecutor
from wsgiref.util import setup_testing_defaults
from config.wsgi import application

def status_of(path):
    environ, found = {"PATH_INFO": path}, []
    setup_testing_defaults(environ)
    b"".join(application(environ, lambda status, headers: found.append(status)))
    return found[0]
"""
PAGES = ("/", "/help/", "/rules/", "/accounts/log-in/", "/api/", "/api/schema/")


def served(code: str, data_dir: Path) -> str:
    """Run code in a fresh web process and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", SERVE + code],
        cwd=ROOT,
        env={"DATA_DIR": str(data_dir), "DEBUG": "yes", "PATH": os.environ["PATH"]},
        text=True,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_pages_load_no_heavy_modules(tmp_path: Path) -> None:
    """A web process loads the API's libraries at the first call of an endpoint."""
    heavy = ["celery", "kombu", "numpy", "redis", "hypothesis", "pytest", "django.test", "drf_spectacular"]
    heavy += ["requests", "pygments", "psycopg"]  # Django REST framework loads them wherever they are installed
    heavy += ["rest_framework"]
    code = f"assert {{status_of(path) for path in {PAGES}}} == {{'200 OK'}}; "
    code += f"print([m for m in {heavy} if m in sys.modules])"
    assert served(code, tmp_path) == "[]"


def test_log_in_loads_little(tmp_path: Path) -> None:
    """A web process answers before it has loaded any app's part, or a book: it starts in half the time."""
    heavy = [*(f"{app}.part" for app in APPS), "battles.urls.battles", "war.urls.map", "campaign.selectors.rules"]
    heavy += ["rulesets.civil_war", "rulesets.cw_to_ff", "django.contrib.admin", "PIL", "pydantic"]
    code = f"assert status_of('/accounts/log-in/') == '200 OK'; print([m for m in {heavy} if m in sys.modules])"
    assert served(code, tmp_path) == "[]"


def test_ready_process_has_loaded_every_part_and_page_but_no_endpoint_or_migration(tmp_path: Path) -> None:
    loaded = [*(f"{app}.part" for app in APPS), "battles.views.pages", "war.views.map", "campaign.views.talk"]
    not_loaded = ["rest_framework", "django.db.migrations.executor", "campaign.migrations.0001_first_release"]
    code = f"status_of('/readyz'); print([m for m in {[*loaded, *not_loaded]} if m not in sys.modules])"
    assert served(code, tmp_path) == str(not_loaded)


def test_first_pages_may_be_simultaneous(tmp_path: Path) -> None:
    """Threads that load URLs and parts at the same time all get the complete set."""
    campaign = "/c/0123456789abcdef/"
    public = ["/", "/rules/", "/dice/", "/setup.schema.json"]
    private = [campaign, f"{campaign}map/", f"{campaign}b/0123456789abcdef/", "/begin/", "/open-seats/"]
    code = f"paths = {[*public, *private]} * 3\n"
    code += "with ThreadPoolExecutor(len(paths)) as threads: found = {*zip(paths, threads.map(status_of, paths))}\n"
    code += "print(*sorted(found))"
    wanted = [(path, "200 OK") for path in public] + [(path, "302 Found") for path in private]
    assert served(code, tmp_path) == " ".join(map(str, sorted(wanted)))


def test_endpoints_load_no_test_tools_and_no_schema_generator(tmp_path: Path) -> None:
    heavy = ["celery", "numpy", "hypothesis", "pytest", "django.test", "rest_framework.test"]
    heavy += [f"drf_spectacular.{part}" for part in ("openapi", "plumbing", "generators")]
    code = "assert status_of('/api/rules/') == '200 OK' and 'rest_framework' in sys.modules; "
    code += f"print([m for m in {heavy} if m in sys.modules])"
    assert served(code, tmp_path) == "[]"


def test_first_api_calls_may_be_simultaneous(tmp_path: Path) -> None:
    """Threads that load the endpoints at the same time all get the complete set."""
    paths = ["/api/rules/", "/api/c/0123456789abcdef/battles/", "/api/me/", "/help/"] * 4
    code = f"print(*ThreadPoolExecutor(16).map(lambda path: status_of(path)[:3], {paths}))"
    assert served(code, tmp_path).split() == ["200", "401", "401", "200"] * 4


FRESH_EACH = """
import os
from django.urls import reverse
for name in {names}:
    if not (child := os.fork()):
        print(reverse(name), flush=True)
        os._exit(0)
    os.waitpid(child, 0)
"""


def test_url_is_reversed_before_any_request(tmp_path: Path) -> None:
    """Each name is the first that its process asks for."""
    paths = {
        "api:index": "/api/",
        "api:schema": "/api/schema/",
        "api:endpoints:me": "/api/me/",
        "rules:books": "/rules/",
    }
    assert served(FRESH_EACH.format(names=[*paths]), tmp_path).split() == [*paths.values()]
