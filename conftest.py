"""What every test has: a cache of its own, and as long for each example as it takes."""

import secrets

import pytest
from django.core.cache import caches
from hypothesis import HealthCheck
from hypothesis import settings as prove

# How long an example takes says more of the machine than of the code; figures are measured in bench/.
prove.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
prove.load_profile("any machine")

pytest_plugins = [
    "config.testing.plugin",
    "config.testing.browser",
    "campaign.tests.harness.plugin",
    "rulesets.core.record_plugin",
]


@pytest.fixture(autouse=True)
def _unthrottled() -> None:
    """Let what earlier tests have asked for count in no throttle."""
    caches["default"].version = secrets.token_hex(8)
