"""Charges: the reaction of the target, combat modifiers, and surprise."""

from rulesets.core.book import Mark
from rulesets.core.table import Table, at_least, at_most
from rulesets.regimental import BOOK
from rulesets.regimental.state import Charged, Condition, Reaction, Surprise

REACTIONS = Table[bool](
    id="regimental.reactions",
    title="Charge reaction",
    cites=BOOK.at("Charge reaction"),
    mark=Mark.HOUSE,
    down="target in good order",
    across="reaction",
    columns=tuple(Reaction),
    rows={
        Charged.FORMED: (True, True, False, False, False),
        Charged.MOUNTED: (False, True, True, False, False),
        Charged.UNLIMBERED: (True, True, False, False, False),
        Charged.LIMBERED: (False, True, False, True, False),
        Charged.SKIRMISHERS: (False, False, False, False, True),
    },
    note="Only the heading of the document's list survives. A disordered target may only receive the charge; "
    "skirmishers always fall back.",
)

REACTION_ROLLS = Table[int](
    id="regimental.reaction_rolls",
    title="Charge reaction rolls",
    cites=BOOK.at("Charge reaction"),
    mark=Mark.HOUSE,
    down="reaction",
    rows={Reaction.COUNTER: 5, Reaction.RETIRE: 5},
    note="It succeeds on a d10 of this or more; otherwise the target receives the charge.",
)

FALL_BACK = Table[int](
    id="regimental.fall_back",
    title="Skirmishers before a charge",
    cites=BOOK.at("Charge reaction"),
    mark=Mark.HOUSE,
    down="act",
    rows={Reaction.FALL_BACK: 8},
    unit="inches",
    note="The document's list is lost.",
)

COMBAT_MODIFIERS = Table[int](
    id="regimental.combat_modifiers",
    title="Added combat modifiers",
    cites=BOOK.at("Combat modifiers"),
    mark=Mark.HOUSE,
    down="for",
    rows={
        "defender in light works": 1,
        "defender in breastworks": 2,
        "defender in a building": 2,
        "defender uphill": 1,
        "defender lying down": -1,
        "defender surprised": -1,
        "low on ammunition": -1,
        "point-blank volley just delivered": 1,
    },
    marks={
        "defender in light works": Mark.PRINTED,
        "defender in a building": Mark.PRINTED,
        "defender surprised": Mark.PRINTED,
    },
    signed=True,
    note="The document's second list of modifiers is lost; the printed ones are from its other sections. Commanders "
    "have a table of their own, which survives.",
)

CONCEALED = Table[int](
    id="regimental.concealed",
    title="Concealed units",
    cites=BOOK.at("Surprise fire"),
    mark=Mark.PRINTED,
    down="act",
    rows={"surprise fire": 4, "surprise attack": 4},
    unit="inches",
)

SURPRISE = Table[Surprise](
    id="regimental.surprise",
    title="Surprise fire effects",
    cites=BOOK.at("Surprise fire"),
    mark=Mark.PRINTED,
    down="die and modifiers",
    across="unit after the fire",
    columns=(Condition.GOOD_ORDER, Condition.DISORDERED),
    rows={
        at_most(2): (Surprise.RECOILS, Surprise.DRIVEN),
        range(3, 7): (Surprise.CHECKED, Surprise.RECOILS),
        7: (Surprise.NONE, Surprise.CHECKED),
        at_least(8): (Surprise.NONE, Surprise.CHECKED),
    },
    marks={(7, condition): Mark.RECONSTRUCTED for condition in Condition},
    note="The last row is printed as “more than 7”, which leaves out 7.",
    cover_down=range(-10, 20),
    cover_across=tuple(Condition),
)

SURPRISE_MODIFIERS = Table[int](
    id="regimental.surprise_modifiers",
    title="Surprise fire modifiers",
    cites=BOOK.at("Surprise fire"),
    mark=Mark.PRINTED,
    down="for",
    rows={"fire includes artillery": -1, "fire from behind the flank": -2, "leader killed": -1},
    signed=True,
    note="Cumulative.",
)

SURPRISE_LOSS = Table[int](
    id="regimental.surprise_loss",
    title="Stands lost to surprise",
    cites=BOOK.at("Surprise fire"),
    mark=Mark.PRINTED,
    down="result",
    rows={Surprise.DRIVEN: 1, Surprise.RECOILS: 0, Surprise.CHECKED: 0, Surprise.NONE: 0},
    unit="stands",
)
