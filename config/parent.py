"""Tie a process to the one that started it. The supervisor lives with this for weeks, so it imports little."""

import ctypes
import signal

PR_SET_PDEATHSIG = 1


def die_with_parent() -> None:
    """Make a child end when its parent dies for any reason; call it between fork and exec."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
