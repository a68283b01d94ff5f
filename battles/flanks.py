"""Match a flank in URLs: `<flank:edge>` is left or right, as the defender sees the table."""

from django.urls import register_converter
from django.urls.converters import StringConverter

from battles.shapes import FLANKS


class FlankConverter(StringConverter):
    regex = "|".join(FLANKS)


register_converter(FlankConverter, "flank")
