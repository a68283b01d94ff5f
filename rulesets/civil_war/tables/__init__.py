"""Every table and number of the strategic game, chapter by chapter, with citation and origin.

Citations follow the project's reading of the game: CW-1 turns, CW-2 leaders, CW-3 combat, CW-4 the map;
CW-L limits on leaders, armies, and works, CW-H house rulings.
"""

from rulesets.civil_war.tables.combat import *  # noqa: F403
from rulesets.civil_war.tables.command import *  # noqa: F403
from rulesets.civil_war.tables.ground import *  # noqa: F403
from rulesets.civil_war.tables.people import *  # noqa: F403
from rulesets.civil_war.tables.places import *  # noqa: F403
from rulesets.civil_war.tables.turns import *  # noqa: F403
