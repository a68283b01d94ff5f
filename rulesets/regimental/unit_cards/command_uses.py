"""Cards of those who command."""

from collections.abc import Iterator
from typing import Any

from rulesets.core.units import Card, Change, Chosen, Role, Use
from rulesets.regimental.command import AtRisk, FallenLeader
from rulesets.regimental.drawing_up import CommanderQuality, NewCommander
from rulesets.regimental.unit_cards.values import COMMANDED, fall

COMMANDER = Role("commander", "Regiment or commander", kinds=COMMANDED)
STANDS = {"regimental": "brigade", "brigade": "division", "divisional": "corps"}


def _rank(card: Card) -> str:
    return "regimental" if card.kind == "regiment" else card.text("rank")


def _fill_command(chosen: Chosen) -> dict[str, Any]:
    """Give the command stand of the base game, which is one level higher (R-333)."""
    card = chosen.one("commander")
    return {"command_stand": STANDS[_rank(card)], "on_foot": card.is_so("on_foot")}


def _fill_fallen(chosen: Chosen) -> dict[str, Any]:
    card = chosen.one("commander")
    return {
        "rank": _rank(card),
        "with_colors": card.kind == "regiment" and card.text("colors") != "captured",
        "mounted": not card.is_so("on_foot"),
        "side": card.side,
        "leader": card.name[:40],
        "turn": chosen.turn,
    }


def _after_fallen(inputs: AtRisk, found: FallenLeader, chosen: Chosen) -> Iterator[Change]:
    yield from fall(chosen.one("commander"), found, chosen.turn)


def _fill_quality(chosen: Chosen) -> dict[str, Any]:
    card = chosen.one("commander")
    return {"side": card.side, "lost_on": card.whole("lost_on"), "leader": card.name[:40], "turn": chosen.turn}


def _after_quality(inputs: NewCommander, found: CommanderQuality, chosen: Chosen) -> Iterator[Change]:
    card = chosen.one("commander")
    yield from card.changed("commander", found.quality.value, cites="RG-LEADERS")
    yield from card.changed("lost_on", 0, cites="RG-LEADERS")
    if inputs.lost_on:
        yield from card.changed("on_foot", after=False, cites="RG-LEADERS")


COMMAND_USES = (
    Use("regimental.command", (COMMANDER,), _fill_command),
    Use("regimental.fallen_leader", (COMMANDER,), _fill_fallen, _after_fallen),
    Use("regimental.leader_quality", (COMMANDER,), _fill_quality, _after_quality),
)
