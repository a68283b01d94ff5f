"""Where the document is silent, contradicts itself, or has a misprint: what we play, why, and what a campaign may
change."""

from rulesets.core.context import Ruling, Rulings
from rulesets.cw_to_ff import BOOK

_on = Rulings(BOOK)


# 1 to 6: before the battle
R_1 = _on(
    1,
    "2",
    "Gaps and roads are hexsides, not hexes: when does the battlefield have that type?",
    "The hex decides, unless the attacker crossed a gap or road hexside.",
    "7C(2) pairs the swamp hex with that hexside.",
)
R_2 = _on(
    2,
    "5",
    "Players choose flank marches in 5, but 7C(2) and 7D(1) forbid them only later: when do they learn of a ban?",
    "Before the choice: terrain and demoralization are worked out first, and a ban is shown with them.",
    "The ban follows from the strategic situation, which is known.",
)
R_3 = _on(
    3,
    "4A",
    "Which strength points become cavalry?",
    "Those under a cavalry leader in the order of battle, up to the number that were with that leader on the map. "
    "Such a leader leads no others. Under anyone else they are infantry, on a flank march too.",
    "The text says: commanded by a cavalry leader of the strategic game.",
)
R_4 = _on(
    4,
    "4A",
    "How many stands does a strength point with carryover from 9A have?",
    "Its share of stands less the carryover's share, rounded once per item, halves up. Batteries go by whole points.",
    "The totals come out exact over a campaign.",
)
R_5 = _on(
    5,
    "4B",
    "Is a three-star leader a corps or an army leader?",
    "The senior three-star is the army leader if there is no four-star; all others are corps leaders.",
    "The text allows both; an army has one leader.",
    ("senior leads the army", "all lead corps"),
)
R_6 = _on(
    6,
    "4B",
    "Every leader must be shown and must command enough troops, but there may not be enough strength points.",
    "As few as possible go without; the draft gives commands by rank, then seniority. A leader without one is "
    "supernumerary with the senior leader: on the table, without command or modifiers, and the first replacement. A "
    "sole leader who can't have a corps commands a division with the counter's own ratings.",
    "It keeps both clauses as far as the strength points allow.",
)
R_7 = _on(
    7,
    "4C",
    "Are command limits checked on stands or on strength points?",
    "On nominal strength points, not on stands after carryover.",
    "4C refers to strength points.",
)
R_8 = _on(
    8,
    "4E",
    "Batteries belong to a brigade, division, or army; may they belong to a corps?",
    "Yes.",
    "Corps artillery was left out by mistake.",
)
R_9 = _on(
    9,
    "4E",
    "How large is a brigade, and may it mix qualities?",
    "It has one quality and one arm. A division has 2 to 5; outside 4 to 12 stands there is a warning, and more "
    "than 20 are not allowed. The draft makes near-equal brigades of 6 to 10.",
    "20 to 40 stands make 2 to 5 brigades; Fire and Fury's own average is 6 to 10.",
)
R_59 = _on(
    59,
    "4E",
    "How many brigades and leader counters may one army have?",
    "60 brigades and 20 counters at most. A setup with more counters is refused.",
    "Ratings are rolled for so many in every battle, used or not, so that their number tells nothing. It is ours.",
)
R_10 = _on(
    10,
    "4C",
    "Must a division belong to a corps?",
    "No, it may be under the army leader or independent. An army leader's command has no limit.",
    "The text is silent.",
)
R_11 = _on(
    11,
    "5A",
    "Half of which stands may flank march?",
    "Half of the army's infantry and cavalry stands; batteries don't count, and cavalry isn't doubled.",
    "Doubling is only for 7B(5)(b).",
)
R_12 = _on(
    12,
    "5B",
    "Which leader's rank fits a flank force, and which brigades and batteries may go along?",
    "A division leader takes 1 to 2 SP, a corps leader 2 to 6 SP in at least 2 divisions; an army leader may not "
    "lead one. Whole brigades and batteries of the leader's own command march; parts of divisions may. Sizes are "
    "nominal: carryover doesn't count. The order of battle is judged whole, before the march.",
    "These are the ranges of 4C, so an army of less than 2 SP cannot flank march.",
)
R_13 = _on(
    13,
    "5",
    "Whose right is the right flank?",
    "The table edge counts, as the defender sees the table; one side's right is the other's left.",
    "7B(5) needs it.",
)
# 7: ratings and flank marches
R_14 = _on(
    14,
    "7A1",
    "What about tactical ratings beyond 2, or of 0?",
    "+2 or more is E, +1 has a 50% chance of E, 0 is average, −1 has a 50% chance of P, −2 or less is P. Roll once "
    "per battle.",
    "It extends the text.",
)
R_15 = _on(
    15,
    "7A",
    "Do army leaders roll for E and P?",
    "Yes, the same way.",
    "11C names E, average, and P for them.",
)
R_16 = _on(
    16,
    "7A2a",
    "Which brigades does an unattached P leader hinder?",
    "Each of his brigades outside his radius has −1 on the maneuver table; a P division leader and a P corps "
    "leader each count. Army leaders don't.",
    "It is the text to the letter.",
)
R_17 = _on(
    17,
    "7A2b",
    "Which brigades does an attached P leader hinder?",
    "All other brigades in his chain have −1, within his radius or not. His own brigade rolls for +1 or −1 at each "
    "use, maneuver and charge.",
    "It is the text to the letter.",
)
R_18 = _on(
    18,
    "7B1",
    "The modified die is compared with the initiative rating, where low is good: how?",
    "Above it is swift, equal is deliberate, and below is plodding, even for results of 0 or less.",
    "Initiative is a price in the strategic game, so a low number marches better.",
)
R_19 = _on(
    19,
    "7B5",
    "Swift against plodding is listed twice.",
    "The first is no meeting; the second means plodding against deliberate, 50%. By steps apart: 0 always, 1 half, "
    "2 never.",
    "(6) covers equal marches; that leaves three pairs and three entries.",
)
R_20 = _on(
    20,
    "7B5a",
    "Which force is the smaller, and how many stands does it keep off?",
    "The smaller has fewer stands, without doubling cavalry. Each keeps off its infantry and twice its cavalry. "
    "The larger brings the rest, the smaller nothing.",
    "By the letter of (b), doubling counts only for how many enemy stands are kept off.",
    ("cavalry counts once for size", "cavalry counts double for size and excess"),
)
R_21 = _on(
    21,
    "7B5a",
    "Which part of the larger force arrives?",
    "As many stands as the excess, chosen by the owner, whole brigades first, on its own turn; one brigade may "
    "arrive reduced, with a triple for its present size. Of equal forces neither arrives.",
    "The text says: in excess of the strength.",
)
R_22 = _on(
    22,
    "7B5a",
    "Which batteries and leaders of the larger force arrive?",
    "Batteries in proportion to the stands, rounded to the nearest, halves up; its leader if at least 1 stand "
    "does. Those of the smaller force don't.",
    "The text is silent.",
)
R_23 = _on(
    23,
    "7B",
    "What if there are forces on both flanks?",
    "Each flank is resolved separately.",
    "It is the text.",
)
R_24 = _on(
    24,
    "7C",
    "What if the hex is forest and the hexside a river?",
    "The modifiers to the roll add up, to −3 at most, and so do the breastworks, to 100% of the stands at most.",
    "The rule gives −1 and 25% for each column shift of the strategic game, and those shifts add up.",
    ("add up", "largest alone"),
    {"largest alone": "only the larger"},
)
R_25 = _on(
    25,
    "7C",
    "Breastworks are a share of which stands, and how is it rounded?",
    "Infantry and cavalry stands on the table at the start, without flank forces and batteries; halves and "
    "quarters are kept.",
    "(1) says on table; (3) and (4) abbreviate it. A stand is about an inch.",
)
R_26 = _on(
    26,
    "7D",
    "Which demoralization counts?",
    "The defender's at the start. N.W.S becomes -.N.S; batteries are not affected.",
    "It is the text.",
)
# 8: the day
R_27 = _on(
    27,
    "8",
    "When does a turn begin?",
    "The battle starts at dawn, and each turn takes half an hour.",
    "In all five rows the turns are the half hours from dawn to dusk, plus 1.",
)
R_28 = _on(
    28,
    "8A1",
    "What happens to a brigade that quit the field on the first day?",
    "It is out of the battle; its stands are not lost.",
    "It wasn't on the table.",
)
R_29 = _on(
    29,
    "8A2",
    "What is a brigade's state once skedaddlers are back?",
    "The triple stays. The stands present give the state, so a Spent brigade may be Worn again.",
    "The text calls it consequent reductions, of what stays lost.",
    ("read anew", "starts Fresh whatever its number"),
    {"read anew": "state by its stands", "starts Fresh whatever its number": "always Fresh"},
)
R_30 = _on(
    30,
    "8C",
    "May an army withdraw at night?",
    "Yes, freely, and it is demoralized whatever its losses. Both armies may.",
    "It is the text.",
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
    "What happens in a tie on victory points?",
    "Nobody wins and nobody promotes; the attacker retreats.",
    "The attacker must win to take a hex.",
    ("attacker retreats", "the army off the field loses"),
    {"attacker retreats": "the attacker retreats", "the army off the field loses": "the army off the field retreats"},
)
R_32 = _on(
    32,
    "9",
    "Which victory points?",
    "Fire and Fury's standard list: Worn 1, Spent 2, destroyed 4, battery 1, leader 1, and objectives. Only the "
    "worst state at the end counts, and not the one in which the brigade began.",
    "It is the published list.",
)
R_33 = _on(
    33,
    "9A",
    "Which stands are lost?",
    "Killed, wounded, and captured stands; those that skedaddled, quit the field, or never arrived return.",
    "9A and 8A(2) say so.",
)
R_34 = _on(
    34,
    "9A",
    "What about fractions of a strength point?",
    "Add losses and the old carryover, round to the nearest, halves up, and carry the rest over. A class loses "
    "none if no stand fell, and never more than it brought. Carryover lapses when the army has no strength points "
    "left.",
    "It has no bias; totals come out exact over a campaign.",
    ("carry", "nearest, drop the rest", "down, drop the rest"),
    {"carry": "nearest, carry the rest over"},
)
R_35 = _on(
    35,
    "9A",
    "Crack troops are prorated separately: from whom?",
    "From green and veteran together. A class without strength points hands its carryover to the other.",
    "All are veteran after the battle.",
)
R_36 = _on(
    36,
    "9A",
    "What about lost batteries?",
    "They cost no strength points and come back with them.",
    "The rule refers to stands.",
)
R_37 = _on(
    37,
    "9B",
    "The rule covers losses of 2 or more and of 1 or none: what about 1 1/2?",
    "Count whole strength points removed, both classes together.",
    "The rounding of 9A closes the gap.",
)
R_38 = _on(
    38,
    "9C",
    "What is the proportional chance?",
    "On the line of the combat table that this battle would have used, count results d and d1 among none, 1, d, "
    "and d1; a line without them is certain. Roll a d6 on that line, and reroll results that cost 2 or more.",
    "“After losses of 1 or no strength points” pools the two.",
    ("pool 0 and 1", "the very loss alone"),
    {"pool 0 and 1": "losses of 0 and 1 together", "the very loss alone": "only the actual loss"},
)
R_39 = _on(
    39,
    "9C",
    "Who holds the field if both leave?",
    "Nobody; both are demoralized by 8C.",
    "8C says so.",
)
R_40 = _on(
    40,
    "9D",
    "Which fates on the table become which in the strategic game?",
    "Killed is killed, disabled and wounded are wounded, captured is wounded, and the others are safe. A leader "
    "who was never on the table checks for loss.",
    "The strategic game has no captivity.",
    ("captured is wounded", "captured is killed"),
)
R_41 = _on(
    41,
    "9E",
    "Which strength points stay green?",
    "Only those without any stand on the table.",
    "It is the text; flank forces of whole points are best.",
)
R_42 = _on(
    42,
    "4F2",
    "When does a green strength point become veteran?",
    "At the end of the battle, if any of its stands was on the table.",
    "9E says so.",
)
R_43 = _on(
    43,
    "4F3",
    "May a point that has just become veteran be promoted?",
    "Candidates began the battle veteran and survive. If all began green, any that was on the table may; one that "
    "never arrived stays green (9E). If all were crack and green, none may.",
    "Otherwise the sentence about an all-green army would have no use, and a point can't gain from a battle it missed.",
    ("began veteran", "any surviving veteran"),
)
R_44 = _on(
    44,
    "4F3",
    "Who promotes, and how many?",
    "The winner on points may promote 1 strength point per battle, after losses.",
    "It is the text.",
)
R_56 = _on(
    56,
    "4F3",
    "Who wins a battle that the strategic game's own combat decides?",
    "The side that keeps the hex, if it lost no more strength points than the enemy; otherwise nobody, and nobody "
    "promotes. An overrun isn't a battle (R-110).",
    "A published variant defines winning so; the strategic game's own words were not found.",
)
# 10 and 11: promotions and army leaders
R_45 = _on(
    45,
    "10A",
    "What about a second battle, or a leader who falls?",
    "The counter stays on its earliest turn. Remove it if the leader is killed; keep it if wounded. There is none "
    "for four stars, or if none exists.",
    "Moving it would punish success.",
)
R_46 = _on(
    46,
    "10B",
    "Which die, and what is subtracted?",
    "Roll a d6 for each counter in each reinforcement phase and subtract the turns since it was placed, with no "
    "minimum.",
    "It is the strategic game's combat die; the document doesn't say.",
)
R_47 = _on(
    47,
    "10C",
    "Is a counter in the pool only for that turn, or also for the next?",
    "It stays until it is drawn.",
    "10E is the fuller text.",
)
R_48 = _on(
    48,
    "10D",
    "Which roll must be odd?",
    "The winner's own 2d6; a promotion costs that side its free reinforcement.",
    "Initiative is 2d6 per side.",
)
R_49 = _on(
    49,
    "11A",
    "What is reduced outside the army radius?",
    "A corps leader's bonus by 1, but not below 0: detached 1 to 0, E 2 to 1; attached 2 to 1, E 3 to 2; an "
    "attached P's good half 1 to 0. P penalties and division leaders are not affected.",
    "The text says that any modifier of his is reduced, but never below nothing.",
)
R_50 = _on(
    50,
    "11A",
    "What if the force has no army leader?",
    "Rule 11 is off. If the army leader falls, all corps leaders count as outside until an average replacement "
    "with 30 inches arrives next turn.",
    "The radius means controlling subordinates.",
)
R_51 = _on(
    51,
    "11C",
    "An attached P army leader gives +1, but 7A2(b) says half and half: which counts?",
    "A flat +1 on maneuver; +1 or −1 by roll in a charge.",
    "11C is the special rule for maneuver.",
)
R_52 = _on(
    52,
    "11D",
    "How long is the radius?",
    "30 inches, and 6 for each point of the army rating: Lee 48, Grant 42, McClellan 24, Fremont 12.",
    "It fits the four examples.",
)
R_53 = _on(
    53,
    "11D3",
    "Which rolls may be rerolled, and how often?",
    "1 per point in each friendly maneuver phase: the owner rerolls for a positive rating, the opponent forces it "
    "for a negative one. The second result counts unless another point is spent; the leader must be on the table.",
    "It is the text.",
)


