"""The terms of the toy book with cards."""

from enum import StrEnum


class Morale(StrEnum):
    STEADY = "steady"
    SHAKEN = "shaken"
