"""The short form of `bench/attack`: its probes, each with its planted fault, and bad requests at every stage."""

import pytest

from bench.attacks import hostile
from bench.attacks.counts import Counts
from bench.attacks.inside import fresh
from bench.attacks.plants import PLANTS
from bench.attacks.probes import Probe, all_probes
from bench.attacks.stages import STAGES

pytestmark = pytest.mark.long
SECONDS = 5
VIEWERS = ("umpire", "union", "anonymous")
PARAMETERS = [
    pytest.param(probe, id=f"{probe.number} {probe.what}", marks=pytest.mark.django_db(transaction=probe.commits))
    for probe in all_probes()
]
each_probe = pytest.mark.parametrize("probe", PARAMETERS)


@each_probe
def test_property_holds(probe: Probe) -> None:
    assert probe.findings() == []


@each_probe
def test_planted_fault_is_found(probe: Probe) -> None:
    assert probe.turns_red(PLANTS[probe.number])


@pytest.mark.django_db
def test_bad_requests_are_refused_at_every_stage() -> None:
    counts = Counts()
    with fresh():
        hostile.attack(counts, seconds=SECONDS, seed=1, viewers=VIEWERS)
    assert not counts.is_red, "\n".join(counts.lines())
    assert all(f"{stage}: as union" in counts.done[hostile.PART] for stage in STAGES)
