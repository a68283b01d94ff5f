"""The help page: its links lead to its sections, and its pictures are there, small, and described."""

import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from campaign.tests.budget import BUDGET, weigh
from config.testing.pictures import FOLDER

MOST_BYTES = 250_000
PICTURE = re.compile(r'<img class="(?:light|dark)"\s+src="([^"]+)"\s+width="(\d+)"\s+height="(\d+)"\s+alt="([^"]+)"')


@pytest.fixture
def page(client: Client, db: None) -> str:
    return client.get(reverse("help")).content.decode()


def test_links_within_the_page_lead_somewhere(page: str) -> None:
    targets = set(re.findall(r'id="([a-z-]+)"', page))
    links = set(re.findall(r'href="#([a-z-]+)"', page))
    assert links
    assert links - {"main"} - targets == set()


def test_every_recorded_picture_is_shown_with_words(page: str) -> None:
    shown = {Path(address).name for address, _, _, alt in PICTURE.findall(page) if alt}
    assert shown == {file.name for file in FOLDER.iterdir()}
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < MOST_BYTES


def test_page_keeps_the_budget(client: Client, db: None) -> None:
    weight = weigh(client.get(reverse("help")))
    assert weight.own <= BUDGET
    assert weight.foreign_hosts == []
