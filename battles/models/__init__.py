"""The tables of a battle."""

from battles.models.battle import (
    Battle,
    BattleReport,
    BattleState,
    ClockRequest,
    Plan,
    SecretResult,
    SideResult,
    TurnRequest,
)

__all__ = ["Battle", "BattleReport", "BattleState", "ClockRequest", "Plan", "SecretResult", "SideResult", "TurnRequest"]
