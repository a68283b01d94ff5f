"""Time zones as people type them: from a short list, or any other by name or city."""

from collections import Counter
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

UTC = "UTC"
AREAS = ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
COMMON = {
    "Europe": "London Dublin Lisbon Madrid Paris Brussels Amsterdam Berlin Rome Vienna Prague Warsaw Stockholm Athens",
    "America": "New_York Chicago Denver Phoenix Los_Angeles Anchorage Halifax Toronto Vancouver Mexico_City Sao_Paulo",
    "Australia": "Perth Adelaide Brisbane Sydney",
    "Pacific": "Auckland Honolulu",
    "Asia": "Tokyo Singapore Kolkata",
    "Africa": "Johannesburg",
}
OFFERED = (UTC, *(f"{area}/{city}" for area, cities in COMMON.items() for city in cities.split()))


@cache
def zones() -> dict[str, str]:
    """Return every zone by its full name, and by its city if no other zone has that city."""
    names = sorted(name for name in available_timezones() if name.partition("/")[0] in AREAS)
    cities = Counter(_city(name) for name in names)
    unique = {_city(name): name for name in names if cities[_city(name)] == 1}
    return {UTC.casefold(): UTC, **unique, **{name.casefold(): name for name in names}}


def _city(name: str) -> str:
    return name.rpartition("/")[2].casefold()


class ZoneInput(forms.TextInput):
    """A text field with a short list of suggestions, where the browser supports them."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        shown = str(value or "").replace("_", " ")
        field = super().render(name, shown, {**(attrs or {}), "list": f"{name}-offered"}, renderer)
        options = format_html_join("", "<option>{}</option>", ((zone.replace("_", " "),) for zone in OFFERED))
        return format_html('{}<datalist id="{}-offered">{}</datalist>', field, name, options)


class ZoneField(forms.CharField):
    widget = ZoneInput(attrs={"autocomplete": "off", "spellcheck": "false", "data-zone": True})

    def to_python(self, value: Any) -> str:
        text = super().to_python(value) or ""
        found = zones().get(text.casefold().replace(" ", "_")) if text else ""
        if found is None:
            raise ValidationError(
                f"There is no time zone “{text[:40]}”. Enter a city, such as Warsaw or New York, or UTC."
            )
        return found
