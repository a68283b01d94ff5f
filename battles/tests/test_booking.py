"""Assignment of losses: every lost stand counts once, and items take losses in order."""

from hypothesis import given
from hypothesis import strategies as st

from battles.conduct.booking import book_losses
from rulesets.core.report import CAUSES, StandsLost

ITEMS = st.lists(st.integers(0, 40), min_size=1, max_size=8).map(
    lambda sizes: [(f"i{n}", s) for n, s in enumerate(sizes)]
)


def test_losses_fill_items_in_order() -> None:
    booked = book_losses([("a", 20), ("b", 20)], StandsLost(killed=15, captured=10, skedaddled=3))
    assert (booked["a"].killed, booked["a"].captured) == (15, 5)
    assert (booked["b"].captured, booked["b"].skedaddled) == (5, 3)


@given(items=ITEMS, shares=st.lists(st.integers(0, 30), min_size=5, max_size=5))
def test_each_lost_stand_is_assigned_once_within_item_size(items: list[tuple[str, int]], shares: list[int]) -> None:
    left, losses = sum(stands for _, stands in items), {}
    for cause, share in zip(CAUSES, shares, strict=True):
        losses[cause] = min(share, left)
        left -= losses[cause]
    booked = {item: lost.by_cause for item, lost in book_losses(items, StandsLost(**losses)).items()}
    for cause in CAUSES:
        assert sum(item[cause] for item in booked.values()) == losses[cause]
    assert all(sum(booked[item].values()) <= stands for item, stands in items)
