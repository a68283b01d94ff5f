"""Room for Python's frames, so that deep calls don't map and unmap memory all the time.

CPython keeps the frames of a thread in pieces of 16 kB. It maps a piece when a call needs one and unmaps it when that
call returns. Where the calls of a loop cross the end of a piece, each of them costs two system calls and a page fault.
Below pytest's own frames, that is a seventh of what a page costs. A piece is at least as large as the frame that asked
for it, rounded up to a power of two, so below one very large frame all others fit into the same piece.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
ResultT = TypeVar("ResultT")
SLOTS = 70_000  # of 8 bytes, in a piece of 1 MB: the rest has room for more frames than the recursion limit allows


def with_room(call: Callable[P, ResultT], /, *args: P.args, **kwargs: P.kwargs) -> ResultT:
    """Call a function in a piece of its own; memory that no frame touches costs nothing."""
    return call(*args, **kwargs)


with_room.__code__ = with_room.__code__.replace(co_stacksize=SLOTS)
