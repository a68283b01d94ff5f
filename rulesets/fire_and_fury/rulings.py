"""Where the game is silent or its public pages differ: what is done, why, and what a campaign may switch."""

from rulesets.core.context import Ruling
from rulesets.fire_and_fury import BOOK


def _on(number: int, section: str, question: str, answer: str, reason: str, options: tuple[str, ...] = ()) -> Ruling:
    return Ruling(f"FF-R{number}", BOOK.at(section), question, answer, reason, options)


R_1 = _on(
    1,
    "Effectiveness",
    "What is a brigade of a later day that begins it with stands missing?",
    "What its stands say.",
    "The three numbers speak of stands left. A published option lets it begin the day Fresh, until the next loss.",
    ("what its stands say", "Fresh until its next loss"),
)
R_2 = _on(
    2,
    "Leaders",
    "What shortens the command radius?",
    "It is a line of sight: terrain costs nothing, impassable ground and enemy brigades bar it, woods and towns let it "
    "in for two inches.",
    "A published primer says so; the sheet of tables takes the cost of terrain off instead.",
    ("line of sight", "less the cost of terrain"),
)
R_3 = _on(
    3,
    "Manoeuvre",
    "Whose corps and division leaders help a brigade?",
    "Its own division leader, and each corps leader named by the player, one modifier each, detached or attached.",
    "The sheet says own of division leaders alone, and each of both.",
)
R_4 = _on(
    4,
    "Manoeuvre",
    "Does a brigade that quits the field always leave the table?",
    "Yes.",
    "The sheet removes it. A competition ruling does so only if its retreat is barred; else it is treated as broken.",
    ("always", "only if its retreat is barred"),
)
R_5 = _on(
    5,
    "Movement",
    "Is a ford, or a line passed through, paid once a move or each time?",
    "Each time, off the allowance, a half move's too.",
    "The sheet takes inches off a move; each crossing is one.",
)
R_6 = _on(
    6,
    "Movement",
    "Half a move for mounting: of the full or of the move left?",
    "Of the full one: who moves at half and mounts stands still.",
    "The primer names a fixed cost.",
)
R_7 = _on(
    7,
    "Musketry and cannonade",
    "How are doubled and halved fire points counted?",
    "Multipliers multiply, firers are added exactly, then the sum is rounded once; under one point nothing happens.",
    "Rounding once treats many small firers like one large one.",
    ("down", "nearest, halves up", "up"),
)
R_8 = _on(
    8,
    "Musketry and cannonade",
    "Do limbered, in column and mounted add up?",
    "No, one of them gives +1.",
    "The sheet's highest die result is 11: a ten and one.",
)
R_9 = _on(
    9,
    "Musketry and cannonade",
    "Do woods and works add up?",
    "No, the better cover counts.",
    "Works in a wood are works.",
    ("the better cover", "both"),
)
R_10 = _on(
    10,
    "Musketry and cannonade",
    "Who runs low on ammunition when several fire at one target?",
    "Every brigade that fired; batteries never.",
    "The pages speak of the firing brigade.",
)
R_11 = _on(
    11,
    "Charge combat",
    "When does a Confederate brigade have its +1?",
    "Charging and charged, never mounted.",
    "The pages except mounted cavalry alone.",
    ("charging and charged", "charging only"),
)
R_12 = _on(
    12,
    "Charge combat",
    "What changes between two rounds of a desperate struggle?",
    "Both lose a stand; numbers and, where the three numbers are given, the state are read anew. Stands lost in the "
    "struggle are not stands lost to fire.",
    "The next round is a roll of its own.",
)
R_13 = _on(
    13,
    "Charge combat",
    "Does a difference beyond ten cost more stands?",
    "No.",
    "The sister game takes a stand more for each point over ten; nothing says that this one does.",
    ("no", "a stand for each point over ten"),
)
R_14 = _on(
    14,
    "Fallen leaders",
    "Which list is used?",
    "One ten-sided die, a plausible list.",
    "This game's own is not public. The other is Napoleonic Fury's, with two six-sided dice.",
    ("one ten-sided die", "two six-sided dice"),
)
R_15 = _on(
    15,
    "Victory points",
    "What does one brigade score?",
    "Its worst state at the end, and nothing for a state in which it began.",
    "A demoralized army begins Worn and would give points before a shot.",
)
R_16 = _on(
    16,
    "Victory points",
    "What is a brigade worth that quit the field?",
    "As much as a destroyed one.",
    "The South Mountain scenario puts both on one line.",
)
R_17 = _on(
    17,
    "Victory points",
    "What is an army leader worth?",
    "As much as a corps leader.",
    "The schedule does not name him.",
)
R_18 = _on(
    18,
    "Charge combat",
    "What is a battery's state in a charge, which has no three numbers?",
    "Neither Fresh nor Spent; its stands count as stands.",
    "The pages give states to brigades alone.",
)
R_19 = _on(
    19,
    "Victory points",
    "Who wins when both have as many points?",
    "Nobody.",
    "The schedule does not say.",
    ("nobody", "the defender"),
)
R_20 = _on(
    20,
    "Artillery",
    "In which state does a battery move, and in which does it fire?",
    "It moves limbered and fires unlimbered; changing facing is done in either.",
    "The primer lists limbering and unlimbering as functions of their own, which would else be idle.",
)
