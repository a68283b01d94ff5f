"""Where the document is silent or contradicts itself: what we play, why, and what a campaign may change."""

from rulesets.action_cards import BOOK
from rulesets.core.context import Rulings

_on = Rulings(BOOK)


R_401 = _on(
    401,
    "3.21",
    "A Supply card meets an Action card with a higher number: who is Player 1?",
    "Whoever played the Supply card. Numbers are compared only between two cards of a kind, as printed.",
    "The rule on Supply cards is the special one, and Player 1 is known before any steps are cut (12.1).",
)
R_402 = _on(
    402,
    "5.11",
    "Does activating the Supreme HQ still cost it a step?",
    "Yes, 1 step after the move, so it needs a strength of 2 or more.",
    "The conversion keeps 5.11 unchanged; players of the original report the cost.",
    ("1 step", "nothing"),
)
R_403 = _on(
    403,
    "5.4",
    "Which Strategic Moves are there, and how many blocks do they carry?",
    "Rail, river, sea, and ferry, with the capacities of our table.",
    "The conversion keeps 5.4 unchanged, and its text isn't public.",
)
R_404 = _on(
    404,
    "5.44",
    "May a Group Move cross a major river without a Strategic Move?",
    "No.",
    "Players of the original report it. The option lets a block spend its whole move on one crossing between two "
    "hexes without enemies.",
    ("no", "yes, if no enemy is near"),
    {"yes, if no enemy is near": "yes, if both hexes are without enemies"},
)
R_405 = _on(
    405,
    "5.6",
    "Do attacking reserves pin defenders?",
    "Yes, every attacking block pins one.",
    "The text says attacking blocks. One sister game counts reserves, another does not.",
    ("every attacking block", "the main attack only"),
)
R_406 = _on(
    406,
    "6.2",
    "Combat ends in round 1: must the victor's own reserves retreat too?",
    "No, only the loser's. The victor's reserves stay, and may regroup.",
    "Otherwise a quick victory would be empty.",
    ("they stay", "they retreat"),
)
R_407 = _on(
    407,
    "6.3",
    "One side has no blocks left in front in round 1, and its reserves wait: does the battle go on?",
    "No, it is over, and they retreat.",
    "The text says so. Two sister games let the reserves come up and change the roles.",
)
R_408 = _on(
    408,
    "6.4",
    "How far may a block regroup?",
    "As far as its speed, in Winter 1 less but at least 1 hex, through hexes free of enemies.",
    "The text calls it a group move. A sister game allows 1 hex.",
    ("its speed", "1 hex"),
)
R_409 = _on(
    409,
    "7.1",
    "Must a block fire or retreat?",
    "Yes, one of both; it may fire at nothing only if no enemy block is in front.",
    "The text names these two.",
)
R_410 = _on(
    410,
    "7.3",
    "Several blocks are the strongest: which takes the hit?",
    "The owner chooses after each block's fire. Odds take the choice that leaves the owner the most expected steps, "
    "less the enemy's; or the first listed.",
    "The text leaves it to the owner. For odds both sides must choose somehow (H-14).",
)
R_411 = _on(
    411,
    "7.3",
    "How do steps fight steps, without blocks?",
    "Each side is one pool. The defender fires first and hits on 3 or less; then the attacker, on 2 or less.",
    "A plain case, so that the odds of different games can be compared (H-15).",
)
R_412 = _on(
    412,
    "7.5",
    "The text gives double defense to “units of Player 2”: what if Player 1 defends a fortress?",
    "The defender in the fortress hex has it, whoever he is.",
    "Otherwise the cards would decide whether a fortress is strong.",
    ("the defender", "the defender if Player 2"),
)
R_413 = _on(
    413,
    "7.5",
    "Whose is a half hit?",
    "The side's, not a block's. It carries from one enemy block's fire to the next, and is forgotten when the round "
    "ends.",
    "The text lets it carry between units.",
)
R_414 = _on(
    414,
    "8.2",
    "Does a fort double the defense?",
    "Only with a heavy artillery or garrison block among its defenders.",
    "The text knows only fortresses; lesser works stand between.",
)
R_415 = _on(
    415,
    "7.4",
    "How many blocks may retreat back over a major river?",
    "As many as may attack over it, and only the way they came.",
    "A crossing needs a Strategic Move; the way back must not be freer than the way in.",
)
R_416 = _on(
    416,
    "7.4",
    "What happens to a block that must retreat and cannot?",
    "It is eliminated, as if in battle.",
    "Both sister games do so.",
)
R_417 = _on(
    417,
    "4.44",
    "The pool holds “eliminated blocks”, but prisoners return only by exchange: where do blocks lost in battle go?",
    "To the enemy, as prisoners. Blocks lost to attrition go to their own pool.",
    "This makes both sentences true.",
    ("held as prisoners", "straight to the pool"),
)
R_418 = _on(
    418,
    "3.2",
    "Which block does a Build bring?",
    "One drawn at random from the pool.",
    "The pool is face down.",
    ("drawn at random", "the owner chooses"),
)
R_419 = _on(
    419,
    "3.2",
    "Where may a Build be placed?",
    "In a friendly supply source, or in a friendly town of supply value 1 or more in home territory or a border state, "
    "with a supply line, not contested, one in a hex each turn.",
    "The text asks for a supply line in Winter; we ask for it always.",
)
R_420 = _on(
    420,
    "3.2",
    "How does an eliminated Supreme HQ return?",
    "Its owner may spend a Build to bring it back from the pool instead of drawing.",
    "Nothing else would.",
)
R_421 = _on(
    421,
    "12.1",
    "How is a CSA Supply card both cut by a step and whole west of the river or in Georgia?",
    "Its last step may only be placed there; the others may be placed anywhere.",
    "This makes both halves of the sentence true.",
)
R_422 = _on(
    422,
    "12.1",
    "What is a Build at one step less of a block of 1 step?",
    "A block of 1 step.",
    "A block of none cannot enter.",
)
R_423 = _on(
    423,
    "11.4",
    "How long may a supply line be overland?",
    "2 hexes, in Winter 1.",
    "The conversion keeps 11.4 unchanged, and its text isn't public.",
    ("2 hexes", "3 hexes"),
    {"2 hexes": "2 hexes, in Winter 1", "3 hexes": "3 hexes, in Winter 2"},
)
R_424 = _on(
    424,
    "11.4",
    "Which hexes of a railroad must be garrisoned in enemy home territory?",
    "Every hex.",
    "Players of the original report it.",
    ("every hex", "every second hex"),
)
R_425 = _on(
    425,
    "11.1",
    "Does it matter whose supply is determined first?",
    "No. The status of all blocks is determined first, then losses are taken; 1 step for each block without supply.",
    "The text names the active player, but nobody is active any more.",
)
R_426 = _on(
    426,
    "4.42",
    "Which limits are those of mud?",
    "Those on attack, reinforcement, retreat, regroup, and forage, and the length of supply lines.",
    "The text names attack, reinforcement, and forage. Retreats are subject to hexside limits, and the turn is mud.",
)
R_427 = _on(
    427,
    "4.42",
    "What may a block of speed 1 do in Winter?",
    "No Group Move and no forced march. It may still move by rail, river, sea, or ferry, retreat, and regroup 1 hex.",
    "Rail and naval movement are not affected, and a retreat is not a march.",
)
R_428 = _on(
    428,
    "4.52",
    "How many victory points does time give the CSA at the start of each Game Turn?",
    "1 in each theater.",
    "The timing is the text's; the amount isn't public.",
    ("1 point", "2 points"),
)
R_429 = _on(
    429,
    "4.54",
    "What does it cost the CSA to bring on Bragg's Corps?",
    "2 points.",
    "The text says that there is a penalty; the amount isn't public.",
    ("2 points", "1 point", "3 points"),
)
R_430 = _on(
    430,
    "4.6",
    "What score wins?",
    "The scores of our table, by scenario.",
    "The chart of the original isn't public. Ours puts the real course of events just inside the Union's band in the "
    "West and inside the draw in the East.",
)
R_431 = _on(
    431,
    "3.5",
    "A player passes: what becomes of the card?",
    "It is spent, and still decides who is Player 1. Its actions or steps are lost.",
    "The text says “regardless of the card revealed”.",
)
R_432 = _on(
    432,
    "5.2",
    "How many blocks may cross a hexside?",
    "As many as our table says, the least of the hex entered and the hexside. For half a block roll a d6: on 1 to 3, 1 "
    "block may.",
    "The terrain chart isn't public. Players of the original report the limits on clear ground, woods, and rivers, and "
    "that mud halves them.",
)
R_433 = _on(
    433,
    "6.4",
    "May a regroup end in a neutral hex?",
    "No, only in a friendly one; it may pass through neutral ones.",
    "The text allows neutral hexes to retreats, and says only friendly ones here.",
    ("no", "yes"),
)
R_434 = _on(
    434,
    "11.33",
    "What does a captured supply source give its captor?",
    "No supply line: it serves only its first owner, and at once when retaken. The captor may use it as a town.",
    "The text says only that nobody on the other side traces to it.",
)
