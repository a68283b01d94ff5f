"""Modifiers from outside this book: another book, a scenario, or the umpire adds them by name."""

from collections.abc import Sequence
from typing import Any
from unicodedata import normalize

from rulesets.core.book import Mark
from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, several, whole, words
from rulesets.core.reckoning import Reckoning
from rulesets.core.words import first_up, signed
from rulesets.fire_and_fury.state import Triple


class ExtraModifier(Inputs):
    """Another modifier to the roll, with the rule that gives it."""

    leads = ("label", "value")
    label: str = words("Reason", help="As it should read in the result.")
    value: int = whole("Modifier", least=-9, most=9)
    cites: str = words("Rule", default="umpire", help="For example, VG-7A2.")
    mark: Mark = choice("Origin of the number", default=Mark.HOUSE)


def more_modifiers() -> Any:
    """Declare the input field that takes them."""
    return several("Other modifiers", most=20, default=(), help="From another book, a scenario, or the umpire.")


def add_extras(extras: Sequence[ExtraModifier], work: Reckoning) -> int:
    """Add them up, each in a step of its own."""
    for extra in extras:
        work.step(extra.cites, f"{first_up(extra.label)}: {signed(extra.value)}.", extra.value, mark=extra.mark)
    return sum(extra.value for extra in extras)


def unit_name(title: str) -> Any:
    """Declare the name of a brigade or leader, which is in the key of its rolls."""
    return words(title, default="", most=40)


def in_key(name: str) -> str:
    """Return a name as it is in a roll's key: plain letters, so that the ledger's line stays short."""
    plain = normalize("NFKD", name).encode("ascii", "ignore").decode()
    return "".join(letter for letter in plain if letter.isprintable())


def read_triple(text: str, *, cites: object, field: str) -> Triple:
    """Read the triple as typed."""
    try:
        return Triple.parse(text)
    except ValueError as error:
        raise IllegalOrder(f"{field}: {error}.", cites=cites, field=field) from error
