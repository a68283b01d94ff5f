"""API requests generated from the schema: no 500, and every response is one that the schema names."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.test import Client
from hypothesis import HealthCheck, given
from hypothesis import settings as prove
from hypothesis import strategies as st
from jsonschema_rs import validator_for
from pytest_django import DjangoDbBlocker
from pytest_django.fixtures import Settings

from campaign.api.docs import SCHEMA
from campaign.ids import hex_id
from campaign.tests.builders import Club, a_club
from campaign.tests.shared_rows import shared_rows
from campaign.tests.test_rewind import found_force

DRAWN = json.loads(SCHEMA.read_text(encoding="utf-8"))
OPERATIONS: dict[str, Any] = {
    found.ok().label: found.ok()  # type: ignore[union-attr]
    for found in schemathesis.openapi.from_dict(DRAWN).get_all_operations()
}


@pytest.fixture(scope="module")
def club(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Club]:
    with shared_rows(django_db_blocker):
        club = a_club()
        found_force(club)
        yield club


@pytest.fixture
def _unlimited(settings: Settings) -> None:
    settings.REST_FRAMEWORK = settings.REST_FRAMEWORK | {"DEFAULT_THROTTLE_CLASSES": []}


@pytest.mark.usefixtures("_unlimited")
@pytest.mark.django_db
@pytest.mark.parametrize("label", OPERATIONS)
def test_no_input_breaks_the_api(club: Club, label: str) -> None:
    """Send requests as the umpire, who reaches the most; only the campaign id may be real."""
    client = Client(raise_request_exception=False)
    client.force_login(club.users["umpire"])

    @given(OPERATIONS[label].as_strategy(), st.booleans())
    @prove(max_examples=8, suppress_health_check=list(HealthCheck), database=None)
    def fuzz(case: Any, real: bool) -> None:  # noqa: FBT001
        if real and "campaign_id" in case.path_parameters:
            case.path_parameters["campaign_id"] = hex_id(club.campaign.id)
        answer = _send(client, case)
        assert answer.status_code < 500, (case.method, case.formatted_path, case.body)
        _conforms(label, case.method, answer)

    fuzz()


def _send(client: Client, case: Any) -> Any:
    body = b"" if case.body is None or not _is_json(case.body) else json.dumps(case.body).encode()
    query = {k: v for k, v in (case.query or {}).items() if isinstance(v, str | int | list)}
    return client.generic(case.method, case.formatted_path, body, content_type="application/json", query_params=query)


def _is_json(body: Any) -> bool:
    return isinstance(body, dict | list | str | int | float | bool)


def _conforms(label: str, method: str, answer: Any) -> None:
    """Check the status and the JSON body against the schema."""
    said = OPERATIONS[label].definition.raw["responses"]
    assert str(answer.status_code) in said, (label, answer.status_code)
    content = said[str(answer.status_code)].get("content", {})
    if answer["Content-Type"].startswith("application/json") and "application/json" in content:
        schema = content["application/json"]["schema"] | {"components": DRAWN["components"]}
        validator_for(schema).validate(answer.json())
