"""Where the book is silent or may be read in two ways: what we play, why, and what a campaign may change."""

from rulesets.core.context import Rulings
from rulesets.napoleonic_fury import BOOK

_on = Rulings(BOOK)


R_121 = _on(
    121,
    "National modifiers",
    "Do Hesse, Baden, and the Vistula Legion also count as French outside the national modifiers?",
    "No.",
    "Only the footnote of that table joins them.",
    ("only there", "everywhere"),
)
R_122 = _on(
    122,
    "National modifiers",
    "What is the maneuver modifier of Prussian cavalry in column?",
    "−1, as printed.",
    "It is the only negative value in the table, so a plus may have been misread.",
    ("−1", "+1"),
)
R_123 = _on(
    123,
    "Emergency formation change attempt",
    "Do Prussians of 1808 count as “pre-1808 Prussians”?",
    "Yes.",
    "All other tables divide the years at the end of 1808.",
    ("yes", "no"),
)
R_124 = _on(
    124,
    "Good order table",
    "Which column does a unit outside the chain of command use under a poor commander?",
    "Poor.",
    "There is no worse column.",
)
R_125 = _on(
    125,
    "Maneuver table modifiers",
    "Do several officers add up?",
    "Yes, each counts once, by the best line that applies to him.",
    "The lines of the table overlap for one officer, but don't exclude a second one.",
    ("each officer", "the best officer"),
)
R_126 = _on(
    126,
    "Disorder table",
    "What do “rallies with elan” and “well handled” allow?",
    "A full move, in which the unit may pay for formation changes.",
    "They are the best results of their tables, and the others limit the move.",
)
R_127 = _on(
    127,
    "Movement allowances",
    "What is the allowance of infantry that changes formation?",
    "That of its formation at the start.",
    "The book's example, a French line with 3″ left, fits both readings.",
    ("its formation at the start", "always that of a line"),
)
R_128 = _on(
    128,
    "Movement allowances",
    "Does a formation change cost inches of a half move?",
    "No. Where the result allows it with a half move, it takes the other half.",
    "The table gives the half move and the formation change together.",
)
R_129 = _on(
    129,
    "Movement allowances",
    "How far does a march column move?",
    "Like a column, and on a road by the multiple. Limbered batteries and leaders on a road always have the multiple.",
    "The book gives the multiple only for roads, and no formations for batteries and leaders.",
)
R_130 = _on(
    130,
    "Rule notes",
    "May a battery do the same twice in a turn?",
    "No. Prolonging is its move, and fire comes last.",
    "The allowance is for a whole turn, and fire is a later phase.",
    ("no", "yes, except fire"),
)
R_131 = _on(
    131,
    "Movement allowances",
    "May heavy cavalry charge a unit in woods?",
    "No.",
    "It may not enter woods.",
    ("no", "yes, up to their edge"),
)
R_132 = _on(
    132,
    "Melee table modifiers",
    "When does cavalry charge in woods?",
    "When the charge begins in woods or crosses them. It may charge a target in woods, with the modifier.",
    "The book bans the first and gives −4 for melee in or into woods.",
)
R_133 = _on(
    133,
    "Rule notes",
    "Does light infantry that is passed through become disordered?",
    "Yes.",
    "Its free passage is about inches.",
)
R_134 = _on(
    134,
    "Emergency formation change attempt",
    "Do an exceptional brigade commander and an exceptional leader attached add up?",
    "Yes, each officer counts once.",
    "The lines name different officers.",
    ("yes", "only the better counts"),
)
R_135 = _on(
    135,
    "Fire table modifiers",
    "Which French and British artillery has +1 out to 8″?",
    "Heavy artillery.",
    "“All French/British and Russian heavy artillery” may also mean all artillery of the first two.",
    ("heavy artillery", "all artillery"),
)
R_136 = _on(
    136,
    "Fire table modifiers",
    "Whose modifiers count when different troops fire together?",
    "Those of the first firer, which the player chooses.",
    "The book mentions a modifying unit for melees.",
    ("the first firer's", "those that all firers share"),
)
R_137 = _on(
    137,
    "Fire table modifiers",
    "Do several kinds of cover add up, under fire or in melee?",
    "No, the best counts.",
    "The lines list stronger and stronger cover.",
    ("the best counts", "all lines count"),
)
R_138 = _on(
    138,
    "Fire table modifiers",
    "Are fire points halved again for each reason?",
    "Yes. Multipliers also don't count toward the limit of 3.",
    "Each reason makes the fire worse, and only modifiers have the limit.",
    ("yes", "no, once at most"),
)
R_139 = _on(
    139,
    "Rule notes",
    "Infantry deployed in a town fires with half its stands: are its fire points halved as well?",
    "Yes.",
    "The book gives both, the stands in its notes and the points in its table.",
    ("yes", "no"),
)
R_140 = _on(
    140,
    "Musketry and cannonade table",
    "How are fire points between two rows read?",
    "In the lower row. Less than 1/2 has no effect, and a total below 0 reads as 0.",
    "A row is the least that it needs.",
)
R_141 = _on(
    141,
    "Melee table modifiers",
    "Does the French Old Guard have +3 in place of the guard's +2?",
    "Yes.",
    "It is a line of its own.",
    ("yes", "no, on top of it"),
)
R_142 = _on(
    142,
    "Melee table",
    "What changes between two rounds of a desperate struggle?",
    "Both sides are disordered and have lost a stand. Check numbers again, and the state by its three numbers.",
    "The book says “with adjusted modifiers”.",
)
R_143 = _on(
    143,
    "Rule notes",
    "Does cavalry that fights a square lose at most 1 stand in each round of a struggle, or in all?",
    "In all.",
    "The note is about a melee.",
)
R_144 = _on(
    144,
    "Melee table modifiers",
    "Are higher ground and a ford cover against cavalry?",
    "No.",
    "They help, but hide nobody.",
    ("no", "yes"),
)
R_145 = _on(
    145,
    "Melee table",
    "Does a battery that is attacked lose stands?",
    "Only in a desperate struggle. Otherwise it has the result for batteries.",
    "The table gives batteries results of their own.",
)
R_146 = _on(
    146,
    "Rule notes",
    "When must British cavalry charge on?",
    "Whenever the result lets it.",
    "The book says “on a result that allows for a breakthrough”, and at 4 to 6 cavalry may charge on.",
    ("whenever it may", "only when it breaks through"),
)
R_147 = _on(
    147,
    "Fatigue levels and effects",
    "When is an excellent formation fatigued?",
    "Like a good one.",
    "The book has no row for excellent, and 60% is its best.",
)
R_148 = _on(
    148,
    "Fatigue levels and effects",
    "Guard counts double against army fatigue: its losses, or its strength as well?",
    "Its losses. In the same way, lost Cossacks are left out but count in the strength.",
    "The book says that they count against fatigue, which is about losses.",
)
R_149 = _on(
    149,
    "Fatigue levels and effects",
    "Do batteries count for fatigue?",
    "No.",
    "They don't suffer from it in divisions and corps.",
)
R_150 = _on(
    150,
    "Army commander effects and effects range",
    "Whom does a poor army commander with a range of 0 inches help?",
    "The unit he is attached to or in contact with.",
    "There is no other distance of 0.",
)
R_151 = _on(
    151,
    "NB to F&F conversion chart",
    "What does Old Guard of 7 stands become?",
    "7/2/-, as printed.",
    "7/3/- would fit its column, which reads 1, 2, 3 for 4, 5, 6 stands.",
    ("7/2/-", "7/3/-"),
)
R_152 = _on(
    152,
    "Sequence of play",
    "How does cavalry attempt to react or to countercharge?",
    "It rolls on the good order table and may go if the result allows at least half a move.",
    "The book says only that it may roll.",
    ("half move or better", "well handled"),
)
R_153 = _on(
    153,
    "Maneuver table modifiers",
    "Which infantry is line infantry in woods?",
    "All except light infantry.",
    "Only light infantry is named apart.",
)
R_154 = _on(
    154,
    "Musketry and cannonade table",
    "How long is a battery silenced?",
    "For the rest of the game turn.",
    "The book has no roll to recover from it.",
)
R_155 = _on(
    155,
    "Musketry and cannonade table",
    "What happens to a damaged battery that is damaged again?",
    "It is wrecked.",
    "Wrecked is the next worse state.",
)
R_156 = _on(
    156,
    "Melee table",
    "Which of several units that fight together lose the stands?",
    "They lose a stand each in turn, and the unit whose modifiers count begins. Their owner may divide the loss "
    "otherwise.",
    "The book gives only the loss of the side.",
)
R_157 = _on(
    157,
    "Rule notes",
    "What happens to a battery that fails to evade and is disordered?",
    "It is silenced.",
    "The melee table says “disordered/silenced” for units and batteries.",
)
R_158 = _on(
    158,
    "Fallen leader table",
    "When is a stunned officer back?",
    "When the next game turn is over.",
    "He is removed for 1 turn, and this one has begun.",
)
