"""Wars played through the services in which both sides draw the kind of an order first."""

from collections.abc import Iterator, Set
from typing import Any

from rulesets.civil_war.war import State, awaited, legal_orders, view
from rulesets.civil_war.war.command_here import is_naval
from rulesets.civil_war.war.orders import ChooseLosses, Offer, Order, RallyForce, Recall, Retreat
from rulesets.civil_war.war.views import View
from rulesets.civil_war.words import Side
from war.services import war_umpire
from war.tests.war_builders import attack_in
from war.tests.war_play import WHO, Played

AFTER_BATTLES, EVERY = frozenset({ChooseLosses, Retreat, RallyForce}), 6


class ByKind(Played):
    """A war in which both sides draw the kind of an order first, and seek what rarely comes up."""

    def ready(self) -> tuple[State, Side]:
        """Fight the contacts before the next order on the combat table; return the state, and who gives that order."""
        self.fight_contacts()
        state = self.now
        side = awaited(state)
        assert side, f"nobody's order is awaited: {state.clock}, {state.contact}"
        return state, side

    def order(self) -> tuple[str, Order]:
        """Return who gives orders now, and one that he may give."""
        state, side = self.ready()
        return WHO[side], self.order_by_kind(state, side)

    def order_by_kind(self, state: State, side: Side, sought: Set[type] = frozenset()) -> Order:
        """Return a legal order; one in a few times the largest attack, while what follows battles is sought."""
        seen = view(state, side)
        if sought & AFTER_BATTLES and state.contact is None and self.chooser.one_of(EVERY) == 0:
            attack = attack_in(seen)
            if attack is not None:
                return attack
        return self.chooser.order_by_kind(seen)

    def help_to(self, sought: Set[type]) -> None:
        """Let the umpire bring about what is sought: a force and a leader who can rally it, and one in the box."""
        state = self.now
        side = awaited(state)
        if side is None or state.contact is not None or state.clock.phase != "action":
            return
        seen = view(state, side)
        umpire: dict[str, Any] = {
            "viewer": self.club.viewer("umpire"),
            "reason": "Agreed.",
            "version": None,
            "key": None,
        }
        shaken = sorted(point.id for point in seen.points.values() if point.demoralized and point.hex)
        if RallyForce in sought and shaken and not any(_rallies(seen)):
            to = next(hex_ for hex_ in sorted(seen.supplies.fed) if _is_quiet(state, hex_))
            war_umpire.move(pieces=[shaken[0], _spare_leaders(seen)[0]], hex=to, **umpire)
        if Recall in sought and not any(leader.standing == "removed" for leader in seen.leaders.values()):
            war_umpire.remove(pieces=[_spare_leaders(seen)[-1]], **umpire)


def _spare_leaders(seen: View) -> list[str]:
    """Return the ground leaders on the map who command no army."""
    busy = {army.commander for army in seen.armies.values()}
    found = (each for each in seen.leaders.values() if each.hex and each.id not in busy)
    return sorted(each.id for each in found if not is_naval(seen.world, each))


def _rallies(seen: View) -> Iterator[Offer]:
    yield from (offer for id_ in seen.leaders for offer in legal_orders(seen, id_) if isinstance(offer, RallyForce))


def _is_quiet(state: State, hex_: str) -> bool:
    """Return whether a hex and those around it are empty."""
    around = {hex_, *state.world.graph.near(hex_)}
    return not any(at in around for _, at in (*state.points_at, *state.leaders_at))
