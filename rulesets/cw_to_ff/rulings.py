"""Where the document is silent, contradicts itself or misprints: what is done, why, and what a campaign may switch."""

from rulesets.core.context import Ruling
from rulesets.cw_to_ff import BOOK


def _on(number: int, section: str, question: str, answer: str, reason: str, options: tuple[str, ...] = ()) -> Ruling:
    return Ruling(f"R-{number}", BOOK.at(section), question, answer, reason, options)


# 1 to 6: before the battle
R_1 = _on(
    1,
    "2",
    "A gap and a road are hexsides, not hexes: when is the battlefield of that type?",
    "The hex type decides, unless the attacker crossed a gap or road hexside.",
    "7C(2) pairs the swamp hex with that hexside.",
)
R_2 = _on(
    2,
    "5",
    "Flank marches are chosen in 5, but 7C(2) and 7D(1) forbid them later.",
    "Terrain and demoralization are worked out before the choice, and a ban is shown with it.",
    "The ban follows from the strategic position, which is known.",
)
R_3 = _on(
    3,
    "4A",
    "Which strength points become cavalry?",
    "Those placed under a cavalry leader in the order of battle, never more than stood with him on the map.",
    "Commanded by a cavalry leader of the strategic game, says the text.",
)
R_4 = _on(
    4,
    "4A",
    "How many stands has a strength point with a carry from 9A?",
    "Its share of stands less its share of the carry, rounded once an item, halves up; batteries by whole points.",
    "The ledger comes out exact over a campaign.",
)
R_5 = _on(
    5,
    "4B",
    "Is a three-star leader a corps or an army leader?",
    "Army leader if there is no four-star and he is the senior three-star, else corps leader.",
    "The text allows both; one army has one leader.",
    ("senior leads the army", "all lead corps"),
)
R_6 = _on(
    6,
    "4B",
    "Every counter must be shown and must command enough, yet the strength points may be too few.",
    "Commands go by rank, then seniority. Who gets none is supernumerary with the senior leader: on the table, without "
    "command or modifiers, first in line as a replacement. An only leader commands a level down with his own ratings.",
    "It keeps both clauses as far as the strength points allow.",
)
R_7 = _on(
    7,
    "4C",
    "Are command limits checked on stands or on strength points?",
    "On nominal strength points, not on stands after a carry.",
    "4C speaks of strength points' worth.",
)
R_8 = _on(
    8,
    "4E",
    "Batteries sit at brigade, division or army level; may they sit with a corps?",
    "Yes.",
    "Corps artillery is left out by a slip.",
)
R_9 = _on(
    9,
    "4E",
    "How large is a brigade, and may it mix qualities?",
    "One quality and one arm each. A division has two to five; outside 4 to 12 stands a warning, over 20 a refusal; "
    "split by itself into near-equal brigades of 6 to 10.",
    "20 to 40 stands over two to five brigades; Fire and Fury's own average is 6 to 10.",
)
R_10 = _on(
    10,
    "4C",
    "Must a division stand in a corps?",
    "No: it may stand under the army leader or by itself; what an army leader commands has no limit.",
    "The text is silent.",
)
R_11 = _on(
    11,
    "5A",
    "Half of what may flank march?",
    "Half of the infantry and cavalry stands in the army; batteries are not counted and cavalry is not doubled.",
    "Doubling is for 7B(5)(b) alone.",
)
R_12 = _on(
    12,
    "5B",
    "Which rank fits a flank force?",
    "A division leader one to two strength points' worth, a corps leader two to six with two divisions or more; "
    "an army leader may not lead one.",
    "The ranges of 4C; so an army under two strength points cannot flank march.",
)
R_13 = _on(
    13,
    "5",
    "Whose right is the right flank?",
    "The physical edge is kept, as the defender sees the table; one side's right is the other's left.",
    "7B(5) needs it.",
)
# 7: ratings and flank marches
R_14 = _on(
    14,
    "7A1",
    "Tactical ratings beyond 2, or of 0?",
    "+2 or more is E, +1 has a 50 % chance, 0 is average, -1 has a 50 % chance of P, -2 or less is P. "
    "One roll a battle.",
    "The text, carried on.",
)
R_15 = _on(15, "7A", "Do army leaders roll for E and P?", "Yes, the same way.", "11C names E, average and P for them.")
R_16 = _on(
    16,
    "7A2a",
    "A P leader who is not attached: whom does he hinder?",
    "Each own brigade outside his radius has -1 on the manoeuvre table; a P division and a P corps "
    "leader each give it. "
    "Not army leaders.",
    "The letter.",
)
R_17 = _on(
    17,
    "7A2b",
    "A P leader who is attached: whom does he hinder?",
    "All other brigades of his chain have -1, in his radius or not; his own brigade rolls for +1 or -1 at each use, "
    "manoeuvre and charge.",
    "The letter.",
)
R_18 = _on(
    18,
    "7B1",
    "The modified die against the initiative rating, where a low rating is the better one?",
    "Above it swift, equal deliberate, below plodding; results of 0 and below are simply compared.",
    "Initiative is a price in the strategic game, so a low number marches better.",
)
R_19 = _on(
    19,
    "7B5",
    "Swift against plodding stands there twice.",
    "The first is no meeting; the second means plodding against deliberate: 50 %. By steps apart: 0 "
    "always, 1 half, 2 never.",
    "(6) has the equal ones; three pairs, three entries.",
)
R_20 = _on(
    20,
    "7B5a",
    "Which force is the smaller, and how much does it keep off?",
    "The smaller has fewer stands, cavalry not doubled; each keeps off its infantry and twice its cavalry. The larger "
    "brings what is left, the smaller nothing.",
    "The letter of (b): doubling counts only for how many enemy stands are prevented.",
    ("cavalry counts once for size", "cavalry counts double for size and excess"),
)
R_21 = _on(
    21,
    "7B5a",
    "Which part of the larger force arrives?",
    "As many stands as are in excess, chosen by the owner, whole brigades first, at its own time; one brigade may come "
    "reduced, with a triple for its present size. Of equal forces neither arrives.",
    "In excess of the strength.",
)
R_22 = _on(
    22,
    "7B5a",
    "Which batteries and leaders of the larger force arrive?",
    "Batteries in proportion to the stands, nearest, halves up; its leader if one stand does. The "
    "smaller force's do not.",
    "The text is silent.",
)
R_23 = _on(23, "7B", "Forces on both flanks?", "Each physical flank is settled by itself.", "The text.")
R_24 = _on(
    24,
    "7C",
    "Forest and a river at once?",
    "The dice modifiers add up, down to -3; the breastworks add up to 100 % of the stands at most.",
    "The rule is -1 and 25 % for each column shift of the strategic game, and those shifts add.",
    ("add up", "largest alone"),
)
R_25 = _on(
    25,
    "7C",
    "A share of which stands, and rounded how?",
    "Infantry and cavalry stands on the table at the start, flank forces out, batteries out; halves and quarters kept.",
    "(1) says on table; (3) and (4) are shorthand. One stand is about an inch.",
)
R_26 = _on(
    26,
    "7D",
    "Which demoralization counts?",
    "A defender's at the start. N.W.S becomes -.N.S; batteries untouched.",
    "The text.",
)
# 8: the day
R_27 = _on(
    27,
    "8",
    "When does turn t begin?",
    "At dawn and half an hour a turn; the battle starts at dawn.",
    "All five rows are dusk less dawn in half-hours, and one.",
)
R_28 = _on(
    28,
    "8A1",
    "A brigade that quit the field on day one?",
    "Out for the battle; its stands are not lost.",
    "It was not on table.",
)
R_29 = _on(
    29,
    "8A2",
    "A brigade's status once skedaddlers are back?",
    "The triple stays; the status is read anew from the stands present, so a Spent brigade may be Worn again.",
    "Consequent reductions, says the text, of what stays lost.",
    ("read anew", "starts Fresh whatever its number"),
)
R_30 = _on(
    30, "8C", "Withdrawal at night?", "Free, and the army is demoralized whatever its losses; both may.", "The text."
)
H_13 = Ruling(
    "H-13",
    BOOK.at("8"),
    "Who has the first player turn of a battle turn?",
    "The attacker.",
    "Fire and Fury leaves it to the scenario.",
)
# 9: taking the result back
R_31 = _on(
    31,
    "9",
    "Equal victory points?",
    "No winner and no promotion; the attacker retreats.",
    "The attacker must win to take a hex.",
    ("attacker retreats", "the army off the field loses"),
)
R_32 = _on(
    32,
    "9",
    "Which victory points?",
    "Fire and Fury's standard list: Worn 1, Spent 2, destroyed 4, battery 1, leader 1, objectives; the "
    "worst state at the "
    "end alone, and none that the brigade began in.",
    "The published list.",
)
R_33 = _on(
    33,
    "9A",
    "What counts as lost?",
    "Killed, wounded and captured stands; skedaddlers, quitters and late comers return.",
    "9A, 8A(2).",
)
R_34 = _on(
    34,
    "9A",
    "Fractions of a strength point?",
    "Losses and the old carry are rounded to the nearest, halves up, and what is over is carried on. "
    "None are lost where no "
    "stand fell, and never more than the class brought. Carries lapse when the army has no strength point left.",
    "Without bias; totals come out exact over a campaign.",
    ("carry", "nearest, drop the rest", "down, drop the rest"),
)
R_35 = _on(
    35,
    "9A",
    "Crack is prorated separately: from what?",
    "From everything else, green and veteran together. A class left without strength points hands its "
    "carry to the other.",
    "All are veteran after the battle.",
)
R_36 = _on(
    36, "9A", "Batteries lost?", "They cost no strength points and come back with them.", "The rule speaks of stands."
)
R_37 = _on(
    37,
    "9B",
    "Two or more against one or none: what of one and a half?",
    "Whole strength points removed, both classes added.",
    "The rounding of 9A closes the gap.",
)
R_38 = _on(
    38,
    "9C",
    "What is the proportional chance?",
    "On the line of the combat table that this battle would have used, results d and d1 among none, 1, d "
    "and d1; a line "
    "without them is certain. Thrown with a d6 on that line; a face that costs two or more is thrown again.",
    "After losses of 1 or no strength points pools the two.",
    ("pool 0 and 1", "the very loss alone"),
)
R_39 = _on(39, "9C", "In possession of the field if both leave?", "Nobody; both are demoralized by 8C.", "8C.")
R_40 = _on(
    40,
    "9D",
    "Fates on the table and in the strategic game?",
    "Killed is killed; disabled and grievously wounded are wounded; captured is wounded; the rest is "
    "nothing. Who was never "
    "on the table checks for loss.",
    "The strategic game knows no captivity.",
    ("captured is wounded", "captured is killed"),
)
R_41 = _on(
    41,
    "9E",
    "What stays green?",
    "Only strength points of which no stand came on the table.",
    "The text; flank forces of whole points are best.",
)
R_42 = _on(
    42,
    "4F2",
    "When does a green strength point turn veteran?",
    "At the end of the battle, if any stand of it was on the table.",
    "9E.",
)
R_43 = _on(
    43,
    "4F3",
    "May one who has just become veteran be promoted?",
    "Candidates began the battle veteran and survive; if all began green, one of them; if crack and green only, none.",
    "Otherwise the sentence about an all-green army would be idle.",
    ("began veteran", "any surviving veteran"),
)
R_44 = _on(
    44,
    "4F3",
    "Who promotes, and how many?",
    "The winner on points, one strength point a battle, if he likes, after losses.",
    "The text.",
)
# 10 and 11: promotions and army leaders
R_45 = _on(
    45,
    "10A",
    "A second battle, or a leader who falls?",
    "The counter stays on its earliest turn; killed it is removed, wounded it stays; none for four stars "
    "or where none exists.",
    "Moving it would punish success.",
)
R_46 = _on(
    46,
    "10B",
    "Which die, and what is taken off it?",
    "A d6 for each counter in each reinforcement phase, less the turns since it was placed; there is no floor.",
    "The strategic game's combat die; the document does not say.",
)
R_47 = _on(
    47,
    "10C",
    "In the pool for that turn, or still there next turn?",
    "Once in, until drawn.",
    "10E is the fuller text.",
)
R_48 = _on(
    48,
    "10D",
    "Which roll must be odd?",
    "The winner's own 2d6; a promotion costs his free reinforcement.",
    "Initiative is 2d6 a side.",
)
R_49 = _on(
    49,
    "11A",
    "What is reduced outside the army radius?",
    "A corps leader's bonus by 1, not below 0: detached 1 to 0, E 2 to 1; attached 2 to 1, E 3 to 2; an attached P's "
    "good half 1 to 0. P penalties and division leaders are untouched.",
    "The text: any modifier of his is reduced, but never below nothing.",
)
R_50 = _on(
    50,
    "11A",
    "No army leader in the force?",
    "Rule 11 is off. If he falls, all corps leaders count as outside until a replacement, average with "
    "30 inches, appears next turn.",
    "Controlling his subordinates.",
)
R_51 = _on(
    51,
    "11C",
    "A P army leader attached gives +1, 7A2(b) says half and half?",
    "Manoeuvre +1 flat; charge +1 or -1 by roll.",
    "11C is the special rule for manoeuvre.",
)
R_52 = _on(
    52,
    "11D",
    "How long is the radius?",
    "30 inches and 6 for each point of the army rating: Lee 48, Grant 42, McClellan 24, Fremont 12.",
    "The four examples.",
)
R_53 = _on(
    53,
    "11D3",
    "Re-rolls: of what, and how often?",
    "One a point in each own manoeuvre phase: a positive rating's owner re-rolls, a negative one's "
    "opponent forces it. The "
    "second result stands unless another point is spent; the leader must be on the table.",
    "The text.",
)
