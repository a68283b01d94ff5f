"""The tables of a battle."""

from battles.models.battle import (
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
)

__all__ = [
    "Battle",
    "BattleReport",
    "BattleState",
    "ClockRequest",
    "Plan",
    "PublicSetup",
    "SecretResult",
    "Setup",
    "SideResult",
    "TurnRequest",
]
