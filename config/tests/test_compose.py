"""docker-compose.yml, the Dockerfile, and the proxy's configuration agree with the settings and each other."""

import json
import re
from pathlib import Path

import pytest
from django.conf import settings

from config.middleware import PICTURE
from config.testing.compose import compose, model
from config.testing.processes import ROOT
from config.testing.production import NGINX_CONF, SECRETS

VARIABLES = {**SECRETS, "SITE_URL": "https://campaign.example.org"}
OURS = ("migrate", "web", "live", "worker", "nudges", "beat")


def test_compose_program_accepts_the_file() -> None:
    done = compose("config", "--quiet", variables=VARIABLES)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", VARIABLES)
def test_no_secret_has_a_default(name: str) -> None:
    done = compose("config", "--quiet", variables={k: v for k, v in VARIABLES.items() if k != name})
    assert done.returncode != 0
    assert name in done.stderr


def test_file_holds_no_password() -> None:
    for line in (ROOT / "docker-compose.yml").read_text().splitlines():
        if "PASSWORD" in line:
            assert "${" in line or line.strip() == "EMAIL_HOST_PASSWORD: ${EMAIL_HOST_PASSWORD:-}", line


def test_every_service_has_its_number_of_replicas() -> None:
    services = model(VARIABLES)["services"]
    count = {name: service.get("deploy", {}).get("replicas", 1) for name, service in services.items()}
    assert count == {
        "postgres": 1,
        "redis": 1,
        "migrate": 1,
        "web": 2,
        "live": 1,
        "worker": 2,
        "nudges": 1,
        "beat": 1,
        "proxy": 1,
    }


def test_every_lasting_service_has_a_health_check() -> None:
    services = model(VARIABLES)["services"]
    assert {name for name, service in services.items() if "healthcheck" not in service} == {"migrate"}


def test_services_wait_for_one_migration() -> None:
    services = model(VARIABLES)["services"]
    for name in OURS[1:]:
        assert services[name]["depends_on"]["migrate"]["condition"] == "service_completed_successfully"
    assert services["migrate"]["restart"] == "no"


def test_data_is_kept_in_named_volumes() -> None:
    full = model(VARIABLES)
    kept = {name: [v["source"] for v in full["services"][name]["volumes"]] for name in ("postgres", "redis")}
    assert kept == {"postgres": ["postgres-data"], "redis": ["redis-data"]}
    assert set(full["volumes"]) == {"postgres-data", "redis-data"}


def test_redis_keeps_everything() -> None:
    command = model(VARIABLES)["services"]["redis"]["command"]
    assert command[command.index("--appendonly") + 1] == "yes"
    assert command[command.index("--maxmemory-policy") + 1] == "noeviction"


def test_our_containers_cannot_write_or_gain_privileges() -> None:
    for name in OURS:
        service = model(VARIABLES)["services"][name]
        assert service["read_only"], name
        assert service["cap_drop"] == ["ALL"], name
        assert "privileged" not in service, name


def test_only_proxy_is_reachable_from_outside() -> None:
    services = model(VARIABLES)["services"]
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]


def test_every_given_variable_is_read_by_the_settings() -> None:
    sources = "".join(path.read_text() for path in (ROOT / "config").glob("*.py"))
    for name in model(VARIABLES)["services"]["web"]["environment"]:
        assert f'"{name}"' in sources, name


def test_example_environment_names_every_required_variable() -> None:
    example = (ROOT / "docs" / "server.env.example").read_text()
    required = set(re.findall(r"\$\{([A-Z_]+):\?", (ROOT / "docker-compose.yml").read_text()))
    assert required == {name for name in required if re.search(rf"^{name}=", example, re.MULTILINE)}


def test_proxy_and_settings_share_the_body_limit() -> None:
    proxy = NGINX_CONF.read_text()
    assert f"client_max_body_size {settings.BODY_LIMIT // 2**20}m;" in proxy
    of_pictures = proxy.partition(f'location ~ "^{PICTURE.pattern}$" {{')[2].partition("}")[0]
    assert f"client_max_body_size {settings.PICTURE_BODY_LIMIT // 2**20}m;" in of_pictures


def test_image_by_itself_serves_pages_as_the_web_service_does() -> None:
    command = model(VARIABLES)["services"]["web"]["command"]
    assert f"\nCMD {json.dumps(command)}\n" in (ROOT / "Dockerfile").read_text()


def test_image_has_no_test_tools_and_no_root_user() -> None:
    text = (ROOT / "Dockerfile").read_text()
    assert "--require-hashes -r requirements.txt" in text
    assert "requirements-test" not in text
    users = re.findall(r"^USER (\S+)$", text, re.MULTILINE)
    assert users
    assert users[-1] not in ("root", "0")


def test_image_contents_are_listed_one_by_one() -> None:
    lines = Path(ROOT / ".dockerignore").read_text().split()
    assert lines[0] == "*"
    assert all((ROOT / line[1:]).exists() for line in lines if line.startswith("!"))
