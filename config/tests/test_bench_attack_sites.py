"""The short form of `bench/attack` on real sites: acts under kills, two umpires at once, and broken requests."""

from pathlib import Path

import pytest

from bench.attacks import kills, live, rivals
from bench.attacks.counts import Counts
from bench.attacks.sites import Laptop
from config.testing.production import ProductionStack


@pytest.mark.processes
def test_acts_survive_kills_on_a_laptop(tmp_path: Path) -> None:
    counts, site = Counts(), Laptop({}, tmp_path)
    try:
        site.begin()
        kills.attack(counts, site, kills.people_of(site), seconds=0, seed=1)
    finally:
        site.stop()
    assert not counts.is_red, "\n".join(counts.lines())
    assert counts.done["kills"].total() > 3


@pytest.mark.production
def test_server_withstands_two_umpires_and_broken_requests(production_stack: ProductionStack) -> None:
    counts, people = Counts(), kills.people_of(production_stack)
    rivals.attack(counts, production_stack, people, seconds=0, seed=1)
    live.attack(counts, production_stack, people, seed=1)
    assert not counts.is_red, "\n".join(counts.lines())
