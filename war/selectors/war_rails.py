"""Cut rails in words: what a side knows of them in a hex, and where it may cut some itself (H-22)."""

from collections.abc import Iterator

from rulesets.civil_war.war import View, legal_orders
from rulesets.civil_war.war.orders import CutRail
from war.selectors.war_drawing import address_of
from war.selectors.war_words import Fact, cite


def rail_facts(view: View, hex_id: str) -> Iterator[Fact]:
    """Say when the rails of a hex were cut, as far as a side knows."""
    cut = view.cuts.get(hex_id)
    if cut is not None:
        words = (
            f"As far as you know, the rails here have been cut since turn {cut.cut_on}: no line runs through this hex."
        )
        yield Fact(words, cite("H-22"))


def to_cut_at(view: View, hex_id: str) -> str:
    """Return the query of the order to cut the rails of a hex, or "" if that isn't open."""
    return address_of(hex_id) if CutRail(hex_id) in legal_orders(view, hex_id) else ""
