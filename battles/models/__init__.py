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
from battles.models.night import NightChoice
from battles.models.notices import ReadNotice
from battles.models.objections import LossRuling, Objection
from battles.models.opening import ExcessChoice, HiddenStart, PlacedUnit
from battles.models.orders import WrittenOrder
from battles.models.positions import PositionNote
from battles.models.prints import BoxPrint, Paper, PrintState
from battles.models.table_rolls import LeaderPlace, TableRoll
from battles.models.ticks import Tick

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
    "LossRuling",
    "NightChoice",
    "Objection",
    "Paper",
    "PlacedUnit",
    "Plan",
    "PositionNote",
    "PrintState",
    "PublicSetup",
    "ReadNotice",
    "RollState",
    "SecretResult",
    "Setup",
    "SideResult",
    "TableRoll",
    "Tick",
    "TurnRequest",
    "UmpireWork",
    "WrittenOrder",
]
