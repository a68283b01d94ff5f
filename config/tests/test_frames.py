"""Deep calls of a test don't map and unmap memory all the time."""

import resource
from collections.abc import Callable

from config.testing.frames import with_room

DEPTHS, CALLS = 200, 100  # a piece of the frame stack ends somewhere among so many frames


def faults(call: Callable[[], None]) -> int:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    call()
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def call_at_every_depth(left: int = DEPTHS) -> None:
    for _ in range(CALLS):
        leaf()
    if left:
        call_at_every_depth(left - 1)


def leaf() -> None:
    pass


def test_calls_at_any_depth_fault_no_memory_in() -> None:
    assert faults(call_at_every_depth) < CALLS  # this test has room, as every test


def test_call_with_room_returns_the_result() -> None:
    assert with_room(sorted, [2, 1], reverse=True) == [2, 1]
