"""Carry a table battle over to a war: the engine settles it as it does its own battles, from what the report says."""

from collections.abc import Mapping

from campaign.services.record import Act
from rulesets.civil_war.war.orders import Settle, SideResult
from rulesets.core.hand_over import LeaderAfter, LeaderFate, SideAftermath
from war.selectors.retreats import Leaving
from war.services.war_orders import carry_out, war_in

WITHOUT_FORCE = "without a force"


def settle_in_war(act: Act, hex_: str, worked: Mapping[str, SideAftermath], leaving: Leaving) -> None:
    """Settle a battle in a hex; an army that has to leave without a hex named for it chooses one."""
    found, state = war_in(act)
    order = Settle(
        hex=hex_,
        sides={side: _result(after) for side, after in worked.items()},  # type: ignore[misc]
        loser=leaving.side or None,  # type: ignore[arg-type]
        retreat_to=leaving.to.id if leaving.to and not leaving.surrenders else "",
        surrenders=leaving.surrenders,
    )
    carry_out(act, found, state, order)


def _result(after: SideAftermath) -> SideResult:
    leaving = [each for each in after.leaders if each.leaves]
    return SideResult(
        gone=after.gone,
        demoralized=bool(after.morale.demoralized),
        fought=after.fought,
        quality={item: quality for item, quality in after.qualities.items() if item not in after.gone},
        leaders={each.id: _fate(each) for each in leaving},  # type: ignore[misc]
        due_on={each.id: each.back_on for each in leaving if each.back_on},
        counters={each.id: each.counter_on for each in after.leaders if each.counter_on},
        seen=frozenset(each.id for each in after.leaders if each.was_seen),
    )


def _fate(leader: LeaderAfter) -> str:
    return str(leader.fate) if leader.fate in (LeaderFate.KILLED, LeaderFate.WOUNDED) else WITHOUT_FORCE
