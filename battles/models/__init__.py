"""The tables of a battle."""

from battles.models.battle import Battle, BattleReport, BattleState, Finding, Half, Plan, Tap, Wish

__all__ = ["Battle", "BattleReport", "BattleState", "Finding", "Half", "Plan", "Tap", "Wish"]
