"""Write and read ids as 16 hexadecimal characters, since JSON numbers lose bits beyond 2^53."""

from django.urls import register_converter

from campaign.sources import ID_BITS


def hex_id(number: int) -> str:
    return format(number, "016x")


def read_id(text: str) -> int | None:
    """Return the id a text spells, or None if it isn't an id."""
    if len(text) != 16 or any(c not in "0123456789abcdef" for c in text):
        return None
    number = int(text, 16)
    return None if number >> ID_BITS else number


class IdConverter:
    """Match `<id:campaign_id>` in URLs; a text that no bigint can hold is an ordinary 404."""

    regex = "[0-9a-f]{16}"

    def to_python(self, value: str) -> int:
        number = read_id(value)
        if number is None:
            raise ValueError("not an id")
        return number

    def to_url(self, value: int) -> str:
        return hex_id(value)


register_converter(IdConverter, "id")
