"""Where the page is silent or contradicts itself: what we play, why, and what a campaign may change."""

from rulesets.core.context import Rulings
from rulesets.the_war_game import BOOK

_on = Rulings(BOOK)


R_201 = _on(
    201,
    "Ranges",
    "How is a distance measured, and which band has its border?",
    "To the nearest inch; a border belongs to the nearer band.",
    "The bands of the page share their borders.",
)
R_202 = _on(
    202,
    "Musketry",
    "The bands are printed 0 to 8, 6 to 16, and 16 to 24: where does the first end?",
    "At 8 inches.",
    "The other bands meet, and thirds of 24 are 8.",
    ("8 inches", "6 inches"),
)
R_203 = _on(
    203,
    "Musketry",
    "What are the deductions taken from?",
    "From each die; what is left is its casualties.",
    "A deduction once per volley would hardly touch a large unit.",
    ("each die", "the sum of the dice"),
)
R_204 = _on(
    204,
    "Musketry",
    "What do firers do who don't fill a group of 6?",
    "Nothing.",
    "The page gives a die only to groups of 6.",
    ("nothing", "3 or more roll a die for half its casualties, rounded down"),
)
R_205 = _on(
    205,
    "Musketry",
    "Which target figures does a casualty's die choose from?",
    "The target is numbered in groups of 6, and the casualties go to the groups in turn, one at a time.",
    "The page numbers each group, but not how casualties are shared out.",
)
R_206 = _on(
    206,
    "Musketry",
    "What if the die shows a number that has no figure in its group?",
    "The shot misses.",
    "A second hit on the same figure is lost too.",
    ("a miss", "rolled again"),
)
R_207 = _on(
    207,
    "Skirmishing infantry musketry",
    "What if several skirmishers hit the same selected individual?",
    "He is hit once, and an officer rolls one save.",
    "Elsewhere a second hit on the same figure is lost.",
)
R_208 = _on(
    208,
    "The charge",
    "What if the dice for the last volley, or for who moves in first, are equal?",
    "Both are rolled again.",
    "The page names a winner; only between volleys does it allow a draw.",
)
R_209 = _on(
    209,
    "The charge",
    "May the defender fire at a unit that comes to contact by a normal move?",
    "Yes, by the same dice as at a charge.",
    "It would be odd if walking up were safer.",
)
R_210 = _on(
    210,
    "The charge",
    "Is the cavalry of this war heavy, so that it may ride down infantry?",
    "Only if the players say so of a unit.",
    "The author keeps the rule, but both he and his readers take this war's cavalry for light.",
    ("only units named heavy", "all cavalry"),
)
R_211 = _on(
    211,
    "Melee",
    "How does 1 cavalry figure fight 1 infantry figure?",
    "It doubles its die.",
    "We take the first “1 cav vs 2 inf” for a misprint of this. The last line, 1d6 against 2d6, is the other reading.",
    ("doubles its die", "rolls two dice"),
)
R_212 = _on(
    212,
    "Melee",
    "“1 cav vs 2 inf” is printed twice: doubled, and straight. Which counts?",
    "Straight.",
    "Doubled against 1, straight against 2, and half more for 3 infantry make an even ladder.",
    ("straight", "cavalry doubles its die"),
)
R_213 = _on(
    213,
    "Melee",
    "What is 50% more of a die?",
    "Exactly half of the die more, halves kept, before advantages.",
    "Totals need only be compared.",
)
R_214 = _on(
    214,
    "Melee",
    "What if both totals are equal?",
    "Nobody falls, and the figures stay locked.",
    "The page says only that the higher wins.",
)
R_215 = _on(
    215,
    "Advantages in melee",
    "Do advantages add up?",
    "Yes, all that apply, after a die is multiplied.",
    "The list doesn't exclude any.",
)
R_216 = _on(
    216,
    "Deciding the outcome of a melee",
    "Has a side that lost any figure lost twice as many as one that lost none?",
    "Yes.",
    "Twice 0 is 0.",
)
R_217 = _on(
    217,
    "Actions after a melee",
    "When must a side that is outnumbered 2 to 1 surrender?",
    "After the last move of the melee, the second or third.",
    "The page says that it applies only after hand to hand fighting, but mentions it with the third move.",
    ("after the last move", "only after a third move"),
)
R_218 = _on(
    218,
    "Actions after a melee",
    "What do fresh troops add after the second or third clear move?",
    "As much as after the first.",
    "The text says “a clear move” of 4; the list of advantages says only 1 move of rest.",
    ("as much", "nothing"),
)
R_219 = _on(
    219,
    "Morale",
    "Do the points for a sixth and for a quarter lost add up?",
    "No, only the worse counts.",
    "They are steps of one scale.",
    ("only the worse", "both"),
)
R_220 = _on(
    220,
    "Morale",
    "What is an officer worth when others have fallen?",
    "His own points: 3, 2, or 1.",
    "Each officer has his number from the start.",
)
R_221 = _on(
    221,
    "The 50% rule",
    "Does a unit that may stay at half strength test its morale?",
    "Yes, as after losing a quarter.",
    "In a melee every unit with casualties tests.",
)
R_222 = _on(
    222,
    "Howitzer",
    "Does distance reduce the damage of a shell?",
    "At guns, but not at houses.",
    "At guns the procedure is that of round shot; at houses even 1, 2, and 3 count.",
    ("at guns only", "at guns and houses", "never"),
)
R_223 = _on(
    223,
    "Round Shot effect on houses",
    "Does a ball that doesn't penetrate damage the house?",
    "Yes, every hit adds its die.",
    "So it is with shells and guns.",
    ("every hit", "only balls that penetrate"),
)
R_224 = _on(
    224,
    "Counter-battery fire",
    "How is a gun hit?",
    "A ball hits with the number that kills a figure; a shell hits if it bursts in the gun's sector.",
    "The page refers to the fire at troops.",
)
R_225 = _on(
    225,
    "Howitzer",
    "May a 12-pdr Napoleon fire shell?",
    "Yes, at the range of a howitzer.",
    "The author agrees to it below the article and may change the range.",
    ("yes", "no"),
)
R_226 = _on(
    226,
    "Movement",
    "How fast is artillery?",
    "As printed.",
    "Below the article the author thinks of 8 to 9 inches with a team, and 4 by hand.",
    ("as printed", "faster"),
)
R_227 = _on(
    227,
    "Movement and terrain",
    "What if a stretch is both uphill and in terrain that slows?",
    "Each reduces the move.",
    "They are separate rules.",
    ("each counts", "only the slower"),
)
R_228 = _on(
    228,
    "Movement and terrain",
    "Who is light infantry in woods?",
    "Infantry in open order.",
    "The author puts skirmishing infantry in place of light infantry.",
)
R_229 = _on(
    229,
    "Movement and terrain",
    "May a unit move and ford in the same move?",
    "No, a ford takes whole moves.",
    "The page counts fords in moves, not inches.",
)
R_230 = _on(
    230,
    "Canister",
    "How large are the canister cone and the shell burst indicator?",
    "The cone is 24 inches long in thirds of 8, which end 2, 4, and 6 inches wide; the burst is 6 inches across, its "
    "center 2.",
    "The annex with both isn't in the text.",
)
R_231 = _on(
    231,
    "Ranges",
    "How far do smoothbores and carbines reach?",
    "18 inches, in bands of 6.",
    "The author adopts the older musket, and asks whether carbines should have these bands.",
)
R_232 = _on(
    232,
    "Melee",
    "What of combats that aren't listed, such as 2 cavalry against 1 infantry?",
    "The umpire decides.",
    "Only like troops are limited to 2 to 1; the page gives no weight for these.",
)
R_233 = _on(
    233,
    "Morale and Detachments",
    "Do detached privates count as lost when the unit that detached them tests its morale?",
    "No, and their losses aren't the unit's; its original strength is still the whole.",
    "They skirmish as a body of their own, with a rule of their own.",
)
R_234 = _on(
    234,
    "Skirmishing infantry musketry",
    "Skirmishers pick off an officer of a unit: which one?",
    "The senior who is still there.",
    "The page lets them choose their man, and the senior is worth most.",
)
