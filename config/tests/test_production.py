"""The commands of docker-compose.yml on real engines, behind the real proxy."""

import subprocess
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

import pytest

from config.testing.processes import free_port, wait_until
from config.testing.production import NGINX_CONF, ProductionStack, make_certificate, nginx_program, with_certificates

pytestmark = pytest.mark.production


class NoRedirect(HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


def test_nginx_accepts_its_configuration(tmp_path: Path) -> None:
    make_certificate(tmp_path)
    conf = tmp_path / "nginx.conf"
    conf.write_text(with_certificates(NGINX_CONF.read_text(), tmp_path))
    done = subprocess.run([nginx_program(), "-t", "-c", conf], text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "warn" not in done.stderr


def test_pages_come_over_tls_with_strict_headers(production_stack: ProductionStack) -> None:
    response = production_stack.opener.open(f"{production_stack.url}/healthz", timeout=5)
    policy = response.headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert response.headers["Strict-Transport-Security"].startswith("max-age=31536000")
    assert response.headers["X-Frame-Options"] == "DENY"
    assert response.headers["Server"] == "nginx"


def test_plain_http_redirects_to_https(production_stack: ProductionStack) -> None:
    opener = build_opener(NoRedirect)
    with pytest.raises(HTTPError) as refused:
        opener.open(Request(f"http://localhost:{production_stack.http}/c/"), timeout=5)
    assert (refused.value.code, refused.value.headers["Location"]) == (308, "https://localhost/c/")


def test_both_web_processes_answer(production_stack: ProductionStack) -> None:
    for _ in range(20):
        production_stack.opener.open(f"{production_stack.url}/healthz", timeout=5).read()
    names = ("web-0", "web-1")
    counts = {name: sum(line.get("route") == "healthz" for line in production_stack.lines(name)) for name in names}
    assert min(counts.values()) > 3, counts


def test_unknown_host_is_refused(production_stack: ProductionStack) -> None:
    request = Request(f"{production_stack.url}/healthz", headers={"Host": "elsewhere.example.org"})
    with pytest.raises(HTTPError) as refused:
        production_stack.opener.open(request, timeout=5)
    assert refused.value.code == 400


def test_oversized_body_is_refused(production_stack: ProductionStack) -> None:
    request = Request(f"{production_stack.url}/healthz", data=bytes(3 * 2**20), method="POST")
    with pytest.raises(HTTPError) as refused:
        production_stack.opener.open(request, timeout=5)
    assert refused.value.code == 413


def test_live_process_answers_under_its_prefix(production_stack: ProductionStack) -> None:
    with pytest.raises(HTTPError) as refused:
        production_stack.opener.open(f"{production_stack.url}/live/?token=x", timeout=5)
    assert (refused.value.code, refused.value.read()) == (403, b"This token is invalid or has expired.\n")


def test_beat_and_workers_sweep(production_stack: ProductionStack) -> None:
    def swept() -> bool:
        return any("sweep_all" in production_stack.log(f"worker-{n}") for n in (0, 1))

    wait_until(swept, "a sweep")
    assert production_stack.is_healthy_worker("worker", 0)
    assert production_stack.is_healthy_worker("worker", 1)
    assert production_stack.is_healthy_worker("nudges", 0)


def test_logs_are_json_lines_without_paths_or_values(production_stack: ProductionStack) -> None:
    with pytest.raises(HTTPError):
        production_stack.opener.open(f"{production_stack.url}/nowhere/hush-hush?word=hush-hush", timeout=5)
    wait_until(lambda: production_stack.has_logged(404), "the request's log line")
    for name in production_stack.running:
        assert "hush-hush" not in production_stack.log(name), name


def test_site_with_demo_accounts_does_not_start(production_stack: ProductionStack) -> None:
    make = "from campaign.models import User; User.objects.create_user('demo', is_demo=True)"
    remove = "from campaign.models import User; User.objects.filter(is_demo=True).delete()"
    production_stack.manage("shell", "-v0", "-c", make)
    try:
        serve = ["python", "-m", "config.web", "--pages", "--port", str(free_port())]
        for command in (serve, ["python", "manage.py", "begin"]):
            done = subprocess.run(
                command,
                env=production_stack.environment,
                cwd=NGINX_CONF.parents[1],
                text=True,
                capture_output=True,
                timeout=30,
                check=False,
            )
            assert done.returncode != 0, command
            assert "demo accounts" in done.stdout + done.stderr
    finally:
        production_stack.manage("shell", "-v0", "-c", remove)
