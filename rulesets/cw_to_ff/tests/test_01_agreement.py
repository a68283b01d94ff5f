"""Agreeing on the table and its ratio (VG-1, 4A; R-58)."""

from fractions import Fraction

import pytest

from rulesets.core.brief import BriefItem, BriefSide, Ratio
from rulesets.core.context import Context
from rulesets.cw_to_ff import agreement

ARMY = BriefSide(
    strength=(
        BriefItem(id="a", quality="veteran", size=2),
        BriefItem(id="b", quality="green", carried_loss=Fraction(1, 4)),
        BriefItem(id="c", quality="crack", arm="cavalry"),
    )
)


@pytest.mark.rule("VG-4A")
@pytest.mark.parametrize(
    ("ratio", "says"),
    [
        (Ratio(), "55 infantry stands, 20 cavalry stands, 6 foot batteries, 2 horse batteries"),
        (Ratio(10, 1), "28 infantry stands, 10 cavalry stands, 3 foot batteries, 1 horse battery"),
        (Ratio(1, 0), "3 infantry stands, 1 cavalry stand"),
        (Ratio(60, 10), "165 infantry stands, 60 cavalry stands, 30 foot batteries, 10 horse batteries"),
    ],
)
def test_army_is_previewed_at_a_ratio(ratio: Ratio, says: str) -> None:
    found = agreement.on_table(ARMY, ratio)
    assert (found.words, found.cites) == (says, "VG-4A")
    assert sum(count for _, count in found.kinds) == sum(int(part.split()[0]) for part in says.split(", "))


@pytest.mark.parametrize(
    ("stands", "warns"),
    [(1, "small"), (9, "unusually small"), (10, ""), (20, ""), (21, "unusually large"), (60, "large")],
)
def test_ratio_outside_10_to_20_is_warned_of(stands: int, warns: str) -> None:
    said = agreement.warning(Ratio(stands))
    assert (warns in said) if warns else said == ""


def test_silence_is_not_on_the_table_unless_the_campaign_says_so() -> None:
    assert agreement.silence_agrees() is False
    assert agreement.silence_in_words() == "strategic combat decides"
    switched = Context.of(switches={"R-58": "agrees to an early offer"})
    assert agreement.silence_agrees(switched) is True
    assert agreement.silence_in_words(switched) == "a silent side agrees to an early offer"
