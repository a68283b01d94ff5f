"""The war on the map as a pure engine: setup, view, legal orders, resolve, apply.

A state, an order, and dice make an outcome; its changes make the next state. Legal orders come from a view alone.
"""

from rulesets.civil_war.war.defaults import default_order
from rulesets.civil_war.war.engine import awaited, can_proceed, resolve
from rulesets.civil_war.war.legal import check, legal_orders
from rulesets.civil_war.war.set_up import setup
from rulesets.civil_war.war.state import State, apply
from rulesets.civil_war.war.views import View, view
from rulesets.civil_war.war.world import World, world_of

__all__ = [
    "State",
    "View",
    "World",
    "apply",
    "awaited",
    "can_proceed",
    "check",
    "default_order",
    "legal_orders",
    "resolve",
    "setup",
    "view",
    "world_of",
]
