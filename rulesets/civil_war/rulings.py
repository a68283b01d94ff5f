"""Where the strategic game is silent: house rulings from H-1 on, and our readings from R-101 on."""

from rulesets.civil_war import BOOK
from rulesets.core.context import Ruling, Rulings


def _house(number: int, question: str, answer: str, reason: str, options: tuple[str, ...] = ()) -> Ruling:
    return Ruling(f"H-{number}", BOOK.at(f"H-{number}"), question, answer, reason, options)


_on = Rulings(BOOK)


H_1 = _house(
    1,
    "What does it cost to cross a river?",
    "1 extra MP for an unnavigable river, 2 for a navigable one; a seasonal river counts by its class in that season.",
    "A led force has 4 MP.",
)
H_2 = _house(
    2,
    "What does it cost to cross a gap or a road through a ridge?",
    "1 extra MP; a ridge without one is closed.",
    "The table we found has no legible number.",
)
H_3 = _house(
    3,
    "May an estuary be crossed?",
    "Only by a ferry named on the map. It takes the whole allowance and does not run next to an enemy fort.",
    "Bays are miles wide.",
)
H_4 = _house(
    4,
    "What is a rough hex?",
    "It counts as clear in every table; its battlefield is clear with more hills.",
    "The game has no such hex.",
)
H_5 = _house(
    5,
    "How does a force enter a mountain hex?",
    "For 1 MP, only over gap or road hexsides or by rail.",
    "A note in the terrain table was cut off there.",
)
H_6 = _house(
    6,
    "What is a reaction?",
    "When an enemy ends a move adjacent to him, a leader who is not demoralized rolls once per pulse. Above his "
    "initiative, he moves into an adjacent hex, or the enemy's, with all he may lead, before combat. His standing "
    "instructions say whether he does.",
    "Only the roll was found.",
)
H_7 = _house(
    7,
    "How does Kentucky's neutrality end?",
    "When either side enters, the other takes its unheld places at once. If turn 2 begins with nobody in Kentucky, "
    "its places belong to whoever enters them.",
    "It ended in September 1861.",
    ("neutral until turn 2", "open from the start", "neutral until entered"),
)
H_8 = _house(
    8,
    "Where do strength points arrive?",
    "H-18 replaces this: it let them arrive at any friendly place with victory points, even one cut off.",
    "Victory-point cities alone would bring in Union troops only on captured ground.",
)
H_9 = _house(
    9,
    "The North has no points of its own: what connects its network to cities worth 9?",
    "A side's own supply source counts 9 for supply and 0 for victory.",
    "Otherwise no Union force would ever be in supply.",
)
H_10 = _house(
    10,
    "Is a port a depot?",
    "A Union sea port is, until the naval war is in play; a Confederate one is not. Its network must be live (H-17).",
    "It keeps coastal bridgeheads alive.",
)
H_11 = _house(
    11,
    "How large is the victory?",
    "For the Union, a lead of 75 is marginal, 100 substantial, 125 decisive. Below 75, the South's victory grows "
    "in steps of 25. On turn 17 the Union needs 50 points for Lincoln's reelection.",
    "Only 75 and 50 were found.",
)
H_12 = _house(
    12,
    "What can build?",
    "A depot: any led force in supply. A fort: 1 SP that doesn't move this pulse. A fortress: a fort that has been "
    "there a full turn. An army: a leader of at least 3 stars.",
    "Only prices were found.",
)

