"""An army's strength points and carryovers add up over twenty battles (VG-9A, 9E, 4F)."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battles.tests.builders import shiloh
from rulesets.core.brief import Brief, BriefItem
from rulesets.core.hand_over import Verdict
from rulesets.core.report import End, ReportSide, StandsLost
from rulesets.cw_to_ff.hand_over import class_of, stands_of, work_out_side

WON = Verdict("USA", "CSA", "the defender wins")
NOTHING = Fraction(0)


def with_items(brief: Brief, items: tuple[BriefItem, ...]) -> Brief:
    return replace(brief, sides={**brief.sides, "USA": replace(brief.sides["USA"], strength=items)})


def after(brief: Brief, killed: dict[str, int], promote: str) -> tuple[BriefItem, ...]:
    """Return the army after a battle, as the map keeps it: survivors with quality, history, and carryover."""
    losses = {item: StandsLost(killed=n) for item, n in killed.items()}
    worked = work_out_side(brief, "USA", ReportSide(End.HELD, items=losses, promotion=promote), verdict=WON)
    carries = {kept[0]: worked.carry_by_class[name] for name, kept in worked.keepers.items() if kept}
    return tuple(
        replace(
            item,
            quality=worked.qualities[item.id],
            battles=item.battles + (item.id in worked.fought),
            carried_loss=carries.get(item.id, NOTHING),
        )
        for item in brief.sides["USA"].strength
        if item.id not in worked.gone
    )


@pytest.mark.rule("VG-9A", "VG-4F3", "VG-9E")
@given(st.data())
def test_twenty_battles_in_a_row_add_up(data: st.DataObject) -> None:
    """Stands lost are points lost plus carryover, exactly, until the army is gone; green turns veteran, and at most
    one point a battle turns crack."""
    brief = shiloh()
    items = brief.sides["USA"].strength
    killed_in_all, began = 0, len(items)
    for fought in range(1, 21):
        brief = with_items(brief, items)
        stands = stands_of(brief, "USA")
        killed = {item: data.draw(st.integers(0, count)) for item, count in stands.items()}
        named = data.draw(st.sampled_from([each.id for each in items]))
        killed_in_all += sum(killed.values())
        items = after(brief, killed, named)
        if not items:
            break
        carried = sum((each.carried_loss for each in items), NOTHING)
        ratio = brief.ratio.stands_per_sp
        assert ratio * (began - len(items) + carried) == killed_in_all
        assert all(each.quality != "green" for each in items)
        assert sum(class_of(each) == "crack" for each in items) <= fought
