"""A server on this machine: the exact commands of docker-compose.yml, on private PostgreSQL and Redis, behind nginx.

Only what a container engine would provide is replaced: host names, ports, replicas started one by one, and TLS
certificates made for the test.
"""

import os
import re
import shutil
import ssl
import subprocess
from pathlib import Path
from typing import Any
from urllib.request import HTTPSHandler, OpenerDirector, build_opener

from config.bootstrap import is_root
from config.testing.compose import model
from config.testing.processes import ROOT, Processes, free_port, wait_until
from config.testing.services import Postgres, Redis

HOST = "localhost"
SECRETS = {
    "SECRET_KEY": "only-for-the-tests-9d1f0c4be27a4c55b1d3a8e6f7c2905e8b",
    "POSTGRES_PASSWORD": "postgrespassword",
    "REDIS_PASSWORD": "redispassword",
    "CERTIFICATES": "/etc/nginx/certificates",
}
WORKERS = ("worker", "nudges")
NGINX_CONF = ROOT / "config" / "nginx.conf"


def nginx_program() -> str:
    program = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    assert program, "nginx is missing: apt-get install nginx-light"
    return program


def make_certificate(folder: Path) -> None:
    """Make a self-signed certificate for localhost."""
    names = ["-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}"]
    files = ["-keyout", f"{folder}/privkey.pem", "-out", f"{folder}/fullchain.pem"]
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
    subprocess.run(["openssl", "req", "-x509", *key, *names, *files], check=True, capture_output=True)


def with_certificates(text: str, folder: Path) -> str:
    return text.replace("/tmp/", f"{folder}/").replace("/etc/nginx/certificates", str(folder))


class ProductionStack(Processes):
    """Two web processes, live, the workers, beat, and nginx in front of them."""

    def begin(self, postgres: Postgres, redis: Redis, database: str) -> None:
        self.http, self.https = free_port(), free_port()
        self.url = f"https://{HOST}:{self.https}"
        self.compose = model({**SECRETS, "SITE_URL": self.url})
        self.environment |= self._variables(postgres.create_database(database), redis.url())
        self.manage("collectstatic", "--no-input", "-v0")
        self.run_once("migrate")
        self.web = [self.serve("web", number) for number in range(self._replicas("web"))]
        self.live = self.serve("live", 0)
        for service in (*WORKERS, "beat"):
            for number in range(self._replicas(service)):
                self.start(f"{service}-{number}", *self._command(service, number))
        self._start_proxy()
        self.opener = self._opener()
        wait_until(self.is_up, "the site behind nginx")

    def is_up(self) -> bool:
        try:
            return bool(self.opener.open(f"{self.url}/readyz", timeout=5).status == 200)
        except OSError:
            return False

    def _variables(self, database_url: str, redis_url: str) -> dict[str, str]:
        """Return Compose's environment with this machine's PostgreSQL, Redis, and folders."""
        given = self.compose["services"]["web"]["environment"]
        own = {"DATABASE_URL": database_url, "REDIS_URL": redis_url, "STATIC_ROOT": str(self.folder / "collected")}
        return {**given, **own}

    def _replicas(self, service: str) -> int:
        return int(self.compose["services"][service].get("deploy", {}).get("replicas", 1))

    def _command(self, service: str, number: int) -> list[str]:
        command: list[str] = self.compose["services"][service]["command"]
        name = ["--hostname", f"{service}-{number}@{HOST}"] if service in WORKERS else []
        schedule = ["--schedule", str(self.folder / "beat-schedule")] if service == "beat" else []
        return [*command, *name, *schedule]

    def run_once(self, service: str) -> None:
        subprocess.run(
            self.compose["services"][service]["command"],
            cwd=ROOT,
            env=self.environment,
            check=True,
            capture_output=True,
        )

    def serve(self, service: str, number: int) -> int:
        """Start one server on a free port, and wait until its own health check passes."""
        port = free_port()
        command = [str(port) if word == "8000" else word for word in self._command(service, number)]
        process = self.start(f"{service}-{number}", *command)
        wait_until(lambda: process.poll() is not None or self.is_healthy(service, port), f"{service}-{number}")
        assert process.poll() is None, self.log(f"{service}-{number}")
        return port

    def is_healthy(self, service: str, port: int) -> bool:
        check: list[str] = self.compose["services"][service]["healthcheck"]["test"][1:]
        environment = {**self.environment, "HEALTH_PORT": str(port)}
        return subprocess.run(check, cwd=ROOT, env=environment, check=False).returncode == 0

    def is_healthy_worker(self, service: str, number: int) -> bool:
        shell: str = self.compose["services"][service]["healthcheck"]["test"][1]
        shell = shell.replace("celery@$$HOSTNAME", f"{service}-{number}@{HOST}")
        return subprocess.run(["sh", "-c", shell], cwd=ROOT, env=self.environment, check=False).returncode == 0

    def _start_proxy(self) -> None:
        make_certificate(self.folder)
        servers = "".join(f"server 127.0.0.1:{port};" for port in self.web)
        text = with_certificates(NGINX_CONF.read_text(), self.folder)
        text = text.replace("default web:8000;", "default test_web;")
        text = text.replace("default live:8000;", f"default 127.0.0.1:{self.live};")
        text = text.replace('map "" $web', f'upstream test_web {{ {servers} }}\n    map "" $web')
        text = re.sub(r"listen 8080", f"listen 127.0.0.1:{self.http}", text)
        text = re.sub(r"listen 8443", f"listen 127.0.0.1:{self.https}", text)
        conf = self.folder / "nginx.conf"
        conf.write_text(text)
        one_user = "user root;" if is_root() else ""  # as in its image, or nginx can't keep a large body here
        self.start("proxy", nginx_program(), "-c", str(conf), "-g", f"daemon off; {one_user}")

    def _opener(self) -> OpenerDirector:
        """Return an opener that trusts only the test's certificate."""
        wait_until(lambda: self.running["proxy"].poll() is None, "nginx")
        context = ssl.create_default_context(cafile=self.folder / "fullchain.pem")
        return build_opener(HTTPSHandler(context=context))

    def has_logged(self, status: int) -> bool:
        return any(line.get("status") == status for name in ("web-0", "web-1") for line in self.lines(name))

    def lines(self, name: str) -> list[Any]:
        import json

        return [json.loads(line) for line in self.log(name).splitlines() if line.startswith("{")]