# 54 and 55: nobody umpires but the site, and a side is silent
R_54 = _on(
    54,
    "8day",
    "Without a human umpire, what counts when a side's time is up?",
    "A plan not sealed is empty. A turn lasts 7 time limits at most; then the fighting is over: if only one side asked "
    "for something, the battle ends as it proposed or, if it proposed nothing, the silent side withdrew. A side "
    "without a result has no victory points, and lost only the stands that the site knows never came on the table.",
    "The game must go on, and nobody may gain by silence. The number is ours: players have to meet at a table.",
)
R_55 = _on(
    55,
    "8day",
    "Without a human umpire, who held the field if time is up and nobody gave way, or both are silent?",
    "The defender; the attacker withdrew.",
    "A battle ends only when an army withdraws or is driven off, and the attacker came to take the field.",
)
# 57: deadlines of the site, with or without a human umpire
R_57 = _on(
    57,
    "5",
    "Until when may a side unseal its plan?",
    "Until both sides have sealed, and not after its deadline. Sealing, unsealing, and a rewind within the phase leave "
    "the deadline as it was.",
    "A plan that is unsealed late would keep the other side waiting, and nobody may gain time by it.",
)
# 76 and 77: the ground of a table battle
R_76 = _on(
    76,
    "3",
    "How large is the table, where do the armies deploy, and which edge does a silent defender get?",
    "Unless the ground says otherwise, 72 by 48 inches: the armies deploy 12 inches deep along the north and south "
    "edges, and flank forces enter 6 inches deep at the east and west edges between them. The defender may choose any "
    "edge with a deployment zone opposite another. If he hasn't by his deadline, or when the battle opens, he gets the "
    "first of north, east, south, and west.",
    "Six by four feet is the common club table. The text says only that the defender chooses.",
)
R_77 = _on(
    77,
    "7B2",
    "Where may a flank force enter, and what if the ground changes after a side has sealed?",
    "Only at an edge with an entry zone. While the defender can still choose another edge, a march is sealed only if "
    "it has an entry zone whichever he chooses. Another ground, hex, or hexside unseals every plan, and both sides get "
    "the same new deadline.",
    "7B(2) names an entry zone. A sealed plan must stay legal, and nobody may be held to one made for other ground.",
)
# 58: agreeing to fight on the table, with or without a human umpire
R_58 = _on(
    58,
    "1",
    "What does silence mean when two armies have met and a side gives no answer by the deadline?",
    "The armies don't fight on the table, and the strategic game's own combat decides. A campaign may choose that a "
    "silent side agrees to an offer of the table made in the first half of the time.",
    "A battle moves to the table only when both sides agree, and nobody may bind the other by a late offer.",
    ("not on the table", "agrees to an early offer"),
    {
        "not on the table": "strategic combat decides",
        "agrees to an early offer": "a silent side agrees to an early offer",
    },
)
