"""Small words of club pages."""

from django import template

from campaign import ids

register = template.Library()


@register.filter
def read_id(text: str) -> int | None:
    """An id as URLs are made from it."""
    return ids.read_id(text)


@register.filter
def hours(count: int) -> str:
    """3 days, 30 hours: how long a thing may wait."""
    if count % 24 == 0:
        days = count // 24
        return "a day" if days == 1 else f"{days} days"
    return "an hour" if count == 1 else f"{count} hours"
