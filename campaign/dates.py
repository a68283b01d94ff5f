"""Write dates as Americans do."""

from datetime import date


def long_date(value: date) -> str:
    """Return a date in words: April 6, 1862."""
    return f"{value:%B} {value.day}, {value.year}"
