"""The tables of a battle."""

from battles.models.battle import (
    OVER,
    Battle,
    BattleReport,
    BattleState,
    ClockRequest,
    Plan,
    PublicSetup,
    SecretResult,
    Setup,
    SideResult,
    TurnRequest,
    UmpireWork,
)
from battles.models.cards import Card
from battles.models.ground import BattleGround
from battles.models.notices import ReadNotice

__all__ = [
    "OVER",
    "Battle",
    "BattleGround",
    "BattleReport",
    "BattleState",
    "Card",
    "ClockRequest",
    "Plan",
    "PublicSetup",
    "ReadNotice",
    "SecretResult",
    "Setup",
    "SideResult",
    "TurnRequest",
    "UmpireWork",
]
