"""Modifiers from outside this book: a bridge, a scenario or the umpire adds them by name."""

from collections.abc import Sequence
from typing import Any
from unicodedata import normalize

from rulesets.core.book import Mark
from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, several, whole, words
from rulesets.core.reckoning import Reckoning
from rulesets.fire_and_fury.state import Triple


class ExtraModifier(Inputs):
    """One more modifier to the die, with the rule that gives it."""

    label: str = words("What for", help="As it should stand in the reason.")
    value: int = whole("Modifier", least=-9, most=9)
    cites: str = words("By which rule", default="umpire", help="For example VG-7A2.")
    mark: Mark = choice("Where the number comes from", default=Mark.HOUSE)


def more_modifiers() -> Any:
    """The input field that takes them."""
    return several(
        "Further modifiers", most=20, default=(), help="What another book, a scenario or the umpire adds to the die."
    )


def add_extras(extras: Sequence[ExtraModifier], work: Reckoning) -> int:
    """Their sum, each a line of the trace."""
    for extra in extras:
        work.step(extra.cites, extra.label, extra.value, mark=extra.mark)
    return sum(extra.value for extra in extras)


def unit_name(title: str) -> Any:
    """The name of a brigade or leader, which enters the key of its throws."""
    return words(title, default="", most=40)


def in_key(name: str) -> str:
    """A name as it enters a throw's key: plain letters, so that the ledger's line stays short."""
    plain = normalize("NFKD", name).encode("ascii", "ignore").decode()
    return "".join(letter for letter in plain if letter.isprintable())


def read_triple(text: str, *, cites: object, field: str) -> Triple:
    """The three numbers as typed."""
    try:
        return Triple.parse(text)
    except ValueError as error:
        raise IllegalOrder(f"{field}: {error}.", cites=cites, field=field) from error