H_16 = _house(
    16,
    "What is a hexside with a ridge's gap and a river, or with two rivers?",
    "A gap, and nothing else. Of two rivers the greater counts: an estuary before a navigable, a seasonal, and an "
    "unnavigable one.",
    "The road follows the water through the gap.",
)
H_17 = _house(
    17,
    "What makes up a supply network?",
    "Friendly rail, depots, supply sources, and Union sea ports that are connected: rail hex to rail hex, the others "
    "to rail within 2 hexes, to one another within 4 or along open water. It is live if its places, with 9 for each "
    "source, make 9 points. A source serves as a depot; a force is in supply within 4 hexes of a depot, a source, or "
    "a Union sea port, or within 2 of rail, of a live network. It replaces the last line of L-4.",
    "Grant at Pittsburg Landing was fed by the Tennessee.",
    ("sources are depots", "sources are only rail"),
)
H_18 = _house(
    18,
    "Where do reinforcements enter?",
    "SP at a friendly place with victory points, or a friendly supply source, of a live network, without enemy SP in "
    "the hex, and without any adjacent unless it has a fort or fortress; at most half of the SP that are available as "
    "the turn opens, rounded up, at one place. Where only a river connects it, each SP takes 1 river lift; where only "
    "the sea does, none enters. Without Richmond in it, a Southern network needs places worth 9 points, in the "
    "Trans-Mississippi 3, where 2 SP enter per turn, or 1 while the South holds nothing on the Mississippi. A leader "
    "enters any hex with friendly SP in supply. It replaces H-8.",
    "Half a turn's SP at a place keeps an army from doubling where it is.",
    ("half at a place", "no limit at a place"),
)
H_19 = _house(
    19,
    "When does a side have nothing left?",
    "Points that cannot pay in full for any legal order, and reinforcements without a legal place, count as nothing "
    "left. An SP, or a leader with SP, may stand fast for 1 CP. At the end of the turn all points are lost.",
    "A turn must be able to end.",
    ("may stand fast", "may not stand fast"),
)
H_20 = _house(
    20,
    "Which waters are open?",
    "Navigable rivers, seasonal ones in high water, estuaries, and the sea; the South uses only rivers. Enemy forts "
    "and fortresses close the river sides of their hexes. The South cannot use a river with both banks in Union hands.",
    "Confederate forts must be what stops the Union's boats.",
)
H_22 = _house(
    22,
    "What ends the war before its last turn?",
    "Washington in Confederate hands in three End phases running, a decisive Confederate victory; no Confederate SP "
    "on the map, or all places with points of the eleven states in Union hands, a decisive Union victory. Washington "
    "falls when Confederate infantry is in its hex at the end of a pulse; what it costs is not healed by retaking it.",
    "The game found says only what the fall costs.",
    ("after three End phases", "never", "at once"),
)
H_23 = _house(
    23,
    "What does a side see of the enemy?",
    "Where forces are, but not what they are, on the whole map or only in and next to hexes with friendly SP. Combat "
    "reveals the leaders engaged and the strength at its start.",
    "The game is played on an open board with hidden leaders.",
)
H_25 = _house(
    25,
    "How many SP go by rail?",
    "As many in a turn as the table of rail lift says; leaders alone take no lift. Trains run on friendly, connected "
    "rail. They do not pass a hex adjacent to enemy SP unless friendly SP are in it, and do not end in an attack.",
    "Two corps, 4 SP, went to Chattanooga by rail in September 1863; Longstreet took 3 there, Bragg 6 the year before.",
    ("as the table says", "no limit"),
)

