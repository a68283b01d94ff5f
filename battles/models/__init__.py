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
from battles.models.card_rolls import CardRoll, RollState
from battles.models.cards import Card
from battles.models.ground import BattleGround
from battles.models.notices import ReadNotice
from battles.models.opening import ExcessChoice, HiddenStart
from battles.models.orders import WrittenOrder
from battles.models.prints import BoxPrint, Paper, PrintState
from battles.models.table_rolls import LeaderPlace, TableRoll

__all__ = [
    "OVER",
    "Battle",
    "BattleGround",
    "BattleReport",
    "BattleState",
    "BoxPrint",
    "Card",
    "CardRoll",
    "ClockRequest",
    "ExcessChoice",
    "HiddenStart",
    "LeaderPlace",
    "Paper",
    "Plan",
    "PrintState",
    "PublicSetup",
    "ReadNotice",
    "RollState",
    "SecretResult",
    "Setup",
    "SideResult",
    "TableRoll",
    "TurnRequest",
    "UmpireWork",
    "WrittenOrder",
]
