"""Where the game is silent or its public pages differ: what we play, why, and what a campaign may change."""

from rulesets.core.context import Rulings
from rulesets.fire_and_fury import BOOK

_on = Rulings(BOOK, "FF-R")


R_1 = _on(
    1,
    "Effectiveness",
    "What state does a brigade have when it begins a later day with stands missing?",
    "The state for the stands it has.",
    "The triple refers to stands left. A published option lets it begin the day Fresh, until its next loss.",
    ("what its stands say", "Fresh until its next loss"),
    {"what its stands say": "state by its stands"},
)
R_2 = _on(
    2,
    "Leaders",
    "What shortens the command radius?",
    "It is a line of sight: terrain costs nothing, impassable ground and enemy brigades block it, and it reaches "
    "2 inches into woods and towns.",
    "A published primer says so; the sheet of tables subtracts the cost of terrain instead.",
    ("line of sight", "less the cost of terrain"),
)
R_3 = _on(
    3,
    "Maneuver",
    "Which corps and division leaders help a brigade?",
    "Its own division leader, and each corps leader whom the player names, one modifier each, detached or attached.",
    "The sheet says “own” only of division leaders, and “each” of both.",
)
R_4 = _on(
    4,
    "Maneuver",
    "Does a brigade that quits the field always leave the table?",
    "Yes.",
    "The sheet removes it. A competition ruling does so only if its retreat is blocked; otherwise it is broken.",
    ("always", "only if its retreat is barred"),
    {"only if its retreat is barred": "only if its retreat is blocked"},
)
R_5 = _on(
    5,
    "Movement",
    "Does a brigade pay for fords and passed lines once per move, or each time?",
    "Each time, from the allowance, even in a half move.",
    "The sheet subtracts inches from a move; each crossing is one.",
)
R_6 = _on(
    6,
    "Movement",
    "Mounting costs half a move: half of the full move, or of the move allowed?",
    "Half of the full move, so cavalry with a half move can mount but not move.",
    "The primer gives a fixed cost.",
)
R_7 = _on(
    7,
    "Musketry and cannonade",
    "How are doubled and halved fire points counted?",
    "Multiply the multipliers, add all firers exactly, and round the sum once; less than 1 point has no effect.",
    "Rounding once treats many small firers like one large one.",
    ("down", "nearest, halves up", "up"),
)
R_8 = _on(
    8,
    "Musketry and cannonade",
    "Do the modifiers for limbered, in column, and mounted add up?",
    "No, a target gets +1 only once.",
    "The sheet's highest result is 11: a 10 and +1.",
)
R_9 = _on(
    9,
    "Musketry and cannonade",
    "Do woods and works add up?",
    "No, only the better cover counts.",
    "Works in a wood are works.",
    ("the better cover", "both"),
)
R_10 = _on(
    10,
    "Musketry and cannonade",
    "Which units run low on ammunition when several fire at one target?",
    "Every brigade that fired; batteries never do.",
    "The pages refer to the firing brigade.",
)
R_11 = _on(
    11,
    "Charge combat",
    "When does a Confederate brigade get its +1?",
    "When charging and when charged, but never mounted.",
    "The pages exclude only mounted cavalry.",
    ("charging and charged", "charging only"),
)
R_12 = _on(
    12,
    "Charge combat",
    "What changes between two rounds of a desperate struggle?",
    "Both sides lose a stand. Check numbers again, and the state if the triple is given. Stands lost in the struggle "
    "are not stands lost to fire.",
    "The next round is a roll of its own.",
)
R_13 = _on(
    13,
    "Charge combat",
    "Does a difference of more than 10 cost more stands?",
    "No.",
    "The sister game costs a stand for each point over 10; no page says that this one does.",
    ("no", "a stand for each point over ten"),
    {"a stand for each point over ten": "1 stand for each point over 10"},
)
R_14 = _on(
    14,
    "Fallen leaders",
    "Which list is used?",
    "A plausible list for a d10.",
    "This game's own list isn't public. The other list is Napoleonic Fury's, for 2d6.",
    ("one ten-sided die", "two six-sided dice"),
    {"one ten-sided die": "d10", "two six-sided dice": "2d6"},
)
R_15 = _on(
    15,
    "Victory points",
    "What does a brigade score?",
    "Its worst state at the end, and nothing for the state in which it began.",
    "A demoralized army begins Worn and would give points before the first shot.",
)
R_16 = _on(
    16,
    "Victory points",
    "What does a brigade that quit the field score?",
    "As much as a destroyed one.",
    "The South Mountain scenario puts both on one line.",
)
R_17 = _on(
    17,
    "Victory points",
    "What does an army leader score?",
    "As much as a corps leader.",
    "The schedule doesn't mention him.",
)
R_18 = _on(
    18,
    "Charge combat",
    "A battery has no triple: what state does it have in a charge?",
    "Neither Fresh nor Spent; its stands count as stands.",
    "The pages give states only to brigades.",
)
R_19 = _on(
    19,
    "Victory points",
    "Who wins a tie?",
    "Nobody.",
    "The schedule doesn't say.",
    ("nobody", "the defender"),
)
R_20 = _on(
    20,
    "Artillery",
    "In which state does a battery move, and in which does it fire?",
    "It moves limbered and fires unlimbered; it changes facing in either.",
    "The primer lists limbering and unlimbering as separate functions, which otherwise would have no use.",
)
