"""Template filters of the campaign's pages."""

from django import template

from campaign import ids

register = template.Library()


@register.filter
def read_id(text: str) -> int | None:
    """Return the number that URLs are made from."""
    return ids.read_id(text)


@register.filter
def hours(count: int) -> str:
    """Return a time limit in words: 3 days, 30 hours."""
    if count % 24 == 0:
        days = count // 24
        return "a day" if days == 1 else f"{days} days"
    return "an hour" if count == 1 else f"{count} hours"


@register.filter
def zone(name: str) -> str:
    """Return a time zone by its city: New York, or UTC."""
    return name.rpartition("/")[2].replace("_", " ")
