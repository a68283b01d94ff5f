"""Where the document is silent, lost, or garbled: what we play, why, and what a campaign may change."""

from rulesets.core.context import Rulings
from rulesets.regimental import BOOK

_on = Rulings(BOOK)


# 301 to 305: drawing up, and command
R_301 = _on(
    301,
    "Scale",
    "How many stands does a unit have whose men don't divide by 50?",
    "The nearest number, halves up, and at least 1; guns, inches, and turns are rounded alike.",
    "The document gives only the scale.",
)
R_302 = _on(
    302,
    "Weapon distribution",
    "Which weapons do regiments have in years without a column?",
    "In 1863 halfway between 1862 and 1864, in 1861 as in 1862, and in 1865 as in 1864; the ends on the d100 round "
    "halves up.",
    "The shares are those of the relevant period, and the document has two.",
)
R_303 = _on(
    303,
    "Leaders",
    "Which commanders are at risk within 2 inches of a target?",
    "Brigade commanders.",
    "The document names only them; a regimental commander is one with the unit.",
    ("brigade commanders", "all commanders"),
)
R_304 = _on(
    304,
    "Fallen leaders",
    "When is the table rolled on?",
    "Once for each natural 10 of a fire roll at the unit, each combat in which it lost a stand, and each hit by a "
    "sniper.",
    "The text is lost. Fire and Fury endangers leaders on a natural 10, and the document sends snipers' hits here.",
)
R_305 = _on(
    305,
    "Fallen leaders",
    "What if the roll finds no horse or no colors to hit?",
    "It has no effect: a leader on foot loses no horse, and only a regiment's own colors fall.",
    "The lost table can't hit what isn't there.",
)

# 306 to 312: maneuver and cover
R_306 = _on(
    306,
    "Formations",
    "Which works allow a supported line?",
    "All works, including light works that the unit prepared during the battle.",
    "The document says “prepared works” here and “may be prepared” of light works.",
    ("all works", "only works of the scenario"),
)
R_307 = _on(
    307,
    "Linear obstacles",
    "Is each obstacle paid for, and how does dismounted cavalry cross?",
    "Each, and dismounted cavalry crosses like infantry.",
    "An obstacle takes inches from the move whenever it is crossed, and the limits are those of horses.",
)
R_308 = _on(
    308,
    "Rapid move",
    "Three quarters of what, and may a march column charge?",
    "Three quarters of the full move in the open. A march column may not charge.",
    "The rate replaces Fire and Fury's for rough ground, and public pages of that game forbid march columns to charge.",
)
R_309 = _on(
    309,
    "Passage of lines",
    "When does a unit roll whose lines are passed?",
    "If it or the passing unit is disordered, or the passing unit is pursued. Only the stationary unit rolls.",
    "The text above the chart is lost. The chart has results for the stationary unit alone.",
    ("in disorder or pursuit", "always"),
)
R_310 = _on(
    310,
    "Lying down",
    "Which troops may lie down?",
    "Infantry and dismounted cavalry.",
    "The rule is lost, but the fire table lets men with carbines lie down.",
)
R_311 = _on(
    311,
    "Breastworks",
    "Do works and a building add up?",
    "No, only the better cover counts. Lying down and being skirmishers add to it.",
    "Fire and Fury counts the better cover, and the document adds the modifier of skirmishers to the terrain's.",
)
R_312 = _on(
    312,
    "Skirmishers",
    "Do skirmishers also prevent a surprise attack?",
    "Yes.",
    "They “provide early warning of attack”.",
    ("yes", "no"),
)

# 313 to 319: fire
R_313 = _on(
    313,
    "Fire table",
    "What are the fire points of a Springfield or Enfield?",
    "1 at close and medium range, ½ at long range.",
    "The row has 2 values for 3 ranges. One cell over both ranges explains it, and makes the rifle better than the "
    "rifled smoothbore at medium and long range. The other reading has lost a 2 at close range.",
    ("1, 1, ½", "2, 1, ½"),
)
R_314 = _on(
    314,
    "Fire table",
    "When are halves rounded down?",
    "Once, after adding up all that fire at one target.",
    "Rounded stand by stand, half a point would be nothing.",
    ("after adding up all", "for each unit"),
)
R_315 = _on(
    315,
    "Point-blank volley",
    "When does a point-blank volley count if several units fire together?",
    "If all of them held their fire at this target and are at close range.",
    "They make one roll.",
)
R_316 = _on(
    316,
    "Artillery",
    "When do rifled guns get their +1 if they fire with others?",
    "If all guns that fire are rifled.",
    "They make one roll.",
    ("if all are rifled", "if any is rifled"),
)
R_317 = _on(
    317,
    "Low on ammunition",
    "Which roll is “a roll of”: for ammunition, for a building on fire, and for friends in the way?",
    "The d10 of the fire roll, before modifiers.",
    "Fire and Fury uses its natural 10 in this way.",
)
R_318 = _on(
    318,
    "Flank fire",
    "Are the 4 stands counted on each flank?",
    "Yes, each flank counts its own. A building counts as works.",
    "The push is for the flank that was hit, and a building is harder cover.",
)
R_319 = _on(
    319,
    "Snipers",
    "How many snipers are there?",
    "At most one in each unit: roll when its skirmishers first deploy.",
    "The document rolls when “the skirmishers” deploy, and a screen belongs to its unit.",
)

