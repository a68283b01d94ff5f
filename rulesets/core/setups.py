"""The contract for setting up a battle: what the strategic game says of two armies that meet.

A bridge (`Book.bridges`) implements it in its `setups.py`.
"""

from collections.abc import Sequence
from datetime import date
from typing import Protocol

from rulesets.core.brief import Brief, BriefLeader
from rulesets.core.context import Context
from rulesets.core.kinds import Fault


class Setups(Protocol):
    """A bridge's `setups.py`."""

    def completed(self, brief: Brief, house: Context) -> Brief:
        """Work out what a setup leaves open because it follows from the rest."""

    def faults(self, brief: Brief, house: Context) -> list[Fault]:
        """Return every contradiction between a setup and the strategic game's rules."""

    def turns(self, house: Context) -> Sequence[tuple[int, str]]:
        """Return the campaign turns with their names."""

    def turn_of(self, day: date, house: Context) -> int | None:
        """Return the campaign turn of a day, if the game has one."""

    def leaders(self, side: str, house: Context) -> Sequence[BriefLeader]:
        """Return the leaders that a side may have on land."""

    def batteries(self, brief: Brief, side: str, house: Context) -> int:
        """Return how many batteries an army brings to the table."""
