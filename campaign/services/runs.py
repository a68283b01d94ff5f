"""Whether a task that goes through many things should stop after the present one, because its worker is to end."""

from mmap import mmap

_ENDING = mmap(-1, 1)  # shared with the processes that a worker forks


def end_soon() -> None:
    _ENDING[0] = 1


def is_ending() -> bool:
    return bool(_ENDING[0])
