"""Scale, leaders, and what befalls them."""

from rulesets.core.book import Mark
from rulesets.core.table import Table
from rulesets.regimental import BOOK
from rulesets.regimental.state import Commander, Fall

SCALE = Table[int](
    id="regimental.scale",
    title="Scale",
    cites=BOOK.at("Scale"),
    mark=Mark.PRINTED,
    down="measure",
    rows={"yards in an inch": 20, "minutes in a turn": 10, "men in a stand": 50, "guns in a gun stand": 2},
)

COMMAND_RANKS = Table[str](
    id="regimental.command_ranks",
    title="Commanders one level down",
    cites=BOOK.at("Command radius"),
    mark=Mark.PRINTED,
    down="Fire and Fury command stand",
    rows={"brigade": "regimental", "division": "brigade", "corps": "divisional", "army": "corps"},
    marks={"corps": Mark.RECONSTRUCTED, "army": Mark.RECONSTRUCTED},
    note="The document gives the first 2 and adds “etc.”",
)

COMMAND_RADIUS = Table[int](
    id="regimental.command_radius",
    title="Command radius",
    cites=BOOK.at("Command radius"),
    mark=Mark.PRINTED,
    down="commander",
    rows={"on horseback": 18, "on foot": 9, "in twilight": 8, "in the dark": 8},
    marks={"on foot": Mark.HOUSE, "in the dark": Mark.HOUSE},
    unit="inches",
    note="The smallest that applies counts. The document gives no radius on foot or in the dark.",
)

LEADER_RISK = Table[int](
    id="regimental.leader_risk",
    title="Commanders under fire",
    cites=BOOK.at("Leaders"),
    mark=Mark.PRINTED,
    down="distance",
    rows={"from a unit that is a target": 2},
    unit="inches",
)

LEADER_QUALITY = Table[Commander](
    id="regimental.leader_quality",
    title="Quality of commanders",
    cites=BOOK.at("Leaders"),
    mark=Mark.PRINTED,
    down="d10",
    across="side",
    columns=("Confederate", "Union"),
    rows={
        range(1, 3): (Commander.WEAK, Commander.WEAK),
        range(3, 8): (Commander.AVERAGE, Commander.AVERAGE),
        8: (Commander.EXCEPTIONAL, Commander.AVERAGE),
        range(9, 11): (Commander.EXCEPTIONAL, Commander.EXCEPTIONAL),
    },
    note="The document prints Confederate twice above its two columns; the second is the Union's.",
    cover_down=range(1, 11),
)

LEADER_MODIFIER = Table[int](
    id="regimental.leader_modifier",
    title="Commander's modifier to maneuver and combat",
    cites=BOOK.at("Leaders"),
    mark=Mark.PRINTED,
    down="commander",
    rows={Commander.EXCEPTIONAL: 1, Commander.AVERAGE: 0, Commander.WEAK: -1},
    signed=True,
)

FALLEN = Table[Fall](
    id="regimental.fallen",
    title="Fallen leaders and colors",
    cites=BOOK.at("Fallen leaders"),
    mark=Mark.HOUSE,
    down="d10",
    rows={
        1: Fall.KILLED,
        2: Fall.WOUNDED,
        3: Fall.STUNNED,
        4: Fall.HORSE,
        5: Fall.COLORS,
        range(6, 11): Fall.NONE,
    },
    note="Only the heading of the document's table survives.",
    cover_down=range(1, 11),
)

FALLEN_EFFECT = Table[int](
    id="regimental.fallen_effect",
    title="Effects of fallen leaders and colors",
    cites=BOOK.at("Fallen leaders"),
    mark=Mark.HOUSE,
    down="effect",
    rows={"turns that a stunned leader is out": 1, "VP to the enemy for captured colors": 1},
    note="Colors that are down or captured are among the maneuver modifiers, a leader on foot among the radii.",
)