R_101 = _on(
    101,
    "1.3",
    "When is a seasonal river navigable?",
    "From November to June; not from July to October.",
    "Water was low in summer and fall.",
    ("by season", "always", "never"),
)
R_102 = _on(
    102,
    "1.4",
    "What happens to points of the dice difference that a side cannot spend?",
    "They are lost. A side may not keep points that it could spend; H-19 says what it can.",
    "There is no passing, but nobody must do the impossible.",
)
R_103 = _on(
    103,
    "1.4",
    "A promotion counter leaves the pool only on an odd roll (VG-10D): which roll?",
    "The winner's 2d6 total.",
    "It is the roll that won the initiative.",
)
R_104 = _on(
    104,
    "1.5",
    "How is a leader drawn from the pool?",
    "Sort the counters by name and stars, and roll a die with that many sides.",
    "The order must not depend on who listed them.",
)
R_105 = _on(
    105,
    "2.2",
    "Who commands an army with several leaders of 3 or 4 stars in the hex?",
    "The senior one, wanted or not.",
    "An arriving senior takes over.",
)
R_106 = _on(
    106,
    "2.2",
    "Do all SP of an army become cavalry under a cavalry general?",
    "No, only up to his stars; the others stay what they are.",
    "He leads only so many in person.",
)
R_107 = _on(
    107,
    "2.1",
    "How senior is a leader without a number?",
    "Junior to all who have one, then by name.",
    "Invented leaders should not outrank the war's own.",
)
R_108 = _on(
    108,
    "3.2",
    "Are odds against the attacker rounded?",
    "Down, like odds for the attacker: 3 against 8 is 1 to 2.",
    "The headings are taken to be symmetrical.",
)
R_109 = _on(
    109,
    "3.2",
    "What if the shifts go beyond column A or L?",
    "Use the last column. Only strength gives a dash or an overrun, and no shift removes a dash.",
    "The dash is a code of its own, not a column.",
    ("last column", "beyond A is a dash"),
)
R_110 = _on(
    110,
    "3.2",
    "What does an overrun do?",
    "It destroys the defender at no cost and is not combat: nobody is promoted, and only the leaders of the "
    "destroyed force check for loss.",
    "The errata say only that it is not combat.",
)
R_111 = _on(
    111,
    "3.4",
    "Whose tactical ratings count?",
    "With an army, its subordinates'; without one, only the commanding leader's.",
    "It is stated for armies; elsewhere nobody is a subordinate.",
)
R_112 = _on(
    112,
    "3.4",
    "When is a die rerolled?",
    "The owner of a good army rating rerolls while the die is at or below a number named in advance. Against a bad "
    "one, the enemy forces rerolls at or above such a number. The last roll counts.",
    "A number named in advance gives exact odds; at the table players decide roll by roll.",
)
R_113 = _on(
    113,
    "3.6",
    "Which column does a table battle use if its strengths would give an overrun or a dash?",
    "L for an overrun, A for a dash.",
    "They are the nearest lines that have chances.",
)
R_114 = _on(
    114,
    "3.7",
    "Where may a force retreat?",
    "One passable hex without enemies, never where the attacker came from; over the stacking limit, one hex farther.",
    "The game's rule was not found.",
)
R_115 = _on(
    115,
    "3.7",
    "What if there is no such hex?",
    "The force surrenders.",
    "So did Fort Donelson and Vicksburg.",
)
R_116 = _on(
    116,
    "3.7",
    "When does a wounded leader return?",
    "Next turn, through the pool. So does an unhurt leader whose whole force was destroyed.",
    "Both go to the turn track.",
)
R_117 = _on(
    117,
    "4.5",
    "What if Lincoln is not reelected?",
    "The South wins decisively.",
    "The election is a condition of Union victory.",
    ("the South wins", "the war goes on"),
    {"the war goes on": "the war continues"},
)
R_118 = _on(
    118,
    "4.6",
    "Do works shift columns in a landing?",
    "No. City and works add to the defender's strength instead, and terrain does not count.",
    "Each counts once.",
)
R_119 = _on(
    119,
    "4.3",
    "What does a rail move cost if it leaves the rails?",
    "A force pays for every hex as if there were no rail; a leader alone pays only for hexes off the rails.",
    "A force's rail move is free only if all of it is by rail.",
)
R_191 = _on(
    191,
    "1.3",
    "How often does a leader move in a pulse?",
    "With SP once, like an SP. Alone he may go once more.",
    "A general could ride to another command on the day of a march.",
)
R_192 = _on(
    192,
    "3.8",
    "When is a force demoralized?",
    "While any of its SP is. In the rally phase the demoralized SP of a hex rally together and lose 1.",
    "A marker lies on a hex, but a part of the force may march away.",
)
R_193 = _on(
    193,
    "3.3",
    "Attackers came over different hexsides: which one counts?",
    "The one crossed by those who moved first.",
    "Those who react join an attack that is already under way.",
)
R_194 = _on(
    194,
    "1.4",
    "Does a turn end after a number of pulses?",
    "No: it ends on a tie, or when both sides have nothing left.",
    "The game found has no such limit; a game by mail may want one.",
    ("no limit", "after 24 pulses"),
)
R_195 = _on(
    195,
    "1.4",
    "How much does each side spend in a pulse?",
    "The difference of the dice.",
    "A multiple makes fewer and larger pulses, for a game by mail.",
    ("the difference", "twice the difference", "three times the difference"),
)
R_196 = _on(
    196,
    "4.3",
    "When does a force go by rail?",
    "When all of its way is friendly connected rail, and it could not march that way in one move.",
    "Nobody waits for a train to the next hex.",
)
R_197 = _on(
    197,
    "H-22",
    "May rails be cut?",
    "Yes: 1 SP or more that end a move in a rail hex held by the enemy may cut it at no cost, cavalry too. No line "
    "runs through that hex until SP of its holder end a move there, or until the End phase of a later turn in which "
    "no enemy SP are in the hex or adjacent.",
    "Raiders and retreating armies tore up track, and it lay again within weeks.",
    ("yes", "no"),
)
R_198 = _on(
    198,
    "1.6",
    "May SP enter adjacent to the enemy?",
    "Only where they have a fort or fortress.",
    "Recruits do not form up under the enemy's guns.",
    ("behind a work only", "anywhere"),
)
R_199 = _on(
    199,
    "2.2",
    "May the commander of an army be removed?",
    "Once a turn, as H-22 says.",
    "Lincoln did.",
    ("once a turn", "never"),
)
