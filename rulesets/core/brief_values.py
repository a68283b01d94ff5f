"""The limits of a Brief's numbers, and what its words may be."""

LIMITS = {
    "turn": (1, 19),
    "rank_stars": (1, 4),
    "initiative": (1, 4),
    "tactical": (-3, 3),
    "command": (-3, 3),
    "seniority": (1, 500),
    "stands_per_sp": (1, 60),
    "batteries_per_sp": (0, 10),
}
SIDES = ("USA", "CSA")
SEASONS = ("Mar-Apr", "May-Jun", "Jul-Aug", "Sep-Oct", "Nov-Feb")
TERRAINS = ("clear", "forest", "swamp", "mountain")
HEXSIDES = ("none", "unnavigable_river", "navigable_river", "gap_road")
WORKS = ("none", "fort", "fortress")
COLUMNS = tuple("ABCDEFGHJKL")
SIZES = ("small", "medium", "large")
ARMS = ("infantry", "cavalry")
QUALITIES = ("green", "veteran", "crack")
