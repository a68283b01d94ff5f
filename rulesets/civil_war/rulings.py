"""Where the strategic game is silent: house rulings H-1 to H-12, and our readings from R-101 on."""

from rulesets.civil_war import BOOK
from rulesets.core.context import Ruling


def _house(number: int, question: str, answer: str, reason: str) -> Ruling:
    return Ruling(f"H-{number}", BOOK.at(f"H-{number}"), question, answer, reason)


def _on(number: int, section: str, question: str, answer: str, reason: str, options: tuple[str, ...] = ()) -> Ruling:
    return Ruling(f"R-{number}", BOOK.at(section), question, answer, reason, options)


H_1 = _house(
    1,
    "What does it cost to cross a river?",
    "One movement point more over an un-navigable river, two over a navigable one; a seasonal reach counts as its "
    "class of the season.",
    "A led force has four.",
)
H_2 = _house(
    2,
    "What does it cost to cross a gap or a road through a ridge?",
    "One movement point more; a ridge without one is closed.",
    "The table found has no legible number.",
)
H_3 = _house(
    3,
    "May an estuary be crossed?",
    "Only by a ferry named on the sheet: it takes the whole allowance and does not run next to an enemy fort.",
    "Bays are miles wide.",
)
H_4 = _house(
    4,
    "What is a rough hex?",
    "Clear in every table; its battlefield is of the clear type with more hills.",
    "The game has no such hex.",
)
H_5 = _house(
    5,
    "How is a mountain hex entered?",
    "For one point, over gap or road sides or by rail only.",
    "The table of terrain has a note there that was cut off.",
)
H_6 = _house(
    6,
    "What is a reaction?",
    "When an enemy ends a move next to him, a leader who is not demoralized rolls once a pulse: above his initiative "
    "he moves into an adjacent hex, his own or the enemy's, with what he may lead, before combat. "
    "His standing instruction says whether.",
    "Only the roll was found.",
)
H_7 = _house(
    7,
    "How does Kentucky's neutrality end?",
    "When either side enters, the other takes its unheld places at once as friendly; if turn 2 begins with nobody in, "
    "its places belong to whoever enters them.",
    "It ended in September 1861.",
)
H_8 = _house(
    8,
    "Where do strength points arrive?",
    "At an own-held place with victory points, or an own source of supply joined to the side's network.",
    "Victory-point cities alone would bring Union troops in only on captured ground.",
)
H_9 = _house(
    9,
    "The North has no points of its own: what joins its network to cities worth 9?",
    "A side's own source of supply counts 9 for supply and nothing for victory.",
    "Otherwise no Union force would ever be in supply.",
)
H_10 = _house(
    10,
    "Is a port a depot?",
    "One held by the Union is, until the naval war is in play; a Confederate one is not.",
    "It keeps the coastal bridgeheads alive.",
)
H_11 = _house(
    11,
    "How large is the victory?",
    "A lead of 75 is marginal, 100 substantial, 125 decisive for the Union; below 75 the South's grows in steps of 25. "
    "On turn 17 the Union needs 50 points for Lincoln's re-election.",
    "Only 75 and 50 were found.",
)
H_12 = _house(
    12,
    "Who builds?",
    "A depot: any led force in supply. A fort: one strength point that does not move this pulse. A fortress: a fort "
    "that stood a whole turn. An army: a leader of three stars or more.",
    "Only prices were found.",
)

R_101 = _on(
    101,
    "1.3",
    "When is a seasonal river navigable?",
    "From November to June; not in July to October.",
    "Low water came in summer and autumn.",
)
R_102 = _on(
    102,
    "1.4",
    "What happens to points of the dice difference that a side cannot spend on anything?",
    "They lapse. A side may not keep back what it could spend.",
    "No passing, but nobody must do the impossible.",
)
R_103 = _on(
    103,
    "1.4",
    "A promotion counter leaves its pool only on an odd roll (VG-10D): which roll?",
    "The winner's total of 2d6.",
    "It is the roll that won the initiative.",
)
R_104 = _on(
    104,
    "1.5",
    "How is a leader drawn from the pool?",
    "The counters are put in order of name and stars, and one die with so many faces points at one.",
    "The order must not depend on who laid them out.",
)
R_105 = _on(
    105,
    "2.2",
    "Who commands an army in whose hex stand several leaders of three or four stars?",
    "The senior of them, wanted or not.",
    "An arriving senior takes over.",
)
R_106 = _on(
    106,
    "2.2",
    "Do all points of an army become cavalry under a cavalry general?",
    "No: at most as many as he has stars; the others stay what they are.",
    "He leads them in person only so far.",
)
R_107 = _on(
    107,
    "2.1",
    "How senior is a leader who has no number?",
    "Junior to all who have one, then by name.",
    "Invented leaders should not outrank the war's own.",
)
R_108 = _on(
    108,
    "3.2",
    "Are odds against the attacker rounded?",
    "Down, as odds for him are: 3 against 8 is 1 to 2.",
    "The headings are taken to be symmetrical.",
)
R_109 = _on(
    109,
    "3.2",
    "What if the shifts lead beyond column A or L?",
    "The last column is used. A dash and an overrun come from strength alone, and no shift lifts a dash.",
    "The dash is a code of its own, not a column.",
    ("last column", "beyond A is a dash"),
)
R_110 = _on(
    110,
    "3.2",
    "What does an overrun do?",
    "It destroys the defender, costs nothing, and is no combat: nobody is promoted or checked for loss but the leaders "
    "of the destroyed force.",
    "The errata say only that it is no combat.",
)
R_111 = _on(
    111,
    "3.4",
    "Whose tactical ratings count?",
    "With an army its subordinates', without one the commanding leader's alone.",
    "Stated for armies; elsewhere nobody is a subordinate.",
)
R_112 = _on(
    112,
    "3.4",
    "When is a die thrown again?",
    "The owner of a good army rating throws his own die again while it shows no more than he said beforehand; against "
    "a bad one the enemy has it thrown again while it shows no less than he said. The last throw stands.",
    "A standing choice can be counted out in odds; at the table it is made throw by throw.",
)
R_113 = _on(
    113,
    "3.6",
    "Which column serves a table battle whose strengths would give an overrun or a dash?",
    "L for an overrun, A for a dash.",
    "They are the nearest lines that have chances.",
)
R_114 = _on(
    114,
    "3.7",
    "Where may a retreat go?",
    "One hex, passable, without enemies, never where the attacker came from; over the hex's limit one hex further.",
    "The game's rule was not found.",
)
R_115 = _on(
    115,
    "3.7",
    "What if there is no such hex?",
    "The force lays down its arms.",
    "Fort Donelson, Vicksburg.",
)
R_116 = _on(
    116,
    "3.7",
    "When is a wounded leader back?",
    "On the next turn, through the pool. So is an unhurt one whose whole force was destroyed.",
    "Both go to the turn track.",
)
R_117 = _on(
    117,
    "4.5",
    "What follows when Lincoln is not re-elected?",
    "The South has won, decisively.",
    "The election is a condition of the Union's victory.",
    ("the South wins", "the war goes on"),
)
R_118 = _on(
    118,
    "4.6",
    "Do works shift columns in a landing?",
    "No: city and works add to the defender's strength instead, and terrain does not count.",
    "Each counts once.",
)
R_119 = _on(
    119,
    "4.3",
    "What does a move by rail cost that leaves the rails?",
    "A force pays for every hex as if there were no rail; a leader alone pays only for hexes off the rails.",
    "A force's rail move is free only if all of it is by rail.",
)