# 320 to 325: artillery
R_320 = _on(
    320,
    "Buildings",
    "Which ammunition sets a building on fire?",
    "Any.",
    "The line is below the whole table of ammunition.",
    ("any", "shell only"),
)
R_321 = _on(
    321,
    "Disordered batteries",
    "When is a disordered battery in good order again?",
    "In the turn after one without fire received, or at once after a withdrawal of 4 inches or more in one turn.",
    "“The turn after the battery fails to receive fire.”",
)
R_322 = _on(
    322,
    "Prolonge fire",
    "Half of which distance does a battery withdraw while it fires by prolonge?",
    "Half of its own full move.",
    "By hand it may already move 1 inch and fire at half effect, so half of that inch would be worth nothing.",
    ("half its full move", "half of 1 inch"),
)
R_323 = _on(
    323,
    "Captured sections",
    "May captured guns fire double canister?",
    "No.",
    "Only canister may be fired, and the table keeps the two apart.",
    ("no", "yes"),
)
R_324 = _on(
    324,
    "Targeting",
    "From where is the target of widely separated guns measured?",
    "From the farther of the two.",
    "Both must be in place for the fire to be combined.",
)
R_325 = _on(
    325,
    "Prolonge",
    "How far does a change of facing by 45% turn a section?",
    "45 degrees.",
    "A misprint.",
)

# 326 to 330: charge, surprise, and sight
R_326 = _on(
    326,
    "Charge reaction",
    "Are the half points of pistols and shotguns halved again by the half effect of hand weapons?",
    "No, a stand has ½ fire point.",
    "The fire table has them only in melee, so its ½ is that half effect.",
    ("½ a stand", "½ a stand, halved"),
)
R_327 = _on(
    327,
    "Combat modifiers",
    "What does the second list of modifiers change?",
    "The combat rolls of a charge.",
    "It is headed maneuver like the first, but comes after fire and right before a combat modifier.",
    ("combat", "maneuver"),
)
R_328 = _on(
    328,
    "Surprise fire",
    "What happens on a 7 on the table of effects?",
    "The same as above 7.",
    "The last row is “more than 7”; the chart of passage of lines ends at “7 or more”.",
    ("as above 7", "as 3 to 6"),
)
R_329 = _on(
    329,
    "Fog",
    "Who rolls for the fog, and when?",
    "From turn 3, each side rolls a d10 as the turn begins, and one roll is enough. The foggy turns are those before.",
    "“By either player.”",
)
R_330 = _on(
    330,
    "Darkness",
    "Does the command radius change again after twilight?",
    "No.",
    "The document reduces only sight further, and voices carry as far as before.",
)

# 331 to 333: the rolls of Fire and Fury
R_331 = _on(
    331,
    "Targeting",
    "Which fire modifiers count if infantry and guns fire at one target together?",
    "A bonus if all that fire earns it; the −1 for a target that moved if any guns fire.",
    "They make one roll, and a point-blank volley and rifled guns each need all who fire (R-315, R-316).",
)
R_332 = _on(
    332,
    "Artillery",
    "What do the results of Fire and Fury for a battery do to its sections?",
    "A silenced battery is disordered, a damaged one also loses a section, and a wrecked or captured one loses all.",
    "The document has disordered batteries of sections; Fire and Fury has one stand, and states that stand for them.",
)
R_333 = _on(
    333,
    "Command radius",
    "What does Fire and Fury call the units and commanders of this book?",
    "Its brigade is a regiment here, its division a brigade, and its corps a division; a point is a point.",
    "Brigade command stands become regimental, division stands brigade.",
)
