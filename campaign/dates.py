"""Write dates as Americans do."""

from calendar import day_name, month_name
from datetime import date, datetime

WEEKDAYS, MONTHS = tuple(day_name), tuple(month_name)


def long_date(value: date) -> str:
    """Return a date in words: April 6, 1862."""
    return f"{MONTHS[value.month]} {value.day}, {value.year}"


def weekday(value: date) -> str:
    return WEEKDAYS[value.weekday()]


def clock_time(value: datetime) -> str:
    """Return the 24-hour clock: 14:42."""
    return f"{value.hour:02}:{value.minute:02}"
