"""What every test has: quick password hashes, a cache of its own, and no messages to a worker that is not there."""

import secrets

import pytest
from django.core.cache import caches
from hypothesis import HealthCheck
from hypothesis import settings as prove
from pytest_django.fixtures import Settings

from campaign.tests.shared_rows import QUIET

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
def _quick_and_quiet(settings: Settings) -> None:
    caches["default"].version = secrets.token_hex(8)  # what earlier tests have asked for counts in no throttle
    for name, value in QUIET.items():
        setattr(settings, name, value)
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
