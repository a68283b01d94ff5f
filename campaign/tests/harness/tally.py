"""How much a run of the harness asks, counted where it asks."""

from dataclasses import dataclass


@dataclass
class Tally:
    """Requests and worlds so far, in this process."""

    requests: int = 0
    worlds: int = 0


TALLY = Tally()
